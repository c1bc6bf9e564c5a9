# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Files as no ordinary program writes them, byte by byte: PNG, TIFF and npy."""
import struct
import zlib

import numpy as np

ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, data=b""):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def packed(samples, bits):
    """Rows of samples as a PNG or TIFF packs them: the first one in the highest bits, rows to whole bytes."""
    if bits == 16:
        return samples.astype(">u2")
    if bits == 8:
        return samples.astype(np.uint8)
    each = np.unpackbits(samples.astype(np.uint8)[..., None], axis=-1)[..., 8 - bits:]
    return np.packbits(each.reshape(len(samples), -1), axis=-1)


def png(samples, colour, bits=8, size=None, extra=(), interlaced=False, pieces=1, rows=None):
    """Samples of shape (y, x) or (y, x, c), by libpng's colour type. `size` is what the header claims."""
    height, width = samples.shape[:2]
    parts = [samples[y::dy, x::dx] for x, y, dx, dy in ADAM7] if interlaced else [samples]
    raw = b"".join(b"\0" + packed(part.reshape(len(part), -1), bits)[y].tobytes()
                   for part in parts if part.size for y in range(len(part)))
    data = zlib.compress(raw if rows is None else raw[:rows])
    step = -(-len(data) // pieces)
    claimed = size or (width, height)
    return b"".join([b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", *claimed, bits, colour, 0, 0, interlaced)),
                     *extra, *(chunk(b"IDAT", data[i:i + step]) for i in range(0, len(data), step)), chunk(b"IEND")])


# Tags of TIFF, and the types of their values by struct's letters.
WIDTH, HEIGHT, BITS, COMPRESSION, COLOURS, STRIPS, CHANNELS, ROWS, COUNTS, PLANES, TILE_W, TILE_H, TILES, TILE_COUNTS, FORMAT = (
    256, 257, 258, 259, 262, 273, 277, 278, 279, 284, 322, 323, 324, 325, 339)
TYPES = {"B": 1, "H": 3, "I": 4, "Q": 16}


def tiff(pages, order="<", big=False):
    """Pages are pairs: a dictionary {tag: (type, values)} and blocks of bytes, strips or tiles, which get their tags here."""
    offset = "Q" if big else "I"
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "H", 43 if big else 42)
    if big:
        head += struct.pack(order + "HH", 8, 0)
    start = len(head) + (8 if big else 4)
    body = b""
    link_at = None
    links = []
    for tags, blocks in pages:
        places = []
        for block in blocks:
            places.append(start + len(body))
            body += block + b"\0" * (len(block) % 2)
        tiled = TILE_W in tags
        tags = {**tags, (TILES if tiled else STRIPS): (offset, places),
                (TILE_COUNTS if tiled else COUNTS): (offset, [len(block) for block in blocks])}
        entries = []
        for tag, (kind, values) in sorted(tags.items()):
            data = struct.pack(order + kind * len(values), *values)
            inline = 8 if big else 4
            if len(data) > inline:
                place = start + len(body)
                body += data + b"\0" * (len(data) % 2)
                data = struct.pack(order + offset, place)
            entries.append(struct.pack(order + "HH" + offset, tag, TYPES[kind], len(values)) + data.ljust(inline, b"\0"))
        links.append((link_at, start + len(body)))
        body += struct.pack(order + ("Q" if big else "H"), len(entries)) + b"".join(entries)
        link_at = len(body)
        body += struct.pack(order + offset, 0)
    for at, place in links[1:]:
        body = body[:at] + struct.pack(order + offset, place) + body[at + (8 if big else 4):]
    return head + struct.pack(order + offset, links[0][1]) + body


def page(samples, order="<", colours=None, tile=None, separate=False, compress=False, size=None):
    """The tags and blocks of one image; floats and integers are what they are."""
    samples = samples if samples.ndim == 3 else samples[..., None]
    height, width, channels = samples.shape
    kind = {"u": 1, "i": 2, "f": 3, "c": 6}[samples.dtype.kind]
    ordered = samples.astype(samples.dtype.newbyteorder(order))
    planes = [ordered[..., c:c + 1] for c in range(channels)] if separate else [ordered]
    claimed = size or (width, height)
    tags = {WIDTH: ("I", [claimed[0]]), HEIGHT: ("I", [claimed[1]]), BITS: ("H", [samples.dtype.itemsize * 8] * channels),
            COMPRESSION: ("H", [8 if compress else 1]), COLOURS: ("H", [(2 if channels >= 3 else 1) if colours is None else colours]),
            CHANNELS: ("H", [channels]), PLANES: ("H", [2 if separate else 1]), FORMAT: ("H", [kind] * channels)}
    if tile:
        tags |= {TILE_W: ("I", [tile]), TILE_H: ("I", [tile])}
        pad = [(0, -height % tile), (0, -width % tile), (0, 0)]
        blocks = [np.pad(plane, pad)[y:y + tile, x:x + tile].tobytes()
                  for plane in planes for y in range(0, height, tile) for x in range(0, width, tile)]
    else:
        tags[ROWS] = ("I", [5])
        blocks = [plane[y:y + 5].tobytes() for plane in planes for y in range(0, height, 5)]
    return tags, [zlib.compress(block) if compress else block for block in blocks]


def npy(header, data=b"", version=(1, 0)):
    text = header.encode() + b"\n"
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H", len(text)) + text + data
