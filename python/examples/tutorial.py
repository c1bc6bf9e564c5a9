# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""tutorial.py [LEFT RIGHT [LEVELS]]: from a pair to a finished map, with a figure of each stage (tutorial.png).

Without arguments a synthetic pair is matched, of which the truth is known.
"""
import sys

import csca
import numpy as np

if len(sys.argv) > 2:
    left, right = csca.read(sys.argv[1]), csca.read(sys.argv[2])
    search = {"first": 0, "levels": int(sys.argv[3])} if len(sys.argv) > 3 else {}  # else estimated from the pair
    truth = None
else:
    pair = csca.synth(width=480, height=360, levels=48)
    left, right, truth = pair.left, pair.right, pair.truth
    search = {"first": 0, "levels": 48}

# 1. A plain box filter, and the same one across scales.
#    preset="bare" is the method alone: every pixel gets an answer, nothing is checked.
plain = csca.match(left, right, **search, preset="bare", scales=1)
across = csca.match(left, right, **search, preset="bare")
print(plain, across, sep="\n")

# 2. The default compares both views and leaves unknown what it does not know; confidence tells how sure the rest is.
checked = csca.match(left, right, **search, confidence="peak_ratio")
occluded = checked.validity & csca.Validity.OCCLUDED != 0
print(f"{occluded.mean():.1%} of the pixels are hidden from the right camera")

# 3. Everything that csca has, in one word.
quality = csca.match(left, right, **search, preset="quality")

if truth is not None:
    for name, result in (("plain", plain), ("S+", across), ("default", checked), ("quality", quality)):
        score = csca.evaluate(result.disparity, truth, pair.visible)
        print(f"{name}: {score.wrong:.1f} % of the pixels it answers for are off by more than 1; "
              f"{score.unknown:.1f} % of the visible ones are unknown")

figure = csca.figures.maps({"left image": left, "plain box": plain.disparity, f"S+box: {across.scales} scales": across.disparity,
                            "the default": checked.disparity, 'preset="quality"': quality.disparity,
                            "the default where it is sure": np.where(checked.confidence > 0.1, checked.disparity, np.nan)},
                           range=quality.range)
figure.savefig("tutorial.png", dpi=80)
print("tutorial.png shows the maps")
