"""Two networks with seeded weights, each written for Core ML and for another runtime."""

import flatbuffers
import numpy as np
import onnx
from ai_edge_litert import schema_py_generated as tfl
from coremltools.proto import FeatureTypes_pb2, Model_pb2
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(7)


def noise(*shape):
    """Weights that keep the size of values from layer to layer."""
    fan_in = int(np.prod(shape[1:])) or 1
    return (rng.standard_normal(shape) * np.sqrt(2 / fan_in)).astype(np.float32)


def core_ml(inputs, outputs):
    spec = Model_pb2.Model()
    spec.specificationVersion = 4
    for features, (name, shape) in ((spec.description.input, inputs), (spec.description.output, outputs)):
        feature = features.add()
        feature.name = name
        feature.type.multiArrayType.dataType = FeatureTypes_pb2.ArrayFeatureType.FLOAT32
        feature.type.multiArrayType.shape.extend(shape)
    return spec


def add_layer(spec, name, source):
    layer = spec.neuralNetwork.layers.add()
    layer.name, layer.input[:], layer.output[:] = name, [source], [name]
    return layer


def add_convolution(spec, name, source, weights, bias, stride, groups=1):
    c = add_layer(spec, name, source).convolution
    c.outputChannels, c.kernelChannels, c.nGroups, c.hasBias = (
        weights.shape[0], weights.shape[1], groups, True)
    c.kernelSize.extend(weights.shape[2:])
    c.stride.extend([stride, stride])
    c.same.SetInParent()
    c.weights.floatValue.extend(weights.ravel().tolist())
    c.bias.floatValue.extend(bias.tolist())
    add_layer(spec, name + " relu", name).activation.ReLU.SetInParent()
    return name + " relu"


# YAMNet's shape -----------------------------------------------------------------------------------

BLOCKS = [(1, 64), (2, 128), (1, 128), (2, 256), (1, 256), (2, 512)] + [(1, 512)] * 5 + [
    (2, 1024), (1, 1024)]
CLASSES = 521


def yamnet_layers():
    """(kind, stride, weights (out, in / groups, h, w), bias) of every convolution, then the head."""
    layers = [("conv", 2, noise(32, 1, 3, 3), noise(32) * 0.1)]
    channels = 32
    for stride, width in BLOCKS:
        layers.append(("depthwise", stride, noise(channels, 1, 3, 3), noise(channels) * 0.1))
        layers.append(("conv", 1, noise(width, channels, 1, 1), noise(width) * 0.1))
        channels = width
    return layers, (noise(CLASSES, channels), noise(CLASSES) * 0.1)


def yamnet_core_ml(layers, head):
    spec = core_ml(("x", [1, 96, 64]), ("y", [CLASSES]))
    value = "x"
    for index, (kind, stride, weights, bias) in enumerate(layers):
        groups = weights.shape[0] if kind == "depthwise" else 1
        value = add_convolution(spec, f"conv{index}", value, weights, bias, stride, groups)
    pool = add_layer(spec, "mean", value).pooling
    pool.type, pool.globalPooling = 1, True
    pool.valid.SetInParent()
    dense = add_layer(spec, "head", "mean").innerProduct
    dense.inputChannels, dense.outputChannels, dense.hasBias = head[0].shape[1], CLASSES, True
    dense.weights.floatValue.extend(head[0].ravel().tolist())
    dense.bias.floatValue.extend(head[1].tolist())
    add_layer(spec, "y", "head").activation.sigmoid.SetInParent()
    return spec.SerializeToString()


