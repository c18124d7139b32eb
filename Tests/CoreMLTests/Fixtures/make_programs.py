"""Writes programs.json: small audio networks as ML Programs, with outputs from PyTorch.

Run by hand after `pip install -r requirements.txt`: `python make_programs.py`.
"""

import coremltools as ct
import coremltools.optimize.coreml as cto
import numpy as np
import torch
import torch.nn.functional as F

from common import write
from programs import FLOAT16, convert, program_case, run

rng = np.random.default_rng(20251201)
torch.manual_seed(20251201)
nn = torch.nn


def noise(*shape):
    return rng.standard_normal(shape).astype(np.float32)


class Separable(nn.Module):
    """A block of MobileNet: depthwise, squeeze and excite, pointwise, residual."""

    def __init__(self, channels):
        super().__init__()
        self.depthwise = nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.squeeze = nn.Conv2d(channels, 4, 1)
        self.excite = nn.Conv2d(4, channels, 1)
        self.pointwise = nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        y = F.hardswish(self.norm(self.depthwise(x)))
        gate = F.hardsigmoid(self.excite(F.relu(self.squeeze(F.adaptive_avg_pool2d(y, 1)))))
        return x + self.pointwise(y * gate)


class MobileNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU6())
        self.blocks = nn.Sequential(Separable(8), nn.MaxPool2d(2), Separable(8))
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        y = self.blocks(self.stem(x)).mean(dim=(2, 3))
        return torch.softmax(self.head(y), -1)


