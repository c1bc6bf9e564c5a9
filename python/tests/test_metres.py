# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Calibrations, depth and clouds: the formulas in numpy, and PLY files as another program reads them."""
import pickle
import subprocess

import csca
import numpy as np
import pytest

CAMERA = csca.Calibration(focal_length=100.0, baseline=0.12, cx=59.0, cy=39.5, doffs=3.0, width=120, height=80)
CALIB = ("cam0=[100 0 59; 0 100 39.5; 0 0 1]\ncam1=[100 0 62; 0 100 39.5; 0 0 1]\ndoffs=3\nbaseline=120\n"
         "width=120\nheight=80\n")
TYPES = {"float": "<f4", "uchar": "u1"}


def read_ply(file):
    """Another reader than csca's: the header's words decide how the bytes are read."""
    with open(file, "rb") as stream:
        assert stream.readline() == b"ply\n"
        assert stream.readline() == b"format binary_little_endian 1.0\n"
        fields, count = [], 0
        for line in iter(stream.readline, b"end_header\n"):
            word, *rest = line.decode("ascii").split()
            if word == "element":
                assert rest[0] == "vertex"
                count = int(rest[1])
            elif word == "property":
                fields.append((rest[1], TYPES[rest[0]]))
            else:
                assert word == "comment"
        points = np.frombuffer(stream.read(), np.dtype(fields))
    assert len(points) == count
    return points


def columns(points, names):
    """Some fields side by side."""
    return np.stack([points[name] for name in names.split()], axis=1)


@pytest.fixture(name="calib")
def calib_file(tmp_path):
    """A Middlebury calibration."""
    file = tmp_path / "calib.txt"
    file.write_text(CALIB)
    return file


def test_calibrations_are_read(calib):
    assert csca.read_calibration(calib) == CAMERA
    assert csca.read_calibration([str(calib)]) == CAMERA
    assert csca.read_calibration(calib, metres_per_unit=0.01).baseline == pytest.approx(1.2)
    assert pickle.loads(pickle.dumps(CAMERA)) == CAMERA


def test_depth_is_the_formula(pair):
    depth = csca.depth(pair.truth, CAMERA)
    expected = 12 / (pair.truth.astype(float) + 3)
    np.testing.assert_allclose(depth, expected, rtol=1e-6)
    cropped = csca.depth(pair.truth, CAMERA, nearest=1, farthest=2)
    np.testing.assert_array_equal(np.isnan(cropped), ~((expected >= 1) & (expected <= 2)))
    np.testing.assert_allclose(csca.depth_deviation(depth, CAMERA, subpixel=0.5), expected ** 2 / 12 * 0.5, rtol=1e-5)


def test_cloud_is_the_formula_and_the_file_says_the_same(pair, tmp_path):
    confidence = np.linspace(0, 1, pair.truth.size, dtype=np.float32).reshape(pair.truth.shape)
    file = tmp_path / "cloud.ply"
    cloud = csca.cloud(pair.truth, pair.left, CAMERA, confidence=confidence, edge=0, normals=True, min_confidence=0.25,
                       step=2, file=file)
    y, x = np.mgrid[0:80:2, 0:120:2]
    keep = confidence[::2, ::2] >= 0.25
    z = 12 / (pair.truth[::2, ::2].astype(float) + 3)
    expected = np.stack([(x - 59) * z / 100, (y - 39.5) * z / 100, z], axis=-1)[keep]
    np.testing.assert_allclose(cloud.points, expected, atol=1e-5)
    np.testing.assert_array_equal(cloud.colours, pair.left[::2, ::2][keep])
    np.testing.assert_array_equal(cloud.confidence, confidence[::2, ::2][keep])
    np.testing.assert_allclose(np.linalg.norm(cloud.normals, axis=1), 1, atol=1e-5)
    assert (np.sum(cloud.normals * cloud.points, axis=1) < 0).all()  # towards the camera

    points = read_ply(file)
    np.testing.assert_array_equal(columns(points, "x y z"), cloud.points)
    np.testing.assert_array_equal(columns(points, "nx ny nz"), cloud.normals)
    np.testing.assert_array_equal(columns(points, "red green blue"), cloud.colours)
    np.testing.assert_array_equal(points["confidence"], cloud.confidence)


def test_the_tool_gives_the_same(pair, calib, tmp_path, tool):
    csca.write(tmp_path / "map.pfm", pair.truth)
    csca.write(tmp_path / "left.png", pair.left)
    file = tmp_path / "tool.ply"
    subprocess.run([tool, "cloud", tmp_path / "map.pfm", tmp_path / "left.png", "--calib", calib, "-o", file, "--upright"],
                   check=True, capture_output=True)
    cloud = csca.cloud(pair.truth, pair.left, CAMERA, upright=True)
    np.testing.assert_array_equal(columns(read_ply(file), "x y z"), cloud.points)
    assert (cloud.points[:, 2] < 0).all()
    assert repr(cloud) == f"<csca.Cloud: {len(cloud.points)} points>"


def test_parts_that_were_not_asked_for_are_none(pair):
    cloud = csca.cloud(pair.truth, None, CAMERA)
    assert cloud.colours is None and cloud.normals is None and cloud.confidence is None
    nothing = csca.cloud(np.full((80, 120), np.nan, np.float32), None, CAMERA)
    assert nothing.points.shape == (0, 3)


def test_depth_files_say_their_unit(tmp_path):
    depth = np.float32([[1.5, np.nan]])
    for ending in ("png", "tif", "pfm", "npy"):
        csca.write_depth(tmp_path / f"depth.{ending}", depth)
    np.testing.assert_array_equal(csca.read(tmp_path / "depth.png"), [[1500, 0]])
    np.testing.assert_array_equal(np.load(tmp_path / "depth.npy"), depth)
    assert b"Unit\0millimetre" in (tmp_path / "depth.png").read_bytes()
    assert b"depth in metres" in (tmp_path / "depth.tif").read_bytes()
    assert '"unit": "metre"' in (tmp_path / "depth.json").read_text()


@pytest.mark.parametrize("call, sentence", [
    (lambda: csca.read_calibration("nowhere.yml"), "no such file"),
    (lambda: csca.read_calibration([]), "allowed are one or two"),
    (lambda: csca.depth(np.zeros((2, 2), np.float32), CAMERA), "of images of 120 x 80 pixels"),
    (lambda: csca.depth(np.zeros((2, 2), np.float32), "calib.txt"), "give a csca.Calibration"),
    (lambda: csca.depth(np.zeros((80, 120), np.float32), CAMERA._replace(baseline=0)), "baseline is 0"),
    (lambda: csca.depth(np.zeros((80, 120), np.float32), CAMERA, nearest=2, farthest=1), "two rising numbers"),
    (lambda: csca.cloud(np.zeros((80, 120), np.float32), None, CAMERA, step=0), "step is 0"),
    (lambda: csca.write_depth("depth.jpg", np.zeros((2, 2), np.float32)), "the ending must be"),
])
def test_mistakes_get_a_sentence(call, sentence):
    with pytest.raises(csca.Error, match=sentence):
        call()
