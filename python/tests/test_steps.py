# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Every step by itself, and that together they are csca.match."""
import csca
import numpy as np
import pytest
from conftest import same


@pytest.mark.parametrize("first, levels, method", [(0, 16, "box"), (-5, 21, "gf"), (3, 12, "st")])
def test_the_steps_together_are_match(pair, first, levels, method):
    expected = csca.match(pair.left, pair.right, preset="bare", first=first, levels=levels, method=method, scales=3,
                          precision="float", subpixel="parabola")
    lefts, rights = (csca.pyramid(image, scales=expected.scales) for image in (pair.left, pair.right))
    volumes = []
    low, count = first, levels
    for left, right in zip(lefts, rights):
        costs = csca.cost_volume(left, right, first=low, levels=count, white=1)
        volumes.append(csca.aggregate(costs, left, first=low, method=method, white=1))
        low, count = low // 2, -(-(low + count - 1) // 2) - low // 2 + 1
    blended = csca.cross_scale(volumes, first=first, method=method)
    disparity = csca.select(blended, first=first, subpixel="parabola")
    # Running sums start anew at places that depend on the scale, which an array does not tell: the last bits differ.
    assert np.allclose(disparity, expected.disparity, rtol=0, atol=1e-4)


def test_pyramid_of_unknown_pixels():
    image = np.float32(np.ones((16, 16)))
    image[4, 4] = np.inf
    fine, coarse = csca.pyramid(image, scales=2)
    assert np.isnan(fine[4, 4]) and np.isfinite(coarse).all()


def test_cost_volume(pair):
    volume = csca.cost_volume(pair.left, pair.right, first=-3, levels=5, cost="grd")
    assert volume.shape == (80, 120, 5) and volume.dtype == np.float32 and volume.strides[2] == 4
    assert csca.cost_volume(pair.left, pair.left, levels=1).max() == 0
    with pytest.raises(csca.Error, match="cost_volume needs the number of disparities: give levels"):
        csca.cost_volume(pair.left, pair.right)
    with pytest.raises(csca.Error, match="left image is 120 x 79 pixels but the right one is 120 x 80"):
        csca.cost_volume(pair.left[:-1], pair.right, levels=3)


def test_aggregate_across_scales_helps_a_volume_from_elsewhere():
    pair = csca.synth(width=240, height=180, levels=32)
    costs = csca.cost_volume(pair.left, pair.right, levels=32)
    bad = [csca.evaluate(csca.select(csca.aggregate(costs, pair.left, method="gf", scales=scales)), pair.truth,
                         pair.visible).bad for scales in (1, 5)]
    assert bad[1] < bad[0]


def test_aggregate_with_a_function(pair):
    costs = csca.cost_volume(pair.left, pair.right, first=-1, levels=20)
    expected = csca.aggregate(costs, pair.left, method="gf", scales=3, lambda_=1, first=-1)
    own = csca.aggregate(costs, pair.left, method=lambda guide, volume: csca.aggregate(volume, guide, method="gf", white=1),
                         scales=3, lambda_=1, first=-1)
    assert np.allclose(own, expected, rtol=0, atol=1e-8)  # the last bits: see above


def test_aggregate_any_number_of_threads_and_slabs(pair):
    costs = csca.cost_volume(pair.left, pair.right, levels=37)
    expected = csca.aggregate(costs, pair.left, method="gf", scales=4, threads=1)
    for options in ({"threads": 2}, {"slab": 8}, {"slab": 1, "threads": 3}):
        assert np.array_equal(csca.aggregate(costs, pair.left, method="gf", scales=4, **options), expected)


@pytest.mark.parametrize("volumes, words", [
    (np.zeros((2, 4, 4, 4), np.float32), "volumes is no list: give one volume for each scale, finest first"),
    ([], "volumes is empty: give one volume for each scale, finest first"),
    ([np.zeros((8, 8, 8), np.float32), np.zeros((4, 3, 5), np.float32)], "volume 1 has 3 x 4 pixels: half of volume 0"),
    ([np.zeros((8, 8, 8), np.float32), np.zeros((4, 4, 4), np.float32)], "the coarser volume has levels 0 to 3"),
    ([np.zeros((8, 8, 8), np.float32), np.zeros((4, 4, 5))], "volumes[1] is float64"),
])
def test_volumes_that_are_no_pyramid(volumes, words):
    with pytest.raises(csca.Error) as error:
        csca.cross_scale(volumes)
    assert words in str(error.value)


