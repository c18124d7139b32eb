"""What the page says when things go wrong, and what survives."""

import unittest

from serving import FARM, PageCase, ask, make_recording, noise


class TroubleTests(PageCase):
    # One recording at a time, so that others wait.
    options = ("--jobs", "1")

    def trouble(self, path):
        self.browser.choose(path)
        self.browser.wait(lambda: self.browser.seen("trouble"))
        return self.browser.text("trouble")

    def test_files_that_cannot_be_read(self):
        text = self.folder / "text.wav"
        text.write_text("this is no sound\n" * 100)
        empty = self.folder / "empty.wav"
        empty.write_bytes(b"")
        header = self.folder / "header.wav"
        header.write_bytes(FARM.read_bytes()[:44])
        mute = make_recording(self.folder / "mute.mp4", "-f", "lavfi", "-i", "testsrc=d=1")
        short = make_recording(self.folder / "short.wav", "-f", "lavfi", "-i", "sine=d=0.1")
        for path, words in [
            (text, "Not an audio file"), (empty, "empty"), (header, "damaged"), (mute, "no audio"),
            (short, "too short"),
        ]:
            with self.subTest(path.name):
                message = self.trouble(path)
                self.assertIn(words.lower(), message.lower())
                self.assertNotIn(self.server.folder, message)
                self.browser.element("remove").click()
                self.browser.wait(lambda: self.browser.seen("empty"))

    def test_a_recording_that_ends_early_shows_what_there_is(self):
        whole = FARM.read_bytes()
        cut = self.folder / "cut.wav"
        cut.write_bytes(whole[:len(whole) // 2])
        self.assertIn("ends early", self.trouble(cut))
        self.browser.wait_until_settled()
        self.assertIn("What was heard until then is shown", self.browser.text("trouble"))
        self.assertTrue(self.browser.events())

    def test_what_is_odd_about_a_recording_is_told(self):
        # Half a minute of sound that the header does not declare.
        more = self.folder / "more.wav"
        more.write_bytes(FARM.read_bytes() + bytes(44_100 * 2 * 30))
        self.browser.choose(more)
        self.browser.wait_until_done()
        self.browser.wait(lambda: self.browser.seen("notes"))
        self.assertIn("after the end that the header declares", self.browser.text("notes"))
        self.assertFalse(self.browser.seen("trouble"))

    def test_awkward_names_are_shown_as_they_are(self):
        name = "-rf $(touch pwn) <b>ünï< & 'q' 犬.wav"
        path = self.folder / name
        path.write_bytes(FARM.read_bytes())
        self.browser.choose(path)
        self.browser.wait_until_done()
        self.assertEqual(self.browser.text("recording-title"), name)
        self.assertEqual(self.browser.all("#recording-title b"), [])

    def blocker(self):
        """A long recording of another client, behind which the page's has to wait."""
        data = noise(self.folder / "blocker.wav", 3600).read_bytes()
        status, headers, _ = ask(f"{self.server.url}api/v1/jobs", data, {"Content-Type": "audio/wav"})
        self.assertEqual(status, 201)
        return self.server.url.rstrip("/") + headers["Location"]

    def test_a_reload_in_mid_job_finds_it_again(self):
        blocker = self.blocker()
        self.browser.choose(FARM)
        self.browser.wait(lambda: "waiting for its turn" in self.browser.text("work-left"))
        job = self.browser.job()
        self.browser.reload()
        self.browser.wait(lambda: self.browser.seen("work"))
        self.assertEqual(self.browser.text("recording-title"), "farm.wav")
        self.assertEqual(self.browser.job(), job)
        ask(blocker, method="DELETE")
        self.browser.wait_until_settled()
        self.assertTrue(self.browser.events())
        # A visit without the job in the address finds it as well.
        self.browser.driver.get("about:blank")
        self.browser.open(self.server.url)
        self.browser.wait_until_done()
        self.assertEqual(self.browser.job(), job)

    def test_two_tabs_follow_one_job(self):
        blocker = self.blocker()
        self.browser.choose(FARM)
        self.browser.wait(lambda: "waiting for its turn" in self.browser.text("work-left"))
        first = self.browser.new_tab(self.server.url + f"#job={self.browser.job()}")
        self.browser.wait(lambda: "waiting for its turn" in self.browser.text("work-left"))
        ask(blocker, method="DELETE")
        lists = []
        for window in (self.browser.driver.current_window_handle, first):
            self.browser.driver.switch_to.window(window)
            self.browser.wait_until_settled()
            lists.append(self.browser.events())
        self.assertTrue(lists[0])
        self.assertEqual(lists[0], lists[1])
        # What one tab removes, the other says is gone.
        self.browser.element("remove").click()
        self.browser.wait(lambda: self.browser.seen("empty"))
        self.browser.driver.switch_to.window(self.browser.driver.window_handles[1])
        self.browser.set_slider("threshold", 20)
        self.browser.wait(lambda: self.browser.seen("trouble"))
        self.assertIn("no longer on the server", self.browser.text("trouble"))

    def test_each_tab_keeps_its_recordings_for_the_next_visit(self):
        self.classify_farm()
        first = self.browser.new_tab(self.server.url)
        self.browser.wait_until_done()
        self.browser.choose(make_recording(self.folder / "tone.wav", "-f", "lavfi", "-i", "sine=d=3"))
        self.browser.wait(lambda: self.browser.text("recording-title") == "tone.wav")
        self.browser.wait_until_done()
        self.browser.driver.switch_to.window(first)
        self.browser.choose(make_recording(self.folder / "high.wav", "-f", "lavfi", "-i", "sine=f=3000:d=3"))
        self.browser.wait(lambda: self.browser.text("recording-title") == "high.wav")
        self.browser.wait_until_done()
        self.browser.reload()
        self.browser.wait(lambda: sorted(item.text for item in self.browser.all("#recordings .name"))
                          == ["farm.wav", "high.wav", "tone.wav"])

    def test_a_killed_server_loses_nothing_that_the_page_holds(self):
        self.blocker()
        self.browser.choose(FARM)
        self.browser.wait(lambda: "waiting for its turn" in self.browser.text("work-left"))
        job = self.browser.job()
        port, folder, left = self.server.port, self.server.folder, self.server.files()
        self.assertTrue(left)
        self.server.kill()
        self.restart(*self.options, port=port, folder=folder)
        # The new server sweeps what the old one left; the page uploads again by itself.
        self.assertFalse(any(path.exists() for path in left))
        self.browser.wait(lambda: self.browser.job() != job)
        self.browser.wait_until_settled()
        self.assertTrue(self.browser.events())
        self.assertFalse(self.browser.seen("trouble"))

    def test_a_job_of_an_earlier_server_is_said_to_be_gone(self):
        self.classify_farm()
        port = self.server.port
        self.assertEqual(self.server.stop(), 0)
        self.assertEqual(self.server.files(), [])
        self.restart(*self.options, port=port, folder=self.server.folder)
        self.browser.reload()
        self.browser.wait(lambda: self.browser.seen("trouble"))
        self.assertIn("no longer on the server", self.browser.text("trouble"))
        self.browser.element("remove").click()
        self.browser.wait(lambda: self.browser.seen("empty"))
        self.browser.reload()
        self.assertTrue(self.browser.seen("empty"))

    def test_a_browser_that_keeps_nonsense_starts_afresh(self):
        for name in ("jobs", "profile", "settings"):
            for value in ("{", "7", '[{"id": 3}, null]', '{"open": "x", "labels": 7, "overlap": null}'):
                self.browser.script("localStorage.setItem(arguments[0], arguments[1])", f"soundanalysis.{name}", value)
                self.browser.reload()
                self.assertTrue(self.browser.seen("empty"))
                self.assertEqual(self.browser.all(".alert"), [])
        self.classify_farm()


class LimitTests(PageCase):
    options = ("--max-upload", "1")

    def test_a_file_that_is_too_large_is_not_sent(self):
        self.browser.choose(FARM)
        self.browser.wait(lambda: self.browser.all(".alert"))
        self.assertIn("at most 1 MB", self.browser.all(".alert")[0].text)
        self.assertTrue(self.browser.seen("empty"))


class TokenTests(PageCase):
    options = ("--token", "let-me-in-please")

    def test_a_token_in_the_address_opens_the_page_and_leaves_the_address(self):
        self.assertFalse(self.browser.seen("login"))
        self.assertNotIn("let-me-in", self.browser.driver.current_url)

    def test_a_token_is_asked_for_once(self):
        browser = self.browser
        browser.command("Network.clearBrowserCookies")
        browser.open(self.server.url.split("#")[0])
        browser.reload()
        browser.wait(lambda: browser.seen("login"))
        browser.element("token").send_keys("wrong\n")
        browser.wait(lambda: "not the token" in browser.text("login-error"))
        browser.element("token").clear()
        browser.element("token").send_keys("let-me-in-please\n")
        browser.wait(lambda: not browser.seen("login"))
        browser.reload()
        self.assertFalse(browser.seen("login"))
        self.classify_farm()


if __name__ == "__main__":
    unittest.main()
