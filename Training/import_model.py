#!/usr/bin/env python3
"""Turns a public checkpoint that you downloaded into a Core ML model for `soundanalysis classify --model FILE`.

  import_model.py mn10_as_mAP_471.pt --out mn10.mlmodel      EfficientAT mn01_as to mn40_as, 32 kHz, 0.5 to 15 s
  import_model.py yamnet.tflite --out yamnet.mlmodel         YAMNet, 16 kHz, 0.975 s

The model takes a waveform: its front end is written in Core ML's own layers. Labels are the 303 identifiers of the
built-in classifier, or with --labels audioset the checkpoint's own classes.
"""

import argparse
import csv
import os
import sys

import numpy as np

from soundmodel import import_mobilenet, import_yamnet, labels
from soundmodel.folded import NetworkFileError

UNTAUGHT_LOGIT = -12.0
LICENSES = dict(mobilenet="EfficientAT mn_as, MIT License", yamnet="YAMNet, Apache License 2.0")


def class_head(chain, weight, bias):
    """The checkpoint's own classes."""
    chain.dense("classes", weight, bias)


def identifier_head(class_lists):
    """A head that gives each identifier the maximum over its classes."""
    table, taught = labels.padded_index(class_lists)

    def add(chain, weight, bias):
        before, columns = chain.blob, []
        for k in range(table.shape[1]):
            chain.blob = before
            chain.dense(
                f"identifiers{k}",
                np.where(taught[:, None], weight[table[:, k]], 0).astype(np.float32),
                np.where(taught, bias[table[:, k]], UNTAUGHT_LOGIT).astype(np.float32),
            )
            columns.append(chain.blob)
        chain.elementwise("identifiers", columns, "MAX")

    return add


def class_names(file_name):
    """The display names of a class list; a repeated name is told apart by its machine identifier."""
    with open(os.path.join(labels.FOLDER, file_name), newline="") as stream:
        rows = list(csv.DictReader(stream))
    names = [row["display_name"] for row in rows]
    return [name if names.count(name) == 1 else f"{name} ({row['mid']})" for name, row in zip(names, rows)]


def convert(path, kind, label_set):
    """The Core ML specification of the checkpoint."""
    module = dict(mobilenet=import_mobilenet, yamnet=import_yamnet)[kind]
    if label_set == "audioset":
        names, head = class_names("audioset-classes.csv" if kind == "mobilenet" else "yamnet-classes.csv"), class_head
    else:
        classes = (
            labels.audioset_classes_of_identifiers() if kind == "mobilenet" else labels.yamnet_classes_of_identifiers()
        )
        names, head = labels.identifiers(), identifier_head(classes)
    chain = module.build(path, len(names), head)
    flexible = ([module.SHORTEST], [module.LONGEST]) if kind == "mobilenet" else None
    return chain.specification(
        names,
        dict(license=LICENSES[kind], shortDescription=f"{LICENSES[kind]}, converted from its public checkpoint"),
        dict(sampleRate=str(module.SAMPLE_RATE)),
        flexible=flexible,
        half_precision=False,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", help="a .pt of EfficientAT's mn*_as, or YAMNet's .tflite")
    parser.add_argument("--out", required=True)
    parser.add_argument("--labels", choices=("identifiers", "audioset"), default="identifiers")
    options = parser.parse_args()
    kinds = {".pt": "mobilenet", ".tflite": "yamnet"}
    kind = kinds.get(os.path.splitext(options.checkpoint)[1])
    try:
        if kind is None:
            raise NetworkFileError(
                f"'{options.checkpoint}': found another file name, expected one ending in {' or '.join(kinds)}"
            )
        specification = convert(options.checkpoint, kind, options.labels)
        with open(options.out, "wb") as stream:
            stream.write(specification.SerializeToString(deterministic=True))
    except (NetworkFileError, OSError) as error:
        sys.exit(f"import_model: {error}")
    print(f"{options.out}: {os.path.getsize(options.out) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
