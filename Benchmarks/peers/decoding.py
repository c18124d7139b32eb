"""What every peer gets: a file's first channel as samples, decoded by ffmpeg, and windows over them."""

import subprocess

import numpy as np


def samples(path, rate):
    """The whole file as float32 at `rate`, one channel."""
    command = ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-i", path, "-ac", "1", "-ar", str(rate),
               "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout, np.float32)


def windows(signal, length, hop):
    """(first sample, view of `length` samples) for each whole window; a shorter signal is padded to one."""
    if len(signal) < length:
        signal = np.pad(signal, (0, length - len(signal)))
    for first in range(0, len(signal) - length + 1, hop):
        yield first, signal[first : first + length]
