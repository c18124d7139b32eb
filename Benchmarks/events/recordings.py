"""Makes recordings whose events are known: real clips pasted at known times into real backgrounds.

Two halves share no background but the room, and no clip: settings are chosen on the first, figures are told of the second.
"""
import random
import subprocess
import wave
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

RATE = 16_000
LENGTH = 60.0                     # seconds of a recording
LEVELS = (20, 10, 0)              # dB of a sound over its background
AUDIBLE = -30                     # dB below a clip's loudest 10 ms: quieter edges are cut off
PAUSES = (1.5, 5.0)               # seconds between two sounds
TAKES = 2                         # recordings of each background at each level
SLACK = 1.0                       # seconds around a clip in which its kindred labels are no mistake


@dataclass(frozen=True)
class Kind:
    """A kind of sound: the labels that are right for its clips, labels that are no mistake, and the clips of each half."""
    labels: tuple
    clips: tuple
    kindred: tuple = ()


ANIMALS = "stamps/animals/"
BIRDS = ("bird", "bird_vocalization", "bird_chirp_tweet", "bird_squawk")
FOWL = ("fowl", "chicken", "chicken_cluck", "rooster_crow", "duck_quack", "goose_honk", "turkey_gobble")
STRINGS = ("cello", "violin_fiddle", "bowed_string_instrument", "double_bass")
MUSIC = ("music", "orchestra", "plucked_string_instrument", "wind_instrument", "brass_instrument")
DRUMS = ("drum", "drum_kit", "snare_drum", "bass_drum", "percussion", "timpani", "cymbal", "hi_hat")
VOICES = ("babble", "chatter", "whispering", "shout", "singing", "rapping", "sigh", "crowd", "children_shouting")
SIRENS = ("siren", "fire_engine_siren", "ambulance_siren", "police_siren", "emergency_vehicle", "civil_defense_siren")
BLOWS = ("thump_thud", "tap", "knock", "click", "tick", "slap_smack", "crushing")

