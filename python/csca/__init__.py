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

help(csca.match) lists all options. check and estimate_range look at a pair, explain at a pixel. Every step is a function of its own: pyramid, cost_volume, aggregate, cross_scale,
select, refine; evaluate scores a map; read, read_disparity, read_mask and write know the file formats.
"""
from . import figures
from ._csca import (__version__, aggregate, check, cost_volume, cross_scale, estimate_range, evaluate, explain, match,
                    options, pyramid, read, read_disparity, read_mask, refine, select, synth, write)
from ._pictures import preview
from ._types import (Cancelled, Error, Explanation, Finding, InternalError, MissingFile, NoMemory, Pair, PairWarning,
                     Result, ScaleCosts, Score, Validity)

__all__ = ["Cancelled", "Error", "Explanation", "Finding", "InternalError", "MissingFile", "NoMemory", "Pair",
           "PairWarning", "Result", "ScaleCosts", "Score", "Validity", "__version__", "aggregate", "check", "cost_volume",
           "cross_scale", "estimate_range", "evaluate", "explain", "figures", "match", "options", "preview", "pyramid", "read",
           "read_disparity", "read_mask", "refine", "select", "synth", "write"]
