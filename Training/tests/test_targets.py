"""What targets.py keeps between its runs: surveys, held-out windows, and the numbers of shards."""

import argparse
import contextlib
import io
import os
import tempfile
import time
import unittest
from unittest import mock

import numpy as np
import torch

import targets
from soundmodel import corpus_store, held_out, mixing, shards


def source(name, role="train"):
    return corpus_store.Source(name, "debian", "address", "MIT", "free", role, 1.0)


class Work(unittest.TestCase):
    def setUp(self):
        self.work = self.enterContext(tempfile.TemporaryDirectory())
        self.decoded, self.surveys = [os.path.join(self.work, name) for name in ("decoded", "survey")]
        os.mkdir(self.decoded), os.mkdir(self.surveys)
        self.sources = [source("extra:one"), source("two"), source("out", "held-out")]
        self.enterContext(mock.patch.object(corpus_store, "manifest", lambda: self.sources))
        for number in range(3):
            self.decode(number, ["a.wav", "b.wav"])

    def decode(self, number, names):
        clips = [np.full(16000, 1000, np.int16) for _ in names]
        digests = [corpus_store.digest(clip) for clip in clips]
        corpus_store.write(self.decoded, self.sources[number], clips, names, digests, 1)

    def read(self, role="train"):
        return corpus_store.read(self.decoded, role)


class Surveys(Work):
    def survey(self):
        """The rows of a survey, and the sources that the teacher was asked about."""
        asked = []

        def survey_source(source, teachers):
            asked.append(source.name)
            return np.array([[k, 0, 16000, 5] for k in range(len(source))])

        with mock.patch.object(targets, "survey_source", survey_source), contextlib.redirect_stdout(io.StringIO()):
            return targets.survey(self.read(), None, self.surveys), asked

    def test_is_kept_until_the_source_is_decoded_with_other_clips(self):
        rows, asked = self.survey()
        self.assertEqual((rows[:, :2].tolist(), asked), ([[0, 0], [0, 1], [1, 0], [1, 1]], ["extra:one", "two"]))
        self.decode(0, ["a.wav", "b.wav"])
        self.assertEqual(self.survey()[1], [])
        self.decode(0, ["a.wav", "b.wav", "c.wav"])
        rows, asked = self.survey()
        self.assertEqual((len(rows), asked), (5, ["extra:one"]))
        self.assertEqual(len(os.listdir(self.surveys)), 2)

    def test_one_of_before_is_taken_if_it_is_younger_than_the_clips(self):
        for name, age in (("extra-one.npy", -60), ("two.npy", 60)):
            path = os.path.join(self.surveys, name)
            np.save(path, np.array([[0, 0, 16000, 7]]))
            os.utime(path, (time.time() - age, time.time() - age))
        rows, asked = self.survey()
        self.assertEqual(asked, ["two"])
        self.assertEqual(rows[rows[:, 0] == 0].tolist(), [[0, 0, 0, 16000, 7]])
        self.assertEqual(self.survey()[1], [])
        self.assertEqual(len(os.listdir(self.surveys)), 2)

    def test_those_of_a_source_with_a_similar_name_stay(self):
        other = os.path.join(self.surveys, "two.more.0123456789.npy")
        np.save(other, np.zeros((0, 4), np.int64))
        self.survey()
        self.assertTrue(os.path.exists(other))


class HeldOut(Work):
    def setUp(self):
        super().setUp()
        arrays = {name: np.zeros((1, 2), np.float16) for name in ("log_mel", "embedding", "logits", "names")}
        self.arrays = arrays

    def test_of_other_sources_are_refused_with_their_names(self):
        held_out.write(self.work, self.arrays, ["out"])
        self.assertEqual(sorted(held_out.read(self.work)), sorted(self.arrays))
        self.sources[1] = source("two", "held-out")
        with self.assertRaisesRegex(held_out.OutOfDate, "no longer held out: none; new: two; remove"):
            held_out.read(self.work)
        self.sources[1:] = [source("two"), source("out")]
        with self.assertRaisesRegex(held_out.OutOfDate, "no longer held out: out; new: none"):
            targets.make_held_out(argparse.Namespace(work=self.work), None)

    def test_without_a_decoded_corpus_the_manifest_decides(self):
        held_out.write(self.work, self.arrays, ["out"])
        os.rename(self.decoded, self.decoded + ".gone")
        held_out.read(self.work)
        self.sources[2] = source("out")
        with self.assertRaises(held_out.OutOfDate):
            held_out.read(self.work)

    def test_without_names_they_are_used_with_a_warning(self):
        shards.write(held_out.path(self.work), self.arrays)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            held_out.read(self.work)
        self.assertIn("warning", printed.getvalue())
        self.assertIn("does not name its sources", printed.getvalue())

    def test_that_are_not_there_are_asked_for(self):
        with self.assertRaisesRegex(FileNotFoundError, "run targets.py --held-out first"):
            held_out.read(self.work)

    def test_are_made_with_the_names_of_their_sources(self):
        teachers = mock.Mock()
        teachers.label.return_value = {name: np.zeros((1, 1), np.float16) for name in self.arrays}
        rows = np.array([[0, 0, 0, 16000, 3]])
        self.enterContext(mock.patch.object(targets, "HELD_OUT_WINDOWS", 50))
        with mock.patch.object(targets, "survey", return_value=rows), contextlib.redirect_stdout(io.StringIO()):
            targets.make_held_out(argparse.Namespace(work=self.work), teachers)
        with np.load(held_out.path(self.work)) as stored:
            self.assertEqual(stored["sources"].tolist(), ["out"])


