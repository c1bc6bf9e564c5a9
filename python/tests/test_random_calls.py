# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Calls with arrays and values at random: each gives a result or a sentence, and none ends the process."""
import pytest
from random_calls import Maker, tried


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore")
def test_random_calls(seed):
    assert min(tried(Maker(seed), 200).values()) > 20
