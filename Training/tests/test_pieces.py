"""Labels, manifest, corpus store, clips, metrics and calibration on small made-up data."""

import csv
import os
import tempfile
import types
import unittest
import zipfile

import numpy as np
import soundfile
import torch

from soundmodel import agreement, calibration, clips, corpus_store, decoding, labels, mixing, quantising, speaking
from soundmodel.folded import NetworkFileError


class Labels(unittest.TestCase):
    def test_there_are_303_identifiers_in_alphabetical_order(self):
        names = labels.identifiers()
        self.assertEqual((len(names), len(set(names))), (303, 303))
        self.assertEqual(names, sorted(names))

    def test_both_class_lists_cover_the_same_identifiers(self):
        yamnet, audioset = labels.yamnet_classes_of_identifiers(), labels.audioset_classes_of_identifiers()
        self.assertEqual([bool(c) for c in yamnet], [bool(c) for c in audioset])
        self.assertIn("bassoon", labels.untaught())
        self.assertEqual(len(labels.untaught()), 20)

    def test_named_clips_are_of_known_sources_and_of_identifiers_without_a_teacher(self):
        trained = {source.name for source in corpus_store.manifest() if source.role == "train"}
        for source, _, identifier in labels.named_clips():
            self.assertIn(source, trained)
            self.assertIn(identifier, labels.untaught())
        self.assertNotIn("oboe", labels.unknown())
        self.assertIn("scuba_diving", labels.unknown())

    def test_padded_rows_repeat_their_first_class(self):
        table, mask = labels.padded_index([[4, 2], [], [7]])
        self.assertEqual(table.tolist(), [[4, 2], [0, 0], [7, 7]])
        self.assertEqual(mask.tolist(), [True, False, True])


class NamedClips(unittest.TestCase):
    def maker(self, named):
        noise = np.random.default_rng(5).integers(-9000, 9000, 80_000).astype(np.int16)
        tone = (9000 * np.sin(np.arange(80_000) * 0.3)).astype(np.int16)
        sources = [
            corpus_store.DecodedSource("one", np.concatenate([noise, tone]), [0, 80_000, 160_000], ["n.wav", "a/t.wav"]),
            corpus_store.DecodedSource("two", noise, [0, 80_000], ["t.wav"]),
        ]
        return mixing.WindowMaker(sources, np.array([[1, 0, 0, 80_000, 3], [0, 1, 0, 80_000, 4]]), 0, named)

    def test_a_window_holds_the_clip_of_that_source_in_front(self):
        maker = self.maker([("one", "t.wav", "oboe"), ("one", "absent.wav", "slurp")])
        self.assertEqual(maker.named, {"oboe": [(0, 1, 0, 80_000, -1)]})
        self.assertEqual(maker.survey.tolist(), [[1, 0, 0, 80_000, 3]])
        for _ in range(20):
            window, identifier = maker.named_window(15_600)
            self.assertEqual((identifier, window.shape, window.dtype), ("oboe", (15_600,), np.float32))
            power = np.abs(np.fft.rfft(window)) ** 2
            tone = round(15_600 * 0.3 / (2 * np.pi))
            # A clip is played up to 2 ** 0.5 times slower or faster; noise spreads over all bins.
            self.assertGreater(power[int(tone * 0.7) : int(tone * 1.45)].sum(), 0.3 * power.sum())

    def test_without_named_clips_there_are_none(self):
        self.assertEqual(self.maker([]).named, {})


class Quantising(unittest.TestCase):
    def test_each_channel_keeps_its_ends_and_errs_by_half_a_step_at_most(self):
        weights = np.random.default_rng(3).normal(size=(5, 7, 3)).astype(np.float32) * np.arange(1, 6)[:, None, None]
        network = types.SimpleNamespace(arrays={"w": weights.astype(np.float32), "b": np.array([0.1, 0.2], np.float32)})
        quantising.quantise(network, 8)
        found, flat = network.arrays["w"].reshape(5, -1), weights.reshape(5, -1)
        np.testing.assert_allclose(found.max(axis=1), flat.max(axis=1), rtol=1e-5)
        np.testing.assert_allclose(found.min(axis=1), flat.min(axis=1), rtol=1e-5)
        for k in range(5):
            step = (flat[k].max() - flat[k].min()) / 255
            self.assertLessEqual(np.abs(found[k] - flat[k]).max(), 0.51 * step)
            self.assertLessEqual(len(np.unique(found[k])), 256)
        self.assertEqual(network.arrays["b"].tolist(), [np.float32(0.1), np.float32(0.2)])

    def test_matrices_are_shortened_as_bfloat16_rounds_and_the_rest_stays(self):
        rng = np.random.default_rng(4)
        shapes = dict(dense=(9, 6), point=(7, 5, 1, 1), depth=(5, 1, 3, 3), bias=(9,))
        network = types.SimpleNamespace(arrays={k: rng.normal(size=s).astype(np.float32) for k, s in shapes.items()})
        network.arrays["dense"][0, :2] = np.array([0x3F808000, 0x3F818000], np.uint32).view(np.float32)  # ties
        before = {name: array.copy() for name, array in network.arrays.items()}
        quantising.shorten(network)
        for name, array in before.items():
            matrix = torch.from_numpy(array).bfloat16().float().numpy()
            np.testing.assert_array_equal(network.arrays[name], matrix if name in ("dense", "point") else array)


