# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Figures for talks and notebooks, by matplotlib: maps side by side, their errors, the costs of a pixel.

Each function returns a matplotlib Figure, which a notebook shows and figure.savefig writes. To show one in a window, draw
into a figure of pyplot: csca.figures.maps(..., figure=plt.figure()), then plt.show().
"""
import functools


@functools.lru_cache(maxsize=None)
def _figure_class():
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("figures need matplotlib: install Debian's python3-matplotlib, or `pip install matplotlib`"
                          ) from error

    class ShownFigure(Figure):
        """A figure that notebooks show without pyplot, which would keep every figure for ever."""

        def _repr_png_(self):
            import io

            file = io.BytesIO()
            self.savefig(file, format="png")
            return file.getvalue()

    return ShownFigure


def _grid(count, columns, aspect, figure):
    """A figure, and as many axes in rows."""
    columns = columns or (count if count < 4 else 2 if count == 4 else 3)
    rows = -(-count // columns)
    if figure is None:
        figure = _figure_class()(figsize=(3.2 * columns + 0.8, (3.2 * aspect + 0.35) * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis in axes:
        axis.set_axis_off()
    return figure, axes[:count]


def _titled(pictures, what):
    """Titles and arrays of a dictionary that has some."""
    import numpy as np

    from ._types import Error

    if not hasattr(pictures, "items") or not pictures:
        raise Error(f"{what} is no dictionary with something in it: give titles and arrays, such as {{'S+box': result.disparity}}")
    return [(title, np.asarray(array)) for title, array in pictures.items()]


def maps(pictures, range=None, columns=None, label="disparity in pixels", figure=None):  # pylint: disable=redefined-builtin
    """Maps and images side by side, maps in the same colours with one bar: near is bright, unknown pixels are grey.

    pictures
        a dictionary of titles and arrays: maps are float (y, x), anything else is an image
    range
        the values at the ends of the colours, such as result.range; those of all maps together unless given

    >>> import csca
    >>> pair = csca.synth(width=160, height=120, levels=16)
    >>> result = csca.match(pair.left, pair.right, levels=16)
    >>> figure = csca.figures.maps({"left image": pair.left, "truth": pair.truth, "default": result.disparity})
    >>> [axis.get_title() for axis in figure.axes[:3]]
    ['left image', 'truth', 'default']
    """
    import numpy as np

    panels = _titled(pictures, "pictures")
    kinds = [array.ndim == 2 and array.dtype.kind == "f" for _, array in panels]
    known = [array[np.isfinite(array)] for (_, array), is_map in zip(panels, kinds) if is_map]
    if range is None:
        known = np.concatenate(known) if known else np.zeros(0)
        low, high = np.percentile(known, [1, 99]) if known.size else (0, 1)
    else:
        low, high = range[0], range[-1]
    figure, axes = _grid(len(panels), columns, panels[0][1].shape[0] / panels[0][1].shape[1], figure)
    shown = None
    for axis, (title, array), is_map in zip(axes, panels, kinds):
        axis.set_title(title)
        if is_map:
            axis.set_facecolor("0.6")
            shown = axis.imshow(np.ma.masked_invalid(array), cmap=_colours("viridis"), vmin=low, vmax=high)
        else:
            white = np.iinfo(array.dtype).max if array.dtype.kind == "u" else 1
            axis.imshow(np.clip(array / white, 0, 1), cmap="gray", vmin=0, vmax=1)
    if shown is not None:
        figure.colorbar(shown, ax=list(axes), label=label, shrink=0.8)
    return figure


def _colours(name):
    import matplotlib

    colours = matplotlib.colormaps[name].copy()
    colours.set_bad("0.6")
    return colours


def errors(pictures, truth, mask=None, threshold=1.0, columns=None, figure=None):
    """Where maps are off: white is right, red is off by the threshold or more, grey is unknown, black does not count. Titles
    have the score of csca.evaluate, of which mask and threshold are too.

    >>> import csca
    >>> pair = csca.synth(width=160, height=120, levels=16)
    >>> figure = csca.figures.errors({"truth": pair.truth, "1 more": pair.truth + 2}, pair.truth, pair.visible)
    >>> [axis.get_title() for axis in figure.axes[:2]]
    ['truth: 0.0 % bad', '1 more: 100.0 % bad']
    """
    import numpy as np

    from . import evaluate

    panels = _titled(pictures, "pictures")
    counts = np.isfinite(truth)
    if mask is not None:
        counts &= mask if mask.dtype == bool else mask == 255
    figure, axes = _grid(len(panels), columns, truth.shape[0] / truth.shape[1], figure)
    for axis, (title, array) in zip(axes, panels):
        score = evaluate(array, truth, mask, threshold)
        unknown = f", {score.unknown:.1f} % unknown" if score.unknown else ""
        axis.set_title(f"{title}: {score.bad:.1f} % bad{unknown}")
        shown = axis.imshow(np.ma.masked_invalid(np.abs(array - truth)), cmap=_colours("Reds"), vmin=0, vmax=threshold)
        axis.imshow(np.zeros(truth.shape), cmap="gray", alpha=np.where(counts, 0.0, 1.0))
    figure.colorbar(shown, ax=list(axes), label="error in pixels", shrink=0.8, extend="max")
    return figure


def costs(explanation, truth=None, figure=None):
    """The costs of a pixel: before and after the blend across scales, and each scale by itself. Crosses are the lowest.

    >>> import csca
    >>> pair = csca.synth(width=160, height=120, levels=16)
    >>> why = csca.explain(pair.left, pair.right, 80, 60, first=0, levels=16)
    >>> figure = csca.figures.costs(why, truth=pair.truth[60, 80])
    >>> [axis.get_title() for axis in figure.axes][1:]
    ['scale 0', 'scale 1', 'scale 2']
    """
    if figure is None:
        figure = _figure_class()(figsize=(8, 5.2), layout="constrained")
    grid = figure.add_gridspec(2, len(explanation.scales))
    blend = figure.add_subplot(grid[0, :])

    def line(axis, disparities, values, **style):
        drawn, = axis.plot(disparities, values, **style)
        best = values.argmin()
        axis.plot(disparities[best], values[best], "x", color="tab:red", markersize=9, markeredgewidth=2)
        return drawn

    finest = explanation.scales[0]
    line(blend, finest.disparities, finest.aggregated, label=f"one scale: lowest at {finest.winner:g}")
    line(blend, explanation.disparities, explanation.combined, label=f"across scales: lowest at {explanation.winner:g}")
    blend.set_title(f"pixel ({explanation.x}, {explanation.y})")
    blend.set_ylabel("cost")
    for index, scale in enumerate(explanation.scales):
        axis = figure.add_subplot(grid[1, index])
        line(axis, scale.disparities, scale.raw, color="0.6", label="matching cost")
        line(axis, scale.disparities, scale.aggregated, color="tab:blue", label="aggregated")
        axis.set_title(f"scale {index}")
        axis.tick_params(labelleft=False)
        axis.set_xlabel("disparity" if index else "disparity in pixels")
    figure.axes[1].legend(fontsize="small")
    if truth is not None and truth == truth:  # not NaN
        for axis in figure.axes:
            axis.axvline(truth, color="tab:green", linestyle="--", label="truth" if axis is blend else None)
    blend.legend()
    return figure
