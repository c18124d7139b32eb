"""The student with batch normalisation folded away: a list of layers and the arrays they use.

Export, evaluation and tests all start from this one form, whether the weights come from a
published pair of .npz and .json files or from a training checkpoint.
"""

import json
import os
import zipfile
import zlib
from dataclasses import dataclass

import numpy as np

OPERATIONS = ("affine", "conv2d", "save", "add", "pool", "dense")


class NetworkFileError(Exception):
    """A weight file that is missing, incomplete, or describes another network than it holds."""


@dataclass
class FoldedNetwork:
    """Layers in execution order, and arrays named `<layer>.weight` and `<layer>.bias`.

    layers: dictionaries with the key `op`, one of OPERATIONS.
    arrays: float32; convolution weights are (outputs, inputs / groups, height, width),
            dense weights are (outputs, inputs).
    """

    layers: list
    arrays: dict

    def check(self, label_count):
        """Raises NetworkFileError unless every layer finds arrays of the shape it declares."""
        for layer in self.layers:
            if layer["op"] not in OPERATIONS:
                raise NetworkFileError(f"layer operation: found '{layer['op']}', expected one of {OPERATIONS}")
            if layer["op"] == "conv2d":
                self._check_convolution(layer)
            elif layer["op"] == "dense":
                self._array(layer["name"], "weight"), self._array(layer["name"], "bias")
        for name, array in self.arrays.items():
            if not np.isfinite(array).all():
                raise NetworkFileError(f"array '{name}': found values that are not finite")
        found = self._array("out", "weight").shape[0]
        if found != label_count:
            raise NetworkFileError(f"layer 'out': found {found} outputs, expected one for each of {label_count} labels")
        return self

    def _array(self, layer, kind):
        if f"{layer}.{kind}" not in self.arrays:
            raise NetworkFileError(f"layer '{layer}': no array '{layer}.{kind}'")
        return self.arrays[f"{layer}.{kind}"]

    def _check_convolution(self, layer):
        expected = (layer["outputs"], layer["inputs"] // layer["groups"], *layer["kernel"])
        found = self._array(layer["name"], "weight").shape
        if found != expected:
            raise NetworkFileError(f"layer '{layer['name']}': found weights of shape {found}, expected {expected}")
        if layer["bias"] != (layer["name"] + ".bias" in self.arrays):
            raise NetworkFileError(f"layer '{layer['name']}': bias declared {layer['bias']}, but the arrays differ")

    @property
    def parameter_count(self):
        return sum(array.size for array in self.arrays.values())


def load_npz(path):
    """Reads `path` (.npz) and the architecture beside it (.json)."""
    architecture = os.path.splitext(path)[0] + ".json"
    for required in (path, architecture):
        if not os.path.exists(required):
            raise NetworkFileError(f"network file '{required}': not found")
    try:
        with open(path, "rb") as stream, np.load(stream) as stored:
            arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    except (OSError, ValueError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise NetworkFileError(f"network file '{path}': cannot be read: {error}") from error
    try:
        with open(architecture) as stream:
            return FoldedNetwork(json.load(stream)["layers"], arrays)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NetworkFileError(f"network file '{architecture}': found no list of layers: {error!r}") from error
