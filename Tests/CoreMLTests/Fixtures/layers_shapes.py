"""Shapes, with outputs from NumPy and PyTorch."""

import numpy as np
import torch.nn.functional as F

from common import case, floats, model
from layers import noise, one, simple, t, two
from layers_arithmetic import a, b
from layers_dense import x4


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
