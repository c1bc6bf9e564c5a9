# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Two cameras, by the compiled module that has OpenCV."""
import os

from ._types import Calibration, Rectified


def rectify(left, right, rig=None, alpha=-1.0):
    """Two raw images as a rectified pair: a csca.Rectified, whose masks leave out what no pixel was seen for.

    rig
        the file of the cameras, as 'csca calibrate' writes it, or two files, one for each camera. None: nothing is known of
        the cameras, and rows are found from points that both images show; csca.Error when these stay off by more than a
        pixel
    alpha
        0 shows only what has pixels everywhere, 1 every pixel of the images; -1 leaves the size of things as it is

    >>> import csca
    >>> import numpy as np
    >>> pair = csca.synth(width=320, height=240, levels=32)
    >>> lower = np.roll(pair.right, 5, axis=0)
    >>> rectified = csca.rectify(pair.left, lower)  # with cameras: csca.rectify("left.png", "right.png", "rig.yml")
    >>> rectified.row_error < 0.5
    True
    >>> csca.match(rectified.left, rectified.right, left_mask=rectified.left_mask, right_mask=rectified.right_mask).warnings
    []
    """
    try:
        from . import _rectify
    except ImportError as error:
        raise ImportError("csca was built without OpenCV, which rectifies: install libopencv-calib3d-dev and build it anew "
                          f"({error})") from error
    if rig is None:
        arrays, row_error = _rectify.rectify_unknown(left, right)
        return Rectified(*arrays, None, row_error)
    files = [rig] if isinstance(rig, (str, bytes, os.PathLike)) else list(rig)
    arrays, calibration = _rectify.rectify(left, right, [os.fspath(file) for file in files], float(alpha))
    return Rectified(*arrays, Calibration(*calibration), None)


rectify.__module__ = "csca"
