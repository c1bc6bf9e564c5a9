# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Compiled functions travel to other processes by name, as Python's own do: multiprocessing.Pool.starmap(csca.match, ...)."""
import copyreg
import types


def _reduce(function):
    # They are bound to a capsule of pybind11, which cannot be pickled. All other built-in functions go their usual way.
    if function.__module__ == "csca":
        return function.__qualname__.rpartition(".")[2]
    return function.__reduce_ex__(4)


copyreg.pickle(types.BuiltinFunctionType, _reduce)
