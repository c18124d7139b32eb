"""Makes labels, scores and events at random, and judges them with scikit-learn and sed_eval.

usage: evaluation.py FOLDER   (writes clips.json, multilabel.json and events.json into FOLDER)

The tests of SoundEvaluation compare their figures with these; Scripts/renew-evaluation-fixtures.sh calls it.
"""

import json
import math
import pathlib
import sys

import numpy as np
import sed_eval
from sklearn.calibration import calibration_curve
from sklearn.metrics import (
    average_precision_score,
    confusion_matrix,
    precision_recall_fscore_support,
    top_k_accuracy_score,
)


def plain(value):
    """The value as JSON takes it: what is not defined becomes null."""
    number = float(value)
    return None if math.isnan(number) else number


def label_figures(names, truth, answers, scores):
    """Precision, recall, F1, support and average precision of each label that occurs."""
    heard = [place for place in range(len(names)) if truth[:, place].any()]
    precision, recall, f1, support = precision_recall_fscore_support(
        truth, answers, average=None, zero_division=np.nan
    )
    return [
        {
            "label": names[place],
            "support": int(support[place]),
            "precision": plain(precision[place]),
            "recall": plain(recall[place]),
            "f1": plain(f1[place]),
            "averagePrecision": plain(average_precision_score(truth[:, place], scores[:, place])),
        }
        for place in heard
    ]


def single(random):
    """Clips with one label each, of nine; one label is never heard, one never the first answer."""
    names = [f"label_{place}" for place in range(9)]
    truth = random.integers(0, 8, 120)
    scores = random.random((120, 9)).astype(np.float32)
    for row, place in enumerate(truth):
        scores[row, place] = min(1, scores[row, place] + random.random() * 0.6)
    scores[:, 3] *= np.float32(0.3)
    indicators = np.eye(9, dtype=int)[truth]
    best = scores.argmax(axis=1)
    answers = np.eye(9, dtype=int)[best]
    confidence = scores.max(axis=1).astype(np.float64)
    right = (best == truth).astype(int)
    share, mean = calibration_curve(right, confidence, n_bins=10, strategy="uniform")
    bins = np.searchsorted(np.linspace(0, 1, 11)[1:-1], confidence)
    error = sum(
        (bins == place).mean() * abs(confidence[bins == place].mean() - right[bins == place].mean())
        for place in np.unique(bins)
    )
    labels = label_figures(names, indicators, answers, scores)
    table = confusion_matrix(truth, best, labels=range(9))
    return {
        "names": names,
        "clips": [
            {"truth": [int(place)], "scores": [float(score) for score in row]}
            for place, row in zip(truth, scores)
        ],
        "top1": top_k_accuracy_score(truth, scores, k=1, labels=range(9)),
        "top3": top_k_accuracy_score(truth, scores, k=3, labels=range(9)),
        "meanAveragePrecision": float(np.mean([label["averagePrecision"] for label in labels])),
        "labels": labels,
        "confusion": [
            {"truth": names[row], "answer": names[column], "count": int(table[row, column])}
            for row in range(9)
            for column in range(9)
            if table[row, column]
        ],
        "binAccuracy": [float(value) for value in share],
        "binConfidence": [float(value) for value in mean],
        "binCount": [int((bins == place).sum()) for place in np.unique(bins)],
        "expectedCalibrationError": float(error),
    }


def multilabel(random):
    """Clips with no, one or several labels, and scores of which many are equal."""
    names = [f"label_{place}" for place in range(6)]
    truth = (random.random((90, 6)) < [0.4, 0.3, 0.2, 0.1, 0.02, 0]).astype(int)
    truth[0, 4] = 1
    scores = np.clip(random.random((90, 6)) * 0.7 + truth * 0.3, 0, 1).round(1).astype(np.float32)
    scores[:, 4] *= np.float32(0.4)
    threshold = 0.5
    answers = (scores.astype(np.float64) >= threshold).astype(int)
    return {
        "names": names,
        "threshold": threshold,
        "clips": [
            {
                "truth": [int(place) for place in np.flatnonzero(row)],
                "scores": [float(score) for score in values],
            }
            for row, values in zip(truth, scores)
        ],
        "labels": label_figures(names, truth, answers, scores),
    }


def events(random):
    """Recordings with events; found ones are moved, lost, doubled and invented."""
    names = ["bell", "cough", "dog", "siren"]
    recordings = []
    for number in range(14):
        reference = []
        found = []
        for _ in range(int(random.integers(1, 9))):
            onset = round(float(random.random() * 30), 3)
            length = round(float(0.2 + random.random() * 4), 3)
            event = {"label": names[int(random.integers(0, 4))], "onset": onset}
            event["offset"] = round(onset + length, 3)
            reference.append(event)
            for _ in range(int(random.choice([0, 1, 1, 1, 2]))):
                moved = dict(event)
                moved["onset"] = round(max(0, onset + float(random.normal()) * 0.15), 3)
                moved["offset"] = round(
                    max(moved["onset"] + 0.1, event["offset"] + float(random.normal()) * 0.5), 3
                )
                if moved["label"] != "siren" or number % 3:
                    found.append(moved)
        for _ in range(int(random.integers(0, 3))):
            onset = round(float(random.random() * 30), 3)
            label = names[int(random.integers(0, 3))]
            found.append({"label": label, "onset": onset, "offset": round(onset + 1.5, 3)})
        recordings.append({"reference": reference, "found": found})
    # Just within the collar, just outside, and a choice that a greedy search gets wrong.
    recordings.append(
        {
            "reference": [
                {"label": "bell", "onset": 1.0, "offset": 2.0},
                {"label": "bell", "onset": 1.3, "offset": 2.3},
                {"label": "dog", "onset": 5.0, "offset": 5.25},
            ],
            "found": [
                {"label": "bell", "onset": 1.15, "offset": 2.0},
                {"label": "bell", "onset": 0.9, "offset": 2.0},
                {"label": "dog", "onset": 5.201, "offset": 5.25},
            ],
        }
    )

    def judge(metrics):
        for recording in recordings:
            lists = [
                [
                    {"event_label": e["label"], "onset": e["onset"], "offset": e["offset"]}
                    for e in recording[key]
                ]
                for key in ("reference", "found")
            ]
            metrics.evaluate(*lists)
        overall = metrics.results_overall_metrics()["f_measure"]
        average = metrics.results_class_wise_average_metrics()["f_measure"]
        labels = {
            name: {key: plain(value) for key, value in figures["f_measure"].items()}
            for name, figures in metrics.results_class_wise_metrics().items()
        }
        return {
            "overall": {key: plain(value) for key, value in overall.items()},
            "meanF1": plain(average["f_measure"]),
            "labels": labels,
        }

    return {
        "recordings": recordings,
        "events": judge(
            sed_eval.sound_event.EventBasedMetrics(
                event_label_list=names, t_collar=0.2, percentage_of_length=0.5
            )
        ),
        "segments": judge(
            sed_eval.sound_event.SegmentBasedMetrics(event_label_list=names, time_resolution=1.0)
        ),
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    random = np.random.default_rng(20)
    for name, make in (("clips", single), ("multilabel", multilabel), ("events", events)):
        text = json.dumps(make(random), separators=(",", ":"), allow_nan=False)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


main()
