#!/usr/bin/env python3
"""Fetches and decodes the training sound.

  corpus.py fetch  --work DIR                     Debian packages of corpus.csv, downloaded and unpacked
  corpus.py decode --work DIR [--extra DIR]       everything present to 16 kHz clips, once
  corpus.py list   --work DIR                     hours by source, and what is missing

Both steps go on where they were stopped. What cannot be had or decoded is named and left out; the exit status is 1 at
the end where a source of corpus.csv could not be had. WORK/packages.csv records the version and digest of each package,
WORK/decoded/skipped.csv each file that is left out, with the reason.
"""

import argparse
import collections
import csv
import functools
import glob
import multiprocessing
import os
import re
import shutil
import sys

import numpy as np
import soundfile
import soxr

from soundmodel import corpus_store, decoding, labels, packages, speaking
from soundmodel.frontend import SAMPLE_RATE

DEFAULT_WORK = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".work")
LONGEST_COLLECTION = 4 * 3600  # seconds
# Packages that are of use only together.
TOGETHER = {"espeak-ng": speaking.PACKAGES}
# Sounds that the open evaluation set holds: of the stamps package only the spoken descriptions are trained on. Of
# Minetest, what `make bench-events` measures with. Others are in labels/heard-clips.csv.
EVALUATION_MATERIAL = re.compile(
    r"tuxpaint.*/stamps/(?!.*(_desc|/symbols/))|fire_small\.ogg|"
    r"minetest-data.*/(env_sounds_water\.[34]|fire_large|default_furnace_active|default_break_glass\.3|"
    r"doors_door_close|doors_glass_door_open)\.ogg"
)
# A file under a sampling licence in a package whose other sounds are free.
OTHER_LICENCE = re.compile(r"instruments__resource__drum_kit\.ogg")


def fetch(options):
    """Downloads and unpacks each Debian package that is not there yet; returns the names of those not to be had."""
    downloads, folder = os.path.join(options.work, "debs"), os.path.join(options.work, "packages")
    os.makedirs(downloads, exist_ok=True)
    os.makedirs(folder, exist_ok=True)
    names = [s.name.removeprefix("render:") for s in corpus_store.manifest() if s.kind != "extra"]
    due = [name for name in names if not os.path.isdir(os.path.join(folder, name))]
    missing = [name for name in due if not fetch_source(name, downloads, folder, options.work)]
    print(f"{len(due) - len(missing)} fetched, {len(names) - len(due)} there before, {len(missing)} not to be had")
    return missing


def fetch_source(name, downloads, folder, work):
    """Whether the package of a source could be had, with those that it is of use with; says why where it could not."""
    target = os.path.join(folder, name)
    part = target + ".part"
    shutil.rmtree(part, ignore_errors=True)
    for package in TOGETHER.get(name, (name,)):
        try:
            packages.fetch(package, part, downloads, os.path.join(work, "packages.csv"))
        except decoding.Unusable as reason:
            print(f"skipped {package}: {reason}", flush=True)
            return False
    os.rename(part, target)
    print(f"fetched {name}", flush=True)
    return True


def own_name(path):
    """A sound's own file name, also where it was unpacked from an archive with its path in the name."""
    return os.path.basename(path).split("__")[-1]


def package_clips(source, options, pool):
    """(clip, digest, name) of a Debian package, until its hours are full."""
    root = os.path.join(options.work, "packages", source.name)
    if not os.path.isdir(root):
        raise decoding.Unusable("package not fetched")
    scratch = os.path.join(options.work, "unpacked", source.name)
    shutil.rmtree(scratch, ignore_errors=True)  # of an earlier decoding
    paths, skipped = decoding.sound_files(root, scratch)
    for path, reason in skipped:
        yield None, reason, os.path.relpath(path, options.work)
    heard = {own_name(sound) for _, name, sound in labels.heard_clips() if name == source.name}
    paths = [path for path in paths if not EVALUATION_MATERIAL.search(path) and not OTHER_LICENCE.search(path)]
    paths = [path for path in paths if own_name(path) not in heard]
    np.random.default_rng(0).shuffle(paths)
    for path, (kept, reasons) in zip(paths, pool.imap(decoding.clips, paths, chunksize=4)):
        name = os.path.relpath(path, options.work)
        for reason in reasons:
            yield None, reason, name
        for clip, digest in kept:
            yield clip, digest, name


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
            try:
                yield *extra_clip(samples, row), row["original_path"]
            except decoding.Unusable as reason:
                yield None, str(reason), row["original_path"]


def extra_clip(samples, row):
    """(clip, digest) of a row of the index; raises Unusable with the reason."""
    if corpus_store.forbids(row["licence"]):
        raise decoding.Unusable("licence of the clip")
    start, length = int(row["start_sample_16k"]), int(row["length_samples_16k"])
    if start + length > len(samples):
        raise decoding.Unusable("beyond the end of a file that is cut short")
    clip = decoding.clean(samples[start : start + length])
    return clip, corpus_store.digest(clip)


def rendered_clips(source, options, pool):
    """(clip, digest, name) of what a sound font plays or eSpeak NG says."""
    root, count = os.path.join(options.work, "packages", source.name.removeprefix("render:")), 0
    for name, make in rendered(source, root):
        try:
            clip = decoding.clean(make())
        except decoding.Unusable as error:
            reason = str(error)
            yield None, reason, name
            continue
        count += 1
        yield clip, corpus_store.digest(clip), name
    if not count:
        raise decoding.Unusable(f"nothing could be made: {reason}")


