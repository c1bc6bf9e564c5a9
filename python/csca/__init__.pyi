# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
# Written by scripts/python-stubs from the table of options.
import builtins
import enum
import os
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Protocol, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import figures as figures

Image = Union[npt.NDArray[np.uint8], npt.NDArray[np.uint16], npt.NDArray[np.float32]]

class ShowsArray(Protocol):
    @property
    def __array_interface__(self) -> Dict[str, Any]: ...

File = Union[str, os.PathLike[str]]
GivenImage = Union[Image, ShowsArray, File]
Map = npt.NDArray[np.float32]
Mask = Union[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]
Volume = npt.NDArray[np.float32]
Aggregate = Callable[[Map, Volume], Volume]
Cost = Callable[[Map, Map, int, int], Volume]

__version__: str

class Error(ValueError): ...
class MissingFile(Error, FileNotFoundError): ...
class NoMemory(Error, MemoryError): ...
class Cancelled(Error): ...
class InternalError(Error, RuntimeError): ...

class PairWarning(UserWarning): ...

class Validity(enum.IntFlag):
    UNKNOWN_PIXEL = 1
    PARTIAL_RANGE = 2
    NO_CANDIDATE = 4
    OCCLUDED = 8
    MISMATCHED = 16
    SPECKLE = 32
    FILLED = 64
    MASKED = 128

class Result(NamedTuple):
    disparity: Map
    validity: npt.NDArray[np.uint8]
    confidence: Optional[Map]
    right_disparity: Optional[Map]
    range: builtins.range
    scales: int
    weights: List[float]
    white: float
    timings: Dict[str, float]
    warnings: List[str]
    planes: List[Tuple[float, float, float]]
    plane: Optional[npt.NDArray[np.uint8]]

class Score(NamedTuple):
    pixels: int
    unknown: float
    bad: float
    average: float
    rms: float
    unknown_pixels: int
    @property
    def wrong(self) -> float: ...

class Finding(NamedTuple):
    kind: str
    measure: float
    message: str

class Rectified(NamedTuple):
    left: Image
    right: Image
    left_mask: npt.NDArray[np.uint8]
    right_mask: npt.NDArray[np.uint8]
    calibration: Optional[Calibration]
    row_error: Optional[float]

class ScaleCosts(NamedTuple):
    disparities: Map
    raw: Map
    aggregated: Map
    weight: float
    winner: float

class Explanation(NamedTuple):
    x: int
    y: int
    disparity: float
    disparities: Map
    combined: Map
    winner: float
    scales: List[ScaleCosts]

class Calibration(NamedTuple):
    focal_length: float
    baseline: float
    cx: float
    cy: float
    doffs: float = ...
    width: int = ...
    height: int = ...

class Cloud(NamedTuple):
    points: npt.NDArray[np.float32]
    colours: Optional[npt.NDArray[np.uint8]]
    normals: Optional[npt.NDArray[np.float32]]
    confidence: Optional[npt.NDArray[np.float32]]

class Pair(NamedTuple):
    left: Image
    right: Image
    truth: Map
    visible: npt.NDArray[np.uint8]
    right_truth: Map
    right_visible: npt.NDArray[np.uint8]

