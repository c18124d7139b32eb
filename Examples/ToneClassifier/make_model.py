"""Writes SoundClassifier.mlmodel: tells silence, low tones and high tones apart by their mel bands.

Run by hand with coremltools 9.0: `python make_model.py`. The weights are set, not trained.
"""

import os

import numpy as np
from coremltools.proto import FeatureTypes_pb2, Model_pb2

FLOAT32 = FeatureTypes_pb2.ArrayFeatureType.FLOAT32
LABELS = ["high", "low", "silence"]


def model(version, inputs, outputs):
    spec = Model_pb2.Model()
    spec.specificationVersion = version
    for features, shapes in ((spec.description.input, inputs), (spec.description.output, outputs)):
        for name, shape in shapes.items():
            feature = features.add()
            feature.name = name
            feature.type.multiArrayType.dataType = FLOAT32
            feature.type.multiArrayType.shape.extend(shape)
    return spec


def add_classifier_outputs(spec):
    label, probabilities = spec.description.output.add(), spec.description.output.add()
    label.name, probabilities.name = "classLabel", "classLabelProbs"
    label.type.stringType.SetInParent()
    probabilities.type.dictionaryType.stringKeyType.SetInParent()
    spec.description.predictedFeatureName = label.name
    spec.description.predictedProbabilitiesName = probabilities.name


front = model(4, {"audioSamples": [15600]}, {"frames": [1, 96, 64]})
front.soundAnalysisPreprocessing.vggish.SetInParent()

# The mean of every band over time: a kernel over all rows.
network = model(4, {"frames": [1, 96, 64]}, {"bands": [64]})
layer = network.neuralNetwork.layers.add()
layer.name, layer.input[:], layer.output[:] = "mean over time", ["frames"], ["means"]
layer.pooling.type = 1
layer.pooling.kernelSize.extend([96, 1])
layer.pooling.stride.extend([1, 1])
layer.pooling.valid.SetInParent()
flat = network.neuralNetwork.layers.add()
flat.name, flat.input[:], flat.output[:] = "flatten", ["means"], ["bands"]
flat.flatten.mode = 0

# Silence is ln(0.01) in all bands; a tone lifts the bands near it.
head = model(4, {"bands": [64]}, {})
add_classifier_outputs(head)
head.glmClassifier.classEncoding = head.glmClassifier.OneVsRest
low, high = np.zeros(64), np.zeros(64)
low[:24], high[40:] = 1 / 4, 1 / 4
for weights, offset in ((high - low, -3), (low - high, -3), (-(low + high) / 2, -26)):
    head.glmClassifier.weights.add().value.extend(weights.tolist())
    head.glmClassifier.offset.append(offset)
head.glmClassifier.stringClassLabels.vector.extend(LABELS)

pipeline = model(4, {"audioSamples": [15600]}, {})
add_classifier_outputs(pipeline)
pipeline.description.metadata.shortDescription = "Tells silence, low tones and high tones apart"
pipeline.description.metadata.author = "OpenSoundAnalysis"
pipeline.description.metadata.license = "Apache License 2.0"
pipeline.description.metadata.userDefined["sampleRate"] = "16000"
for stage in (front, network, head):
    pipeline.pipelineClassifier.pipeline.models.add().CopyFrom(stage)

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Sources", "ToneClassifier")
with open(os.path.join(folder, "SoundClassifier.mlmodel"), "wb") as stream:
    stream.write(pipeline.SerializeToString())
