"""The manifest of sources, and decoded clips on disk: one int16 array and one index a source."""

import csv
import hashlib
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


def write(folder, source, clips, names, digests, decoder):
    """Stores the clips of one source; the index is written last, so that a killed run leaves no half source.

    digests: of each clip, to find it again in other sources; decoder: the version of what decoded it.
    """
    starts = np.cumsum([0] + [len(clip) for clip in clips])
    base = os.path.join(folder, source.file_name)
    # Under another name first: whoever reads the former clips has them mapped.
    with open(base + ".npy.part", "wb") as stream:
        np.save(stream, np.concatenate(clips) if clips else np.zeros(0, np.int16))
    if is_written(folder, source):
        os.remove(base + ".json")  # it tells of the former clips
    os.replace(base + ".npy.part", base + ".npy")
    _write_index(
        base, dict(source=source.name, decoder=decoder, starts=starts.tolist(), names=names, digests=list(digests))
    )


def _write_index(base, index):
    with open(base + ".json.part", "w") as stream:
        json.dump(index, stream)
    os.replace(base + ".json.part", base + ".json")


def _read_index(folder, source):
    with open(os.path.join(folder, source.file_name + ".json")) as stream:
        return json.load(stream)


def is_written(folder, source):
    return os.path.exists(os.path.join(folder, source.file_name + ".json"))


def digest(clip):
    """A name for the clip's exact samples, to find duplicates."""
    return hashlib.sha1(np.ascontiguousarray(clip).tobytes()).hexdigest()


def digests(folder, source):
    """The digests of a source's clips; an index of before they were kept there gets them from the clips."""
    index, base = _read_index(folder, source), os.path.join(folder, source.file_name)
    if "digests" not in index:
        samples, starts = np.load(base + ".npy", mmap_mode="r"), index["starts"]
        index["digests"] = [digest(samples[a:b]) for a, b in zip(starts, starts[1:])]
        _write_index(base, index)
    return set(index["digests"])


def decoder(folder, source):
    """The version of the decoder that made a source's clips; 0 where its index does not say."""
    return _read_index(folder, source).get("decoder", 0)


def write_skipped(folder, source, rows):
    """Puts the (file, reason) rows of what a source left out into skipped.csv, in the place of its former ones."""
    path, kept = os.path.join(folder, "skipped.csv"), []
    # Names of files are bytes, and need not be UTF-8.
    encoding = dict(encoding="utf-8", errors="surrogateescape", newline="")
    if os.path.exists(path):
        with open(path, **encoding) as stream:
            kept = [row for row in list(csv.reader(stream))[1:] if row[0] != source.name]
    with open(path + ".part", "w", **encoding) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerows([("source", "file", "reason"), *kept, *((source.name, *row) for row in rows)])
    os.replace(path + ".part", path)


@dataclass
class DecodedSource:
    """Clips of one source, mapped from the file `path`."""

    name: str
    samples: np.ndarray
    starts: list
    names: list
    path: str = ""

    def __len__(self):
        return len(self.names)

    def clip(self, k):
        """int16 samples of clip k, full scale 32767."""
        return self.samples[self.starts[k] : self.starts[k + 1]]

    @property
    def key(self):
        """A name for what is in the source: another decoding with other clips has another."""
        return hashlib.sha1(json.dumps([self.starts, self.names]).encode()).hexdigest()[:10]


def read(folder, role):
    """The decoded sources of a role, in manifest order; sources not decoded are absent."""
    decoded = []
    for source in manifest():
        if source.role == role and is_written(folder, source):
            index, path = _read_index(folder, source), os.path.join(folder, source.file_name + ".npy")
            if index["names"]:
                decoded.append(
                    DecodedSource(source.name, np.load(path, mmap_mode="r"), index["starts"], index["names"], path)
                )
    return decoded
