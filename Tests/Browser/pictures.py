"""Takes pictures of every state of the page, at desktop and phone width, in both colour schemes.

usage: pictures.py FOLDER [--readme]   with --readme only the two of the README
"""

import pathlib
import sys
import tempfile
import time

from serving import FARM, Browser, Server, make_recording


def settle(browser):
    browser.script("window.scrollTo(0, 0); document.getElementById('main').scrollTo(0, 0)")
    time.sleep(0.6)


def classify_farm(browser):
    browser.choose(FARM)
    browser.wait_until_done()
    browser.script(
        "const t = document.getElementById('threshold'); t.value = 15; t.dispatchEvent(new Event('input'))")
    browser.wait(lambda: browser.events())
    # The overview may come after the events.
    browser.wait(lambda: not browser.script("return document.getElementById('play').disabled"))
    time.sleep(1)


def set_window(browser, seconds):
    browser.element("open-settings").click()
    browser.wait(lambda: browser.all("#model option"))
    browser.script(
        "const w = document.getElementById('window'); w.value = arguments[0]; w.dispatchEvent(new Event('input'))", seconds)


def select_event(browser, index):
    browser.script("document.querySelectorAll('.event')[arguments[0]].click()", index)
    browser.wait(lambda: browser.player()["time"] > 0.1 or not browser.player()["paused"])
    time.sleep(0.7)
    browser.script("document.getElementById('audio').pause()")


def take_all(server, folder, name, **look):
    browser = Browser(**look)
    try:
        browser.open(server.url)
        settle(browser)
        browser.picture(folder / f"{name}-1-empty.png")
        set_window(browser, 1)
        browser.picture(folder / f"{name}-2-settings.png")
        browser.element("close-settings").click()
        browser.choose(make_recording(
            folder / "long.mp3", "-f", "lavfi", "-i", "anoisesrc=r=44100:a=0.1:d=1800", "-b:a", "64k"))
        browser.wait(lambda: browser.text("work-title") == "Classifying sound…")
        time.sleep(1.5)
        settle(browser)
        browser.picture(folder / f"{name}-3-working.png")
        browser.element("cancel").click()
        browser.wait(lambda: browser.seen("empty"))
        classify_farm(browser)
        select_event(browser, 2)
        settle(browser)
        browser.picture(folder / f"{name}-4-recording.png")
        browser.script("document.getElementById('list').scrollIntoView({block: 'center'})")
        time.sleep(0.3)
        browser.picture(folder / f"{name}-5-list.png")
        browser.script("document.querySelector('#download-menu').open = true")
        settle(browser)
        browser.picture(folder / f"{name}-6-download.png")
        browser.script("document.querySelector('#download-menu').open = false")
        browser.choose(make_text(folder))
        browser.wait(lambda: browser.seen("trouble"))
        settle(browser)
        browser.picture(folder / f"{name}-7-trouble.png")
    finally:
        browser.close()


def make_text(folder):
    path = folder / "notes.wav"
    path.write_text("this is no sound\n" * 20)
    return path


def take_readme(server, folder):
    for name, look in (("page-light", {}), ("page-dark", {"dark": True})):
        browser = Browser(width=1360, height=1000, **look)
        try:
            browser.open(server.url)
            set_window(browser, 1)
            browser.element("close-settings").click()
            classify_farm(browser)
            select_event(browser, 2)
            settle(browser)
            browser.picture(folder / f"{name}.png")
        finally:
            browser.close()


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    server = Server()
    try:
        if "--readme" in sys.argv:
            take_readme(server, folder)
            return
        for size, (width, height) in {"desktop": (1360, 900), "phone": (390, 844)}.items():
            for dark in (False, True):
                take_all(
                    server, folder, f"{size}-{'dark' if dark else 'light'}", width=width,
                    height=height, dark=dark)
    finally:
        server.close()


if __name__ == "__main__":
    main()
