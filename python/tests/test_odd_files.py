# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""The table of odd files: each is the right picture, as other programs read it too, or one sentence, soon and in little memory."""
import io
import os
import struct
import subprocess
import sys

import csca
import numpy as np
import odd_files as odd
import pytest
from odd_files import chunk, npy, page, png, tiff

PIL = pytest.importorskip("PIL.Image", reason="python3-pil is not installed")
from PIL import ImageOps  # noqa: E402  (after the skip)

try:
    import cv2
except ImportError:
    cv2 = None

PIL.MAX_IMAGE_PIXELS = None
MADE = np.random.default_rng(7)
GREY8 = MADE.integers(0, 256, (13, 21), dtype=np.uint8)
GREY16 = MADE.integers(0, 65536, (13, 21), dtype=np.uint16)
RGB8 = MADE.integers(0, 256, (13, 21, 3), dtype=np.uint8)
RGB16 = MADE.integers(0, 65536, (13, 21, 3), dtype=np.uint16)
FLOATS = MADE.normal(size=(13, 21)).astype(np.float32)
RAMP = np.add.outer(np.arange(24) * 4, np.arange(40) * 3).astype(np.uint8)
SMOOTH = np.dstack([RAMP, 255 - RAMP, RAMP[:, ::-1]])
PALETTE = MADE.integers(0, 256, (256, 3), dtype=np.uint8)


def saved(array, form, mode=None, **how):
    """What PIL makes of it."""
    file = io.BytesIO()
    PIL.fromarray(array, mode).save(file, form, **how)
    return file.getvalue()


def turned(turn):
    exif = PIL.Exif()
    exif[0x112] = turn
    return saved(SMOOTH, "JPEG", quality=95, subsampling=0, exif=exif)


def patched(bytes_, at, new):
    return bytes_[:at] + new + bytes_[at + len(new):]


def jpeg_claims(width, height, marker=0xC0):
    """A JPEG whose frame says another size, or is of another kind."""
    good = saved(SMOOTH, "JPEG", quality=95)
    at = good.index(b"\xff\xc0")
    return patched(good, at, bytes([0xff, marker])) if width is None else patched(good, at + 5, struct.pack(">HH", height, width))


def plte(count):
    return chunk(b"PLTE", PALETTE[:count].tobytes())


def pfm(header, array=FLOATS, order="<"):
    return header + np.flipud(array).astype(order + "f4").tobytes()


