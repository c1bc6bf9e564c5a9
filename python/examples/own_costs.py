# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Costs of one's own: as a function that is run at every scale, and as a volume that another program computed."""
import csca
import numpy as np


def absolute(left, right, first, levels):
    """Truncated differences of grey values; where there is no partner, half of the largest cost."""
    left, right = left.mean(axis=2), right.mean(axis=2)
    width = left.shape[1]
    volume = np.full((*left.shape, levels), 0.05, np.float32)
    for k in range(levels):
        d = first + k
        a, b = max(0, d), min(width, width + d)  # the columns of the left image that have a partner
        if a < b:
            volume[:, a:b, k] = np.minimum(np.abs(left[:, a:b] - right[:, a - d:b - d]), 0.1)
    return volume


def network(left, right, levels):
    """Stands for a network: its costs come as (level, y, x)."""
    volume = absolute(left.astype(np.float32) / 255, right.astype(np.float32) / 255, 0, levels)
    return np.ascontiguousarray(np.moveaxis(volume, 2, 0))


def show(name, disparity):
    """Prints a map's score."""
    print(f"{name}: {csca.evaluate(disparity, pair.truth, pair.visible).bad:.1f} % of the pixels are off by more than 1")


pair = csca.synth(width=320, height=240, levels=32)
for scales in (1, 5):
    show(f"own costs, scales={scales}",
         csca.match(pair.left, pair.right, preset="bare", first=0, levels=32, cost=absolute, method="gf",
                    scales=scales).disparity)

volume = np.moveaxis(network(pair.left, pair.right, 32), 0, 2)  # (y, x, level) without a copy
for scales in (1, 5):
    aggregated = csca.aggregate(volume, pair.left, method="gf", scales=scales)
    show(f"a network's volume, scales={scales}", csca.select(aggregated))
