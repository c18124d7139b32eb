"""The manifest of sources, and decoded clips on disk: one int16 array and one index a source."""

import csv
import json
import os
import re
from dataclasses import dataclass

import numpy as np

MANIFEST = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "corpus.csv")
FORBIDDEN_LICENCE = re.compile(r"(?i)\bNC\b|-NC\b|noncommercial|non-commercial|\bND\b|-ND\b|no.?deriv|sampling")
LEFT_OUT = re.compile(r"(?i)[^;(]*\bleft out\b")  # a clause on clips that are not there
LICENCE_CLASSES, ROLES, KINDS = ("free", "none-stated"), ("train", "held-out"), ("debian", "extra", "render")


def forbids(licence):
    """Whether a licence text forbids a shipped model; what it says of clips that were left out does not count."""
    return FORBIDDEN_LICENCE.search(LEFT_OUT.sub("", licence)) is not None


class ManifestError(Exception):
    """A manifest row that cannot be used."""


@dataclass(frozen=True)
class Source:
    """One row of corpus.csv."""

    name: str
    kind: str
    address: str
    licence: str
    licence_class: str
    role: str
    hours_at_most: float

    @property
    def file_name(self):
        return re.sub(r"[^A-Za-z0-9.+_-]", "-", self.name)


def manifest(path=MANIFEST):
    """The sources in order; raises ManifestError for a row with an unknown word or a licence that forbids the use."""
    sources = []
    with open(path, newline="") as stream:
        for line, row in enumerate(csv.DictReader(stream), 2):
            for column, words in (("licence_class", LICENCE_CLASSES), ("role", ROLES), ("kind", KINDS)):
                if row[column] not in words:
                    raise ManifestError(f"{path}:{line}: {column}: found '{row[column]}', expected one of {words}")
            if forbids(row["licence"]):
                raise ManifestError(
                    f"{path}:{line}: {row['source']}: licence '{row['licence']}' does not allow a shipped model"
                )
            sources.append(
                Source(
                    row["source"],
                    row["kind"],
                    row["address"],
                    row["licence"],
                    row["licence_class"],
                    row["role"],
                    float(row["hours_at_most"]),
                )
            )
    return sources


def write(folder, source, clips, names):
    """Stores the clips of one source; the index is written last, so that a killed run leaves no half source."""
    starts = np.cumsum([0] + [len(clip) for clip in clips])
    base = os.path.join(folder, source.file_name)
    np.save(base + ".npy", np.concatenate(clips) if clips else np.zeros(0, np.int16))
    index = dict(source=source.name, starts=starts.tolist(), names=names)
    with open(base + ".json.part", "w") as stream:
        json.dump(index, stream)
    os.replace(base + ".json.part", base + ".json")


def is_written(folder, source):
    return os.path.exists(os.path.join(folder, source.file_name + ".json"))


@dataclass
class DecodedSource:
    """Clips of one source, mapped from disk."""

    name: str
    samples: np.ndarray
    starts: list
    names: list

    def __len__(self):
        return len(self.names)

    def clip(self, k):
        """int16 samples of clip k, full scale 32767."""
        return self.samples[self.starts[k] : self.starts[k + 1]]


def read(folder, role):
    """The decoded sources of a role, in manifest order; sources not decoded are absent."""
    decoded = []
    for source in manifest():
        if source.role == role and is_written(folder, source):
            base = os.path.join(folder, source.file_name)
            with open(base + ".json") as stream:
                index = json.load(stream)
            if index["names"]:
                decoded.append(
                    DecodedSource(source.name, np.load(base + ".npy", mmap_mode="r"), index["starts"], index["names"])
                )
    return decoded
