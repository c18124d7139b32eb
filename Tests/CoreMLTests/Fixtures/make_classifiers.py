"""Writes classifiers.json: classifiers with the label and probabilities that NumPy gives.

Run by hand after `pip install -r requirements.txt`: `python make_classifiers.py`.
"""

import math

import numpy as np
from coremltools.proto import FeatureTypes_pb2

from common import case, classifier_outputs, floats, model, write

rng = np.random.default_rng(7)
DOUBLE = FeatureTypes_pb2.ArrayFeatureType.DOUBLE


def classifier(name, spec, inputs, labels, probabilities):
    """A case of a classifier, with the best label and the probability of each."""
    item = case(name, spec, inputs, {}, 1e-6)
    best = int(np.argmax(probabilities))
    item["label"] = str(labels[best])
    item["probabilities"] = {str(k): float(p) for k, p in zip(labels, probabilities)}
    return item


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def normal(x):
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))


def glm(name, labels, encoding, transform, width=6, scale=1.0, scalars=False):
    """encoding: 0 reference class, 1 one against the rest; transform: 0 logit, 1 probit."""
    count = len(labels) if encoding == 1 and len(labels) > 2 else len(labels) - 1
    weights = rng.standard_normal((count, width)) * scale
    offsets = rng.standard_normal(count)
    x = rng.standard_normal(width).astype(np.float32)
    spec = model({"features": [width]}, {}, version=1)
    if scalars:
        # Two numbers and an array, taken in the order of the description.
        spec = model({}, {}, version=1)
        for feature_name in ("b", "a"):
            feature = spec.description.input.add()
            feature.name = feature_name
            feature.type.doubleType.SetInParent()
        feature = spec.description.input.add()
        feature.name = "rest"
        feature.type.multiArrayType.shape.append(width - 2)
        feature.type.multiArrayType.dataType = DOUBLE
    classifier_outputs(spec, integers=not isinstance(labels[0], str))
    g = spec.glmClassifier
    for row in weights:
        g.weights.add().value.extend(row)
    g.offset.extend(offsets)
    g.classEncoding, g.postEvaluationTransform = encoding, transform
    if isinstance(labels[0], str):
        g.stringClassLabels.vector.extend(labels)
    else:
        g.int64ClassLabels.vector.extend(labels)
    scores = weights @ x.astype(np.float64) + offsets
    link = sigmoid if transform == 0 else np.vectorize(normal)
    if len(labels) == 2:
        p = float(link(scores[0]))
        probabilities = np.array([1 - p, p])
    elif encoding == 0:
        probabilities = softmax(np.concatenate([[0], scores]))
    else:
        probabilities = link(scores) / link(scores).sum()
    inputs = {"b": x[:1], "a": x[1:2], "rest": x[2:]} if scalars else {"features": x}
    return classifier(name, spec, inputs, labels, probabilities)


def network_classifier(name, labels, named):
    """A dense layer and softmax; the probabilities named, or the output of the last layer."""
    x, w, b = rng.standard_normal(5), rng.standard_normal((len(labels), 5)), rng.standard_normal(
        len(labels))
    x = x.astype(np.float32)
    spec = model({"features": [5]}, {})
    classifier_outputs(spec, "target", "targetProbability", not isinstance(labels[0], str))
    n = spec.neuralNetworkClassifier
    dense = n.layers.add()
    dense.name = "dense"
    dense.input.append("features")
    dense.output.append("scores")
    dense.innerProduct.inputChannels, dense.innerProduct.outputChannels = 5, len(labels)
    dense.innerProduct.hasBias = True
    floats(dense.innerProduct.weights, w)
    floats(dense.innerProduct.bias, b)
    last = n.layers.add()
    last.name = "softmax"
    last.input.append("scores")
    last.output.append("p")
    last.softmax.SetInParent()
    if named:
        n.labelProbabilityLayerName = "p"
        after = n.layers.add()
        after.name = "unused"
        after.input.append("p")
        after.output.append("q")
        after.copy.SetInParent()
    if isinstance(labels[0], str):
        n.stringClassLabels.vector.extend(labels)
    else:
        n.int64ClassLabels.vector.extend(labels)
    return classifier(name, spec, {"features": x}, labels, softmax(w @ x + b))


animals = ["cat", "dog", "owl"]
cases = [
    glm("reference class, logit", animals, 0, 0),
    glm("reference class, logit, two classes", animals[:2], 0, 0),
    glm("reference class, probit, two classes", animals[:2], 0, 1),
    glm("one against the rest, logit", animals, 1, 0),
    glm("one against the rest, logit, two classes", animals[:2], 1, 0),
    glm("one against the rest, probit, two classes", animals[:2], 1, 1),
    glm("integer labels", [10, -3, 7, 0], 0, 0),
    glm("scores of hundreds", animals, 0, 0, scale=200),
    glm("numbers and an array", animals, 0, 0, scalars=True),
    glm("labels with strange characters", ["a:b", "ü, \"x\"", ""], 0, 0),
    network_classifier("network, last layer", animals, False),
    network_classifier("network, named layer", animals, True),
    network_classifier("network, integer labels", [3, 1, 2], False),
]

if __name__ == "__main__":
    write("classifiers.json", cases)
