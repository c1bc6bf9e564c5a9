# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of maps, by the compiled module that draws."""


def preview(disparity, range=None, legend=True):  # pylint: disable=redefined-builtin
    """A map in colours, as the tool's --preview: uint8 (y, x, 3), near is bright, unknown pixels are grey.

    range
        the disparities that the ends of the colours stand for, such as result.range or (0, 64); the map's own unless
        given. Maps that are to be compared need the same one.
    legend
        whether a bar beside the map says what the colours mean; without it the picture has the map's size

    >>> import csca
    >>> pair = csca.synth(width=160, height=120, levels=16)
    >>> csca.preview(pair.truth, range=(0, 15), legend=False).shape
    (120, 160, 3)
    """
    try:
        from . import _picture
    except ImportError as error:
        raise ImportError("csca was built without Cairo, which draws pictures: install libcairo2-dev and build it anew, "
                          f"or use csca.figures ({error})") from error
    return _picture.preview(disparity, None if range is None else (float(range[0]), float(range[-1])), bool(legend))


preview.__module__ = "csca"