def match(
    left_image: GivenImage,
    right_image: GivenImage,
    /,
    *,
    first: Optional[int] = ...,
    levels: Optional[int] = ...,
    skip_zero: bool = ...,
    white: Optional[float] = ...,
    check: bool = ...,
    strict: bool = ...,
    cost: Union[str, Cost] = ...,
    outside: str = ...,
    grd_colour_weight: float = ...,
    grd_gradient_weight: float = ...,
    grd_colour_truncation: float = ...,
    grd_gradient_truncation: float = ...,
    cen_window: int = ...,
    cen_truncation: float = ...,
    cen_wrap: bool = ...,
    cen_round: bool = ...,
    cg_colour_weight: float = ...,
    cg_gradient_weight: float = ...,
    cg_census_weight: float = ...,
    cg_colour_truncation: float = ...,
    cg_gradient_truncation: float = ...,
    method: str = ...,
    box_radius: int = ...,
    box_normalise: bool = ...,
    bf_radius: int = ...,
    bf_sigma_space: float = ...,
    bf_sigma_colour: float = ...,
    bf_wrap: bool = ...,
    gf_radius: int = ...,
    gf_epsilon: float = ...,
    nl_sigma: float = ...,
    nl_normalise: float = ...,
    st_sigma: float = ...,
    st_normalise: float = ...,
    st_scale: float = ...,
    st_penalty: int = ...,
    st_least: int = ...,
    st_depth: bool = ...,
    sgm_paths: int = ...,
    sgm_small: float = ...,
    sgm_large: float = ...,
    sgm_edge: float = ...,
    scales: int = ...,
    lambda_: Optional[float] = ...,
    level_map: str = ...,
    space_map: str = ...,
    subpixel: str = ...,
    right: str = ...,
    tolerance: float = ...,
    confidence: str = ...,
    uniqueness: float = ...,
    min_confidence: float = ...,
    planes: Optional[int] = ...,
    plane_reach: int = ...,
    refine: str = ...,
    fill: str = ...,
    median_radius: int = ...,
    speckle_size: int = ...,
    speckle_difference: float = ...,
    wm_radius: int = ...,
    wm_sigma_space: float = ...,
    wm_sigma_colour: float = ...,
    vote_rounds: int = ...,
    vote_sigma_colour: float = ...,
    vote_share: float = ...,
    vote_keep: float = ...,
    vote_tolerance: float = ...,
    refine_sigma: float = ...,
    precision: str = ...,
    threads: int = ...,
    slab: Optional[int] = ...,
    max_memory: Optional[Union[int, str]] = ...,
    preset: Optional[str] = ...,
    aggregate: Optional[Aggregate] = ...,
    left_mask: Optional[Mask] = ...,
    right_mask: Optional[Mask] = ...,
    progress: Optional[Callable[[float], object]] = ...,
    order: str = ...,
) -> Result: ...
def check(
    left_image: GivenImage,
    right_image: GivenImage,
    /,
    *,
    first: Optional[int] = ...,
    levels: Optional[int] = ...,
    skip_zero: bool = ...,
    white: Optional[float] = ...,
    check: bool = ...,
    strict: bool = ...,
    cost: Union[str, Cost] = ...,
    outside: str = ...,
    grd_colour_weight: float = ...,
    grd_gradient_weight: float = ...,
    grd_colour_truncation: float = ...,
    grd_gradient_truncation: float = ...,
    cen_window: int = ...,
    cen_truncation: float = ...,
    cen_wrap: bool = ...,
    cen_round: bool = ...,
    cg_colour_weight: float = ...,
    cg_gradient_weight: float = ...,
    cg_census_weight: float = ...,
    cg_colour_truncation: float = ...,
    cg_gradient_truncation: float = ...,
    method: str = ...,
    box_radius: int = ...,
    box_normalise: bool = ...,
    bf_radius: int = ...,
    bf_sigma_space: float = ...,
    bf_sigma_colour: float = ...,
    bf_wrap: bool = ...,
    gf_radius: int = ...,
    gf_epsilon: float = ...,
    nl_sigma: float = ...,
    nl_normalise: float = ...,
    st_sigma: float = ...,
    st_normalise: float = ...,
    st_scale: float = ...,
    st_penalty: int = ...,
    st_least: int = ...,
    st_depth: bool = ...,
    sgm_paths: int = ...,
    sgm_small: float = ...,
    sgm_large: float = ...,
    sgm_edge: float = ...,
    scales: int = ...,
    lambda_: Optional[float] = ...,
    level_map: str = ...,
    space_map: str = ...,
    subpixel: str = ...,
    right: str = ...,
    tolerance: float = ...,
    confidence: str = ...,
    uniqueness: float = ...,
    min_confidence: float = ...,
    planes: Optional[int] = ...,
    plane_reach: int = ...,
    refine: str = ...,
    fill: str = ...,
    median_radius: int = ...,
    speckle_size: int = ...,
    speckle_difference: float = ...,
    wm_radius: int = ...,
    wm_sigma_space: float = ...,
    wm_sigma_colour: float = ...,
    vote_rounds: int = ...,
    vote_sigma_colour: float = ...,
    vote_share: float = ...,
    vote_keep: float = ...,
    vote_tolerance: float = ...,
    refine_sigma: float = ...,
    precision: str = ...,
    threads: int = ...,
    slab: Optional[int] = ...,
    max_memory: Optional[Union[int, str]] = ...,
    preset: Optional[str] = ...,
    aggregate: Optional[Aggregate] = ...,
    left_mask: Optional[Mask] = ...,
    right_mask: Optional[Mask] = ...,
    progress: Optional[Callable[[float], object]] = ...,
    order: str = ...,
) -> List[Finding]: ...
def estimate_range(
    left_image: GivenImage,
    right_image: GivenImage,
    /,
    *,
    first: Optional[int] = ...,
    levels: Optional[int] = ...,
    skip_zero: bool = ...,
    white: Optional[float] = ...,
    check: bool = ...,
    strict: bool = ...,
    cost: Union[str, Cost] = ...,
    outside: str = ...,
    grd_colour_weight: float = ...,
    grd_gradient_weight: float = ...,
    grd_colour_truncation: float = ...,
    grd_gradient_truncation: float = ...,
    cen_window: int = ...,
    cen_truncation: float = ...,
    cen_wrap: bool = ...,
    cen_round: bool = ...,
    cg_colour_weight: float = ...,
    cg_gradient_weight: float = ...,
    cg_census_weight: float = ...,
    cg_colour_truncation: float = ...,
    cg_gradient_truncation: float = ...,
    method: str = ...,
    box_radius: int = ...,
    box_normalise: bool = ...,
    bf_radius: int = ...,
    bf_sigma_space: float = ...,
    bf_sigma_colour: float = ...,
    bf_wrap: bool = ...,
    gf_radius: int = ...,
    gf_epsilon: float = ...,
    nl_sigma: float = ...,
    nl_normalise: float = ...,
    st_sigma: float = ...,
    st_normalise: float = ...,
    st_scale: float = ...,
    st_penalty: int = ...,
    st_least: int = ...,
    st_depth: bool = ...,
    sgm_paths: int = ...,
    sgm_small: float = ...,
    sgm_large: float = ...,
    sgm_edge: float = ...,
    scales: int = ...,
    lambda_: Optional[float] = ...,
    level_map: str = ...,
    space_map: str = ...,
    subpixel: str = ...,
    right: str = ...,
    tolerance: float = ...,
    confidence: str = ...,
    uniqueness: float = ...,
    min_confidence: float = ...,
    planes: Optional[int] = ...,
    plane_reach: int = ...,
    refine: str = ...,
    fill: str = ...,
    median_radius: int = ...,
    speckle_size: int = ...,
    speckle_difference: float = ...,
    wm_radius: int = ...,
    wm_sigma_space: float = ...,
    wm_sigma_colour: float = ...,
    vote_rounds: int = ...,
    vote_sigma_colour: float = ...,
    vote_share: float = ...,
    vote_keep: float = ...,
    vote_tolerance: float = ...,
    refine_sigma: float = ...,
    precision: str = ...,
    threads: int = ...,
    slab: Optional[int] = ...,
    max_memory: Optional[Union[int, str]] = ...,
    preset: Optional[str] = ...,
    aggregate: Optional[Aggregate] = ...,
    left_mask: Optional[Mask] = ...,
    right_mask: Optional[Mask] = ...,
    progress: Optional[Callable[[float], object]] = ...,
    order: str = ...,
) -> builtins.range: ...
def explain(
    left_image: GivenImage,
    right_image: GivenImage,
    x: int,
    y: int,
    /,
    *,
    first: Optional[int] = ...,
    levels: Optional[int] = ...,
    skip_zero: bool = ...,
    white: Optional[float] = ...,
    check: bool = ...,
    strict: bool = ...,
    cost: Union[str, Cost] = ...,
    outside: str = ...,
    grd_colour_weight: float = ...,
    grd_gradient_weight: float = ...,
    grd_colour_truncation: float = ...,
    grd_gradient_truncation: float = ...,
    cen_window: int = ...,
    cen_truncation: float = ...,
    cen_wrap: bool = ...,
    cen_round: bool = ...,
    cg_colour_weight: float = ...,
    cg_gradient_weight: float = ...,
    cg_census_weight: float = ...,
    cg_colour_truncation: float = ...,
    cg_gradient_truncation: float = ...,
    method: str = ...,
    box_radius: int = ...,
    box_normalise: bool = ...,
    bf_radius: int = ...,
    bf_sigma_space: float = ...,
    bf_sigma_colour: float = ...,
    bf_wrap: bool = ...,
    gf_radius: int = ...,
    gf_epsilon: float = ...,
    nl_sigma: float = ...,
    nl_normalise: float = ...,
    st_sigma: float = ...,
    st_normalise: float = ...,
    st_scale: float = ...,
    st_penalty: int = ...,
    st_least: int = ...,
    st_depth: bool = ...,
    sgm_paths: int = ...,
    sgm_small: float = ...,
    sgm_large: float = ...,
    sgm_edge: float = ...,
    scales: int = ...,
    lambda_: Optional[float] = ...,
    level_map: str = ...,
    space_map: str = ...,
    subpixel: str = ...,
    right: str = ...,
    tolerance: float = ...,
    confidence: str = ...,
    uniqueness: float = ...,
    min_confidence: float = ...,
    planes: Optional[int] = ...,
    plane_reach: int = ...,
    refine: str = ...,
    fill: str = ...,
    median_radius: int = ...,
    speckle_size: int = ...,
    speckle_difference: float = ...,
    wm_radius: int = ...,
    wm_sigma_space: float = ...,
    wm_sigma_colour: float = ...,
    vote_rounds: int = ...,
    vote_sigma_colour: float = ...,
    vote_share: float = ...,
    vote_keep: float = ...,
    vote_tolerance: float = ...,
    refine_sigma: float = ...,
    precision: str = ...,
    threads: int = ...,
    slab: Optional[int] = ...,
    max_memory: Optional[Union[int, str]] = ...,
    preset: Optional[str] = ...,
    aggregate: Optional[Aggregate] = ...,
    left_mask: Optional[Mask] = ...,
    right_mask: Optional[Mask] = ...,
    progress: Optional[Callable[[float], object]] = ...,
    order: str = ...,
) -> Explanation: ...
def options(
    *,
    first: Optional[int] = ...,
    levels: Optional[int] = ...,
    skip_zero: bool = ...,
    white: Optional[float] = ...,
    check: bool = ...,
    strict: bool = ...,
    cost: str = ...,
    outside: str = ...,
    grd_colour_weight: float = ...,
    grd_gradient_weight: float = ...,
    grd_colour_truncation: float = ...,
    grd_gradient_truncation: float = ...,
    cen_window: int = ...,
    cen_truncation: float = ...,
    cen_wrap: bool = ...,
    cen_round: bool = ...,
    cg_colour_weight: float = ...,
    cg_gradient_weight: float = ...,
    cg_census_weight: float = ...,
    cg_colour_truncation: float = ...,
    cg_gradient_truncation: float = ...,
    method: str = ...,
    box_radius: int = ...,
    box_normalise: bool = ...,
    bf_radius: int = ...,
    bf_sigma_space: float = ...,
    bf_sigma_colour: float = ...,
    bf_wrap: bool = ...,
    gf_radius: int = ...,
    gf_epsilon: float = ...,
    nl_sigma: float = ...,
    nl_normalise: float = ...,
    st_sigma: float = ...,
    st_normalise: float = ...,
    st_scale: float = ...,
    st_penalty: int = ...,
    st_least: int = ...,
    st_depth: bool = ...,
    sgm_paths: int = ...,
    sgm_small: float = ...,
    sgm_large: float = ...,
    sgm_edge: float = ...,
    scales: int = ...,
    lambda_: Optional[float] = ...,
    level_map: str = ...,
    space_map: str = ...,
    subpixel: str = ...,
    right: str = ...,
    tolerance: float = ...,
    confidence: str = ...,
    uniqueness: float = ...,
    min_confidence: float = ...,
    planes: Optional[int] = ...,
    plane_reach: int = ...,
    refine: str = ...,
    fill: str = ...,
    median_radius: int = ...,
    speckle_size: int = ...,
    speckle_difference: float = ...,
    wm_radius: int = ...,
    wm_sigma_space: float = ...,
    wm_sigma_colour: float = ...,
    vote_rounds: int = ...,
    vote_sigma_colour: float = ...,
    vote_share: float = ...,
    vote_keep: float = ...,
    vote_tolerance: float = ...,
    refine_sigma: float = ...,
    precision: str = ...,
    threads: int = ...,
    slab: Optional[int] = ...,
    max_memory: Optional[Union[int, str]] = ...,
    preset: Optional[str] = ...,
) -> Dict[str, Any]: ...
def pyramid(
    image: GivenImage,
    *,
    white: Optional[float] = ...,
    scales: int = ...,
    threads: int = ...,
    preset: Optional[str] = ...,
    order: str = ...,
) -> List[Map]: ...
def cost_volume(
    left_image: GivenImage,
    right_image: GivenImage,
    /,
    *,
    first: Optional[int] = ...,
    levels: Optional[int] = ...,
    white: Optional[float] = ...,
    cost: str = ...,
    outside: str = ...,
    grd_colour_weight: float = ...,
    grd_gradient_weight: float = ...,
    grd_colour_truncation: float = ...,
    grd_gradient_truncation: float = ...,
    cen_window: int = ...,
    cen_truncation: float = ...,
    cen_wrap: bool = ...,
    cen_round: bool = ...,
    cg_colour_weight: float = ...,
    cg_gradient_weight: float = ...,
    cg_census_weight: float = ...,
    cg_colour_truncation: float = ...,
    cg_gradient_truncation: float = ...,
    threads: int = ...,
    preset: Optional[str] = ...,
    order: str = ...,
) -> Volume: ...
def aggregate(
    volume: Volume,
    guide: GivenImage,
    *,
    first: Optional[int] = ...,
    white: Optional[float] = ...,
    method: Union[str, Aggregate] = ...,
    box_radius: int = ...,
    box_normalise: bool = ...,
    bf_radius: int = ...,
    bf_sigma_space: float = ...,
    bf_sigma_colour: float = ...,
    bf_wrap: bool = ...,
    gf_radius: int = ...,
    gf_epsilon: float = ...,
    nl_sigma: float = ...,
    nl_normalise: float = ...,
    st_sigma: float = ...,
    st_normalise: float = ...,
    st_scale: float = ...,
    st_penalty: int = ...,
    st_least: int = ...,
    st_depth: bool = ...,
    sgm_paths: int = ...,
    sgm_small: float = ...,
    sgm_large: float = ...,
    sgm_edge: float = ...,
    scales: int = ...,
    lambda_: Optional[float] = ...,
    level_map: str = ...,
    space_map: str = ...,
    threads: int = ...,
    slab: Optional[int] = ...,
    preset: Optional[str] = ...,
    order: str = ...,
) -> Volume: ...
def cross_scale(
    volumes: Sequence[Volume],
    *,
    first: Optional[int] = ...,
    method: str = ...,
    lambda_: Optional[float] = ...,
    level_map: str = ...,
    space_map: str = ...,
    preset: Optional[str] = ...,
) -> Volume: ...
def select(
    volume: Volume,
    *,
    first: Optional[int] = ...,
    subpixel: str = ...,
    preset: Optional[str] = ...,
) -> Map: ...
def refine(
    disparity: Map,
    guide: GivenImage,
    validity: Optional[Mask] = ...,
    *,
    first: Optional[int] = ...,
    levels: Optional[int] = ...,
    white: Optional[float] = ...,
    refine: str = ...,
    fill: str = ...,
    median_radius: int = ...,
    speckle_size: int = ...,
    speckle_difference: float = ...,
    wm_radius: int = ...,
    wm_sigma_space: float = ...,
    wm_sigma_colour: float = ...,
    vote_rounds: int = ...,
    vote_sigma_colour: float = ...,
    vote_share: float = ...,
    vote_keep: float = ...,
    vote_tolerance: float = ...,
    refine_sigma: float = ...,
    threads: int = ...,
    preset: Optional[str] = ...,
    order: str = ...,
) -> Tuple[Map, npt.NDArray[np.uint8]]: ...
class Stream:
    def __init__(self, **options: Any) -> None: ...
    def match(self, left_image: GivenImage, right_image: GivenImage, /, *, order: str = ...,
              left_mask: Optional[Mask] = ..., right_mask: Optional[Mask] = ...,
              progress: Optional[Callable[[float], object]] = ..., aggregate: Optional[Aggregate] = ...,
              cost: Optional[Cost] = ...) -> Result: ...

