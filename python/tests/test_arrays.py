# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Which arrays are taken as they lie, and which get a sentence."""
import csca
import numpy as np
import pytest
from conftest import same


def match(left, right, **options):
    return csca.match(left, right, levels=16, **options).disparity


def spread(image, channels):
    """The image in the middle of a larger one: rows are apart."""
    large = np.zeros((image.shape[0] + 3, image.shape[1] + 5, channels), image.dtype)
    large[1:-2, 2:-3] = image
    return large[1:-2, 2:-3]


def test_layouts_that_need_no_copy(pair):
    expected = match(pair.left, pair.right)
    upside_down = np.ascontiguousarray(pair.left[::-1])[::-1]
    assert upside_down.strides[0] < 0
    read_only = pair.left.copy()
    read_only.setflags(write=False)
    alpha = np.dstack([pair.left, np.full(pair.left.shape[:2], 9, np.uint8)])
    for left in (upside_down, spread(pair.left, 3), read_only, alpha, pair.left[:, :, :]):
        assert same(match(left, pair.right), expected)


@pytest.mark.parametrize("change", [
    lambda a: np.ascontiguousarray(a[:, ::-1])[:, ::-1], lambda a: np.ascontiguousarray(a[:, :, ::-1])[:, :, ::-1],
    lambda a: np.ascontiguousarray(a[::-1, ::-1, ::-1])[::-1, ::-1, ::-1], lambda a: np.repeat(a, 2, axis=1)[:, ::2],
    lambda a: np.moveaxis(np.moveaxis(a, 2, 0).copy(), 0, 2), np.asfortranarray,
    lambda a: np.dstack([a, a])[:, :, :3], lambda a: np.dstack([a[:, :, ::-1], a])[:, :, 2::-1]])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
def test_layouts_of_any_kind(pair, change, dtype):
    """Flipped, sliced, channels first: what csca cannot use where it lies is copied."""
    left, right = pair.left.astype(dtype), pair.right.astype(dtype)
    changed = change(left)
    before = changed.copy()
    assert np.array_equal(changed, left)
    assert same(match(changed, right), match(left, right))
    assert np.array_equal(changed, before)


def test_blue_green_red(pair):
    """What cv2.imread gives. Taken for RGB, another map comes out."""
    expected = match(pair.left, pair.right)
    left, right = (np.ascontiguousarray(image[:, :, ::-1]) for image in (pair.left, pair.right))
    assert same(match(left, right, order="bgr"), expected)
    assert same(match(pair.left[:, :, ::-1], pair.right[:, :, ::-1], order="bgr"), expected)
    assert same(match(pair.left, pair.right, order="rgb"), expected)
    assert not same(match(left, right), expected)
    alpha = [np.dstack([image, np.full(image.shape[:2], 9, np.uint8)]) for image in (left, right)]
    assert same(match(*alpha, order="bgr"), expected)
    grey = left[:, :, 0].copy()
    assert same(match(grey, right, order="bgr"), match(grey, pair.right))
    for call in (lambda image, **order: csca.pyramid(image, **order)[1],
                 lambda image, **order: csca.cost_volume(image, image, levels=4, **order),
                 lambda image, **order: csca.aggregate(np.ones((80, 120, 2), np.float32) * pair.truth[:, :, None], image,
                                                       method="gf", **order),
                 lambda image, **order: csca.refine(pair.truth, image, refine="wm", **order)[0]):
        assert same(call(left, order="bgr"), call(pair.left))
    for wrong in ("gbr", "BGR", 3):
        with pytest.raises(csca.Error, match=f"order is '{wrong}': allowed is 'rgb' or 'bgr'"):
            match(left, right, order=wrong)


