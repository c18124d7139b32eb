"""Sound files to clips: 16 kHz mono float32, trimmed, at most half a minute each."""

import hashlib
import io
import os
import re
import subprocess
import tarfile
import zipfile

import numpy as np
import soundfile
import soxr

from . import packed
from .frontend import SAMPLE_RATE

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
LARGEST_MEMBER = 60_000_000  # bytes of one file inside an archive
SILENCE = 1e-4  # a peak below -80 dBFS
FFMPEG_SECONDS = 60


class Unusable(Exception):
    """A file or clip that is left out; the message is the reason."""


def suffix(path):
    return os.path.splitext(path)[1].lower()


def sound_files(root, scratch):
    """Paths of the sound files under `root`; those inside archives are unpacked to `scratch`."""
    found = []
    for folder, _, names in sorted(os.walk(root)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.islink(path):
                continue
            if suffix(name) in SOUND_SUFFIXES:
                found.append(path)
            elif suffix(name) in ARCHIVE_SUFFIXES:
                found += _unpack(path, scratch)
            elif suffix(name) in PACKED_SUFFIXES:
                found += _unpack_resources(path, scratch)
            elif not suffix(name) and _begins_as_sound(path):
                found.append(path)
    return found


def _begins_as_sound(path):
    """Whether a file without a suffix holds sound."""
    with open(path, "rb") as stream:
        return MAGICS.match(stream.read(12)) is not None


def _unpack_resources(path, scratch):
    """Writes the sound files of a game's resource file flat into `scratch`."""
    written = []
    try:
        with open(path, "rb") as stream:
            for name, content in packed.members(stream.read()):
                if _wanted(name, len(content)):
                    written.append(_copy(path, scratch, name, len(content), io.BytesIO, content))
    except (OSError, packed.Damaged) as error:
        print(f"  skipped {path}: {error}")
    return written


def _unpack(path, scratch):
    """Writes the archive's sound files flat into `scratch`, so that no member's path leads elsewhere."""
    written = []
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                members = [(m.filename, m.file_size, archive.open, m) for m in archive.infolist() if not m.is_dir()]
                written = [_copy(path, scratch, *m) for m in members if _wanted(*m[:2])]
        elif tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                members = [(m.name, m.size, archive.extractfile, m) for m in archive if m.isfile()]
                written = [_copy(path, scratch, *m) for m in members if _wanted(*m[:2])]
    except (OSError, RuntimeError, zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        print(f"  skipped archive {path}: {error}")
    return written


def _wanted(name, size):
    return suffix(name) in SOUND_SUFFIXES and size <= LARGEST_MEMBER


def _copy(archive_path, scratch, name, size, opener, member):
    os.makedirs(scratch, exist_ok=True)
    target = os.path.join(scratch, os.path.basename(archive_path) + "__" + name.replace("/", "__").replace("\\", "__"))
    with opener(member) as source, open(target, "wb") as stream:
        stream.write(source.read(LARGEST_MEMBER))
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
        data = subprocess.run(command, stdout=subprocess.PIPE, timeout=FFMPEG_SECONDS, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unusable(f"ffmpeg: {error}") from error
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


def digest(clip):
    """A name for the clip's exact samples, to find duplicates."""
    return hashlib.sha1(clip.tobytes()).hexdigest()


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
            kept.append((clip, digest(clip)))
        except Unusable as reason:
            reasons.append(str(reason))
    return kept, reasons
