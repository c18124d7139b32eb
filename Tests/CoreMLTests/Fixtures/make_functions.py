"""Writes functions.json: an ML Program of two functions that share weights, with outputs from PyTorch.

Run by hand after `pip install -r requirements.txt`: `python make_functions.py`.
"""

import os
import tempfile

import coremltools as ct
import numpy as np
import torch
from coremltools.models.utils import MultiFunctionDescriptor, save_multifunction

from common import write
from programs import FLOAT16, convert, program_case, run

rng = np.random.default_rng(20251203)
torch.manual_seed(20251203)
nn = torch.nn


class Heads(nn.Module):
    """A trunk that all functions share, and a head of its own."""

    def __init__(self, trunk, outputs):
        super().__init__()
        self.trunk = trunk
        self.head = nn.Linear(24, outputs)

    def forward(self, x):
        return torch.softmax(self.head(torch.relu(self.trunk(x))), -1)


trunk = nn.Linear(40, 24)
modules = {"coarse": Heads(trunk, 3).eval(), "fine": Heads(trunk, 8).eval()}
inputs = {"x": rng.standard_normal((2, 40)).astype(np.float32)}
cases = []
for label, precision, tolerance in [("", ct.precision.FLOAT32, 1e-4), (", half precision", FLOAT16, 1e-2)]:
    with tempfile.TemporaryDirectory() as folder:
        description = MultiFunctionDescriptor()
        for name, module in modules.items():
            path = os.path.join(folder, f"{name}.mlpackage")
            convert(module, inputs, precision=precision, target=ct.target.iOS18).save(path)
            description.add_function(path, "main", name)
        description.default_function_name = "fine"
        path = os.path.join(folder, "both.mlpackage")
        save_multifunction(description, path)
        model = ct.models.MLModel(path, skip_model_load=True)
        for name, module in modules.items():
            expected = {"y": run(module, inputs)[0]}
            cases.append(
                program_case(f"{name}{label}", model, inputs, expected, tolerance, function=name))
write("functions.json", cases)