def test_select_is_the_minimum():
    volume = np.random.default_rng(1).random((7, 9, 13), np.float32)
    assert np.array_equal(csca.select(volume, first=-6, subpixel="none"), volume.argmin(axis=2) - 6)


def test_refine(pair):
    holes = pair.truth.copy()
    holes[pair.visible == 0] = np.inf
    before = holes.copy()
    filled, validity = csca.refine(holes, pair.left, refine="median", fill="all")
    assert np.array_equal(holes, before)  # the input stays as it was
    assert np.isfinite(filled).all()
    assert np.array_equal(validity & csca.Validity.FILLED != 0, pair.visible == 0)
    kept, flags = csca.refine(holes, pair.left, np.full(holes.shape, 2, np.uint8))
    assert np.array_equal(np.isnan(kept), pair.visible == 0) and (flags == 2).all()
    result = csca.match(pair.left, pair.right, preset="bare", levels=16, right="full")
    finished = csca.match(pair.left, pair.right, preset="bare", levels=16, right="full", refine="wm,median",
                          fill="all")
    by_hand = csca.refine(result.disparity, pair.left, result.validity, refine="wm,median", fill="all", first=0, levels=16)
    assert np.array_equal(by_hand[0], finished.disparity) and np.array_equal(by_hand[1], finished.validity)


def test_steps_start_from_the_method_alone(pair):
    """What the default of csca.match adds, a step does only when it is asked."""
    holes = np.where(pair.visible == 255, pair.truth, np.float32(np.nan))
    assert same(csca.refine(holes, pair.left)[0], holes)
    assert not same(csca.refine(holes, pair.left, preset="default")[0], holes)


@pytest.mark.parametrize("arguments, words", [
    (lambda p: (p.truth[1:], p.left), "guide has 120 x 80 pixels but disparity 120 x 79"),
    (lambda p: (p.truth, p.left, np.zeros((2, 2), np.uint8)), "the validity map has 2 x 2 pixels"),
    (lambda p: (p.truth.astype(float), p.left), "disparity is float64"),
    (lambda p: (p.truth * 1e9, p.left), "allowed is -32768 to 32768"),
])
def test_maps_that_cannot_be_refined(pair, arguments, words):
    with pytest.raises(csca.Error) as error:
        csca.refine(*arguments(pair), refine="median")
    assert words in str(error.value)


def test_evaluate(pair):
    score = csca.evaluate(pair.truth + np.float32(2), pair.truth, pair.visible, threshold=1)
    assert score.bad == 100 and score.average == pytest.approx(2, abs=1e-5) and score.pixels == (pair.visible == 255).sum()
    assert csca.evaluate(pair.truth, pair.truth, pair.visible == 255) == csca.evaluate(pair.truth, pair.truth, pair.visible)
    assert csca.evaluate(pair.truth[:, ::-1], pair.truth[:, ::-1]).bad == 0  # any strides: maps are small
    with pytest.raises(csca.Error, match="the disparity map is 120 x 80 but the truth is 119 x 80"):
        csca.evaluate(pair.truth, pair.truth[:, 1:])
    with pytest.raises(csca.Error, match="no pixel counts"):
        csca.evaluate(pair.truth, pair.truth, np.zeros((80, 120), bool))


def test_options_of_other_steps(pair):
    with pytest.raises(csca.Error, match=r"select takes no option 'scales': see help\(csca.select\)"):
        csca.select(np.zeros((1, 1, 1), np.float32), scales=3)
    with pytest.raises(csca.Error, match="there is no option 'scals', did you mean 'scales'"):
        csca.pyramid(pair.left, scals=3)


def test_synth():
    pair = csca.synth(width=33, height=21, first=-4, levels=8, colour=False, bits=16)
    assert pair.left.shape == pair.right_truth.shape == (21, 33) and pair.left.dtype == np.uint16
    assert np.array_equal(pair.left, csca.synth(33, 21, -4, 8, colour=False, bits=16).left)
    with pytest.raises(csca.Error, match="bits is 12: allowed is 8 or 16"):
        csca.synth(bits=12)
    with pytest.raises(csca.Error, match="width is 0"):
        csca.synth(width=0)
