"""Writes layers-recurrent.json: recurrent layers, with outputs from PyTorch and NumPy.

Run by hand after `pip install -r requirements.txt`: `python make_recurrent.py`.
"""

import numpy as np
import torch

from common import case, floats, linear, model, write

rng = np.random.default_rng(11)
STEPS, BATCH, IN, OUT = 5, 2, 3, 4


def noise(*shape):
    return (rng.standard_normal(shape) * 0.7).astype(np.float32)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def built(name, fill, x, outputs, extra=None, tolerance=1e-4):
    """One recurrent layer on values of five axes (sequence, batch, features, 1, 1)."""
    five = lambda a: a.reshape(*a.shape, 1, 1)
    inputs = {"x": five(x), **{k: five(v) for k, v in (extra or {}).items()}}
    outputs = {key: five(value) for key, value in outputs.items()}
    spec = model({k: v.shape for k, v in inputs.items()}, {k: v.shape for k, v in outputs.items()})
    spec.neuralNetwork.arrayInputShapeMapping = 1
    layer = spec.neuralNetwork.layers.add()
    layer.name = "layer"
    layer.input.extend(inputs)
    layer.output.extend(outputs)
    fill(layer)
    return case(name, spec, inputs, outputs, tolerance)


def activate(message, *names):
    for name in names:
        getattr(message.add(), name).SetInParent()


LSTM_GATES = ["inputGate", "forgetGate", "blockInput", "outputGate"]  # PyTorch's order: i, f, g, o


def fill_lstm(weights, w, r, b, peepholes=None, how=floats):
    for index, gate in enumerate(LSTM_GATES):
        part = slice(index * OUT, (index + 1) * OUT)
        how(getattr(weights, gate + "WeightMatrix"), w[part])
        floats(getattr(weights, gate + "RecursionMatrix"), r[part])
        if b is not None:
            floats(getattr(weights, gate + "BiasVector"), b[part])
    if peepholes is not None:
        for gate, p in zip(("inputGate", "forgetGate", "outputGate"), peepholes):
            floats(getattr(weights, gate + "PeepholeVector"), p)


def torch_lstm(bidirectional=False):
    lstm = torch.nn.LSTM(IN, OUT, bidirectional=bidirectional)
    with torch.no_grad():
        for parameter in lstm.parameters():
            parameter.copy_(torch.from_numpy(noise(*parameter.shape)))
    return lstm


def parts(lstm, suffix=""):
    get = lambda name: getattr(lstm, name + suffix).detach().numpy()
    return get("weight_ih_l0"), get("weight_hh_l0"), get("bias_ih_l0") + get("bias_hh_l0")


def lstm_case(name, sequence=True, reverse=False, states=False, initial=False):
    lstm, x = torch_lstm(), noise(STEPS, BATCH, IN)
    h0, c0 = noise(1, BATCH, OUT), noise(1, BATCH, OUT)
    read = torch.from_numpy(x[::-1].copy() if reverse else x)
    start = (torch.from_numpy(h0), torch.from_numpy(c0)) if initial else None
    y, (h, c) = lstm(read, start)
    y = y.detach().numpy()
    outputs = {"y": y if sequence else y[-1:]}
    if states:
        outputs.update(h=h.detach().numpy(), c=c.detach().numpy())

    def fill(layer):
        message = layer.uniDirectionalLSTM
        message.inputVectorSize, message.outputVectorSize = IN, OUT
        activate(message.activations, "sigmoid", "tanh", "tanh")
        message.params.sequenceOutput = sequence
        message.params.hasBiasVectors = True
        message.reverseInput = reverse
        fill_lstm(message.weightParams, *parts(lstm))

    return built(name, fill, x, outputs, {"h0": h0, "c0": c0} if initial else None)


