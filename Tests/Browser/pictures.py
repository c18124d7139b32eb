"""Takes pictures of every state of the page, at desktop and phone width, in both colour schemes.

usage: pictures.py FOLDER [--readme]   with --readme only the two of the README
"""

import pathlib
import sys
import time

from serving import FARM, Browser, Server, noise


def settle(browser):
    """Waits until nothing on the page changes any more."""
    browser.script("window.scrollTo(0, 0); document.getElementById('main').scrollTo(0, 0)")
    before = None
    for _ in range(40):
        now = browser.driver.get_screenshot_as_base64()
        if now == before:
            return
        before = now
        time.sleep(0.3)


def classify_farm(browser):
    browser.choose(FARM)
    browser.wait_until_done()
    browser.wait_until_drawn()
    browser.set_slider("threshold", 30)
    browser.wait_until_settled()
    settle(browser)


def select_event(browser, index):
    browser.script("document.querySelectorAll('.event')[arguments[0]].click()", index)
    browser.wait(lambda: browser.player()["time"] > 0.1 or not browser.player()["paused"])
    time.sleep(0.7)
    browser.script("document.getElementById('audio').pause()")
    browser.wait(lambda: browser.all("#here li"))


def take_all(server, folder, name, **look):
    browser = Browser(**look)
    try:
        browser.open(server.url)
        settle(browser)
        browser.picture(folder / f"{name}-1-empty.png")
        browser.element("open-settings").click()
        browser.wait(lambda: browser.all("#model option"))
        settle(browser)
        browser.picture(folder / f"{name}-2-settings.png")
        browser.element("close-settings").click()
        browser.choose(noise(folder / "long.wav", 3600))
        browser.wait(lambda: browser.text("work-title") == "Classifying sound…" and "left" in browser.text("work-left"))
        browser.script("window.scrollTo(0, 0); document.getElementById('main').scrollTo(0, 0)")
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
