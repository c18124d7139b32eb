"""Writes pipelines.json: sound classifiers as tools write them, with probabilities from PyTorch.

Run by hand after `pip install -r requirements.txt`: `python make_pipelines.py`.
The networks are small; the structure is that of real files (stages, names, quantised weights).
"""

import base64

import coremltools as ct
import numpy as np
import torch
import torch.nn.functional as F
from coremltools.proto import FeatureTypes_pb2

from common import classifier_outputs, floats, halves, linear, model, write
from programs import FLOAT16, FLOAT32, convert, saved

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


class VGGish(torch.nn.Module):
    """The layers of VGGish with few channels, from (1, 96, 64) to features with the channels last."""

    GROUPS = ((4,), (6,), (8, 8), (12, 12))
    WIDTH = 6 * 4 * 12

    def __init__(self):
        super().__init__()
        layers, channels = [], 1
        for group in self.GROUPS:
            for width in group:
                layers += [torch.nn.Conv2d(channels, width, 3, padding=1), torch.nn.ReLU()]
                channels = width
            layers.append(torch.nn.MaxPool2d(2))
        self.layers = torch.nn.Sequential(*layers)
        with torch.no_grad():
            for conv in self.convs():
                conv.weight.copy_(torch.from_numpy(noise(*conv.weight.shape) * 1.5))
                conv.bias.copy_(torch.from_numpy(noise(*conv.bias.shape)))

    def convs(self):
        return [layer for layer in self.layers if isinstance(layer, torch.nn.Conv2d)]

    def forward(self, x):
        return self.layers(x.unsqueeze(0)).permute(0, 2, 3, 1).reshape(self.WIDTH)

    def write(self, network, source, target, fill):
        """Adds the layers to a network; the module keeps the weights as they are stored."""
        value, index = source, 0
        for number, group in enumerate(self.GROUPS, 1):
            for _ in group:
                name, conv = f"conv{index}", self.convs()[index]
                c = layer(network, name, value, name).convolution
                c.outputChannels, c.kernelChannels = conv.weight.shape[:2]
                c.hasBias, c.nGroups = True, 1
                c.kernelSize.extend([3, 3])
                c.stride.extend([1, 1])
                c.same.SetInParent()
                stored = fill(c.weights, conv.weight.detach().numpy())
                floats(c.bias, conv.bias.detach().numpy())
                if stored is not None:
                    conv.weight.data = torch.from_numpy(stored)
                value = f"relu{index}"
                layer(network, value, name, value).activation.ReLU.SetInParent()
                index += 1
            p = layer(network, f"pool{number}", value, f"pool{number}").pooling
            p.kernelSize.extend([2, 2])
            p.stride.extend([2, 2])
            p.valid.SetInParent()
            value = f"pool{number}"
        layer(network, "flatten", value, target).flatten.mode = 1


def vggish(embedding_stage):
    """Preprocessing, the layers of VGGish as a stage of some kind, a GLM of doubles."""

    def build():
        vggish = VGGish().eval()
        second, weight_file = embedding_stage(vggish)
        spec = model({"audioSamples": [15600]}, {}, max(4, second.specificationVersion))
        classifier_outputs(spec, "classLabel", "classLabelProbs")
        spec.description.metadata.userDefined["sampleRate"] = "16000"
        first = model({"audioSamples": [15600]}, {"preprocessedAudio": [1, 96, 64]})
        first.description.predictedFeatureName = "preprocessedAudio"
        first.soundAnalysisPreprocessing.vggish.SetInParent()
        third = model({"vggishFeature": [VGGish.WIDTH]}, {}, 1)
        classifier_outputs(third, "classLabel", "classLabelProbs")
        # So large that no class is certain.
        frames = log_mel(signals()["chirp"].astype(np.float32))
        with torch.no_grad():
            size = vggish(torch.from_numpy(frames)[None]).norm().item()
        weights = 2 * rng.standard_normal((2, VGGish.WIDTH)) / size
        offsets = rng.standard_normal(2) / 4
        for row in weights:
            third.glmClassifier.weights.add().value.extend(row)
        third.glmClassifier.offset.extend(offsets)
        third.glmClassifier.stringClassLabels.vector.extend(LABELS)
        for stage in (first, second, third):
            spec.pipelineClassifier.pipeline.models.add().CopyFrom(stage)

        def run(frames):
            with torch.no_grad():
                features = vggish(torch.from_numpy(frames)[None]).numpy()
            return softmax(np.concatenate([[0], weights @ features + offsets]))

        return spec, run, weight_file

    return build


def network_stage(fill):
    def stage(vggish):
        spec = model({"preprocessedAudio": [1, 96, 64]}, {"vggishFeature": [VGGish.WIDTH]}, 3)
        spec.description.predictedFeatureName = "vggishFeature"
        vggish.write(spec.neuralNetwork, "preprocessedAudio", "vggishFeature", fill)
        return spec, b""

    return stage


def program_stage(precision, target):
    def stage(vggish):
        converted = convert(
            vggish, {"preprocessedAudio": np.zeros((1, 96, 64), np.float32)}, precision, target,
            outputs=("vggishFeature",))
        message, weight_file = saved(converted)
        spec = converted.get_spec()
        spec.ParseFromString(message)
        spec.description.output[0].type.multiArrayType.dataType = \
            FeatureTypes_pb2.ArrayFeatureType.FLOAT32
        return spec, weight_file

    return stage


def item(name, build, tolerance=1e-4):
    spec, run, *weight_file = build()
    return {
        "name": name,
        "model": base64.b64encode(spec.SerializeToString()).decode(),
        "weights": base64.b64encode(weight_file[0] if weight_file else b"").decode(),
        "tolerance": tolerance,
        "labels": LABELS,
        "probabilities": {
            signal: [float(f"{p:.9g}") for p in run(log_mel(x.astype(np.float32)))]
            for signal, x in signals().items()
        },
    }


if __name__ == "__main__":
    write("pipelines.json", [
        item("Create ML", create_ml),
        item("Turi Create", turi),
        item("VGGish, 8 bits", vggish(network_stage(lambda w, a: linear(w, a, 8)))),
        item("VGGish, half precision", vggish(network_stage(halves))),
        item("VGGish, program", vggish(program_stage(FLOAT32, ct.target.iOS15))),
        # The program rounds weights and values to 11 bits; PyTorch here does not.
        item("VGGish, program of half precision", vggish(program_stage(FLOAT16, ct.target.iOS16)), 1e-2),
    ])
