# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""An aggregation of one's own, scipy's median filter, and what the cross-scale framework (S+) does for it."""
import csca
from scipy.ndimage import median_filter


def median(guide, volume):
    """Each cost becomes the median of its 9 x 9 neighbours at the same level; the guide is not looked at."""
    return median_filter(volume, size=(9, 9, 1))


pair = csca.synth(width=320, height=240, levels=32)
for name, scales in (("median", 1), ("S+median", 5)):
    result = csca.match(pair.left, pair.right, preset="bare", first=0, levels=32, aggregate=median, scales=scales)
    score = csca.evaluate(result.disparity, pair.truth, pair.visible)
    print(f"{name}: {score.bad:.1f} % of the pixels are off by more than 1")
