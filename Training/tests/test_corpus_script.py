"""corpus.py from a manifest of made-up sources: what it fetches and decodes, and what it says of the rest."""

import argparse
import contextlib
import csv
import hashlib
import io
import multiprocessing.dummy
import os
import shutil
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
import soundfile

import corpus
from soundmodel import corpus_store, decoding, labels, speaking

APT_GET = """#!/bin/sh
# apt-get download -q PACKAGE: copies it from the folder $ARCHIVE
cp "$ARCHIVE/$3"_*.deb . 2>/dev/null || { echo "E: Unable to locate package $3" >&2; exit 100; }
"""
DPKG_DEB = """#!/bin/sh
# a "package" holds its version alone
grep -q broken "$2" && { echo "dpkg-deb: error: not a package" >&2; exit 2; }
[ "$1" = --field ] && cat "$2" || mkdir -p "$3/usr"
"""


def source(name, kind="debian", role="train", hours=1.0):
    return corpus_store.Source(name, kind, "address", "MIT", "free", role, hours)


class Script(unittest.TestCase):
    def setUp(self):
        self.work = self.enterContext(tempfile.TemporaryDirectory())
        self.decoded = os.path.join(self.work, "decoded")
        self.enterContext(mock.patch.object(multiprocessing, "Pool", multiprocessing.dummy.Pool))

    def use(self, *sources):
        self.sources = list(sources)
        self.enterContext(mock.patch.object(corpus_store, "manifest", lambda: self.sources))

    def run_step(self, *arguments):
        """What a step prints, and its exit status or message."""
        printed, status = io.StringIO(), None
        arguments = mock.patch.object(sys, "argv", ["corpus.py", *arguments, "--work", self.work])
        with arguments, contextlib.redirect_stdout(printed):
            try:
                corpus.main()
            except SystemExit as end:
                status = end.code
        return printed.getvalue(), status

    def sound(self, package, name, seed=0):
        folder = os.path.join(self.work, "packages", package)
        os.makedirs(folder, exist_ok=True)
        noise = np.random.default_rng(seed).normal(0, 0.1, 8000).astype(np.float32)
        soundfile.write(os.path.join(folder, name), noise, 16000)

    def names(self, role="train"):
        return {s.name: [os.path.basename(n) for n in s.names] for s in corpus_store.read(self.decoded, role)}

    def skipped(self):
        with open(os.path.join(self.decoded, "skipped.csv"), newline="") as stream:
            return list(csv.reader(stream))[1:]


class Fetching(Script):
    def setUp(self):
        super().setUp()
        programs, self.archive = [self.enterContext(tempfile.TemporaryDirectory()) for _ in range(2)]
        for name, text in (("apt-get", APT_GET), ("dpkg-deb", DPKG_DEB)):
            path = os.path.join(programs, name)
            with open(path, "w") as stream:
                stream.write(text)
            os.chmod(path, 0o755)
        paths = programs + os.pathsep + os.environ["PATH"]
        self.enterContext(mock.patch.dict(os.environ, PATH=paths, ARCHIVE=self.archive))
        self.use(source("one"), source("render:two", "render"), source("three"), source("extra:x", "extra"))

    def publish(self, package, version):
        with open(os.path.join(self.archive, f"{package}_x.deb"), "w") as stream:
            stream.write(version + "\n")

    def record(self):
        with open(os.path.join(self.work, "packages.csv"), newline="") as stream:
            return {row["package"]: (row["version"], row["sha256"]) for row in csv.DictReader(stream)}

    def test_what_cannot_be_had_is_named_after_all_the_rest(self):
        self.publish("one", "broken")
        self.publish("three", "1.0-3")
        printed, status = self.run_step("fetch")
        self.assertIn("skipped one: cannot be unpacked: dpkg-deb: error: not a package", printed)
        self.assertIn("skipped two: cannot be downloaded: E: Unable to locate package two", printed)
        self.assertIn("1 fetched, 0 there before, 2 not to be had", printed)
        self.assertEqual(status, "corpus: fetch: not to be had: one two")
        self.assertEqual(os.listdir(os.path.join(self.work, "packages")), ["three"])
        self.assertEqual(os.listdir(os.path.join(self.work, "debs")), [])
        self.publish("one", "2"), self.publish("two", "3")
        printed, status = self.run_step("fetch")
        self.assertIn("2 fetched, 1 there before, 0 not to be had", printed)
        self.assertIsNone(status)

    def test_versions_and_digests_are_recorded_and_a_change_is_told(self):
        for package in ("one", "two", "three"):
            self.publish(package, "1:1.0-3")
        printed, _ = self.run_step("fetch")
        digest = hashlib.sha256(b"1:1.0-3\n").hexdigest()
        self.assertEqual(self.record(), dict.fromkeys(("one", "two", "three"), ("1:1.0-3", digest)))
        for package in ("one", "two"):
            shutil.rmtree(os.path.join(self.work, "packages", package))
        self.publish("two", "1:1.1-1")
        printed, _ = self.run_step("fetch")
        self.assertIn("changed two: found version 1:1.1-1", printed)
        self.assertIn(f"fetched before: version 1:1.0-3, sha256 {digest}", printed)
        self.assertNotIn("changed one", printed)
        self.assertEqual(self.record()["two"][0], "1:1.1-1")


