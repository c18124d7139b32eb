#!/usr/bin/env python3
"""Fetches and decodes the training sound.

  corpus.py fetch  --work DIR                     Debian packages of corpus.csv, downloaded and unpacked
  corpus.py decode --work DIR [--extra DIR]       everything present to 16 kHz clips, once
  corpus.py list   --work DIR                     hours by source, and what is missing

Both steps go on where they were stopped. What cannot be had or decoded is named and left out.
"""

import argparse
import collections
import csv
import glob
import multiprocessing
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import soundfile
import soxr

from soundmodel import corpus_store, decoding, speaking
from soundmodel.frontend import SAMPLE_RATE

DEFAULT_WORK = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".work")
LONGEST_COLLECTION = 4 * 3600  # seconds
# Packages that are of use only together.
TOGETHER = {"espeak-ng": speaking.PACKAGES}
# Sounds that the open evaluation set holds: of the stamps package only the spoken descriptions are trained on.
EVALUATION_MATERIAL = re.compile(r"tuxpaint.*/stamps/(?!.*(_desc|/symbols/))|fire_small\.ogg|ardentryst.*/fire_loop\.ogg")

# A file under a sampling licence in a package whose other sounds are free.
OTHER_LICENCE = re.compile(r"instruments__resource__drum_kit\.ogg")


def fetch(options):
    """Downloads and unpacks each Debian package that is not there yet."""
    downloads, packages = os.path.join(options.work, "debs"), os.path.join(options.work, "packages")
    os.makedirs(downloads, exist_ok=True)
    os.makedirs(packages, exist_ok=True)
    for source in corpus_store.manifest():
        name = source.name.removeprefix("render:")
        target = os.path.join(packages, name)
        if source.kind == "extra" or os.path.isdir(target):
            continue
        part = target + ".part"
        shutil.rmtree(part, ignore_errors=True)
        if all(unpack(package, downloads, part) for package in TOGETHER.get(name, (name,))):
            os.rename(part, target)
            print(f"fetched {name}", flush=True)


def unpack(package, downloads, folder):
    """Downloads a Debian package and unpacks it into a folder; says why where it cannot."""
    run = subprocess.run(
        ["apt-get", "download", "-q", package], cwd=downloads, capture_output=True, text=True, check=False
    )
    files = glob.glob(os.path.join(downloads, package + "_*.deb"))
    if run.returncode or not files:
        print(f"skipped {package}: cannot be downloaded: {run.stderr.strip().splitlines()[-1:]}")
        return False
    unpacked = subprocess.run(["dpkg-deb", "--extract", files[0], folder], capture_output=True, text=True, check=False)
    os.remove(files[0])
    if unpacked.returncode:
        print(f"skipped {package}: cannot be unpacked: {unpacked.stderr.strip()}")
    return unpacked.returncode == 0


def package_clips(source, options, pool):
    """(clip, digest, name) of a Debian package, until its hours are full."""
    root = os.path.join(options.work, "packages", source.name)
    if not os.path.isdir(root):
        raise decoding.Unusable("package not fetched")
    paths = decoding.sound_files(root, os.path.join(options.work, "unpacked", source.name))
    paths = [path for path in paths if not EVALUATION_MATERIAL.search(path) and not OTHER_LICENCE.search(path)]
    np.random.default_rng(0).shuffle(paths)
    for path, (kept, reasons) in zip(paths, pool.imap(decoding.clips, paths, chunksize=4)):
        for reason in reasons:
            yield None, reason, path
        for clip, digest in kept:
            yield clip, digest, os.path.relpath(path, options.work)


def extra_clips(source, options, pool):
    """(clip, digest, name) of one collected Opus file, cut by the index beside it."""
    name = source.name.removeprefix("extra:") + ".opus"
    index = os.path.join(options.extra, "index.csv")
    if not os.path.exists(index) or not os.path.exists(os.path.join(options.extra, name)):
        raise decoding.Unusable(f"not present in {options.extra}")
    samples = decoding.read_with_ffmpeg(os.path.join(options.extra, name), LONGEST_COLLECTION)
    with open(index, newline="") as stream:
        for row in csv.DictReader(stream):
            if row["file"] != name:
                continue
            start = int(row["start_sample_16k"])
            part = samples[start : start + int(row["length_samples_16k"])]
            if corpus_store.forbids(row["licence"]):
                yield None, "licence of the clip", row["original_path"]
                continue
            try:
                clip = decoding.clean(part)
            except decoding.Unusable as reason:
                yield None, str(reason), row["original_path"]
                continue
            yield clip, decoding.digest(clip), row["original_path"]


