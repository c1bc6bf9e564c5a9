# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""What the functions of csca return and raise. Plain Python, so that results can be pickled."""
import enum
import errno
from collections import namedtuple


class Error(ValueError):
    """What is wrong, where, and what to do, in a sentence. Kinds that Python has a name for are classes of their own.

    >>> import csca
    >>> try:
    ...     csca.read("nowhere.png")
    ... except FileNotFoundError as error:
    ...     print(isinstance(error, csca.Error), error)
    True cannot read 'nowhere.png': no such file; check the path
    """


class MissingFile(Error, FileNotFoundError):
    """A file or folder is not there."""

    def __init__(self, sentence):
        super().__init__(sentence)
        self.errno = errno.ENOENT


class NoMemory(Error, MemoryError):
    """The work needs more memory than there is, or than max_memory allows."""


class Cancelled(Error):
    """The work was stopped by a function of the caller's. Ctrl-C raises KeyboardInterrupt, as everywhere."""


class InternalError(Error, RuntimeError):
    """A bug of csca."""


class PairWarning(UserWarning):
    """Something about a pair that csca.match was given: it looks like no rectified one, or its range is too narrow."""


class Validity(enum.IntFlag):
    """Bits of the validity map: what is to be known about a pixel's disparity. 0: nothing special.

    >>> import csca, numpy as np
    >>> flags = np.uint8([[0, 8, 72]])
    >>> (flags & csca.Validity.OCCLUDED != 0).tolist()
    [[False, True, True]]
    """

    UNKNOWN_PIXEL = 1  #: the left pixel is NaN or infinite, and so has no disparity
    PARTIAL_RANGE = 2  #: some of its candidates lie outside the right image or on unknown pixels
    NO_CANDIDATE = 4  #: all of them do: the disparity is its neighbours' choice
    OCCLUDED = 8  #: failed the left-right check, and no right pixel claims it
    MISMATCHED = 16  #: failed the left-right check, though some right pixel claims it
    SPECKLE = 32  #: belonged to a small blob that nothing around it supports
    FILLED = 64  #: the disparity comes from neighbours, not from a match of its own
    MASKED = 128  #: left_mask leaves the pixel out: it has no disparity


class Result(namedtuple("Result", "disparity validity confidence right_disparity range scales weights white "
                        "timings warnings planes plane")):
    """What csca.match returns.

    disparity        float32 (y, x), pixels, x_right = x_left - d; NaN where unknown
    validity         uint8 (y, x), bits of csca.Validity
    confidence       float32 (y, x), 0 to 1; None unless the option confidence asks for it
    right_disparity  float32 (y, x), the right view's; None with right="none"
    range            the disparities that competed, a Python range
    scales           scales used: fewer than asked for where image or range ran out
    weights          of each scale, finest first
    white            the sample value taken as white
    timings          seconds by step, summed over threads; "total" is wall-clock time
    warnings         a sentence for each thing about the pair that the caller should know
    planes           (along, down, offset) of each slanted plane that competed: d = along * x + down * y + offset
    plane            uint8 (y, x), the number of the one that a pixel chose, 0 for none; None unless planes are asked for
    """

    __slots__ = ()

    def __repr__(self):
        height, width = self.disparity.shape
        return (f"<csca.Result: {width} x {height} pixels, disparities {self.range[0]} to {self.range[-1]}, "
                f"{self.scales} scale{'s' if self.scales > 1 else ''}, {self.timings['total']:.3f} s>")


class Score(namedtuple("Score", "pixels unknown bad average rms unknown_pixels")):
    """What csca.evaluate returns.

    pixels          that count: the mask is 255 or True, and the truth is known
    unknown         % of `pixels` without a disparity
    bad             % of `pixels` off by more than the threshold; those without a disparity are bad
    average         mean error of those with a disparity, pixels
    rms             root of their mean squared error, pixels
    unknown_pixels  the number behind `unknown`
    """

    __slots__ = ()

    @property
    def wrong(self):
        """% of the pixels with a disparity that are off by more than the threshold; NaN if none has one."""
        return 100 * (self.bad - self.unknown) / (100 - self.unknown) if self.unknown < 100 else float("nan")