class Decoding(Script):
    def test_sounds_that_an_evaluation_clip_holds_are_left_out(self):
        self.use(source("game"), source("other"))
        for package in ("game", "other"):
            for seed, name in enumerate(("cow.wav", "farm-1a2b__sounds__sheep.wav", "duck.wav")):
                self.sound(package, name, seed + 9 * len(package))
        heard = [("clip.flac", "game", "packages/game/cow.wav"), ("c", "game", "unpacked/game/farm.rcc____sheep.wav")]
        with mock.patch.object(labels, "heard_clips", return_value=heard):
            self.run_step("decode", "--processes", "1")
        names = {one.name: sorted(map(corpus.own_name, one.names)) for one in corpus_store.read(self.decoded, "train")}
        self.assertEqual(names, dict(game=["duck.wav"], other=["cow.wav", "duck.wav", "sheep.wav"]))

    def test_a_source_decoded_again_keeps_its_clips_and_not_those_of_others(self):
        self.use(source("one"), source("two", role="held-out"))
        self.sound("one", "a.wav", 1), self.sound("two", "same.wav", 1), self.sound("two", "b.wav", 2)
        self.run_step("decode")
        expected = (dict(one=["a.wav"]), dict(two=["b.wav"]))
        self.assertEqual((self.names(), self.names("held-out")), expected)
        self.assertIn(["two", "packages/two/same.wav", "duplicate"], self.skipped())
        printed, status = self.run_step("decode", "--again", "one", "two")
        self.assertEqual((self.names(), self.names("held-out"), status), (*expected, None))
        self.assertIn("2 decoded, 0 there before", printed)

    def test_sources_of_an_older_decoder_are_told_and_not_decoded_by_themselves(self):
        self.use(source("one"), source("two"))
        self.sound("one", "a.wav", 1), self.sound("two", "b.wav", 2)
        self.run_step("decode")
        self.assertNotIn("older", self.run_step("list")[0])
        with mock.patch.object(decoding, "VERSION", decoding.VERSION + 1):
            self.assertIn("2 sources are an older decoder's", self.run_step("decode")[0])
            self.assertIn("1 sources are an older decoder's", self.run_step("decode", "--again", "two")[0])
            printed, status = self.run_step("list")
            self.assertIn("older     one\n", printed)
            self.assertNotIn("older     two\n", printed)
            self.assertIsNone(status)

    def test_a_name_that_is_no_source_is_refused(self):
        self.use(source("one"))
        self.assertIn("--again: found 'on', expected a source of", self.run_step("decode", "--again", "on")[1])

    def test_what_cannot_be_had_or_decoded_is_named(self):
        self.use(source("gone"), source("one"))
        self.sound("one", "a.wav", 1)
        with open(os.path.join(self.work, "packages/one/text.wav"), "w") as stream:
            stream.write("no sound")
        printed, status = self.run_step("decode")
        self.assertIn("1 decoded, 0 there before, 1 not to be had", printed)
        self.assertEqual(status, "corpus: decode: not to be had: gone")
        self.assertEqual(
            self.skipped(),
            [["gone", "", "package not fetched"], ["one", "packages/one/text.wav", "cannot be decoded"]],
        )

    def test_files_that_an_earlier_decoding_unpacked_are_removed(self):
        self.use(source("one"))
        self.sound("one", "a.wav", 1)
        stale = os.path.join(self.work, "unpacked/one/stale.wav")
        os.makedirs(os.path.dirname(stale))
        open(stale, "w").close()
        self.run_step("decode")
        self.assertFalse(os.path.exists(stale))


class Collections(Script):
    def test_clips_beyond_the_end_of_a_cut_file_are_named_and_left_out(self):
        extra = os.path.join(self.work, "extra")
        os.makedirs(extra)
        noise = np.random.default_rng(0).normal(0, 0.1, 32000).astype(np.float32)
        soundfile.write(os.path.join(extra, "x.opus"), noise, 16000, format="OGG", subtype="VORBIS")
        rows = [("whole.wav", 0, 16000, "MIT"), ("cut.wav", 20000, 16000, "MIT"), ("other.wav", 0, 9000, "CC BY-NC")]
        with open(os.path.join(extra, "index.csv"), "w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(["file", "original_path", "start_sample_16k", "length_samples_16k", "licence"])
            writer.writerows([("x.opus", *row) for row in rows])
        self.use(source("extra:x", "extra"))
        self.run_step("decode", "--extra", extra)
        self.assertEqual(self.names(), {"extra:x": ["whole.wav"]})
        self.assertEqual(
            self.skipped(),
            [
                ["extra:x", "cut.wav", "beyond the end of a file that is cut short"],
                ["extra:x", "other.wav", "licence of the clip"],
            ],
        )


class Speech(Script):
    def speak(self, *sayings):
        self.use(source("render:espeak-ng", "render"))
        self.enterContext(mock.patch.object(speaking, "speak", lambda root, seed: iter(sayings)))
        return self.run_step("decode")

    @staticmethod
    def fail():
        raise decoding.Unusable("eSpeak NG had not ended after 20 s")

    def test_one_sentence_that_fails_is_named_and_the_next_is_said(self):
        noise = np.random.default_rng(0).normal(0, 0.1, 8000).astype(np.float32)
        self.speak(("0-en", self.fail), ("1-de", lambda: (noise, 16000)))
        self.assertEqual(self.names(), {"render:espeak-ng": ["1-de"]})
        self.assertEqual(self.skipped(), [["render:espeak-ng", "0-en", "eSpeak NG had not ended after 20 s"]])

    def test_where_every_sentence_fails_the_source_stays_to_be_decoded(self):
        _, status = self.speak(("0-en", self.fail), ("1-de", self.fail))
        self.assertIn("not to be had: render:espeak-ng", status)
        self.assertFalse(corpus_store.is_written(self.decoded, argparse.Namespace(file_name="render-espeak-ng")))


if __name__ == "__main__":
    unittest.main()
