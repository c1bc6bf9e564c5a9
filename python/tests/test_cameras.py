# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Raw pairs that become rectified ones, where OpenCV is."""
import importlib.util
import os
import subprocess

import csca
import numpy as np
import pytest

pytestmark = [pytest.mark.skipif("CSCA_TOOL" not in os.environ, reason="no tool, which renders rigs"),
              pytest.mark.skipif(importlib.util.find_spec("csca._rectify") is None, reason="built without OpenCV")]


@pytest.fixture(name="rig", scope="module")
def rendered_rig(tmp_path_factory):
    """A folder with raw images and the true cameras."""
    folder = tmp_path_factory.mktemp("rig")
    subprocess.run([os.environ["CSCA_TOOL"], "synth", str(folder), "--rig", "--width", "320", "--height", "240",
                    "--boards", "0", "--baseline", "0.12"], check=True)
    return folder


def test_a_rig_rectifies_its_images(rig):
    pair = csca.rectify(rig / "left.png", rig / "right.png", rig / "rig.yml")
    assert pair.left.shape == (240, 320, 3) and pair.left.dtype == np.uint8
    assert set(np.unique(pair.left_mask)) <= {0, 255}
    assert pair.calibration.baseline == pytest.approx(0.12)
    assert pair.row_error is None
    kinds = [finding.kind for finding in csca.check(rig / "left.png", rig / "right.png")]
    assert kinds and csca.check(pair.left, pair.right, left_mask=pair.left_mask, right_mask=pair.right_mask) == []
    result = csca.match(pair.left, pair.right, left_mask=pair.left_mask, right_mask=pair.right_mask)
    assert 0.5 < np.nanmedian(csca.depth(result.disparity, pair.calibration)) < 3
    # As the tool does it.
    subprocess.run([os.environ["CSCA_TOOL"], "rectify", "rig.yml", "left.png", "right.png", "-o", "out"], check=True, cwd=rig)
    assert np.array_equal(csca.read(rig / "out" / "left.png"), pair.left)
    assert np.array_equal(csca.read(rig / "out" / "right.png"), pair.right)
    assert np.array_equal(csca.read_mask(rig / "out" / "right_mask.png"), pair.right_mask)


def test_arrays_keep_their_kind(rig):
    left, right = csca.read(rig / "left.png"), csca.read(rig / "right.png")
    for array in (left, left.astype(np.uint16) * 257, left[:, :, 0], np.float32(left)):
        other = right if array.ndim == 3 else right[:, :, 0]
        pair = csca.rectify(array, other.astype(array.dtype), rig / "rig.yml", alpha=0)
        assert pair.left.dtype == array.dtype and pair.left.shape == array.shape
        assert np.mean(pair.left_mask == 255) > 0.99


def test_without_a_rig_points_show_the_rows(rig):
    pair = csca.rectify(csca.read(rig / "left.png"), csca.read(rig / "right.png"))
    assert pair.calibration is None
    assert pair.row_error < 1
    blank = np.zeros((100, 100), np.uint8)
    with pytest.raises(csca.Error, match="cannot be rectified without a calibration: only 0 points"):
        csca.rectify(blank, blank)


def test_mistakes_get_a_sentence(rig):
    left = csca.read(rig / "left.png")
    with pytest.raises(csca.Error, match="320x239 pixels, but the calibration is for 320x240"):
        csca.rectify(left[1:], left[1:], rig / "rig.yml")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        csca.rectify(left, left, "nowhere.yml")
    with pytest.raises(csca.Error, match="alpha is 3"):
        csca.rectify(left, left, rig / "rig.yml", alpha=3)
