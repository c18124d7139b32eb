"""Dense layers, normalisation and reduction, with outputs from PyTorch."""

import numpy as np
import torch.nn.functional as F

from common import floats, linear, lookup
from layers import network, noise, one, simple, t, two
from layers_arithmetic import a, positive


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
