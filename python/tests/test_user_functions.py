# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Python functions inside the pipeline."""
import gc
import sys
import threading
import traceback
import weakref

import csca
import numpy as np
import pytest
from conftest import same


def box(guide, volume):
    """The library's own box filter, so that the right result is known."""
    return csca.aggregate(volume, guide, method="box")


def absolute(left, right, first, levels):
    """Truncated differences of grey values."""
    grey = [image if image.ndim == 2 else image.mean(axis=2, dtype=np.float32) for image in (left, right)]
    height, width = grey[0].shape
    volume = np.full((height, width, levels), 0.05, np.float32)
    for k in range(levels):
        d = first + k
        begin, end = max(0, d), min(width, width + d)
        if begin < end:
            difference = np.abs(grey[0][:, begin:end] - grey[1][:, begin - d:end - d])
            volume[:, begin:end, k] = np.minimum(difference, 0.1)
    return volume


def test_own_aggregation_is_run_at_every_scale(pair):
    seen = []

    def note(guide, volume):
        seen.append((guide.shape, volume.shape, guide.dtype, volume.dtype, guide.flags.writeable))
        return box(guide, volume)

    result = csca.match(pair.left, pair.right, preset="bare", first=-3, levels=24, aggregate=note)
    assert [shapes[:2] for shapes in seen] == [((10, 15, 3), (10, 15, 5)), ((20, 30, 3), (20, 30, 7)),
                                               ((40, 60, 3), (40, 60, 13)), ((80, 120, 3), (80, 120, 24))]
    assert all(shapes[2:] == (np.float32, np.float32, False) for shapes in seen)
    expected = csca.match(pair.left, pair.right, preset="bare", first=-3, levels=24, precision="float")
    # Costs come in whole numbers to other methods than box: nearly all winners agree.
    assert np.mean(np.abs(result.disparity - expected.disparity) < 0.5) > 0.98
    own = csca.match(pair.left, pair.right, precision="float", first=-3, levels=24, aggregate=box)
    assert same(own.disparity, csca.match(pair.left, pair.right, precision="float", first=-3, levels=24).disparity)


def test_guide_is_the_image(pair):
    guides = []
    csca.match(pair.left, pair.right, levels=16, scales=3, aggregate=lambda g, v: guides.append(g) or v)
    for guide, scale in zip(reversed(guides), csca.pyramid(pair.left, scales=3)):
        assert np.array_equal(guide, scale)


def test_slabs_bound_memory_and_change_nothing(pair):
    whole = csca.match(pair.left, pair.right, levels=40, aggregate=box)
    threads = set()
    levels = []

    def note(guide, volume):
        threads.add(threading.get_ident())
        levels.append(volume.shape[2])
        return box(guide, volume)

    slabs = csca.match(pair.left, pair.right, levels=40, aggregate=note, slab=8, threads=2)
    assert max(levels) <= 12 and len(levels) > 6
    assert same(slabs.disparity, whole.disparity)


def test_the_framework_helps_a_poor_aggregation():
    pair = csca.synth(width=240, height=180, levels=32)

    def rows(guide, volume):
        padded = np.pad(volume, ((0, 0), (4, 4), (0, 0)), mode="edge")
        return sum(padded[:, i:i + volume.shape[1]] for i in range(9))

    bad = [csca.evaluate(csca.match(pair.left, pair.right, levels=32, aggregate=rows, scales=scales).disparity,
                         pair.truth, pair.visible).bad for scales in (1, 5)]
    assert bad[1] < bad[0]


def test_change_in_place_and_keep(pair):
    kept = []

    def halve(guide, volume):
        volume *= 0.5
        kept.append(volume)
        return volume

    options = {"preset": "bare", "levels": 16, "scales": 1}
    result = csca.match(pair.left, pair.right, aggregate=halve, **options)
    assert same(result.disparity, csca.match(pair.left, pair.right, method="none", **options).disparity)
    gc.collect()
    assert kept[0].shape == (80, 120, 16) and np.isfinite(kept[0]).all()  # its memory is its own


def test_own_cost(pair):
    calls = []

    def note(left, right, first, levels):
        calls.append((left.shape, right.shape, first, levels))
        return absolute(left, right, first, levels)

    result = csca.match(pair.left, pair.right, preset="bare", first=-2, levels=18, cost=note)
    assert calls == [((80, 120, 3), (80, 120, 3), -2, 18), ((40, 60, 3), (40, 60, 3), -1, 10),
                     ((20, 30, 3), (20, 30, 3), -1, 6)]
    assert csca.evaluate(result.disparity, pair.truth, pair.visible).bad < 40
    # The same as by hand.
    volume = absolute(*(csca.pyramid(image, scales=1)[0] for image in (pair.left, pair.right)), -2, 18)
    plain = csca.match(pair.left, pair.right, preset="bare", first=-2, levels=18, cost=absolute,
                       scales=1)
    by_hand = csca.select(csca.aggregate(volume, pair.left, first=-2), first=-2)
    assert np.array_equal(plain.disparity, by_hand)