def yamnet_lite(layers, head):
    model, graph = tfl.ModelT(), tfl.SubGraphT()
    model.version, model.buffers, model.operatorCodes = 3, [tfl.BufferT()], []
    graph.tensors, graph.operators = [], []
    codes = {}

    def tensor(shape, data=None):
        t = tfl.TensorT()
        t.shape, t.type, t.buffer = list(shape), tfl.TensorType.FLOAT32, 0
        if data is not None:
            buffer = tfl.BufferT()
            buffer.data = np.frombuffer(np.ascontiguousarray(data).tobytes(), np.uint8)
            if data.dtype == np.int32:
                t.type = tfl.TensorType.INT32
            t.buffer = len(model.buffers)
            model.buffers.append(buffer)
        graph.tensors.append(t)
        return len(graph.tensors) - 1

    def operate(code, inputs, shape, kind=0, options=None):
        if code not in codes:
            c = tfl.OperatorCodeT()
            c.builtinCode = c.deprecatedBuiltinCode = code
            c.version = 1
            codes[code] = len(model.operatorCodes)
            model.operatorCodes.append(c)
        o = tfl.OperatorT()
        o.opcodeIndex, o.inputs, o.outputs = codes[code], inputs, [tensor(shape)]
        o.builtinOptionsType, o.builtinOptions = kind, options
        graph.operators.append(o)
        return o.outputs[0]

    B, O = tfl.BuiltinOperator, tfl.BuiltinOptions
    height, width = 96, 64
    value = tensor([1, height, width, 1])
    graph.inputs = [value]
    for kind, stride, weights, bias in layers:
        height, width = -(-height // stride), -(-width // stride)
        shape = [1, height, width, weights.shape[0]]
        if kind == "depthwise":
            options = tfl.DepthwiseConv2DOptionsT()
            options.depthMultiplier = 1
            kernel = weights.transpose(1, 2, 3, 0)
            code, number = B.DEPTHWISE_CONV_2D, O.DepthwiseConv2DOptions
        else:
            options = tfl.Conv2DOptionsT()
            kernel = weights.transpose(0, 2, 3, 1)
            code, number = B.CONV_2D, O.Conv2DOptions
        options.padding, options.strideH, options.strideW = tfl.Padding.SAME, stride, stride
        options.dilationHFactor = options.dilationWFactor = 1
        options.fusedActivationFunction = tfl.ActivationFunctionType.RELU
        value = operate(
            code, [value, tensor(kernel.shape, kernel), tensor(bias.shape, bias)], shape, number, options)
    axes = np.array([1, 2], np.int32)
    reducer = tfl.ReducerOptionsT()
    reducer.keepDims = False
    value = operate(B.MEAN, [value, tensor([2], axes)], [1, 1024], O.ReducerOptions, reducer)
    dense = tfl.FullyConnectedOptionsT()
    value = operate(
        B.FULLY_CONNECTED, [value, tensor(head[0].shape, head[0]), tensor(head[1].shape, head[1])],
        [1, CLASSES], O.FullyConnectedOptions, dense)
    graph.outputs = [operate(B.LOGISTIC, [value], [1, CLASSES])]
    model.subgraphs = [graph]
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


# A CRNN: two convolutions over time and mel bands, a GRU over time, a head ------------------------

STEPS, BANDS, CHANNELS, HIDDEN, EVENTS = 100, 64, 32, 128, 10


def crnn_weights():
    features = CHANNELS * BANDS // 16
    return {
        "conv0": (noise(CHANNELS, 1, 3, 3), noise(CHANNELS) * 0.1),
        "conv1": (noise(CHANNELS, CHANNELS, 3, 3), noise(CHANNELS) * 0.1),
        # Update, reset and output gate.
        "input": noise(3, HIDDEN, features) * np.float32(0.5),
        "recurrent": noise(3, HIDDEN, HIDDEN) * np.float32(0.05),
        "bias": noise(3, HIDDEN) * np.float32(0.1),
        "head": (noise(EVENTS, HIDDEN), noise(EVENTS) * 0.1),
    }


def crnn_core_ml(w):
    spec = core_ml(("x", [1, STEPS, BANDS]), ("y", [STEPS, 1, EVENTS, 1, 1]))
    value = "x"
    for name in ("conv0", "conv1"):
        value = add_convolution(spec, name, value, *w[name], 1)
        pool = add_layer(spec, name + " pool", value).pooling
        pool.kernelSize.extend([1, 4])
        pool.stride.extend([1, 4])
        pool.valid.SetInParent()
        value = name + " pool"
    # (1, 1, C, T, F) to (T, 1, C * F, 1, 1).
    rows = add_layer(spec, "rows", value).permute
    rows.axis.extend([2, 0, 1, 3])
    flat = add_layer(spec, "features", "rows").reshape
    flat.targetShape.extend([STEPS, CHANNELS * BANDS // 16, 1, 1])
    g = add_layer(spec, "gru", "features").gru
    g.inputVectorSize, g.outputVectorSize = w["input"].shape[2], HIDDEN
    g.sequenceOutput, g.hasBiasVectors = True, True
    g.activations.add().sigmoid.SetInParent()
    g.activations.add().tanh.SetInParent()
    for index, gate in enumerate(("update", "reset", "output")):
        for source, field in (
            ("input", f"{gate}GateWeightMatrix"), ("recurrent", f"{gate}GateRecursionMatrix"),
            ("bias", f"{gate}GateBiasVector"),
        ):
            getattr(g, field).floatValue.extend(w[source][index].ravel().tolist())
    dense = add_layer(spec, "head", "gru").innerProduct
    dense.inputChannels, dense.outputChannels, dense.hasBias = HIDDEN, EVENTS, True
    dense.weights.floatValue.extend(w["head"][0].ravel().tolist())
    dense.bias.floatValue.extend(w["head"][1].tolist())
    add_layer(spec, "y", "head").activation.sigmoid.SetInParent()
    return spec.SerializeToString()


def crnn_onnx(w):
    constants, nodes = [], []

    def constant(name, array):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    value = "x"
    for name in ("conv0", "conv1"):
        nodes += [
            helper.make_node("Conv", [value, constant(name + "w", w[name][0]),
                                      constant(name + "b", w[name][1])], [name], pads=[1, 1, 1, 1]),
            helper.make_node("Relu", [name], [name + "r"]),
            helper.make_node("MaxPool", [name + "r"], [name + "p"], kernel_shape=[1, 4], strides=[1, 4]),
        ]
        value = name + "p"
    zeros = np.zeros_like(w["bias"]).ravel()
    nodes += [
        helper.make_node("Transpose", [value], ["rows"], perm=[2, 0, 1, 3]),
        helper.make_node("Reshape", ["rows", constant("shape", np.array([STEPS, 1, -1]))], ["features"]),
        helper.make_node(
            "GRU", ["features", constant("W", w["input"].reshape(1, 3 * HIDDEN, -1)),
                    constant("R", w["recurrent"].reshape(1, 3 * HIDDEN, -1)),
                    constant("B", np.concatenate([w["bias"].ravel(), zeros])[None])],
            ["h"], hidden_size=HIDDEN, linear_before_reset=0),
        helper.make_node("Squeeze", ["h", constant("axes", np.array([1]))], ["steps"]),
        helper.make_node("MatMul", ["steps", constant("head", w["head"][0].T)], ["product"]),
        helper.make_node("Add", ["product", constant("headb", w["head"][1])], ["scores"]),
        helper.make_node("Sigmoid", ["scores"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes, "crnn", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 1, STEPS, BANDS])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [STEPS, 1, EVENTS])], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model.SerializeToString()


def large_core_ml():
    """20 MB of single-precision weights: ten dense layers."""
    width = 724
    spec = core_ml(("x", [width]), ("y", [width]))
    value = "x"
    for index in range(10):
        name = "y" if index == 9 else f"dense{index}"
        dense = add_layer(spec, name, value).innerProduct
        dense.inputChannels = dense.outputChannels = width
        dense.weights.floatValue.extend(noise(width, width).ravel().tolist())
        value = name
    return spec.SerializeToString()
