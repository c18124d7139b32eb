"""Measures what the server must reach: start, first results, twenty clients at once.

usage: measure.py [start] [first] [clients] [long]   against 127.0.0.1 only
"""

import concurrent.futures
import json
import pathlib
import sys
import tempfile
import time
import urllib.request

from serving import FARM, Browser, Server, make_recording

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="soundanalysis-measure-"))


def thirty_seconds():
    return make_recording(FOLDER / "thirty.mp3", "-stream_loop", "1", "-i", str(FARM), "-t", "30", "-b:a", "128k")


def start():
    """From the start of the process to a page that can be used."""
    times = []
    for _ in range(5):
        began = time.monotonic()
        server = Server()
        listening = time.monotonic() - began
        with urllib.request.urlopen(server.url) as answer:
            answer.read()
        page = time.monotonic() - began
        with urllib.request.urlopen(f"{server.url}api/v1/models") as answer:
            answer.read()
        times.append((listening, page, time.monotonic() - began))
        server.close()
    best = min(times, key=lambda t: t[2])
    print(f"start: listening after {best[0] * 1000:.0f} ms, page sent after {best[1] * 1000:.0f} ms, "
          f"classifier loaded after {best[2] * 1000:.0f} ms (best of {len(times)})")
    server = Server()
    browser = Browser()
    began = time.monotonic()
    browser.open(server.url)
    print(f"start: page ready in Chromium {1000 * (time.monotonic() - began):.0f} ms after it is asked for")
    browser.close()
    server.close()


def first():
    """From the end of an upload to the first events on the page."""
    server = Server()
    browser = Browser()
    browser.open(server.url)
    browser.script("""
      new PerformanceObserver((list) => list.getEntries().forEach((e) => {
        if (e.name.includes('/api/v1/jobs?')) window.sent = e.responseEnd; })).observe({type: 'resource', buffered: true});
      new MutationObserver(() => { if (document.querySelector('.event')) window.shown ??= performance.now(); })
        .observe(document.getElementById('rows'), {childList: true});""")
    browser.choose(thirty_seconds())
    browser.wait(lambda: browser.script("return window.shown && window.sent"))
    delay = browser.script("return window.shown - window.sent")
    browser.wait_until_done()
    print(f"first: events on the page {delay:.0f} ms after the upload of 30 s was answered")
    browser.close()
    server.close()


def post(url, data):
    request = urllib.request.Request(url, data=data, headers={"Content-Type": "audio/mpeg"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def clients(count=20):
    """Many clients at once, each with a recording of 30 s."""
    server = Server()
    data = thirty_seconds().read_bytes()
    expected = post(f"{server.url}api/v1/classify?threshold=0.2", data)
    before = server.memory

    def one(number):
        job = post(f"{server.url}api/v1/jobs?name=client{number}.mp3", data)
        with urllib.request.urlopen(f"{server.url}api/v1/jobs/{job['id']}/events", timeout=300) as stream:
            last = [line for line in stream.read().decode().splitlines() if line.startswith("event: ")][-1]
        with urllib.request.urlopen(f"{server.url}api/v1/jobs/{job['id']}/results?threshold=0.2") as answer:
            return last, json.load(answer)

    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        results = list(pool.map(one, range(count)))
    took = time.monotonic() - began
    right = sum(
        last == "event: done"
        and result["recordings"][0]["events"] == expected["recordings"][0]["events"]
        for last, result in results)
    print(f"clients: {right} of {count} served rightly in {took:.1f} s; memory {before / 1e6:.0f} MB before, "
          f"{server.memory / 1e6:.0f} MB after, at most {server.peak_memory / 1e6:.0f} MB")
    server.close()


def long():
    """Ten hours: memory of the server and of the tab, and a seek to 9 h."""
    path = make_recording(
        FOLDER / "long.mp3", "-f", "lavfi", "-i", "anoisesrc=r=16000:a=0.05:d=36000", "-b:a", "32k")
    server = Server()
    browser = Browser()
    browser.open(server.url)
    browser.choose(path)
    browser.wait_until_done(3000)
    for _ in range(12):
        browser.element("zoom-in").click()
    for _ in range(50):
        browser.element("timeline").send_keys("\ue00f")
    browser.script("document.getElementById('audio').currentTime = 32400; document.getElementById('audio').play()")
    browser.wait(lambda: browser.player()["time"] > 32400.2)
    heap = {m["name"]: m["value"] for m in (browser.command("Performance.enable"), browser.command("Performance.getMetrics"))[1]["metrics"]}
    print(f"long: server at most {server.peak_memory / 1e6:.0f} MB, script heap of the tab {heap['JSHeapUsedSize'] / 1e6:.0f} MB; plays at 9 h")
    browser.close()
    server.close()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["start", "first", "clients"]:
        {"start": start, "first": first, "clients": clients, "long": long}[name]()
