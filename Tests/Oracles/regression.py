#!/usr/bin/env python3
"""Writes a small logistic regression and its optimum by scikit-learn, which the tests of CreateML compare with.

usage: regression.py FILE
"""
import json
import sys

import numpy
from sklearn.linear_model import LogisticRegression

WIDTH = 6
COUNTS = [40, 9, 21]  # samples of each label: unbalanced on purpose
PENALTIES = [1.0, 0.1, 0.01]


def main():
    random = numpy.random.default_rng(20)
    centres = random.normal(size=(len(COUNTS), WIDTH))
    samples = numpy.concatenate(
        [centre + random.normal(scale=1.5, size=(count, WIDTH)) for centre, count in zip(centres, COUNTS)]
    ).astype(numpy.float32)
    labels = numpy.repeat(numpy.arange(len(COUNTS)), COUNTS)
    solutions = []
    for penalty in PENALTIES:
        model = LogisticRegression(
            C=1 / (penalty * len(labels)), class_weight="balanced", solver="newton-cg", tol=1e-10, max_iter=10000
        ).fit(samples.astype(float), labels)
        solutions.append(
            {
                "penalty": penalty,
                "weights": model.coef_.round(7).flatten().tolist(),
                "biases": (model.intercept_ - model.intercept_.mean()).round(7).tolist(),
            }
        )
    with open(sys.argv[1], "w") as stream:
        json.dump(
            {
                "width": WIDTH,
                "samples": [float(value) for value in samples.flatten()],
                "labels": labels.tolist(),
                "solutions": solutions,
            },
            stream,
        )
        stream.write("\n")


if __name__ == "__main__":
    main()
