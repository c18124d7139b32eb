"""Sound as lossy codecs leave it: what phones, streams and old files do to a recording."""

import io

import numpy as np
import soundfile
import soxr

from .frontend import SAMPLE_RATE

# name: format and subtype of libsndfile, the sample rate that is coded, how often it is drawn; how far the quality
# may go down, where the codec has one (0 is the best, 1 the smallest)
CODECS = {
    "mp3": ("MP3", "MPEG_LAYER_III", 16000, 0.25, 0.95),
    "vorbis": ("OGG", "VORBIS", 16000, 0.2, 1.0),
    "opus": ("OGG", "OPUS", 16000, 0.1, 0.95),
    "adpcm": ("WAV", "IMA_ADPCM", 16000, 0.15, None),
    "eight bits": ("WAV", "PCM_U8", 16000, 0.1, None),
    "telephone": ("WAV", "ULAW", 8000, 0.15, None),
    "mobile telephone": ("WAV", "GSM610", 8000, 0.05, None),
}
FULL_SCALE = 0.9


def drawn(rng):
    """(codec, quality) at random; the quality is None where the codec has none."""
    names = list(CODECS)
    name = names[rng.choice(len(names), p=[CODECS[name][3] for name in names])]
    lowest = CODECS[name][4]
    return name, None if lowest is None else float(rng.uniform(0, lowest))


def coded(samples, codec, quality=None):
    """Samples at 16 kHz, encoded at nearly full scale and decoded again; as many, and as loud, as were given.

    What comes back may lie some milliseconds beside the original, and a telephone's has nothing above 4 kHz.
    """
    kind, subtype, rate, _, _ = CODECS[codec]
    peak = float(np.abs(samples).max(initial=0))
    if not peak:
        return samples
    scale = FULL_SCALE / peak
    sound = soxr.resample(samples, SAMPLE_RATE, rate, quality="LQ") if rate != SAMPLE_RATE else samples
    stream = io.BytesIO()
    options = {} if quality is None else dict(compression_level=quality)
    with soundfile.SoundFile(stream, "w", rate, 1, subtype=subtype, format=kind, **options) as file:
        file.write(np.clip(sound * scale, -1, 1))
    stream.seek(0)
    sound, found = soundfile.read(stream, dtype="float32")
    if found != SAMPLE_RATE:
        sound = soxr.resample(sound, found, SAMPLE_RATE, quality="LQ")
    sound = sound[: len(samples)] / np.float32(scale)
    return np.pad(sound, (0, len(samples) - len(sound))).astype(np.float32)