def test_pil_images(pair):
    pil = pytest.importorskip("PIL.Image")
    left, right = pil.fromarray(pair.left), pil.fromarray(pair.right)
    expected = match(pair.left, pair.right)
    assert same(match(left, right), expected)
    assert same(match(left, right, order="bgr"), expected)  # they say themselves that they are RGB
    assert same(match(left.convert("RGBA"), pair.right), expected)
    grey = left.convert("L")
    assert same(match(grey, right), match(np.asarray(grey), pair.right))
    for mode, use in (("P", ".convert('RGB')"), ("CMYK", ".convert('RGB')"), ("HSV", ".convert('RGB')"),
                      ("I", "np.asarray(image).astype(np.uint16)")):
        with pytest.raises(csca.Error) as error:
            match(left.convert(mode), right)
        assert str(error.value) == f"left is a PIL image of mode '{mode}': use {use}"


def test_what_shows_itself_as_an_array(pair):
    class Shown:
        """As tensors and frames of other libraries are."""

        def __init__(self, array):
            self.array = array

        def __array__(self, *_):
            return self.array

    assert same(match(Shown(pair.left), Shown(pair.right)), match(pair.left, pair.right))
    assert csca.evaluate(Shown(pair.truth), pair.truth).bad == 0


def test_names_of_files(pair, tmp_path):
    csca.write(tmp_path / "left.png", pair.left)
    csca.write(tmp_path / "right.png", pair.right)
    expected = match(pair.left, pair.right)
    assert same(match(tmp_path / "left.png", str(tmp_path / "right.png")), expected)
    assert same(match(tmp_path / "left.png", pair.right[:, :, ::-1], order="bgr"), expected)  # files are RGB
    with pytest.raises(FileNotFoundError, match="none.png"):
        csca.match(tmp_path / "left.png", tmp_path / "none.png")


def test_memory_limits_count_copies():
    """The caller's array is one image, csca's copy another."""
    pair = csca.synth(width=2000, height=500, levels=8)
    need = []
    for left in (pair.left, np.asfortranarray(pair.left)):
        with pytest.raises(csca.NoMemory) as error:
            match(left, pair.right, max_memory="1M", method="st")
        need.append(str(error.value))
    assert need[0] != need[1]


@pytest.mark.parametrize("dtype, factor", [(np.uint8, 1), (np.uint16, 257), (np.float32, 1 / 255)])
def test_sample_types(pair, dtype, factor):
    left, right = ((image * factor).astype(dtype) for image in (pair.left, pair.right))
    near = np.abs(match(left, right, preset="bare", precision="float") -
                  match(pair.left, pair.right, preset="bare", precision="float"))
    assert np.mean(near < 0.5) > 0.99


def test_grey_in_all_its_shapes(pair):
    left, right = pair.left[:, :, 1].copy(), pair.right[:, :, 1].copy()
    expected = match(left, right)
    assert same(match(left[:, :, None], right[:, :, None]), expected)
    assert same(match(np.dstack([left, left]), right), expected)  # the second channel is alpha


