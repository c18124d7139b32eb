"""The exported Core ML file: what it declares, and that its layers give the published check outputs."""

import json
import os
import unittest

import numpy as np
from signals import SIGNALS

from soundmodel import frontend, labels
from soundmodel.coreml_interpreter import predict
from soundmodel.coreml_writer import build_classifier
from soundmodel.folded import FoldedNetwork, NetworkFileError, load_npz

PUBLISHED = os.path.join(os.path.dirname(__file__), "../../../shared/models/student-v0.npz")


def tiny_network(label_count=3):
    """One convolution, the pooling, and the three dense layers, with random weights."""
    rng = np.random.default_rng(1)
    shapes = {"stem": (4, 1, 3, 3), "emb": (384, 8), "hidden": (16, 384), "out": (label_count, 16)}
    arrays = {name + ".weight": rng.normal(0, 0.2, shape).astype(np.float32) for name, shape in shapes.items()}
    arrays |= {name + ".bias": rng.normal(0, 0.2, shape[0]).astype(np.float32) for name, shape in shapes.items()}
    stem = dict(
        op="conv2d",
        name="stem",
        kernel=[3, 3],
        stride=[2, 2],
        padding=[1, 1],
        groups=1,
        inputs=1,
        outputs=4,
        bias=True,
        activation="relu",
    )
    dense = [
        dict(op="dense", name=name, activation=activation)
        for name, activation in (("emb", "none"), ("hidden", "hardswish"), ("out", "sigmoid"))
    ]
    return FoldedNetwork([dict(op="affine"), stem, dict(op="pool"), *dense], arrays)


def build(network, names=("a", "b", "c")):
    return build_classifier(network, list(names), dict(author="test"), dict(sampleRate="16000"))


class Declaration(unittest.TestCase):
    def setUp(self):
        self.specification = build(tiny_network())

    def test_input_is_flexible_log_mel(self):
        (feature,) = self.specification.description.input
        array = feature.type.multiArrayType
        self.assertEqual((feature.name, list(array.shape)), ("logMel", [1, 298, 64]))
        ranges = [(r.lowerBound, r.upperBound) for r in array.shapeRange.sizeRanges]
        self.assertEqual(ranges, [(1, 1), (48, 1500), (64, 64)])

    def test_outputs_are_label_probabilities_and_embedding(self):
        description = self.specification.description
        self.assertEqual([f.name for f in description.output], ["classLabel", "classLabelProbs", "embedding"])
        self.assertEqual(description.predictedProbabilitiesName, "classLabelProbs")
        self.assertEqual(list(self.specification.neuralNetworkClassifier.stringClassLabels.vector), ["a", "b", "c"])
        self.assertEqual(self.specification.specificationVersion, 4)

    def test_every_layer_reads_what_an_earlier_one_wrote(self):
        known = {"logMel"}
        for layer in self.specification.neuralNetworkClassifier.layers:
            self.assertLessEqual(set(layer.input), known, layer.name)
            known |= set(layer.output)
        self.assertIn("embedding", known)

    def test_weights_are_half_precision(self):
        for layer in self.specification.neuralNetworkClassifier.layers:
            if layer.WhichOneof("layer") == "innerProduct":
                self.assertFalse(layer.innerProduct.weights.floatValue)
                self.assertTrue(layer.innerProduct.weights.float16Value)


class Refusal(unittest.TestCase):
    def test_another_number_of_labels(self):
        with self.assertRaisesRegex(NetworkFileError, "found 3 outputs, expected one for each of 2 labels"):
            build(tiny_network(), names=("a", "b"))

    def test_weights_of_another_shape(self):
        network = tiny_network()
        network.arrays["stem.weight"] = network.arrays["stem.weight"][:, :, :2]
        with self.assertRaisesRegex(NetworkFileError, "layer 'stem': found weights of shape"):
            build(network)

    def test_weights_that_are_not_finite(self):
        network = tiny_network()
        network.arrays["emb.bias"][5] = np.nan
        with self.assertRaisesRegex(NetworkFileError, "array 'emb.bias'"):
            build(network)

    def test_a_missing_file(self):
        with self.assertRaisesRegex(NetworkFileError, "not found"):
            load_npz("/nowhere/student.npz")


@unittest.skipUnless(os.path.exists(PUBLISHED), f"no {PUBLISHED}")
class PublishedStudent(unittest.TestCase):
    def test_reproduces_the_check_outputs(self):
        names = labels.identifiers()
        specification = build(load_npz(PUBLISHED), names)
        with open(PUBLISHED.replace(".npz", "-check.json")) as stream:
            checks = json.load(stream)
        for name, check in checks.items():
            probabilities, embedding = predict(specification, frontend.log_mel(SIGNALS[name]()))
            np.testing.assert_allclose(probabilities[:10], check["first10"], atol=1e-3)
            np.testing.assert_allclose(embedding[:8], check["embedding8"], atol=1e-3)
            found = [names[i] for i in np.argsort(-probabilities)[:5]]
            self.assertEqual(found, [label for label, _ in check["top5"]])
            for label, probability in check["top5"]:
                self.assertAlmostEqual(probabilities[names.index(label)], probability, delta=1e-3)


if __name__ == "__main__":
    unittest.main()
