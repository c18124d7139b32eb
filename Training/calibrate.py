#!/usr/bin/env python3
"""Makes confidences mean what they say.

  calibrate.py --work DIR --weights student.pt --clips DIR --out calibration.json

The offsets for the identifiers' priors come from the teachers' answers on the held-out windows of targets.py, never
from labels. The one scale and one offset are fitted to labelled clips, and the error is reported on halves of the
clips that the fit did not see.
"""

import argparse
import os
import sys

import numpy as np
import torch

from evaluate import batches
from export_model import load
from soundmodel import clips as clip_set
from soundmodel import labels, shards
from soundmodel.agreement import agreement
from soundmodel.calibration import Calibration, fit, prior_offsets
from soundmodel.folded import NetworkFileError
from soundmodel.runner import Runner
from soundmodel.torch_frontend import log_mel

DEFAULT_WORK = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".work")
WINDOW_SECONDS = 3.0


def window_logits(runner, clips):
    """(clip numbers, logits (windows, 303)) of every 3 s window."""
    numbers, parts = [], []
    for group, windows in batches(clips, WINDOW_SECONDS):
        numbers += group
        parts.append(runner(log_mel(torch.from_numpy(windows)))[0].numpy())
    return np.array(numbers), np.concatenate(parts)


def first_answers(logits, numbers, accepted):
    """(logit, is it right) of each window's highest identifier."""
    best = logits.argmax(axis=1)
    return logits[np.arange(len(logits)), best], accepted[numbers, best].astype(float)


def error(logit, right, scale=1.0, offset=0.0):
    return clip_set.calibration_error(1 / (1 + np.exp(-(scale * logit + offset))), right)[0]


def calibrate(options):
    network = load(options.weights).check(len(labels.identifiers()))
    runner, clips = Runner(network), clip_set.read(options.clips)
    held_out = shards.read(os.path.join(options.work, "held-out.npz"))
    if held_out is None:
        raise NetworkFileError(f"no held-out windows in '{options.work}'; run targets.py --held-out first")
    target = held_out["names"].astype(np.float64)
    priors = prior_offsets(target, options.exponent)
    held_logits = np.concatenate(
        [
            runner(torch.from_numpy(held_out["log_mel"][k : k + 64].astype(np.float32)))[0].numpy()
            for k in range(0, len(target), 64)
        ]
    )
    print("held out, raw:         ", agreement(held_logits, target))
    print("held out, prior offsets:", agreement(held_logits + priors, target))
    numbers, logits = window_logits(runner, clips)
    accepted = clip_set.truth(clips)
    logit, right = first_answers(logits + priors, numbers, accepted)
    halves, unseen = np.random.default_rng(0).permutation(len(clips)) % 2, []
    for half in (0, 1):
        inside = halves[numbers] == half
        unseen.append(error(logit[inside], right[inside], *fit(logit[~inside], right[~inside])))
    raw = error(*first_answers(logits, numbers, accepted))
    print(
        f"expected calibration error of first answers: {raw:.3f} raw, "
        f"{np.mean(unseen):.3f} fitted, on the half not fitted to"
    )
    scale, offset = fit(logit, right)
    Calibration(scale, offset, priors).save(options.out)
    print(f"{options.out}: scale {scale:.3f}, offset {offset:.3f}, prior exponent {options.exponent}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default=DEFAULT_WORK)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--clips", required=True)
    parser.add_argument("--out", default="calibration.json")
    parser.add_argument("--exponent", type=float, default=0.3, help="how strongly common identifiers are held back")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    try:
        calibrate(options)
    except (clip_set.ClipError, NetworkFileError, OSError) as problem:
        sys.exit(f"calibrate: {problem}")


if __name__ == "__main__":
    main()