def rendered(source, root):
    """(name, function that makes it) of samples at 16 kHz."""
    if source.name == "render:espeak-ng":
        return ((name, functools.partial(spoken, say)) for name, say in speaking.speak(root, seed=7))
    fonts = glob.glob(os.path.join(root, "usr/share/sounds/sf2/*.sf2"))
    if not fonts:
        raise decoding.Unusable("sound font not fetched")
    from soundmodel.rendering import render

    return ((name, functools.partial(np.asarray, samples)) for name, samples in render(fonts[0], seed=7))


def spoken(say):
    samples, rate = say()
    return soxr.resample(samples, rate, SAMPLE_RATE)


READERS = dict(debian=package_clips, extra=extra_clips, render=rendered_clips)


def decode(options):
    """Decodes every source that is present and not decoded yet, or named anew; drops duplicates across sources.

    Returns the names of those that cannot be had.
    """
    folder, missing = os.path.join(options.work, "decoded"), []
    os.makedirs(folder, exist_ok=True)
    sources = corpus_store.manifest()
    due = sources_due(sources, folder, options.again)
    written = [source for source in sources if due and corpus_store.is_written(folder, source)]
    known = {source.name: corpus_store.digests(folder, source) for source in written}
    with multiprocessing.Pool(options.processes) as pool:
        for source in due:
            others = set().union(*(digests for name, digests in known.items() if name != source.name))
            if decode_source(source, options, pool, folder, others):
                known[source.name] = corpus_store.digests(folder, source)
            else:
                missing.append(source.name)
    print(f"{len(due) - len(missing)} decoded, {len(sources) - len(due)} there before, {len(missing)} not to be had")
    tell_older(folder, sources)
    return missing


def sources_due(sources, folder, again):
    """The sources to decode; raises ManifestError for a name that is none's."""
    for name in set(again) - {source.name for source in sources}:
        raise corpus_store.ManifestError(f"--again: found '{name}', expected a source of {corpus_store.MANIFEST}")
    return [source for source in sources if source.name in again or not corpus_store.is_written(folder, source)]


def older(folder, sources):
    """The sources that an older decoder made, which may not have known all their files."""
    written = (source for source in sources if corpus_store.is_written(folder, source))
    return [source for source in written if corpus_store.decoder(folder, source) < decoding.VERSION]


def tell_older(folder, sources):
    if count := len(older(folder, sources)):
        print(f"{count} sources are an older decoder's ('list' names them): decode --again SOURCE... decodes them anew")


def decode_source(source, options, pool, folder, known):
    """Whether the source could be had; its clips are stored, but those whose digests are `known`."""
    clips, names, digests, skipped, total = [], [], {}, [], 0
    try:
        for clip, digest, name in READERS[source.kind](source, options, pool):
            if clip is None or digest in known or digest in digests:
                skipped.append((name, digest if clip is None else "duplicate"))
                continue
            digests[digest] = None  # a dictionary, to keep the order
            clips.append(clip)
            names.append(name)
            total += len(clip)
            if total > source.hours_at_most * 3600 * SAMPLE_RATE:
                break
    except decoding.Unusable as reason:
        print(f"skipped {source.name}: {reason}", flush=True)
        corpus_store.write_skipped(folder, source, [*skipped, ("", str(reason))])
        return False
    corpus_store.write(folder, source, clips, names, digests, decoding.VERSION)
    corpus_store.write_skipped(folder, source, skipped)
    reasons = collections.Counter(reason for _, reason in skipped).most_common(4)
    left_out = ", ".join(f"{count} {reason}" for reason, count in reasons)
    print(
        f"{source.name}: {len(clips)} clips, {total / SAMPLE_RATE / 3600:.3f} h"
        + (f"; left out: {left_out}" if left_out else ""),
        flush=True,
    )
    return True


def list_sources(options):
    folder, total = os.path.join(options.work, "decoded"), collections.Counter()
    for role in corpus_store.ROLES:
        for decoded in corpus_store.read(folder, role):
            hours = len(decoded.samples) / SAMPLE_RATE / 3600
            total[role] += hours
            print(f"{role:9s} {hours:6.3f} h {len(decoded):6d} clips  {decoded.name}")
    sources = corpus_store.manifest()
    for source in sources:
        if not corpus_store.is_written(folder, source):
            print(f"missing   {source.name}")
    for source in older(folder, sources):
        print(f"older     {source.name}")
    tell_older(folder, sources)
    print({role: round(hours, 2) for role, hours in total.items()})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("fetch", "decode", "list"))
    parser.add_argument("--work", default=DEFAULT_WORK, help="folder for everything large (default Training/.work)")
    parser.add_argument(
        "--extra", default=os.path.join(DEFAULT_WORK, "extra"), help="folder with collected .opus files and index.csv"
    )
    parser.add_argument(
        "--again", nargs="+", default=[], metavar="SOURCE", help="with decode: also these, which are decoded already"
    )
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    try:
        missing = dict(fetch=fetch, decode=decode, list=list_sources)[options.step](options)
    except (corpus_store.ManifestError, OSError, soundfile.LibsndfileError) as error:
        sys.exit(f"corpus: {error}")
    if missing:
        sys.exit(f"corpus: {options.step}: not to be had: {' '.join(missing)}")


if __name__ == "__main__":
    main()
