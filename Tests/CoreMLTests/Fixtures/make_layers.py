"""Writes layers-*.json: networks of one layer each, with outputs from PyTorch and NumPy.

Run by hand after `pip install -r requirements.txt`: `python make_layers.py`.
"""

import numpy as np
import torch
import torch.nn.functional as F

from common import case, floats, halves, linear, lookup, model, write

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


# Convolution and pooling --------------------------------------------------------------------------


def same_padding(length, kernel, stride, dilation=1, top_heavy=False):
    effective = (kernel - 1) * dilation + 1
    total = max(0, (-(-length // stride) - 1) * stride + effective - length)
    small, large = total // 2, total - total // 2
    return (large, small) if top_heavy else (small, large)


def convolution(name, cin, cout, kernel, size=(9, 11), stride=(1, 1), dilation=(1, 1), groups=1,
                padding=None, bias=True, weights=floats):
    """padding: None, "same", "same-top", or (top, bottom, left, right)."""
    x = noise(cin, *size)
    w = noise(cout, cin // groups, *kernel)
    b = noise(cout)
    kept = {}

    def fill(layer):
        c = layer.convolution
        c.outputChannels, c.kernelChannels = cout, cin // groups
        c.nGroups = groups if groups > 1 else 0
        if kernel != (3, 3):
            c.kernelSize.extend(kernel)
        if stride != (1, 1):
            c.stride.extend(stride)
        if dilation != (1, 1):
            c.dilationFactor.extend(dilation)
        if padding is None:
            c.valid.SetInParent()
        elif padding == "same":
            c.same.SetInParent()
        elif padding == "same-top":
            c.same.asymmetryMode = 1
        else:
            for start in (0, 2):
                edge = c.valid.paddingAmounts.borderAmounts.add()
                edge.startEdgeSize, edge.endEdgeSize = padding[start], padding[start + 1]
        c.hasBias = bias
        used = weights(c.weights, w)
        kept["w"] = w if used is None else used
        if bias:
            floats(c.bias, b)

    network(fill, {"x": x}, {"y": x}, False)  # fills `kept`
    if padding is None:
        edges = (0, 0, 0, 0)
    elif isinstance(padding, str):
        edges = sum((same_padding(size[a], kernel[a], stride[a], dilation[a], padding == "same-top")
                     for a in (0, 1)), ())
    else:
        edges = padding
    padded = F.pad(t(x)[None], (edges[2], edges[3], edges[0], edges[1]))
    y = F.conv2d(padded, t(kept["w"]), t(b) if bias else None, stride, 0, dilation, groups)[0]
    return one(name, fill, x, y.numpy())


def deconvolution(name, cin, cout, kernel, stride, padding=None, same=False, groups=1,
                  output=None):
    x = noise(cin, 4, 5)
    w = noise(cin, cout // groups, *kernel)
    b = noise(cout)
    y = F.conv_transpose2d(t(x)[None], t(w), t(b), stride, 0, 0, groups)[0].numpy()
    if padding:
        y = y[:, padding[0] : y.shape[1] - padding[1], padding[2] : y.shape[2] - padding[3]]
    if same:
        # The middle of the full result, of input times stride, an odd pixel cut at the end.
        for axis in (1, 2):
            length = x.shape[axis] * stride[axis - 1]
            start = (y.shape[axis] - length) // 2
            y = np.take(y, range(start, start + length), axis)

    def fill(layer):
        c = layer.convolution
        c.isDeconvolution = True
        c.outputChannels, c.kernelChannels, c.nGroups = cout, cin, groups
        c.kernelSize.extend(kernel)
        c.stride.extend(stride)
        c.hasBias = True
        if same:
            c.same.SetInParent()
        else:
            c.valid.SetInParent()
        for start in (0, 2) if padding else ():
            edge = c.valid.paddingAmounts.borderAmounts.add()
            edge.startEdgeSize, edge.endEdgeSize = padding[start], padding[start + 1]
        floats(c.weights, w)
        floats(c.bias, b)

    return one(name, fill, x, y)


def pooling(name, kind, size=(8, 9), kernel=(2, 2), stride=(2, 2), padding=None, same=False,
            complete=None, exclude=False, whole=False):
    x = noise(3, *size)
    if whole:
        y = {"max": x.max((1, 2)), "average": x.mean((1, 2)),
             "l2": np.sqrt((x * x).sum((1, 2)))}[kind][:, None, None]
    else:
        top = bottom = left = right = 0
        if padding:
            top, bottom, left, right = padding
        if same:
            top, bottom = same_padding(size[0], kernel[0], stride[0])
            left, right = same_padding(size[1], kernel[1], stride[1])
        counts = [(size[0] + top + bottom - kernel[0]) // stride[0] + 1,
                  (size[1] + left + right - kernel[1]) // stride[1] + 1]
        if complete:
            top, left = complete
            for axis, pad in enumerate(complete):
                out = -(-(size[axis] + 2 * pad - kernel[axis]) // stride[axis]) + 1
                if pad > 0 and (out - 1) * stride[axis] >= size[axis] + pad:
                    out -= 1
                counts[axis] = out
        y = np.zeros((3, *counts), np.float32)
        for i in range(counts[0]):
            for j in range(counts[1]):
                r, c = i * stride[0] - top, j * stride[1] - left
                part = x[:, max(r, 0) : max(r + kernel[0], 0), max(c, 0) : max(c + kernel[1], 0)]
                if kind == "max":
                    y[:, i, j] = part.max((1, 2))
                elif kind == "average":
                    count = part[0].size if exclude else kernel[0] * kernel[1]
                    y[:, i, j] = part.sum((1, 2)) / count
                else:
                    y[:, i, j] = np.sqrt((part * part).sum((1, 2)))

    def fill(layer):
        p = layer.pooling
        p.type = {"max": 0, "average": 1, "l2": 2}[kind]
        p.globalPooling = whole
        p.avgPoolExcludePadding = exclude
        if not whole:
            p.kernelSize.extend(kernel)
            p.stride.extend(stride)
        if same:
            p.same.SetInParent()
        elif complete:
            p.includeLastPixel.paddingAmounts.extend(complete)
        else:
            p.valid.SetInParent()
        for start in (0, 2) if padding else ():
            edge = p.valid.paddingAmounts.borderAmounts.add()
            edge.startEdgeSize, edge.endEdgeSize = padding[start], padding[start + 1]

    return one(name, fill, x, y)


images = [
    convolution("3x3 by default", 2, 4, (3, 3)),
    convolution("1x1", 3, 5, (1, 1)),
    convolution("no bias", 3, 5, (2, 3), bias=False),
    convolution("stride 2, same", 2, 3, (3, 3), stride=(2, 2), padding="same"),
    convolution("stride 2, same, even size", 2, 3, (3, 3), (8, 10), (2, 2), padding="same"),
    convolution("stride 2, same, top heavy", 2, 3, (4, 2), (8, 10), (2, 1), padding="same-top"),
    convolution("padding amounts", 2, 3, (3, 5), padding=(2, 1, 0, 3)),
    convolution("dilation", 2, 3, (3, 3), dilation=(2, 3)),
    convolution("dilation, same", 2, 3, (3, 3), dilation=(2, 1), padding="same"),
    convolution("groups", 4, 6, (3, 3), groups=2),
    convolution("depthwise", 8, 8, (3, 3), groups=8, padding="same"),
    convolution("depthwise, two kernels a channel", 4, 8, (5, 3), groups=4),
    convolution("half precision weights", 3, 4, (3, 3), weights=halves),
    convolution("8-bit weights", 3, 4, (3, 3), weights=lambda w, a: linear(w, a, 8)),
    convolution("5-bit weights", 3, 4, (3, 3), weights=lambda w, a: linear(w, a, 5)),
    convolution("2-bit weights", 3, 4, (3, 3), weights=lambda w, a: linear(w, a, 2)),
    convolution("4-bit table", 3, 4, (3, 3), weights=lambda w, a: lookup(w, a, 4)),
    convolution("3-bit table", 3, 5, (1, 3), weights=lambda w, a: lookup(w, a, 3)),
    convolution("1-bit table", 3, 5, (3, 1), weights=lambda w, a: lookup(w, a, 1)),
    deconvolution("transposed", 3, 2, (3, 3), (2, 2)),
    deconvolution("transposed, padding", 3, 2, (4, 3), (2, 1), padding=(1, 1, 1, 0)),
    deconvolution("transposed, same", 3, 2, (4, 4), (2, 2), same=True),
    deconvolution("transposed, groups", 4, 6, (3, 2), (1, 2), groups=2),
    pooling("maximum", "max"),
    pooling("maximum, 3x3 same", "max", kernel=(3, 3), stride=(2, 2), same=True),
    pooling("maximum, padding", "max", kernel=(3, 2), stride=(1, 2), padding=(1, 1, 0, 1)),
    pooling("maximum, last pixel", "max", size=(7, 9), kernel=(2, 2), complete=(0, 0)),
    pooling("maximum, last pixel, padding", "max", size=(7, 8), kernel=(3, 3), complete=(1, 1)),
    pooling("average", "average", kernel=(3, 2), stride=(2, 1)),
    pooling("average, padding", "average", kernel=(3, 3), padding=(1, 1, 1, 1)),
    pooling("average without padding", "average", kernel=(3, 3), padding=(1, 1, 1, 1),
            exclude=True),
    pooling("average, same", "average", kernel=(3, 3), same=True),
    pooling("L2", "l2", kernel=(2, 3)),
    pooling("global maximum", "max", whole=True),
    pooling("global average", "average", whole=True),
    pooling("global L2", "l2", whole=True),
]

# Activations and arithmetic -----------------------------------------------------------------------


def activation(kind, y, x=None, **parameters):
    x = (noise(3, 2, 4) * 2) if x is None else x

    def fill(layer):
        function = getattr(layer.activation, kind)
        function.SetInParent()
        for name, value in parameters.items():
            if isinstance(value, np.ndarray):
                floats(getattr(function, name), value)
            else:
                setattr(function, name, value)

    return one(kind, fill, x, y(x))


def unary(name, number, y, x=None, **parameters):
    x = noise(3, 2, 4) if x is None else x

    def fill(layer):
        layer.unary.type = number
        for key, value in parameters.items():
            setattr(layer.unary, key, value)

    return one(f"unary {name}", fill, x, y(x))


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


slopes, scales = np.abs(noise(3)), np.abs(noise(3))
a, b, c = noise(2, 3, 4), noise(2, 3, 4), noise(2, 3, 4)
row = noise(1, 3, 1)
m, n = noise(5), noise(5)
positive = np.abs(noise(2, 3, 4)) + 0.1
v = noise(2, 3, 4) * 3


def two(left, right):
    return {"p": left, "q": right}


def affine(name, shape, with_bias):
    x, s = noise(3, 2, 4), noise(*shape)
    d = noise(*shape)

    def fill(layer):
        layer.scale.shapeScale.extend(shape)
        floats(layer.scale.scale, s)
        layer.scale.hasBias = with_bias
        if with_bias:
            layer.scale.shapeBias.extend(shape)
            floats(layer.scale.bias, d)

    wide = (lambda w: w[:, None, None] if w.ndim == 1 else w)
    return one(name, fill, x, x * wide(s) + (wide(d) if with_bias else 0))


def bias_layer():
    x, d = noise(3, 2, 4), noise(3)

    def fill(layer):
        layer.bias.shape.extend([3])
        floats(layer.bias.bias, d)

    return one("bias", fill, x, x + d[:, None, None])


erf = np.vectorize(__import__("math").erf)
arithmetic = [
    activation("linear", lambda x: 2 * x - 0.5, alpha=2, beta=-0.5),
    activation("ReLU", lambda x: np.maximum(x, 0)),
    activation("leakyReLU", lambda x: np.where(x > 0, x, 0.3 * x), alpha=0.3),
    activation("thresholdedReLU", lambda x: np.where(x >= 0.7, x, 0), alpha=0.7),
    activation("PReLU", lambda x: np.where(x > 0, x, slopes[:, None, None] * x), alpha=slopes),
    activation("tanh", np.tanh),
    activation("scaledTanh", lambda x: 1.5 * np.tanh(0.7 * x), alpha=1.5, beta=0.7),
    activation("sigmoid", lambda x: 1 / (1 + np.exp(-x))),
    activation("sigmoidHard", lambda x: np.clip(0.2 * x + 0.5, 0, 1), alpha=0.2, beta=0.5),
    activation("ELU", lambda x: F.elu(t(x), 0.6).numpy(), alpha=0.6),
    activation("softsign", lambda x: x / (1 + np.abs(x))),
    activation("softplus", lambda x: np.log1p(np.exp(x))),
    activation(
        "parametricSoftplus",
        lambda x: slopes[:, None, None] * np.log1p(np.exp(scales[:, None, None] * x)),
        alpha=slopes, beta=scales),
    unary("square root", 0, np.sqrt, positive),
    unary("reciprocal square root", 1, lambda x: 1 / np.sqrt(x + 0.01), positive, epsilon=0.01),
    unary("inverse", 2, lambda x: 1 / (x + 1e-6), positive),
    unary("power", 3, lambda x: x**1.5, positive, alpha=1.5),
    unary("exponential", 4, np.exp),
    unary("scaled and shifted", 4, lambda x: np.exp(0.5 * x - 1), scale=0.5, shift=-1),
    unary("logarithm", 5, lambda x: np.log(x + 0.25), positive, shift=0.25),
    unary("absolute", 6, np.abs),
    unary("threshold", 7, lambda x: np.maximum(x, 0.3), alpha=0.3),
    simple("add two", "add", two(a, b), a + b, exact=False),
    simple("add three", "add", {"p": a, "q": b, "r": c}, a + b + c, exact=False),
    simple("add with broadcast", "add", two(a, row[:, :1]), a + row[:, :1], exact=False),
    simple("add a number", "add", a, a + 0.75, exact=False, alpha=0.75),
    simple("multiply two", "multiply", two(a, b), a * b, exact=False),
    simple("multiply by a number", "multiply", a, a * 1.25, exact=False, alpha=1.25),
    simple("average", "average", {"p": a, "q": b, "r": c}, (a + b + c) / 3, exact=False),
    simple("maximum of two", "max", two(a, b), np.maximum(a, b), exact=False),
    simple("minimum of two", "min", two(a, b), np.minimum(a, b), exact=False),
    affine("scale by one", (1,), False),
    affine("scale by channel", (3,), True),
    affine("scale by pixel", (1, 2, 4), True),
    affine("scale by element", (3, 2, 4), True),
    bias_layer(),
    simple("dot product", "dot", two(m, n), [m @ n], exact=False),
    simple("cosine similarity", "dot", two(m, n), [m @ n / np.linalg.norm(m) / np.linalg.norm(n)],
           exact=False, cosineSimilarity=True),
    simple("clip", "clip", v, np.clip(v, -1, 2), minVal=-1, maxVal=2),
    simple("clamped ReLU", "clampedReLU", v, np.where(v >= 0, np.minimum(v, 2),
                                                      np.minimum(0.1 * v, 2)), alpha=0.1, beta=2),
    simple("exact GELU", "gelu", v, v * (1 + erf(v / np.sqrt(2))) / 2, mode=0),
    simple("tanh GELU", "gelu", v,
           v / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (v + 0.044715 * v**3))), mode=1),
    simple("sigmoid GELU", "gelu", v, v / (1 + np.exp(-1.702 * v)), mode=2),
    simple("tanh of any rank", "tanh", v, np.tanh(v)),
    simple("ceil", "ceil", v, np.ceil(v)),
    simple("floor", "floor", v, np.floor(v)),
    simple("sign", "sign", v, np.sign(v)),
    simple("round", "round", v, np.round(v)),
    simple("exp2", "exp2", v, np.exp2(v)),
    simple("sin", "sin", v, np.sin(v)),
    simple("cos", "cos", v, np.cos(v)),
    simple("erf", "erf", v, erf(v)),
    simple("broadcast minimum", "minBroadcastable", two(a, row), np.minimum(a, row)),
    simple("broadcast maximum", "maxBroadcastable", two(a, row), np.maximum(a, row)),
    simple("broadcast add", "addBroadcastable", two(a, row), a + row),
    simple("broadcast power", "powBroadcastable", two(positive, row), positive**row),
    simple("broadcast divide", "divideBroadcastable", two(a, positive), a / positive),
    simple("broadcast multiply", "multiplyBroadcastable", two(row, a), row * a),
    simple("broadcast subtract", "subtractBroadcastable", two(a, row[0]), a - row[0]),
    simple("where", "whereBroadcastable", {"p": (a > 0).astype(np.float32), "q": b, "r": c},
           np.where(a > 0, b, c)),
    simple("cumulative sum", "cumSum", a, np.cumsum(a, 1), axis=1),
    simple("cumulative sum, exclusive, reversed", "cumSum", a,
           np.cumsum(a[..., ::-1], -1)[..., ::-1] - a, axis=-1, excludeFinalSum=True,
           reverse=True),
]

# Dense, normalisation, reduction ------------------------------------------------------------------


def inner_product(name, shape, exact, bias=True, weights=floats):
    x = noise(*shape)
    flat = x.reshape(-1) if not exact else (
        x if x.ndim <= 3 else x.reshape(x.shape[0], -1))
    w, d = noise(4, flat.shape[-1]), noise(4)
    kept = {}

    def fill(layer):
        layer.innerProduct.inputChannels = w.shape[1]
        layer.innerProduct.outputChannels = 4
        layer.innerProduct.hasBias = bias
        used = weights(layer.innerProduct.weights, w)
        kept["w"] = w if used is None else used
        if bias:
            floats(layer.innerProduct.bias, d)

    network(fill, {"x": x}, {"y": x}, exact)
    y = flat @ kept["w"].T + (d if bias else 0)
    if exact and x.ndim == 4:
        y = y.reshape(*y.shape, 1, 1)
    return one(name, fill, x, y, exact)


def embedding(name, nd, bias):
    table, d = noise(7, 3), noise(3)
    index = np.array([[2.0], [6.0], [0.0]], np.float32) if nd else np.array([5.0], np.float32)

    def fill(layer):
        e = layer.embeddingND if nd else layer.embedding
        if nd:
            e.vocabSize, e.embeddingSize = 7, 3
        else:
            e.inputDim, e.outputChannels = 7, 3
        e.hasBias = bias
        floats(e.weights, table.T)
        if bias:
            floats(e.bias, d)

    y = table[index[..., 0].astype(int)] if nd else table[5]
    return one(name, fill, index, y + (d if bias else 0), exact=nd)


def matrix_weights(name, shape):
    x, w, d = noise(*shape), noise(shape[-1], 5), noise(5)

    def fill(layer):
        m = layer.batchedMatmul
        m.weightMatrixFirstDimension, m.weightMatrixSecondDimension = w.shape
        m.hasBias = True
        floats(m.weights, w.T)
        floats(m.bias, d)

    return one(name, fill, x, x @ w + d, exact=True)


def batch_normalization(name, kind):
    x = noise(3, 4, 5)
    gamma, beta, mean, variance = noise(3), noise(3), noise(3), np.abs(noise(3)) + 0.1

    def fill(layer):
        n = layer.batchnorm
        n.channels, n.epsilon = 3, 1e-3
        floats(n.gamma, gamma)
        floats(n.beta, beta)
        if kind == "fixed":
            floats(n.mean, mean)
            floats(n.variance, variance)
        else:
            n.computeMeanVar = True
            n.instanceNormalization = kind == "instance"

    if kind == "fixed":
        y = F.batch_norm(t(x)[None], t(mean), t(variance), t(gamma), t(beta), False, 0, 1e-3)
    else:
        y = F.instance_norm(t(x)[None], None, None, t(gamma), t(beta), True, 0, 1e-3)
    return one(name, fill, x, y[0].numpy())


def mean_variance(name, across, variance):
    x = noise(3, 4, 5)
    axes = (0, 1, 2) if across else (1, 2)
    y = x - x.mean(axes, keepdims=True)
    if variance:
        y = y / np.sqrt(x.var(axes, keepdims=True) + 1e-3)
    return simple(name, "mvn", x, y, exact=False, acrossChannels=across,
                  normalizeVariance=variance, epsilon=1e-3)


def layer_norm(name, shape, normalized):
    x, gamma, beta = noise(*shape), noise(*normalized), noise(*normalized)

    def fill(layer):
        n = layer.layerNormalization
        n.normalizedShape.extend(normalized)
        n.eps = 1e-3
        floats(n.gamma, gamma)
        floats(n.beta, beta)

    y = F.layer_norm(t(x), normalized, t(gamma), t(beta), 1e-3)
    return one(name, fill, x, y.numpy(), exact=True)


def lrn():
    x = noise(7, 3, 2)
    y = F.local_response_norm(t(x)[None], 5, 0.7, 0.75, 2.0)[0].numpy()
    return simple("local response", "lrn", x, y, exact=False, alpha=0.7, beta=0.75, localSize=5,
                  k=2)


def reduce(name, mode, axis, y):
    return simple(f"reduce {name}", "reduce", positive, y, exact=False, mode=mode, axis=axis)


def reduce_nd(field, function, **options):
    return [
        simple(f"{field}, axis 1", field, positive, function(positive, 1), axes=[1], **options),
        simple(f"{field}, kept axes", field, positive,
               np.expand_dims(function(positive, (1, 2)), (1, 2)), axes=[-1, 1], keepDims=True),
        simple(f"{field}, all", field, positive, np.reshape(function(positive, (0, 1, 2)), (1,)),
               reduceAll=True),
    ]


x4 = noise(2, 3, 4, 5)
left, right = noise(2, 3, 4), noise(2, 4, 5)
dense = [
    inner_product("inner product of a vector", (6,), False),
    inner_product("inner product of an image", (2, 3, 4), False),
    inner_product("inner product of rows", (2, 5), True),
    inner_product("inner product, rank 3", (2, 3, 5), True),
    inner_product("inner product, rank 4", (2, 3, 2, 2), True, bias=False),
    inner_product("inner product, 8-bit", (2, 5), True, weights=lambda w, a: linear(w, a, 8)),
    inner_product("inner product, 6-bit table", (16,), False, weights=lambda w, a: lookup(w, a, 6)),
    embedding("embedding", False, True),
    embedding("embedding of any rank", True, False),
    embedding("embedding of any rank, bias", True, True),
    matrix_weights("matrix in the file", (2, 3, 4)),
    simple("matrix product", "batchedMatmul", two(left, right), left @ right),
    simple("matrix product, transposed", "batchedMatmul",
           two(left.swapaxes(1, 2).copy(), right.swapaxes(1, 2).copy()), left @ right,
           transposeA=True, transposeB=True),
    batch_normalization("batch normalization", "fixed"),
    batch_normalization("instance normalization", "instance"),
    batch_normalization("statistics of the batch", "batch"),
    mean_variance("mean", False, False),
    mean_variance("mean and variance", False, True),
    mean_variance("mean and variance across channels", True, True),
    simple("L2", "l2normalize", a, a / np.sqrt((a * a).sum() + 1e-3), exact=False, epsilon=1e-3),
    layer_norm("layer normalization", (2, 3, 4), (4,)),
    layer_norm("layer normalization of two axes", (2, 3, 4), (3, 4)),
    lrn(),
    simple("softmax", "softmax", a, F.softmax(t(a), 0).numpy(), exact=False),
    simple("softmax of any rank", "softmaxND", a, F.softmax(t(a), 1).numpy(), axis=-2),
    reduce("sum over C, H, W", 0, 0, positive.sum((0, 1, 2), keepdims=True)),
    reduce("mean over H, W", 1, 1, positive.mean((1, 2), keepdims=True)),
    reduce("product over C", 2, 2, positive.prod(0, keepdims=True)),
    reduce("log sum over H", 3, 3, np.log(positive + 1e-6).sum(1, keepdims=True)),
    reduce("sum of squares over W", 4, 4, (positive**2).sum(2, keepdims=True)),
    reduce("L1 over H, W", 5, 1, np.abs(positive).sum((1, 2), keepdims=True)),
    reduce("L2 over H, W", 6, 1, np.sqrt((positive**2).sum((1, 2), keepdims=True))),
    reduce("maximum over W", 7, 4, positive.max(2, keepdims=True)),
    reduce("minimum over C", 8, 2, positive.min(0, keepdims=True)),
    reduce("argmax over H", 9, 3, positive.argmax(1)[:, None].astype(np.float32)),
    *reduce_nd("reduceL1", lambda x, axis: np.abs(x).sum(axis)),
    *reduce_nd("reduceL2", lambda x, axis: np.sqrt((x * x).sum(axis))),
    *reduce_nd("reduceMax", lambda x, axis: x.max(axis)),
    *reduce_nd("reduceMin", lambda x, axis: x.min(axis)),
    *reduce_nd("reduceSum", lambda x, axis: x.sum(axis)),
    *reduce_nd("reduceProd", lambda x, axis: x.prod(axis)),
    *reduce_nd("reduceMean", lambda x, axis: x.mean(axis)),
    *reduce_nd("reduceLogSum", lambda x, axis: np.log(x).sum(axis)),
    *reduce_nd("reduceSumSquare", lambda x, axis: (x * x).sum(axis)),
    *reduce_nd("reduceLogSumExp", lambda x, axis: np.log(np.exp(x).sum(axis))),
    simple("argmax", "argMax", a, a.argmax(1)[:, None].astype(np.float32), axis=1),
    simple("argmax, axis removed", "argMax", a, a.argmax(-1).astype(np.float32), axis=-1,
           removeDim=True),
]

# Shapes -------------------------------------------------------------------------------------------


def borders(message, amounts):
    for start in (0, 2):
        edge = message.borderAmounts.add()
        edge.startEdgeSize, edge.endEdgeSize = amounts[start], amounts[start + 1]


def padded(name, kind, mode, **options):
    x = noise(2, 4, 5)
    top, bottom, left, right = 1, 2, 3, 0

    def fill(layer):
        getattr(layer.padding, kind).SetInParent()
        if kind == "constant":
            layer.padding.constant.value = 0.5
        borders(layer.padding.paddingAmounts, (top, bottom, left, right))

    return one(name, fill, x, np.pad(x, ((0, 0), (top, bottom), (left, right)), mode, **options))


def crop():
    x = noise(2, 6, 7)

    def fill(layer):
        borders(layer.crop.cropAmounts, (1, 2, 0, 3))

    return one("crop", fill, x, x[:, 1:4, 0:4])


def crop_to():
    x, reference = noise(2, 6, 7), noise(2, 3, 4)
    return simple("crop to a reference", "crop", two(x, reference), x[:, 2:5, 1:5], exact=False,
                  offset=[2, 1])


def upsampled(name, mode, linear_mode, y):
    x = noise(2, 3, 4)
    return simple(name, "upsample", x, y(x), exact=False, scalingFactor=[2, 3], mode=mode,
                  linearUpsampleMode=linear_mode)


def constant(nd):
    data = noise(2, 3, 4)
    x = noise(2, 3, 4)
    spec = model({"x": x.shape}, {"z": x.shape})
    spec.neuralNetwork.arrayInputShapeMapping = 1 if nd else 0
    first = spec.neuralNetwork.layers.add()
    first.name = "constant"
    first.output.append("y")
    message = first.loadConstantND if nd else first.loadConstant
    message.shape.extend(data.shape)
    floats(message.data, data)
    second = spec.neuralNetwork.layers.add()
    second.name = "sum"
    second.input.extend(["x", "y"])
    second.output.append("z")
    (second.addBroadcastable if nd else second.add).SetInParent()
    return case("constant of any rank" if nd else "constant", spec, {"x": x}, {"z": x + data})


def reordered(x, shape):
    """The channel-last reshape: read as H, W, C, written as H, W, C."""
    channels, height, width = shape
    return x.transpose(1, 2, 0).reshape(height, width, channels).transpose(2, 0, 1)


def windows(x, size, step):
    starts = range(0, x.shape[1] - size + 1, step)
    return np.stack([x[:, s : s + size] for s in starts], 1)


x = noise(4, 6, 2)
more = noise(3, 6, 2)
long = noise(2, 9, 3)
thin, flat = noise(1, 3, 1), noise(2, 3)
shapes = [
    crop(),
    crop_to(),
    padded("pad with a constant", "constant", "constant", constant_values=0.5),
    padded("pad by reflection", "reflection", "reflect"),
    padded("pad by replication", "replication", "edge"),
    simple("pad any axis", "constantPad", a, np.pad(a, ((1, 0), (0, 2), (3, 1)), "constant",
                                                    constant_values=-1),
           value=-1, padAmounts=[1, 0, 0, 2, 3, 1]),
    upsampled("upsample, nearest", 0, 0, lambda x: x.repeat(2, 1).repeat(3, 2)),
    upsampled("upsample, aligned corners", 1, 1, lambda x: F.interpolate(
        t(x)[None], scale_factor=(2, 3), mode="bilinear", align_corners=True)[0].numpy()),
    upsampled("upsample, half pixels", 1, 2, lambda x: F.interpolate(
        t(x)[None], scale_factor=(2, 3), mode="bilinear", align_corners=False)[0].numpy()),
    constant(False),
    constant(True),
    simple("reshape", "reshape", x, x.reshape(2, 3, 8), exact=False, targetShape=[2, 3, 8]),
    simple("reshape, channels last", "reshape", x, reordered(x, (8, 3, 2)), exact=False,
           targetShape=[8, 3, 2], mode=1),
    simple("flatten", "flatten", x, x.reshape(-1), exact=False),
    simple("flatten, channels last", "flatten", x, x.transpose(1, 2, 0).reshape(-1), exact=False,
           mode=1),
    simple("permute", "permute", x, x.transpose(2, 0, 1), exact=False, axis=[0, 3, 1, 2]),
    simple("concatenate", "concat", two(x, more), np.concatenate([x, more]), exact=False),
    simple("split", "split", x, {"y1": x[:2], "y2": x[2:]}, exact=False, nOutputs=2),
    simple("slice of channels", "slice", x, x[1:3], exact=False, startIndex=1, endIndex=3,
           stride=1, axis=0),
    simple("slice of rows", "slice", x, x[:, 1:-1:2], exact=False, startIndex=1, endIndex=-1,
           stride=2, axis=1),
    simple("copy", "copy", x, x, exact=False),
    simple("tile", "tile", a, np.tile(a, (1, 2, 3)), reps=[1, 2, 3]),
    simple("stack", "stack", two(a, b), np.stack([a, b], 1), axis=1),
    simple("gather", "gather", two(a, np.array([2.0, 0.0, -1.0], np.float32)), a[:, [2, 0, -1]],
           axis=1),
    simple("split in equal parts", "splitND", x, {"y1": x[:, :3], "y2": x[:, 3:]}, axis=1,
           numSplits=2),
    simple("split in given parts", "splitND", x, {"y1": x[:, :1], "y2": x[:, 1:4],
                                                  "y3": x[:, 4:]}, axis=1, splitSizes=[1, 3, 2]),
    simple("concatenate any axis", "concatND", two(a, b), np.concatenate([a, b], -1), axis=-1),
    simple("concatenate in turn", "concatND", two(a, b), np.stack([a, b], 2).reshape(2, 6, 4),
           axis=1, interleave=True),
    simple("transpose", "transpose", x4, x4.transpose(2, 0, 3, 1), axes=[2, 0, 3, 1]),
    simple("slice of all axes", "sliceStatic", x, x[1:4:2, :-1, 1:], beginIds=[1, 0, 1],
           beginMasks=[False, True, False], endIds=[4, -1, 0], endMasks=[False, False, True],
           strides=[2, 1, 1], squeezeMasks=[False, False, False]),
    simple("slice backwards", "sliceStatic", x, x[::-1], beginIds=[0, 0, 0],
           beginMasks=[True, True, True], endIds=[0, 0, 0], endMasks=[True, True, True],
           strides=[-1, 1, 1]),
    simple("slice with a dropped axis", "sliceStatic", x, x[:, 2, :], beginIds=[0, 2, 0],
           beginMasks=[True, False, True], endIds=[0, 3, 0], endMasks=[True, False, True],
           strides=[1, 1, 1], squeezeMasks=[False, True, False]),
    simple("sliding windows", "slidingWindows", long, windows(long, 4, 2), axis=1, windowSize=4,
           step=2),
    simple("squeeze", "squeeze", thin, thin[0], axes=[0]),
    simple("squeeze all", "squeeze", thin, thin.reshape(3), squeezeAll=True),
    simple("expand", "expandDims", flat, flat[:, None, :, None], axes=[1, -1]),
    simple("flatten to two axes", "flattenTo2D", x4, x4.reshape(6, 20), axis=2),
    simple("reshape to a shape", "reshapeStatic", x, x.reshape(3, 4, 4), targetShape=[3, -1, 4]),
    simple("reshape of the same rank", "rankPreservingReshape", x, x.reshape(4, 3, 4),
           targetShape=[0, 3, -1]),
]

if __name__ == "__main__":
    write("layers-images.json", images)
    write("layers-arithmetic.json", arithmetic)
    write("layers-dense.json", dense)
    write("layers-shapes.json", shapes)
