"""YAMNet's public TensorFlow Lite file as Core ML layers: waveform in, identifiers out."""

import os

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

from . import frontend
from .coreml_layers import LayerChain
from .folded import NetworkFileError
from .labels import YAMNET_CLASS_COUNT
from .spectrum_layers import add_log_mel, fourier_kernels
from .yamnet import WINDOW_LENGTH

LOG_OFFSET = 0.001
BINS = 241  # the highest band ends at 7.5 kHz
CONVOLUTIONS = 27
DEPTHWISE_STRIDES = {2, 4, 6, 12}  # the depthwise layers, counted from 1, that halve time and frequency
SAMPLE_RATE = 16000


def _tensor(interpreter, details, index):
    """A constant in float32; weights stored in 8 bits are scaled back, for each channel where the file does so."""
    values, quantisation = interpreter.get_tensor(index), details[index]["quantization_parameters"]
    scales, zero_points = quantisation["scales"], quantisation["zero_points"]
    if values.dtype != np.int8:
        return values.astype(np.float32)
    shape = [1] * values.ndim
    shape[quantisation["quantized_dimension"]] = -1
    return (values.astype(np.float32) - zero_points.reshape(shape)) * scales.reshape(shape)


def read_layers(path):
    """The file's convolutions in order as (is depthwise, weight, bias), and the weight and bias of its classes."""
    if not os.path.exists(path):
        raise NetworkFileError(f"'{path}': not found")
    try:
        interpreter = Interpreter(
            path,
            experimental_preserve_all_tensors=True,
            experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
        )
        interpreter.allocate_tensors()
        interpreter.invoke()  # expands weights that are stored in half precision
    except (ValueError, RuntimeError) as error:
        raise NetworkFileError(f"'{path}': cannot be read as TensorFlow Lite: {error}") from error
    details = {detail["index"]: detail for detail in interpreter.get_tensor_details()}
    convolutions, dense = [], None
    for operation in interpreter._get_ops_details():  # the only way to learn the order of the weights
        kind, inputs = operation["op_name"], [int(i) for i in operation["inputs"]]
        if kind in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            convolutions.append((kind == "DEPTHWISE_CONV_2D", *[_tensor(interpreter, details, i) for i in inputs[1:3]]))
        elif kind == "FULLY_CONNECTED" and details[inputs[1]]["shape"][0] == YAMNET_CLASS_COUNT:
            dense = [_tensor(interpreter, details, i) for i in inputs[1:3]]
    if len(convolutions) != CONVOLUTIONS or dense is None:
        raise NetworkFileError(
            f"'{path}': found {len(convolutions)} convolutions, expected YAMNet's {CONVOLUTIONS}, "
            f"and {'no' if dense is None else 'a'} layer of {YAMNET_CLASS_COUNT} classes"
        )
    return convolutions, dense


def _same_padding(size, kernel, stride):
    """TensorFlow's zeros before and after, and the size that comes out."""
    result = -(-size // stride)
    total = max(0, (result - 1) * stride + kernel - size)
    return (total // 2, total - total // 2), result


def build(path, label_count, add_head):
    """The chain up to the probabilities; `add_head(chain, weight, bias)` writes the last dense layers."""
    convolutions, dense = read_layers(path)
    chain = LayerChain("audioSamples", (WINDOW_LENGTH,), label_count)
    chain.permute("waveform", (0, 3, 2, 1))  # (samples, 1, 1) -> (1, 1, samples)
    kernels = fourier_kernels(frontend.hann(frontend.FRAME_LENGTH), frontend.FFT_LENGTH, BINS)
    add_log_mel(chain, kernels, frontend.HOP_LENGTH, frontend.MEL_WEIGHTS[:, :BINS], LOG_OFFSET, power=False)
    height, width, depthwise_count = 96, 64, 0
    for number, (depthwise, weight, bias) in enumerate(convolutions):
        if depthwise:
            depthwise_count += 1
            stride = 2 if depthwise_count in DEPTHWISE_STRIDES else 1
            weight, groups = weight.transpose(3, 0, 1, 2), weight.shape[3]  # (1, h, w, c) -> (c, 1, h, w)
            weight = weight.reshape(groups, 1, weight.shape[2], weight.shape[3])
        else:
            stride, groups, weight = 2 if number == 0 else 1, 1, weight.transpose(0, 3, 1, 2)
        rows, height = _same_padding(height, weight.shape[2], stride)
        columns, width = _same_padding(width, weight.shape[3], stride)
        chain.convolution(f"conv{number}", weight, bias, (stride, stride), (rows, columns), groups, "relu")
    chain.reduce("embedding", "HW", "avg")
    add_head(chain, *dense)
    chain.probabilities()
    return chain
