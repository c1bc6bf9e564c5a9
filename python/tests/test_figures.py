# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of maps, by csca and by matplotlib."""
import subprocess
import sys

import csca
import numpy as np
import pytest


def test_preview_is_the_tools(pair, tool, tmp_path):
    pytest.importorskip("csca._picture")
    csca.write(tmp_path / "left.png", pair.left)
    csca.write(tmp_path / "right.png", pair.right)
    subprocess.run([tool, "match", "left.png", "right.png", "-q", "--levels", "16", "-o", "map.pfm", "--preview",
                    "preview.png"], cwd=tmp_path, check=True)
    picture = csca.preview(csca.read_disparity(tmp_path / "map.pfm"))
    assert np.array_equal(picture, csca.read(tmp_path / "preview.png"))


def test_colours_of_a_preview(pair):
    pytest.importorskip("csca._picture")
    truth = pair.truth.copy()
    truth[10:20, 30:50] = np.nan
    plain = csca.preview(truth, range(0, 16), legend=False)
    assert plain.shape == (80, 120, 3) and plain.dtype == np.uint8
    unknown = plain[10:20, 30:50].reshape(-1, 3)
    assert (unknown == unknown[0]).all() and unknown[0].min() == unknown[0].max()
    assert plain[truth > 12].mean() > plain[truth < 3].mean()
    assert np.array_equal(plain, csca.preview(truth, (0.0, 15), legend=False))
    assert not np.array_equal(plain, csca.preview(truth, (0, 30), legend=False))
    assert csca.preview(truth).shape[1] > 120  # the legend
    with pytest.raises(csca.Error, match="disparity is float64"):
        csca.preview(pair.truth.astype(float))
    with pytest.raises(csca.Error):
        csca.preview(pair.truth, (5, 1))


def test_import_loads_neither_cairo_nor_matplotlib():
    pytest.importorskip("csca._picture")
    code = ("import csca, sys; pair = csca.synth(width=64, height=48, levels=8); csca.match(pair.left, pair.right, levels=8)\n"
            "assert 'csca._picture' not in sys.modules and 'matplotlib' not in sys.modules\n"
            "assert 'cairo' not in open('/proc/self/maps').read()\n"
            "csca.preview(pair.truth)\nassert 'cairo' in open('/proc/self/maps').read()")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_matplotlib_a_sentence_says_so(pair):
    code = ("import sys; sys.modules['matplotlib'] = None\nimport csca, numpy\n"
            "try:\n    csca.figures.maps({'a': numpy.zeros((3, 3))})\nexcept ImportError as error:\n    print(error)")
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == ("figures need matplotlib: install Debian's python3-matplotlib, or `pip install "
                                  "matplotlib`")


def test_without_cairo_a_sentence_says_so(pair, monkeypatch):
    monkeypatch.setitem(sys.modules, "csca._picture", None)
    monkeypatch.delattr(csca, "_picture", raising=False)
    with pytest.raises(ImportError, match="csca was built without Cairo, which draws pictures: install libcairo2-dev"):
        csca.preview(pair.truth)


def test_figures(pair, tmp_path):
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    result = csca.match(pair.left, pair.right, levels=16)
    why = csca.explain(pair.left, pair.right, 60, 40, levels=16)
    wide = csca.figures.maps({"image": pair.left, "grey": pair.left[:, :, 0], "truth": pair.truth,
                              "default": result.disparity}, range=result.range)
    off = csca.figures.errors({"default": result.disparity}, pair.truth, pair.visible == 255)
    curves = csca.figures.costs(why, truth=float("nan"))
    for name, figure in (("maps", wide), ("errors", off), ("costs", curves)):
        assert isinstance(figure, Figure)
        figure.savefig(tmp_path / f"{name}.png")
        assert csca.read(tmp_path / f"{name}.png").std() > 10
        assert figure._repr_png_()[:4] == b"\x89PNG"
    shown = [axis.images[0] for axis in wide.axes[:4]]
    assert shown[2].get_clim() == shown[3].get_clim() == (0, 15) and np.ma.count_masked(shown[3].get_array()) > 0
    assert off.axes[0].get_title().startswith("default: ") and "unknown" in off.axes[0].get_title()
    assert curves.axes[0].lines[0].get_ydata().tolist() == why.scales[0].aggregated.tolist()
    own = Figure()
    assert csca.figures.maps({"truth": pair.truth}, figure=own) is own and own.axes
    for wrong in ({}, pair.truth):
        with pytest.raises(csca.Error, match="is no dictionary with something in it"):
            csca.figures.maps(wrong)


def test_a_map_without_a_known_pixel_has_a_figure():
    pytest.importorskip("matplotlib")
    csca.figures.maps({"nothing": np.full((4, 5), np.nan, np.float32)})._repr_png_()
