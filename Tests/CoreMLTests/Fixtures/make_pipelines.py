"""Writes pipelines.json: sound classifiers as tools write them, with probabilities from PyTorch.

Run by hand after `pip install -r requirements.txt`: `python make_pipelines.py`.
The networks are small; the structure is that of real files (stages, names, quantised weights).
"""

import base64

import numpy as np
import torch
import torch.nn.functional as F
from coremltools.proto import FeatureTypes_pb2

from common import classifier_outputs, floats, linear, model, write

rng = np.random.default_rng(17)
LABELS = ["bell", "dog", "rain"]


def signals():
    """The three test signals of one window, in double precision rounded to single."""
    n = np.arange(15600)
    t = n / 16000
    state, noise = 12345, []
    for _ in n:
        state = (1664525 * state + 1013904223) % 2**32
        noise.append(0.25 * (state / (2**31 - 1) - 1))
    sweep = 100 * t + (7000 - 100) * t * t / (2 * 0.975)
    return {
        "sine": 0.5 * np.sin(2 * np.pi * 440 * t),
        "chirp": 0.5 * np.sin(2 * np.pi * sweep),
        "noise": np.array(noise),
    }


def log_mel(x):
    """VGGish frames (96, 64), by the definition."""
    frames = np.stack([x[s : s + 400] for s in range(0, 15600 - 399, 160)])
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(400) / 400)
    spectrum = np.abs(np.fft.rfft(frames * window, 512))
    mel = lambda f: 1127 * np.log(1 + f / 700)
    edges = np.linspace(mel(125.0), mel(7500.0), 66)
    m = mel(np.arange(257) * 31.25)
    low, centre, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    bank = np.maximum(0, np.minimum((m - low) / (centre - low), (high - m) / (high - centre)))
    bank[:, 0] = 0
    return np.log(spectrum @ bank.T + 0.01).astype(np.float32)


def noise(*shape):
    return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:]) or 1)).astype(np.float32)


def layer(network, name, source, target):
    added = network.layers.add()
    added.name = name
    added.input.append(source)
    added.output.append(target)
    return added


class Embedding:
    """Two convolutions with ReLU and pooling, flattened with the channels last."""

    def __init__(self, network, source, target, quantised):
        fill = (lambda w, a: linear(w, a, 8)) if quantised else floats
        self.kernels = []
        value = source
        for index, (cin, cout) in enumerate(((1, 4), (4, 6))):
            w, b = noise(cout, cin, 3, 3) * 2, noise(cout)
            c = layer(network, f"conv{index}", value, f"conv{index}").convolution
            c.outputChannels, c.kernelChannels, c.hasBias = cout, cin, True
            c.nGroups = 1
            c.kernelSize.extend([3, 3])
            c.stride.extend([1, 1])
            c.same.SetInParent()
            used = fill(c.weights, w)
            floats(c.bias, b)
            layer(network, f"relu{index}", f"conv{index}", f"relu{index}").activation.ReLU \
                .SetInParent()
            p = layer(network, f"pool{index}", f"relu{index}", f"pool{index}").pooling
            p.kernelSize.extend([8, 4])
            p.stride.extend([8, 4])
            p.valid.SetInParent()
            value = f"pool{index}"
            self.kernels.append((w if used is None else used, b))
        layer(network, "flatten", value, target).flatten.mode = 1

    def __call__(self, frames):
        x = torch.from_numpy(frames)[None, None]
        for w, b in self.kernels:
            x = F.conv2d(x, torch.from_numpy(w), torch.from_numpy(b), padding=1)
            x = F.max_pool2d(torch.relu(x), (8, 4))
        return x[0].numpy().transpose(1, 2, 0).ravel()


