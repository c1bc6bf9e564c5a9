# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
from typing import Any, Mapping, Optional, Sequence

import numpy.typing as npt
from matplotlib.figure import Figure

from . import Explanation, Map, Mask

def maps(
    pictures: Mapping[str, npt.NDArray[Any]],
    range: Optional[Sequence[float]] = ...,
    columns: Optional[int] = ...,
    label: str = ...,
    figure: Optional[Figure] = ...,
) -> Figure: ...
def errors(
    pictures: Mapping[str, Map],
    truth: Map,
    mask: Optional[Mask] = ...,
    threshold: float = ...,
    columns: Optional[int] = ...,
    figure: Optional[Figure] = ...,
) -> Figure: ...
def costs(explanation: Explanation, truth: Optional[float] = ..., figure: Optional[Figure] = ...) -> Figure: ...
