#!/usr/bin/env python3
"""Tells which evaluation clips the corpus holds, so that neither is measured by what it was trained on.

  overlap.py --work DIR --clips DIR

Every decoded source, trained on or held out, is searched for every clip. labels/heard-clips.csv gets a row for each
clip that a source holds: evaluate.py and calibrate.py leave such clips out, corpus.py such sounds.
"""

import argparse
import csv
import os
import sys

import soundfile

from soundmodel import clips as clip_set
from soundmodel import corpus_store, fingerprint, labels

DEFAULT_WORK = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".work")
# Two recordings of one kind of sound reach 0.4 now and then, codecs and cuts leave more than 0.6 of one recording.
LEAST_CORRELATION = 0.5


def search(source, clips, index):
    """Rows (clip, source, sound, correlation) for one decoded source."""
    for k, name in enumerate(source.names):
        recording = source.clip(k).astype("float32") / 32768
        for match in index.matches(recording):
            clip = clips[match.number]
            likeness = fingerprint.correlation(clip.samples, recording, match.lag)
            if likeness >= LEAST_CORRELATION:
                yield clip.name, source.name, name, likeness


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default=DEFAULT_WORK)
    parser.add_argument("--clips", required=True, help="folder with labels.csv and 16 kHz mono files")
    parser.add_argument("--out", default=labels.HEARD_CLIPS)
    options = parser.parse_args()
    try:
        clips = clip_set.read(options.clips, with_heard=True)
        index, rows = fingerprint.Index([clip.samples for clip in clips]), []
        for role in corpus_store.ROLES:
            for source in corpus_store.read(os.path.join(options.work, "decoded"), role):
                for row in search(source, clips, index):
                    rows.append((*row[:3], role, f"{row[3]:.2f}"))
                    print(*rows[-1], flush=True)
    except (clip_set.ClipError, corpus_store.ManifestError, OSError, soundfile.LibsndfileError) as error:
        sys.exit(f"overlap: {error}")
    with open(options.out, "w", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["clip", "source", "sound", "role", "correlation"])
        writer.writerows(sorted(rows))
    print(f"{options.out}: {len({row[0] for row in rows})} of {len(clips)} clips")


if __name__ == "__main__":
    main()
