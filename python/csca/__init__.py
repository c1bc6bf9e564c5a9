# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Stereo matching by cross-scale cost aggregation.

A rectified pair in, a disparity map out:

>>> import csca
>>> pair = csca.synth(width=160, height=120, levels=16)
>>> result = csca.match(pair.left, pair.right, first=0, levels=16)
>>> result.disparity.shape, result.disparity.dtype
((120, 160), dtype('float32'))
>>> csca.evaluate(result.disparity, pair.truth, pair.visible).bad < 25
True

help(csca.match) lists all options. Stream matches frame after frame. check and estimate_range look at a pair, explain at a pixel. Every step is a function of its own: pyramid, cost_volume, aggregate, cross_scale,
select, refine; evaluate scores a map; read, read_disparity, read_mask and write know the file formats.
read_calibration, depth and cloud turn disparities into metres.
"""
from . import _pickling, figures
from ._csca import (Stream, __version__, aggregate, check, cloud, cost_volume, cross_scale, depth, depth_deviation,
                    estimate_range, evaluate, explain, match, options, pyramid, read, read_calibration,
                    read_disparity, read_mask, refine, select, synth, write, write_depth)
from ._cameras import rectify
from ._pictures import preview
from ._types import (Calibration, Cancelled, Cloud, Error, Explanation, Finding, InternalError, MissingFile, NoMemory,
                     Pair, PairWarning, Rectified, Result, ScaleCosts, Score, Validity)

__all__ = ["Calibration", "Cancelled", "Cloud", "Error", "Explanation", "Finding", "InternalError", "MissingFile",
           "NoMemory", "Pair", "PairWarning", "Rectified", "Result", "ScaleCosts", "Score", "Stream", "Validity",
           "__version__", "aggregate", "check", "cloud", "cost_volume", "cross_scale", "depth", "depth_deviation",
           "estimate_range", "evaluate", "explain", "figures", "match", "options", "preview", "pyramid", "read",
           "read_calibration", "read_disparity", "read_mask", "rectify", "refine", "select", "synth", "write",
           "write_depth"]
