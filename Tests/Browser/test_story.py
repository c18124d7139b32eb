"""What a person does on the page, from the first look to the download."""

import csv
import io
import json
import re
import subprocess
import unittest

from selenium.webdriver.common.action_chains import ActionChains

from serving import ANIMALS, FARM, TOOL, PageCase, noise


class StoryTests(PageCase):
    def test_the_first_look_says_what_to_do(self):
        browser = self.browser
        self.assertTrue(browser.seen("empty"))
        self.assertEqual(browser.text("empty-title"), "No Sound Classified")
        self.assertIn("Choose a recording", browser.text("empty"))
        self.assertFalse(browser.seen("recording"))
        self.assertEqual(browser.complaints(), [])

    def test_a_dropped_recording_is_classified_seen_and_heard(self):
        browser = self.browser
        browser.script(
            "window.seen = new Set(); new MutationObserver(() => {"
            "  if (!document.getElementById('work').hidden) for (const id of ['work-title', 'work-left'])"
            "    seen.add(document.getElementById(id).textContent);"
            "}).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true})")
        browser.drop(FARM)
        browser.wait_until_done()
        seen = browser.script("return [...seen]")
        self.assertIn("Classifying sound…", seen)
        self.assertTrue(any(re.match(r"\d+%", text) for text in seen), seen)
        self.assertEqual(browser.text("recording-title"), "farm.wav")
        self.assertIn("44.1 kHz mono", browser.text("recording-facts"))

        browser.set_slider("threshold", 15)
        browser.wait_until_settled()
        self.assertGreaterEqual(len(browser.events()), 5)
        browser.wait_until_drawn()
        self.check_animals()
        self.check_pictures()
        self.check_playing()
        self.check_here()
        self.assertEqual(browser.complaints(), [])

    def check_animals(self):
        heard = self.browser.fetch(f"/api/v1/jobs/{self.browser.job()}/results?threshold=0.15")["recordings"][0]["events"]
        right = [start for start, names in ANIMALS if any(
            event["label"] in names and event["start"] < start + 4 and event["end"] > start for event in heard)]
        self.assertGreaterEqual(len(right), 4, f"heard {[(e['label'], e['start'], e['peak']) for e in heard]}")

    def check_pictures(self):
        browser = self.browser
        browser.wait(lambda: browser.script(
            "const c = document.getElementById('wave'); const x = (seconds) => Math.round(seconds / 28 * c.width);"
            "const ink = (from, to) => c.getContext('2d').getImageData(x(from), 20, x(to) - x(from), 1).data.some((v) => v > 0);"
            # A cow at the beginning, quiet, a duck near the end.
            "return ink(0, 2) && !ink(2.5, 3.5) && ink(20, 23)"))
        browser.wait(lambda: browser.script(
            "const c = document.getElementById('spectrum'); const d = c.getContext('2d').getImageData(0, c.height / 2, c.width, 1).data;"
            "const s = new Set(); for (let i = 0; i < d.length; i += 4) s.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return s.size") > 20)

    def check_playing(self):
        browser = self.browser
        row = browser.all(".event")[2]
        label = row.find_element("css selector", ".label").text
        place = float(re.search(r"at ([\d.]+) s", row.text).group(1))
        # Every time at which it played, so that a slow look misses nothing.
        browser.script(
            "window.played = []; const a = document.getElementById('audio');"
            "for (const name of ['playing', 'timeupdate']) a.addEventListener(name, () => a.paused || played.push(a.currentTime))")
        row.click()
        browser.wait(lambda: browser.script("return played.length > 1 && played.at(-1) > played[0] + 0.2"))
        self.assertAlmostEqual(browser.script("return played[0]"), place, delta=0.3)
        self.assertIn(label, browser.script("return document.getElementById('status').textContent"))
        browser.element("play").click()
        browser.wait(lambda: browser.player()["paused"])

    def check_here(self):
        browser = self.browser
        ActionChains(browser.driver).move_to_element(browser.element("wave")).perform()
        # The middle of 28 s.
        browser.wait(lambda: re.match(r"0:1[345]\.\d – 0:1[345]\.\d", browser.text("here-time")))
        shares = browser.script("return [...document.querySelectorAll('#here .value')].map((v) => parseFloat(v.textContent))")
        self.assertEqual(len(shares), 6)
        self.assertEqual(shares, sorted(shares, reverse=True))

    def test_an_event_is_played_from_its_lane(self):
        browser = self.browser
        self.classify_farm()
        browser.wait_until_drawn()
        event = browser.fetch(f"/api/v1/jobs/{browser.job()}/results")["recordings"][0]["events"][0]
        # A label's lane may be any; the events of one lane do not overlap, so try each.
        lanes = browser.element("lanes")
        width, height = lanes.size["width"], lanes.size["height"]
        x = (event["start"] + event["end"]) / 2 / 28 * width - width / 2
        for row in range(int(height / 28) + 1):
            ActionChains(browser.driver).move_to_element_with_offset(
                lanes, int(x), min(int(height / 2) - 2, row * 28 + 14 - int(height / 2))).click().perform()
            if browser.script("return document.querySelector('.event.current') !== null"):
                break
        browser.wait(lambda: not browser.player()["paused"])
        self.assertTrue(browser.script("return document.querySelector('.event.current') !== null"))

    def test_the_list_is_sorted_filtered_and_cut_anew(self):
        browser = self.browser
        self.classify_farm()
        browser.set_slider("threshold", 10)
        browser.wait_until_settled()
        self.assertGreaterEqual(len(browser.events()), 5)
        times = [self.seconds(facts) for _, facts in browser.events()]
        self.assertEqual(times, sorted(times))
        browser.select("order", 1)
        shares = [float(facts.split("%")[0]) for _, facts in browser.events()]
        self.assertEqual(shares, sorted(shares, reverse=True))

        browser.select("label-filter", 1)
        chosen = browser.script("return document.getElementById('label-filter').selectedOptions[0].text")
        self.assertTrue(browser.events())
        self.assertTrue(all(name in chosen for name, _ in browser.events()))
        browser.select("label-filter", 0)

        browser.set_slider("threshold", 70)
        browser.wait_until_settled()
        self.assertTrue(browser.events())
        self.assertTrue(all(float(facts.split("%")[0]) >= 70 for _, facts in browser.events()))
        browser.set_slider("threshold", 99)
        browser.wait(lambda: browser.seen("nothing"))
        self.assertIn("Lower the confidence", browser.text("nothing"))

    @staticmethod
    def seconds(facts):
        place = facts.split(" at ")[1]
        if place.endswith(" s"):
            return float(place[:-2])
        minutes, seconds = place.split(":")
        return 60 * int(minutes) + float(seconds)

    def test_a_label_has_a_confidence_of_its_own(self):
        browser = self.browser
        self.classify_farm()
        browser.set_slider("threshold", 10)
        browser.wait_until_settled()
        self.assertGreaterEqual(len(browser.events()), 5)
        count = int(browser.text("count").split()[0])
        browser.select("label-filter", 1)
        own = int(browser.text("count").split()[0])
        self.assertGreater(own, 0)
        browser.element("own-threshold").click()
        browser.set_slider("threshold", 99)
        browser.wait(lambda: browser.seen("nothing"))
        browser.select("label-filter", 0)
        browser.wait(lambda: browser.text("count") == f"{count - own} sounds")
        # It is kept for the next visit.
        browser.reload()
        browser.wait(lambda: browser.seen("recording") and browser.text("count") == f"{count - own} sounds")

    def command_line(self, *options):
        return subprocess.run(
            [TOOL, "classify", "--events", *options, FARM.name], cwd=FARM.parent, capture_output=True, check=True).stdout

    def test_every_format_is_what_the_command_line_writes(self):
        browser = self.browser
        self.classify_farm()
        formats = browser.script(
            "return [...document.querySelectorAll('#formats button')].map((b) => b.dataset.format)")
        extensions = {item["name"]: item["fileExtension"] for item in browser.fetch("/api/v1/capabilities")["formats"]}
        self.assertEqual(set(formats), {
            "text", "json", "jsonl", "csv", "tsv", "audacity", "raven", "srt", "vtt", "rttm", "textgrid"})
        for name in formats:
            with self.subTest(name):
                browser.element("download-menu").click()
                browser.wait(lambda: browser.seen("formats"))
                browser.script("document.querySelector(`#formats [data-format=${arguments[0]}]`).click()", name)
                data = browser.download(f"farm.{extensions[name]}")
                self.assertTrue(data)
                self.assertEqual(data, self.command_line("--format", name))
                (browser.downloads / f"farm.{extensions[name]}").unlink()

    def test_thresholds_are_saved_as_a_profile_that_the_command_line_reads(self):
        browser = self.browser
        self.classify_farm()
        browser.set_slider("threshold", 37)
        browser.element("open-settings").click()
        browser.wait(lambda: browser.seen("save-profile"))
        browser.element("save-profile").click()
        profile = json.loads(browser.download("profile.json"))
        usual = browser.fetch("/api/v1/capabilities")["events"]
        self.assertEqual(profile["open"], 0.37)
        self.assertAlmostEqual(profile["close"], 0.37 * usual["close"] / usual["open"], delta=0.001)
        browser.element("close-settings").click()
        browser.wait(lambda: not browser.seen("settings"))
        browser.element("download-menu").click()
        browser.script("document.querySelector('#formats [data-format=csv]').click()")
        rows = browser.download("farm.csv")
        self.assertEqual(rows, self.command_line("--format", "csv", "--profile", str(browser.downloads / "profile.json")))
        self.assertGreater(len(list(csv.DictReader(io.StringIO(rows.decode())))), 3)

    def test_settings_hold_for_what_comes_and_for_the_next_visit(self):
        browser = self.browser
        usual = browser.fetch("/api/v1/models")["models"][0]["windows"]["preferred"]
        self.classify_farm()
        self.assertIn(f"window {usual:g} s", browser.text("recording-facts"))
        browser.set_window(2)
        browser.reload()
        browser.wait(lambda: browser.seen("recording"))
        browser.wait_until_done()
        browser.element("again").click()
        browser.wait(lambda: len(browser.all("#recordings li")) == 2)
        browser.wait(lambda: "window 2 s" in browser.text("recording-facts"))
        browser.wait_until_done()
        browser.element("open-settings").click()
        browser.wait(lambda: browser.text("window-text") == "2.00 s")

    def test_a_model_of_ones_own_is_used_and_deleted(self):
        browser = self.browser
        model = FARM.parents[2] / "Sources/SoundAnalysis/Resources/SoundClassifierVersion1.mlmodel"
        browser.element("open-settings").click()
        browser.wait(lambda: browser.all("#model option"))
        browser.element("model-file").send_keys(str(model))
        browser.wait(lambda: browser.text("settings-note") == "Added SoundClassifierVersion1.")
        browser.element("close-settings").click()
        self.classify_farm()
        self.assertIn("SoundClassifierVersion1", browser.text("recording-facts"))
        browser.element("open-settings").click()
        browser.wait(lambda: browser.element("delete-model").is_enabled())
        browser.element("delete-model").click()
        browser.wait(lambda: len(browser.all("#model option")) == 1)
        text = self.folder / "text.mlmodel"
        text.write_text("no model")
        browser.element("model-file").send_keys(str(text))
        browser.wait(lambda: "The model cannot be used" in browser.text("settings-note"))

    def test_several_files_and_one_is_cancelled(self):
        browser = self.browser
        browser.choose(FARM, noise(self.folder / "long.wav", 3600))
        browser.wait(lambda: browser.seen("shelf") and len(browser.all("#recordings li")) == 2)
        browser.all("#recordings button")[1].click()
        browser.wait(lambda: browser.text("recording-title") == "long.wav" and browser.text("work-title") == "Classifying sound…")
        job = browser.job()
        browser.element("cancel").click()
        browser.wait(lambda: not browser.seen("shelf"))
        browser.wait(lambda: browser.text("recording-title") == "farm.wav")
        browser.wait_until_done()
        self.assertFalse(browser.seen("trouble"))
        self.assertEqual(browser.fetch(f"/api/v1/jobs/{job}")["status"], 404)

    def test_zooming_moves_the_view(self):
        browser = self.browser
        self.classify_farm()
        browser.wait_until_drawn()

        def view():
            """Where the frame in the small picture begins and ends, as shares of its width."""
            return browser.script(
                "const c = document.getElementById('overview'), d = c.getContext('2d').getImageData(0, 1, c.width, 1).data;"
                "const ink = [...Array(c.width).keys()].filter((x) => d[4 * x + 3] > 200);"
                "return [ink[0] / c.width, (ink.at(-1) + 1) / c.width]")

        def near(start, end):
            return all(abs(a - b) < 0.02 for a, b in zip(view(), (start, end)))

        wheel = (
            "document.getElementById('timeline').dispatchEvent(new WheelEvent('wheel',"
            " {deltaX: arguments[0], deltaY: arguments[1], clientX: 600, bubbles: true, cancelable: true}))")
        browser.wait(lambda: near(0, 1))
        browser.element("zoom-in").click()
        browser.element("zoom-in").click()
        browser.wait(lambda: near(0, 0.25))
        width = browser.element("timeline").size["width"]
        browser.script(wheel, width, 0)
        browser.wait(lambda: near(0.25, 0.5))
        browser.script(wheel, 0, 300)
        browser.wait(lambda: view()[1] - view()[0] > 0.4)
        browser.element("zoom-all").click()
        browser.wait(lambda: near(0, 1))
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
        foreign = [u for u in urls if not u.startswith((self.server.url, "blob:", "data:", "about:", "chrome"))]
        self.assertEqual(foreign, [])


if __name__ == "__main__":
    unittest.main()