class Speaking(unittest.TestCase):
    def root(self, program):
        """A folder as the packages unpack to, with a program of ours in the place of eSpeak NG."""
        root = self.enterContext(tempfile.TemporaryDirectory())
        os.makedirs(os.path.join(root, "usr/lib/any/espeak-ng-data"))
        os.makedirs(os.path.join(root, "usr/bin"))
        path = os.path.join(root, "usr/bin/espeak-ng")
        with open(path, "w") as stream:
            stream.write(program)
        os.chmod(path, 0o755)
        return root

    def test_sentences_are_said_in_several_voices(self):
        tone = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "tone.wav")
        soundfile.write(tone, np.full(2205, 0.25, np.float32), 22_050)
        said = list(speaking.speak(self.root(f"#!/bin/sh\ncat {tone}\n"), seed=7))
        self.assertEqual(len(said), speaking.CLIPS)
        self.assertTrue(all(rate == 22_050 and len(samples) == 2205 for _, samples, rate in said))
        self.assertGreater(len({name.split("-", 1)[1] for name, _, _ in said}), 20)

    def test_what_is_not_there_or_fails_is_named(self):
        with self.assertRaisesRegex(decoding.Unusable, "not fetched"):
            next(speaking.speak("/nonexistent", seed=7))
        with self.assertRaisesRegex(decoding.Unusable, "no voice"):
            next(speaking.speak(self.root("#!/bin/sh\necho no voice >&2; exit 1\n"), seed=7))


class Manifest(unittest.TestCase):
    def write(self, *rows):
        path = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "corpus.csv")
        with open(path, "w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(
                ["source", "kind", "address", "licence", "licence_class", "role", "hours_at_most", "contains"]
            )
            writer.writerows(rows)
        return path

    def test_the_shipped_manifest_is_whole(self):
        sources = corpus_store.manifest()
        self.assertEqual(len({s.name for s in sources}), len(sources))
        self.assertGreater(sum(s.role == "held-out" for s in sources), 10)

    def test_refuses_licences_that_forbid_the_use(self):
        for licence in ("CC BY-NC 3.0", "CC-BY-ND-4.0", "NonCommercial use"):
            with self.assertRaisesRegex(corpus_store.ManifestError, "does not allow"):
                corpus_store.manifest(self.write(["x", "debian", "a", licence, "free", "train", "1", ""]))

    def test_a_clause_on_what_was_left_out_forbids_nothing(self):
        self.assertFalse(corpus_store.forbids("per file: CC0, CC BY (sounds.yml; NC and unlisted files left out)"))
        self.assertTrue(corpus_store.forbids("CC BY-NC 3.0 (silent files left out)"))
        self.assertTrue(corpus_store.forbids("per file: CC0; CC BY-ND; duplicates left out"))

    def test_refuses_unknown_words_with_the_line(self):
        with self.assertRaisesRegex(corpus_store.ManifestError, ":2: role: found 'test'"):
            corpus_store.manifest(self.write(["x", "debian", "a", "MIT", "free", "test", "1", ""]))