def bilstm_case(name, sequence=True):
    lstm, x = torch_lstm(True), noise(STEPS, BATCH, IN)
    y, (h, _) = lstm(torch.from_numpy(x))
    y = y.detach().numpy() if sequence else np.concatenate(h.detach().numpy(), -1)[None]

    def fill(layer):
        message = layer.biDirectionalLSTM
        message.inputVectorSize, message.outputVectorSize = IN, OUT
        activate(message.activationsForwardLSTM, "sigmoid", "tanh", "tanh")
        activate(message.activationsBackwardLSTM, "sigmoid", "tanh", "tanh")
        message.params.sequenceOutput = sequence
        message.params.hasBiasVectors = True
        fill_lstm(message.weightParams.add(), *parts(lstm))
        fill_lstm(message.weightParams.add(), *parts(lstm, "_reverse"))

    return built(name, fill, x, {"y": y})


def plain_lstm_case(name, peephole=False, coupled=False, forget_bias=False, clip=0.0, bits=False):
    """The options that PyTorch does not have, by the formulas."""
    x = noise(STEPS, BATCH, IN) * (4 if clip else 1)
    w, r = noise(4 * OUT, IN), noise(4 * OUT, OUT)
    p = [noise(OUT) for _ in range(3)] if peephole else None
    kept = []

    def quantised(weights, array):
        kept.append(linear(weights, array, 8))

    def fill(layer):
        kept.clear()
        message = layer.uniDirectionalLSTM
        message.inputVectorSize, message.outputVectorSize = IN, OUT
        activate(message.activations, "sigmoid", "tanh", "tanh")
        message.params.sequenceOutput = True
        message.params.forgetBias = forget_bias
        message.params.hasPeepholeVectors = peephole
        message.params.coupledInputAndForgetGate = coupled
        message.params.cellClipThreshold = clip
        fill_lstm(message.weightParams, w, r, None, p, quantised if bits else floats)

    built(name, fill, x, {"y": x})  # fills `kept`
    used = np.concatenate(kept) if bits else w
    h, c, steps = np.zeros((BATCH, OUT)), np.zeros((BATCH, OUT)), []
    pi, pf, po = p if peephole else (0, 0, 0)
    for row in x:
        i, f, z, o = np.split(row @ used.T + h @ r.T, 4, -1)
        i = sigmoid(i + pi * c)
        f = 1 - i if coupled else sigmoid(f + pf * c + (1 if forget_bias else 0))
        c = f * c + i * np.tanh(z)
        if clip:
            c = np.clip(c, -clip, clip)
        h = sigmoid(o + po * c) * np.tanh(c)
        steps.append(h)
    return built(name, fill, x, {"y": np.stack(steps)})


def gru_case(name, sequence=True, reverse=False, bias=True):
    x = noise(STEPS, BATCH, IN)
    w, r, b = noise(3, OUT, IN), noise(3, OUT, OUT), noise(3, OUT) * (1 if bias else 0)
    h, steps = np.zeros((BATCH, OUT)), []
    for row in x[::-1] if reverse else x:
        z = sigmoid(row @ w[0].T + h @ r[0].T + b[0])
        reset = sigmoid(row @ w[1].T + h @ r[1].T + b[1])
        o = np.tanh(row @ w[2].T + (reset * h) @ r[2].T + b[2])
        h = (1 - z) * o + z * h
        steps.append(h)
    y = np.stack(steps if sequence else steps[-1:])

    def fill(layer):
        message = layer.gru
        message.inputVectorSize, message.outputVectorSize = IN, OUT
        activate(message.activations, "sigmoid", "tanh")
        message.sequenceOutput, message.reverseInput = sequence, reverse
        message.hasBiasVectors = bias
        for index, gate in enumerate(("updateGate", "resetGate", "outputGate")):
            floats(getattr(message, gate + "WeightMatrix"), w[index])
            floats(getattr(message, gate + "RecursionMatrix"), r[index])
            if bias:
                floats(getattr(message, gate + "BiasVector"), b[index])

    return built(name, fill, x, {"y": y})


