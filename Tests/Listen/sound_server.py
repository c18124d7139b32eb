"""A private PulseAudio whose only microphone hears what a test plays into it."""
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

SINK = "yard"
MICROPHONE = f"pulse:{SINK}.monitor"


class SoundServer:
    """A sound server of its own, with a null sink and the sink's monitor; ends with the block."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="listen-")
        root = Path(self.folder.name)
        runtime = root / "runtime"
        runtime.mkdir(mode=0o700)
        self.socket = root / "native"
        self.environment = {
            **os.environ, "HOME": str(root), "XDG_RUNTIME_DIR": str(runtime), "PULSE_RUNTIME_PATH": str(runtime),
            "PULSE_STATE_PATH": str(root), "PULSE_SERVER": f"unix:{self.socket}"}
        self.environment.pop("SOUNDANALYSIS_INPUT_DEVICE", None)

    def __enter__(self):
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
             f"--log-target=file:{self.folder.name}/log",
             "-L", f"module-native-protocol-unix socket={self.socket} auth-anonymous=1",
             "-L", f"module-null-sink sink_name={SINK} rate=48000 channels=2"],
            env={**self.environment, "PULSE_SERVER": ""}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            found = subprocess.run(["pactl", "list", "short", "sources"], env=self.environment,
                                   capture_output=True, text=True)
            if f"{SINK}.monitor" in found.stdout:
                return self
            time.sleep(0.1)
        raise RuntimeError(f"PulseAudio did not start: {Path(self.folder.name, 'log').read_text()}")

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=10)
        self.folder.cleanup()

    def kill(self):
        """Takes the microphone away."""
        self.process.kill()
        self.process.wait()

    def wait_for_listeners(self, count):
        """Waits until so many programs listen to the microphone."""
        for _ in range(300):
            found = subprocess.run(["pactl", "list", "short", "source-outputs"], env=self.environment,
                                   capture_output=True, text=True)
            if len(found.stdout.splitlines()) >= count:
                return
            time.sleep(0.1)
        raise RuntimeError(f"fewer than {count} programs listen after 30 s: {found.stdout}")

    def player(self, samples, rate=44_100, latency=500):
        """Starts to play 16-bit mono samples, some ms ahead; returns the process and when it began."""
        # From a file: into a pipe one could not write faster than it is played.
        with tempfile.TemporaryFile(dir=self.folder.name) as sound:
            sound.write(samples)
            sound.seek(0)
            play = subprocess.Popen(
                ["pacat", "--playback", f"--device={SINK}", "--format=s16le", f"--rate={rate}", "--channels=1",
                 f"--latency-msec={latency}", "--raw"], env=self.environment, stdin=sound, stderr=subprocess.DEVNULL)
        began = time.monotonic()
        return play, began


def decoded(path, start, duration, rate=44_100, channels=1):
    """A part of a recording as 16-bit samples."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-ss", str(start), "-t", str(duration), "-i", str(path),
         "-f", "s16le", "-ac", str(channels), "-ar", str(rate), "-"], check=True, capture_output=True).stdout
