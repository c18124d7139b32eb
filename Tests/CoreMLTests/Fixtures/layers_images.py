"""Convolution and pooling, with outputs from PyTorch."""

import numpy as np
import torch.nn.functional as F

from common import floats, halves, linear, lookup
from layers import network, noise, one, t


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
