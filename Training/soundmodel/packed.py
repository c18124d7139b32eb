"""Sound files inside a game's one large file: Qt resource files and Doom's WADs."""

import functools
import io
import struct
import wave
import zlib

QT_MAGIC, WAD_MAGICS = b"qres", (b"IWAD", b"PWAD")
QT_COMPRESSED, QT_FOLDER, QT_ZSTANDARD = 1, 2, 4
DMX_SOUND = 3  # the kind of a WAD's entry that holds 8-bit samples
LARGEST_MEMBER = 60_000_000  # bytes
UNREADABLE = (struct.error, zlib.error, ValueError, IndexError)


class Damaged(Exception):
    """A file, or one inside it, that is not what its first bytes say."""


def members(data):
    """(name, function that reads it) of each file inside; nothing where the format is not known.

    Both raise Damaged: the iteration where the rest of the files cannot be told, the function where its file is broken.
    """
    reader = _qt_members if data[:4] == QT_MAGIC else _wad_members if data[:4] in WAD_MAGICS else None
    try:
        for name, read in reader(data) if reader else ():
            yield name, functools.partial(_read, read)
    except UNREADABLE as error:
        raise Damaged(str(error)) from error


def _read(read):
    try:
        return read()
    except UNREADABLE as error:
        raise Damaged(str(error)) from error


def _part(data, place, size):
    """`size` bytes from `place` on; raises Damaged where the file ends before."""
    if place + size > len(data):
        raise Damaged(f"cut short: found {max(0, len(data) - place)} bytes, expected {size}")
    if size > LARGEST_MEMBER:
        raise Damaged(f"larger than {LARGEST_MEMBER} bytes")
    return data[place : place + size]


def _qt_members(data):
    """(path, function that reads it) from a Qt resource file, versions 1 to 3.

    It is a tree of nodes, then sizes and bytes, then names in UTF-16. A node that is damaged is left out.
    """
    version, tree, contents, names = struct.unpack_from(">4I", data, 4)
    node_size = 14 if version == 1 else 22
    count = max(0, len(data) - tree) // node_size
    if not count:
        raise Damaged("no tree of names")
    waiting, seen = [(0, "")], {0}
    while waiting:
        node, path = waiting.pop()
        place = tree + node * node_size
        name_place, flags = struct.unpack_from(">IH", data, place)
        if node:
            path += "/" + _qt_name(data, names + name_place)
        if not flags & QT_FOLDER:
            yield path, functools.partial(_qt_content, data, place, contents, flags)
            continue
        size, first = struct.unpack_from(">II", data, place + 6)
        # Each node is visited once, so that a tree that leads back to itself ends.
        inside = [k for k in range(first, min(first + size, count)) if k not in seen]
        seen.update(inside)
        waiting += [(k, path) for k in inside]


def _qt_name(data, place):
    """The name at a place; "?" where there is none."""
    if place + 2 > len(data):
        return "?"
    (length,) = struct.unpack_from(">H", data, place)
    return data[place + 6 : place + 6 + 2 * length].decode("utf-16-be", "replace")


def _qt_content(data, place, contents, flags):
    if flags & QT_ZSTANDARD:
        raise Damaged("packed with Zstandard, which is not read")
    (offset,) = struct.unpack_from(">I", data, place + 10)
    (size,) = struct.unpack_from(">I", data, contents + offset)
    content = _part(data, contents + offset + 4, size)
    # A compressed file begins with its size.
    return _inflated(content[4:]) if flags & QT_COMPRESSED else content


def _inflated(content):
    """The bytes of a zlib stream, which must end and be of a bearable size."""
    stream = zlib.decompressobj()
    whole = stream.decompress(content, LARGEST_MEMBER + 1)
    if len(whole) > LARGEST_MEMBER:
        raise Damaged(f"larger than {LARGEST_MEMBER} bytes")
    if not stream.eof:
        raise Damaged("a packed file that does not end")
    return whole


def _wad_members(data):
    """(name, function that reads it) for the sounds of a Doom WAD, as wav files."""
    count, place = struct.unpack_from("<II", data, 4)
    fitting = min(count, max(0, len(data) - place) // 16)
    for k in range(fitting):
        offset, size, name = struct.unpack_from("<II8s", data, place + 16 * k)
        if name.startswith(b"DS") and size >= 8 and _is_sound(data, offset):
            name = name.split(b"\0")[0].decode("ascii", "replace")
            yield name + ".wav", functools.partial(_wad_sound, data, offset, size)
    if fitting < count:
        raise Damaged(f"cut short: found {fitting} entries, expected {count}")


def _is_sound(data, offset):
    """Whether a sound begins at an offset: its kind and a sample rate."""
    if offset + 8 > len(data):
        return True  # damaged: reading it says so
    kind, rate = struct.unpack_from("<HH", data, offset)
    return kind == DMX_SOUND and rate > 0


def _wad_sound(data, offset, size):
    """The wav file of an entry: kind, sample rate and count, then unsigned 8-bit samples."""
    content = _part(data, offset, size)
    _, rate, samples = struct.unpack_from("<HHI", content)
    return _wav(content[8 : 8 + samples], rate)


def _wav(samples, rate):
    """A mono 8-bit wav file."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(rate)
        file.writeframes(samples)
    return stream.getvalue()
