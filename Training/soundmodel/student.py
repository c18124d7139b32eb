"""The student: VGGish log-mel to an embedding in the teacher's space, 527 AudioSet logits and 303 identifier logits."""

import os

import torch
import torch.nn.functional as F
from torch import nn

from . import checkpoints, devices, labels
from .folded import FoldedNetwork, NetworkFileError

EMBEDDING_SIZE, HIDDEN_SIZE, STEM_CHANNELS = 384, 512, 16
# channels and (time, frequency) stride of each block; one embedding frame per 16 log-mel frames (160 ms)
BLOCKS = [
    (48, (2, 2)),
    (64, (1, 1)),
    (128, (2, 2)),
    (128, (1, 1)),
    (256, (2, 2)),
    (256, (1, 1)),
    (256, (1, 1)),
    (256, (1, 1)),
    (256, (1, 1)),
    (384, (1, 2)),
    (384, (1, 1)),
]
UNTAUGHT_LOGIT = -12.0


class Separable(nn.Module):
    """Depthwise 3x3, pointwise 1x1, batch norm, residual where shapes match, ReLU.

    Without normalisation and activation between the two convolutions a CPU trains it several times faster
    than MobileNet blocks of equal cost.
    """

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.dw = nn.Conv2d(inputs, inputs, 3, stride, 1, groups=inputs, bias=False)
        self.pw = nn.Conv2d(inputs, outputs, 1, bias=False)
        self.b = nn.BatchNorm2d(outputs)
        self.strided = stride != (1, 1)
        self.residual = inputs == outputs and not self.strided

    def depthwise(self, x):
        """In single precision where strided: its gradient in bfloat16 takes forty times as long on a CPU."""
        if self.strided and x.dtype == torch.bfloat16 and x.device.type == "cpu":
            with torch.autocast("cpu", enabled=False):
                return self.dw(x.float())
        return self.dw(x)

    def forward(self, x):
        y = self.b(self.pw(self.depthwise(x)))
        return F.relu(y + x if self.residual else y, inplace=True)


class Student(nn.Module):
    """log_mel (batch, frames, 64) -> embedding (batch, 384); the heads read the embedding."""

    def __init__(self, blocks=None):
        super().__init__()
        blocks = BLOCKS if blocks is None else blocks
        self.stem, self.sb = nn.Conv2d(1, STEM_CHANNELS, 3, 2, 1, bias=False), nn.BatchNorm2d(STEM_CHANNELS)
        channels = [STEM_CHANNELS] + [outputs for outputs, _ in blocks]
        self.blocks = nn.Sequential(*[Separable(i, o, stride) for i, (o, stride) in zip(channels, blocks)])
        self.emb = nn.Linear(2 * channels[-1], EMBEDDING_SIZE)
        self.hidden = nn.Linear(EMBEDDING_SIZE, HIDDEN_SIZE)
        self.out = nn.Linear(HIDDEN_SIZE, labels.AUDIOSET_CLASS_COUNT)
        self.names = nn.Linear(HIDDEN_SIZE, len(labels.identifiers()))
        self.frozen_blocks, self.bfloat16 = 0, False

    def freeze(self, blocks):
        """Leaves the stem and the first `blocks` blocks as they are: late in a training they hardly change.

        They work on the largest arrays, so that two frozen blocks make a step a third shorter.
        """
        self.frozen_blocks = blocks
        return self.train(self.training)

    def train(self, mode=True):
        super().train(mode)
        if self.frozen_blocks:
            for module in (self.sb, *self.blocks[: self.frozen_blocks]):
                module.eval()
        return self

    def images(self, log_mel):
        """What the stem is given: log-mels as images of one channel, nearly centred."""
        return ((log_mel + 1.5) * 0.5).unsqueeze(1).contiguous(memory_format=torch.channels_last)

    def embed(self, log_mel):
        """With `bfloat16` set, the convolutions of a training step run in bfloat16 on single-precision weights."""
        x = self.images(log_mel)
        with devices.bfloat16(x.device, self.bfloat16 and self.training):
            with torch.set_grad_enabled(torch.is_grad_enabled() and not self.frozen_blocks):
                x = self.blocks[: self.frozen_blocks](F.relu(self.sb(self.stem(x)), inplace=True))
            x = self.blocks[self.frozen_blocks :](x)
        frames = x.float().mean(3)  # (batch, channels, frames / 16)
        return self.emb(torch.cat([frames.mean(2), frames.amax(2)], 1))

    def head(self, embedding):
        """(527 AudioSet logits, 303 identifier logits) of embeddings (batch, 384)."""
        hidden = F.hardswish(self.hidden(embedding))
        return self.out(hidden), self.names(hidden)

    def forward(self, log_mel):
        embedding = self.embed(log_mel)
        return (*self.head(embedding), embedding)


