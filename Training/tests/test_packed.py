"""Sounds inside the large files of games: Qt resources and Doom's WADs, built here byte by byte."""

import io
import os
import re
import struct
import tempfile
import unittest
import zlib
from unittest import mock

import numpy as np
import soundfile

from soundmodel import decoding, packed


def wav(seconds=0.2, rate=8000):
    """A wav file's bytes."""
    stream = io.BytesIO()
    tone = 0.5 * np.sin(np.arange(int(seconds * rate)) * 0.3)
    soundfile.write(stream, tone, rate, format="WAV")
    return stream.getvalue()


def qt_resource(version, files):
    """A resource file with a folder `sounds` of (name, content, whether it is compressed)."""
    names, contents, nodes = b"", b"", []

    def named(text):
        nonlocal names
        place = len(names)
        names += struct.pack(">HI", len(text), 0) + text.encode("utf-16-be")
        return place

    tail = b"" if version == 1 else bytes(8)
    nodes.append(struct.pack(">IHII", 0, packed.QT_FOLDER, 1, 1) + tail)
    nodes.append(struct.pack(">IHII", named("sounds"), packed.QT_FOLDER, len(files), 2) + tail)
    for name, content, is_compressed in files:
        stored = struct.pack(">I", len(content)) + zlib.compress(content) if is_compressed else content
        flags = packed.QT_COMPRESSED if is_compressed else 0
        nodes.append(struct.pack(">IHHHI", named(name), flags, 0, 1, len(contents)) + tail)
        contents += struct.pack(">I", len(stored)) + stored
    head = 20 if version < 3 else 24
    tree = b"".join(nodes)
    places = (head + len(contents) + len(names), head, head + len(contents))
    header = b"qres" + struct.pack(">4I", version, *places)
    return header.ljust(head, b"\0") + contents + names + tree


def wad(entries):
    """A WAD of (name in bytes, content)."""
    contents = b"".join(content for _, content in entries)
    table, place = b"", 12
    for name, content in entries:
        table += struct.pack("<II8s", place, len(content), name)
        place += len(content)
    return struct.pack("<4sII", b"PWAD", len(entries), 12 + len(contents)) + contents + table


def dmx(samples, rate):
    return struct.pack("<HHI", packed.DMX_SOUND, rate, len(samples)) + bytes(samples)


def contents(data):
    """{name: bytes, or the reason why it cannot be read}."""
    found = {}
    for name, read in packed.members(data):
        try:
            found[name] = read()
        except packed.Damaged as reason:
            found[name] = str(reason)
    return found


class QtResources(unittest.TestCase):
    def test_files_come_with_their_paths_packed_or_not(self):
        for version in (1, 2, 3):
            data = qt_resource(version, [("dœr.wav", b"as it is", False), ("b.ogg", b"packed " * 50, True)])
            self.assertEqual(contents(data), {"/sounds/dœr.wav": b"as it is", "/sounds/b.ogg": b"packed " * 50})

    def test_a_tree_that_leads_back_to_itself_ends(self):
        data = bytearray(qt_resource(1, [("a.wav", b"x", False), ("b.wav", b"y", False)]))
        (tree,) = struct.unpack_from(">I", data, 8)
        (name,) = struct.unpack_from(">I", data, tree + 28)
        data[tree + 28 : tree + 42] = struct.pack(">IHII", name, packed.QT_FOLDER, 2**31, 0)
        self.assertEqual(contents(bytes(data)), {"/sounds/b.wav": b"y"})

    def test_a_damaged_file_is_refused_and_the_others_are_read(self):
        files = [("first.wav", b"abc", False), ("middle.wav", b"packed " * 50, True), ("last.wav", b"xyz", False)]
        data = bytearray(qt_resource(1, files))
        place = data.index(b"\x78\x9c")  # where zlib's stream begins
        data[place + 4 : place + 8] = b"\xff" * 4
        found = contents(bytes(data))
        self.assertEqual((found["/sounds/first.wav"], found["/sounds/last.wav"]), (b"abc", b"xyz"))
        self.assertIsInstance(found["/sounds/middle.wav"], str)

    def test_a_size_beyond_the_end_and_zstandard_are_refused(self):
        data = bytearray(qt_resource(1, [("a.wav", b"abc", False), ("b.wav", b"defg", False)]))
        tree, start = struct.unpack_from(">2I", data, 8)
        struct.pack_into(">I", data, start, 10**6)
        struct.pack_into(">H", data, tree + 3 * 14 + 4, packed.QT_ZSTANDARD)
        found = contents(bytes(data))
        self.assertIn("expected 1000000", found["/sounds/a.wav"])
        self.assertIn("Zstandard", found["/sounds/b.wav"])

    def test_what_inflates_beyond_the_limit_is_refused(self):
        with mock.patch.object(packed, "LARGEST_MEMBER", 1000):
            for size, is_whole in ((1000, True), (1001, False), (10**7, False)):
                (found,) = contents(qt_resource(1, [("a.wav", bytes(size), True)])).values()
                self.assertEqual(found == bytes(size), is_whole)
                self.assertTrue(is_whole or "larger than 1000" in found)


