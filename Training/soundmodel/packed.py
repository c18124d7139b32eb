"""Sound files inside a game's one large file: Qt resource files and Doom's WADs."""

import io
import struct
import wave
import zlib

QT_MAGIC, WAD_MAGICS = b"qres", (b"IWAD", b"PWAD")
QT_COMPRESSED, QT_FOLDER = 1, 2
DMX_SOUND = 3  # the kind of a WAD's entry that holds 8-bit samples


class Damaged(Exception):
    """A file that is not what its first bytes say."""


def members(data):
    """(name, bytes) of each file inside; nothing where the format is not known. Raises Damaged."""
    reader = _qt_members if data[:4] == QT_MAGIC else _wad_members if data[:4] in WAD_MAGICS else None
    try:
        yield from reader(data) if reader else ()
    except (struct.error, zlib.error, UnicodeDecodeError, IndexError) as error:
        raise Damaged(str(error)) from error


def _qt_members(data):
    """The files of a Qt resource file, versions 1 to 3: a tree of nodes, then sizes and bytes, then names in UTF-16."""
    version, tree, contents, names = struct.unpack_from(">4I", data, 4)
    node_size = 14 if version == 1 else 22
    folders, seen = [(0, "")], 0
    while folders:
        node, path = folders.pop()
        seen += 1
        if seen * node_size > len(data):
            raise Damaged("a tree that does not end")
        place = tree + node * node_size
        name_place, flags = struct.unpack_from(">IH", data, place)
        if node:
            (length,) = struct.unpack_from(">H", data, names + name_place)
            path += "/" + data[names + name_place + 6 :][: 2 * length].decode("utf-16-be")
        if flags & QT_FOLDER:
            count, first = struct.unpack_from(">II", data, place + 6)
            folders += [(first + k, path) for k in range(min(count, len(data)))]
            continue
        (offset,) = struct.unpack_from(">I", data, place + 10)
        (size,) = struct.unpack_from(">I", data, contents + offset)
        content = data[contents + offset + 4 :][:size]
        # A compressed file begins with its size.
        yield path, zlib.decompress(content[4:]) if flags & QT_COMPRESSED else content


def _wad_members(data):
    """The sounds of a Doom WAD as wav files: kind, sample rate and count, then unsigned 8-bit samples."""
    count, place = struct.unpack_from("<II", data, 4)
    for k in range(min(count, len(data) // 16)):
        offset, size, name = struct.unpack_from("<II8s", data, place + 16 * k)
        if not name.startswith(b"DS") or size < 8:
            continue
        kind, rate, samples = struct.unpack_from("<HHI", data, offset)
        if kind == DMX_SOUND and rate > 0:
            yield name.rstrip(b"\0").decode("ascii") + ".wav", _wav(data[offset + 8 :][: min(samples, size - 8)], rate)


def _wav(samples, rate):
    """A mono 8-bit wav file."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(rate)
        file.writeframes(samples)
    return stream.getvalue()