class CRNN(nn.Module):
    """Convolutions over time and frequency, then a recurrent layer over time."""

    def __init__(self):
        super().__init__()
        self.convs = nn.Sequential(
            nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d((1, 2)),
            nn.Conv2d(6, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d((1, 2)))
        self.gru = nn.GRU(24, 7, batch_first=True, bidirectional=True)
        self.head = nn.Linear(14, 4)

    def forward(self, x):
        y = self.convs(x).permute(0, 2, 1, 3).flatten(2)
        y, _ = self.gru(y)
        return torch.sigmoid(self.head(y)).amax(1)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(16, 9, num_layers=2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(18, 5)

    def forward(self, x):
        y, _ = self.lstm(x)
        return torch.log_softmax(self.head(y), -1)


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.feed = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = (
            part.reshape(batch, length, self.heads, -1).transpose(1, 2)
            for part in self.project(self.norm1(x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.feed(self.norm2(x))


class Transformer(nn.Module):
    """Patches of a spectrogram, a class token, places, two blocks."""

    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(1, 16, 4, 4)
        self.token = nn.Parameter(torch.randn(1, 1, 16))
        self.places = nn.Parameter(torch.randn(1, 13, 16) / 4)
        self.blocks = nn.Sequential(Attention(16, 4), Attention(16, 4))
        self.norm = nn.LayerNorm(16)
        self.head = nn.Linear(16, 6)

    def forward(self, x):
        y = self.patches(x).flatten(2).transpose(1, 2)
        y = torch.cat([self.token.expand(y.shape[0], -1, -1), y], 1) + self.places
        return torch.softmax(self.head(self.norm(self.blocks(y))[:, 0]), -1)


class VGGish(nn.Module):
    """The layers of VGGish with few channels: features in the order height, width, channel."""

    def __init__(self):
        super().__init__()
        layers, channels = [], 1
        for widths in [(4,), (6,), (8, 8), (8, 8)]:
            for width in widths:
                layers += [nn.Conv2d(channels, width, 3, padding=1), nn.ReLU()]
                channels = width
            layers.append(nn.MaxPool2d(2))
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x).permute(0, 2, 3, 1).flatten(1)


class Wave(nn.Module):
    """Convolutions over the samples themselves, with normalisation and residuals."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv1d(1, 8, 16, 8)
        self.convs = nn.ModuleList(nn.Conv1d(8, 8, 3, padding=d, dilation=d) for d in (1, 2, 4))
        self.norms = nn.ModuleList(nn.GroupNorm(2, 8) for _ in range(3))
        self.head = nn.Linear(16, 4)

    def forward(self, x):
        y = self.stem(x.unsqueeze(1))
        for conv, norm in zip(self.convs, self.norms):
            y = y + F.gelu(norm(conv(y)))
        pooled = torch.cat([y.mean(-1), y.std(-1, unbiased=False)], -1)
        return torch.softmax(self.head(pooled), -1)


def trained(module):
    """Statistics and parameters that are not ones and zeros."""
    for name, tensor in module.state_dict().items():
        if "running_var" in name:
            tensor.copy_(torch.rand_like(tensor) + 0.5)
        elif "running_mean" in name:
            tensor.copy_(torch.randn_like(tensor) / 4)
    return module.eval()


cases = []
MODELS = {
    "MobileNet": (trained(MobileNet()), {"x": noise(1, 1, 24, 16)}),
    "CRNN": (trained(CRNN()), {"x": noise(1, 1, 12, 16)}),
    "LSTM tagger": (trained(Tagger()), {"x": noise(1, 10, 16)}),
    "transformer": (trained(Transformer()), {"x": noise(1, 1, 16, 12)}),
    "VGGish": (trained(VGGish()), {"x": noise(1, 1, 32, 16)}),
    "wave": (trained(Wave()), {"x": noise(1, 400)}),
}
for name, (module, inputs) in MODELS.items():
    expected = {"y": run(module, inputs)[0]}
    cases.append(program_case(name, convert(module, inputs), inputs, expected))
    # Half precision rounds the weights to 11 bits.
    cases.append(
        program_case(
            f"{name}, half precision",
            convert(module, inputs, precision=FLOAT16, target=ct.target.iOS17), inputs, expected,
            tolerance=1e-2))

# A classifier with labels, and one with integers for labels.
module, inputs = MODELS["MobileNet"]
scores = run(module, inputs)[0][0]
for name, labels in [("texts", ["bark", "meow", "moo"]), ("integers", [3, 1, 2])]:
    model = convert(module, inputs, classes=labels)
    cases.append(
        program_case(
            f"classifier, {name}", model, inputs, {}, label=labels[int(scores.argmax())],
            probabilities={str(key): float(value) for key, value in zip(labels, scores)}))

# Lengths that the caller chooses: a range, and a list.
for name in ["wave", "CRNN", "LSTM tagger"]:
    module = MODELS[name][0]
    short = MODELS[name][1]["x"]
    axis = 2 if name == "CRNN" else 1
    long = np.concatenate([short, short * 0.5, short[..., ::-1]], axis)
    lengths = ct.RangeDim(lower_bound=short.shape[axis], upper_bound=4 * long.shape[axis],
                          default=short.shape[axis])
    shape = list(short.shape)
    shape[axis] = lengths
    flexible = convert(module, {"x": short}, shapes={"x": ct.Shape(shape)}, target=ct.target.iOS16)
    listed = convert(
        module, {"x": short}, target=ct.target.iOS16,
        shapes={"x": ct.EnumeratedShapes([list(short.shape), list(long.shape)])})
    for kind, model, x in [
        ("range, short", flexible, short), ("range, long", flexible, long), ("list, long", listed, long)
    ]:
        cases.append(
            program_case(f"{name}, {kind}", model, {"x": x}, {"y": run(module, {"x": x})[0]}))

# Compressed weights: what comes out must be what the decompressed weights give.
module, inputs = trained(VGGish()), MODELS["VGGish"][1]


def compressed(name, target, compress):
    model = compress(convert(module, inputs, target=target))
    plain = cto.decompress_weights(model)
    # The decompressed weights, back in PyTorch.
    from coremltools.converters.mil.frontend.milproto.load import load as load_program

    spec = plain.get_spec()
    program = load_program(
        spec, spec.specificationVersion, file_weights_dir=plain.weights_dir)
    tensors = {}
    for operation in program.functions["main"].operations:
        if operation.op_type == "conv":
            tensors[len(tensors)] = (operation.weight.val, operation.bias.val)
    copy = trained(VGGish())
    convs = [layer for layer in copy.layers if isinstance(layer, nn.Conv2d)]
    with torch.no_grad():
        for index, conv in enumerate(convs):
            conv.weight.copy_(torch.from_numpy(np.asarray(tensors[index][0], np.float32)))
            conv.bias.copy_(torch.from_numpy(np.asarray(tensors[index][1], np.float32)))
    cases.append(
        program_case(name, model, inputs, {"y": run(copy, inputs)[0]}, tolerance=2e-3))


def config(op):
    return cto.OptimizationConfig(global_config=op)


compressed("linear bytes", ct.target.iOS16, lambda m: cto.linear_quantize_weights(
    m, config(cto.OpLinearQuantizerConfig(mode="linear", weight_threshold=0))))
compressed("palette of 4 bits", ct.target.iOS16, lambda m: cto.palettize_weights(
    m, config(cto.OpPalettizerConfig(mode="uniform", nbits=4, weight_threshold=0))))
compressed("palette of 6 bits", ct.target.iOS16, lambda m: cto.palettize_weights(
    m, config(cto.OpPalettizerConfig(mode="uniform", nbits=6, weight_threshold=0))))
compressed("sparse", ct.target.iOS16, lambda m: cto.prune_weights(
    m, config(cto.OpMagnitudePrunerConfig(target_sparsity=0.6, weight_threshold=0))))
compressed("linear blocks of 4 bits", ct.target.iOS18, lambda m: cto.linear_quantize_weights(
    m, config(cto.OpLinearQuantizerConfig(
        mode="linear_symmetric", dtype="int4", granularity="per_block", block_size=2,
        weight_threshold=0))))
compressed("palettes of groups, 2 bits", ct.target.iOS18, lambda m: cto.palettize_weights(
    m, config(cto.OpPalettizerConfig(
        mode="uniform", nbits=2, granularity="per_grouped_channel", group_size=2,
        weight_threshold=0))))
compressed("sparse of a later format", ct.target.iOS18, lambda m: cto.prune_weights(
    m, config(cto.OpMagnitudePrunerConfig(target_sparsity=0.6, weight_threshold=0))))

write("programs.json", cases)