def rnn_case(name, activation, nonlinearity, sequence=True):
    x = noise(STEPS, BATCH, IN)
    rnn = torch.nn.RNN(IN, OUT, nonlinearity=nonlinearity)
    w, r, b = parts(rnn)
    y = rnn(torch.from_numpy(x))[0].detach().numpy()

    def fill(layer):
        message = layer.simpleRecurrent
        message.inputVectorSize, message.outputVectorSize = IN, OUT
        getattr(message.activation, activation).SetInParent()
        message.sequenceOutput = sequence
        message.hasBiasVector = True
        floats(message.weightMatrix, w)
        floats(message.recursionMatrix, r)
        floats(message.biasVector, b)

    return built(name, fill, x, {"y": y if sequence else y[-1:]})


def crnn_case():
    """A convolution over (1, time, band), time turned into the sequence, an LSTM, a dense layer."""
    x = noise(1, 10, 6)
    conv = torch.nn.Conv2d(1, IN, (3, 6))
    lstm, dense = torch_lstm(), torch.nn.Linear(OUT, 2)
    with torch.no_grad():
        maps = torch.relu(conv(torch.from_numpy(x)[None]))[0, :, :, 0]  # (IN, time)
        y = dense(lstm(maps.T[:, None])[0][-1, 0]).numpy()
    spec = model({"x": x.shape}, {"y": y.shape})
    layers = spec.neuralNetwork.layers

    def add(name, source, target):
        layer = layers.add()
        layer.name = name
        layer.input.append(source)
        layer.output.append(target)
        return layer

    c = add("conv", "x", "a").convolution
    c.outputChannels, c.kernelChannels, c.hasBias = IN, 1, True
    c.kernelSize.extend([3, 6])
    c.valid.SetInParent()
    floats(c.weights, conv.weight.detach().numpy())
    floats(c.bias, conv.bias.detach().numpy())
    add("relu", "a", "b").activation.ReLU.SetInParent()
    # (sequence, C, H, W) = (1, IN, time, 1): time becomes the sequence.
    add("permute", "b", "c").permute.axis.extend([2, 1, 0, 3])
    m = add("lstm", "c", "d").uniDirectionalLSTM
    m.inputVectorSize, m.outputVectorSize = IN, OUT
    activate(m.activations, "sigmoid", "tanh", "tanh")
    m.params.hasBiasVectors = True
    fill_lstm(m.weightParams, *parts(lstm))
    p = add("dense", "d", "y").innerProduct
    p.inputChannels, p.outputChannels, p.hasBias = OUT, 2, True
    floats(p.weights, dense.weight.detach().numpy())
    floats(p.bias, dense.bias.detach().numpy())
    return case("convolution, LSTM, dense", spec, {"x": x}, {"y": y})


if __name__ == "__main__":
    torch.manual_seed(3)
    write("layers-recurrent.json", [
        lstm_case("LSTM"),
        lstm_case("LSTM, last step", sequence=False),
        lstm_case("LSTM, reversed", reverse=True),
        lstm_case("LSTM, final states", states=True),
        lstm_case("LSTM, initial states", states=True, initial=True),
        bilstm_case("LSTM of both directions"),
        bilstm_case("LSTM of both directions, last step", sequence=False),
        plain_lstm_case("LSTM, peepholes", peephole=True),
        plain_lstm_case("LSTM, coupled gates", coupled=True),
        plain_lstm_case("LSTM, forget bias", forget_bias=True),
        plain_lstm_case("LSTM, clipped cell", clip=0.5),
        plain_lstm_case("LSTM, 8-bit weights", bits=True),
        gru_case("GRU"),
        gru_case("GRU, last step", sequence=False),
        gru_case("GRU, reversed, no bias", reverse=True, bias=False),
        rnn_case("RNN, tanh", "tanh", "tanh"),
        rnn_case("RNN, ReLU, last step", "ReLU", "relu", sequence=False),
        crnn_case(),
    ])
