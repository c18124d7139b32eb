"""The first teacher: mn04_as of EfficientAT (MIT License), AudioSet mAP 0.432, from its public checkpoint.

Only the layout of its MobileNetV3 is written here; the weights are loaded from the file that its authors publish.
"""

import os

import torch
import torch.nn.functional as F
from torch import nn

from .folded import NetworkFileError
from .labels import AUDIOSET_CLASS_COUNT
from .torch_frontend import double_rate, mn04_mel

FILE_NAME = "mn04_as_mAP_432.pt"
# inputs, expanded, outputs, kernel, stride, squeeze-and-excitation, hard-swish
STAGES = [
    (8, 8, 8, 3, 1, 0, 0),
    (8, 24, 16, 3, 2, 0, 0),
    (16, 32, 16, 3, 1, 0, 0),
    (16, 32, 16, 5, 2, 1, 0),
    (16, 48, 16, 5, 1, 1, 0),
    (16, 48, 16, 5, 1, 1, 0),
    (16, 96, 32, 3, 2, 0, 1),
    (32, 80, 32, 3, 1, 0, 1),
    (32, 72, 32, 3, 1, 0, 1),
    (32, 72, 32, 3, 1, 0, 1),
    (32, 192, 48, 3, 1, 1, 1),
    (48, 272, 48, 3, 1, 1, 1),
    (48, 272, 64, 5, 2, 1, 1),
    (64, 384, 64, 5, 1, 1, 1),
    (64, 384, 64, 5, 1, 1, 1),
]


def _conv_bn(inputs, outputs, kernel=1, stride=1, groups=1):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, (kernel - 1) // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs, eps=1e-3),
    )


class SqueezeExcite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        squeezed = max(8, (channels // 4 + 4) // 8 * 8)
        self.down, self.up = nn.Linear(channels, squeezed), nn.Linear(squeezed, channels)

    def forward(self, x):
        return x * torch.sigmoid(self.up(F.relu(self.down(x.mean((2, 3))))))[:, :, None, None]


class Stage(nn.Module):
    """Expand, depthwise, squeeze-and-excite, project; residual where shapes match."""

    def __init__(self, inputs, expanded, outputs, kernel, stride, excite, hard_swish):
        super().__init__()
        self.activation = F.hardswish if hard_swish else F.relu
        self.residual = stride == 1 and inputs == outputs
        self.expand = None if expanded == inputs else _conv_bn(inputs, expanded)
        self.depth = _conv_bn(expanded, expanded, kernel, stride, expanded)
        self.se = SqueezeExcite(expanded) if excite else None
        self.project = _conv_bn(expanded, outputs)

    def forward(self, x):
        y = x if self.expand is None else self.activation(self.expand(x))
        y = self.activation(self.depth(y))
        y = y if self.se is None else self.se(y)
        y = self.project(y)
        return y + x if self.residual else y


class MN04(nn.Module):
    """16 kHz waveforms (batch, samples) -> AudioSet logits (batch, 527), embedding (batch, 384)."""

    def __init__(self):
        super().__init__()
        self.stem = _conv_bn(1, 8, 3, 2)
        self.stages = nn.ModuleList([Stage(*stage) for stage in STAGES])
        self.last = _conv_bn(64, 384)
        self.hidden, self.out = nn.Linear(384, 512), nn.Linear(512, AUDIOSET_CLASS_COUNT)

    def head(self, embedding):
        return self.out(F.hardswish(self.hidden(embedding)))

    def forward(self, waveforms):
        x = mn04_mel(double_rate(waveforms)).contiguous(memory_format=torch.channels_last)
        x = F.hardswish(self.stem(x))
        for stage in self.stages:
            x = stage(x)
        embedding = F.hardswish(self.last(x)).mean((2, 3))
        return self.head(embedding), embedding


def _published_names(network):
    """Our parameter-name prefixes -> the checkpoint's."""
    names = {"stem.": "features.0.", "last.": "features.16.", "hidden.": "classifier.2.", "out.": "classifier.5."}
    for i, stage in enumerate(network.stages):
        position, prefix = 0, f"features.{i + 1}.block."
        for part in ("expand", "depth", "se", "project"):
            if getattr(stage, part) is None:
                continue
            if part == "se":
                names[f"stages.{i}.se.down."] = f"{prefix}{position}.conc_se_layers.0.fc1."
                names[f"stages.{i}.se.up."] = f"{prefix}{position}.conc_se_layers.0.fc2."
            else:
                names[f"stages.{i}.{part}."] = f"{prefix}{position}."
            position += 1
    return names


def load_mn04(path):
    """The teacher with its published weights, for inference only."""
    if not os.path.exists(path):
        raise NetworkFileError(f"teacher '{path}': not found; it is {FILE_NAME} of the EfficientAT releases")
    source, network = torch.load(path, map_location="cpu", weights_only=True), MN04()
    names, state = _published_names(network), {}
    for key in network.state_dict():
        ours = max((name for name in names if key.startswith(name)), key=len)
        published = names[ours] + key[len(ours) :]
        if published not in source:
            raise NetworkFileError(f"teacher '{path}': no array '{published}'; it is not an mn04_as checkpoint")
        state[key] = source[published]
    network.load_state_dict(state)
    return network.to(memory_format=torch.channels_last).eval().requires_grad_(False)
