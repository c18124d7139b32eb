"""The 303 identifiers of version 1, and the map from the teachers' AudioSet classes to them."""

import csv
import os

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "labels")
HEARD_CLIPS = os.path.join(FOLDER, "heard-clips.csv")
AUDIOSET_CLASS_COUNT = 527
YAMNET_CLASS_COUNT = 521


def identifiers():
    """The identifiers in output order."""
    with open(os.path.join(FOLDER, "identifiers.txt")) as stream:
        return stream.read().split()


def _rows(name):
    with open(os.path.join(FOLDER, name), newline="") as stream:
        return list(csv.DictReader(stream))


def yamnet_classes_of_identifiers():
    """For each identifier the YAMNet class indices that count as it; an empty list where no class does."""
    rows = _rows("yamnet-to-identifiers.csv")
    if [row["identifier"] for row in rows] != identifiers():
        raise ValueError(
            "yamnet-to-identifiers.csv: the identifiers differ from identifiers.txt or are in another order"
        )
    return [[int(index) for index in row["yamnet_indices"].replace(";", " ").replace(",", " ").split()] for row in rows]


def audioset_classes_of_identifiers():
    """The same map for the 527 AudioSet classes, matched by machine identifier (`mid`)."""
    index_of = {row["mid"]: int(row["index"]) for row in _rows("audioset-classes.csv")}
    mids = [row["mid"] for row in _rows("yamnet-classes.csv")]
    return [[index_of[mids[k]] for k in classes if mids[k] in index_of] for classes in yamnet_classes_of_identifiers()]


def untaught():
    """Identifiers that no teacher class stands for."""
    return [name for name, classes in zip(identifiers(), yamnet_classes_of_identifiers()) if not classes]


def named_clips():
    """(source, clip, identifier) rows: clips whose names say what no teacher can.

    A clip is given by the end of its name. Raises ValueError for an identifier that is unknown or has a teacher.
    """
    rows, without_teacher = _rows("named-clips.csv"), set(untaught())
    for row in rows:
        if row["identifier"] not in without_teacher:
            raise ValueError(f"named-clips.csv: found '{row['identifier']}', expected an identifier without a teacher")
    return [(row["source"], row["clip"], row["identifier"]) for row in rows]


def heard_clips():
    """(clip, source, sound) rows of overlap.py: evaluation clips that the corpus holds, and where."""
    return [(row["clip"], row["source"], row["sound"]) for row in _rows("heard-clips.csv")]


def unknown():
    """Identifiers that neither a teacher nor a named clip stands for."""
    named = {identifier for _, _, identifier in named_clips()}
    return [name for name in untaught() if name not in named]


def padded_index(class_lists):
    """A (identifiers, width) integer table for a gather followed by a maximum: short rows repeat their first class.

    Rows without a class hold 0; `mask` is False there.
    """
    width = max(len(classes) for classes in class_lists)
    table = np.zeros((len(class_lists), width), np.int64)
    mask = np.array([bool(classes) for classes in class_lists])
    for row, classes in zip(table, class_lists):
        if classes:
            row[:] = classes[0]
            row[: len(classes)] = classes
    return table, mask