class Finding(namedtuple("Finding", "kind measure message")):
    """Something that csca.check found.

    kind     "other_scene", "same_image", "swapped", "row_shift", "rotation", "scale", "unrectified", "exposure", "focus",
             "blank", "saturated" or "range"
    measure  how much of it: a share, pixels, degrees, percent or a factor, as suits the kind
    message  a sentence with the measure and its unit, and what to do
    """

    __slots__ = ()


class Rectified(namedtuple("Rectified", "left right left_mask right_mask calibration row_error")):
    """What csca.rectify returns.

    left, right  the views, whose rows correspond; samples as the images have them
    left_mask    uint8 (y, x), 255 where a pixel comes from the image, 0 where there is none; for csca.match
    right_mask   the same of the right view
    calibration  of the new pair, a csca.Calibration for csca.depth and csca.cloud; None without a rig
    row_error    pixels by which most points miss their row; None with a rig
    """

    __slots__ = ()


class ScaleCosts(namedtuple("ScaleCosts", "disparities raw aggregated weight winner")):
    """A pixel's costs on one scale of a csca.Explanation. Disparities are pixels of the finest scale.

    disparities  float32, that the scale's levels stand for
    raw          float32, the matching costs
    aggregated   float32, with the pixels around
    weight       of the scale in the blend
    winner       the disparity with the lowest aggregated cost
    """

    __slots__ = ()


class Explanation(namedtuple("Explanation", "x y disparity disparities combined winner scales")):
    """What csca.explain returns.

    x, y         the pixel
    disparity    in the map, with its fraction; NaN if it has none
    disparities  float32, that competed
    combined     float32, their costs blended across scales
    winner       the disparity with the lowest of them
    scales       a csca.ScaleCosts for each scale, finest first: the first one's winner is that of the method without scales
    """

    __slots__ = ()

    def __repr__(self):
        return (f"<csca.Explanation: pixel ({self.x}, {self.y}), disparity {self.disparity:.2f}, "
                f"{len(self.scales)} scale{'s' if len(self.scales) > 1 else ''}>")


class Pair(namedtuple("Pair", "left right truth visible right_truth right_visible")):
    """What csca.synth returns: a pair, each view's true disparities, and 255 where the other view sees a pixel too."""

    __slots__ = ()

    def __repr__(self):
        height, width = self.truth.shape
        return f"<csca.Pair: {width} x {height} pixels>"


class Calibration(namedtuple("Calibration", "focal_length baseline cx cy doffs width height", defaults=(0.0, 0, 0))):
    """What turns disparities of a rectified pair into metres. csca.read_calibration reads it from files.

    focal_length   pixels
    baseline       the distance of the cameras, metres
    cx, cy         the left image's principal point, pixels; the centre of the first pixel is 0
    doffs          the right image's principal point less the left one's, pixels
    width, height  of the images; 0 where unknown
    """

    __slots__ = ()


class Cloud(namedtuple("Cloud", "points colours normals confidence")):
    """What csca.cloud returns. Parts that were not asked for are None.

    points      float32 (point, 3), metres
    colours     uint8 (point, 3), red, green, blue
    normals     float32 (point, 3), of length 1, towards the camera
    confidence  float32 (point), 0 to 1
    """

    __slots__ = ()

    def __repr__(self):
        return f"<csca.Cloud: {len(self.points)} points>"


for _type in (Calibration, Cloud, Error, MissingFile, NoMemory, Cancelled, InternalError, PairWarning, Validity, Result,
              Score, Finding, ScaleCosts, Explanation, Pair):
    _type.__module__ = "csca"  # where users find them
