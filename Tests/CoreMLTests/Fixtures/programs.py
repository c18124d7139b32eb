"""What the scripts for ML Programs share: from PyTorch modules to cases."""

import base64
import logging
import os
import tempfile
import warnings

warnings.filterwarnings("ignore")

import coremltools as ct
import numpy as np
import torch

from common import numbers

logging.disable(logging.CRITICAL)

FLOAT32 = ct.precision.FLOAT32
FLOAT16 = ct.precision.FLOAT16


def saved(model):
    """The model's message and its weight file, as they lie in a package."""
    with tempfile.TemporaryDirectory() as folder:
        package = os.path.join(folder, "model.mlpackage")
        model.save(package)
        data = os.path.join(package, "Data", "com.apple.CoreML")
        with open(os.path.join(data, "model.mlmodel"), "rb") as stream:
            message = stream.read()
        path = os.path.join(data, "weights", "weight.bin")
        if not os.path.exists(path):
            return message, b""
        with open(path, "rb") as stream:
            return message, stream.read()


def program_case(name, model, inputs, outputs, tolerance=1e-4, **more):
    """One case: a program, arrays for its inputs, and what must come out."""
    message, weights = saved(model)
    case = {
        "name": name,
        "model": base64.b64encode(message).decode(),
        "weights": base64.b64encode(weights).decode(),
        "inputs": {key: numbers(value) for key, value in inputs.items()},
        "outputs": {key: numbers(value) for key, value in outputs.items()},
        "tolerance": tolerance,
    }
    return case | more


def convert(module, inputs, precision=FLOAT32, target=ct.target.iOS15, shapes=None,
            outputs=("y",), classes=None):
    """A program of a module; `shapes` replaces the inputs' shapes where they are flexible."""
    module = module.eval()
    example = tuple(torch.from_numpy(np.asarray(value)) for value in inputs.values())
    with torch.no_grad():
        traced = torch.jit.trace(module, example)
    types = [
        ct.TensorType(name=name, shape=(shapes or {}).get(name, value.shape), dtype=value.dtype)
        for name, value in inputs.items()
    ]
    arguments = {}
    if classes is None:
        arguments["outputs"] = [
            ct.TensorType(name=name, dtype=np.float32) if precision == FLOAT32
            else ct.TensorType(name=name) for name in outputs
        ]
    else:
        arguments["classifier_config"] = ct.ClassifierConfig(classes)
    return ct.convert(
        traced, inputs=types, convert_to="mlprogram", minimum_deployment_target=target,
        compute_precision=precision, skip_model_load=True, **arguments)


def run(module, inputs):
    """PyTorch's own outputs, in single precision."""
    with torch.no_grad():
        results = module.eval()(*(torch.from_numpy(np.asarray(v)) for v in inputs.values()))
    if isinstance(results, torch.Tensor):
        results = (results,)
    return [result.numpy() for result in results]


def module_case(name, module, inputs, outputs=("y",), tolerance=1e-4, reference=None, **options):
    """A case of a module: the program that it becomes, and what PyTorch gives for it or for
    `reference`, where the converter's operation is defined in another way."""
    if not isinstance(inputs, dict):
        inputs = {"x": inputs}
    model = convert(module, inputs, outputs=outputs, **options)
    expected = run(reference or module, inputs)
    return program_case(name, model, inputs, dict(zip(outputs, expected)), tolerance)


class Function(torch.nn.Module):
    """A function of tensors as a module."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)
