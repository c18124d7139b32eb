"""Reading labelled clips, and the tables that evaluation and the model card make of scores."""

import os
import tempfile
import unittest
from unittest import mock

import numpy as np
import soundfile

import evaluate
import model_card
from soundmodel import clips, labels


class Reading(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def write(self, rows, header="file,accepted_identifiers,source"):
        with open(os.path.join(self.folder, "labels.csv"), "w") as stream:
            stream.write("\n".join([header, *rows]) + "\n")

    def sound(self, name, samples, rate=16_000):
        soundfile.write(os.path.join(self.folder, name), np.asarray(samples, np.float32), rate, subtype="FLOAT")

    def test_clips_come_with_their_identifiers_and_without_those_that_were_heard(self):
        for name in ("a.wav", "b.wav"):
            self.sound(name, np.ones(99))
        self.write(["a.wav,dog_bark dog,x", "b.wav,rain,x"])
        with mock.patch.object(labels, "heard_clips", return_value=[("a.wav", "some-game", "bark.ogg")]):
            (left,) = clips.read(self.folder)
            self.assertEqual(len(clips.read(self.folder, with_heard=True)), 2)
        self.assertEqual((left.name, left.accepted), ("b.wav", [labels.identifiers().index("rain")]))

    def test_what_cannot_be_used_is_named(self):
        self.sound("empty.wav", [])
        self.sound("nan.wav", [0, np.nan, 0])
        self.sound("fast.wav", [0, 1], rate=44_100)
        with open(os.path.join(self.folder, "text.wav"), "w") as stream:
            stream.write("no sound")
        for row, message in (
            ("empty.wav,rain,x", "empty.wav: no samples"),
            ("nan.wav,rain,x", "nan.wav: no samples, or some that are not finite"),
            ("fast.wav,rain,x", "found 44100 Hz"),
            ("text.wav,rain,x", "text.wav"),
            ("none.wav,rain,x", "none.wav"),
            ("nan.wav,dog_brak,x", r"unknown identifiers \['dog_brak'\]"),
            ("nan.wav,,x", "unknown identifiers"),
            ("nan.wav", "line 2: expected the columns"),
        ):
            self.write([row])
            with self.assertRaisesRegex(clips.ClipError, message):
                clips.read(self.folder)
        self.write(["a.wav,rain"], header="name,label")
        with self.assertRaisesRegex(clips.ClipError, "expected the columns file"):
            clips.read(self.folder)
        self.write([])
        with self.assertRaisesRegex(clips.ClipError, "no clips"):
            clips.read(self.folder)
        with self.assertRaisesRegex(clips.ClipError, "no '"):
            clips.read(os.path.join(self.folder, "nowhere"))

    def test_each_clip_has_a_noise_of_its_own_at_the_level_that_was_asked_for(self):
        samples = np.sin(np.arange(16_000) * 0.2).astype(np.float32)
        noises = []
        for name in ("a.wav", "b.wav"):
            clip = clips.Clip(name, samples, [0], "x")
            noise = clips.with_noise(clip, 10, seed=0).samples - samples
            self.assertAlmostEqual(10 * np.log10(np.mean(samples**2) / np.mean(noise**2)), 10, places=2)
            noises.append(noise)
        self.assertLess(abs(np.corrcoef(*noises)[0, 1]), 0.5)


class Tables(unittest.TestCase):
    def test_an_identifier_answers_for_itself(self):
        names = labels.identifiers()
        growl, bark, rain = (names.index(name) for name in ("dog_growl", "dog_bark", "rain"))
        scores, accepted = np.zeros((3, len(names))), np.zeros((3, len(names)), bool)
        accepted[:2, [growl, bark]] = True
        accepted[2, rain] = True
        scores[:2, bark] = 0.9
        scores[0, growl] = 0.5  # among the first three once
        scores[2, [rain, growl]] = 0.8, 0.7
        rows = {row["identifier"]: row for row in evaluate.label_table(scores, accepted)}
        self.assertEqual({name: row["clips"] for name, row in rows.items()}, dict(dog_growl=2, dog_bark=2, rain=1))
        self.assertEqual([rows["dog_growl"][key] for key in ("top1", "own_top3")], [1, 0.5])
        # Its clips come second and last of three.
        self.assertAlmostEqual(rows["dog_growl"]["average_precision"], (1 / 2 + 2 / 3) / 2)
        self.assertEqual(rows["rain"]["own_top3"], 1)

    def test_other_weights_stand_between_the_student_and_the_teachers(self):
        def row(model, value):
            return dict(model=model, condition="3 s", top1=value, top3=value, mAP=value)

        def report(*rows):
            return dict(results=list(rows))

        table = model_card.results_table(
            report(row("student", 0.2)),
            report(row("student", 0.5), row("YAMNet", 0.4)),
            [("former", report(row("student", 0.3), row("YAMNet", 0.9)))],
        )
        self.assertEqual(table[0], "| top-1 / top-3 / mAP | student | before calibration | former | YAMNet |")
        self.assertEqual([cell[1:6] for cell in table[2].split("|")[2:-1]], ["0.500", "0.200", "0.300", "0.400"])


if __name__ == "__main__":
    unittest.main()