def test_own_cost_for_both_views(pair):
    result = csca.match(pair.left, pair.right, preset="bare", levels=16, cost=absolute, right="full", scales=1)
    mirrored = csca.match(np.ascontiguousarray(pair.right[:, ::-1]), np.ascontiguousarray(pair.left[:, ::-1]),
                          preset="bare", levels=16, cost=absolute, scales=1)
    assert np.array_equal(result.right_disparity, mirrored.disparity[:, ::-1])


def test_own_cost_and_own_aggregation_with_unknown_pixels(pair):
    left = pair.left.astype(np.float32) / 255
    left[30:40, 40:60] = np.nan

    def known(one, other, first, levels):
        assert np.isnan(one).any() or np.isnan(other).any() or one.shape[0] < 80
        return absolute(np.nan_to_num(one), np.nan_to_num(other), first, levels)

    result = csca.match(left, pair.right.astype(np.float32) / 255, preset="bare", levels=16, cost=known, aggregate=box)
    assert np.array_equal(np.isnan(result.disparity), np.isnan(left[:, :, 0]))
    # NaN: no cost here.
    holes = csca.match(left, left, preset="bare", levels=4, cost=absolute)
    assert np.array_equal(np.isnan(holes.disparity), np.isnan(left[:, :, 0]))
    assert (np.abs(holes.disparity[~np.isnan(left[:, :, 0])]) < 1).mean() > 0.95


class Own(Exception):
    """An exception that nobody else raises."""


def fails(guide, volume):
    raise Own("from the user's function")


@pytest.mark.parametrize("options", [{"aggregate": fails}, {"aggregate": fails, "slab": 2, "threads": 2},
                                     {"cost": lambda left, right, first, levels: fails(left, right)},
                                     {"progress": lambda done: fails(0, 0)}])
def test_what_a_function_raises_reaches_the_caller_with_its_traceback(pair, options):
    with pytest.raises(Own, match="from the user's function") as caught:
        csca.match(pair.left, pair.right, levels=32, **options)
    assert "fails" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


@pytest.mark.parametrize("result, words", [
    (lambda v: v[:, :-1], "what aggregate returned has shape (80, 119, 16): it has to be (80, 120, 16)"),
    (lambda v: v[:, :, 0], "what aggregate returned has shape (80, 120): allowed is (y, x, level)"),
    (lambda v: v.astype(np.float64), "what aggregate returned is float64: allowed is float32; use .astype(np.float32)"),
    (lambda v: v.astype(">f4"), "what aggregate returned is '>f4'"),
    (lambda v: v * np.float32(np.nan), "what aggregate returned is nan at [0, 0, 0]: costs have to be finite"),
    (lambda v: v + np.float32(np.inf), "what aggregate returned is inf at [0, 0, 0]"),
    (lambda v: None, "what aggregate returned is a NoneType: give a numpy array"),
    (lambda v: v.tolist(), "what aggregate returned is a list"),
])
def test_wrong_results(pair, result, words):
    with pytest.raises(csca.Error) as error:
        csca.match(pair.left, pair.right, levels=16, scales=1, aggregate=lambda guide, volume: result(volume))
    assert words in str(error.value)


@pytest.mark.parametrize("options, words", [
    ({"aggregate": 3}, "aggregate is a int: give a function f(guide, volume) that returns a volume"),
    ({"aggregate": "gf"}, "aggregate is a str: give a function"),
    ({"cost": 3}, "cost is a int: give a function g(left, right, first, levels) that returns a volume, or a method's name"),
    ({"cost": lambda left, right, first, levels: left}, "what cost returned has shape (80, 120, 3): it has to be "
                                                        "(80, 120, 16)"),
])
def test_what_is_no_function(pair, options, words):
    with pytest.raises(csca.Error) as error:
        csca.match(pair.left, pair.right, levels=16, **options)
    assert words in str(error.value)


def test_wrong_number_of_arguments(pair):
    with pytest.raises(TypeError, match="positional argument"):
        csca.match(pair.left, pair.right, levels=16, aggregate=lambda volume: volume)


def test_nothing_is_leaked(pair):
    arrays = []

    def note(guide, volume):
        arrays.append((weakref.ref(guide), weakref.ref(volume)))
        return volume + np.float32(1)

    def bad(guide, volume):
        arrays.append((weakref.ref(guide), weakref.ref(volume)))
        raise Own()

    before = sys.getrefcount(note), sys.getrefcount(bad), sys.getrefcount(pair.left)
    csca.match(pair.left, pair.right, levels=16, aggregate=note)
    for options in ({}, {"slab": 4, "threads": 2}):
        try:
            csca.match(pair.left, pair.right, levels=16, aggregate=bad, **options)
        except Own:
            pass
    gc.collect()
    assert len(arrays) >= 5
    assert all(reference() is None for references in arrays for reference in references)
    assert (sys.getrefcount(note), sys.getrefcount(bad), sys.getrefcount(pair.left)) == before


def test_a_match_inside_a_function(pair):
    def nested(guide, volume):
        csca.match(pair.left, pair.right, levels=8)
        return box(guide, volume)

    result = csca.match(pair.left, pair.right, levels=16, aggregate=nested, slab=8)
    assert same(result.disparity, csca.match(pair.left, pair.right, levels=16, aggregate=box).disparity)
