"""Sentences of our own, spoken by eSpeak NG in several languages and voices, whispered and shouted too."""

import functools
import glob
import io
import os
import subprocess

import numpy as np
import soundfile

from . import decoding

# The program, and what it needs beside it; all are unpacked into one folder.
PACKAGES = ("espeak-ng", "libespeak-ng1", "espeak-ng-data", "libpcaudio0", "libsonic0")
SENTENCES = {
    "en": (
        "The kettle is on, and the window is open.", "Who left the gate unlocked last night?",
        "Nineteen boxes went up the stairs, and one came down.", "Please wait behind the yellow line.",
        "No, I have never seen a heron on this roof.", "Turn left at the mill; then it is two hundred metres.",
    ),
    "de": (
        "Der Kessel pfeift, und das Fenster steht offen.", "Wer hat gestern das Tor nicht geschlossen?",
        "Heute gibt es Suppe mit frischem Brot.", "Achtung, die Leiter wackelt ein wenig.",
    ),
    "fr": (
        "La porte du jardin grince depuis hier soir.", "Combien de pommes reste-t-il dans le panier ?",
        "Nous partons demain avant le lever du soleil.", "Attention, le sol est encore mouillé.",
    ),
    "es": (
        "El tren de las siete llega con retraso.", "¿Quién ha dejado la luz encendida?",
        "Mañana compramos pan, queso y aceitunas.", "Cuidado, la sopa está muy caliente.",
    ),
}  # fmt: skip
VARIANTS = ("", "+m1", "+m3", "+m7", "+f1", "+f2", "+f4", "+croak", "+whisper", "+whisperf")
CLIPS = 150
LONGEST_RUN = 20  # seconds for one sentence


class Speaker:
    """The program, unpacked in `root` from its Debian packages."""

    def __init__(self, root):
        programs, data, libraries = (
            glob.glob(os.path.join(root, pattern))
            for pattern in ("usr/bin/espeak-ng", "usr/lib/*/espeak-ng-data", "usr/lib/*/")
        )
        if not (programs and data and libraries):
            raise decoding.Unusable("eSpeak NG not fetched")
        self.program = programs[0]
        self.environment = dict(
            os.environ, LD_LIBRARY_PATH=libraries[0], ESPEAK_DATA_PATH=os.path.dirname(data[0]), LC_ALL="C.UTF-8"
        )

    def say(self, text, voice, pitch, speed):
        """(samples, sample rate) of a sentence; pitch 0 to 99, speed in words a minute."""
        command = [self.program, "--stdout", "-v", voice, "-p", str(pitch), "-s", str(speed), "--", text]
        try:
            run = subprocess.run(command, env=self.environment, capture_output=True, check=False, timeout=LONGEST_RUN)
        except subprocess.TimeoutExpired as error:
            raise decoding.Unusable(f"eSpeak NG had not ended after {LONGEST_RUN} s") from error
        if run.returncode or not run.stdout:
            raise decoding.Unusable(f"eSpeak NG failed: {run.stderr.decode(errors='replace').strip()}")
        try:
            # Written to a pipe, the header's length is a placeholder.
            return soundfile.read(io.BytesIO(run.stdout), dtype="float32")
        except soundfile.LibsndfileError as error:
            raise decoding.Unusable(f"eSpeak NG wrote no sound: {error}") from error


def speak(root, seed):
    """(name, function that says it) of CLIPS sentences in random voices; it gives samples and their rate."""
    speaker, rng = Speaker(root), np.random.default_rng(seed)
    languages = sorted(SENTENCES)
    for number in range(CLIPS):
        language = languages[rng.integers(len(languages))]
        voice = language + VARIANTS[rng.integers(len(VARIANTS))]
        sentence = SENTENCES[language][rng.integers(len(SENTENCES[language]))]
        pitch, speed = int(rng.integers(20, 80)), int(rng.integers(120, 230))
        yield f"{number}-{voice}", functools.partial(speaker.say, sentence, voice, pitch, speed)
