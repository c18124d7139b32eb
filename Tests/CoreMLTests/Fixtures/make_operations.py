"""Writes operations.json: ML Programs of one operation or a few, with outputs from PyTorch.

Run by hand after `pip install -r requirements.txt`: `python make_operations.py`.
"""

import coremltools as ct
import numpy as np
import torch
import torch.nn.functional as F

from common import write
from programs import FLOAT16, Function, module_case

rng = np.random.default_rng(20251130)
torch.manual_seed(20251130)
nn = torch.nn


def noise(*shape):
    return rng.standard_normal(shape).astype(np.float32)


cases = []


def add(name, module, inputs, **options):
    if not isinstance(module, nn.Module):
        module = Function(module)
    if not isinstance(inputs, dict):
        inputs = {"x": inputs}
    cases.append(module_case(name, module, inputs, **options))


IMAGE = noise(1, 6, 7, 5)
SEQUENCE = noise(2, 6, 11)

# Convolutions -------------------------------------------------------------------------------------

add("conv", nn.Conv2d(6, 4, 3), IMAGE)
add("conv, strides, padding, dilation", nn.Conv2d(6, 8, (3, 2), (2, 1), (2, 3), (1, 2)), IMAGE)
add("conv, groups", nn.Conv2d(6, 6, 3, groups=3, bias=False), IMAGE)
add("conv, depthwise", nn.Conv2d(6, 12, 3, groups=6, padding=1), IMAGE)
add("conv, same", nn.Conv2d(6, 4, (4, 3), padding="same"), IMAGE)
add("conv of a sequence", nn.Conv1d(6, 5, 4, 2, 3), SEQUENCE)
add("conv of a sequence, dilation, groups", nn.Conv1d(6, 4, 3, 1, 2, 2, 2), SEQUENCE)
add("convs of a sequence with functions between",
    nn.Sequential(nn.Conv1d(6, 8, 3, padding=1), nn.ReLU(), nn.Conv1d(8, 8, 3, padding=1), nn.SiLU(),
                  nn.Conv1d(8, 4, 1)), SEQUENCE)
add("conv and batch norm", nn.Sequential(nn.Conv2d(6, 4, 3), nn.BatchNorm2d(4), nn.ReLU()), IMAGE)
add("conv transpose", nn.ConvTranspose2d(6, 4, 3, 2, 1), IMAGE)
add("conv transpose, output padding, groups",
    nn.ConvTranspose2d(6, 4, 3, 2, 1, output_padding=1, groups=2), IMAGE)
add("conv transpose of a sequence", nn.ConvTranspose1d(6, 3, 4, 2, 1), SEQUENCE)

# Pooling ------------------------------------------------------------------------------------------

add("max pool", nn.MaxPool2d(2), IMAGE)
add("max pool, padding, ceiling", nn.MaxPool2d((3, 2), (2, 3), (1, 1), ceil_mode=True), IMAGE)
add("average pool", nn.AvgPool2d(3, 2, 1), IMAGE)
add("average pool without padding", nn.AvgPool2d(3, 2, 1, count_include_pad=False), IMAGE)
add("max pool of a sequence", nn.MaxPool1d(3, 2), SEQUENCE)
add("average pool of a sequence", nn.AvgPool1d(4, 3), SEQUENCE)
add("global average", nn.AdaptiveAvgPool2d(1), IMAGE)
add("global maximum", nn.AdaptiveMaxPool2d(1), IMAGE)

# Dense --------------------------------------------------------------------------------------------

add("linear", nn.Linear(7, 5), noise(3, 7))
add("linear without bias on a sequence", nn.Linear(7, 5, bias=False), noise(2, 4, 7))
add("matmul", torch.matmul, {"a": noise(2, 3, 5), "b": noise(2, 5, 4)})
add("matmul, transposed", lambda a, b: a @ b.transpose(-1, -2),
    {"a": noise(2, 3, 4, 5), "b": noise(2, 3, 6, 5)})
add("matmul with a constant", lambda x, w=torch.from_numpy(noise(7, 5)): x @ w, noise(2, 4, 7))
add("matmul of a constant", lambda x, w=torch.from_numpy(noise(5, 4)): w @ x, noise(2, 4, 7))
add("attention", F.scaled_dot_product_attention,
    {"q": noise(1, 2, 5, 4), "k": noise(1, 2, 6, 4), "v": noise(1, 2, 6, 3)})
add("attention of its own operation", F.scaled_dot_product_attention,
    {"q": noise(1, 2, 5, 4), "k": noise(1, 2, 6, 4), "v": noise(1, 2, 6, 3)},
    target=ct.target.iOS18)
add("embedding", nn.Embedding(11, 4), np.array([[1, 3, 10, 0]], np.int32))

# Normalisation ------------------------------------------------------------------------------------