class Shards(Work):
    def make(self, seconds):
        """The first random number of each shard made, the names of all, and how often the sources were surveyed."""
        firsts, options = [], argparse.Namespace(work=self.work, seconds=seconds, seed=0)
        folder = os.path.join(self.work, "shards")

        def label(maker, teachers, length, rng):
            firsts.append(float(rng.random()))
            return dict(log_mel=np.zeros(1))

        with mock.patch.object(targets, "label", label), mock.patch.object(targets, "make_maker") as made:
            targets.make_shards(options, None)
        return firsts, sorted(os.path.basename(path) for path in shards.files(folder)), made.call_count

    def test_a_deleted_one_is_neither_replaced_nor_drawn_again(self):
        first, names, _ = self.make(3 * targets.SHARD_SECONDS)
        self.assertEqual(names, ["000000.npz", "000001.npz", "000002.npz"])
        os.remove(os.path.join(self.work, "shards", "000001.npz"))
        more, names, _ = self.make(3 * targets.SHARD_SECONDS)
        self.assertEqual(names, ["000000.npz", "000002.npz", "000003.npz"])
        self.assertEqual(len({*first, *more}), 4)

    def test_a_source_decoded_anew_beside_it_is_surveyed_anew(self):
        keys = iter("aabb")
        with mock.patch.object(corpus_store.DecodedSource, "key", property(lambda source: next(keys))):
            self.sources.pop(1)
            self.assertEqual(self.make(4 * targets.SHARD_SECONDS)[2], 2)


class NamedClips(Work):
    def test_without_a_match_are_printed(self):
        printed = io.StringIO()
        rows = np.array([[0, 0, 0, 16000, 3]])
        named = [("two", "b.wav", "oboe"), ("two", "gone.wav", "slurp")]
        self.enterContext(mock.patch.object(targets.labels, "named_clips", return_value=named))
        with mock.patch.object(targets, "survey", return_value=rows), contextlib.redirect_stdout(printed):
            maker = targets.make_maker(self.read(), None, self.work)
        self.assertIsInstance(maker, mixing.WindowMaker)
        self.assertIn("named clip of slurp: found no 'gone.wav' in source two", printed.getvalue())
        self.assertNotIn("oboe", printed.getvalue())


class Teachers(unittest.TestCase):
    def test_are_asked_where_they_are_and_answer_on_the_processor(self):
        class Network(torch.nn.Module):
            def forward(self, x):
                asked.append(x.device.type)
                return x.new_zeros(len(x), 527), x.new_ones(len(x), 384)

        asked = []
        windows = np.random.default_rng(0).normal(0, 0.1, (2, 15600)).astype(np.float32)
        teachers = shards.Teachers(Network(), mock.Mock(mean=lambda *_: np.full(521, 0.25)), torch.device("cpu"))
        arrays = teachers.label(windows, ask_yamnet=True)
        shapes = {name: array.shape for name, array in arrays.items()}
        self.assertEqual(shapes, dict(log_mel=(2, 96, 64), embedding=(2, 384), logits=(2, 527), names=(2, 303)))
        self.assertEqual(asked, ["cpu"])
        teachers.device = torch.device("meta")
        with self.assertRaises(NotImplementedError):  # the answers of a device without memory cannot come back
            teachers.hear(windows)
        self.assertEqual(asked, ["cpu", "meta"])


if __name__ == "__main__":
    unittest.main()