# Name, bytes, the picture: an array, or a function of the file, which another decoder answers. "near" for JPEG.
PICTURES = [
    *((f"png-grey-{bits}", png(GREY8 >> (8 - bits), 0, bits), (GREY8 >> (8 - bits)) * (255 // (2**bits - 1))) for bits in (1, 2, 4, 8)),
    ("png-grey-16", png(GREY16, 0, 16), GREY16),
    ("png-rgb-16", png(RGB16, 2, 16), RGB16),
    ("png-interlaced", png(RGB8, 2, interlaced=True), RGB8),
    ("png-interlaced-1-bit", png(GREY8 >> 7, 0, 1, interlaced=True), (GREY8 >> 7) * 255),
    ("png-interlaced-16", png(GREY16, 0, 16, interlaced=True), GREY16),
    *((f"png-palette-{bits}", png(GREY8 >> (8 - bits), 3, bits, extra=[plte(2**bits)]), PALETTE[GREY8 >> (8 - bits)]) for bits in (1, 2, 4, 8)),
    ("png-interlaced-palette", png(GREY8, 3, extra=[plte(256)], interlaced=True), PALETTE[GREY8]),
    ("png-grey-alpha", png(np.dstack([GREY8, RGB8[..., 0]]), 4), np.dstack([GREY8, RGB8[..., 0]])),
    ("png-rgba", png(np.dstack([RGB8, GREY8]), 6), np.dstack([RGB8, GREY8])),
    ("png-many-idat", png(RGB8, 2, pieces=9), RGB8),
    ("png-one-pixel", png(GREY8[:1, :1], 0), GREY8[:1, :1]),
    ("jpeg-grey", saved(RAMP, "JPEG", quality=95), "near"),
    ("jpeg-rgb", saved(SMOOTH, "JPEG", quality=95), "near"),
    ("jpeg-progressive", saved(SMOOTH, "JPEG", quality=95, progressive=True), "near"),
    ("jpeg-cmyk", saved(np.dstack([SMOOTH, RAMP]), "JPEG", "CMYK", quality=95), "near"),
    *((f"jpeg-exif-{turn}", turned(turn), "near") for turn in range(1, 9)),
    ("pgm-8", b"P5 21 13 255\n" + GREY8.tobytes(), GREY8),
    ("pgm-16", b"P5\n# big-endian\n21 13\n65535\n" + GREY16.astype(">u2").tobytes(), GREY16),
    ("ppm-8", b"P6 21 13 255\n" + RGB8.tobytes(), RGB8),
    ("pbm", b"P4 21 13\n" + np.packbits(GREY8 < 128, axis=1).tobytes(), ((GREY8 >= 128) * 255).astype(np.uint8)),
    ("pfm-little", pfm(b"Pf\n21 13\n-1\n"), FLOATS),
    ("pfm-big", pfm(b"Pf\n21 13\n1\n", order=">"), FLOATS),
    ("tiff-tiled", tiff([page(RGB8, tile=16)]), RGB8),
    ("tiff-tiled-deflate", tiff([page(GREY16, tile=16, compress=True)]), GREY16),
    ("tiff-planar", tiff([page(RGB8, separate=True)]), RGB8),
    ("tiff-big-endian", tiff([page(GREY16, ">")], ">"), GREY16),
    ("bigtiff", tiff([page(GREY16)], big=True), GREY16),
    ("bigtiff-big-endian", tiff([page(GREY16, ">")], ">", True), GREY16),
    ("tiff-multi-page", tiff([page(GREY8), page(RGB8)]), GREY8),  # the first page, as everybody reads it
    ("tiff-float", tiff([page(FLOATS)]), FLOATS),
    ("tiff-double", tiff([page(FLOATS.astype(np.float64))]), FLOATS),
    ("tiff-signed-16", tiff([page(GREY16.astype(np.int16))]), GREY16.astype(np.int16).astype(np.float32)),
]
# What no other decoder here reads, or reads with fewer bits: their arrays were made by hand.
ALONE = {"bigtiff", "bigtiff-big-endian", "tiff-double", "tiff-planar", "tiff-tiled-deflate"}
HUGE = (2**31 - 1, 2**31 - 1)
# Name, bytes, a part of the sentence.
REFUSED = [
    ("png-2^31", png(GREY8, 0, size=HUGE), "pixels"),
    ("png-2^31-and-more", png(GREY8, 0, size=(2**31, 2**31)), "damaged"),
    ("png-minus-one", png(GREY8, 0, size=(2**32 - 1, 5)), "damaged"),
    ("png-empty", png(GREY8, 0, size=(0, 0)), "damaged"),
    ("png-60000", png(GREY8, 0, size=(30000, 60000)), "truncated"),
    ("png-lying-text", png(GREY8, 0, extra=[patched(chunk(b"tEXt", b"a\0b"), 0, b"\x7f\xff\xff\xff")]), "truncated"),
    ("png-no-palette", png(GREY8, 3), "damaged"),
    ("png-half-the-rows", png(GREY8, 0, rows=100), "truncated"),
    ("png-bad-checksum", patched(png(GREY8, 0), 30, b"\0\0"), "damaged"),
    ("png-3-bits", png(GREY8, 0, 8).replace(struct.pack(">IIBB", 21, 13, 8, 0), struct.pack(">IIBB", 21, 13, 3, 0)), "damaged"),
    ("jpeg-arithmetic", jpeg_claims(None, None, 0xC9), "arithmetic"),
    ("jpeg-lossless", jpeg_claims(None, None, 0xC3), "libjpeg says"),
    ("jpeg-65500", jpeg_claims(65500, 65500), "65500 x 65500"),
    ("jpeg-20000", jpeg_claims(20000, 20000), "truncated"),
    ("jpeg-empty", jpeg_claims(0, 40), "JPEG"),
    ("pgm-minus-one", b"P5 -1 13 255\n", "width"),
    ("pgm-2^31", b"P5 2147483648 2147483648 255\n", "pixels"),
    ("pgm-2^64", b"P5 18446744073709551617 1 255\nx", ""),
    ("pgm-white-is-0", b"P5 21 13 0\n" + GREY8.tobytes(), ""),
    ("pgm-white-is-65536", b"P5 21 13 65536\n" + GREY8.tobytes(), ""),
    ("pfm-scale-nan", pfm(b"Pf\n21 13\nnan\n"), "scale"),
    ("pfm-scale-0", pfm(b"Pf\n21 13\n0\n"), "scale"),
    ("pfm-2^31", b"Pf\n2147483648 2147483648\n-1\n", "pixels"),
    ("pfm-minus-one", b"Pf\n-21 13\n-1\n", ""),
    ("tiff-2^31", tiff([page(GREY8, size=HUGE)]), "damaged"),
    ("tiff-60000", tiff([page(GREY8, size=(30000, 60000))]), "truncated"),
    ("tiff-half-float", tiff([page(FLOATS.astype(np.float16))]), "16-bit floats"),
    ("tiff-complex", tiff([page(FLOATS.astype(np.complex64))]), "complex"),
    ("tiff-lab", tiff([page(RGB8, colours=8)]), "L*a*b*"),
    ("tiff-tile-2^31", tiff([(page(GREY8)[0] | {odd.TILE_W: ("I", [2**31 - 16]), odd.TILE_H: ("I", [2**31 - 16])}, [b"x"])]), ""),
    ("tiff-flipped-bit", b"", "damaged"),
]
NPY = "{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}"
MAPS = [
    ("npy", npy(NPY.format("'<f4'", False, "(13, 21)"), FLOATS.tobytes())),
    ("npy-fortran", npy(NPY.format("'<f4'", True, "(13, 21)"), FLOATS.T.tobytes())),
    ("npy-big-endian", npy(NPY.format("'>f8'", False, "(13, 21)"), FLOATS.astype(">f8").tobytes())),
]
REFUSED_MAPS = [
    ("npy-structured", npy(NPY.format("[('d', '<f4'), ('c', '|u1')]", False, "(2, 2)"), b"\0" * 20)),
    ("npy-objects", npy(NPY.format("'|O'", False, "(2, 2)"), b"\0" * 40)),
    ("npy-half", npy(NPY.format("'<f2'", False, "(2, 2)"), b"\0" * 8)),
    ("npy-complex", npy(NPY.format("'<c8'", False, "(2, 2)"), b"\0" * 40)),
    ("npy-2^31", npy(NPY.format("'<f4'", False, "(2147483648, 2147483648)"), b"\0" * 16)),
    ("npy-2^64", npy(NPY.format("'<f4'", False, "(18446744073709551617, 1)"), b"\0" * 16)),
    ("npy-negative", npy(NPY.format("'<f4'", False, "(-2, -2)"), b"\0" * 16)),
    ("npy-short", npy(NPY.format("'<f4'", False, "(2, 2)"), b"\0" * 15)),
    ("npy-three-sizes", npy(NPY.format("'<f4'", False, "(2, 2, 1)"), b"\0" * 16)),
]


def pil_reads(bytes_):
    image = ImageOps.exif_transpose(PIL.open(io.BytesIO(bytes_)))
    if image.mode == "CMYK":  # PIL has taken back Adobe's inversion
        inks = 255 - np.asarray(image).astype(int)
        return (inks[..., :3] * inks[..., 3:] // 255).astype(np.uint8)
    if image.mode == "P":
        image = image.convert("RGB")
    if image.mode == "1":
        return np.asarray(image).astype(np.uint8) * 255
    return np.asarray(image)


def opencv_reads(file):
    image = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    return image if image is None or image.ndim == 2 else image[..., [2, 1, 0, 3][:image.shape[2]]]


def agrees(answer, picture):
    """True where another decoder has the same samples; None where it reads the file with fewer bits or not at all."""
    if answer is None or answer.shape != picture.shape or answer.dtype.itemsize < picture.dtype.itemsize:
        return None
    return np.array_equal(answer.astype(picture.dtype), picture)


@pytest.mark.parametrize("name, bytes_, picture", PICTURES, ids=[row[0] for row in PICTURES])
def test_the_right_picture(tmp_path, name, bytes_, picture):
    file = tmp_path / f"odd.{'tif' if 'tiff' in name else name[:name.index('-')] if '-' in name else name}"
    file.write_bytes(bytes_)
    got = csca.read(file)
    if isinstance(picture, str):
        reference = pil_reads(bytes_)
        assert got.shape == reference.shape
        assert np.abs(got.astype(int) - reference.astype(int)).max() <= 2
        return
    assert got.dtype == picture.dtype and got.shape == picture.shape
    assert np.array_equal(got, picture)
    others = []
    try:
        others.append(agrees(pil_reads(bytes_), picture))
    except Exception:  # pylint: disable=broad-except  # PIL does not know the kind
        pass
    if cv2:
        others.append(agrees(opencv_reads(file), picture))
    assert False not in others
    assert True in others or name in ALONE or cv2 is None, "no other decoder has read it"


@pytest.mark.parametrize("name, bytes_", MAPS, ids=[row[0] for row in MAPS])
def test_maps_of_numpy(tmp_path, name, bytes_):
    file = tmp_path / "map.npy"
    file.write_bytes(bytes_)
    assert np.array_equal(csca.read_disparity(file), np.load(file).astype(np.float32)), name


def flipped_deflate():
    """A bit that zlib decodes to another picture: only the checksum at the end of the block tells."""
    good = tiff([page(GREY8, compress=True)])
    block = page(GREY8, compress=True)[1][0]
    at = good.index(block) + len(block) - 10  # of noise, which is stored as it is
    return patched(good, at, bytes([good[at] ^ 1]))


# In a small process of its own, since a child begins with the peak of its parent.
MEASURE = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
"""


def refusal(tool, words, **how):
    """Runs the tool: its sentence, the CPU time in seconds and the memory in MB that it took."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", MEASURE, tool, *words], capture_output=True, text=True, check=True,
                          **how)
    code, seconds, megabytes = done.stdout.split()
    return int(code), done.stderr, float(seconds), float(megabytes)


@pytest.mark.parametrize("name, bytes_, part", REFUSED + [(name, bytes_, "") for name, bytes_ in REFUSED_MAPS],
                         ids=[row[0] for row in REFUSED + REFUSED_MAPS])
def test_one_sentence(tmp_path, tool, name, bytes_, part):
    if name == "tiff-flipped-bit":
        bytes_ = flipped_deflate()
    is_map = name.startswith("npy")
    file = tmp_path / ("odd.npy" if is_map else "odd.img")
    file.write_bytes(bytes_)
    words = ["eval", file, file] if is_map else ["match", file, file, "-o", "out.pfm"]
    code, said, seconds, megabytes = refusal(tool, words, cwd=tmp_path)
    assert code == 2, said
    assert said.startswith("csca: ") and said.count("\n") == 1 and "odd." in said and part in said, said
    assert seconds < 0.2 and megabytes < 100, f"{seconds} s, {megabytes} MB"
    assert os.listdir(tmp_path) == [file.name]
    with pytest.raises(csca.Error):
        (csca.read_disparity if is_map else csca.read)(file)
