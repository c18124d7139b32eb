#!/usr/bin/env python3
"""Puts a training's best weights where the next one starts, small enough for the repository, and its curve beside them.

  keep_checkpoint.py --weights .work/best.pt              to checkpoints/student.pt and checkpoints/curve.jsonl

The shipped model is exported from the kept file, so that the two always agree. The curve is curve.jsonl beside the
weights, which train.py writes; what the kept one lacks of it is appended, with the hours of all trainings counted on.
"""

import argparse
import json
import os
import sys

from soundmodel.folded import NetworkFileError
from soundmodel.student import load_checkpoint, save_compact
from train import START

TOTAL = "total_sound_hours"  # of the trainings in the kept curve, up to the record


def read_curve(path):
    """The records of a curve, none where there is no such file; raises ValueError for a line that is none."""
    if not os.path.exists(path):
        return []
    records = []
    with open(path) as stream:
        for number, line in enumerate(stream, 1):
            try:
                record = json.loads(line)
                records.append({**record, "step": int(record["step"]), "sound_hours": float(record["sound_hours"])})
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{path}:{number}: found no record of a training: {error!r}") from error
    return records


def hours(records):
    """What all trainings of a curve heard: each begins with step 0."""
    ends = [a for a, b in zip(records, records[1:]) if b["step"] == 0] + records[-1:]
    return round(sum(record["sound_hours"] for record in ends), 1)


def append_curve(curve, kept):
    """Appends to the file `kept` what it lacks of the file `curve`; returns how many records that was."""
    records, before = read_curve(curve), read_curve(kept)
    plain = [{name: value for name, value in record.items() if name != TOTAL} for record in before]
    # A training that was kept before its end is continued.
    known = max(k for k in range(min(len(plain), len(records)) + 1) if plain[len(plain) - k :] == records[:k])
    lines = []
    for k in range(known, len(records)):
        lines.append(json.dumps({**records[k], TOTAL: hours(plain + records[known : k + 1])}) + "\n")
    with open(kept, "a") as stream:
        stream.writelines(lines)
    return len(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--curve", help="default: curve.jsonl beside the weights")
    parser.add_argument("--out", default=START)
    options = parser.parse_args()
    curve = options.curve or beside(options.weights)
    try:
        os.makedirs(os.path.dirname(os.path.abspath(options.out)), exist_ok=True)
        save_compact(load_checkpoint(options.weights), options.out)
        count = append_curve(curve, beside(options.out))
    except (NetworkFileError, OSError, ValueError) as error:
        sys.exit(f"keep_checkpoint: {error}")
    print(f"{options.out}: {os.path.getsize(options.out) / 1e6:.2f} MB")
    print(f"{beside(options.out)}: {count} records more, from {curve}")


def beside(weights):
    """The curve in the folder of some weights."""
    return os.path.join(os.path.dirname(os.path.abspath(weights)), "curve.jsonl")


if __name__ == "__main__":
    main()
