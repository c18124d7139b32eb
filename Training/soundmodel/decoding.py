"""Sound files to clips: 16 kHz mono float32, trimmed, at most half a minute each."""

import functools
import hashlib
import lzma
import os
import re
import subprocess
import tarfile
import zipfile
import zlib

import numpy as np
import soundfile
import soxr

from . import corpus_store, packed
from .frontend import SAMPLE_RATE

# Counted up where files become readable, or clips come out differently: corpus.py then names the sources of before.
VERSION = 1
SOUND_SUFFIXES = {
    ".wav",
    ".ogg",
    ".oga",
    ".mp3",
    ".flac",
    ".opus",
    ".aif",
    ".aiff",
    ".au",
    ".g722",
    ".gsm",
    ".voc",
    ".spx",
    ".m4a",
    ".caf",
    ".snd",
    ".mp2",
    ".aac",
    ".wma",
    ".iff",
    ".8svx",
    ".wv",
}
ARCHIVE_SUFFIXES = {".zip", ".pk3", ".pk4", ".wz", ".scs", ".h2drumkit", ".sb2", ".sb", ".lmz", ".s2z", ".jar"}
PACKED_SUFFIXES = {".rcc", ".wad"}
# The first bytes of a sound file: formats that games also keep under names of their own.
MAGICS = re.compile(rb"OggS|RIFF....WAVE|fLaC|FORM....AIF[FC]|ID3|wvpk", re.DOTALL)
LONGEST_WHOLE, CUT_LENGTH, CUTS = 40.0, 9.6, (0.12, 0.45, 0.78)  # seconds, and places in a longer file
LONGEST_CLIP = 30.0
SILENCE = 1e-4  # a peak below -80 dBFS
FFMPEG_SECONDS = 60


class Unusable(Exception):
    """A file or clip that is left out; the message is the reason."""


# What reading a damaged archive, or one file of it, may raise.
UNREADABLE = (
    Unusable,
    packed.Damaged,
    OSError,
    RuntimeError,
    ValueError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    tarfile.TarError,
)


def suffix(path):
    return os.path.splitext(path)[1].lower()