KINDS = {
    "dog": Kind(("dog", "dog_bark", "dog_bow_wow", "dog_growl", "dog_howl", "dog_whimper", "coyote_howl"),
                ([ANIMALS + "mammals/dogs/dog"], [ANIMALS + "mammals/dogs/fox"])),
    "chicken": Kind(("chicken", "chicken_cluck", "rooster_crow", "fowl"),
                    ([ANIMALS + "birds/rooster"], [ANIMALS + "birds/hen"]), BIRDS),
    "cow": Kind(("cow_moo",), ([ANIMALS + "mammals/bovines/cow_white"], [ANIMALS + "mammals/bovines/cow", ANIMALS + "mammals/bovines/bull"])),
    "sheep": Kind(("sheep_bleat",), ([ANIMALS + "mammals/bovines/sheep", ANIMALS + "mammals/bovines/goat"],
                                     [ANIMALS + "mammals/bovines/sheep_lamb", ANIMALS + "mammals/bovines/ram"])),
    "duck": Kind(("duck_quack",), ([ANIMALS + "birds/duck"], [ANIMALS + "birds/drake"]), BIRDS + FOWL),
    "goose": Kind(("goose_honk",), ([], [ANIMALS + "birds/gander"]), BIRDS + FOWL),
    "turkey": Kind(("turkey_gobble",), ([], [ANIMALS + "birds/turkey"]), BIRDS + FOWL),
    "crow": Kind(("crow_caw",), ([ANIMALS + "birds/crow"], []), BIRDS),
    "owl": Kind(("owl_hoot",), ([], [ANIMALS + "birds/owl"]), BIRDS),
    "bird": Kind(BIRDS, ([ANIMALS + "birds/blackbird"], [ANIMALS + "birds/lark", ANIMALS + "birds/seagull"]), ("pigeon_dove_coo", "crow_caw")),
    "pig": Kind(("pig_oink",), ([ANIMALS + "mammals/pig"], [ANIMALS + "mammals/pig_golden"])),
    "horse": Kind(("horse_neigh",), ([ANIMALS + "mammals/equines/horse"], []), ("horse_clip_clop",)),
    "frog": Kind(("frog", "frog_croak"), ([], [ANIMALS + "amphibians/frog"])),
    "lion": Kind(("lion_roar",), ([ANIMALS + "mammals/cats/lion"], [ANIMALS + "mammals/cats/tiger"])),
    "insect": Kind(("insect", "bee_buzz", "fly_buzz", "mosquito_buzz", "cricket_chirp"),
                   ([ANIMALS + "insects/mosquito", ANIMALS + "insects/grasshopper"], [ANIMALS + "insects/bee", ANIMALS + "insects/hornet"])),
    "whale": Kind(("whale_vocalization",), ([ANIMALS + "mammals/aquatic/whale"], [ANIMALS + "mammals/aquatic/orca"])),
    "strings": Kind(STRINGS, (["stamps/hobbies/music/string/cello"], ["stamps/hobbies/music/string/violin"]), MUSIC),
    "drums": Kind(DRUMS, (["stamps/hobbies/music/percussion/drum_tomtom_floor", "stamps/hobbies/music/percussion/cymbal_crash"],
                          ["stamps/hobbies/music/percussion/drumkit"]), MUSIC + BLOWS + ("gong",)),
    "bassoon": Kind(("bassoon",), ([], ["stamps/hobbies/music/wind/bassoon"]), MUSIC + ("oboe", "clarinet", "saxophone", "french_horn")),
    "toilet": Kind(("toilet_flush",), ([], ["stamps/household/toilet"])),
    "thunder": Kind(("thunder", "thunderstorm"), ([], ["stamps/naturalforces/lightningbolt"]), ("rain", "raindrop", "boom")),
    "fireworks": Kind(("fireworks", "firecracker"), (["stamps/seasonal/newyears/fireworks"], []), ("boom", "gunshot_gunfire", "artillery_fire")),
    "siren": Kind(SIRENS, (["stamps/vehicles/emergency/firetruck"], []), ("truck", "engine", "car_horn", "air_horn", "traffic_noise")),
    "glass": Kind(("glass_breaking", "glass_clink"), (["minetest/default_break_glass.1", "minetest/default_break_glass.2"],
                                                      ["minetest/default_break_glass.3"]), ("dishes_pots_pans", "crushing")),
    "door": Kind(("door", "door_slam", "door_sliding", "drawer_open_close"),
                 (["minetest/doors_door_open", "minetest/doors_steel_door_close"],
                  ["minetest/doors_door_close", "minetest/doors_glass_door_open"]), BLOWS + ("squeak",)),
    "speech": Kind(("speech",), ([f"stamps/symbols/math/{name}" for name in ("1_de", "2_fr", "3_es")] + ["stamps/hobbies/music/string/cello_desc_be"],
                                 [f"stamps/symbols/math/{name}" for name in ("7_nl", "5_sv", "8_ru")] + ["stamps/hobbies/music/wind/bassoon_desc_ro"]), VOICES),
}

WATER = ("water", "stream_burbling", "waterfall", "water_tap_faucet", "sink_filling_washing", "bathtub_filling_washing", "liquid_trickle_dribble",
         "liquid_pouring", "liquid_splashing", "liquid_filling_container", "liquid_dripping", "liquid_sloshing", "liquid_spraying", "gurgling",
         "underwater_bubbling", "boiling", "rain", "raindrop", "ocean", "sea_waves", "rowboat_canoe_kayak")
FIRE = ("fire", "fire_crackle", "wood_cracking", "rain", "raindrop", "frying_food", "crumpling_crinkling", "wind")
RUMBLE = ("wind", "wind_noise_microphone", "wind_rustling_leaves", "engine", "engine_idling", "ocean", "thunder", "thunderstorm", "traffic_noise",
          "airplane", "aircraft", "mechanical_fan", "air_conditioner")
