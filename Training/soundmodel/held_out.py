"""The held-out windows that a training is judged by: a shard that also names the sources it was made from."""

import os

import numpy as np

from . import corpus_store, shards


class OutOfDate(Exception):
    """Held-out windows of other sources than those that are held out."""


def path(work):
    return os.path.join(work, "held-out.npz")


def write(work, arrays, sources):
    """Stores windows and the names of the sources that they come from."""
    shards.write(path(work), dict(arrays, sources=np.array(sorted(sources))))


def read(work):
    """The arrays; raises FileNotFoundError where there are none, OutOfDate where they are of other sources."""
    arrays = shards.read(path(work)) if os.path.exists(path(work)) else None
    if arrays is None:
        raise FileNotFoundError(f"no held-out windows '{path(work)}'; run targets.py --held-out first")
    check(work)
    return arrays


def check(work):
    """Raises OutOfDate unless the windows come from the sources that are held out; warns where they do not say."""
    with np.load(path(work)) as stored:
        found = set(stored["sources"].tolist()) if "sources" in stored.files else None
    if found is None:
        print(f"warning: '{path(work)}' does not name its sources; make it anew if others are held out now", flush=True)
        return
    expected = _expected(os.path.join(work, "decoded"), found)
    if found != expected:
        raise OutOfDate(
            f"held-out windows '{path(work)}': the sources changed: no longer held out: {_listed(found - expected)}; "
            f"new: {_listed(expected - found)}; remove the file and run targets.py --held-out"
        )


def _expected(decoded, found):
    """The decoded held-out sources; where nothing is decoded, those of `found` that the manifest still holds out."""
    if os.path.isdir(decoded):
        return {source.name for source in corpus_store.read(decoded, "held-out")}
    return found & {source.name for source in corpus_store.manifest() if source.role == "held-out"}


def _listed(names):
    return ", ".join(sorted(names)) or "none"