def sound_files(root, scratch):
    """(paths, rows (path, reason) of what was skipped) under `root`; files in archives are unpacked to `scratch`."""
    found, skipped = [], []
    for folder, _, names in sorted(os.walk(root)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.islink(path) or not os.path.isfile(path):
                continue
            if suffix(name) in SOUND_SUFFIXES:
                found.append(path)
            elif suffix(name) in ARCHIVE_SUFFIXES | PACKED_SUFFIXES:
                _unpack(path, os.path.relpath(path, root), scratch, found, skipped)
            elif not suffix(name) and _begins_as_sound(path, skipped):
                found.append(path)
    return found, skipped


def _begins_as_sound(path, skipped):
    """Whether a file without a suffix holds sound."""
    try:
        with open(path, "rb") as stream:
            return MAGICS.match(stream.read(12)) is not None
    except OSError as error:
        skipped.append((path, str(error)))
        return False


def _unpack(path, place, scratch, found, skipped):
    """Writes an archive's sound files flat into `scratch`, so that no member's path leads elsewhere.

    `place` is the archive's path below the source's folder. What is damaged is named in `skipped`; the rest goes on.
    """
    try:
        for name, read in _members(path):
            try:
                found.append(_store(place, scratch, name, read()))
            except UNREADABLE as error:
                skipped.append((f"{path}:{name}", str(error)))
    except UNREADABLE as error:
        skipped.append((path, str(error)))


def _members(path):
    """(name, function that reads it) of each sound file in an archive."""
    if suffix(path) in PACKED_SUFFIXES:
        with open(path, "rb") as stream:
            members = packed.members(stream.read())
        yield from ((name, read) for name, read in members if _is_sound_name(name))
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if not member.is_dir() and _is_sound_name(member.filename):
                    yield member.filename, functools.partial(_bytes, member.file_size, archive.open, member)
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile() and _is_sound_name(member.name):
                    yield member.name, functools.partial(_bytes, member.size, archive.extractfile, member)
    else:
        raise Unusable("no archive that can be read")


def _is_sound_name(name):
    return suffix(name) in SOUND_SUFFIXES


def _bytes(size, opener, member):
    """A member's content; raises Unusable where it is larger than any sound that is wanted."""
    if size > packed.LARGEST_MEMBER:
        raise Unusable(f"larger than {packed.LARGEST_MEMBER} bytes")
    with opener(member) as stream:
        return stream.read(packed.LARGEST_MEMBER)


def _store(place, scratch, name, content):
    """Writes a member of the archive at `place`; two archives may share a base name, and two members a flat one."""
    os.makedirs(scratch, exist_ok=True)
    mark = hashlib.sha1(f"{place}\0{name}".encode(errors="surrogateescape")).hexdigest()[:8]
    flat = name.replace("/", "__").replace("\\", "__")
    target = os.path.join(scratch, f"{os.path.basename(place)}-{mark}__{flat}")
    with open(target, "wb") as stream:
        stream.write(content)
    return target


def _read(path):
    """The parts of a file worth keeping: the whole, or three cuts of a long one."""
    with soundfile.SoundFile(path) as stream:
        rate, frames = stream.samplerate, stream.frames
        if frames <= 0 or rate <= 0:
            raise Unusable("no samples")
        if frames / rate <= LONGEST_WHOLE:
            parts = [stream.read(dtype="float32", always_2d=True)]
        else:
            parts = []
            for place in CUTS:
                stream.seek(int(frames * place))
                parts.append(stream.read(int(CUT_LENGTH * rate), dtype="float32", always_2d=True))
    parts = [part.mean(axis=1) for part in parts]
    return [part if rate == SAMPLE_RATE else soxr.resample(part, rate, SAMPLE_RATE) for part in parts]


def read_with_ffmpeg(path, seconds):
    """The first `seconds` of whatever FFmpeg can read, as 16 kHz mono float32."""
    command = [
        "ffmpeg",
        "-v",
        "quiet",
        "-nostdin",
        "-t",
        str(seconds),
        "-i",
        path,
        "-ac",
        "1",
        "-ar",
        str(SAMPLE_RATE),
        "-f",
        "s16le",
        "-",
    ]
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, timeout=FFMPEG_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unusable(f"ffmpeg: {error}") from error
    data = run.stdout
    if run.returncode or not data:
        raise Unusable("cannot be decoded")
    return np.frombuffer(data[: len(data) // 2 * 2], "<i2").astype(np.float32) / 32768


def decode(path):
    """The file's parts as 16 kHz mono float32 arrays; raises Unusable with the reason."""
    try:
        return _read(path)
    except (soundfile.LibsndfileError, OSError, ValueError, MemoryError):
        return [read_with_ffmpeg(path, LONGEST_WHOLE)]


def clean(samples):
    """One clip: silence trimmed to 50 ms at both ends, at most LONGEST_CLIP seconds, peak 0.9, int16."""
    if len(samples) < SAMPLE_RATE // 20:
        raise Unusable("shorter than 50 ms")
    if not np.isfinite(samples).all():
        raise Unusable("samples that are not finite")
    peak = np.abs(samples).max()
    if peak < SILENCE:
        raise Unusable("silent")
    loud = np.flatnonzero(np.abs(samples) > 0.002 * peak)
    margin = SAMPLE_RATE // 20
    samples = samples[max(0, loud[0] - margin) : loud[-1] + margin][: int(LONGEST_CLIP * SAMPLE_RATE)]
    return np.round(samples * (0.9 * 32767 / peak)).astype(np.int16)


def clips(path):
    """(clips, reasons): the usable clips of a file with their digests, and why others were left out."""
    kept, reasons = [], []
    try:
        parts = decode(path)
    except Unusable as reason:
        return [], [str(reason)]
    for part in parts:
        try:
            clip = clean(part)
            kept.append((clip, corpus_store.digest(clip)))
        except Unusable as reason:
            reasons.append(str(reason))
    return kept, reasons
