"""Log-mel spectra of a waveform, written as Core ML layers: the transform is a convolution with sines and cosines."""

import numpy as np


def fourier_kernels(window, fft_length, bins):
    """(2 * bins, 1, 1, len(window)): cosines, then sines, of a windowed DFT."""
    phase = 2 * np.pi * np.arange(bins)[:, None] * np.arange(len(window)) / fft_length
    kernels = np.concatenate([np.cos(phase), np.sin(phase)]) * window
    return kernels[:, None, None, :].astype(np.float32)


def add_log_mel(chain, kernels, hop, mel_weights, log_offset, power):
    """Waveform blob (1, 1, samples) -> log-mel blob (1, frames, bands).

    kernels: as fourier_kernels gives them. mel_weights: (bands, bins). power: mel of |X|^2, else of |X|.
    """
    bins = mel_weights.shape[1]
    chain.convolution("fourier", kernels, None, stride=(1, hop))
    chain.unary("squared", "power", alpha=2.0)
    both_parts = np.concatenate([np.eye(bins), np.eye(bins)], axis=1)
    bias = np.full(len(mel_weights), log_offset, np.float32)
    if power:
        chain.convolution("mel", (mel_weights @ both_parts).astype(np.float32)[:, :, None, None], bias)
    else:
        chain.convolution("power", both_parts.astype(np.float32)[:, :, None, None], None)
        chain.unary("magnitude", "sqrt")
        chain.convolution("mel", mel_weights.astype(np.float32)[:, :, None, None], bias)
    chain.unary("logMel", "log")  # (bands, 1, frames)
    chain.permute("spectrogram", (0, 2, 3, 1))  # (1, frames, bands)
