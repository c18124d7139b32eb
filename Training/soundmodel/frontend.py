"""VGGish log-mel in NumPy: 25 ms frames, 10 ms hop, 64 HTK mel bands from 125 to 7500 Hz, ln(mel + 0.01)."""

import numpy as np

SAMPLE_RATE = 16000
FRAME_LENGTH, HOP_LENGTH, FFT_LENGTH, BAND_COUNT = 400, 160, 512, 64
LOG_OFFSET = 0.01


def mel(frequency):
    """The HTK mel of a frequency in Hz."""
    return 1127 * np.log(1 + frequency / 700)


def triangles(bin_frequencies, low, high, band_count):
    """Mel triangles of peak 1, linear in mel: (band_count, bins). The bin at 0 Hz weighs nothing."""
    edges = np.linspace(mel(low), mel(high), band_count + 2)
    position = mel(np.asarray(bin_frequencies, np.float64))
    rising = (position - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - position) / (edges[2:] - edges[1:-1])[:, None]
    weights = np.maximum(0, np.minimum(rising, falling))
    weights[:, 0] = 0
    return weights


def hann(length, periodic=True):
    """The Hann window; periodic for spectra that overlap-add, symmetric otherwise."""
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / (length if periodic else length - 1))


MEL_WEIGHTS = triangles(np.arange(FFT_LENGTH // 2 + 1) * SAMPLE_RATE / FFT_LENGTH, 125.0, 7500.0, BAND_COUNT)


def frame_count(sample_count):
    """How many whole frames fit."""
    return max(0, 1 + (sample_count - FRAME_LENGTH) // HOP_LENGTH)


def log_mel(samples):
    """samples (N,), 16 kHz, full scale 1 -> (frames, 64), float32."""
    starts = np.arange(frame_count(len(samples))) * HOP_LENGTH
    frames = np.asarray(samples, np.float64)[starts[:, None] + np.arange(FRAME_LENGTH)] * hann(FRAME_LENGTH)
    magnitude = np.abs(np.fft.rfft(frames, FFT_LENGTH))
    return np.log(magnitude @ MEL_WEIGHTS.T + LOG_OFFSET).astype(np.float32)
