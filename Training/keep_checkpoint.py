#!/usr/bin/env python3
"""Puts a training's best weights where the next one starts, small enough for the repository.

  keep_checkpoint.py --weights .work/best.pt              to checkpoints/student.pt

The shipped model is exported from the kept file, so that the two always agree.
"""

import argparse
import os
import sys

from soundmodel.folded import NetworkFileError
from soundmodel.student import load_checkpoint, save_compact
from train import START


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--out", default=START)
    options = parser.parse_args()
    try:
        os.makedirs(os.path.dirname(os.path.abspath(options.out)), exist_ok=True)
        save_compact(load_checkpoint(options.weights), options.out)
    except (NetworkFileError, OSError) as error:
        sys.exit(f"keep_checkpoint: {error}")
    print(f"{options.out}: {os.path.getsize(options.out) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
