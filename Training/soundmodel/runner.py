"""Runs a folded network on batches with PyTorch, for evaluation and calibration."""

import torch
import torch.nn.functional as F

ACTIVATIONS = dict(none=lambda x: x, relu=F.relu, hardswish=F.hardswish, sigmoid=lambda x: x)


class Runner:
    """log_mel (batch, frames, 64) -> logits (batch, labels), embeddings (batch, 384)."""

    def __init__(self, network):
        self.layers = network.layers
        self.arrays = {name: torch.from_numpy(array) for name, array in network.arrays.items()}

    def _convolve(self, layer, x):
        name = layer["name"]
        x = F.conv2d(
            x,
            self.arrays[name + ".weight"],
            self.arrays.get(name + ".bias"),
            tuple(layer["stride"]),
            tuple(layer["padding"]),
            groups=layer["groups"],
        )
        return ACTIVATIONS[layer["activation"]](x)

    @torch.no_grad()
    def __call__(self, log_mel):
        x, saved, embedding = log_mel.unsqueeze(1).contiguous(memory_format=torch.channels_last), None, None
        for layer in self.layers:
            operation = layer["op"]
            if operation == "affine":
                x = (x + 1.5) * 0.5
            elif operation == "conv2d":
                x = self._convolve(layer, x)
            elif operation == "save":
                saved = x
            elif operation == "add":
                x = ACTIVATIONS[layer["activation"]](x + saved)
            elif operation == "pool":
                frames = x.mean(3)
                x = torch.cat([frames.mean(2), frames.amax(2)], 1)
            else:
                x = F.linear(x, self.arrays[layer["name"] + ".weight"], self.arrays[layer["name"] + ".bias"])
                x = ACTIVATIONS[layer["activation"]](x)
                embedding = x if layer["name"] == "emb" else embedding
        return x, embedding
