"""What the page says when things go wrong, and what survives."""

import pathlib
import tempfile
import unittest

from serving import FARM, Browser, Server, make_recording


class TroubleTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="soundanalysis-inputs-"))
        self.server = Server()
        self.browser = Browser()
        self.browser.open(self.server.url)

    def tearDown(self):
        self.browser.close()
        self.server.close()

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

    def test_awkward_names_are_shown_as_they_are(self):
        name = "-rf $(touch pwn) <b>ünï</b> & 'q' 犬.wav"
        path = self.folder / name
        path.write_bytes(FARM.read_bytes())
        self.browser.choose(path)
        self.browser.wait_until_done()
        self.assertEqual(self.browser.text("recording-title"), name)
        self.assertEqual(self.browser.all("#recording-title b"), [])

    def test_a_file_that_is_too_large_is_not_sent(self):
        self.browser.close()
        self.server.close()
        self.server = Server("--max-upload", "1")
        self.browser = Browser()
        self.browser.open(self.server.url)
        self.browser.choose(FARM)
        self.browser.wait(lambda: self.browser.all(".alert"))
        self.assertIn("at most 1 MB", self.browser.all(".alert")[0].text)

    def long_recording(self):
        return make_recording(
            self.folder / "long.mp3", "-f", "lavfi", "-i", "anoisesrc=r=44100:a=0.1:d=900", "-b:a", "64k")

    def test_a_reload_in_mid_job_finds_it_again(self):
        self.browser.choose(self.long_recording())
        self.browser.wait(lambda: self.browser.text("work-title") == "Classifying sound…")
        self.browser.driver.refresh()
        self.browser.wait(lambda: self.browser.seen("recording"))
        self.assertEqual(self.browser.text("recording-title"), "long.mp3")
        self.browser.wait_until_done(240)
        self.assertFalse(self.browser.seen("trouble"))

    def test_two_tabs_follow_one_job(self):
        self.browser.choose(FARM)
        self.browser.wait(lambda: "job=" in self.browser.driver.current_url)
        url = self.browser.driver.current_url
        second = Browser()
        try:
            second.open(url)
            second.wait_until_done()
            self.browser.wait_until_done()
            second.wait(lambda: second.events())
            self.browser.wait(lambda: self.browser.events())
            self.assertEqual(second.events(), self.browser.events())
        finally:
            second.close()

    def test_a_killed_server_loses_nothing_that_the_page_holds(self):
        self.browser.choose(self.long_recording())
        self.browser.wait(lambda: self.browser.text("work-title") == "Classifying sound…")
        port = self.server.port
        left = self.server.files()
        self.assertTrue(left)
        self.server.kill()
        folder = self.server.folder
        self.server.log.close()
        self.server = Server(port=port, folder=folder)
        # The new server sweeps what the old one left; the page uploads again by itself.
        self.browser.wait(lambda: not any(path.exists() for path in left))
        self.browser.wait_until_done(240)
        self.assertFalse(self.browser.seen("trouble"))

    def test_a_job_of_an_earlier_server_is_said_to_be_gone(self):
        self.browser.choose(FARM)
        self.browser.wait_until_done()
        port = self.server.port
        self.assertEqual(self.server.stop(), 0)
        self.assertEqual(self.server.files(), [])
        self.server = Server(port=port)
        self.browser.driver.refresh()
        self.browser.wait(lambda: self.browser.seen("trouble"))
        self.assertIn("no longer on the server", self.browser.text("trouble"))

    def test_a_token_is_asked_for_once(self):
        self.browser.close()
        self.server.close()
        self.server = Server("--token", "let-me-in-please")
        base = self.server.url.split("#")[0]
        self.browser = Browser()
        self.browser.open(base)
        self.browser.wait(lambda: self.browser.seen("login"))
        self.browser.element("token").send_keys("wrong\n")
        self.browser.wait(lambda: "not the token" in self.browser.text("login-error"))
        self.browser.element("token").clear()
        self.browser.element("token").send_keys("let-me-in-please\n")
        self.browser.wait(lambda: not self.browser.seen("login"))
        self.browser.driver.refresh()
        self.browser.wait(lambda: self.browser.script("return document.documentElement.dataset.ready"))
        self.assertFalse(self.browser.seen("login"))

    def test_a_token_in_the_address_opens_the_page_and_leaves_the_address(self):
        self.browser.close()
        self.server.close()
        self.server = Server("--token", "let-me-in-please")
        self.browser = Browser()
        self.browser.open(self.server.url)
        self.assertFalse(self.browser.seen("login"))
        self.assertNotIn("let-me-in", self.browser.driver.current_url)


if __name__ == "__main__":
    unittest.main()
