"""The first teacher: mn04_as of EfficientAT (MIT License), AudioSet mAP 0.432, from its public checkpoint.

Only the layout of its MobileNetV3 is written here, for any width of the family mn01_as to mn40_as; the weights are
loaded from the file that its authors publish.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from . import checkpoints
from .folded import NetworkFileError
from .labels import AUDIOSET_CLASS_COUNT
from .torch_frontend import double_rate, mn04_mel

FILE_NAME = "mn04_as_mAP_432.pt"
# kernel, stride, squeeze-and-excitation, hard-swish of each stage; the channels depend on the network's width
STAGES = [
    (3, 1, 0, 0),
    (3, 2, 0, 0),
    (3, 1, 0, 0),
    (5, 2, 1, 0),
    (5, 1, 1, 0),
    (5, 1, 1, 0),
    (3, 2, 0, 1),
    (3, 1, 0, 1),
    (3, 1, 0, 1),
    (3, 1, 0, 1),
    (3, 1, 1, 1),
    (3, 1, 1, 1),
    (5, 2, 1, 1),
    (5, 1, 1, 1),
    (5, 1, 1, 1),
]


@dataclass(frozen=True)
class Widths:
    """Channels of the stem, of each stage (expanded, outputs), of the last convolution and of the hidden layer."""

    stem: int
    stages: tuple
    last: int
    hidden: int


MN04_WIDTHS = Widths(
    8,
    (
        (8, 8),
        (24, 16),
        (32, 16),
        (32, 16),
        (48, 16),
        (48, 16),
        (96, 32),
        (80, 32),
        (72, 32),
        (72, 32),
        (192, 48),
        (272, 48),
        (272, 64),
        (384, 64),
        (384, 64),
    ),
    384,
    512,
)


def _conv_bn(inputs, outputs, kernel=1, stride=1, groups=1):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, (kernel - 1) // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs, eps=1e-3),
    )


def divisible(channels):
    """The multiple of 8 that the networks round channels to: the nearest, and never less by more than a tenth."""
    rounded = max(8, int(channels + 4) // 8 * 8)
    return rounded if rounded >= 0.9 * channels else rounded + 8


class SqueezeExcite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        squeezed = divisible(channels // 4)
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


class MobileNet(nn.Module):
    """16 kHz waveforms (batch, samples) -> AudioSet logits (batch, 527), embedding (batch, widths.last)."""

    def __init__(self, widths=MN04_WIDTHS):
        super().__init__()
        self.stem = _conv_bn(1, widths.stem, 3, 2)
        inputs = [widths.stem] + [outputs for _, outputs in widths.stages]
        self.stages = nn.ModuleList(
            [Stage(i, *channels, *stage) for i, channels, stage in zip(inputs, widths.stages, STAGES)]
        )
        self.last = _conv_bn(inputs[-1], widths.last)
        self.hidden = nn.Linear(widths.last, widths.hidden)
        self.out = nn.Linear(widths.hidden, AUDIOSET_CLASS_COUNT)

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
    names = {
        "stem.": "features.0.",
        "last.": f"features.{len(STAGES) + 1}.",
        "hidden.": "classifier.2.",
        "out.": "classifier.5.",
    }
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


def _read(path):
    """The arrays of a published checkpoint by name."""
    return checkpoints.read(path, "arrays", "; EfficientAT's releases have it")


def _shape(arrays, name, path):
    """The shape of an array as a tuple."""
    if not isinstance(arrays.get(name), torch.Tensor):
        raise NetworkFileError(f"checkpoint '{path}': no array '{name}'; it is none of EfficientAT's mn*_as")
    return tuple(arrays[name].shape)


def _fill(network, arrays, path):
    """The network with a checkpoint's arrays, for inference only."""
    names, state = _published_names(network), {}
    for key, value in network.state_dict().items():
        ours = max((name for name in names if key.startswith(name)), key=len)
        published = names[ours] + key[len(ours) :]
        found, expected = _shape(arrays, published, path), tuple(value.shape)
        if found != expected:
            raise NetworkFileError(
                f"checkpoint '{path}': array '{published}': found shape {found}, expected {expected}"
            )
        state[key] = arrays[published]
    network.load_state_dict(state)
    return network.to(memory_format=torch.channels_last).eval().requires_grad_(False)


def _widths(arrays, path):
    """The channels of a checkpoint, from the shapes of its arrays."""

    def shape(name, dimensions=4):
        found = _shape(arrays, name, path)
        if len(found) != dimensions:
            raise NetworkFileError(
                f"checkpoint '{path}': array '{name}': found shape {found}, expected {dimensions} sizes"
            )
        return found

    stages = []
    for number in range(1, len(STAGES) + 1):
        blocks = [k for k in range(4) if f"features.{number}.block.{k}.0.weight" in arrays]
        # The last of a stage projects what was expanded to its outputs.
        outputs, expanded, *_ = shape(f"features.{number}.block.{max(blocks, default=0)}.0.weight")
        stages.append((expanded, outputs))
    return Widths(
        shape("features.0.0.weight")[0],
        tuple(stages),
        shape(f"features.{len(STAGES) + 1}.0.weight")[0],
        shape("classifier.2.weight", 2)[0],
    )


def load_mobilenet(path):
    """A network of EfficientAT of any width with its published weights, for inference only."""
    arrays = _read(path)
    return _fill(MobileNet(_widths(arrays, path)), arrays, path)


def load_mn04(path):
    """The teacher with its published weights, for inference only."""
    return _fill(MobileNet(), _read(path), path)
