# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""csca.match: results, options, and that tool and Python say the same sentences."""
import pickle
import subprocess

import csca
import numpy as np
import pytest
from conftest import flags, same


@pytest.mark.parametrize("options", [
    {"scales": 0}, {"scales": "many"}, {"lambda_": -1}, {"method": "boks"}, {"cen_window": 4}, {"right": "ful"},
    {"refine": "wm,medan"}, {"levels": 2.5}, {"preset": "qualty"}, {"max_memory": "100K"},
    {"preset": "bare", "confidence": "left_right"}, {"white": 0}])
def test_tool_and_python_say_the_same_sentence(tool, tmp_path, pair, options):
    csca.write(tmp_path / "left.png", pair.left)
    run = subprocess.run([tool, "match", "left.png", "left.png", "-o", "map.pfm", *flags(options)], cwd=tmp_path,
                         capture_output=True, text=True, check=False)
    assert run.returncode == 2
    with pytest.raises(csca.Error) as error:
        csca.match(pair.left, pair.left, **options)
    assert str(error.value) in run.stderr.replace("\n", " ")


def test_planes(pair):
    none = csca.match(pair.left, pair.right, first=-2, levels=18)
    assert none.planes == [] and none.plane is None
    result = csca.match(pair.left, pair.right, first=-2, levels=18, method="gf", planes=None)
    assert result.plane.dtype == np.uint8 and result.plane.max() <= len(result.planes)
    assert all(len(plane) == 3 for plane in result.planes)


def test_result(pair):
    result = csca.match(pair.left, pair.right, first=-2, levels=18)
    assert result.disparity.dtype == np.float32 and result.disparity.shape == (80, 120)
    assert result.validity.dtype == np.uint8 and result.validity.shape == (80, 120)
    assert result.confidence is None and result.right_disparity.shape == (80, 120)
    assert result.range == range(-2, 16)
    assert result.scales == len(result.weights) and sum(result.weights) == pytest.approx(1)
    assert result.white == 255
    assert set(result.timings) == {"pyramid", "cost", "aggregate", "combine", "select", "refine", "total"}
    assert "120 x 80 pixels, disparities -2 to 15" in repr(result)
    assert result.disparity.flags.writeable and not result.disparity.flags.owndata
    copy = pickle.loads(pickle.dumps(result))
    assert same(copy.disparity, result.disparity) and copy.range == result.range


def test_the_default_leaves_unknown_what_is_not_known(pair):
    """Both views are compared; the method alone answers for every pixel."""
    result = csca.match(pair.left, pair.right, levels=16)
    unknown = np.isnan(result.disparity)
    assert 0.02 < unknown.mean() < 0.5
    why = csca.Validity.OCCLUDED | csca.Validity.MISMATCHED | csca.Validity.SPECKLE
    assert (result.validity[unknown] & why != 0).all()
    found_again = result.validity[~unknown & (result.validity & why != 0)]  # by its neighbours' vote
    assert (found_again & csca.Validity.FILLED != 0).all()
    assert same(result.disparity, csca.match(pair.left, pair.right, preset="default", levels=16).disparity)
    bare = csca.match(pair.left, pair.right, preset="bare", levels=16)
    assert np.isfinite(bare.disparity).all() and bare.right_disparity is None

    def wrong(disparity):
        return (np.abs(disparity - pair.truth)[~unknown] > 1).mean()

    assert wrong(result.disparity) < wrong(bare.disparity) < (np.abs(bare.disparity - pair.truth) > 1).mean()


def test_arrays_outlive_the_result(pair):
    disparity = csca.match(pair.left, pair.right, levels=16).disparity
    kept = disparity.copy()
    for _ in range(5):
        csca.match(pair.right, pair.left, levels=16)
    assert same(disparity, kept)


def test_right_view_and_confidence(pair):
    result = csca.match(pair.left, pair.right, preset="bare", levels=16, right="full", confidence="left_right")
    assert result.right_disparity.shape == result.confidence.shape == (80, 120)
    assert np.nanmin(result.confidence) >= 0 and np.nanmax(result.confidence) <= 1
    lost = result.validity & (csca.Validity.OCCLUDED | csca.Validity.MISMATCHED) != 0
    assert np.array_equal(np.isnan(result.disparity), lost)


