"""Short phrases of our own for every General MIDI program and drum kit, played by a sound font."""

import numpy as np
import tinysoundfont

from .frontend import SAMPLE_RATE

PHRASE_SECONDS, TAIL_SECONDS, VELOCITIES = 12.0, 1.5, (60, 120)
DRUM_KITS = (0, 8, 16, 24, 25, 32, 40, 48)
DRUM_CHANNEL = 9
BASS_PROGRAMS = range(32, 40)
# Oboe and bassoon, which no teacher knows: these are all that the student hears of them.
MORE_PHRASES = {68: 10, 70: 10}
MORE_RANGES = {68: (58, 90), 70: (34, 70)}  # the instruments' own
CHORDS = ((0, 4, 7), (0, 3, 7), (0, 7, 12), (0, 4, 7, 10))


def _melody(rng, low, high):
    """(start, end, note) triples: runs, held notes and chords until the phrase is full."""
    notes, time = [], 0.0
    while time < PHRASE_SECONDS:
        base, kind = int(rng.integers(low, high)), rng.random()
        if kind < 0.35:
            step = rng.choice([0.125, 0.25, 0.25, 0.5])
            for _ in range(rng.integers(4, 10)):
                note = int(np.clip(base + rng.choice([0, 2, 4, 5, 7, 9, 11, 12]) * rng.choice([1, 1, -1]), 24, 100))
                notes.append((time, time + 0.95 * step, note))
                time += step
        else:
            length = rng.choice([0.5, 1.0, 1.5, 2.0])
            chord = (0,) if kind < 0.7 else CHORDS[rng.integers(len(CHORDS))]
            notes += [(time, time + length - 0.02, min(100, base + interval)) for interval in chord]
            time += length
        time += rng.choice([0.0, 0.0, 0.25])
    return notes


def _drums(rng):
    notes, time = [], 0.0
    kit = [35, 36, 38, 40, 42, 42, 44, 46, 49, 51, 37, 39, 54, 56, 41, 45]
    while time < PHRASE_SECONDS:
        step, lone = rng.choice([0.125, 0.25, 0.5]), rng.random() < 0.5
        note = int(rng.integers(35, 81))
        for _ in range(rng.integers(1, 8)):
            notes.append((time, time + 0.1, note if lone else int(rng.choice(kit))))
            time += step
    return notes


def _play(synth, channel, notes, rng):
    events = sorted([(start, 1, note) for start, _, note in notes] + [(end, 0, note) for _, end, note in notes])
    parts, now = [], 0.0
    for time, on, note in events + [(events[-1][0] + TAIL_SECONDS, 0, events[-1][2])]:
        count = int(round((time - now) * SAMPLE_RATE))
        if count > 0:
            parts.append(np.frombuffer(bytes(synth.generate(count)), np.float32).reshape(-1, 2).mean(axis=1))
            now += count / SAMPLE_RATE
        synth.noteon(channel, note, int(rng.integers(*VELOCITIES))) if on else synth.noteoff(channel, note)
    return np.concatenate(parts)


def _phrase(synth, font, program, low, high, rng):
    synth.program_select(0, font, 0, program)
    samples = _play(synth, 0, _melody(rng, low, high), rng)
    synth.sounds_off()
    return samples


def render(sound_font, seed):
    """(name, samples) for each program and drum kit of a .sf2 file."""
    synth = tinysoundfont.Synth(samplerate=SAMPLE_RATE, gain=-6)
    font = synth.sfload(sound_font)
    rng = np.random.default_rng(seed)
    for program in range(128):
        low, high = (28, 52) if program in BASS_PROGRAMS else (45, 84)
        yield f"program-{program}", _phrase(synth, font, program, low, high, rng)
    for kit in DRUM_KITS:
        synth.program_select(DRUM_CHANNEL, font, 128, kit, True)
        yield f"drums-{kit}", _play(synth, DRUM_CHANNEL, _drums(rng), rng)
    for program, count in MORE_PHRASES.items():
        for phrase in range(count):
            yield f"{phrase + 1}/program-{program}", _phrase(synth, font, program, *MORE_RANGES[program], rng)