def rendered_clips(source, options, pool):
    """(clip, digest, name) of what a sound font plays or eSpeak NG says."""
    root = os.path.join(options.work, "packages", source.name.removeprefix("render:"))
    for name, samples in rendered(source, root):
        try:
            clip = decoding.clean(samples)
        except decoding.Unusable as reason:
            yield None, str(reason), name
            continue
        yield clip, decoding.digest(clip), name


def rendered(source, root):
    """(name, samples) at 16 kHz."""
    if source.name == "render:espeak-ng":
        return ((name, soxr.resample(samples, rate, SAMPLE_RATE)) for name, samples, rate in speaking.speak(root, seed=7))
    fonts = glob.glob(os.path.join(root, "usr/share/sounds/sf2/*.sf2"))
    if not fonts:
        raise decoding.Unusable("sound font not fetched")
    from soundmodel.rendering import render

    return render(fonts[0], seed=7)


READERS = dict(debian=package_clips, extra=extra_clips, render=rendered_clips)


def decode(options):
    """Decodes every source that is present and not decoded yet; drops duplicates across sources."""
    folder = os.path.join(options.work, "decoded")
    os.makedirs(folder, exist_ok=True)
    known_path = os.path.join(folder, "digests.txt")
    known = set(open(known_path).read().split()) if os.path.exists(known_path) else set()
    with multiprocessing.Pool(options.processes) as pool:
        for source in corpus_store.manifest():
            if not corpus_store.is_written(folder, source):
                decode_source(source, options, pool, folder, known)
                with open(known_path + ".part", "w") as stream:
                    stream.write("\n".join(sorted(known)))
                os.replace(known_path + ".part", known_path)


def decode_source(source, options, pool, folder, known):
    clips, names, skipped, total = [], [], collections.Counter(), 0
    try:
        for clip, digest, name in READERS[source.kind](source, options, pool):
            if clip is None or digest in known:
                skipped[digest if clip is None else "duplicate"] += 1
                continue
            known.add(digest)
            clips.append(clip)
            names.append(name)
            total += len(clip)
            if total > source.hours_at_most * 3600 * SAMPLE_RATE:
                break
    except decoding.Unusable as reason:
        print(f"skipped {source.name}: {reason}", flush=True)
        return
    corpus_store.write(folder, source, clips, names)
    reasons = ", ".join(f"{count} {reason}" for reason, count in skipped.most_common(4))
    print(
        f"{source.name}: {len(clips)} clips, {total / SAMPLE_RATE / 3600:.3f} h"
        + (f"; left out: {reasons}" if reasons else ""),
        flush=True,
    )


def list_sources(options):
    folder, total = os.path.join(options.work, "decoded"), collections.Counter()
    for role in corpus_store.ROLES:
        for decoded in corpus_store.read(folder, role):
            hours = len(decoded.samples) / SAMPLE_RATE / 3600
            total[role] += hours
            print(f"{role:9s} {hours:6.3f} h {len(decoded):6d} clips  {decoded.name}")
    for source in corpus_store.manifest():
        if not corpus_store.is_written(folder, source):
            print(f"missing   {source.name}")
    print({role: round(hours, 2) for role, hours in total.items()})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("fetch", "decode", "list"))
    parser.add_argument("--work", default=DEFAULT_WORK, help="folder for everything large (default Training/.work)")
    parser.add_argument(
        "--extra", default=os.path.join(DEFAULT_WORK, "extra"), help="folder with collected .opus files and index.csv"
    )
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    try:
        dict(fetch=fetch, decode=decode, list=list_sources)[options.step](options)
    except (corpus_store.ManifestError, OSError, soundfile.LibsndfileError) as error:
        sys.exit(f"corpus: {error}")


if __name__ == "__main__":
    main()
