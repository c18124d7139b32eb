"""Writes primitives.json: operations of ML Programs that converters from PyTorch do not write, or not
with these parameters. What must come out is PyTorch's, or NumPy's by the operation's definition.

Run by hand after `pip install -r requirements.txt`: `python make_primitives.py`.
"""

import coremltools as ct
import numpy as np
import torch
import torch.nn.functional as F
from coremltools.converters.mil import Builder as mb
from coremltools.converters.mil.mil import types

from common import write
from primitives import primitive_case

rng = np.random.default_rng(20251202)
torch.manual_seed(20251202)
IOS16, IOS17, IOS18 = ct.target.iOS16, ct.target.iOS17, ct.target.iOS18


def noise(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def torched(function, *arrays):
    """What PyTorch gives for arrays."""
    with torch.no_grad():
        return function(*(torch.from_numpy(array) for array in arrays)).numpy()


cases = []


def add(*arguments, **options):
    cases.append(primitive_case(*arguments, **options))


IMAGE = noise(1, 6, 7, 5)
SEQUENCE = noise(2, 6, 11)

# Functions ----------------------------------------------------------------------------------------

add("relu6", lambda x: mb.relu6(x=x), 5 * IMAGE, torched(F.relu6, 5 * IMAGE))
add("clamped relu", lambda x: mb.clamped_relu(x=x, alpha=0.3, beta=0.8), IMAGE,
    np.where(IMAGE >= 0, np.minimum(IMAGE, 0.8), np.minimum(0.3 * IMAGE, 0.8)))
SLOPES, BETAS = noise(6), np.abs(noise(6)) + 0.5
for label, x in [("an image", IMAGE), ("a sequence", SEQUENCE)]:
    # Slopes of sequences must be equal.
    slopes = SLOPES if x.ndim == 4 else np.full(6, 0.3, np.float32)
    add(f"prelu of {label}", lambda x: mb.prelu(x=x, alpha=slopes), x,
        torched(lambda x: F.prelu(x, torch.from_numpy(slopes)), x))
    channels = (1, 6) + (1,) * (x.ndim - 2)
    add(f"parametric softplus of {label}",
        lambda x: mb.softplus_parametric(x=x, alpha=SLOPES, beta=BETAS), x,
        SLOPES.reshape(channels) * np.log1p(np.exp(BETAS.reshape(channels) * x)))
add("softsign", lambda x: mb.softsign(x=x), IMAGE, torched(F.softsign, IMAGE))
add("scaled tanh", lambda x: mb.scaled_tanh(x=x, alpha=1.5, beta=0.4), IMAGE, 1.5 * np.tanh(0.4 * IMAGE))
add("thresholded relu", lambda x: mb.thresholded_relu(x=x, alpha=0.4), IMAGE,
    np.where(IMAGE >= 0.4, IMAGE, 0))
add("linear activation", lambda x: mb.linear_activation(x=x, alpha=0.4, beta=-2.0), IMAGE,
    0.4 * IMAGE - 2)
add("sigmoid hard", lambda x: mb.sigmoid_hard(x=x, alpha=0.3, beta=0.4), IMAGE,
    np.clip(0.3 * IMAGE + 0.4, 0, 1))
add("gelu, sigmoid", lambda x: mb.gelu(x=x, mode="SIGMOID_APPROXIMATION"), IMAGE,
    IMAGE / (1 + np.exp(-1.702 * IMAGE)))
add("identity", lambda x: mb.identity(x=x), IMAGE, IMAGE)
add("inverse, epsilon", lambda x: mb.inverse(x=x, epsilon=0.25), np.abs(IMAGE),
    1 / (np.abs(IMAGE) + 0.25))
add("log and rsqrt, epsilon",
    lambda x: (mb.log(x=x, epsilon=0.5), mb.rsqrt(x=x, epsilon=0.5)), np.abs(IMAGE),
    [np.log(np.abs(IMAGE) + 0.5), 1 / np.sqrt(np.abs(IMAGE) + 0.5)])
A, B = noise(2, 3, 5), noise(3, 1)
add("mod", lambda a, b: mb.mod(x=a, y=b), {"a": A, "b": B}, torched(torch.remainder, A, B))
I, J = (rng.integers(-20, 20, (4, 6)).astype(np.int32), rng.integers(1, 7, (4, 6)).astype(np.int32))
add("integers", lambda a, b: tuple(
    mb.cast(x=function(x=a, y=b), dtype="fp32")
    for function in (mb.add, mb.sub, mb.mul, mb.floor_div, mb.mod, mb.maximum)),
    {"a": I, "b": J}, [I + J, I - J, I * J, I // J, I % J, np.maximum(I, J)])

# Reductions ---------------------------------------------------------------------------------------

POSITIVE = np.abs(IMAGE) + 0.1
for name, x, function in [
    ("reduce_prod", IMAGE, lambda x, a, k: x.prod(a, keepdims=k)),
    ("reduce_sum_square", IMAGE, lambda x, a, k: (x * x).sum(a, keepdims=k)),
    ("reduce_l1_norm", IMAGE, lambda x, a, k: np.abs(x).sum(a, keepdims=k)),
    ("reduce_l2_norm", IMAGE, lambda x, a, k: np.sqrt((x * x).sum(a, keepdims=k))),
    ("reduce_log_sum", POSITIVE, lambda x, a, k: np.log(x.sum(a, keepdims=k))),
    ("reduce_log_sum_exp", IMAGE, lambda x, a, k: np.log(np.exp(x).sum(a, keepdims=k))),
    ("reduce_min", IMAGE, lambda x, a, k: x.min(a, keepdims=k)),
]:
    operation = getattr(mb, name)
    add(f"{name}, two axes", lambda x: operation(x=x, axes=[1, -1]), x, function(x, (1, 3), False))
    add(f"{name}, kept", lambda x: operation(x=x, axes=[2], keep_dims=True), x, function(x, 2, True))
add("argmax, kept", lambda x: mb.cast(x=mb.reduce_argmax(x=x, axis=1, keep_dims=True), dtype="fp32"),
    IMAGE, IMAGE.argmax(1, keepdims=True))
for exclusive, reverse in [(True, False), (False, True), (True, True)]:
    flipped = SEQUENCE[..., ::-1] if reverse else SEQUENCE
    sums = flipped.cumsum(-1) - (flipped if exclusive else 0)
    add(f"cumsum, exclusive {exclusive}, reverse {reverse}",
        lambda x: mb.cumsum(x=x, axis=2, exclusive=exclusive, reverse=reverse), SEQUENCE,
        sums[..., ::-1] if reverse else sums)

# Normalisation and pooling ------------------------------------------------------------------------

add("l2 norm", lambda x: mb.l2_norm(x=x, epsilon=1e-3), IMAGE,
    IMAGE / np.sqrt((IMAGE**2).sum((1, 2, 3), keepdims=True) + 1e-3))
add("local response norm", lambda x: mb.local_response_norm(x=x, size=3, alpha=0.2, beta=0.6, k=1.5),
    IMAGE, torched(lambda x: F.local_response_norm(x, 3, 0.2, 0.6, 1.5), IMAGE))
add("l2 pool", lambda x: mb.l2_pool(x=x, kernel_sizes=[2, 3], strides=[2, 1], pad_type="valid"), IMAGE,
    np.sqrt(6 * torched(lambda x: F.avg_pool2d(x * x, (2, 3), (2, 1)), IMAGE)))
add("max pool, same",
    lambda x: mb.max_pool(x=x, kernel_sizes=[3, 2], strides=[2, 2], pad_type="same"), IMAGE,
    torched(lambda x: F.max_pool2d(F.pad(x, (0, 1, 1, 1), value=-np.inf), (3, 2), 2), IMAGE))
KERNELS = noise(4, 6, 3, 2)
add("conv, same lower",
    lambda x: mb.conv(x=x, weight=KERNELS, strides=[2, 1], pad_type="same_lower"), IMAGE,
    torched(lambda x: F.conv2d(F.pad(x, (1, 0, 1, 1)), torch.from_numpy(KERNELS), stride=(2, 1)), IMAGE),
    target=IOS16)
SCALE, SHIFT = noise(6, 1, 1), noise(6, 1, 1)
add("layer norm over channels",
    lambda x: mb.layer_norm(x=x, axes=[1], gamma=SCALE.ravel(), beta=SHIFT.ravel(), epsilon=1e-3), IMAGE,
    torched(lambda x: F.layer_norm(
        x.movedim(1, -1), (6,), torch.from_numpy(SCALE.ravel()), torch.from_numpy(SHIFT.ravel()), 1e-3
    ).movedim(-1, 1), IMAGE))

# Recurrent layers ---------------------------------------------------------------------------------

STEPS, BATCH, IN, OUT = 5, 2, 3, 4
X, H = noise(STEPS, BATCH, IN), noise(BATCH, OUT)
PARTS = lambda: (noise(3, OUT, IN), noise(3, OUT, OUT), noise(3, OUT), noise(3, OUT))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def gru(x, h, w, r, b, gate=sigmoid, output=np.tanh):
    """The gates reset, output, update; the reset gate is applied before the recurrent product, as in
    the layer of neural networks that the operation becomes there."""
    steps = []
    for row in x:
        reset = gate(row @ w[0].T + h @ r[0].T + b[0])
        update = gate(row @ w[2].T + h @ r[2].T + b[2])
        o = output(row @ w[1].T + (reset * h) @ r[1].T + b[1])
        h = (1 - update) * o + update * h
        steps.append(h)
    return np.stack(steps)


def stacked(parts):
    return np.concatenate(list(parts))


W, R, BIAS, INPUT_BIAS = PARTS()
ZEROS = np.zeros_like(H)
for sequence in (True, False):
    for reverse in (False, True):
        read = X[::-1] if reverse else X
        y = gru(read, H, W, R, BIAS)
        last = y[-1]
        add(f"gru, sequence {sequence}, reverse {reverse}",
            lambda x, h: mb.gru(
                x=x, initial_h=h, weight_ih=stacked(W), weight_hh=stacked(R), bias=stacked(BIAS),
                direction="reverse" if reverse else "forward", output_sequence=sequence),
            {"x": X, "h": H}, [y if sequence else last[None], last])
add("gru without bias, from zeros",
    lambda x: mb.gru(x=x, initial_h=ZEROS, weight_ih=stacked(W), weight_hh=stacked(R),
                     output_sequence=True),
    X, [gru(X, ZEROS, W, R, 0 * BIAS), gru(X, ZEROS, W, R, 0 * BIAS)[-1]])
add("gru with other functions",
    lambda x, h: mb.gru(x=x, initial_h=h, weight_ih=stacked(W), weight_hh=stacked(R), bias=stacked(BIAS),
                        recurrent_activation="sigmoid_hard", activation="relu", output_sequence=True),
    {"x": X, "h": H},
    (lambda y: [y, y[-1]])(gru(X, H, W, R, BIAS, lambda v: np.clip(0.2 * v + 0.5, 0, 1),
                               lambda v: np.maximum(v, 0))))
# With the reset gate after the product it is PyTorch's layer, whose gates are reset, update, new.
layer = torch.nn.GRU(IN, OUT)
order = lambda tensor: [part.detach().numpy() for part in (lambda r, z, n: (r, n, z))(*tensor.chunk(3))]
y, last = layer(torch.from_numpy(X), torch.from_numpy(H[None]))
add("gru, reset after the product",
    lambda x, h: mb.gru(
        x=x, initial_h=h, weight_ih=stacked(order(layer.weight_ih_l0)),
        weight_hh=stacked(order(layer.weight_hh_l0)), input_bias=stacked(order(layer.bias_ih_l0)),
        bias=stacked(order(layer.bias_hh_l0)), reset_after=True, output_sequence=True),
    {"x": X, "h": H}, [y.detach().numpy(), last.detach().numpy()[0]], target=IOS18)

for nonlinearity in ("tanh", "relu"):
    layer = torch.nn.RNN(IN, OUT, nonlinearity=nonlinearity)
    weights = [p.detach().numpy() for p in (layer.weight_ih_l0, layer.weight_hh_l0)]
    bias = (layer.bias_ih_l0 + layer.bias_hh_l0).detach().numpy()
    for sequence in (True, False):
        for reverse in (False, True):
            read = X[::-1].copy() if reverse else X
            y, last = layer(torch.from_numpy(read), torch.from_numpy(H[None]))
            y, last = y.detach().numpy(), last.detach().numpy()[0]
            add(f"rnn, {nonlinearity}, sequence {sequence}, reverse {reverse}",
                lambda x, h: mb.rnn(
                    x=x, initial_h=h, weight_ih=weights[0], weight_hh=weights[1], bias=bias,
                    activation=nonlinearity, direction="reverse" if reverse else "forward",
                    output_sequence=sequence),
                {"x": X, "h": H}, [y if sequence else last[None], last])


def lstm(x, h, c, w, r, b, p=(0, 0, 0), clip=None):
    """The gates input, forget, output, block."""
    steps = []
    for row in x:
        i, f, o, z = (row @ w[k].T + h @ r[k].T + b[k] for k in range(4))
        i, f = sigmoid(i + p[0] * c), sigmoid(f + p[1] * c)
        c = f * c + i * np.tanh(z)
        if clip:
            c = np.clip(c, -clip, clip)
        h = sigmoid(o + p[2] * c) * np.tanh(c)
        steps.append(h)
    return np.stack(steps), h, c


W4, R4, B4, P3, C = noise(4, OUT, IN), noise(4, OUT, OUT), noise(4, OUT), noise(3, OUT), noise(BATCH, OUT)
for name, options, extra in [
    ("lstm, peepholes", {"peephole": stacked(P3)}, {"p": P3}),
    ("lstm, clipped cell", {"clip": 0.4}, {"clip": 0.4}),
]:
    add(name,
        lambda x, h, c: mb.lstm(x=x, initial_h=h, initial_c=c, weight_ih=stacked(W4),
                                weight_hh=stacked(R4), bias=stacked(B4), output_sequence=True, **options),
        {"x": X, "h": H, "c": C}, lstm(X, H, C, W4, R4, B4, **extra))
y, h, c = lstm(X[::-1], H, C, W4, R4, B4)
add("lstm, reversed, last step",
    lambda x, h, c: mb.lstm(x=x, initial_h=h, initial_c=c, weight_ih=stacked(W4), weight_hh=stacked(R4),
                            bias=stacked(B4), direction="reverse"),
    {"x": X, "h": H, "c": C}, [h[None], h, c])

# Resizing -----------------------------------------------------------------------------------------


def places(mode, length, size):
    """Where the pixels of the result lie in the input, by the operation's definition."""
    i = np.arange(size)
    if mode in ("STRICT_ALIGN_CORNERS", "ALIGN_CORNERS"):
        if size == 1:
            return np.array([(length - 1) / 2 if mode == "ALIGN_CORNERS" else 0.0])
        p = i * (length - 1) / (size - 1)
    elif mode == "DEFAULT":
        p = i * length / size
    elif mode == "OFFSET_CORNERS":
        delta = max(1, length - 1) / size
        p = 0.5 * delta + i * delta
    else:
        p = (i + 0.5) * length / size - 0.5
    return np.clip(p, 0, length - 1)


def interpolate(x, rows, columns):
    """Linear interpolation at places of the last two axes."""
    for axis, p in ((-2, rows), (-1, columns)):
        first = np.floor(p).astype(int)
        second = np.minimum(first + 1, x.shape[axis] - 1)
        shape = (-1, 1) if axis == -2 else (-1,)
        weight = (p - first).reshape(shape)
        x = x.take(first, axis) * (1 - weight) + x.take(second, axis) * weight
    return x.astype(np.float32)


MODES = ["DEFAULT", "STRICT_ALIGN_CORNERS", "ALIGN_CORNERS", "OFFSET_CORNERS", "UNALIGN_CORNERS"]
for mode in MODES:
    for height, width in [(14, 8), (3, 1), (7, 2)]:
        expected = interpolate(IMAGE, places(mode, 7, height), places(mode, 5, width))
        if mode == "UNALIGN_CORNERS":
            same = torched(lambda x: F.interpolate(
                x, (height, width), mode="bilinear", align_corners=False), IMAGE)
            assert np.abs(expected - same).max() < 1e-5
        if mode == "STRICT_ALIGN_CORNERS":
            same = torched(lambda x: F.interpolate(
                x, (height, width), mode="bilinear", align_corners=True), IMAGE)
            assert np.abs(expected - same).max() < 1e-5
        add(f"resize_bilinear, {mode}, {height} x {width}",
            lambda x: mb.resize_bilinear(
                x=x, target_size_height=height, target_size_width=width, sampling_mode=mode),
            IMAGE, expected)
    add(f"resize, {mode}",
        lambda x: mb.resize(x=x, shape=[0, 9, 4], resized_dims=np.uint32(2), interpolation_mode="LINEAR",
                            sampling_mode=mode),
        IMAGE, interpolate(IMAGE, places(mode, 7, 9), places(mode, 5, 4)), target=IOS17)
for height, width in [(14, 10), (3, 2), (10, 7)]:
    expected = torched(lambda x: F.interpolate(x, (height, width), mode="nearest"), IMAGE)
    add(f"resize_nearest_neighbor, {height} x {width}",
        lambda x: mb.resize_nearest_neighbor(x=x, target_size_height=height, target_size_width=width),
        IMAGE, expected)
add("resize, kept height",
    lambda x: mb.resize(x=x, shape=[1, 6, 0, 9], resized_dims=np.uint32(2),
                        interpolation_mode="LINEAR", sampling_mode="DEFAULT"),
    IMAGE, interpolate(IMAGE, places("DEFAULT", 7, 7), places("DEFAULT", 5, 9)), target=IOS17)
add("upsample_nearest_neighbor, whole",
    lambda x: mb.upsample_nearest_neighbor(x=x, scale_factor_height=3, scale_factor_width=2), IMAGE,
    torched(lambda x: F.interpolate(x, scale_factor=(3, 2)), IMAGE))
add("upsample_nearest_neighbor, fractions",
    lambda x: mb.upsample_nearest_neighbor(x=x, scale_factor_height=1.5, scale_factor_width=0.7), IMAGE,
    torched(lambda x: F.interpolate(x, (10, 3)), IMAGE))
for corners in (True, False):
    for scales, size in [((2, 3), (14, 15)), ((1.5, 0.7), (10, 3))]:
        add(f"upsample_bilinear, corners {corners}, {scales}",
            lambda x: mb.upsample_bilinear(
                x=x, scale_factor_height=scales[0], scale_factor_width=scales[1], align_corners=corners),
            IMAGE,
            torched(lambda x: F.interpolate(x, size, mode="bilinear", align_corners=corners), IMAGE))
add("upsample_bilinear, whole pixels",
    lambda x: mb.upsample_bilinear(
        x=x, scale_factor_height=2, scale_factor_width=2, align_corners=False, half_pixel_centers=False),
    IMAGE, interpolate(IMAGE, places("DEFAULT", 7, 14), places("DEFAULT", 5, 10)), target=IOS16)

# Shapes -------------------------------------------------------------------------------------------

add("reshape_like",
    lambda x, a, b: mb.reshape_like(x=x, ref_tensors=(a, b), begins=(0, 1), ends=(2, 0),
                                    end_masks=(False, True)),
    {"x": IMAGE, "a": noise(6, 5, 4), "b": noise(1, 7)}, IMAGE.reshape(6, 5, 7), target=IOS16)
add("flatten2d", lambda x: mb.flatten2d(x=x, axis=2), IMAGE, IMAGE.reshape(6, 35))
add("slice_by_size", lambda x: mb.slice_by_size(x=x, begin=[0, 2, 3], size=[1, -1, 4]), SEQUENCE,
    SEQUENCE[:1, 2:, 3:7])
add("slice_by_index with masks",
    lambda x: mb.slice_by_index(
        x=x, begin=[0, 4, -1, 0], end=[1, 0, 1, 3], stride=[1, -1, -2, 1],
        begin_mask=[False] * 4, end_mask=[False, True, False, False],
        squeeze_mask=[True, False, False, False]),
    IMAGE, IMAGE[0, 4::-1, -1:1:-2, 0:3])
add("sliding_windows", lambda x: mb.sliding_windows(x=x, axis=2, size=4, stride=3), SEQUENCE,
    np.stack([SEQUENCE[..., start : start + 4] for start in range(0, 8, 3)], 2))
add("fill_like", lambda x: mb.add(x=x, y=mb.fill_like(ref_tensor=x, value=0.25)), IMAGE, IMAGE + 0.25,
    target=IOS16)
ROW = noise(3, 5)
add("range_1d", lambda x: mb.add(x=x, y=mb.range_1d(start=1.0, end=6.0, step=1.0)), ROW,
    ROW + np.arange(1, 6, dtype=np.float32))
add("tile", lambda x: mb.tile(x=x, reps=[2, 1, 3]), SEQUENCE, np.tile(SEQUENCE, (2, 1, 3)))
add("concat, interleaved", lambda a, b: mb.concat(values=(a, b), axis=1, interleave=True),
    {"a": SEQUENCE, "b": 2 * SEQUENCE},
    np.stack([SEQUENCE, 2 * SEQUENCE], 2).reshape(2, 12, 11))
add("crop", lambda x: mb.crop(x=x, crop_height=[1, 2], crop_width=[2, 0]), IMAGE, IMAGE[:, :, 1:5, 2:])
add("reverse", lambda x: mb.reverse(x=x, axes=[0, 2]), SEQUENCE, SEQUENCE[::-1, :, ::-1])
for mode, numpy_mode in [("reflect", "reflect"), ("replicate", "edge")]:
    add(f"pad, {mode}", lambda x: mb.pad(x=x, pad=[2, 1, 0, 3], mode=mode), IMAGE,
        np.pad(IMAGE, [(0, 0), (0, 0), (2, 1), (0, 3)], numpy_mode))
INDICES = np.array([[2, 0], [1, 1]], np.int32)
add("gather, two axes of indices", lambda x: mb.gather(x=x, indices=INDICES, axis=1), SEQUENCE,
    SEQUENCE[:, INDICES])
for mode, function in [("add", np.add.at), ("max", np.maximum.at), ("mul", np.multiply.at)]:
    result = SEQUENCE.copy()
    update = noise(2, 2, 11)
    function(result, (slice(None), np.array([4, 1])), update)
    add(f"scatter, {mode}",
        lambda x, u: mb.scatter(data=x, indices=np.array([4, 1], np.int32), updates=u, axis=1, mode=mode),
        {"x": SEQUENCE, "u": update}, result)

# Constants of every type --------------------------------------------------------------------------

NUMBERS = {
    "fp16": np.float16([1.5, -2, 0.25]), "fp32": np.float32([1.5, -2, 0.25]),
    "int32": np.int32([-70000, 2, 3]), "int16": np.int16([-300, 2, 3]), "int8": np.int8([-100, 2, 3]),
    "uint16": np.uint16([60000, 2, 3]), "uint8": np.uint8([200, 2, 3]), "bool": np.array([True, False, True]),
}
ZERO = np.zeros(3, np.float32)
for count in (3, 30):  # larger ones lie in the weight file
    for name, numbers in NUMBERS.items():
        numbers = np.resize(numbers, count)
        expected = numbers.astype(np.float32)
        add(f"{count} constants of {name}",
            lambda x: mb.add(x=x, y=mb.cast(x=mb.const(val=numbers), dtype="fp32")),
            np.resize(ZERO, count), expected, target=IOS17)

# Branches and loops -------------------------------------------------------------------------------


def rows(x):
    """The first length of a value, as the program finds it."""
    return mb.slice_by_index(x=mb.shape(x=x), begin=[0], end=[1], squeeze_mask=[True])


for bound, expected in [(2, 2 * ROW), (3, ROW - 1)]:
    add(f"cond on a shape, more than {bound} rows",
        lambda x: mb.cond(
            pred=mb.greater(x=rows(x), y=bound), _true_fn=lambda: mb.mul(x=x, y=2.0),
            _false_fn=lambda: mb.sub(x=x, y=1.0)),
        ROW, expected)
add("cond of two values inside a cond",
    lambda x: mb.cond(
        pred=mb.less(x=rows(x), y=9),
        _true_fn=lambda: mb.cond(
            pred=mb.const(val=False), _true_fn=lambda: (mb.abs(x=x), mb.exp(x=x)),
            _false_fn=lambda: (mb.exp(x=x), mb.abs(x=x))),
        _false_fn=lambda: (x, x)),
    ROW, [np.exp(ROW), np.abs(ROW)])
add("while_loop over a shape",
    lambda x: mb.while_loop(
        _cond=lambda i, s: mb.less(x=i, y=rows(x)),
        _body=lambda i, s: (mb.add(x=i, y=1), mb.mul(x=mb.add(x=s, y=1.0), y=0.5)),
        loop_vars=(np.int32(0), x))[1],
    ROW, (((ROW + 1) / 2 + 1) / 2 + 1) / 2)

HALVES = noise(6, 8).astype(np.float16)
ROWS = noise(3, 8)
add("constexpr_cast",
    lambda x: mb.linear(x=x, weight=mb.constexpr_cast(source_val=HALVES, output_dtype="fp32")), ROWS,
    ROWS @ HALVES.astype(np.float32).T, target=IOS16)

write("primitives.json", cases)
