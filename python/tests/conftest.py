# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""What several tests share."""
import os

import csca
import numpy as np
import pytest


@pytest.fixture(scope="session")
def pair():
    """A small pair with exact truth."""
    return csca.synth(width=120, height=80, levels=16)


@pytest.fixture(scope="session")
def tool():
    """The command-line tool of the same build."""
    path = os.environ.get("CSCA_TOOL", "")
    if not path:
        pytest.skip("CSCA_TOOL does not say where the tool is")
    return path


def same(one, other):
    """Whether two maps are the same, unknown pixels too."""
    return np.array_equal(one, other, equal_nan=True)


def flags(options):
    """The tool's flags for keywords."""
    result = []
    for name, value in options.items():
        name = name.rstrip("_").replace("_", "-")
        result += [f"--{name}"] if value is True else [f"--no-{name}"] if value is False else [f"--{name}", str(value)]
    return result