@pytest.mark.parametrize("change, words", [
    (lambda a: a.astype(np.float64), "left is float64: allowed is uint8, uint16 or float32; use .astype(np.float32)"),
    (lambda a: a.astype(np.float16), "left is float16: allowed is"),
    (lambda a: a.astype(np.int32), "left is int32: allowed is uint8, uint16 or float32"),
    (lambda a: a > 3, "left is bool: allowed is"),
    (lambda a: a.astype(complex), "left is complex128: allowed is"),
    (lambda a: a.astype(object), "left is object: allowed is"),
    (lambda a: a.astype(">u2"), "left is '>u2', of another byte order than this machine's: use .astype('=u2')"),
    (lambda a: a.astype(">f4"), "use .astype('=f4')"),
    (lambda a: a[0], "left has shape (120, 3): allowed is"),
    (lambda a: a[0, 0], "left has shape (3,): allowed is (y, x), or (y, x, channel) with 1 to 4 channels"),
    (lambda a: a[None], "left has shape (1, 80, 120, 3): allowed is"),
    (lambda a: np.uint8(3), "left has shape (): allowed is"),
    (lambda a: np.zeros((80, 120, 5), np.uint8), "left has shape (80, 120, 5): allowed is"),
    (lambda a: np.zeros((80, 120, 0), np.uint8), "left has shape (80, 120, 0): allowed is"),
    (lambda a: a[:0], "left has no pixels: its shape is (0, 120, 3)"),
    (lambda a: np.broadcast_to(a[:1], a.shape), "left has strides (0, 3, 1)"),
    (lambda a: np.broadcast_to(np.uint8(1), (80, 120)), "left has strides (0, 0)"),
    (lambda a: np.ma.masked_less(a, 9), "left is a masked array: give its .data, and csca.match a left_mask"),
    (lambda a: a.tolist(), "left is a list: give a numpy array, a PIL image or a file's name"),
    (lambda a: "left.png", "cannot read 'left.png': no such file"),
    (lambda a: None, "left is a NoneType: give a numpy array"),
    (lambda a: np.frombuffer(bytes(1 + 2 * 9600), np.uint16, offset=1).reshape(80, 120),
     "left is uint16 at addresses between whole ones: use .copy()"),
    (lambda a: a[:70], "the left image is 120 x 70 pixels but the right one is 120 x 80"),
])
def test_arrays_that_cannot_be_read(pair, change, words):
    left = change(pair.left)
    if isinstance(left, np.ndarray) and left.shape == (120, 3):
        words = "the left image is 3 x 120 pixels but the right one is 120 x 80"  # a grey image of another size
    with pytest.raises(csca.Error) as error:
        match(left, pair.right)
    assert words in str(error.value)


def test_what_is_refused_is_not_copied_first():
    """A view of 8 TB in one number: any copy of it would show."""
    huge = np.broadcast_to(np.float64(0), (1_000_000, 1_000_000))
    with pytest.raises(csca.Error, match="float64"):
        match(huge, huge)
    huge = np.broadcast_to(np.float32(0), (1_000_000, 1_000_000))
    with pytest.raises(csca.Error, match="strides"):
        match(huge, huge)
    with pytest.raises(csca.Error, match="more than fits"):
        match(np.broadcast_to(np.uint8(0), (2**31, 1)), huge)


def test_maps_of_one_number_are_not_spread_out(pair, tmp_path):
    """Maps and masks are copied, but never into more than was there."""
    huge = np.broadcast_to(np.float32(0), (1_000_000, 1_000_000))
    words = r"has strides \(0, 0\): one number stands for many; use .copy\(\) if that is meant"
    for call in (lambda: csca.evaluate(huge, pair.truth), lambda: csca.evaluate(pair.truth, huge),
                 lambda: csca.refine(huge, pair.left), lambda: csca.write(tmp_path / "map.pfm", huge),
                 lambda: match(pair.left, pair.right, left_mask=np.broadcast_to(True, huge.shape)),
                 lambda: match(pair.left, pair.right, right_mask=np.broadcast_to(np.uint8(1), huge.shape))):
        with pytest.raises(csca.Error, match=words):
            call()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change, words", [
    (lambda m: m.astype(np.float64), "is float64: allowed is float32; use .astype(np.float32)"),
    (lambda m: m.astype(np.int16), "is int16: allowed is float32"),
    (lambda m: m.astype(">f4"), "of another byte order"),
    (lambda m: m[0], "has shape (120,): allowed is (y, x)"),
    (lambda m: m[:, :, None], "has shape (80, 120, 1): allowed is (y, x)"),
    (lambda m: m[:0], "has no pixels: its shape is (0, 120)"),
    (lambda m: m.tolist(), "is a list: give a numpy array"),
    (lambda m: np.ma.masked_invalid(m), "is a masked array"),
])
def test_maps_that_cannot_be_read(pair, tmp_path, change, words):
    for call in (lambda m: csca.evaluate(m, pair.truth), lambda m: csca.evaluate(pair.truth, m),
                 lambda m: csca.refine(m, pair.left, refine="median"), lambda m: csca.write(tmp_path / "map.pfm", m)):
        with pytest.raises(csca.Error) as error:
            call(change(pair.truth))
        assert words in str(error.value)
    assert not list(tmp_path.iterdir())


