"""The page by keyboard alone, and as a screen reader meets it."""

import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from serving import FARM, PageCase


class AccessTests(PageCase):
    def press(self, *keys):
        # Keys go to whatever has the focus; rows of the list are made anew while it does.
        for key in keys:
            ActionChains(self.browser.driver).send_keys(key).perform()

    def focus(self):
        return self.browser.script("return document.activeElement.id || document.activeElement.className")

    def tab_to(self, name, most=40):
        for _ in range(most):
            if self.focus() == name:
                return
            self.press(Keys.TAB)
        self.fail(f"Tab does not reach {name}; it stops at {self.focus()}")

    def classify_farm(self):
        super().classify_farm()
        self.browser.set_slider("threshold", 10)
        self.browser.wait_until_settled()
        self.assertGreaterEqual(len(self.browser.events()), 3)
        self.browser.wait_until_drawn()

    def test_everything_is_reached_by_tab(self):
        self.tab_to("choose-empty")
        self.classify_farm()
        self.browser.script("document.body.focus(); document.activeElement.blur()")
        for name in ["open-settings", "again", "remove", "play", "zoom-in", "timeline", "threshold",
                     "label-filter", "order", "event"]:
            with self.subTest(name):
                self.tab_to(name) if name != "event" else self.tab_to_event()

    def tab_to_event(self):
        for _ in range(10):
            if self.focus().startswith("event"):
                return
            self.press(Keys.TAB)
        self.fail("Tab does not reach the list")

    def test_the_whole_story_by_keyboard_alone(self):
        browser = self.browser
        # The system's own dialog is not part of the page; that it is asked for is.
        browser.script(
            "document.getElementById('files').addEventListener('click', (event) => { event.preventDefault(); window.asked = true; })")
        self.tab_to("choose-empty")
        self.press(Keys.ENTER)
        self.assertTrue(browser.script("return window.asked"))
        browser.choose(FARM)
        browser.wait_until_done()
        # The button that had the focus is gone; the focus went to what it brought.
        self.assertEqual(self.focus(), "recording-title")
        browser.wait_until_settled()
        browser.wait_until_drawn()
        self.tab_to("threshold")
        self.press(*[Keys.ARROW_LEFT] * 3)
        self.tab_to_event()
        self.press(Keys.ENTER)
        browser.wait(lambda: not browser.player()["paused"])
        browser.script("document.activeElement.blur()")
        self.press(Keys.SPACE)
        browser.wait(lambda: browser.player()["paused"])
        summary = "document.activeElement.matches('#download-menu summary')"
        for _ in range(40):
            if browser.script(f"return {summary}"):
                break
            self.press(Keys.TAB)
        self.press(Keys.ENTER)
        browser.wait(lambda: browser.seen("formats"))
        self.press(Keys.TAB, Keys.ENTER)
        name = browser.fetch("/api/v1/capabilities")["formats"][0]["fileExtension"]
        self.assertTrue(browser.download(f"farm.{name}"))
        self.tab_to("remove")
        self.press(Keys.ENTER)
        browser.wait(lambda: browser.seen("empty"))
        self.assertEqual(self.focus(), "choose-empty")

    def test_dialogs_take_the_focus_and_give_it_back(self):
        self.tab_to("open-settings")
        self.press(Keys.ENTER)
        self.browser.wait(lambda: self.browser.seen("settings"))
        inside = "return document.getElementById('settings').contains(document.activeElement) || document.activeElement === document.body"
        for _ in range(12):
            self.assertTrue(self.browser.script(inside), self.focus())
            self.press(Keys.TAB)
        self.press(Keys.ESCAPE)
        self.browser.wait(lambda: not self.browser.seen("settings"))
        self.assertEqual(self.focus(), "open-settings")

    def test_reduced_motion_is_respected(self):
        self.browser.look(reduced=True)
        moving = self.browser.script(
            "return [...document.querySelectorAll('*')].filter((e) => { const s = getComputedStyle(e);"
            " return parseFloat(s.transitionDuration) > 0 || s.animationName !== 'none'; }).map((e) => e.id || e.tagName)")
        self.assertEqual(moving, [])

    def test_the_list_is_used_by_keys(self):
        self.classify_farm()
        self.browser.script("document.querySelector('.event').focus()")
        self.press(Keys.ARROW_DOWN)
        self.assertEqual(self.browser.script("return document.activeElement.dataset.index"), "1")
        self.press(Keys.ENTER)
        self.browser.wait(lambda: not self.browser.player()["paused"])
        self.assertEqual(self.browser.script("return document.activeElement.dataset.index"), "1")
        self.press(Keys.HOME)
        self.assertEqual(self.browser.script("return document.activeElement.dataset.index"), "0")

    def test_the_timeline_is_a_slider(self):
        self.classify_farm()
        timeline = self.browser.element("timeline")
        timeline.send_keys(Keys.HOME)
        self.browser.wait(lambda: float(timeline.get_attribute("aria-valuenow")) == 0)
        timeline.send_keys(Keys.ARROW_RIGHT)
        self.browser.wait(lambda: 0.4 < float(timeline.get_attribute("aria-valuenow")) < 0.7)
        self.assertRegex(timeline.get_attribute("aria-valuetext"), r"^0:00\.\d\d$")
        timeline.send_keys("+", "+", "-", "0")
        timeline.send_keys(" ")
        self.browser.wait(lambda: not self.browser.player()["paused"])
        timeline.send_keys(" ")
        self.browser.wait(lambda: self.browser.player()["paused"])

    def test_the_menu_opens_and_closes_by_keys(self):
        self.classify_farm()
        summary = self.browser.all("#download-menu summary")[0]
        summary.send_keys(Keys.ENTER)
        self.browser.wait(lambda: self.browser.seen("formats"))
        self.press(Keys.TAB, Keys.ESCAPE)
        self.browser.wait(lambda: not self.browser.seen("formats"))
        self.assertTrue(self.browser.script("return document.activeElement.matches('#download-menu summary')"))

    def tree(self):
        return [node for node in self.browser.command("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]

    def names(self, role):
        return [node["name"]["value"] for node in self.tree() if node["role"]["value"] == role]

    def test_everything_that_works_has_a_name(self):
        self.classify_farm()
        for node in self.tree():
            role = node["role"]["value"]
            if role in ("button", "slider", "combobox", "checkbox", "link", "progressbar", "navigation", "region"):
                with self.subTest(role):
                    self.assertTrue(node["name"]["value"].strip(), node)
        self.assertIn("Position in the recording", self.names("slider"))
        self.assertEqual(self.names("heading")[0], "Sound Analysis")
        self.assertIn("Sounds", self.names("heading"))

    def test_progress_and_results_are_announced(self):
        self.browser.script(
            "window.said = []; new MutationObserver(() => said.push(document.getElementById('status').textContent))"
            ".observe(document.getElementById('status'), {childList: true, characterData: true, subtree: true})")
        self.classify_farm()
        said = self.browser.script("return said")
        self.assertTrue(any(text.startswith("Uploading") for text in said), said)
        self.assertIn("farm.wav is classified", said)
        self.assertEqual(self.browser.element("status").get_attribute("aria-live"), "polite")
        self.assertEqual(self.browser.element("trouble").get_attribute("role"), "alert")

    def test_a_phone_needs_no_sideways_scrolling(self):
        wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        self.browser.look(width=390, height=844)
        self.assertLessEqual(self.browser.script(wide), 0)
        self.classify_farm()
        self.assertLessEqual(self.browser.script(wide), 0)
        self.browser.element("open-settings").click()
        self.browser.wait(lambda: self.browser.seen("settings"))
        self.assertLessEqual(self.browser.script(wide), 0)

    def test_text_stands_out_in_both_colour_schemes(self):
        # WCAG 2.2, 1.4.3: 4.5 to 1 between text and ground.
        measure = """
          const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
            return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
          const ground = (e) => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor);
            if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
          return [...document.querySelectorAll('h1, h2, h3, p, span, button, label, output, summary')]
            .filter((e) => e.offsetParent && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
            .map((e) => { const a = light(numbers(getComputedStyle(e).color)), b = light(ground(e));
              return [e.textContent.trim().slice(0, 40), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]; })
            .filter(([, contrast]) => contrast < 4.5);
        """
        for dark in (False, True):
            self.browser.look(dark=dark)
            self.assertEqual(self.browser.script(measure), [])
        self.classify_farm()
        for dark in (False, True):
            self.browser.look(dark=dark)
            self.assertEqual(self.browser.script(measure), [])


if __name__ == "__main__":
    unittest.main()
