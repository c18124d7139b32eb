"""Several servers on one machine: ports, folders, and what killed ones leave."""

import pathlib
import socket
import subprocess
import tempfile
import time
import unittest

from serving import TOOL, Server, ask, noise


class ServersTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="soundanalysis-servers-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.recording = noise(pathlib.Path(self.folder) / "noise.wav", 900).read_bytes()

    def start(self, **place):
        server = Server(folder=self.folder, **place)
        self.addCleanup(server.stop)
        return server

    def upload(self, server):
        status, headers, _ = ask(f"{server.url}api/v1/jobs", self.recording, {"Content-Type": "audio/wav"})
        self.assertEqual(status, 201)
        return server.url.rstrip("/") + headers["Location"]

    def work_folders(self):
        parents = list(pathlib.Path(self.folder).glob("soundanalysis-[0-9]*"))
        return {path for parent in parents for path in parent.iterdir()}

    def test_a_port_that_is_taken_is_said_so_and_harms_nobody(self):
        first = self.start()
        job = self.upload(first)
        left = self.work_folders()
        second = subprocess.run(
            [TOOL, "serve", "--port", str(first.port)], capture_output=True, text=True, timeout=60,
            env={"TMPDIR": self.folder})
        self.assertEqual(second.returncode, 1)
        self.assertEqual(second.stdout, "")
        self.assertRegex(
            second.stderr, rf"^soundanalysis: cannot listen on 127\.0\.0\.1 port {first.port}: .*in use.*\n$")
        self.assertEqual(self.work_folders(), left)
        self.assertEqual(ask(job)[0], 200)

    def test_two_servers_share_a_folder_and_nothing_in_it(self):
        first, second = self.start(), self.start()
        job = self.upload(first)
        self.assertEqual(ask(job)[0], 200)
        self.assertEqual(ask(job.replace(f":{first.port}/", f":{second.port}/"))[0], 404)
        self.assertEqual(len(self.work_folders()), 4)
        self.assertEqual(second.stop(), 0)
        self.assertEqual(len(self.work_folders()), 2)
        self.assertEqual(ask(job)[0], 200)
        self.assertEqual(first.stop(), 0)
        self.assertEqual(self.work_folders(), set())

    def test_what_a_killed_server_left_goes_at_the_next_start(self):
        killed, living = self.start(), self.start()
        self.upload(killed)
        job = self.upload(living)
        killed.kill()
        self.assertEqual(len(self.work_folders()), 4)
        third = self.start()
        self.assertEqual(len(self.work_folders()), 4)
        self.assertEqual(ask(job)[0], 200)
        self.assertEqual(third.stop(), 0)
        self.assertEqual(living.stop(), 0)
        self.assertEqual(self.work_folders(), set())

    def test_no_client_leaves_an_open_file_behind(self):
        server = self.start()
        job = self.upload(server)
        path = "/api/v1/jobs/" + job.rsplit("/", 1)[1]
        size = len(self.recording)
        host = f"Host: 127.0.0.1:{server.port}\r\n"

        def talk(text, answers):
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
                client.sendall(text.encode())
                if answers:
                    self.assertTrue(client.recv(100).startswith(b"HTTP/1.1 "))

        clients = {
            "a request and no other": (f"GET /api/v1/health HTTP/1.1\r\n{host}\r\n", True),
            "half a head": ("GET /api/v1/hea", False),
            "half a body": (f"POST /api/v1/jobs HTTP/1.1\r\n{host}Content-Length: 9000\r\n\r\nRIFF", False),
            "a stream that is left": (f"GET {path}/events HTTP/1.1\r\n{host}\r\n", True),
            "a recording that is left": (f"GET {path}/media HTTP/1.1\r\n{host}Range: bytes=0-{size - 1}\r\n\r\n", True),
            "nothing": ("", False),
        }
        usual = server.open_files()
        for name, (text, answers) in clients.items():
            with self.subTest(name):
                for _ in range(20):
                    talk(text, answers)
                deadline = time.monotonic() + 60
                while server.open_files() > usual + 3 and time.monotonic() < deadline:
                    time.sleep(0.05)
                self.assertLessEqual(server.open_files(), usual + 3)
        self.assertEqual(ask(job)[0], 200)

    def test_a_server_that_is_asked_to_end_in_mid_work_ends_and_leaves_nothing(self):
        server = self.start()
        for _ in range(4):
            self.upload(server)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.work_folders(), set())


if __name__ == "__main__":
    unittest.main()