def trained(layer):
    """A normalisation with statistics and parameters that are not ones and zeros."""
    for name, tensor in layer.state_dict().items():
        if tensor.dtype == torch.float32:
            tensor.copy_(torch.rand_like(tensor) + (0.5 if "var" in name or "weight" in name else 0))
    return layer


add("batch norm", trained(nn.BatchNorm2d(6)), IMAGE)
add("batch norm of a sequence", trained(nn.BatchNorm1d(6)), SEQUENCE)
add("batch norm of vectors", trained(nn.BatchNorm1d(6)), noise(4, 6))
add("instance norm", trained(nn.InstanceNorm2d(6, affine=True)), IMAGE)
add("instance norm of a sequence", trained(nn.InstanceNorm1d(6, affine=True)), SEQUENCE)
add("layer norm", trained(nn.LayerNorm(7)), noise(2, 4, 7))
add("layer norm over two axes", trained(nn.LayerNorm([7, 5])), IMAGE)
add("group norm", trained(nn.GroupNorm(3, 6)), IMAGE)

# Functions ----------------------------------------------------------------------------------------

for layer in [
    nn.ReLU(), nn.ReLU6(), nn.LeakyReLU(0.2), nn.PReLU(6), nn.ELU(0.7), nn.SiLU(), nn.GELU(),
    nn.GELU(approximate="tanh"), nn.Sigmoid(), nn.Hardsigmoid(), nn.Hardswish(), nn.Hardtanh(-0.5, 0.8),
    nn.Softplus(), nn.Softsign(), nn.Tanh(), nn.Softmax(1), nn.LogSoftmax(-1), nn.Mish(),
    nn.Threshold(0.1, 0.0),
]:
    add(f"{layer}", layer, IMAGE)
add("PReLU of a sequence", nn.PReLU(6), SEQUENCE)
for function in ["abs", "ceil", "floor", "round", "sign", "sin", "cos", "exp", "exp2", "erf", "square"]:
    add(function, getattr(torch, function), noise(3, 5))
for function in ["log", "sqrt", "rsqrt"]:
    add(function, getattr(torch, function), np.abs(noise(3, 5)) + 0.1)
# The converter's operation adds 1e-4 to the number.
add("reciprocal", torch.reciprocal, np.abs(noise(3, 5)) + 0.5,
    reference=Function(lambda x: 1 / (x + 1e-4)))
add("clamp", lambda x: torch.clamp(x, -0.3, 0.9), noise(3, 5))
add("power", lambda x: x**1.5, np.abs(noise(3, 5)))
add("square root as a power", lambda x: x**0.5, np.abs(noise(3, 5)))
add("power of two arrays", torch.pow, {"a": np.abs(noise(3, 5)), "b": noise(5)})
for function in ["add", "sub", "mul", "div", "maximum", "minimum"]:
    add(f"{function} of two arrays", getattr(torch, function),
        {"a": noise(2, 3, 5), "b": noise(3, 1)})
