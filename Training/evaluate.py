#!/usr/bin/env python3
"""Measures a classifier, and both teachers beside it, on labelled clips.

  evaluate.py --clips DIR --weights student.pt [--calibration calibration.json] [--teachers DIR] [--report report.json]

Clips that the corpus holds (labels/heard-clips.csv) do not count. A clip's score is the mean over its windows; a hit is
any of its accepted identifiers. Prints top-1, top-3 and mean
average precision for windows of 1, 3 and 10 s, clean and with pink noise at 10 and 0 dB, the calibration, and a
table of labels.
"""

import argparse
import json
import os
import sys

import numpy as np
import torch

from export_model import finished, load
from soundmodel import clips as clip_set
from soundmodel import labels, shards
from soundmodel.agreement import average_precision
from soundmodel.folded import NetworkFileError
from soundmodel.mn04 import FILE_NAME as MN04_FILE
from soundmodel.mn04 import load_mn04
from soundmodel.quantising import quantise
from soundmodel.runner import Runner
from soundmodel.torch_frontend import log_mel
from soundmodel.yamnet import FILE_NAME as YAMNET_FILE
from soundmodel.yamnet import YAMNet

WINDOW_SECONDS, NOISE_LEVELS = (1.0, 3.0, 10.0), (10, 0)
YAMNET_HOP = 7800  # samples


def batches(clips, seconds):
    """(clip numbers, windows (n, samples)) with all windows of a length together."""
    by_length = {}
    for number, clip in enumerate(clips):
        for window in clip_set.windows(clip.samples, seconds):
            by_length.setdefault(len(window), []).append((number, window))
    for group in by_length.values():
        for k in range(0, len(group), 32):
            part = group[k : k + 32]
            yield [number for number, _ in part], np.stack([window for _, window in part])


def clip_scores(clips, seconds, score):
    """(clips, 303): the mean over windows of `score`, a function (n, samples) -> (n, 303); and all window scores."""
    total, count, every = np.zeros((len(clips), len(labels.identifiers()))), np.zeros((len(clips), 1)), []
    for numbers, windows in batches(clips, seconds):
        for number, row in zip(numbers, score(windows)):
            total[number] += row
            count[number] += 1
            every.append((number, row))
    return total / count, every


def student_score(network):
    runner = Runner(network)
    return lambda windows: torch.sigmoid(runner(log_mel(torch.from_numpy(windows)))[0]).numpy()


def teacher_scores(folder):
    """Name -> function from clips and window seconds to (clips, 303)."""
    teachers = shards.Teachers(load_mn04(os.path.join(folder, MN04_FILE)), YAMNet(os.path.join(folder, YAMNET_FILE)))

    def mn04(clips, seconds):
        def score(windows):
            with torch.no_grad():
                return teachers.names_from_audioset(torch.sigmoid(teachers.mn04(torch.from_numpy(windows))[0]).numpy())

        return clip_scores(clips, seconds, score)[0]

    def yamnet(clips, seconds):
        return np.concatenate(
            [teachers.names_from_yamnet(teachers.yamnet.mean(clip.samples, YAMNET_HOP)[None]) for clip in clips]
        )

    return {"YAMNet": yamnet, "mn04": mn04}


def line(name, condition, result):
    print(
        f"{name:10s} {condition:22s} top-1 {result['top1']:.3f}  top-3 {result['top3']:.3f}  mAP {result['mAP']:.3f}",
        flush=True,
    )


def label_table(scores, accepted):
    """Per identifier with clips: how many, how often some accepted identifier comes first, and how it does by itself:
    its own share among the first three, and its average precision over all clips.
    """
    first, rank = clip_set.hits(scores, accepted, 1), np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1)
    return [
        dict(
            identifier=name,
            clips=int(accepted[:, k].sum()),
            top1=float(first[accepted[:, k]].mean()),
            own_top3=float((rank[accepted[:, k], k] < 3).mean()),
            average_precision=average_precision(scores[:, k], accepted[:, k]),
        )
        for k, name in enumerate(labels.identifiers())
        if accepted[:, k].any()
    ]


def measure(options):
    clips = clip_set.read(options.clips)
    accepted, report = clip_set.truth(clips), dict(clips=len(clips), results=[])
    network = finished(options.weights, options.calibration) if options.calibration else load(options.weights)
    if options.weight_bits:
        quantise(network, options.weight_bits)
    score = student_score(network.check(len(labels.identifiers())))
    noisy = {level: [clip_set.with_noise(clip, level, seed=0) for clip in clips] for level in NOISE_LEVELS}
    conditions = [(f"{seconds:g} s windows", clips, seconds) for seconds in WINDOW_SECONDS]
    conditions += [(f"3 s, noise at {level} dB", noisy[level], 3.0) for level in NOISE_LEVELS]

    def record(name, condition, scores):
        result = clip_set.figures(scores, accepted)
        report["results"].append(dict(model=name, condition=condition, **result))
        line(name, condition, result)

    for condition, versions, seconds in conditions:
        scores, every = clip_scores(versions, seconds, score)
        record("student", condition, scores)
        if condition == "3 s windows":
            report["labels"] = label_table(scores, accepted)
            confidence = np.array([row.max() for _, row in every])
            right = np.array([accepted[number, row.argmax()] for number, row in every])
            report["calibration_error"], report["reliability"] = clip_set.calibration_error(confidence, right)
    print(f"expected calibration error of each 3 s window's first answer: {report['calibration_error']:.3f}")
    for mean, share, count in report["reliability"]:
        print(f"  said {mean:.2f}  right {share:.2f}  {count} windows")
    if options.teachers:
        for name, teacher in teacher_scores(options.teachers).items():
            for condition, versions, seconds in conditions:
                if name == "mn04" or condition.startswith("3 s"):
                    record(name, condition, teacher(versions, seconds))
    for row in report["labels"]:
        print(
            f"  {row['identifier']:32s} {row['clips']:3d} clips  top-1 {row['top1']:.2f}  "
            f"own top-3 {row['own_top3']:.2f}  AP {row['average_precision']:.2f}"
        )
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", required=True, help="folder with labels.csv and 16 kHz mono files")
    parser.add_argument("--weights", required=True)
    parser.add_argument("--calibration")
    parser.add_argument("--teachers", help=f"folder with {MN04_FILE} and {YAMNET_FILE}, to print them beside")
    parser.add_argument("--weight-bits", type=int, choices=range(2, 17), help="measure with weights in so many bits")
    parser.add_argument("--report", help="a .json file for every figure printed")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    try:
        report = measure(options)
    except (clip_set.ClipError, NetworkFileError, OSError) as error:
        sys.exit(f"evaluate: {error}")
    if options.report:
        with open(options.report, "w") as stream:
            json.dump(report, stream, indent=1)


if __name__ == "__main__":
    main()
