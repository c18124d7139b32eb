"""EfficientAT's mn*_as of any width as Core ML layers: 32 kHz waveform in, identifiers out."""

import os
import re

import numpy as np

from . import frontend
from .coreml_layers import LayerChain
from .folded import NetworkFileError
from .mn04 import load_mobilenet
from .spectrum_layers import add_log_mel, fourier_kernels

SAMPLE_RATE = 32000
BINS = 480  # the highest band ends at 15 kHz
# Versions whose arrays have the shapes of the plain ones, and whose spectra or strides do not.
OTHER_FRONT_END = re.compile(r"_(hop|mels)_\d|_s\d{4}")
DEFAULT_LENGTH, SHORTEST, LONGEST = 96000, 16000, 480000  # samples


def _folded(convolution, normalisation):
    scale = normalisation.weight / (normalisation.running_var + normalisation.eps).sqrt()
    weight = convolution.weight * scale[:, None, None, None]
    return weight.detach().numpy(), (normalisation.bias - normalisation.running_mean * scale).detach().numpy()


class _Body:
    """Adds the stages of the network to a chain."""

    def __init__(self, chain):
        self.chain = chain

    def convolution(self, name, pair, activation="none"):
        module = pair[0]
        height, width = module.padding
        self.chain.convolution(
            name, *_folded(*pair), module.stride, ((height, height), (width, width)), module.groups, activation
        )

    def excite(self, name, module):
        """Squeeze-and-excitation: scales channels by what their means say."""
        before = self.chain.blob
        self.chain.reduce(name + ".mean", "HW", "avg")
        self.chain.dense(name + ".down", module.down.weight.numpy(), module.down.bias.numpy(), "relu")
        self.chain.dense(name + ".up", module.up.weight.numpy(), module.up.bias.numpy())
        self.chain.activation(name, "SIGMOID")
        self.chain.elementwise(name + ".scaled", [before, self.chain.blob], "MULTIPLY")

    def stage(self, name, module):
        start, activation = self.chain.blob, "hardswish" if module.activation.__name__ == "hardswish" else "relu"
        if module.expand is not None:
            self.convolution(name + ".expand", module.expand, activation)
        self.convolution(name + ".depth", module.depth, activation)
        if module.se is not None:
            self.excite(name + ".excite", module.se)
        self.convolution(name + ".project", module.project)
        if module.residual:
            self.chain.elementwise(name + ".add", [self.chain.blob, start], "ADD")


def build(path, label_count, add_head):
    """The chain up to the probabilities; `add_head(chain, weight, bias)` writes the last dense layers."""
    if OTHER_FRONT_END.search(os.path.basename(path)):
        raise NetworkFileError(f"checkpoint '{path}': by its name it has another hop, other bands or other strides")
    network = load_mobilenet(path)
    chain = LayerChain("audioSamples", (DEFAULT_LENGTH,), label_count)
    body = _Body(chain)
    chain.permute("waveform", (0, 3, 2, 1))  # (samples, 1, 1) -> (1, 1, samples)
    chain.convolution("preEmphasis", np.array([-0.97, 1], np.float32).reshape(1, 1, 1, 2), None)
    chain.reflect("centred", 400, 400)
    bands = frontend.triangles(np.arange(BINS) * 31.25, 0.0, 15000.0, 128)
    add_log_mel(chain, fourier_kernels(frontend.hann(800, periodic=False), 1024, BINS), 320, bands, 1e-5, power=True)
    chain.activation("scaled", "LINEAR", [0.2, 0.9])  # (x + 4.5) / 5
    chain.permute("image", (0, 1, 3, 2))  # (1, bands, frames)
    body.convolution("stem", network.stem, "hardswish")
    for number, module in enumerate(network.stages):
        body.stage(f"stage{number}", module)
    body.convolution("last", network.last, "hardswish")
    chain.reduce("embedding", "HW", "avg")
    chain.dense("hidden", network.hidden.weight.numpy(), network.hidden.bias.numpy(), "hardswish")
    add_head(chain, network.out.weight.numpy(), network.out.bias.numpy())
    chain.probabilities()
    return chain
