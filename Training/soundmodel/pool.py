"""Draws training batches from the shards on disk, and changes their log-mels without changing what is heard."""

import os

import numpy as np
import torch

from . import shards
from .frontend import LOG_OFFSET

BATCH_FRAMES = 9600  # log-mel frames a batch, 96 s
OPEN_SHARDS = 24  # shards held in memory; one is exchanged every few batches
EXCHANGE_EVERY = 2
MASK_SHARE, WIDEST_MASK = 0.3, 9  # bands
GAIN_SHARE, LOWEST_GAIN, HIGHEST_GAIN = 0.5, -12.0, 4.0  # dB


class Pool:
    """Batches of one window length each. The newest shards, seen least often, are opened first."""

    def __init__(self, folder, seed):
        self.folder, self.rng = folder, np.random.default_rng(seed)
        self.uses, self.open, self.batches = {}, {}, 0

    def _exchange(self):
        """Opens the shard used least often so far; closes the oldest open one beyond OPEN_SHARDS."""
        paths = [path for path in shards.files(self.folder) if path not in self.open]
        self.rng.shuffle(paths)
        for path in sorted(paths, key=lambda p: self.uses.get(os.path.basename(p), 0)):
            arrays = shards.read(path)
            self.uses[os.path.basename(path)] = self.uses.get(os.path.basename(path), 0) + 1
            if arrays is not None and len(arrays["log_mel"]) > 1:
                self.open[path] = arrays
                break
        if len(self.open) > OPEN_SHARDS:
            del self.open[next(iter(self.open))]

    def batch(self):
        """Tensors log_mel, embedding, logits, names; names is empty where only the first teacher answered."""
        while len(self.open) < OPEN_SHARDS:
            before = len(self.open)
            self._exchange()
            if len(self.open) == before:
                break
        if self.batches % EXCHANGE_EVERY == 0:
            self._exchange()
        if not self.open:
            raise FileNotFoundError(f"no shards in '{self.folder}'; run targets.py first")
        self.batches += 1
        chosen = self.open[list(self.open)[self.rng.integers(len(self.open))]]
        frames = chosen["log_mel"].shape[1]
        same = [
            a
            for a in self.open.values()
            if a["log_mel"].shape[1] == frames and bool(len(a["names"])) == bool(len(chosen["names"]))
        ]
        picked = [
            (a, int(self.rng.integers(len(a["log_mel"]))))
            for a in (same[self.rng.integers(len(same))] for _ in range(max(2, BATCH_FRAMES // frames)))
        ]
        log_mel = np.stack([self.changed(a["log_mel"][k].astype(np.float32)) for a, k in picked])
        tensors = [np.stack([a[name][k] for a, k in picked]).astype(np.float32) for name in ("embedding", "logits")]
        names = (
            np.stack([a["names"][k] for a, k in picked]).astype(np.float32)
            if len(chosen["names"])
            else np.zeros((0, 303), np.float32)
        )
        return [torch.from_numpy(array) for array in (log_mel, *tensors, names)]

    def changed(self, log_mel):
        """A gain in the mel domain, a few frames rolled round, and a masked band: another view of the same sound."""
        rng = self.rng
        if rng.random() < GAIN_SHARE:
            gain = 10 ** (rng.uniform(LOWEST_GAIN, HIGHEST_GAIN) / 20)
            log_mel = np.log(np.maximum(np.exp(log_mel) - LOG_OFFSET, 0) * gain + LOG_OFFSET)
        log_mel = np.roll(log_mel, int(rng.integers(0, 16)), axis=0)
        if rng.random() < MASK_SHARE:
            first = int(rng.integers(0, 56))
            log_mel[:, first : first + int(rng.integers(2, WIDEST_MASK))] = log_mel.mean()
        return log_mel
