"""The HTTP API: held to the description that it serves, and with files that nobody can read."""

import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from serving import FARM, ROOT, Server, ask, make_recording

MODEL = ROOT / "Sources/SoundAnalysis/Resources/SoundClassifierVersion1.mlmodel"
SOUND = {"Content-Type": "application/octet-stream"}


class ApiTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="soundanalysis-inputs-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.server = Server("--max-requests", "10000", "--max-uploads", "10000", "--max-jobs", "10000")
        cls.addClassCleanup(cls.server.close)

    def post(self, path, data):
        return ask(self.server.url + path, data, SOUND)

    def follow(self, job):
        """The names of a job's events, to the last."""
        _, _, text = ask(f"{self.server.url}api/v1/jobs/{job}/events")
        return [line[7:] for line in text.decode().splitlines() if line.startswith("event: ")]

    def results(self, job, query="partial=true"):
        return json.loads(ask(f"{self.server.url}api/v1/jobs/{job}/results?{query}")[2])["recordings"][0]

    def test_the_server_keeps_what_its_description_says(self):
        # A job that there is, so that not every address answers that there is none.
        short = make_recording(self.folder / "short.wav", "-f", "lavfi", "-i", "sine=d=4:r=8000")
        status, _, body = self.post("api/v1/jobs", short.read_bytes())
        self.assertEqual(status, 201)
        job = json.loads(body)["id"]
        self.assertEqual(self.follow(job)[-1], "done")
        config = self.folder / "schemathesis.toml"
        config.write_text("".join(
            f'[[operations]]\ninclude-name = "{method} /api/v1/jobs/{{id}}{rest}"\nparameters = {{ "path.id" = "{job}" }}\n'
            for method, rest in [
                ("GET", ""), ("GET", "/events"), ("GET", "/results"), ("POST", "/results"), ("GET", "/windows"),
                ("GET", "/media"), ("GET", "/media.wav"), ("GET", "/peaks/{level}/{tile}"),
                ("GET", "/spectrogram/{level}/{tile}"), ("POST", "/again")]))
        command = [
            str(pathlib.Path(sys.executable).parent / "schemathesis"), "--config-file", str(config), "run",
            f"{self.server.url}api/v1/openapi.json", "--max-examples", "20", "--seed", "1",
            "--phases", "examples,coverage,fuzzing", "--no-color",
            # Bytes that fit the schema of an upload are no recording; 422 is the right answer.
            "--exclude-checks", "positive_data_acceptance",
        ]
        result = subprocess.run(command, capture_output=True, text=True, timeout=900, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stdout[-6000:] + result.stderr[-2000:])
        self.assertEqual(ask(f"{self.server.url}api/v1/health")[0], 200)

    def test_a_recording_is_classified_while_the_client_waits(self):
        status, headers, body = ask(
            f"{self.server.url}api/v1/classify?threshold=0.1", FARM.read_bytes(), {**SOUND, "Accept": "text/csv"})
        self.assertEqual((status, headers["Content-Type"]), (200, "text/csv; charset=utf-8"))
        lines = body.decode().splitlines()
        self.assertGreater(len(lines), 4)
        self.assertTrue(lines[0].startswith("file,channel,kind,label,start,end"))

    def test_many_clients_get_what_one_gets(self):
        data = FARM.read_bytes()
        expected = json.loads(self.post("api/v1/classify?name=farm.wav", data)[2])["recordings"]

        def one(number):
            job = json.loads(self.post("api/v1/jobs?name=farm.wav", data)[2])["id"]
            return self.follow(job)[-1], [self.results(job, "format=json")]

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for last, recordings in pool.map(one, range(8)):
                self.assertEqual((last, recordings), ("done", expected))

    def bad_recordings(self):
        """Names, bytes, the status of an upload, and what is said of it; those of the command line's tests."""

        def wave(channels=1, rate=16_000, declared=None, size=192_000):
            number = lambda value, count: (value & (1 << 8 * count) - 1).to_bytes(count, "little")
            declared = size if declared is None else declared
            return (b"RIFF" + number(36 + declared, 4) + b"WAVEfmt " + number(16, 4) + number(1, 2)
                    + number(channels, 2) + number(rate, 4) + number(rate * channels * 2, 4)
                    + number(channels * 2, 2) + number(16, 2) + b"data" + number(declared, 4) + bytes(size))

        mute = make_recording(self.folder / "silent.mkv", "-f", "lavfi", "-i", "testsrc=d=1:s=64x64")
        mp3 = make_recording(self.folder / "whole.mp3", "-f", "lavfi", "-i", "anoisesrc=d=20", "-b:a", "64k").read_bytes()
        return [
            ("empty.wav", b"", 422, "empty"),
            ("text.wav", b"just text\n" * 100, 422, ""),
            ("no-channels.wav", wave(channels=0), 422, ""),
            ("no-rate.wav", wave(rate=0), 422, ""),
            ("silent.mkv", mute.read_bytes(), 422, "no audio track"),
            ("tiny.wav", wave(size=3200), 422, "whole ones"),
            ("more.wav", wave(declared=1_000_000, size=160_000), 201, "ends early"),
            ("cut.mp3", mp3[:len(mp3) // 2], 201, "ends early"),
        ]

    def test_a_bad_recording_is_a_problem_with_its_reason(self):
        for name, data, expected, words in self.bad_recordings():
            with self.subTest(name):
                status, headers, body = self.post(f"api/v1/jobs?name={name}", data)
                self.assertEqual(status, expected, body)
                value = json.loads(body)
                if status == 201:
                    # It can be opened; what there is of it is told, and that there should be more.
                    self.assertEqual(self.follow(value["id"])[-1], "failed")
                    problem = json.loads(ask(f"{self.server.url}api/v1/jobs/{value['id']}")[2])["problem"]
                    self.assertIn(words, problem["detail"])
                    results = self.results(value["id"])
                    self.assertIn(words, results["error"])
                    self.assertGreater(results["duration"], 4)
                    self.assertEqual(self.post("api/v1/classify", data)[0], 422)
                    continue
                self.assertEqual(headers["Content-Type"], "application/problem+json")
                self.assertEqual(value["status"], status)
                self.assertEqual(value["type"], f"/api/v1/problems/{value['code']}")
                self.assertIn(words, value["detail"])
                self.assertNotIn(self.server.folder, body.decode())
        self.assertEqual(ask(f"{self.server.url}api/v1/health")[0], 200)

    def test_what_is_odd_about_a_recording_is_a_note(self):
        data = FARM.read_bytes()
        job = json.loads(self.post("api/v1/jobs", data + bytes(44_100 * 2 * 30))[2])["id"]
        self.assertEqual(self.follow(job)[-1], "done")
        notes = json.loads(ask(f"{self.server.url}api/v1/jobs/{job}")[2])["notes"]
        self.assertEqual(len(notes), 1)
        self.assertIn("after the end that the header declares", notes[0])

    def test_a_bad_model_is_a_problem_with_its_reason(self):
        model = MODEL.read_bytes()
        for name, data in [
            ("empty", b""), ("text", b"no model"), ("identity", bytes([8, 1, 18, 0, 0xA2, 0x38, 0])),
            ("cut", model[:len(model) // 2]), ("cut late", model[:-10]),
        ]:
            with self.subTest(name):
                status, headers, body = self.post("api/v1/models?name=bad", data)
                self.assertEqual((status, headers["Content-Type"]), (422, "application/problem+json"), body)
                self.assertNotIn(self.server.folder, body.decode())
        self.assertEqual(len(json.loads(ask(f"{self.server.url}api/v1/models")[2])["models"]), 1)


if __name__ == "__main__":
    unittest.main()
