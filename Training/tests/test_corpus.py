"""Labels, manifest, decoding and the store of decoded clips on small made-up data."""

import csv
import json
import os
import tempfile
import unittest
import zipfile
from unittest import mock

import numpy as np
import soundfile

from soundmodel import corpus_store, decoding, labels, speaking


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
        self.assertEqual(decoding.clips(path), ([], ["cannot be decoded"]))

    def test_long_files_give_three_cuts(self):
        noise = np.random.default_rng(0).normal(0, 0.1, 50 * 16000).astype(np.float32)
        kept, _ = decoding.clips(self.sound("long.wav", noise))
        self.assertEqual(len(kept), 3)

    def test_archive_members_cannot_leave_the_scratch_folder(self):
        inner = self.sound("inner.wav", np.ones(1600, np.float32))
        scratch = os.path.join(self.folder, "scratch")
        with zipfile.ZipFile(os.path.join(self.folder, "evil.pk3"), "w") as archive:
            archive.write(inner, "../../evil.wav")
        found, _ = decoding.sound_files(self.folder, scratch)
        self.assertEqual({os.path.dirname(p) for p in found} - {self.folder}, {scratch})

    def test_a_damaged_archive_is_named(self):
        path = os.path.join(self.folder, "bad.zip")
        with open(path, "wb") as stream:
            stream.write(b"PK\x03\x04 nothing behind it")
        self.assertEqual(decoding.sound_files(self.folder, self.folder), ([], [(path, "no archive that can be read")]))

    def test_one_damaged_member_is_named_and_the_rest_unpacked(self):
        inner, path = self.sound("inner.wav", np.ones(1600, np.float32)), os.path.join(self.folder, "half.pk3")
        with zipfile.ZipFile(path, "w") as archive:
            for name in ("first.wav", "last.wav"):
                archive.write(inner, name)
        with open(path, "r+b") as stream:
            stream.seek(500)  # inside the first member
            stream.write(b"other bytes")
        os.remove(inner)
        (found,), ((place, reason),) = decoding.sound_files(self.folder, os.path.join(self.folder, "scratch"))
        self.assertTrue(found.endswith("__last.wav"))
        self.assertEqual(place, path + ":first.wav")
        self.assertIn("CRC", reason)

    def test_archives_that_share_a_name_keep_their_own_files(self):
        for folder, value in (("a", 0.1), ("b", 0.2)):
            os.mkdir(os.path.join(self.folder, folder))
            inner = self.sound("inner.wav", np.full(1600, value, np.float32))
            with zipfile.ZipFile(os.path.join(self.folder, folder, "same.pk3"), "w") as archive:
                archive.write(inner, "x.wav")
                archive.write(inner, "y/z.wav")
                archive.write(inner, "y__z.wav")
            os.remove(inner)
        found, _ = decoding.sound_files(self.folder, os.path.join(self.folder, "scratch"))
        self.assertEqual(len(set(found)), 6)
        peaks = {float(soundfile.read(path, dtype="float32")[0].max()) for path in found}
        self.assertEqual(peaks, {float(np.float32(0.1)), float(np.float32(0.2))})

    def test_a_file_without_a_suffix_that_cannot_be_opened_is_named(self):
        path = os.path.join(self.folder, "locked")
        open(path, "w").close()
        with mock.patch.object(decoding, "open", mock.Mock(side_effect=PermissionError("locked")), create=True):
            self.assertEqual(decoding.sound_files(self.folder, self.folder), ([], [(path, "locked")]))


class Store(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.source = next(s for s in corpus_store.manifest() if s.role == "train")
        self.clips = [np.arange(5, dtype=np.int16), np.arange(7, dtype=np.int16)]
        self.digests = [corpus_store.digest(clip) for clip in self.clips]

    def index(self):
        return os.path.join(self.folder, self.source.file_name + ".json")

    def write(self, names=("a", "b")):
        corpus_store.write(self.folder, self.source, self.clips, list(names), self.digests, 3)

    def test_decoded_sources_come_back_as_they_were_stored(self):
        self.write()
        (read,) = corpus_store.read(self.folder, "train")
        self.assertEqual([read.clip(k).tolist() for k in range(2)], [list(range(5)), list(range(7))])
        self.assertEqual(corpus_store.read(self.folder, "held-out"), [])
        self.assertEqual(corpus_store.digests(self.folder, self.source), set(self.digests))
        self.assertEqual(corpus_store.decoder(self.folder, self.source), 3)

    def test_an_index_of_before_gets_its_digests_from_the_clips(self):
        self.write()
        with open(self.index()) as stream:
            old = {name: value for name, value in json.load(stream).items() if name in ("source", "starts", "names")}
        with open(self.index(), "w") as stream:
            json.dump(old, stream)
        self.assertEqual(corpus_store.decoder(self.folder, self.source), 0)
        for _ in range(2):
            self.assertEqual(corpus_store.digests(self.folder, self.source), set(self.digests))
        with open(self.index()) as stream:
            self.assertEqual(json.load(stream), dict(old, digests=self.digests))

    def test_who_reads_a_source_keeps_its_clips_while_it_is_written_anew(self):
        self.write()
        (read,) = corpus_store.read(self.folder, "train")
        self.clips = [clip + 1 for clip in self.clips]
        self.write()
        self.assertEqual(read.clip(0).tolist(), list(range(5)))

    def test_a_decoding_with_other_clips_has_another_key(self):
        keys = []
        for names in (("a", "b"), ("a", "b"), ("a", "c")):
            self.write(names)
            keys.append(corpus_store.read(self.folder, "train")[0].key)
        self.assertEqual(keys[0], keys[1])
        self.assertNotEqual(keys[0], keys[2])

    def test_what_was_left_out_replaces_the_rows_of_that_source_alone(self):
        other = next(s for s in corpus_store.manifest() if s.role == "held-out")
        corpus_store.write_skipped(self.folder, self.source, [("old.wav", "silent")])
        corpus_store.write_skipped(self.folder, other, [("caf\udce9.wav", "silent")])
        corpus_store.write_skipped(self.folder, self.source, [("new.wav", "shorter, by far")])
        with open(os.path.join(self.folder, "skipped.csv"), errors="surrogateescape", newline="") as stream:
            self.assertEqual(
                list(csv.reader(stream))[1:],
                [[other.name, "caf\udce9.wav", "silent"], [self.source.name, "new.wav", "shorter, by far"]],
            )


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
        samples, rate = said[0][1]()
        self.assertEqual((rate, len(samples)), (22_050, 2205))
        self.assertGreater(len({name.split("-", 1)[1] for name, _ in said}), 20)

    def test_what_is_not_there_or_fails_is_named(self):
        with self.assertRaisesRegex(decoding.Unusable, "not fetched"):
            next(speaking.speak("/nonexistent", seed=7))
        programs = {
            "no voice": "echo no voice >&2; exit 1",
            "wrote no sound": "echo no WAV",
            "not ended after 0.2 s": "exec sleep 9",
        }
        for reason, program in programs.items():
            _, say = next(speaking.speak(self.root(f"#!/bin/sh\n{program}\n"), seed=7))
            limit = mock.patch.object(speaking, "LONGEST_RUN", 0.2 if "sleep" in program else 20)
            with limit, self.assertRaisesRegex(decoding.Unusable, reason):
                say()


if __name__ == "__main__":
    unittest.main()
