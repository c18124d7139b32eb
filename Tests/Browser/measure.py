"""Measures what the server must reach: start, first results, twenty clients at once, load, ten hours.

usage: measure.py [start] [first] [clients] [load] [long]   against 127.0.0.1 only; `make bench-server` runs it
"""

import pathlib
import re
import sys
import tempfile
import time
import urllib.request
import wave

from loading import Hammering, done_job, serve_clients
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
    browser = Browser()
    times = []
    for _ in range(5):
        began = time.monotonic()
        server = Server()
        browser.open(server.url)
        times.append(time.monotonic() - began)
        browser.driver.get("about:blank")
        server.close()
    print(f"start: page ready in Chromium {1000 * min(times):.0f} ms after the start of the server (best of {len(times)})")
    browser.close()


def first():
    """From the end of an upload to the first events on the page."""
    server = Server()
    browser = Browser()
    recording = thirty_seconds()
    delays = []
    for _ in range(5):
        browser.open_afresh(server.url)
        browser.script("""
          const open = XMLHttpRequest.prototype.open;
          XMLHttpRequest.prototype.open = function (...parts) {
            this.upload.addEventListener('load', () => (window.sent = performance.now()));
            return open.apply(this, parts);
          };
          new MutationObserver(() => { if (document.querySelector('.event')) window.shown ??= performance.now(); })
            .observe(document.getElementById('rows'), {childList: true});""")
        browser.choose(recording)
        delays.append(browser.wait(lambda: browser.script("return window.shown && window.sent && window.shown - window.sent")))
        browser.wait_until_done()
    print(f"first: events on the page {', '.join(f'{d:.0f}' for d in sorted(delays))} ms after the end of the upload of 30 s")
    browser.close()
    server.close()


def clients(count=20):
    """Many clients at once, each with a recording of 30 s."""
    server = Server()
    before, began = server.memory, time.monotonic()
    right = serve_clients(server, thirty_seconds().read_bytes(), count)
    print(f"clients: {right} of {count} served rightly in {time.monotonic() - began:.1f} s; memory {before / 1e6:.0f} MB "
          f"before, {server.memory / 1e6:.0f} MB after, at most {server.peak_memory / 1e6:.0f} MB")
    server.close()


def load():
    """Requests a second, by wrk."""
    server = Server("--max-requests", "1000000")
    job = done_job(server, thirty_seconds().read_bytes())
    for path in ("api/v1/health", "timeline.js", f"api/v1/jobs/{job}/peaks/2/0", f"api/v1/jobs/{job}/results"):
        found = Hammering(server.url + path, 10)
        print(f"load: {path.replace(job, 'ID')}: {found.rate} requests/s, median {found.median}, 99% {found.late}"
              f"{', ' + found.trouble if found.trouble else ''}; at most {server.peak_memory / 1e6:.0f} MB")
    server.close()


def tab_memory(browser):
    """Private memory of the largest renderer below this browser, in bytes: that of the page."""
    def children(process):
        for task in pathlib.Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield child
                yield from children(child)

    sizes = []
    for process in children(browser.driver.service.process.pid):
        folder = pathlib.Path(f"/proc/{process}")
        if b"--type=renderer" in (folder / "cmdline").read_bytes():
            text = (folder / "smaps_rollup").read_text()
            sizes.append(sum(int(size) for size in re.findall(r"Private_\w+:\s+(\d+) kB", text)) * 1024)
    return max(sizes)


def long():
    """Ten hours: memory of the server and of the tab, smoothness, and a seek to 9 h."""
    short = make_recording(FOLDER / "farm.raw", "-i", str(FARM), "-f", "u8", "-ar", "16000").read_bytes()
    path = FOLDER / "long.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(16_000)
        for _ in range(36_000 * 16_000 // len(short) + 1):
            file.writeframesraw(short)
    server = Server()
    browser = Browser(keeps_requests=False)
    browser.open(server.url)
    browser.choose(path)
    browser.wait_until_done(3000)
    browser.wait(lambda: browser.fetch(f"/api/v1/jobs/{browser.job()}")["overview"]["isComplete"], 600)
    browser.wait(lambda: browser.text("count") not in ("", "0 sounds"))
    before, began = browser.text("count"), time.monotonic()
    browser.set_slider("threshold", 40)
    browser.wait(lambda: browser.text("count") != before)
    print(f"long: {before}; another threshold is on the page after {time.monotonic() - began:.1f} s ({browser.text('count')})")
    # Zoom in and pan for ten seconds; the longest time between two pictures tells whether it is smooth.
    browser.script("""
      window.gaps = []; let before = performance.now();
      const tick = (now) => { gaps.push(now - before); before = now; window.isOver || requestAnimationFrame(tick); };
      requestAnimationFrame(tick);""")
    for _ in range(12):
        browser.element("zoom-in").click()
    for _ in range(100):
        browser.element("timeline").send_keys("\ue00f")
    gaps = sorted(browser.script("window.isOver = true; return gaps"))
    browser.script("document.getElementById('audio').currentTime = 32400; document.getElementById('audio').play()")
    browser.wait(lambda: browser.player()["time"] > 32400.2)
    browser.command("Performance.enable")
    heap = {m["name"]: m["value"] for m in browser.command("Performance.getMetrics")["metrics"]}["JSHeapUsedSize"]
    print(f"long: server at most {server.peak_memory / 1e6:.0f} MB; script heap of the tab {heap / 1e6:.0f} MB, its process "
          f"{tab_memory(browser) / 1e6:.0f} MB; pictures {gaps[len(gaps) // 2]:.0f} ms apart, at most {gaps[-1]:.0f} ms; plays at 9 h")
    browser.close()
    server.close()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["start", "first", "clients", "load"]:
        {"start": start, "first": first, "clients": clients, "load": load, "long": long}[name]()
