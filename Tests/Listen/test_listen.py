"""`soundanalysis listen` against a real sound server: what is played is named, and every end is clean."""
import json
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

from sound_server import MICROPHONE, SoundServer, decoded

TOOL = os.environ["SOUNDANALYSIS"]
RECORDING = os.environ["RECORDING"]

# In the recording the cow comes first, the dog four seconds later.
ANIMALS_START, ANIMALS_DURATION = 0, 8


def listen(environment, *arguments):
    return subprocess.Popen([TOOL, "listen", *arguments], env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run(environment, *arguments, timeout=60):
    process = listen(environment, *arguments)
    try:
        output, errors = process.communicate(timeout=timeout)
    finally:
        process.kill()
    return process.returncode, output, errors


def lines_until(process, text):
    """The output up to the first line that holds a text."""
    lines = ""
    while text not in lines:
        line = process.stdout.readline()
        if not line:
            raise AssertionError(f"no {text} in the output: {lines}{process.stderr.read()}")
        lines += line
    return lines


def close(process):
    process.wait(timeout=10)
    process.stdout.close()
    process.stderr.close()


class MicrophoneTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = SoundServer().__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.environment = cls.server.environment

    def test_played_animals_are_named(self):
        duration = ANIMALS_DURATION + 4
        pulse = listen(self.environment, "--duration", str(duration), "--format", "jsonl", "--overlap", "0.8")
        events = listen(self.environment, "--duration", str(duration), "--events", "--format", "jsonl")
        self.server.wait_for_listeners(2)
        player, _ = self.server.player(decoded(RECORDING, ANIMALS_START, ANIMALS_DURATION))
        output, errors = pulse.communicate(timeout=60)
        event_output, _ = events.communicate(timeout=60)
        player.wait(timeout=20)
        self.assertEqual((pulse.returncode, errors), (0, ""))
        windows = [json.loads(line) for line in output.splitlines()]
        self.assertEqual([window["start"] for window in windows], [k / 5 for k in range(5 * duration - 4)])
        named = {window["sounds"][0]["label"] for window in windows}
        self.assertIn("cow_moo", named)
        self.assertTrue(named & {"dog", "dog_bark"}, named)
        found = [json.loads(line) for line in event_output.splitlines()]
        self.assertEqual(found[-1]["kind"], "end")
        self.assertEqual(found[-1]["duration"], duration)
        self.assertIn("dog", " ".join(event.get("label", "") for event in found))

    def test_devices_are_listed(self):
        status, output, _ = run(self.environment, "--list-devices")
        self.assertEqual(status, 0)
        self.assertIn(MICROPHONE, output)
        self.assertTrue(any(line.startswith("* pulse:") for line in output.splitlines()), output)

    def test_device_is_chosen_by_option_or_environment(self):
        for extra, arguments in [({}, ["--device", MICROPHONE]), ({}, ["--device", "Monitor of Null Output"]),
                                 ({"SOUNDANALYSIS_INPUT_DEVICE": MICROPHONE}, [])]:
            status, output, errors = run({**self.environment, **extra}, "--duration", "1.2", *arguments)
            self.assertEqual((status, errors), (0, ""))
            self.assertEqual(len(output.splitlines()), 1)

    def test_absent_device_names_those_there_are(self):
        status, output, errors = run(self.environment, "--device", "pulse:attic", "--duration", "1")
        self.assertEqual((status, output), (1, ""))
        self.assertEqual(errors.count("\n"), 1)
        self.assertIn("pulse:attic: there is no such microphone", errors)
        self.assertIn(MICROPHONE, errors)

    def test_interruption_keeps_what_was_heard(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = listen(self.environment, "--format", "json")
            first = lines_until(process, '"start"')
            process.send_signal(number)
            output, errors = first + process.stdout.read(), process.stderr.read()
            close(process)
            self.assertEqual((process.returncode, errors), (0, ""))
            self.assertGreaterEqual(len(json.loads(output)[0]["windows"]), 1)

    def test_reader_that_goes_away_ends_it(self):
        process = listen(self.environment)
        process.stdout.readline()
        process.stdout.close()
        process.wait(timeout=10)
        self.assertEqual((process.returncode, process.stderr.read()), (0, ""))
        process.stderr.close()

    def test_file_grows_while_it_listens(self):
        path = Path(self.server.folder.name, "rows.csv")
        process = listen(self.environment, "--format", "csv", "--output", str(path))
        for _ in range(100):
            if path.exists() and len(path.read_text().splitlines()) >= 3:
                break
            time.sleep(0.1)
        self.assertGreaterEqual(len(path.read_text().splitlines()), 3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(timeout=10), ("", ""))

    def test_terminal_shows_one_block(self):
        parent, child = os.openpty()
        environment = {**self.environment, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        process = subprocess.Popen([TOOL, "listen", "--duration", "2", "--top", "3"], env=environment,
                                   stdout=child, stderr=subprocess.PIPE)
        os.close(child)
        text = b""
        while True:
            try:
                piece = os.read(parent, 4096)
            except OSError:
                break
            if not piece:
                break
            text += piece
        _, errors = process.communicate(timeout=10)
        os.close(parent)
        self.assertEqual((process.returncode, errors), (0, b""))
        # The heading and one line at first; then the heading and three sounds for each of three windows.
        self.assertEqual(text.count(b"\n"), 2 + 3 * 4)
        self.assertEqual(text.count(b"\x1b[4A"), 2)
        self.assertIn(b"% ", text)


class TroubleTests(unittest.TestCase):
    def test_microphone_that_vanishes_is_reported(self):
        with SoundServer() as server:
            process = listen(server.environment, "--format", "jsonl")
            first = lines_until(process, '"start"')
            server.kill()
            output, errors = first + process.stdout.read(), process.stderr.read()
            close(process)
            self.assertEqual(process.returncode, 1)
            self.assertIn("the microphone has gone away", errors)
            lines = [json.loads(line) for line in output.splitlines()]
            self.assertGreaterEqual(len(lines), 2)
            self.assertIn("gone away", lines[-1]["error"])

    def test_no_microphone_is_one_clear_line(self):
        environment = {**os.environ, "PULSE_SERVER": "unix:/nonexistent/socket", "ALSA_CONFIG_PATH": "/dev/null"}
        status, output, errors = run(environment, "--duration", "1")
        self.assertEqual((status, output), (1, ""))
        self.assertEqual(errors.count("\n"), 1, errors)
        self.assertIn("there is no microphone", errors)
        status, _, errors = run(environment, "--list-devices")
        self.assertEqual(status, 1)
        self.assertIn("there is no microphone", errors)

    def test_alsa_device_is_heard(self):
        with SoundServer() as server:
            folder = Path(server.folder.name)
            samples = folder / "farm.raw"
            samples.write_bytes(decoded(RECORDING, ANIMALS_START, ANIMALS_DURATION, rate=48_000, channels=2))
            settings = folder / "asound.conf"
            settings.write_text(
                'pcm.nothing { type null }\n'
                f'pcm.farm {{ type file slave.pcm nothing file "/dev/null" infile "{samples}" format raw }}\n')
            environment = {**os.environ, "ALSA_CONFIG_PATH": str(settings)}
            status, output, errors = run(environment, "--device", "alsa:farm", "--duration", str(ANIMALS_DURATION),
                                         "--format", "jsonl")
            self.assertEqual((status, errors), (0, ""))
            labels = {window["sounds"][0]["label"] for window in map(json.loads, output.splitlines())}
            self.assertIn("cow_moo", labels)


if __name__ == "__main__":
    unittest.main()
