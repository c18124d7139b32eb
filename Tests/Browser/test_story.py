"""What a person does on the page, from the first look to the download."""

import csv
import json
import pathlib
import re
import tempfile
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.ui import Select

from serving import ANIMALS, FARM, Browser, Server, make_recording


class StoryTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="soundanalysis-inputs-"))

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def setUp(self):
        self.browser = Browser()
        self.browser.open(self.server.url)

    def tearDown(self):
        self.browser.close()

    def classify_farm(self):
        self.browser.choose(FARM)
        self.browser.wait_until_done()
        self.browser.wait(lambda: self.browser.events())

    def set_slider(self, name, value):
        self.browser.script(
            "const s = document.getElementById(arguments[0]); s.value = arguments[1];"
            "s.dispatchEvent(new Event('input'))", name, value)

    def test_the_first_look_says_what_to_do(self):
        self.assertTrue(self.browser.seen("empty"))
        self.assertEqual(self.browser.text("empty-title"), "No Sound Classified")
        self.assertIn("Choose a recording", self.browser.text("empty"))
        self.assertFalse(self.browser.seen("recording"))

    def test_a_recording_is_classified_seen_and_heard(self):
        browser = self.browser
        browser.script(
            "window.seen = new Set(); new MutationObserver(() => {"
            "  if (!document.getElementById('work').hidden) seen.add(document.getElementById('work-title').textContent);"
            "}).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true})")
        # The usual window is three seconds; the animals are shorter.
        self.set_window(1)
        self.classify_farm()
        self.assertIn("Classifying sound…", browser.script("return [...seen]"))
        self.assertEqual(browser.text("recording-title"), "farm.wav")
        self.assertIn("44.1 kHz mono", browser.text("recording-facts"))

        self.set_slider("threshold", 15)
        browser.wait(lambda: len(browser.events()) >= 5)
        self.check_animals()
        self.check_pictures()
        self.check_playing()
        self.check_here()
        self.assertEqual(browser.complaints(), [])

    def set_window(self, seconds):
        self.browser.element("open-settings").click()
        self.browser.wait(lambda: self.browser.all("#model option"))
        self.set_slider("window", seconds)
        self.browser.element("close-settings").click()

    def job(self):
        return re.search(r"job=(\w+)", self.browser.driver.current_url).group(1)

    def check_animals(self):
        heard = self.browser.driver.execute_async_script(
            "const done = arguments[1]; fetch(`/api/v1/jobs/${arguments[0]}/results?threshold=0.15`)"
            ".then((r) => r.json()).then((v) => done(v.recordings[0].events))", self.job())
        right = [start for start, names in ANIMALS if any(
            event["label"] in names and event["start"] < start + 4 and event["end"] > start for event in heard)]
        self.assertGreaterEqual(len(right), 4, f"heard {[(e['label'], e['start'], e['peak']) for e in heard]}")

    def check_pictures(self):
        self.browser.wait(lambda: self.browser.script(
            "const c = document.getElementById('wave'); const d = c.getContext('2d').getImageData(0, 10, c.width, 1).data;"
            "return d.some((v) => v > 0)"))
        colours = self.browser.script(
            "const c = document.getElementById('spectrum'); const d = c.getContext('2d').getImageData(0, c.height / 2, c.width, 1).data;"
            "const s = new Set(); for (let i = 0; i < d.length; i += 4) s.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return s.size")
        self.assertGreater(colours, 20)

    def check_playing(self):
        browser = self.browser
        row = browser.all(".event")[2]
        label = row.find_element("css selector", ".label").text
        place = float(re.search(r"at ([\d.]+) s", row.text).group(1))
        row.click()
        browser.wait(lambda: not browser.player()["paused"] and browser.player()["time"] > place)
        self.assertLess(browser.player()["time"], place + 3)
        self.assertIn(label, browser.text("status") or browser.script("return document.getElementById('status').textContent"))
        before = browser.player()["time"]
        browser.wait(lambda: browser.player()["time"] > before + 0.2)
        browser.element("play").click()
        browser.wait(lambda: browser.player()["paused"])

    def check_here(self):
        browser = self.browser
        wave = browser.element("wave")
        ActionChains(browser.driver).move_to_element(wave).perform()
        browser.wait(lambda: len(browser.all("#here li")) == 6)
        shares = [float(v.text.rstrip("%")) for v in browser.all("#here .value")]
        self.assertEqual(shares, sorted(shares, reverse=True))
        # The middle of 28 s.
        self.assertRegex(browser.text("here-time"), r"0:1[345]\.\d – 0:1[345]\.\d")

    def test_the_list_is_sorted_filtered_and_cut_anew(self):
        browser = self.browser
        self.set_window(1)
        self.classify_farm()
        self.set_slider("threshold", 10)
        browser.wait(lambda: len(browser.events()) >= 5)
        rows = browser.events()
        times = [self.seconds(facts) for _, facts in rows]
        self.assertEqual(times, sorted(times))
        Select(browser.element("order")).select_by_value("confidence")
        shares = [float(facts.split("%")[0]) for _, facts in browser.events()]
        self.assertEqual(shares, sorted(shares, reverse=True))

        label = browser.events()[0][0]
        Select(browser.element("label-filter")).select_by_index(1)
        chosen = Select(browser.element("label-filter")).first_selected_option.text
        self.assertTrue(all(name in chosen for name, _ in browser.events()))
        Select(browser.element("label-filter")).select_by_value("")

        count = len(browser.events())
        self.set_slider("threshold", 80)
        browser.wait(lambda: len(browser.events()) < count)
        self.assertTrue(all(float(facts.split("%")[0]) >= 80 for _, facts in browser.events()))
        self.set_slider("threshold", 99)
        browser.wait(lambda: browser.seen("nothing") or len(browser.events()) < count)
        self.assertTrue(label)

    @staticmethod
    def seconds(facts):
        place = facts.split(" at ")[1]
        if place.endswith(" s"):
            return float(place[:-2])
        minutes, seconds = place.split(":")
        return 60 * int(minutes) + float(seconds)

    def test_every_format_is_downloaded(self):
        browser = self.browser
        self.classify_farm()
        formats = browser.script("return [...document.querySelectorAll('#formats button')].map((b) => b.dataset.format)")
        self.assertEqual(set(formats), {
            "text", "json", "jsonl", "csv", "tsv", "audacity", "raven", "srt", "vtt", "rttm", "textgrid"})
        names = {"csv": "farm.csv", "json": "farm.json", "vtt": "farm.vtt"}
        for name, file in names.items():
            browser.element("download-menu").click()
            browser.script("document.querySelector(`#formats [data-format=${arguments[0]}]`).click()", name)
            path = pathlib.Path(browser.downloads) / file
            browser.wait(path.exists)
            time.sleep(0.1)
        rows = list(csv.DictReader((pathlib.Path(browser.downloads) / "farm.csv").read_text().splitlines()))
        self.assertEqual(len(rows), len(json.loads(
            (pathlib.Path(browser.downloads) / "farm.json").read_text())["recordings"][0]["events"]))
        self.assertTrue(all(row["file"] == "farm.wav" for row in rows))
        self.assertTrue((pathlib.Path(browser.downloads) / "farm.vtt").read_text().startswith("WEBVTT"))

    def test_thresholds_are_saved_as_a_profile(self):
        browser = self.browser
        self.classify_farm()
        self.set_slider("threshold", 37)
        browser.element("open-settings").click()
        browser.wait(lambda: browser.seen("save-profile"))
        browser.element("save-profile").click()
        path = pathlib.Path(browser.downloads) / "profile.json"
        browser.wait(path.exists)
        time.sleep(0.1)
        self.assertEqual(json.loads(path.read_text()), {"open": 0.37, "close": 0.222, "labels": {}})

    def test_several_files_and_one_is_cancelled(self):
        browser = self.browser
        long = make_recording(
            self.folder / "long.mp3", "-f", "lavfi", "-i", "anoisesrc=r=44100:a=0.1:d=1500", "-b:a", "64k")
        browser.choose(FARM, long)
        browser.wait(lambda: browser.seen("shelf") and len(browser.all("#recordings li")) == 2)
        browser.all("#recordings button")[1].click()
        browser.wait(lambda: browser.text("recording-title") == "long.mp3" and browser.seen("cancel"))
        browser.element("cancel").click()
        browser.wait(lambda: not browser.seen("shelf"))
        browser.wait(lambda: browser.text("recording-title") == "farm.wav")
        browser.wait_until_done()
        self.assertFalse(browser.seen("trouble"))

    def test_zooming_moves_the_view(self):
        browser = self.browser
        self.classify_farm()
        ruler = "const c = document.getElementById('overview'); return c.toDataURL().length"
        before = browser.script(ruler)
        browser.element("zoom-in").click()
        browser.element("zoom-in").click()
        browser.wait(lambda: browser.script(ruler) != before)
        browser.script(
            "document.getElementById('timeline').dispatchEvent(new WheelEvent('wheel', {deltaY: -200, clientX: 600, bubbles: true, cancelable: true}))")
        browser.element("zoom-all").click()
        time.sleep(0.2)
        self.assertEqual(browser.complaints(), [])

    def test_no_request_leaves_the_origin(self):
        browser = self.browser
        self.classify_farm()
        browser.all(".event")[0].click()
        browser.wait(lambda: not browser.player()["paused"])
        urls = set()
        for entry in browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                urls.add(message["params"]["request"]["url"])
        self.assertGreater(len(urls), 20)
        foreign = [u for u in urls if not u.startswith((self.server.url, "blob:", "data:"))]
        self.assertEqual(foreign, [])


if __name__ == "__main__":
    unittest.main()