# The recordings of each half, with what may rightly be heard in them all the time.
BACKGROUNDS = (
    {"env_sounds_water.1": WATER, "env_sounds_water.2": WATER, "fire_small": FIRE, "room": RUMBLE},
    {"env_sounds_water.3": WATER, "env_sounds_water.4": WATER, "fire_large": FIRE, "default_furnace_active": FIRE + RUMBLE, "room": RUMBLE},
)


@dataclass
class Recording:
    """A file, its events (start, end, kind) in seconds, and the labels that are no mistake in a stretch (start, end, labels)."""
    path: Path
    events: list = field(default_factory=list)
    allowed: list = field(default_factory=list)


def decode(path):
    raw = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"],
                         check=True, stdout=subprocess.PIPE).stdout
    return np.frombuffer(raw, np.float32)


def loudness(samples):
    return 10 * np.log10(np.mean(samples ** 2) + 1e-12)


def audible(clip):
    """The clip without its quiet edges."""
    frame = RATE // 100
    frames = clip[:len(clip) // frame * frame].reshape(-1, frame)
    levels = 10 * np.log10(np.mean(frames ** 2, axis=1) + 1e-12)
    heard = np.flatnonzero(levels > levels.max() + AUDIBLE)
    return clip[heard[0] * frame:(heard[-1] + 1) * frame]


def make_background(name, half, folder):
    """(samples, level in dB) of a whole recording's background."""
    count = int(LENGTH * RATE)
    if name == "room":            # a quiet room: low rumble
        noise = np.cumsum(np.random.default_rng(half).normal(size=count)).astype(np.float32)
        noise -= np.convolve(noise, np.ones(RATE // 10) / (RATE // 10), "same")
        level = -65
    else:
        loop = decode(folder / f"minetest/{name}.ogg")
        noise = np.tile(loop, count // len(loop) + 1)[:count]
        level = -40
    return noise * 10 ** ((level - loudness(noise)) / 20), level


def make_half(half, clips_folder, folder):
    """Writes the recordings of a half; the same numbers give the same bytes."""
    numbers = random.Random(half)
    clips = [(kind, audible(decode(clips_folder / f"{name}.ogg"))) for kind, entry in KINDS.items() for name in entry.clips[half]]
    recordings = []
    for name, heard in BACKGROUNDS[half].items():
        background, background_level = make_background(name, half, clips_folder)
        for level in LEVELS:
            for take in range(TAKES):
                recording = Recording(folder / f"half{half}-{name}-{level}dB-{take}.wav", allowed=[(0.0, LENGTH, heard)])
                mixed, position = background.copy(), numbers.uniform(1, 4)
                for kind, clip in numbers.sample(clips, len(clips)):
                    start = int(position * RATE)
                    if start + len(clip) > len(mixed) - RATE:
                        break
                    mixed[start:start + len(clip)] += clip * 10 ** ((background_level + level - loudness(clip)) / 20)
                    begin, end = start / RATE, (start + len(clip)) / RATE
                    recording.events.append((begin, end, kind))
                    recording.allowed.append((begin - SLACK, end + SLACK, KINDS[kind].kindred))
                    position = end + numbers.uniform(*PAUSES)
                with wave.open(str(recording.path), "wb") as out:
                    out.setnchannels(1), out.setsampwidth(2), out.setframerate(RATE)
                    out.writeframes((np.clip(mixed, -1, 1) * 32767).astype("<i2").tobytes())
                recordings.append(recording)
    return recordings


def judged(recording, found):
    """The found events that count: those of a known event's kind at its time, and those that nothing allows, which are mistakes."""
    def counts(event):
        start, end, name = event
        if any(name == kind and start < known_end and end > known_start for known_start, known_end, kind in recording.events):
            return True
        labels = KINDS[name].labels if name in KINDS else (name,)
        return not any(start < allowed_end and end > allowed_start and any(label in heard for label in labels)
                       for allowed_start, allowed_end, heard in recording.allowed)
    return [event for event in found if counts(event)]
