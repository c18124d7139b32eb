#!/usr/bin/env python3
"""Writes the built-in classifier as a Core ML model.

  export_model.py --weights student.npz          a published pair student.npz and student.json
  export_model.py --weights student.pt           a checkpoint of train.py
  export_model.py --weights student.pt --calibration calibration.json    as it ships

The model takes VGGish log-mel frames (1, T, 64) and gives 303 independent probabilities and an embedding.
"""

import argparse
import os
import sys

from soundmodel import labels as label_table
from soundmodel.calibration import Calibration
from soundmodel.coreml_writer import build_classifier
from soundmodel.folded import NetworkFileError, load_npz
from soundmodel.quantising import shorten

REPOSITORY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFAULT_OUTPUT = os.path.join(REPOSITORY, "Sources/SoundAnalysis/Resources/SoundClassifierVersion1.mlmodel")
LICENSE = (
    "Apache License 2.0. Trained from random weights on freely available sound, with the public models "
    "EfficientAT mn04_as (MIT License) and YAMNet (Apache License 2.0) as teachers; "
    "see NOTICE and Documentation/Model.md."
)
DESCRIPTION = "Names the sounds in a window of 0.5 to 15 seconds: 303 independent probabilities and an embedding."


def load(path):
    """The folded network of `path`, by its file name extension."""
    if path.endswith(".npz"):
        return load_npz(path)
    from soundmodel.student import fold, load_checkpoint  # PyTorch is needed for checkpoints only

    return fold(load_checkpoint(path))


def finished(path, calibration):
    """The network of a checkpoint as it ships, with a calibration file's scales and offsets and its matrices shortened."""
    network = load(path)
    Calibration.load(calibration).fold_into(network)
    shorten(network)
    return network


def describe(network, version):
    """The Core ML specification of a folded network, with its labels and metadata."""
    metadata = dict(author="OpenSoundAnalysis", license=LICENSE, shortDescription=DESCRIPTION, versionString=version)
    return build_classifier(network, label_table.identifiers(), metadata, dict(sampleRate="16000", frontEnd="vggish"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True, help=".npz with a .json beside it, or a checkpoint (.pt)")
    parser.add_argument("--calibration", help="scales and offsets of the outputs, written by calibrate.py")
    parser.add_argument("--out", default=DEFAULT_OUTPUT, help="the .mlmodel to write")
    parser.add_argument("--model-version", default="1.0", help="the version string in the model's metadata")
    options = parser.parse_args()
    try:
        network = finished(options.weights, options.calibration) if options.calibration else load(options.weights)
        specification = describe(network, options.model_version)
    except (NetworkFileError, OSError, ValueError) as error:
        sys.exit(f"export_model: {error}")
    os.makedirs(os.path.dirname(os.path.abspath(options.out)), exist_ok=True)
    with open(options.out, "wb") as stream:
        stream.write(specification.SerializeToString(deterministic=True))
    print(f"{options.out}: {os.path.getsize(options.out) / 1e6:.2f} MB, {network.parameter_count} parameters")


if __name__ == "__main__":
    main()
