"""Holds the running server to the API description that it serves."""

import subprocess
import sys
import unittest
import urllib.request

from serving import FARM, Server


class ApiTests(unittest.TestCase):
    def test_the_server_keeps_what_its_description_says(self):
        server = Server("--max-duration", "0.02")
        try:
            command = [
                str(__import__("pathlib").Path(sys.executable).parent / "schemathesis"), "run",
                f"{server.url}api/v1/openapi.json", "--max-examples", "25", "--seed", "1",
                "--phases", "examples,coverage,fuzzing", "--no-color",
                # Bytes that fit the schema of an upload are no recording; 422 is the right answer.
                "--exclude-checks", "positive_data_acceptance",
            ]
            result = subprocess.run(command, capture_output=True, text=True, timeout=900)
            self.assertEqual(result.returncode, 0, result.stdout[-6000:] + result.stderr[-2000:])
            with urllib.request.urlopen(f"{server.url}api/v1/health") as answer:
                self.assertEqual(answer.status, 200)
        finally:
            server.close()

    def test_a_recording_is_classified_while_the_client_waits(self):
        server = Server()
        try:
            request = urllib.request.Request(
                f"{server.url}api/v1/classify?window=1&threshold=0.1", data=FARM.read_bytes(),
                headers={"Content-Type": "audio/wav", "Accept": "text/csv"})
            with urllib.request.urlopen(request) as answer:
                lines = answer.read().decode().splitlines()
            self.assertGreater(len(lines), 4)
            self.assertTrue(lines[0].startswith("file,channel,kind,label,start,end"))
        finally:
            server.close()


if __name__ == "__main__":
    unittest.main()