def test_masks(pair):
    mask = np.ones((80, 120), bool)
    mask[20:40, 50:70] = False
    result = csca.match(pair.left, pair.right, preset="bare", levels=16, left_mask=mask)
    assert np.array_equal(np.isnan(result.disparity), ~mask)
    assert np.array_equal(result.validity & csca.Validity.MASKED != 0, ~mask)
    again = csca.match(pair.left, pair.right, preset="bare", levels=16, left_mask=mask.astype(np.uint8) * 7)
    assert same(again.disparity, result.disparity)
    other = csca.match(pair.left, pair.right, preset="bare", levels=16, right_mask=mask)
    assert not same(other.disparity, result.disparity)
    with pytest.raises(csca.Error, match="the left mask is 3 x 2 pixels but the image is 120 x 80"):
        csca.match(pair.left, pair.right, levels=16, left_mask=np.ones((2, 3), bool))


def test_pixels_without_data(pair):
    left = pair.left.astype(np.float32)
    left[10:20, 60:70] = np.nan
    result = csca.match(left, pair.right.astype(np.float32), levels=16)
    assert np.isnan(result.disparity[10:20, 60:70]).all()
    assert (result.validity[10:20, 60:70] & csca.Validity.UNKNOWN_PIXEL).all()


def test_values_of_python_and_numpy(pair):
    expected = csca.match(pair.left, pair.right, first=0, levels=16, lambda_=0.5, box_normalise=False).disparity
    for options in ({"first": np.int64(0), "levels": np.uint8(16), "lambda_": np.float32(0.5),
                     "box_normalise": np.bool_(False)},
                    {"first": "0", "levels": "16", "lambda": 0.5, "box_normalise": "false", "slab": None}):
        assert same(csca.match(pair.left, pair.right, **options).disparity, expected)


@pytest.mark.parametrize("options, sentence", [
    ({"metod": "gf"}, "there is no option 'metod', did you mean 'method'?"),
    ({"scales": True}, "scales is 'true': allowed is a whole number from 1 to 16"),
    ({"scales": [5]}, "scales is a list: give a number, a text, True, False or None"),
    ({"scales": np.array([5])}, "scales is a ndarray: give a number, a text, True, False or None"),
    ({"skip_zero": 1}, "skip_zero is '1': allowed is true or false"),
    ({"lambda_": float("nan")}, "lambda is nan: allowed is a number from 0 to 1000000, or auto"),
    ({"preset": 3}, "preset is no text: give the name of one"),
    ({"progress": 3}, "progress is a int: give a function f(done)"),
])
def test_mistyped_options(pair, options, sentence):
    with pytest.raises(csca.Error) as error:
        csca.match(pair.left, pair.right, **options)
    assert str(error.value) == sentence
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize("function", [csca.match, csca.cost_volume])
def test_images_by_position(pair, function):
    """The sentence is short: no array is printed into it."""
    for images, keywords, count in (([pair.left], {}, "1 was"), ([], {"left": pair.left, "right": pair.right}, "0 were"),
                                    ([pair.left, pair.right, 8], {}, "3 were")):
        with pytest.raises(TypeError, match=rf"takes two images by position, .*: {count} given by position$") as error:
            function(*images, **keywords)
        assert len(str(error.value)) < 150


def test_texts_that_are_no_utf_8(pair):
    for options, words in (({"method": "\udc80"}, r"method is '\udc80': allowed is"),
                           ({"\udc80": 1}, r"there is no option '\udc80'"), ({"preset": "\udc80"}, r"preset is '\udc80'")):
        with pytest.raises(csca.Error) as error:
            csca.match(pair.left, pair.right, **options)
        assert words in str(error.value)


def test_options_are_the_table():
    options = csca.options()
    assert options["levels"] is None and options["scales"] == 5 and options["skip_zero"] is False
    assert options["cost"] == "cg" and options["gf_epsilon"] == 1e-4
    assert options == csca.options(preset="default")
    assert (options["right"], options["refine"], options["lambda_"]) == ("diagonal", "vote,speckle", 1)
    bare = csca.options(preset="bare")
    assert (bare["right"], bare["refine"], bare["lambda_"]) == ("none", "none", None)
    assert csca.options(**csca.options(preset="quality")) == csca.options(preset="quality")


def test_progress(pair):
    shares = []
    csca.match(pair.left, pair.right, levels=64, slab=4, progress=shares.append)
    assert len(shares) > 3 and shares == sorted(shares) and shares[-1] == 1
