"""What the scripts for network layers share: seeded noise, and cases of one layer."""

import numpy as np
import torch

from common import case, model

rng = np.random.default_rng(20240607)


def noise(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def t(array):
    return torch.from_numpy(np.ascontiguousarray(array))


def network(fill, inputs, outputs, exact):
    """A network of one layer, which `fill` fills; arrays give the shapes."""
    spec = model(
        {name: value.shape for name, value in inputs.items()},
        {name: value.shape for name, value in outputs.items()},
    )
    spec.neuralNetwork.arrayInputShapeMapping = 1 if exact else 0
    layer = spec.neuralNetwork.layers.add()
    layer.name = "layer"
    layer.input.extend(inputs)
    layer.output.extend(outputs)
    fill(layer)
    return spec


def one(name, fill, inputs, expected, exact=False, tolerance=1e-4):
    """A case of one layer; inputs are arrays or a single one, as are the expected outputs."""
    if not isinstance(inputs, dict):
        inputs = {"x": inputs}
    if not isinstance(expected, dict):
        expected = {"y": np.asarray(expected, np.float32)}
    return case(name, network(fill, inputs, expected, exact), inputs, expected, tolerance)


def simple(name, field, inputs, expected, exact=True, tolerance=1e-4, **parameters):
    """A layer whose fields are plain numbers or lists."""

    def fill(layer):
        message = getattr(layer, field)
        message.SetInParent()
        for key, value in parameters.items():
            if isinstance(value, (list, tuple)):
                getattr(message, key).extend(value)
            else:
                setattr(message, key, value)

    return one(name, fill, inputs, expected, exact, tolerance)




def two(left, right):
    return {"p": left, "q": right}
