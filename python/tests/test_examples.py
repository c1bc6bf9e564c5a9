# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""The examples run, and show what they say."""
import ast
import json
import pathlib
import re
import subprocess
import sys

import csca
import numpy as np
import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def run(name, folder):
    """What the example prints."""
    return subprocess.run([sys.executable, EXAMPLES / name], cwd=folder, capture_output=True, text=True,
                          check=True).stdout


def percentages(text):
    return [float(number) for number in re.findall(r": ([0-9.]+) % of", text)]


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


def test_notebook(tmp_path, monkeypatch, capsys):
    """Its cells run one after the other, each ends in a figure or prints something, and no output is stored."""
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((EXAMPLES / "stereo.ipynb").read_text(encoding="utf-8"))
    names = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        assert cell["outputs"] == [] and cell["execution_count"] is None
        tree = ast.parse("".join(cell["source"]))
        shown = isinstance(tree.body[-1], ast.Expr) and "figures." in ast.unparse(tree.body[-1])
        last = tree.body.pop() if shown else None
        exec(compile(tree, "stereo.ipynb", "exec"), names)
        if last is not None:
            assert eval(compile(ast.Expression(last.value), "stereo.ipynb", "eval"), names)._repr_png_()
        else:
            assert capsys.readouterr().out
    assert len(cells) > 8 and not list(tmp_path.iterdir())

    # What its text says.
    pair = names["pair"]

    def bad(disparity):
        return csca.evaluate(disparity, pair.truth, pair.visible).bad

    assert bad(names["plain"]["gf"]) < bad(names["plain"]["box"]) < bad(names["raw"])
    assert bad(names["five"].disparity) < bad(names["one"].disparity)
    assert names["why"].winner != names["why"].scales[0].winner
    assert names["score"].wrong < bad(names["bare"].disparity)
    right = np.abs(names["result"].disparity - pair.truth) <= 1
    assert right[names["sure"]].mean() > right[names["known"]].mean()
    one, five = names["own"].values()
    assert bad(five) < bad(one)