def names_from_audioset(weight, bias):
    """A first head for the identifiers: each takes the weights of its first AudioSet class, or a low constant."""
    classes = labels.audioset_classes_of_identifiers()
    rows = [weight[c[0]] if c else torch.zeros_like(weight[0]) for c in classes]
    offsets = [bias[c[0]] if c else torch.tensor(UNTAUGHT_LOGIT) for c in classes]
    return torch.stack(rows), torch.stack(offsets)


def load_state(state, path):
    """A student with the weights of `state`; a state without the identifiers' head gets one from its AudioSet head."""
    student = Student()
    expected = student.state_dict()
    state = {name: value.float() if value.is_floating_point() else value for name, value in state.items()}
    if "names.weight" not in state and "out.weight" in state:
        state["names.weight"], state["names.bias"] = names_from_audioset(state["out.weight"], state["out.bias"])
    for name, value in expected.items():
        if name not in state:
            raise NetworkFileError(f"checkpoint '{path}': no array '{name}'; it belongs to another architecture")
        if state[name].shape != value.shape:
            raise NetworkFileError(
                f"checkpoint '{path}': array '{name}': found shape {tuple(state[name].shape)}, "
                f"expected {tuple(value.shape)}"
            )
    student.load_state_dict({name: state[name] for name in expected})
    return student


def load_checkpoint(path):
    """The student in a checkpoint of train.py (its averaged weights), or in a bare dictionary of weights."""
    stored = checkpoints.read(path, "weights")
    return load_state(stored.get("average", stored), path).eval()


def save_compact(student, path):
    """Writes the weights to go on from: matrices and kernels in half precision, the rest as it is."""
    state = {name: value.half() if value.ndim > 1 else value for name, value in student.state_dict().items()}
    torch.save(dict(average=state), path + ".part")
    os.replace(path + ".part", path)


def _fold(convolution, normalisation):
    scale = normalisation.weight / (normalisation.running_var + normalisation.eps).sqrt()
    return convolution.weight * scale[:, None, None, None], normalisation.bias - normalisation.running_mean * scale


def fold(student):
    """The student's path from log-mel to identifiers, batch normalisation folded into the convolutions."""
    layers, arrays = [dict(op="affine")], {}

    def convolution(name, module, weight, bias, activation):
        arrays[name + ".weight"] = weight.detach().numpy().copy()
        if bias is not None:
            arrays[name + ".bias"] = bias.detach().numpy().copy()
        layers.append(
            dict(
                op="conv2d",
                name=name,
                kernel=list(module.kernel_size),
                stride=list(module.stride),
                padding=list(module.padding),
                groups=module.groups,
                inputs=module.in_channels,
                outputs=module.out_channels,
                bias=bias is not None,
                activation=activation,
            )
        )

    convolution("stem", student.stem, *_fold(student.stem, student.sb), "relu")
    for k, block in enumerate(student.blocks):
        if block.residual:
            layers.append(dict(op="save", name=f"block{k}"))
        convolution(f"block{k}.depth", block.dw, block.dw.weight, None, "none")
        convolution(f"block{k}.point", block.pw, *_fold(block.pw, block.b), "none" if block.residual else "relu")
        if block.residual:
            layers.append(dict(op="add", name=f"block{k}", activation="relu"))
    layers.append(dict(op="pool"))
    for name, module, activation in (
        ("emb", student.emb, "none"),
        ("hidden", student.hidden, "hardswish"),
        ("out", student.names, "sigmoid"),
    ):
        arrays[name + ".weight"], arrays[name + ".bias"] = [
            p.detach().numpy().copy() for p in (module.weight, module.bias)
        ]
        layers.append(dict(op="dense", name=name, activation=activation))
    return FoldedNetwork(layers, arrays)
