# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""What is to be known about a pair without its map: range, findings, the costs of a pixel."""
import warnings

import csca
import numpy as np
import pytest
from conftest import same


@pytest.fixture(name="large", scope="module")
def large_pair():
    """Large enough to see what is wrong with it."""
    return csca.synth(width=640, height=480, levels=64)


def test_the_range_is_that_of_match(large):
    found = csca.estimate_range(large.left, large.right)
    assert isinstance(found, range) and found[0] >= 0
    assert found[0] <= np.nanpercentile(large.truth, 0.1) and found[-1] >= np.nanpercentile(large.truth, 99.9)
    assert len(found) < 1.5 * 64
    assert csca.match(large.left, large.right, preset="bare").range == found
    assert csca.estimate_range(large.left[:, :, ::-1], large.right[:, :, ::-1], order="bgr") == found
    mask = large.truth < 20
    assert csca.estimate_range(large.left, large.right, left_mask=mask)[-1] < found[-1]
    with pytest.raises(csca.Error, match="the left image is 640 x 479 pixels but the right one is 640 x 480"):
        csca.estimate_range(large.left[1:], large.right)


def test_a_good_pair_has_no_findings(large):
    assert csca.check(large.left, large.right) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        csca.match(large.left, large.right, preset="bare", levels=64)


@pytest.mark.parametrize("kind, change", [
    ("swapped", lambda left, right: (right, left)),
    ("row_shift", lambda left, right: (left, np.roll(right, 5, axis=0))),
    ("same_image", lambda left, right: (left, left)),
    ("other_scene", lambda left, right: (left, csca.synth(seed=7).right[::-1])),
])
def test_a_wrong_pair_is_told(large, kind, change):
    """By csca.check as a finding, by csca.match as a warning with the same sentence."""
    left, right = change(large.left, large.right)
    findings = csca.check(left, right)
    assert kind in [finding.kind for finding in findings]
    assert all(np.isfinite(finding.measure) and len(finding.message) > 40 for finding in findings)
    with pytest.warns(csca.PairWarning) as told:
        result = csca.match(left, right, preset="bare", levels=16)
    assert [str(warning.message) for warning in told] == result.warnings
    assert {finding.message for finding in findings} <= set(result.warnings)
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error", csca.PairWarning)
        with pytest.raises(csca.PairWarning):
            csca.match(left, right, preset="bare", levels=16)
        assert csca.match(left, right, preset="bare", levels=16, check=False).warnings == []


@pytest.mark.parametrize("first, levels, method", [(0, 16, "box"), (-3, 20, "gf")])
def test_explain_shows_the_costs_of_the_steps(pair, first, levels, method):
    x, y = 61, 35
    why = csca.explain(pair.left, pair.right, x, y, first=first, levels=levels, method=method, preset="bare")
    assert (why.x, why.y) == (x, y)
    lefts, rights = (csca.pyramid(image, scales=len(why.scales)) for image in (pair.left, pair.right))
    volumes = []
    low, count = first, levels
    for s, scale in enumerate(why.scales):
        raw = csca.cost_volume(lefts[s], rights[s], first=low, levels=count, white=1)
        volumes.append(csca.aggregate(raw, lefts[s], first=low, method=method, white=1))
        at = y >> s, x >> s
        assert np.array_equal(scale.raw, raw[at]) and np.array_equal(scale.aggregated, volumes[-1][at])
        assert np.array_equal(scale.disparities, (low + np.arange(count)) * 2**s)
        assert scale.winner == scale.disparities[scale.aggregated.argmin()]
        low, count = low // 2, -(-(low + count - 1) // 2) - low // 2 + 1
    assert np.array_equal(why.combined, csca.cross_scale(volumes, first=first, method=method)[y, x])
    assert sum(scale.weight for scale in why.scales) == pytest.approx(1)
    assert why.winner == why.disparities[why.combined.argmin()]
    result = csca.match(pair.left, pair.right, first=first, levels=levels, method=method, preset="bare", precision="float")
    assert why.disparity == result.disparity[y, x]


def test_explain_with_functions_and_options(pair):
    seen = []
    why = csca.explain(pair.left, pair.right, levels=16, scales=1, x=np.int64(5), y=7,
                       aggregate=lambda guide, volume: seen.append(volume[7, 5].copy()) or volume * 2)
    assert len(why.scales) == 1 and np.array_equal(why.scales[0].raw, seen[0])
    assert np.array_equal(why.scales[0].aggregated, seen[0] * 2)
    # What becomes of a winner is no part of it.
    csca.explain(pair.left, pair.right, 5, 7, levels=16, confidence="left_right", right="full", min_confidence=0.9)
    turned = csca.explain(pair.left[:, :, ::-1], pair.right[:, :, ::-1], 5, 7, levels=16, order="bgr")
    assert same(turned.combined, csca.explain(pair.left, pair.right, 5, 7, levels=16).combined)


@pytest.mark.parametrize("place, words", [
    ((120, 0), "x is 120 but the image is 120 pixels wide: give 0 to 119"),
    ((0, -1), "y is -1 but the image is 80 pixels high: give 0 to 79"),
    ((2**70, 0), f"x is {2**70} but the image is 120 pixels wide"),
    ((1.5, 0), "x is no whole number"),
    ((None, 0), "x is no whole number"),
    ((0, True), "y is no whole number"),
])
def test_pixels_that_are_none(pair, place, words):
    with pytest.raises(csca.Error) as error:
        csca.explain(pair.left, pair.right, *place, levels=16)
    assert words in str(error.value)
    with pytest.raises(csca.Error, match="x is no whole number"):
        csca.explain(pair.left, pair.right, levels=16)
