"""Writes networks.json: small audio networks as neural networks, as far as coremltools still can make
them, with outputs from PyTorch.

Run by hand after `pip install -r requirements.txt`: `python make_networks.py`.
"""

import coremltools as ct
import numpy as np
import torch
from coremltools.models.neural_network.quantization_utils import _quantize_spec_weights

from common import case, write
from modules import MobileNet, Tagger, Transformer, VGGish, Wave, trained
from programs import run

rng = np.random.default_rng(20251204)
torch.manual_seed(20251204)


def noise(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def network(module, x):
    """The specification of a neural network from `x`."""
    with torch.no_grad():
        traced = torch.jit.trace(module.eval(), torch.from_numpy(x))
    return ct.convert(
        traced, inputs=[ct.TensorType(name="x", shape=x.shape)], convert_to="neuralnetwork",
        minimum_deployment_target=ct.target.iOS14, skip_model_load=True).get_spec()


cases = []
# Not the CRNN: its GRU would become a loop of layers, which this package does not run.
for name, module, x in [
    ("MobileNet", trained(MobileNet()), noise(1, 1, 24, 16)),
    ("LSTM tagger", trained(Tagger()), noise(1, 10, 16)),
    ("transformer", trained(Transformer()), noise(1, 1, 16, 12)),
    ("VGGish", trained(VGGish()), noise(1, 1, 32, 16)),
    ("wave", trained(Wave()), noise(1, 400)),
]:
    spec = network(module, x)
    expected = {spec.description.output[0].name: run(module, {"x": x})[0]}
    cases.append(case(name, spec, {"x": x}, expected))
    # Half precision rounds the weights to 11 bits.
    half = _quantize_spec_weights(spec, 16, ct.models._QUANTIZATION_MODE_LINEAR_QUANTIZATION)
    cases.append(case(f"{name}, half precision", half, {"x": x}, expected, tolerance=1e-2))

write("networks.json", cases)
