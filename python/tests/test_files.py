# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""csca.read and csca.write."""
import os

import csca
import numpy as np
import pytest

MAP = np.float32([[1.5, np.nan, 0.25], [3, 200, 7]])


@pytest.mark.parametrize("ending", ["pfm", "tif", "tiff", "npy", "png"])
def test_maps_come_back(tmp_path, ending):
    file = tmp_path / f"map.{ending}"
    csca.write(file, MAP)
    assert np.array_equal(csca.read_disparity(file), MAP, equal_nan=True)
    if ending == "png":
        assert np.array_equal(csca.read(file), np.nan_to_num(MAP * 256).astype(np.uint16))
    else:
        assert np.array_equal(csca.read(str(file)), MAP, equal_nan=True)
    if ending == "npy":
        assert np.array_equal(np.load(file), MAP, equal_nan=True)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [None, 3, 4])
def test_images_come_back(tmp_path, dtype, channels):
    shape = (5, 7) if channels is None else (5, 7, channels)
    image = np.random.default_rng(2).integers(0, np.iinfo(dtype).max, shape).astype(dtype)
    try:
        csca.write(tmp_path / "image.png", image)
    except csca.Error as error:
        assert channels == 4 and "channels" in str(error)
        return
    back = csca.read(tmp_path / "image.png")
    assert back.dtype == dtype and np.array_equal(back, image)


def test_masks_and_scales(tmp_path):
    csca.write(tmp_path / "mask.png", np.uint8([[0, 255, 128]]))
    assert np.array_equal(csca.read_mask(tmp_path / "mask.png"), [[0, 255, 128]])
    assert np.array_equal(csca.read_disparity(tmp_path / "mask.png", scale=4), [[np.nan, 63.75, 32]], equal_nan=True)


def test_images_of_any_layout_and_order(tmp_path):
    rgb = np.random.default_rng(3).integers(0, 255, (5, 7, 3)).astype(np.uint8)
    bgr = np.ascontiguousarray(rgb[:, :, ::-1])
    for image, order in ((rgb, "rgb"), (bgr, "bgr"), (bgr[:, :, ::-1], "rgb"), (rgb[:, :, ::-1], "bgr"),
                         (np.asfortranarray(rgb), "rgb"), (np.repeat(bgr, 2, axis=1)[:, ::2], "bgr")):
        csca.write(tmp_path / "image.png", image, order=order)
        assert np.array_equal(csca.read(tmp_path / "image.png"), rgb)


def test_names_that_are_no_utf8(tmp_path):
    file = os.path.join(os.fsencode(tmp_path), b"\xff.pfm")
    csca.write(os.fsdecode(file), MAP)
    assert os.path.exists(file)
    with pytest.raises(csca.Error, match="cannot read '.*\udcfe.png': no such file"):
        csca.read(os.path.join(tmp_path, "\udcfe.png"))


def test_mistakes_leave_no_file(tmp_path):
    (tmp_path / "text.png").write_text("no image")
    for work, words in (
            (lambda: csca.read(tmp_path / "none.png"), "none.png"),
            (lambda: csca.read(tmp_path / "text.png"), "text.png"),
            (lambda: csca.read(str(tmp_path / "text\0.png")), "text': a file's name ends at a NUL"),
            (lambda: csca.read_disparity(tmp_path / "text.png"), "text.png"),
            (lambda: csca.read_mask(tmp_path / "text.png"), "text.png"),
            (lambda: csca.write(tmp_path / "new.png", np.uint8([[1]]), order="gbr"), "order is 'gbr'"),
            (lambda: csca.write(tmp_path / "new.pfm", np.uint8([[1]])), "images of whole numbers go into .png"),
            (lambda: csca.write(tmp_path / "new.xyz", MAP), "new.xyz"),
            (lambda: csca.write(tmp_path / "new.png", np.float32([[300]])), "new.png"),
            (lambda: csca.write(tmp_path / "new.pfm", MAP.astype(float)), "array is float64"),
            (lambda: csca.write(tmp_path / "new.pfm", np.zeros((2, 2, 3), np.float32)), "array has shape (2, 2, 3)"),
            (lambda: csca.write(tmp_path / "new.png", np.broadcast_to(np.uint8(1), (4, 4))), "strides"),
            (lambda: csca.write(tmp_path / "no" / "new.pfm", MAP), "no/new.pfm")):
        with pytest.raises(csca.Error) as error:
            work()
        assert words in str(error.value)
    assert os.listdir(tmp_path) == ["text.png"]
    with pytest.raises(TypeError):
        csca.read(3)