WIDTH = 1 * 4 * 6


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def create_ml():
    """Preprocessing, an 8-bit network, a GLM of doubles; names and order as Create ML's."""
    spec = model({"audioSamples": [15600]}, {})
    classifier_outputs(spec, "classLabel", "classLabelProbs")
    spec.description.metadata.userDefined["sampleRate"] = "16000"
    stages = spec.pipelineClassifier.pipeline.models
    first = model({"audioSamples": [15600]}, {"preprocessedAudio": [1, 96, 64]})
    first.description.predictedFeatureName = "preprocessedAudio"
    first.soundAnalysisPreprocessing.vggish.SetInParent()
    second = model({"preprocessedAudio": [1, 96, 64]}, {"vggishFeature": [WIDTH]}, 3)
    second.description.predictedFeatureName = "vggishFeature"
    embedding = Embedding(second.neuralNetwork, "preprocessedAudio", "vggishFeature", True)
    third = model({"vggishFeature": [WIDTH]}, {}, 1)
    classifier_outputs(third, "classLabel", "classLabelProbs")
    weights, offsets = rng.standard_normal((2, WIDTH)), rng.standard_normal(2)
    for row in weights:
        third.glmClassifier.weights.add().value.extend(row)
    third.glmClassifier.offset.extend(offsets)
    third.glmClassifier.stringClassLabels.vector.extend(LABELS)
    for stage in (first, second, third):
        stages.add().CopyFrom(stage)
    return spec, lambda f: softmax(np.concatenate([[0], weights @ embedding(f) + offsets]))


def turi():
    """Turi Create: a custom class, a network, a dense head; the head declares its blob."""
    spec = model({"audio": [15600]}, {}, 3)
    classifier_outputs(spec, "classLabel", "categoryProbability")
    pipeline = spec.pipelineClassifier.pipeline
    first = model({"audio": [15600]}, {"preprocessed_data": [1, 96, 64]}, 3)
    first.description.output[0].type.multiArrayType.dataType = \
        FeatureTypes_pb2.ArrayFeatureType.DOUBLE
    first.customModel.className = "TCSoundClassifierPreprocessing"
    second = model({"preprocessed_data": [1, 96, 64]}, {"output1": [WIDTH]}, 3)
    embedding = Embedding(second.neuralNetwork, "preprocessed_data", "output1", False)
    third = model({"output1": [WIDTH]}, {"category": [3]}, 3)
    third.description.predictedFeatureName = "classLabel"
    third.description.predictedProbabilitiesName = "categoryProbability"
    network = third.neuralNetworkClassifier
    sizes, value, dense = (WIDTH, 10, 3), "output1", []
    for index in range(2):
        w, b = noise(sizes[index + 1], sizes[index]), noise(sizes[index + 1])
        p = layer(network, f"inner_product_{index}", value, f"dense{index}").innerProduct
        p.inputChannels, p.outputChannels, p.hasBias = sizes[index], sizes[index + 1], True
        floats(p.weights, w)
        floats(p.bias, b)
        value = f"dense{index}"
        if index == 0:
            layer(network, "relu", value, "relu").activation.ReLU.SetInParent()
            value = "relu"
        dense.append((w, b))
    layer(network, "softmax", value, "category").softmax.SetInParent()
    network.labelProbabilityLayerName = "category"
    network.stringClassLabels.vector.extend(LABELS)
    for stage in (first, second, third):
        pipeline.models.add().CopyFrom(stage)
    pipeline.names.extend(["Preprocessing", "VGGish", "Classifier"])

    def run(frames):
        hidden = np.maximum(dense[0][0] @ embedding(frames) + dense[0][1], 0)
        return softmax(dense[1][0] @ hidden + dense[1][1])

    return spec, run


def item(name, build):
    spec, run = build()
    return {
        "name": name,
        "model": base64.b64encode(spec.SerializeToString()).decode(),
        "labels": LABELS,
        "probabilities": {
            signal: [float(f"{p:.9g}") for p in run(log_mel(x.astype(np.float32)))]
            for signal, x in signals().items()
        },
    }


if __name__ == "__main__":
    write("pipelines.json", [item("Create ML", create_ml), item("Turi Create", turi)])
