#!/usr/bin/env python3
"""Writes the outputs that any runtime of the built-in classifier must reproduce.

  write_check_values.py               for three signals of known samples
  write_check_values.py --clips DIR   for twenty labelled clips as well, of 0.975 to 15 s

The values come from the NumPy front end and interpreter here, which share no code with the runtime they test.
Run it after every export_model.py.
"""

import argparse
import json
import os

import coremltools
import numpy as np

from soundmodel import clips as clip_set
from soundmodel.coreml_interpreter import predict
from soundmodel.frontend import SAMPLE_RATE, log_mel
from tests.signals import SIGNALS

REPOSITORY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODEL = os.path.join(REPOSITORY, "Sources/SoundAnalysis/Resources/SoundClassifierVersion1.mlmodel")
FIXTURES = os.path.join(REPOSITORY, "Tests/SoundAnalysisTests/Fixtures")
CLIP_COUNT, LONGEST = 20, 15 * SAMPLE_RATE


def write(name, specification, sounds):
    """Writes the probabilities of (name, samples) pairs."""
    values = {}
    for sound, samples in sounds:
        probabilities, _ = predict(specification, log_mel(samples))
        values[sound] = [round(float(value), 7) for value in probabilities]
    with open(os.path.join(FIXTURES, name), "w") as stream:
        json.dump(values, stream)
        stream.write("\n")


def chosen_clips(folder):
    """(name, samples) of some clips, as one window each."""
    clips = clip_set.read(folder)
    for k in sorted(np.random.default_rng(0).permutation(len(clips))[:CLIP_COUNT]):
        samples = clips[k].samples[:LONGEST]
        yield clips[k].name, np.pad(samples, (0, max(0, clip_set.SHORTEST - len(samples))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--clips", help="folder with labels.csv and 16 kHz mono files")
    options = parser.parse_args()
    specification = coremltools.utils.load_spec(options.model)
    write("version1-check.json", specification, ((name, signal()) for name, signal in SIGNALS.items()))
    if options.clips:
        write("version1-clips.json", specification, chosen_clips(options.clips))


if __name__ == "__main__":
    main()
