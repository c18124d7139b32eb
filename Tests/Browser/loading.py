"""Load on a server: many clients at once, and requests as fast as they are answered."""

import concurrent.futures
import json
import re
import subprocess
import urllib.request


def post(url, data):
    """Uploads an mp3; gives the answer's JSON."""
    request = urllib.request.Request(url, data=data, headers={"Content-Type": "audio/mpeg"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def done_job(server, data):
    """The id of a job that is done."""
    job = post(f"{server.url}api/v1/jobs", data)["id"]
    with urllib.request.urlopen(f"{server.url}api/v1/jobs/{job}/events", timeout=300) as stream:
        stream.read()
    return job


def serve_clients(server, data, count=20):
    """How many of `count` clients, all at once, get the events that one alone gets."""
    expected = post(f"{server.url}api/v1/classify?threshold=0.2", data)["recordings"][0]["events"]

    def one(number):
        job = post(f"{server.url}api/v1/jobs?name=client{number}.mp3", data)
        with urllib.request.urlopen(f"{server.url}api/v1/jobs/{job['id']}/events", timeout=300) as stream:
            last = [line for line in stream.read().decode().splitlines() if line.startswith("event: ")][-1]
        with urllib.request.urlopen(f"{server.url}api/v1/jobs/{job['id']}/results?threshold=0.2") as answer:
            return last == "event: done" and json.load(answer)["recordings"][0]["events"] == expected

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return sum(pool.map(one, range(count)))


class Hammering:
    """What wrk found: requests a second, latencies as it writes them, and what went wrong (None where nothing did)."""

    def __init__(self, url, seconds):
        out = subprocess.run(
            ["wrk", "-t2", "-c32", f"-d{seconds}s", "--latency", url], capture_output=True, text=True, check=True).stdout
        self.rate, self.median, self.late = (
            re.search(rf"{name}:?\s+(\S+)", out).group(1) for name in ("Requests/sec", "50%", "99%"))
        trouble = re.search(r"Non-2xx.*|Socket errors.*", out)
        self.trouble = trouble.group(0) if trouble else None
