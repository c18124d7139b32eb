#!/usr/bin/env python3
"""Writes the outputs that any runtime of the built-in classifier must reproduce, for three signals of known samples.

The values come from the NumPy front end and interpreter here, which share no code with the runtime they test.
Run it after every export_model.py.
"""

import argparse
import json
import os

import coremltools

from soundmodel.coreml_interpreter import predict
from soundmodel.frontend import log_mel
from tests.signals import SIGNALS

REPOSITORY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODEL = os.path.join(REPOSITORY, "Sources/SoundAnalysis/Resources/SoundClassifierVersion1.mlmodel")
OUTPUT = os.path.join(REPOSITORY, "Tests/SoundAnalysisTests/Fixtures/version1-check.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--out", default=OUTPUT)
    options = parser.parse_args()
    specification = coremltools.utils.load_spec(options.model)
    values = {}
    for name, signal in SIGNALS.items():
        probabilities, _ = predict(specification, log_mel(signal()))
        values[name] = [round(float(value), 7) for value in probabilities]
    os.makedirs(os.path.dirname(options.out), exist_ok=True)
    with open(options.out, "w") as stream:
        json.dump(values, stream)
        stream.write("\n")


if __name__ == "__main__":
    main()