class Decoding(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def sound(self, name, samples, rate=16000):
        path = os.path.join(self.folder, name)
        soundfile.write(path, samples, rate, subtype="FLOAT")
        return path

    def test_resamples_and_scales_to_a_known_peak(self):
        tone = 0.1 * np.sin(2 * np.pi * 440 * np.arange(44100) / 44100).astype(np.float32)
        ((clip, _),), reasons = decoding.clips(self.sound("tone.wav", tone, 44100))
        self.assertEqual(reasons, [])
        self.assertAlmostEqual(len(clip), 16000, delta=50)
        self.assertAlmostEqual(np.abs(clip).max() / 32767, 0.9, delta=0.001)
        spectrum = np.abs(np.fft.rfft(clip))
        self.assertAlmostEqual(spectrum.argmax() * 16000 / len(clip), 440, delta=2)

    def test_names_why_a_clip_is_left_out(self):
        cases = {
            "silent": np.zeros(16000),
            "shorter than 50 ms": np.ones(1),
            "samples that are not finite": np.full(16000, np.nan),
        }
        for reason, samples in cases.items():
            with self.subTest(reason):
                self.assertEqual(decoding.clips(self.sound("x.wav", samples.astype(np.float32))), ([], [reason]))

    def test_a_file_that_is_no_sound_is_left_out(self):
        path = os.path.join(self.folder, "text.wav")
        with open(path, "w") as stream:
            stream.write("not a sound" * 100)
        kept, reasons = decoding.clips(path)
        self.assertEqual((kept, len(reasons)), ([], 1))

    def test_long_files_give_three_cuts(self):
        noise = np.random.default_rng(0).normal(0, 0.1, 50 * 16000).astype(np.float32)
        kept, _ = decoding.clips(self.sound("long.wav", noise))
        self.assertEqual(len(kept), 3)

    def test_archive_members_cannot_leave_the_scratch_folder(self):
        inner = self.sound("inner.wav", np.ones(1600, np.float32))
        scratch = os.path.join(self.folder, "scratch")
        with zipfile.ZipFile(os.path.join(self.folder, "evil.pk3"), "w") as archive:
            archive.write(inner, "../../evil.wav")
        found = decoding.sound_files(self.folder, scratch)
        self.assertEqual({os.path.dirname(p) for p in found} - {self.folder}, {scratch})

    def test_a_damaged_archive_is_skipped(self):
        with open(os.path.join(self.folder, "bad.zip"), "wb") as stream:
            stream.write(b"PK\x03\x04 nothing behind it")
        self.assertEqual(decoding.sound_files(self.folder, self.folder), [])

    def test_decoded_sources_come_back_as_they_were_stored(self):
        source = next(s for s in corpus_store.manifest() if s.role == "train")
        stored = [np.arange(5, dtype=np.int16), np.arange(7, dtype=np.int16)]
        corpus_store.write(self.folder, source, stored, ["a", "b"])
        (read,) = corpus_store.read(self.folder, "train")
        self.assertEqual([read.clip(k).tolist() for k in range(2)], [list(range(5)), list(range(7))])
        self.assertEqual(corpus_store.read(self.folder, "held-out"), [])


class Metrics(unittest.TestCase):
    def test_average_precision_of_a_known_ranking(self):
        scores = np.array([0.9, 0.8, 0.7, 0.6])
        self.assertAlmostEqual(
            agreement.average_precision(scores, np.array([True, False, True, False])), (1 + 2 / 3) / 2
        )

    def test_hits_count_any_accepted_identifier(self):
        scores = np.array([[0.1, 0.5, 0.4], [0.3, 0.2, 0.1]])
        accepted = np.array([[False, False, True], [True, False, False]])
        self.assertEqual(clips.hits(scores, accepted, 1).tolist(), [False, True])
        self.assertEqual(clips.hits(scores, accepted, 2).tolist(), [True, True])

    def test_calibration_error_of_known_confidences(self):
        confidence, right = np.array([0.85, 0.85, 0.25, 0.25]), np.array([1.0, 0.0, 0.0, 0.0])
        error, rows = clips.calibration_error(confidence, right)
        self.assertAlmostEqual(error, 0.5 * 0.35 + 0.5 * 0.25)
        self.assertEqual([count for _, _, count in rows], [2, 2])

    def test_noise_has_the_level_asked_for(self):
        clip = clips.Clip("x", np.random.default_rng(0).normal(0, 0.1, 32000).astype(np.float32), [0], "test")
        for level in (10, 0):
            noise = clips.with_noise(clip, level, 0).samples - clip.samples
            self.assertAlmostEqual(10 * np.log10(np.mean(clip.samples**2) / np.mean(noise**2)), level, delta=0.05)

    def test_windows_are_whole_and_half_a_window_apart(self):
        for length, seconds, expected in [
            (48000, 3.0, [48000]),
            (96000, 3.0, [48000] * 3),
            (95999, 3.0, [48000] * 2),
            (16000, 3.0, [16000]),
            (100, 3.0, [15600]),
        ]:
            self.assertEqual([len(w) for w in clips.windows(np.zeros(length, np.float32), seconds)], expected)


class CalibrationTests(unittest.TestCase):
    def test_fit_recovers_the_scale_and_offset_that_made_the_data(self):
        rng = np.random.default_rng(0)
        logits = rng.normal(0, 2, 40000)
        right = (rng.random(40000) < 1 / (1 + np.exp(-(0.5 * logits - 1)))).astype(float)
        scale, offset = calibration.fit(logits, right)
        self.assertAlmostEqual(scale, 0.5, delta=0.03)
        self.assertAlmostEqual(offset, -1, delta=0.05)

    def test_prior_offsets_raise_the_rare_and_leave_the_untaught(self):
        offsets = calibration.prior_offsets(np.array([[0.5, 0.01, 0.0]] * 4), 0.3)
        self.assertLess(offsets[0], offsets[1])
        self.assertEqual(offsets[2], 0)

    def test_refuses_a_scale_that_is_not_positive(self):
        path = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "c.json")
        calibration.Calibration(-1.0, 0.0, np.zeros(3)).save(path)
        with self.assertRaisesRegex(NetworkFileError, "not positive"):
            calibration.Calibration.load(path)


if __name__ == "__main__":
    unittest.main()
