"""What turns raw logits into confidences: one scale, one offset, and an offset for each identifier's prior."""

import json
from dataclasses import dataclass

import numpy as np

from .folded import NetworkFileError


@dataclass
class Calibration:
    """probability = sigmoid(scale * (logit + prior offset) + offset)."""

    scale: float
    offset: float
    prior_offsets: np.ndarray  # (labels,)

    def apply(self, logits):
        """Calibrated logits of raw logits (rows, labels)."""
        return self.scale * (logits + self.prior_offsets) + self.offset

    def fold_into(self, network):
        """Writes the calibration into the last layer, so that the exported model needs nothing beside it."""
        weight, bias = network.arrays["out.weight"], network.arrays["out.bias"]
        if self.prior_offsets.shape != bias.shape:
            raise NetworkFileError(f"calibration: found {len(self.prior_offsets)} prior offsets, expected {len(bias)}")
        network.arrays["out.weight"] = (self.scale * weight).astype(np.float32)
        network.arrays["out.bias"] = self.apply(bias).astype(np.float32)

    def save(self, path):
        content = dict(
            scale=self.scale, offset=self.offset, prior_offsets=[round(float(v), 5) for v in self.prior_offsets]
        )
        with open(path, "w") as stream:
            json.dump(content, stream, indent=1)

    @classmethod
    def load(cls, path):
        try:
            with open(path) as stream:
                content = json.load(stream)
            calibration = cls(
                float(content["scale"]), float(content["offset"]), np.array(content["prior_offsets"], np.float64)
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise NetworkFileError(f"calibration '{path}': {error!r}") from error
        if not (
            calibration.scale > 0 and np.isfinite(calibration.offset) and np.isfinite(calibration.prior_offsets).all()
        ):
            raise NetworkFileError(
                f"calibration '{path}': found a scale that is not positive or values that are not finite"
            )
        return calibration


def prior_offsets(probabilities, exponent):
    """Offsets -exponent * ln(prior) per identifier, centred on their mean.

    probabilities: (windows, labels), the teachers' answers on sound that the model is not judged by. Identifiers that
    are heard everywhere (music, speech) are held back; rare ones are raised. Identifiers never taught get no offset.
    """
    prior = probabilities.mean(axis=0)
    taught = prior > 0
    offsets = np.zeros(len(prior))
    offsets[taught] = -exponent * np.log(np.maximum(prior[taught], 1e-4))
    offsets[taught] -= offsets[taught].mean()
    return offsets


def fit(logits, right, steps=200):
    """(scale, offset) that make `right` likeliest given sigmoid(scale * logit + offset), by Newton's method."""
    x = np.column_stack([logits, np.ones(len(logits))])
    weights = np.array([1.0, 0.0])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (right - p)
        curvature = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-8:
            break
    return float(max(weights[0], 0.05)), float(weights[1])
