"""Reads a trained sound classifier with coremltools and compares it with what was written.

usage: read_model.py MODEL EXPECTED

EXPECTED is {"labels": [...], "metadata": {...}, "features": [...], "probabilities": [...]}: the labels and
the author's entries, and one window's features with the probabilities that the head gives for it. Checks the
rules by which Apple's validator judges pipelines too. Exits 1 with one line for each difference.
"""

import json
import pathlib
import sys

import coremltools
import numpy

model = coremltools.utils.load_spec(sys.argv[1])
expected = json.loads(pathlib.Path(sys.argv[2]).read_text("utf-8"))
failures = []


def check(name, found, wanted):
    if found != wanted:
        failures.append(f"{name}: found {found}, expected {wanted}")


def weights(message):
    if message.float16Value:
        return numpy.frombuffer(message.float16Value, numpy.float16).astype(float)
    return numpy.array(message.floatValue)


check("version", model.specificationVersion, 4)
check("type", model.WhichOneof("Type"), "pipelineClassifier")
front, network = model.pipelineClassifier.pipeline.models
check("front end", front.WhichOneof("Type"), "soundAnalysisPreprocessing")
check("front end kind", front.soundAnalysisPreprocessing.WhichOneof("SoundAnalysisPreprocessingType"), "vggish")
check("network", network.WhichOneof("Type"), "neuralNetworkClassifier")
check("input", [input.name for input in model.description.input], ["audioSamples"])
check("pipeline's input", model.description.input[0].type, front.description.input[0].type)
check("samples", list(front.description.input[0].type.multiArrayType.shape), [15600])
# Each stage takes exactly what the one before gives.
check("frames", front.description.output[0], network.description.input[0])
check("outputs", list(model.description.output), list(network.description.output))
for name in ("predictedFeatureName", "predictedProbabilitiesName"):
    check(name, getattr(model.description, name), getattr(network.description, name))
check("labels", list(network.neuralNetworkClassifier.stringClassLabels.vector), expected["labels"])
check("metadata", dict(model.description.metadata.userDefined), expected["metadata"])

layers = network.neuralNetworkClassifier.layers
known = {input.name for input in network.description.input}
for layer in layers:
    for value in layer.input:
        if value not in known:
            failures.append(f"{layer.name}: reads {value}, which nothing has made")
    known.update(layer.output)
product, softmax = layers[-2], layers[-1]
check("last layer", softmax.WhichOneof("layer"), "softmax")
check("probabilities", network.neuralNetworkClassifier.labelProbabilityLayerName, softmax.output[0])
check("weights", bool(product.innerProduct.weights.float16Value), True)
matrix = weights(product.innerProduct.weights).reshape(len(expected["labels"]), -1)
scores = matrix @ numpy.array(expected["features"]) + weights(product.innerProduct.bias)
shares = numpy.exp(scores - scores.max())
shares /= shares.sum()
if numpy.abs(shares - expected["probabilities"]).max() > 1e-4:
    failures.append(f"the head gives {shares}, expected {expected['probabilities']}")

print("\n".join(failures))
sys.exit(1 if failures else 0)
