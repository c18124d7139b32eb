"""A running server and a browser, for the tests beside this file."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request
import wave

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("SOUNDANALYSIS", str(ROOT / ".build/debug/soundanalysis"))
FARM = ROOT / ".build/demo/farm.wav"

# Where a picture of the page is left when a test fails.
PICTURES = ROOT / ".build/browser-failures"

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

    def open_files(self):
        """The number of open files and connections."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def files(self):
        """Everything in the temporary folder."""
        return [path for path in pathlib.Path(self.folder).rglob("*") if path.is_file()]

    def kill(self):
        """Ends it as the system would in need."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def stop(self):
        """Ends it politely; gives the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=60)
        self.log.close()
        return status

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Browser:
    """Headless Chromium.

    `keeps_requests`: whether it logs what the page asks for, for which it keeps every answer in the memory of the tab.
    """

    def __init__(self, width=1360, height=900, dark=False, reduced=False, keeps_requests=True):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--autoplay-policy=no-user-gesture-required", "--hide-scrollbars",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
        ):
            options.add_argument(argument)
        self.logs = ["browser", "performance"] if keeps_requests else ["browser"]
        options.set_capability("goog:loggingPrefs", dict.fromkeys(self.logs, "ALL"))
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(60)
        self.downloads = pathlib.Path(tempfile.mkdtemp(prefix="soundanalysis-downloads-"))
        self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))
        self.look(width, height, dark, reduced)

    def look(self, width=1360, height=900, dark=False, reduced=False):
        """Gives the page another size or colour scheme."""
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
        self.wait_until_ready()

    def open_afresh(self, url):
        """Opens a page as a visitor who was never here before."""
        first, *others = self.driver.window_handles
        for other in others:
            self.driver.switch_to.window(other)
            self.driver.close()
        self.driver.switch_to.window(first)
        self.driver.get("about:blank")
        self.command("Network.clearBrowserCookies")
        origin = url.split("#")[0].rstrip("/")
        self.command("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        self.look()
        for path in self.downloads.iterdir():
            path.unlink()
        for name in self.logs:
            self.driver.get_log(name)
        self.open(url)

    def reload(self):
        self.driver.refresh()
        self.wait_until_ready()

    def new_tab(self, url):
        """Opens a second tab and goes there; gives the name of the first."""
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.open(url)
        return first

    def wait_until_ready(self):
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

    def wait(self, condition, seconds=90):
        """Waits for a state; rows of the list may be made anew while one looks."""
        return WebDriverWait(
            self.driver, seconds, poll_frequency=0.05,
            ignored_exceptions=[StaleElementReferenceException, NoSuchElementException],
        ).until(lambda _: condition())

    def choose(self, *paths):
        self.element("files").send_keys("\n".join(str(path) for path in paths))

    def drop(self, *paths):
        """Drops files on the middle of the page, as the system would."""
        for kind in ("dragEnter", "dragOver", "drop"):
            self.command(
                "Input.dispatchDragEvent", type=kind, x=600, y=400,
                data={"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1})

    def job(self):
        """The id of the job on the page."""
        return self.wait(lambda: re.search(r"job=(\w+)", self.driver.current_url)).group(1)

    def wait_until_done(self, seconds=180):
        self.wait(lambda: self.seen("recording") and not self.seen("work") and "job=" in self.driver.current_url, seconds)

    def wait_until_settled(self):
        """Waits for the events of the whole recording, cut as the settings say."""
        self.wait_until_done()
        self.wait(lambda: self.element("sounds").get_attribute("aria-busy") == "false")

    def wait_until_drawn(self):
        """Waits for the end of the pictures, after which a recording can be played in any case."""
        self.wait(lambda: self.fetch(f"/api/v1/jobs/{self.job()}")["overview"]["isComplete"])
        self.wait(lambda: not self.script("return document.getElementById('play').disabled"))

    def set_slider(self, name, value):
        self.script(
            "const s = document.getElementById(arguments[0]); s.value = arguments[1];"
            "s.dispatchEvent(new Event('input'))", name, value)

    def select(self, name, index):
        """Picks an option; the options may be made anew while one looks."""
        self.script(
            "const s = document.getElementById(arguments[0]); s.selectedIndex = arguments[1];"
            "s.dispatchEvent(new Event('change'))", name, index)

    def set_window(self, seconds):
        """Sets the window for recordings that are classified from now on."""
        self.element("open-settings").click()
        self.wait(lambda: self.all("#model option"))
        self.set_slider("window", seconds)
        self.element("close-settings").click()

    def events(self):
        """The rows of the list as they are drawn: label and facts."""
        return self.script(
            "return [...document.querySelectorAll('.event')].map((row) =>"
            " [row.querySelector('.label').textContent, row.querySelector('.facts').textContent])")

    def fetch(self, path):
        """What the server says to the page, as JSON."""
        return self.driver.execute_async_script(
            "const done = arguments[1]; fetch(arguments[0]).then((r) => r.json()).then(done)", path)

    def player(self):
        return self.script(
            "const a = document.getElementById('audio'); return {time: a.currentTime, paused: a.paused, error: a.error?.code ?? null}")

    def download(self, name):
        """The bytes of a file that the page saves, once it is there as a whole."""
        path = self.downloads / name
        self.wait(lambda: path.exists() and not list(self.downloads.glob("*.crdownload")))
        return path.read_bytes()

    def complaints(self):
        """What the browser complained of since the last call."""
        return [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def picture(self, path):
        self.driver.save_screenshot(str(path))

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.downloads, ignore_errors=True)


class PageCase(unittest.TestCase):
    """Tests of the page: one server and one browser for all of a class, every test a new visitor."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="soundanalysis-inputs-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.server = Server(*cls.options)
        cls.addClassCleanup(lambda: cls.server.close())
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        if self.server.process.poll() is not None:
            type(self).server = Server(*self.options)
        self.browser.open_afresh(self.server.url)

    def run(self, result=None):
        troubles = len(result.failures) + len(result.errors) if result else 0
        outcome = super().run(result)
        if result and len(result.failures) + len(result.errors) > troubles:
            PICTURES.mkdir(parents=True, exist_ok=True)
            self.browser.picture(PICTURES / f"{self.id()}.png")
        return outcome

    def restart(self, *options, **place):
        """Gives the class another server; the old one must have ended."""
        type(self).server = Server(*options, **place)

    def classify_farm(self):
        self.browser.choose(FARM)
        self.browser.wait_until_settled()


def ask(url, data=None, headers=None, method=None):
    """Asks once; gives status, header fields and body, whatever the status is."""
    request = urllib.request.Request(url, data=data, headers=headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def noise(path, seconds, rate=8000):
    """A recording of noise that takes a while to classify and little to make."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(rate)
        file.writeframes(os.urandom(seconds * rate))
    return path


def make_recording(path, *arguments):
    """Has ffmpeg make a file."""
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *arguments, str(path)], check=True)
    return path
