# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""tutorial.py [LEFT RIGHT [LEVELS]]: from a pair to a finished map, with a figure of each stage (tutorial.png).

Without arguments a synthetic pair is matched, of which the truth is known.
"""
import sys

import csca
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 pylint: disable=wrong-import-position

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

panels = [("left image", left, None), ("plain box", plain.disparity, "disparity"),
          (f"S+box: {across.scales} scales", across.disparity, "disparity"), ("the default", checked.disparity, "disparity"),
          ("confidence", checked.confidence, "confidence"), ('preset="quality"', quality.disparity, "disparity")]
if truth is not None:
    for name, result in (("plain", plain), ("S+", across), ("default", checked), ("quality", quality)):
        known = np.isfinite(result.disparity) & (pair.visible == 255)
        score = csca.evaluate(result.disparity, truth, known)
        print(f"{name}: {score.bad:.1f} % of the pixels it answers for are off by more than 1; "
              f"{1 - known.sum() / (pair.visible == 255).sum():.1%} of the visible ones are unknown")

figure, axes = plt.subplots(2, 3, figsize=(12, 6.4), layout="constrained")
near, far = quality.range[-1], quality.range[0]
for axis, (title, picture, kind) in zip(axes.flat, panels):
    grey = kind is None and picture.ndim == 2
    limits = {"disparity": {"vmin": far, "vmax": near, "cmap": "viridis"}, "confidence": {"vmin": 0, "vmax": 1, "cmap": "magma"},
              None: {"cmap": "gray"} if grey else {}}[kind]
    shown = axis.imshow(np.clip(picture / quality.white, 0, 1) if kind is None else picture, **limits)
    if kind:
        figure.colorbar(shown, ax=axis, label="pixels" if kind == "disparity" else "", shrink=0.8)
    axis.set_title(title)
    axis.set_axis_off()
figure.savefig("tutorial.png", dpi=80)
print("tutorial.png shows the maps")
