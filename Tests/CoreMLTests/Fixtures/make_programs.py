"""Writes programs.json: small audio networks as ML Programs, with outputs from PyTorch.

Run by hand after `pip install -r requirements.txt`: `python make_programs.py`.
"""

import coremltools as ct
import coremltools.optimize.coreml as cto
import numpy as np
import torch

from common import write
from modules import CRNN, MobileNet, Tagger, Transformer, VGGish, Wave, nn, trained
from programs import FLOAT16, convert, program_case, run

rng = np.random.default_rng(20251201)
torch.manual_seed(20251201)


def noise(*shape):
    return rng.standard_normal(shape).astype(np.float32)


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
