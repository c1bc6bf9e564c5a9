# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""The examples run, and show what they say."""
import pathlib
import re
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def run(name, folder):
    """What the example prints."""
    return subprocess.run([sys.executable, EXAMPLES / name], cwd=folder, capture_output=True, text=True,
                          check=True).stdout


def percentages(text):
    return [float(number) for number in re.findall(r"([0-9.]+) % of", text)]


def test_own_aggregation(tmp_path):
    pytest.importorskip("scipy")
    plain, across = percentages(run("own_aggregation.py", tmp_path))
    assert across < plain
    code = (EXAMPLES / "own_aggregation.py").read_text(encoding="utf-8").split('"""\n', 1)[1]
    assert len([line for line in code.splitlines() if line.strip() and not line.strip().startswith('"""')]) <= 10


def test_own_costs(tmp_path):
    one, five, network_one, network_five = percentages(run("own_costs.py", tmp_path))
    assert five < one and network_five < network_one


def test_tutorial(tmp_path):
    pytest.importorskip("matplotlib")
    plain, across, default, quality = percentages(run("tutorial.py", tmp_path))
    assert max(default, quality) < across < plain
    assert (tmp_path / "tutorial.png").stat().st_size > 10_000
