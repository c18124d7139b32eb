"""A running server and a browser, for the tests beside this file."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("SOUNDANALYSIS", str(ROOT / ".build/debug/soundanalysis"))
FARM = ROOT / ".build/demo/farm.wav"

# What is heard when on the farm: each animal has four seconds, its call first.
ANIMALS = [
    (0, {"cow_moo"}), (4, {"dog", "dog_bark", "dog_bow_wow"}), (8, {"sheep_bleat"}),
    (12, {"horse_neigh"}), (16, {"rooster_crow", "chicken", "chicken_cluck"}),
    (20, {"duck_quack"}), (24, {"chicken", "chicken_cluck"}),
]


class Server:
    """`soundanalysis serve` on a free port, with a folder of its own for temporary files."""

    def __init__(self, *options, port=0, folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix="soundanalysis-browser-")
        self.log = tempfile.TemporaryFile("w+")
        began = time.monotonic()
        self.process = subprocess.Popen(
            [TOOL, "serve", "--port", str(port), *options],
            stderr=self.log, env={**os.environ, "TMPDIR": self.folder})
        self.url = self._address()
        self.start_seconds = time.monotonic() - began

    def _address(self):
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            self.log.seek(0)
            found = re.search(r"open (http://\S+)", self.log.read())
            if found:
                return found.group(1)
            if self.process.poll() is not None:
                break
            time.sleep(0.005)
        self.log.seek(0)
        raise RuntimeError(f"the server did not start: {self.log.read()}")

    @property
    def port(self):
        return int(re.search(r":(\d+)/", self.url).group(1))

    @property
    def memory(self):
        """Resident memory in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) * 1024

    @property
    def peak_memory(self):
        """The most resident memory so far, in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) * 1024

    def files(self):
        """Everything in the temporary folder."""
        return [path for path in pathlib.Path(self.folder).rglob("*") if path.is_file()]

    def kill(self):
        """Ends it as the system would in need."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ends it politely; gives the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=30)
        self.log.close()
        return status

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Browser:
    """Headless Chromium."""

    def __init__(self, width=1360, height=900, dark=False, reduced=False):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--autoplay-policy=no-user-gesture-required", "--hide-scrollbars",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(30)
        self.downloads = tempfile.mkdtemp(prefix="soundanalysis-downloads-")
        self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"},
        ])

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def open(self, url):
        self.driver.get(url)
        self.wait(lambda: self.script("return document.documentElement.dataset.ready") or self.seen("login"))

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def element(self, name):
        return self.driver.find_element(By.ID, name)

    def seen(self, name):
        return self.element(name).is_displayed()

    def text(self, name):
        return self.element(name).text

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition, seconds=60):
        return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: condition())

    def choose(self, *paths):
        self.element("files").send_keys("\n".join(str(path) for path in paths))

    def wait_until_done(self, seconds=120):
        self.wait(lambda: self.seen("recording") and not self.seen("work"), seconds)

    def events(self):
        """The rows of the list as they are drawn: label and facts."""
        return self.script(
            "return [...document.querySelectorAll('.event')].map((row) =>"
            " [row.querySelector('.label').textContent, row.querySelector('.facts').textContent])")

    def player(self):
        return self.script(
            "const a = document.getElementById('audio'); return {time: a.currentTime, paused: a.paused, error: a.error?.code ?? null}")

    def complaints(self):
        """What the browser complained of since the last call, without refused requests."""
        return [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def picture(self, path):
        self.driver.save_screenshot(str(path))

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.downloads, ignore_errors=True)


def make_recording(path, *arguments):
    """Has ffmpeg make a file."""
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *arguments, str(path)], check=True)
    return path
