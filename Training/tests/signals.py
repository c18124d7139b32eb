"""The three test signals of the front end's check values: 15600 samples at 16 kHz."""

import numpy as np


def sine():
    return 0.5 * np.sin(2 * np.pi * 440 * np.arange(15600) / 16000)


def chirp():
    t = np.arange(15600) / 16000
    return 0.5 * np.sin(2 * np.pi * (100 * t + 6900 * t * t / (2 * 0.975)))


def noise():
    """A linear congruential generator, so that every language can make the same samples."""
    state, samples = 12345, np.zeros(15600)
    for n in range(15600):
        state = (1664525 * state + 1013904223) % 2**32
        samples[n] = 0.25 * (state / 2**31 - 1)
    return samples


SIGNALS = {"SINE": sine, "CHIRP": chirp, "LCG": noise}
