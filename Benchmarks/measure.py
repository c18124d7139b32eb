"""Runs commands and tells what they cost."""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """CPU seconds (user and system, with children), wall seconds, peak resident MB of the largest process."""

    cpu: float
    wall: float
    memory: float


def cost(command):
    """Runs a command to its end; a failing one ends the benchmark with what it said."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed: {error.decode(errors='replace')}")
    return Cost(usage.ru_utime + usage.ru_stime, time.monotonic() - started, usage.ru_maxrss / 1024)


def smallest(costs):
    """The smallest of each figure over several runs: noise only adds."""
    return Cost(min(c.cpu for c in costs), min(c.wall for c in costs), min(c.memory for c in costs))


def alternating(commands, runs):
    """The smallest costs of each command by name, run in turns so that all see the same machine."""
    costs = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            costs[name].append(cost(command))
    return {name: smallest(measured) for name, measured in costs.items()}


def first_result(command, runs):
    """Median seconds from the start of a command to the first byte that it prints."""
    times = []
    for _ in range(runs):
        started = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.read(1)
        times.append(time.monotonic() - started)
        process.stdout.read()
        if process.wait() != 0:
            sys.exit(f"bench: {' '.join(map(str, command))} failed")
    return statistics.median(times)