class Wads(unittest.TestCase):
    def test_sounds_become_wav_files_and_the_rest_is_left(self):
        samples = [128, 255, 0, 128] * 100
        entries = [(b"DSDOOR", dmx(samples, 11_025)), (b"E1M1", b"a map"), (b"DSBAD", b"short"), (b"DPD", dmx([1], 9))]
        ((name, content),) = contents(wad(entries)).items()
        self.assertEqual(name, "DSDOOR.wav")
        read, rate = soundfile.read(io.BytesIO(content))
        self.assertEqual(rate, 11_025)
        np.testing.assert_allclose(read, (np.array(samples) - 128) / 128)

    def test_names_end_at_their_nul_and_may_be_of_any_bytes(self):
        sound = dmx([128, 200] * 50, 8000)
        found = contents(wad([(b"DSA\0junk", sound), (b"DSB\xe9", sound), (b"DSC", sound)]))
        self.assertEqual(list(found), ["DSA.wav", "DSB\ufffd.wav", "DSC.wav"])
        self.assertTrue(all(isinstance(content, bytes) for content in found.values()))

    def test_an_entry_beyond_the_end_is_refused_and_the_others_are_read(self):
        data = bytearray(wad([(b"DSA", dmx([128] * 50, 8000)), (b"DSB", dmx([128] * 50, 8000))]))
        struct.pack_into("<I", data, len(data) - 32 + 4, 10**6)  # the first entry's size
        found = contents(bytes(data))
        self.assertIn("expected 1000000", found["DSA.wav"])
        self.assertIsInstance(found["DSB.wav"], bytes)


class Damage(unittest.TestCase):
    def test_cut_files_give_what_is_whole_or_are_refused(self):
        for data in (qt_resource(3, [("a.wav", wav(), True)]), wad([(b"DSA", dmx([128] * 50, 8000))])):
            refused = 0
            for length in range(4, len(data)):
                try:
                    contents(data[:length])
                except packed.Damaged:
                    refused += 1
            self.assertGreater(refused, 16)

    def test_other_files_hold_nothing(self):
        for data in (b"", b"qr", b"RIFF", bytes(100)):
            self.assertEqual(list(packed.members(data)), [])


class SoundFiles(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.scratch = os.path.join(self.folder, "scratch")

    def write(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as stream:
            stream.write(data)

    def test_resources_are_unpacked_and_decoded(self):
        self.write("core.rcc", qt_resource(1, [("a.wav", wav(), True), ("page.qml", b"Item {}", False)]))
        self.write("cut.rcc", qt_resource(1, [("b.wav", wav(), True)])[:60])
        self.write("game.wad", wad([(b"DSGUN", dmx([128, 200] * 2000, 11_025))]))
        found, skipped = decoding.sound_files(self.folder, self.scratch)
        names = [re.sub("-[0-9a-f]{8}__", " ", os.path.basename(path)) for path in found]
        self.assertEqual(names, ["core.rcc __sounds__a.wav", "game.wad DSGUN.wav"])
        self.assertEqual(skipped, [(os.path.join(self.folder, "cut.rcc"), "no tree of names")])
        lengths = [len(clip) for path in found for clip, _ in decoding.clips(path)[0]]
        np.testing.assert_allclose(sorted(lengths), [3200, 4000 / 11_025 * 16_000], atol=2)

    def test_a_file_without_a_suffix_is_known_by_its_first_bytes(self):
        self.write("cheer", wav())
        self.write("README", b"RIFFs are nice")
        self.write("empty", b"")
        self.assertEqual(decoding.sound_files(self.folder, self.scratch), ([os.path.join(self.folder, "cheer")], []))
