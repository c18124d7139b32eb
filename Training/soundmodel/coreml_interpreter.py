"""Runs the layers of an exported classifier in plain NumPy: a slow oracle that shares no code with PyTorch.

Tensors are (channels, height, width). Only the layers that coreml_layers.py writes are known; any other is
refused by name.
"""

import numpy as np


def _weights(parameters, shape):
    """The values of a WeightParams message, whichever of float32 and float16 it holds."""
    if parameters.float16Value:
        values = np.frombuffer(parameters.float16Value, "<f2").astype(np.float32)
    else:
        values = np.array(parameters.floatValue, np.float32)
    return values.reshape(shape)


def _convolution(parameters, x):
    kernel_h, kernel_w = parameters.kernelSize
    stride_h, stride_w = parameters.stride
    groups, outputs = max(1, parameters.nGroups), parameters.outputChannels
    weight = _weights(parameters.weights, (outputs, parameters.kernelChannels, kernel_h, kernel_w))
    (top, bottom), (left, right) = [
        (edge.startEdgeSize, edge.endEdgeSize) for edge in parameters.valid.paddingAmounts.borderAmounts
    ]
    x = np.pad(x, ((0, 0), (top, bottom), (left, right)))
    height = (x.shape[1] - kernel_h) // stride_h + 1
    width = (x.shape[2] - kernel_w) // stride_w + 1
    x = x.reshape(groups, -1, *x.shape[1:])
    weight = weight.reshape(groups, outputs // groups, *weight.shape[1:])
    result = np.zeros((groups, outputs // groups, height, width), np.float32)
    for i in range(kernel_h):
        for j in range(kernel_w):
            view = x[
                :, :, i : i + (height - 1) * stride_h + 1 : stride_h, j : j + (width - 1) * stride_w + 1 : stride_w
            ]
            result += np.einsum("goc,gchw->gohw", weight[:, :, :, i, j], view)
    result = result.reshape(outputs, height, width)
    return result + _weights(parameters.bias, (outputs, 1, 1)) if parameters.hasBias else result


def _activation(parameters, x):
    kind = parameters.WhichOneof("NonlinearityType")
    if kind == "linear":
        return parameters.linear.alpha * x + parameters.linear.beta
    if kind == "ReLU":
        return np.maximum(x, 0)
    if kind == "sigmoid":
        return 1 / (1 + np.exp(-x))
    if kind == "sigmoidHard":
        return np.clip(parameters.sigmoidHard.alpha * x + parameters.sigmoidHard.beta, 0, 1)
    raise ValueError(f"activation '{kind}' is not known")


def _reduce(parameters, x):
    axis = {1: (1, 2), 3: 1, 4: 2}[parameters.axis]  # HW, H, W
    function = {1: np.mean, 7: np.max}[parameters.mode]  # AVG, MAX
    return function(x, axis=axis, keepdims=True)


def _inner_product(parameters, x):
    weight = _weights(parameters.weights, (parameters.outputChannels, parameters.inputChannels))
    return (weight @ x.reshape(-1) + _weights(parameters.bias, -1)).reshape(-1, 1, 1)


def _unary(parameters, x):
    x = (parameters.scale or 1) * x + parameters.shift
    if parameters.type == 0:
        return np.sqrt(x)
    if parameters.type == 3:
        return np.power(x, parameters.alpha)
    if parameters.type == 5:
        return np.log(x)
    raise ValueError(f"unary function {parameters.type} is not known")


def _permute(parameters, x):
    return x[None].transpose(list(parameters.axis))[0]


def _reflect(parameters, x):
    if parameters.WhichOneof("PaddingType") != "reflection":
        raise ValueError("padding: only reflection is known")
    edges = [(edge.startEdgeSize, edge.endEdgeSize) for edge in parameters.paddingAmounts.borderAmounts]
    return np.pad(x, [(0, 0), *edges], mode="reflect")


def _layer(layer, inputs):
    kind = layer.WhichOneof("layer")
    if kind == "convolution":
        return _convolution(layer.convolution, *inputs)
    if kind == "activation":
        return _activation(layer.activation, *inputs)
    if kind == "reduce":
        return _reduce(layer.reduce, *inputs)
    if kind == "innerProduct":
        return _inner_product(layer.innerProduct, *inputs)
    if kind == "add":
        return inputs[0] + inputs[1]
    if kind == "multiply":
        return inputs[0] * inputs[1]
    if kind == "max":
        return np.maximum.reduce(inputs)
    if kind == "concat":
        return np.concatenate(inputs)
    if kind == "unary":
        return _unary(layer.unary, *inputs)
    if kind == "permute":
        return _permute(layer.permute, *inputs)
    if kind == "padding":
        return _reflect(layer.padding, *inputs)
    raise ValueError(f"layer '{layer.name}': type '{kind}' is not known")


def run(specification, value):
    """Every blob of the network by name, for an input of rank 1 (channels) or 3."""
    value = np.asarray(value, np.float32)
    blobs = {specification.description.input[0].name: value if value.ndim == 3 else value[:, None, None]}
    for layer in specification.neuralNetworkClassifier.layers:
        blobs[layer.output[0]] = _layer(layer, [blobs[name] for name in layer.input])
    return blobs


def predict(specification, value):
    """Probabilities (labels,) and embedding of log-mel frames (T, 64), or of a waveform (samples,)."""
    value = np.asarray(value)
    blobs = run(specification, value[None] if value.ndim == 2 else value)
    return blobs[specification.neuralNetworkClassifier.labelProbabilityLayerName].reshape(-1), blobs[
        "embedding"
    ].reshape(-1)
