"""`soundanalysis listen` against servers of others: RTSP, RTP, UDP, HLS and TLS."""
import contextlib
import functools
import http.server
import json
import os
import random
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

TOOL = os.environ["SOUNDANALYSIS"]
RECORDING = os.environ["RECORDING"]

# Passes on what is sent to its first port to those who ask at its second, on this machine only.
RTSP_SERVER = """
use AnyEvent;
use RTSP::Server;
my $server = RTSP::Server->new(
  source_listen_address => '127.0.0.1', client_listen_address => '127.0.0.1',
  source_listen_port => $ARGV[0], client_listen_port => $ARGV[1]);
$server->listen;
AnyEvent->condvar->recv;
"""


def free_port(kind=socket.SOCK_STREAM):
    """A port that nobody has, outside those that the system hands out; even, as RTP likes it."""
    for port in random.sample(range(20_000, 30_000, 2), 100):
        with socket.socket(socket.AF_INET, kind) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port of a hundred is free")


@contextlib.contextmanager
def program(*arguments):
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def listen(address, *arguments):
    """What the command says of twelve seconds: labels, and standard error."""
    outcome = subprocess.run(
        [TOOL, "listen", address, "--duration", "12", "--format", "jsonl", *arguments],
        capture_output=True, text=True, timeout=90)
    rows = [json.loads(line) for line in outcome.stdout.splitlines()]
    labels = {row["sounds"][0]["label"] for row in rows if row.get("sounds")}
    return outcome.returncode, labels, rows, outcome.stderr


class AddressTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.cow = f"{folder.name}/cow.wav"
        subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", RECORDING, "-t", "4", cls.cow], check=True)

    def sender(self, *arguments):
        """The cow of the recording over and over, as fast as it sounds."""
        return program("ffmpeg", "-v", "error", "-nostdin", "-re", "-stream_loop", "-1", "-i", self.cow, *arguments)

    def assert_cow(self, address, *arguments):
        status, labels, rows, errors = listen(address, *arguments)
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("cow_moo", labels)
        starts = [row["start"] for row in rows if row["kind"] == "window"]
        self.assertGreaterEqual(len(starts), 15)
        self.assertEqual(starts, sorted(set(starts)))

    def test_datagrams(self):
        port = free_port(socket.SOCK_DGRAM)
        with self.sender("-c:a", "mp2", "-f", "mpegts", f"udp://127.0.0.1:{port}"):
            self.assert_cow(f"udp://127.0.0.1:{port}")

    def test_rtp_of_a_well_known_type(self):
        port = free_port(socket.SOCK_DGRAM)
        with self.sender("-c:a", "pcm_mulaw", "-ar", "8000", "-ac", "1", "-f", "rtp", f"rtp://127.0.0.1:{port}"):
            self.assert_cow(f"rtp://127.0.0.1:{port}")

    def test_a_camera_that_sends_datagrams_only(self):
        inlet, outlet = free_port(), free_port()
        with program("perl", "-e", RTSP_SERVER, str(inlet), str(outlet)):
            wait_until(lambda: answer(inlet, "OPTIONS", "/").strip())
            with self.sender("-c:a", "aac", "-f", "rtsp", "-rtsp_transport", "udp", f"rtsp://127.0.0.1:{inlet}/farm"):
                # The server knows the stream only once it has come.
                wait_until(lambda: " 200 " in answer(outlet, "DESCRIBE", "/farm").splitlines()[0])
                self.assert_cow(f"rtsp://127.0.0.1:{outlet}/farm")

    def test_a_list_of_pieces(self):
        with tempfile.TemporaryDirectory() as folder:
            handler = functools.partial(QuietHandler, directory=folder)
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            with self.sender("-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_list_size", "4",
                        "-hls_flags", "delete_segments", f"{folder}/live.m3u8"):
                wait_until(lambda: Path(folder, "live.m3u8").exists())
                self.assert_cow(f"http://127.0.0.1:{server.server_port}/live.m3u8")
            server.shutdown()
            server.server_close()

    def test_a_certificate_that_nobody_vouches_for_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "1",
                 "-keyout", f"{folder}/key", "-out", f"{folder}/certificate"], check=True, capture_output=True)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(f"{folder}/certificate", f"{folder}/key")
            listener = socket.create_server(("127.0.0.1", 0))
            thread = threading.Thread(target=serve_once, args=(listener, context), daemon=True)
            thread.start()
            status, _, rows, errors = listen(f"tls://127.0.0.1:{listener.getsockname()[1]}", "--reconnect", "0")
            thread.join(timeout=10)
            listener.close()
            self.assertEqual((status, rows), (1, []))
            self.assertEqual(errors.count("\n"), 1, errors)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve_once(listener, context):
    """Sends the recording to whoever takes the certificate."""
    connection, _ = listener.accept()
    try:
        with context.wrap_socket(connection, server_side=True) as stream:
            stream.sendall(Path(RECORDING).read_bytes())
    except OSError:
        pass


def wait_until(condition):
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    raise RuntimeError("nothing came within 30 s")


def answer(port, method, path):
    """What an RTSP server says; a line without a word where nobody listens."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(f"{method} rtsp://127.0.0.1:{port}{path} RTSP/1.0\r\nCSeq: 1\r\n\r\n".encode())
            return connection.recv(4096).decode() or "\n"
    except OSError:
        return "\n"


if __name__ == "__main__":
    unittest.main()
