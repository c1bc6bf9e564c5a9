# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Docstrings whose examples run, signatures, and stubs that know every function and option."""
import ast
import doctest
import importlib.machinery
import importlib.util
import inspect
import pathlib
import re

import csca
import numpy as np
import pytest

FUNCTIONS = [name for name in csca.__all__ if inspect.isroutine(getattr(csca, name))]
SCRIPT = pathlib.Path(__file__).parents[2] / "scripts" / "python-stubs"
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
STUB = pathlib.Path(csca.__file__).with_suffix(".pyi")


def test_examples_run():
    pytest.importorskip("csca._picture")
    pytest.importorskip("csca._rectify")
    result = doctest.testmod(csca, report=True)
    assert result.failed == 0 and result.attempted > 40


def test_examples_of_figures_run():
    pytest.importorskip("matplotlib")
    result = doctest.testmod(csca.figures, report=True)
    assert result.failed == 0 and result.attempted > 8


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_has_an_example_and_a_signature(name):
    function = getattr(csca, name)
    assert ">>> " in function.__doc__ and function.__module__ == "csca"
    assert inspect.signature(function).parameters


def test_help_on_match_names_every_option():
    text = csca.match.__doc__
    for keyword, value in csca.options().items():
        assert f"    {keyword}=" in text
        if not isinstance(value, float):
            assert f"    {keyword}={value!r}\n" in text
    for word in ("preset=", "aggregate=f", "cost=g", "left_mask", "progress=f", "quality:", "a whole number from 1 to 16"):
        assert word in text


def stub_functions():
    """Arguments by function."""
    found = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            given = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            found[node.name] = [argument.arg for argument in given]
    return found


def test_stubs_know_everything():
    compile(STUB.read_text(encoding="utf-8"), str(STUB), "exec")
    stubs = stub_functions()
    assert sorted(stubs) == sorted(FUNCTIONS)
    assert set(csca.options()) | {"preset", "aggregate", "left_mask", "right_mask", "progress", "left_image",
                                  "right_image", "order"} == set(stubs["match"])
    for name in FUNCTIONS:
        wanted = [parameter.name for parameter in inspect.signature(getattr(csca, name)).parameters.values()
                  if parameter.kind not in (parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY)]
        assert set(wanted) <= set(stubs[name])
    classes = {node.name: node for node in ast.parse(STUB.read_text(encoding="utf-8")).body
               if isinstance(node, ast.ClassDef)}
    for record in (csca.Result, csca.Score, csca.Pair, csca.Finding, csca.Rectified, csca.ScaleCosts, csca.Explanation):
        assert tuple(item.target.id for item in classes[record.__name__].body if isinstance(item, ast.AnnAssign)) == record._fields


def test_stubs_are_up_to_date():
    """scripts/python-stubs > python/csca/__init__.pyi makes this pass."""
    if not SCRIPT.exists():
        pytest.skip("not in the source tree")
    loader = importlib.machinery.SourceFileLoader("python_stubs", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("python_stubs", loader))
    loader.exec_module(module)
    assert STUB.read_text(encoding="utf-8") == module.stubs()


def python_blocks():
    """The indented blocks of docs/python.md that are Python: others are commands, or what programs print."""
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    for block in blocks:
        code = "\n".join(line[4:] for line in block.splitlines()).strip()
        try:
            ast.parse(code)
        except SyntaxError:
            continue
        if "csca" in code:
            yield code


def test_the_code_of_the_page_runs(tmp_path, monkeypatch):
    """One block after the other, in a folder with a pair, as a reader would try it."""
    pytest.importorskip("scipy")
    pytest.importorskip("matplotlib")
    pytest.importorskip("csca._picture")
    pytest.importorskip("csca._rectify")
    monkeypatch.chdir(tmp_path)
    pair = csca.synth(width=96, height=64, levels=16)
    csca.write("left.png", pair.left)
    csca.write("right.png", pair.right)
    (tmp_path / "calib.txt").write_text("cam0=[90 0 47; 0 90 31; 0 0 1]\ncam1=[90 0 50; 0 90 31; 0 0 1]\nbaseline=120\n")
    names = {"np": np, "truth": pair.truth, "mask": pair.visible,
             "network": lambda left, right: np.moveaxis(csca.cost_volume(left, right, levels=16), 2, 0)}
    blocks = list(python_blocks())
    assert len(blocks) == 11
    for block in blocks:
        for statement in ast.parse(block).body:
            code = compile(ast.Module([statement], []), str(PAGE), "exec")
            error = re.search(r"# csca\.Error: (.*)", block.splitlines()[statement.end_lineno - 1])
            if error:
                with pytest.raises(csca.Error, match=re.escape(error.group(1))):
                    exec(code, names)
            else:
                exec(code, names)
    assert (tmp_path / "disparity.pfm").exists() and names["disparity"].shape == (64, 96)
