"""Activations and arithmetic, with outputs from PyTorch and NumPy."""

import numpy as np
import torch.nn.functional as F

from common import floats
from layers import noise, one, simple, t, two


slopes, scales = np.abs(noise(3)), np.abs(noise(3))
a, b, c = noise(2, 3, 4), noise(2, 3, 4), noise(2, 3, 4)
row = noise(1, 3, 1)
m, n = noise(5), noise(5)
positive = np.abs(noise(2, 3, 4)) + 0.1
v = noise(2, 3, 4) * 3


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