def test_maps_in_any_order(pair):
    expected = csca.evaluate(pair.right_truth, pair.truth, pair.visible)
    for change in (np.asfortranarray, lambda a: np.ascontiguousarray(a[::-1, ::-1])[::-1, ::-1],
                   lambda a: np.repeat(a, 2, axis=1)[:, ::2]):
        assert csca.evaluate(change(pair.right_truth), change(pair.truth), change(pair.visible)) == expected


@pytest.mark.parametrize("change, words", [
    (lambda m: m.astype(np.float32), "left_mask is float32: allowed is uint8 or bool"),
    (lambda m: m.astype(np.int64), "left_mask is int64: allowed is uint8 or bool"),
    (lambda m: m[:, :, None], "left_mask has shape (80, 120, 1): allowed is (y, x)"),
    (lambda m: m[:3, :2], "the left mask is 2 x 3 pixels but the image is 120 x 80"),
    (lambda m: "mask.png", "left_mask is a str: give a numpy array"),
])
def test_masks_that_cannot_be_read(pair, change, words):
    with pytest.raises(csca.Error) as error:
        match(pair.left, pair.right, left_mask=change(pair.visible))
    assert words in str(error.value) and not str(error.value).endswith("np.float32)")


def test_subclasses_are_arrays(pair):
    matrix = np.matrix(pair.left[:, :, 0])
    expected = match(pair.left[:, :, 0].copy(), pair.right)
    assert same(match(matrix, pair.right), expected)


@pytest.mark.parametrize("change, words", [
    (lambda v: v.astype(np.float64), "volume is float64: allowed is float32; use .astype(np.float32)"),
    (lambda v: v[0], "volume has shape (120, 8): allowed is (y, x, level)"),
    (lambda v: v[:, :, :0], "volume has no cells: its shape is (80, 120, 0)"),
    (lambda v: v.astype(">f4"), "of another byte order"),
    (lambda v: list(v), "volume is a list"),
    (lambda v: v[:, 1:], "guide has 120 x 80 pixels but volume 119 x 80"),
])
def test_volumes_that_cannot_be_read(pair, change, words):
    volume = csca.cost_volume(pair.left, pair.right, levels=8)
    with pytest.raises(csca.Error) as error:
        csca.aggregate(change(volume), pair.left)
    assert words in str(error.value)


def test_cells_without_a_cost(pair):
    volume = csca.cost_volume(pair.left, pair.right, levels=8)
    others = np.delete(volume, 3, axis=2)
    missing = np.where(np.arange(8) == 3, np.float32(np.nan), volume)
    for scales in (1, 3):
        costs = csca.aggregate(missing, pair.left, method="none", scales=scales)
        assert np.isfinite(costs).all()
        assert scales > 1 or np.allclose(costs[:, :, 3], others.mean(axis=2), rtol=1e-5)
    forbidden = np.where(np.arange(8) == 3, np.float32(np.inf), volume)
    assert (csca.select(csca.aggregate(forbidden, pair.left, method="gf", scales=3)) != 3).all()


def test_volumes_in_any_order(pair):
    volume = csca.cost_volume(pair.left, pair.right, levels=11)
    expected = csca.aggregate(volume, pair.left, method="gf", scales=3)
    level_first = np.moveaxis(np.ascontiguousarray(np.moveaxis(volume, 2, 0)), 0, 2)
    upside_down = np.ascontiguousarray(volume[::-1, ::-1, ::-1])[::-1, ::-1, ::-1]
    read_only = np.ascontiguousarray(volume)
    read_only.setflags(write=False)
    for other in (level_first, upside_down, read_only):
        assert np.array_equal(csca.aggregate(other, pair.left, method="gf", scales=3), expected)
        assert np.array_equal(csca.select(other), csca.select(volume))