add("integer division and rest", lambda a, b: (a // b, a % b),
    {"a": noise(3, 5), "b": np.abs(noise(3, 5)) + 0.2}, outputs=("q", "r"))
for function in ["eq", "ne", "lt", "le", "gt", "ge"]:
    add(f"comparison {function}", lambda a, b, f=getattr(torch, function): f(a, b).float(),
        {"a": rng.integers(0, 3, (4, 5)).astype(np.float32),
         "b": rng.integers(0, 3, (4, 5)).astype(np.float32)})
add("logic",
    lambda a, b: torch.logical_or(
        torch.logical_and(a > 0, torch.logical_not(b > 0)), torch.logical_xor(a > 1, b > 1)).float(),
    {"a": noise(4, 5), "b": noise(4, 5)})
add("where", lambda a, b: torch.where(a > 0, a, b), {"a": noise(4, 5), "b": noise(4, 5)})
add("cast", lambda x: x.int().float() * 0.5, noise(4, 5) * 4)

# Reductions ---------------------------------------------------------------------------------------

for function in ["mean", "sum", "amax", "amin", "logsumexp"]:
    add(f"reduce {function}", lambda x, f=getattr(torch, function): f(x, dim=(1, 3)), IMAGE)
    add(f"reduce {function}, kept", lambda x, f=getattr(torch, function): f(x, dim=-1, keepdim=True),
        IMAGE)
add("mean of all", lambda x: x.mean().reshape(1), IMAGE)
add("norm", lambda x: torch.linalg.vector_norm(x, dim=-1), noise(3, 5))
add("standard deviation", lambda x: x.std(dim=-1, unbiased=False), noise(3, 5))
add("variance", lambda x: x.var(dim=(-2, -1), unbiased=False, keepdim=True), IMAGE)
add("argmax", lambda x: x.argmax(-1).float(), noise(3, 5))
add("argmin", lambda x: x.argmin(1, keepdim=True).float(), noise(3, 5))
add("cumulative sum", lambda x: x.cumsum(1), noise(3, 5))

# Shapes -------------------------------------------------------------------------------------------

add("reshape", lambda x: x.reshape(3, -1, 5), IMAGE)
add("flatten", lambda x: x.flatten(1), IMAGE)
add("transpose", lambda x: x.permute(0, 2, 3, 1), IMAGE)
add("squeeze and expand", lambda x: x.squeeze(0).unsqueeze(-1), IMAGE)
add("concat", lambda a, b: torch.cat([a, b, a], 1), {"a": noise(2, 3, 4), "b": noise(2, 5, 4)})
add("stack", lambda a, b: torch.stack([a, b], 1), {"a": noise(2, 3), "b": noise(2, 3)})
add("split", lambda x: x.split([1, 3, 2], 1), IMAGE, outputs=("a", "b", "c"))
add("chunk", lambda x: x.chunk(3, 1), IMAGE, outputs=("a", "b", "c"))
add("slices", lambda x: x[:, 1:5:2, -3:, 0], IMAGE)
add("last row", lambda x: x[:, -1], SEQUENCE)
add("narrow", lambda x: x.narrow(2, 3, 5), SEQUENCE)
add("pad with a number", lambda x: F.pad(x, (1, 2, 0, 3), value=0.5), IMAGE)
add("pad by reflection", lambda x: F.pad(x, (2, 1), mode="reflect"), SEQUENCE)
add("pad by repetition", lambda x: F.pad(x, (2, 1, 1, 0), mode="replicate"), IMAGE)
add("tile", lambda x: x.repeat(1, 2, 1, 3), IMAGE)
add("expand", lambda x: x.expand(4, 3, 5), noise(1, 3, 1).astype(np.float32)[:, :, :1])
add("flip", lambda x: x.flip([1, 2]), SEQUENCE)
add("gather rows", lambda x: x[:, [4, 0, 2]], SEQUENCE)
add("index select", lambda x, i: x.index_select(1, i),
    {"x": SEQUENCE, "i": np.array([5, 1, 1], np.int32)})
add("gather along an axis", lambda x, i: torch.gather(x, 1, i.long()),
    {"x": noise(3, 5), "i": np.array([[4, 0], [1, 1], [2, 3]], np.int32)})
add("one hot", lambda i: F.one_hot(i.long(), 5).float(), np.array([[4, 0, 2]], np.int32))
add("pixel shuffle", nn.PixelShuffle(2), noise(1, 8, 3, 4))
add("upsample nearest", nn.Upsample(scale_factor=2), IMAGE)
add("upsample bilinear", nn.Upsample(scale_factor=2, mode="bilinear"), IMAGE)
add("upsample bilinear, corners",
    nn.Upsample(scale_factor=3, mode="bilinear", align_corners=True), IMAGE)
add("resize", lambda x: F.interpolate(x, size=(14, 10), mode="bilinear", align_corners=False), IMAGE)

# Recurrent layers ---------------------------------------------------------------------------------


class Recurrent(nn.Module):
    def __init__(self, layer, with_states=False):
        super().__init__()
        self.layer = layer
        self.with_states = with_states

    def forward(self, x):
        y, states = self.layer(x)
        if not self.with_states:
            return y
        return (y, *states) if isinstance(states, tuple) else (y, states)


STEPS = noise(2, 6, 5)
add("LSTM", Recurrent(nn.LSTM(5, 4, batch_first=True)), STEPS)
add("LSTM with states", Recurrent(nn.LSTM(5, 4, batch_first=True), True), STEPS,
    outputs=("y", "h", "c"))
add("LSTM in both directions", Recurrent(nn.LSTM(5, 4, batch_first=True, bidirectional=True), True),
    STEPS, outputs=("y", "h", "c"))
add("two LSTM layers", Recurrent(nn.LSTM(5, 4, num_layers=2, batch_first=True)), STEPS)
add("GRU", Recurrent(nn.GRU(5, 4, batch_first=True)), STEPS)
add("GRU without biases", Recurrent(nn.GRU(5, 4, batch_first=True, bias=False)), STEPS)
add("GRU in both directions",
    Recurrent(nn.GRU(5, 4, num_layers=2, batch_first=True, bidirectional=True), True), STEPS,
    outputs=("y", "h"))
add("RNN", Recurrent(nn.RNN(5, 4, batch_first=True)), STEPS)
add("RNN, relu", Recurrent(nn.RNN(5, 4, batch_first=True, nonlinearity="relu")), STEPS)
add("GRU, half precision", Recurrent(nn.GRU(5, 4, batch_first=True)), STEPS, precision=FLOAT16,
    tolerance=1e-2)
add("LSTM, half precision", Recurrent(nn.LSTM(5, 4, batch_first=True)), STEPS, precision=FLOAT16,
    tolerance=1e-2)
add("GRU of a later format", Recurrent(nn.GRU(5, 4, batch_first=True)), STEPS,
    target=ct.target.iOS18, precision=FLOAT16, tolerance=1e-2)

write("operations.json", cases)
