# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of csca's functions with arrays and values at random."""
import itertools
import random
import sys
import time
import warnings

import csca
import numpy as np

SIZES = [0, 1, 2, 3, 5, 8, 17, 33]
TYPES = [np.uint8, np.uint16, np.float64, np.int8, np.bool_, ">u2", ">f4", "O", "S3", "M8[s]", np.float16, np.complex64,
         [("a", "u1"), ("b", "f4")]]
JUNK = [None, 3, -1, 2.5, "x", b"y", [], {}, (1, 2), object(), float("nan"), 2**80, True, np.float32(2), np.array([3])]
CHOICES = {"method": ["box", "gf", "nl", "st", "none", "bf", "sgm", "gf+st", "gf+sgm", "zz"], "cost": ["cg", "grd", "cen", "q"],
           "subpixel": ["none", "parabola", "equiangular"], "right": ["full", "diagonal", "none"],
           "confidence": ["none", "peak_ratio", "left_right", "ambiguity"], "fill": ["none", "background", "all"],
           "refine": ["median", "wm", "nl", "speckle", "fill", "wm,median", ""]}
VIEWS = [lambda a: a[::-1], lambda a: a[..., ::-1], lambda a: a[..., ::2], lambda a: a.T, np.asfortranarray,
         lambda a: np.broadcast_to(a.reshape(-1)[:1], a.shape) if a.size and a.ndim else a]


class Maker:
    """Arguments, the same ones for the same seed."""

    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.values = np.random.default_rng(seed)

    def chance(self, share):
        return self.pick.random() < share

    def array(self, dimensions):
        if self.chance(0.05):
            return self.pick.choice(JUNK)
        count = dimensions if self.chance(0.8) else self.pick.randrange(5)
        kind = np.float32 if self.chance(0.5) else np.uint8 if self.chance(0.5) else self.pick.choice(TYPES)
        shape = [self.pick.choice(SIZES) for _ in range(count)]
        numbers = np.asarray(self.values.random(shape) * 300)
        array = np.zeros(shape, kind) if kind in TYPES[7:10] + TYPES[12:] else np.asarray(numbers.astype(kind))
        if array.dtype == np.float32 and array.size and self.chance(0.2):
            array.reshape(-1)[0] = self.pick.choice([np.nan, np.inf, -np.inf, 1e38])
        return self.pick.choice(VIEWS)(array) if array.ndim and self.chance(0.3) else array

    def options(self):
        options = {"levels": self.pick.choice([1, 2, 5, 16, 40]), "first": self.pick.choice([0, -3, 7, -50])}
        while self.chance(0.4):
            name = self.pick.choice(list(csca.options()))
            options[name] = self.pick.choice(CHOICES.get(name, [0, 1, 2, 0.5, -1, True, None, "a"]))
        return options

    def aggregate(self, guide, volume):
        return self.pick.choice([volume, volume * 2, volume[:1], None, volume.astype(float), guide])

    def like(self, array, dimensions):
        """Often an image of the same size."""
        fits = isinstance(array, np.ndarray) and array.ndim >= 2 and self.chance(0.8)
        return np.zeros(array.shape[:2], np.uint8) if fits else self.array(dimensions)


def call(make):
    """One call of a function at random."""
    image, volume, map_ = make.array(make.pick.choice([2, 3])), make.array(3), make.array(2)
    own = {"aggregate": make.aggregate} if make.chance(0.3) else {}
    mask = {"left_mask": make.like(image, 2)} if make.chance(0.3) else {}
    make.pick.choice([
        lambda: csca.match(image, image if make.chance(0.7) else make.array(2), **make.options(), **own, **mask),
        lambda: csca.check(image, image if make.chance(0.7) else make.array(2), **mask),
        lambda: csca.estimate_range(image, image, order=make.pick.choice(["rgb", "bgr", 3]), **mask),
        lambda: csca.explain(image, image, make.pick.choice([0, 1, 7, -1, 2**70, None, 1.5]), 0, **make.options(), **own),
        lambda: csca.preview(map_, make.pick.choice([None, (0, 9), range(5), (3, 1), (0, float("nan"))])),
        lambda: csca.pyramid(image, scales=make.pick.choice([0, 1, 5, 16])),
        lambda: csca.cost_volume(image, image, levels=make.pick.choice([1, 9, 40]), cost=make.pick.choice(CHOICES["cost"])),
        lambda: csca.aggregate(volume, make.like(volume, 2), method=make.pick.choice([make.aggregate, *CHOICES["method"]]),
                               scales=make.pick.choice([1, 2, 5]), first=make.pick.choice([0, -3])),
        lambda: csca.cross_scale([volume, make.array(3)][:make.pick.randrange(3)]),
        lambda: csca.select(volume, subpixel=make.pick.choice(CHOICES["subpixel"])),
        lambda: csca.refine(map_, make.like(map_, 2), refine=make.pick.choice(CHOICES["refine"]), fill="all"),
        lambda: csca.evaluate(map_, map_, make.pick.choice([None, make.array(2)]), make.pick.choice([1, -1])),
    ])()


def tried(make, count):
    """How many of so many calls gave a result, and how many a sentence."""
    outcomes = {"result": 0, "sentence": 0}
    for _ in range(count):
        try:
            call(make)
            outcomes["result"] += 1
        except csca.Error as error:
            assert len(str(error)) > 15
            outcomes["sentence"] += 1
    return outcomes


def main():
    """random_calls.py SECONDS: calls with ever new seeds, which are printed ahead, so that the last one ended the process."""
    warnings.simplefilter("ignore")
    end = time.monotonic() + float(sys.argv[1])
    total = 0
    for seed in itertools.count(1000):
        if time.monotonic() > end:
            break
        print("seed", seed, flush=True)
        total += sum(tried(Maker(seed), 200).values())
    print("stat::number_of_executed_units:", total)


if __name__ == "__main__":
    main()
