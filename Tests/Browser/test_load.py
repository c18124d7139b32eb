"""Many clients at once, and requests as fast as they are answered."""

import pathlib
import shutil
import tempfile
import time
import unittest

from loading import Hammering, done_job, serve_clients
from serving import FARM, Server, make_recording

MOST_MEMORY = 400_000_000  # bytes


class LoadTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="soundanalysis-load-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.recording = make_recording(
            cls.folder / "thirty.mp3", "-stream_loop", "1", "-i", str(FARM), "-t", "30", "-b:a", "128k").read_bytes()

    def setUp(self):
        self.server = Server("--max-requests", "1000000")
        self.addCleanup(self.server.close)

    def test_twenty_clients_at_once_are_served_rightly(self):
        self.assertEqual(serve_clients(self.server, self.recording, 20), 20)
        self.assertLess(self.server.peak_memory, MOST_MEMORY)

    def test_requests_in_a_flood_are_all_answered(self):
        job = done_job(self.server, self.recording)
        files = self.server.open_files()
        for path in ("api/v1/health", "timeline.js", f"api/v1/jobs/{job}/peaks/2/0", f"api/v1/jobs/{job}/results"):
            with self.subTest(path.replace(job, "ID")):
                found = Hammering(self.server.url + path, 2)
                self.assertIsNone(found.trouble)
                self.assertGreater(float(found.rate), 0)
        self.assertLess(self.server.peak_memory, MOST_MEMORY)
        # Every connection of the flood is let go of.
        deadline = time.monotonic() + 30
        while self.server.open_files() > files and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertLessEqual(self.server.open_files(), files)
