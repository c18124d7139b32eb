"""A network of PANNs-CNN14's shape in PyTorch, random weights, one thread: usage: cnn14.py HOP_SECONDS FILE ...

Only its speed means anything. Layout and front end (32 kHz, 1024-point frames, hop 320, 64 mel bands) are those of
Kong et al., 'PANNs: Large-Scale Pretrained Audio Neural Networks for Audio Pattern Recognition', 2020.
"""

import os
import sys

import numpy as np
import torch
from decoding import samples, windows
from torch import nn

RATE, LENGTH, FRAME, HOP, BANDS, CLASSES = 32000, 96000, 1024, 320, 64, 527
CHANNELS = (64, 128, 256, 512, 1024, 2048)
BATCH = 8


def block(inputs, outputs, pool):
    layers = []
    for source in (inputs, outputs):
        layers += [nn.Conv2d(source, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
    return nn.Sequential(*layers, nn.AvgPool2d(2) if pool else nn.Identity())


class CNN14(nn.Module):
    def __init__(self):
        super().__init__()
        sources = (1, *CHANNELS[:-1])
        self.blocks = nn.Sequential(*[block(i, o, o != CHANNELS[-1]) for i, o in zip(sources, CHANNELS)])
        self.hidden, self.out = nn.Linear(CHANNELS[-1], CHANNELS[-1]), nn.Linear(CHANNELS[-1], CLASSES)
        self.register_buffer("mel", torch.rand(FRAME // 2 + 1, BANDS) / FRAME)
        self.register_buffer("window", torch.hann_window(FRAME))

    def forward(self, signal):
        spectrum = torch.stft(signal, FRAME, HOP, window=self.window, return_complex=True).abs() ** 2
        log_mel = torch.log10(spectrum.transpose(1, 2) @ self.mel + 1e-10)
        frames = self.blocks(log_mel[:, None]).mean(3)
        return torch.sigmoid(self.out(torch.relu(self.hidden(frames.amax(2) + frames.mean(2)))))


torch.set_num_threads(1)
torch.manual_seed(0)
network = CNN14().eval()
hop, *paths = sys.argv[1:]
with torch.inference_mode():
    for path in paths:
        cut = list(windows(samples(path, RATE), LENGTH, round(float(hop) * RATE)))
        for k in range(0, len(cut), BATCH):
            part = cut[k : k + BATCH]
            scores = network(torch.from_numpy(np.stack([window for _, window in part])))
            for (first, _), row in zip(part, scores):
                print(os.path.basename(path), first / RATE, int(row.argmax()), float(row.max()), flush=True)
