"""What the fixture scripts share: small Core ML files in memory, and cases written as JSON."""

import base64
import json
import os

import numpy as np
from coremltools.proto import FeatureTypes_pb2, Model_pb2

FOLDER = os.path.dirname(os.path.abspath(__file__))
FLOAT32 = FeatureTypes_pb2.ArrayFeatureType.FLOAT32


def model(inputs, outputs, version=4):
    """A model message with float32 array features, given as name -> shape."""
    spec = Model_pb2.Model()
    spec.specificationVersion = version
    for features, shapes in ((spec.description.input, inputs), (spec.description.output, outputs)):
        for name, shape in shapes.items():
            feature = features.add()
            feature.name = name
            feature.type.multiArrayType.dataType = FLOAT32
            feature.type.multiArrayType.shape.extend(shape)
    return spec


def classifier_outputs(spec, label="classLabel", probabilities="classLabelProbs", integers=False):
    """Adds the two outputs of a classifier."""
    first = spec.description.output.add()
    first.name = label
    second = spec.description.output.add()
    second.name = probabilities
    if integers:
        first.type.int64Type.SetInParent()
        second.type.dictionaryType.int64KeyType.SetInParent()
    else:
        first.type.stringType.SetInParent()
        second.type.dictionaryType.stringKeyType.SetInParent()
    spec.description.predictedFeatureName = label
    spec.description.predictedProbabilitiesName = probabilities


def floats(weights, array):
    """Fills a WeightParams message with single-precision numbers."""
    weights.floatValue.extend(np.asarray(array, np.float32).ravel().tolist())


def halves(weights, array):
    """Fills a WeightParams message with half-precision numbers; returns what they stand for."""
    half = np.asarray(array, np.float16)
    weights.float16Value = half.tobytes()
    return half.astype(np.float32)


def pack(integers, bits):
    """Packs unsigned integers, the most significant bit first."""
    text = "".join(format(int(value), f"0{bits}b") for value in integers.ravel())
    text += "0" * (-len(text) % 8)
    return bytes(int(text[start : start + 8], 2) for start in range(0, len(text), 8))


def linear(weights, array, bits, axis=0):
    """Fills a WeightParams message with linearly quantised numbers; returns what they stand for."""
    array = np.asarray(array, np.float32)
    other = tuple(a for a in range(array.ndim) if a != axis)
    low = array.min(axis=other, keepdims=True)
    scale = (array.max(axis=other, keepdims=True) - low) / (2**bits - 1)
    integers = np.clip(np.round((array - low) / scale), 0, 2**bits - 1)
    weights.rawValue = pack(integers, bits)
    weights.quantization.numberOfBits = bits
    weights.quantization.linearQuantization.scale.extend(scale.ravel().tolist())
    weights.quantization.linearQuantization.bias.extend(low.ravel().tolist())
    return (integers * scale + low).astype(np.float32)


def lookup(weights, array, bits):
    """Fills a WeightParams message with indices into a table; returns what they stand for."""
    array = np.asarray(array, np.float32)
    table = np.quantile(array, np.linspace(0, 1, 2**bits)).astype(np.float32)
    integers = np.abs(array[..., None] - table).argmin(-1)
    weights.rawValue = pack(integers, bits)
    weights.quantization.numberOfBits = bits
    weights.quantization.lookupTableQuantization.floatValue.extend(table.tolist())
    return table[integers]


def numbers(array):
    """An array as JSON: shape and numbers with the digits of single precision."""
    array = np.asarray(array, np.float32)
    return {"shape": list(array.shape), "values": [float(f"{v:.8g}") for v in array.ravel()]}


def case(name, spec, inputs, outputs, tolerance=1e-4):
    """One case: a model file, arrays for its inputs, and what must come out."""
    return {
        "name": name,
        "model": base64.b64encode(spec.SerializeToString()).decode(),
        "inputs": {key: numbers(value) for key, value in inputs.items()},
        "outputs": {key: numbers(value) for key, value in outputs.items()},
        "tolerance": tolerance,
    }


def write(file, cases):
    """Writes cases, one a line."""
    names = [item["name"] for item in cases]
    assert len(set(names)) == len(names), "two cases have one name"
    with open(os.path.join(FOLDER, file), "w") as stream:
        stream.write("[\n" + ",\n".join(json.dumps(item) for item in cases) + "\n]\n")
