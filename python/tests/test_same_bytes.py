# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""The same pair gives the same bytes from the tool, from C++ and from Python."""
import os
import pathlib
import subprocess

import csca
import numpy as np
import pytest
from conftest import flags

# The options of cases.cpp, by name. Those start from the method alone unless they are a preset's.
CASES = {
    "default": {},
    "finished": {"first": -4, "levels": 24, "method": "gf+st", "right": "full", "refine": "wm,median", "fill": "all"},
    "census": {"levels": 16, "cost": "cen", "cen_window": 7, "lambda_": 0.5, "level_map": "nearest", "skip_zero": True},
    "paper": {"preset": "paper", "levels": 16, "method": "nl"},
    "confidence": {"levels": 20, "confidence": "peak_ratio", "right": "diagonal", "white": 200.5, "precision": "float"},
    "gradient": {"first": -3, "levels": 19, "cost": "grd", "outside": "black", "method": "bf", "bf_radius": 5,
                 "scales": 3, "space_map": "nearest", "subpixel": "equiangular", "confidence": "ambiguity", "threads": 2,
                 "slab": 8},
    "masks": {"levels": 16, "method": "gf", "gf_radius": 4, "gf_epsilon": 0.001, "right": "full", "tolerance": 2,
              "confidence": "left_right", "refine": "speckle", "fill": "background", "speckle_size": 30},
    "whole": {"levels": 16, "method": "box", "box_radius": 2, "box_normalise": False, "scales": 1, "subpixel": "none",
              "refine": "nl"},
}
for options in list(CASES.values())[1:]:
    options.setdefault("preset", "bare")
PAIRS = {"colour": {}, "16 bits": {"bits": 16, "colour": False}}


@pytest.fixture(name="folder", params=PAIRS)
def pair_in_folder(request, tmp_path, monkeypatch):
    """A folder with a pair and masks, to work in."""
    pair = csca.synth(width=90, height=60, first=-2, levels=16, **PAIRS[request.param])
    mask = np.full((60, 90), 255, np.uint8)
    mask[10:25, 30:50] = 0
    monkeypatch.chdir(tmp_path)
    for name, image in (("left", pair.left), ("right", pair.right), ("left_mask", mask), ("right_mask", mask[::-1])):
        csca.write(f"{name}.png", image)
    return tmp_path


@pytest.fixture(name="program")
def cpp_program():
    """cases.cpp, compiled."""
    path = os.environ.get("CSCA_CASES", "")
    if not path:
        pytest.skip("CSCA_CASES does not say where the program is")
    return path


def has(part, options):
    """Whether a match with these options gives that map too."""
    return csca.options(**options)[part] != "none"


def by_tool(tool, options, masks):
    files = ["-o", "tool.pfm", "--validity", "tool_flags.png"]
    if has("right", options):
        files += ["--right-output", "tool_right.pfm"]
    if has("confidence", options):
        files += ["--confidence-map", "tool_confidence.pfm"]
    masks = [text for name in masks for text in ("--" + name.replace("_", "-"), f"{name}.png")]
    subprocess.run([tool, "match", "left.png", "right.png", "-q", *files, *masks, *flags(options)], check=True)


def by_python(options, masks):
    result = csca.match(csca.read("left.png"), csca.read("right.png"), **options,
                        **{name: csca.read(f"{name}.png") for name in masks})
    csca.write("python.pfm", result.disparity)
    csca.write("python_flags.png", result.validity)
    for name, plane in (("right", result.right_disparity), ("confidence", result.confidence)):
        if plane is not None:
            csca.write(f"python_{name}.pfm", plane)


def written(who):
    """What one of them wrote: bytes by name without prefix."""
    return {file.name[len(who):]: file.read_bytes() for file in pathlib.Path().iterdir() if file.name.startswith(who)}


@pytest.mark.parametrize("case", CASES)
def test_tool_cpp_and_python_give_the_same_bytes(tool, program, folder, case):
    options = CASES[case]
    masks = ["left_mask", "right_mask"] if case == "masks" else []
    by_tool(tool, options, masks)
    subprocess.run([program, case], check=True)
    by_python(options, masks)
    files = written("python")
    assert len(files) == 2 + has("right", options) + has("confidence", options)
    assert files == written("tool")
    assert files == written("cpp")
    if case != "default":
        by_python({}, [])
        assert written("python")[".pfm"] != files[".pfm"]  # the options did something


def test_the_first_example_gives_the_same_bytes(tmp_path):
    """The example program is C++ that a user would write: the default options on a synthetic pair."""
    program = os.environ.get("CSCA_EXAMPLE", "")
    if not program:
        pytest.skip("CSCA_EXAMPLE does not say where example_01_match is")
    subprocess.run([program], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    pair = csca.synth(width=320, height=240, levels=32)
    csca.write(tmp_path / "python.pfm", csca.match(pair.left, pair.right).disparity)
    assert (tmp_path / "python.pfm").read_bytes() == (tmp_path / "disparity.pfm").read_bytes()
