"""The two front ends on batches of waveforms: the student's VGGish log-mel and mn04's own."""

import numpy as np
import torch
import torch.nn.functional as F

from . import frontend

_VGGISH_WEIGHTS = torch.tensor(frontend.MEL_WEIGHTS.T, dtype=torch.float32)
_VGGISH_WINDOW = torch.tensor(frontend.hann(frontend.FRAME_LENGTH), dtype=torch.float32)
# mn04: 32 kHz, 25 ms frames of 1024 points, 10 ms hop, 128 HTK bands from 0 to 15 kHz, power, pre-emphasis
_MN04_WEIGHTS = torch.tensor(frontend.triangles(np.arange(513) * 31.25, 0.0, 15000.0, 128), dtype=torch.float32)
_MN04_WINDOW = torch.tensor(frontend.hann(800, periodic=False), dtype=torch.float32)


def log_mel(x):
    """(batch, samples at 16 kHz) -> (batch, frames, 64)."""
    frames = x.unfold(1, frontend.FRAME_LENGTH, frontend.HOP_LENGTH) * _VGGISH_WINDOW.to(x.device)
    spectrum = torch.fft.rfft(F.pad(frames, (0, frontend.FFT_LENGTH - frontend.FRAME_LENGTH)))
    return (spectrum.abs() @ _VGGISH_WEIGHTS.to(x.device) + frontend.LOG_OFFSET).log()


def double_rate(x):
    """16 kHz to 32 kHz by zero-padding the spectrum: exact for the band that is there."""
    spectrum = torch.fft.rfft(x)
    return torch.fft.irfft(F.pad(spectrum, (0, x.shape[1] + 1 - spectrum.shape[1])), n=2 * x.shape[1]) * 2


def mn04_mel(x):
    """(batch, samples at 32 kHz) -> (batch, 1, 128, frames)."""
    x = x[:, 1:] - 0.97 * x[:, :-1]
    window = _MN04_WINDOW.to(x.device)
    spectrum = torch.stft(x, 1024, hop_length=320, win_length=800, center=True, window=window, return_complex=True)
    power = spectrum.real**2 + spectrum.imag**2
    return (((_MN04_WEIGHTS.to(x.device) @ power + 1e-5).log() + 4.5) / 5).unsqueeze(1)