def evaluate(disparity: Map, truth: Map, mask: Optional[Mask] = ..., threshold: float = ...) -> Score: ...
def synth(width: int = ..., height: int = ..., first: int = ..., levels: int = ..., seed: int = ...,
          slanted: bool = ..., curved: bool = ..., thin: bool = ..., textureless: bool = ..., repetitive: bool = ...,
          exposure: float = ..., noise: float = ..., colour: bool = ..., bits: int = ...) -> Pair: ...
def rectify(left: GivenImage, right: GivenImage, rig: Union[File, Sequence[File], None] = ..., alpha: float = ...) -> Rectified: ...
def preview(disparity: Map, range: Optional[Sequence[float]] = ..., legend: bool = ...) -> npt.NDArray[np.uint8]: ...
def read(file: File) -> npt.NDArray[Any]: ...
def read_disparity(file: File, scale: Optional[float] = ...) -> Map: ...
def read_mask(file: File) -> npt.NDArray[np.uint8]: ...
def write(file: File, array: Union[npt.NDArray[Any], ShowsArray], order: str = ...) -> None: ...
def read_calibration(files: Union[File, Sequence[File]], metres_per_unit: Optional[float] = ...,
                     first_camera: int = ...) -> Calibration: ...
def depth(disparity: Map, calibration: Calibration, nearest: float = ..., farthest: Optional[float] = ...) -> Map: ...
def depth_deviation(depth: Map, calibration: Calibration, subpixel: float = ...,
                    confidence: Optional[Map] = ...) -> Map: ...
def cloud(disparity: Map, left: Optional[GivenImage], calibration: Calibration, confidence: Optional[Map] = ...,
          nearest: float = ..., farthest: Optional[float] = ..., min_confidence: float = ..., step: int = ...,
          normals: bool = ..., edge: float = ..., upright: bool = ..., file: Optional[File] = ...) -> Cloud: ...
def write_depth(file: File, depth: Map) -> None: ...
