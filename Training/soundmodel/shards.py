"""Shards: batches of windows of one length with the teachers' answers, kept on disk to be used several times.

A shard is one .npz file, stored uncompressed:
  log_mel    float16 (windows, frames, 64)
  embedding  float16 (windows, 384)     mn04
  logits     float16 (windows, 527)     mn04
  names      float16 (windows, 303)     the mean of both teachers, or an empty array where YAMNet was not asked
"""

import glob
import os
import zipfile

import numpy as np
import torch

from . import devices, labels
from .torch_frontend import log_mel

CPU = torch.device("cpu")


class Teachers:
    """Both teachers, and the mean of their answers over the identifiers."""

    def __init__(self, mn04, yamnet, device=CPU):
        self.mn04, self.yamnet, self.device = mn04.to(device), yamnet, device
        self.audioset_table, self.taught = labels.padded_index(labels.audioset_classes_of_identifiers())
        self.yamnet_table, yamnet_taught = labels.padded_index(labels.yamnet_classes_of_identifiers())
        if (self.taught != yamnet_taught).any():
            raise ValueError("the two class lists do not cover the same identifiers")

    def names_from_audioset(self, probabilities):
        """(n, 527) -> (n, 303): the maximum over each identifier's classes, 0 where it has none."""
        return probabilities[:, self.audioset_table].max(axis=2) * self.taught

    def names_from_yamnet(self, probabilities):
        """(n, 521) -> (n, 303)."""
        return probabilities[:, self.yamnet_table].max(axis=2) * self.taught

    def _run(self, network, windows):
        (x,) = devices.moved([torch.from_numpy(windows)], self.device)
        with torch.no_grad():
            return network(x)

    def hear(self, windows):
        """mn04's logits and embedding of windows (n, samples)."""
        return devices.moved(self._run(self.mn04, windows), CPU)

    def label(self, windows, ask_yamnet):
        """The arrays of a shard for windows (n, samples)."""
        logits, embedding = self.hear(windows)
        (features,) = devices.moved([self._run(log_mel, windows)], CPU)
        names = np.zeros((0, len(self.taught)), np.float32)
        if ask_yamnet:
            hop = max(1, (windows.shape[1] - 15600) // max(1, round((windows.shape[1] - 15600) / 15600)))
            heard = np.stack([self.yamnet.mean(window, hop) for window in windows])
            names = (self.names_from_audioset(torch.sigmoid(logits).numpy()) + self.names_from_yamnet(heard)) / 2
        arrays = dict(
            log_mel=features.numpy(), embedding=embedding.numpy(), logits=logits.clamp(-30, 30).numpy(), names=names
        )
        return {name: array.astype(np.float16) for name, array in arrays.items()}


def write(path, arrays):
    """Writes under another name first, so that a reader never sees half a shard."""
    with open(path + ".part", "wb") as stream:
        np.savez(stream, **arrays)
    os.replace(path + ".part", path)


def read(path):
    """The arrays of a shard, or None where the file is damaged (its name is printed)."""
    try:
        with open(path, "rb") as stream, np.load(stream) as stored:
            return {name: stored[name] for name in ("log_mel", "embedding", "logits", "names")}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        print(f"skipped shard {path}: {error}", flush=True)
        return None


def files(folder):
    """Shard paths, oldest first."""
    return sorted(glob.glob(os.path.join(glob.escape(folder), "*.npz")))


def path(folder, number):
    return os.path.join(folder, f"{number:06d}.npz")


def next_number(folder):
    """One more than any shard there has, so that a deleted one is neither replaced nor its windows drawn again."""
    stems = (os.path.splitext(os.path.basename(file))[0] for file in files(folder))
    return 1 + max((int(stem) for stem in stems if stem.isdecimal()), default=-1)
