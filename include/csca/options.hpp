// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// How a fine position that falls between two coarse ones reads the coarser scale.
enum class Interpolation {
  nearest,  ///< the authors' program: floor in space, ceil in levels
  linear,   ///< the mean of the two neighbours
  spline,   ///< a smooth curve near the levels' costs, which favours no level; for levels alone
};

/// What a cell costs whose partner lies outside the right image or is unknown.
enum class Outside {
  mean,   ///< the mean of the same pixel's cells that have a partner: such cells neither win nor lose
  black,  ///< the authors' program: the partner is a black pixel (census: all bits differ)
};

/// Disparities d with x_right = x_left - d.
struct RangeOptions {
  std::optional<int> first;   ///< smallest disparity, pixels; estimated when neither field is set, else 0
  std::optional<int> levels;  ///< number of disparities, 1 to 32768; estimated from the pair when not set
  bool skip_zero = false;     ///< disparity 0 is no candidate (the authors' program)
};

struct InputOptions {
  std::optional<double> white;  ///< sample value of white, above 0; chosen by `white_of` when not set
  bool check = true;            ///< what `check_pair` finds, and a range that is too narrow, become warnings
  bool strict = false;          ///< a warning is an error
  /// Warnings name disparities with the opposite sign, x_right = x_left + d; nothing else changes.
  bool opposite_sign = false;
};

/// Paper Eq. 2; images with white at 1.
struct IntensityGradientOptions {
  double colour_weight = 0.05;             ///< 1 - alpha of Eq. 2; 0.11 in the authors' program
  double gradient_weight = 0.95;           ///< alpha of Eq. 2; 0.89
  double colour_truncation = 7.0 / 255;    ///< tau_1
  double gradient_truncation = 2.0 / 255;  ///< tau_2, for gradients I(x+1) - I(x-1), not halved
};

struct CensusOptions {
  int window = 9;           ///< side of the square window, odd, 3 to 15
  double truncation = 1.0;  ///< distances are cut at this share of all bits, above 0 to 1
  bool wrap = false;   ///< the window wraps around the image (the authors' program) instead of repeating the border
  bool round = false;  ///< luma is rounded to 8 bits first (the authors' program)
};

/// Colour, gradients in x and y, and a 5x5 census.
struct CensusGradientOptions {
  double colour_weight = 0.05;
  double gradient_weight = 0.445;  ///< of each of the two gradients
  double census_weight = 0.005;    ///< of the share of differing census bits
  double colour_truncation = 7.0 / 255;
  double gradient_truncation = 2.0 / 255;
};

struct CostOptions {
  std::string method = "cg";  ///< one of `cost_names()`
  Outside outside = Outside::mean;
  IntensityGradientOptions grd;
  CensusOptions cen;
  CensusGradientOptions cg;
};

struct BoxOptions {
  int radius = 3;         ///< the window is 2 radius + 1 pixels wide, 0 to 255
  bool normalise = true;  ///< mean over the part of the window inside the image; false: sum (the authors' program)
};

/// Guided filter (He et al.; Rhemann et al.).
struct GuidedOptions {
  int radius = 7;         ///< of both box filters, 1 to 255
  double epsilon = 1e-4;  ///< regularisation of the guide's variance, white = 1, above 0 to 1
};

/// Bilateral filter with weights of the left image alone (Yoon and Kweon, asymmetric).
struct BilateralOptions {
  int radius = 17;             ///< window of 2 radius + 1 pixels, 1 to 63
  double sigma_space = 17.5;   ///< pixels, above 0
  double sigma_colour = 0.03;  ///< mean absolute channel difference, white = 1, above 0
  bool wrap = false;           ///< the window wraps around the image (the authors' program) instead of being clipped
};

/// Filter over the guide's minimum spanning tree (Yang).
struct NonlocalOptions {
  double sigma = 0.05;     ///< tree distance over which similarity falls to 1/e, white = 1, above 0 to 10
  double normalise = 0.5;  ///< costs are divided by Z to this power: 1 as in the paper, 0 as in the authors' program
};

/// The same filter over a segment tree (Mei et al.).
struct SegmentTreeOptions {
  double sigma = 0.05;
  double normalise = 0.5;
  double scale =
      1200;         ///< k of the segmentation: larger values, larger segments; in 8-bit steps times pixels, 0 to 10^9
  int penalty = 5;  ///< added to edges between two segments larger than `least`, 8-bit steps, 0 to 255
  int least = 50;   ///< pixels, 0 to 10^9
  bool depth = false;  ///< a second pass with a tree of colour and first-pass disparity (ST-2)
};

/// Semi-global matching (Hirschmueller): a step of one level costs `small`, a larger one `large`. Both count in the
/// unit of the costs: the median, over pixels, of mean - lowest cost of a pixel's levels.
struct SemiGlobalOptions {
  int paths = 8;       ///< 8, or 5: left, right and three from above, in one pass through the image
  double small = 3;    ///< 0 to 50
  double large = 16;   ///< 0 to 100
  double edge = 0.03;  ///< step of the guide's luma over which `large` falls to 1/e, white = 1, above 0 to 10^6
};

struct AggregateOptions {
  std::string method = "box";  ///< one of `aggregation_names()`, or a mixture: "gf+st", "0.7*gf+0.3*st"
  BoxOptions box;
  GuidedOptions gf;
  BilateralOptions bf;
  NonlocalOptions nl;
  SegmentTreeOptions st;
  SemiGlobalOptions sgm;
};

struct ScaleOptions {
  int scales = 5;                ///< pyramid levels, S + 1 in the paper, 1 to 16
  std::optional<double> lambda;  ///< strength of the inter-scale regulariser (Eq. 7), 0 to 10^6; by method when not set
  Interpolation level_map = Interpolation::linear;
  Interpolation space_map = Interpolation::linear;
};

/// How the winner is moved between levels.
enum class Subpixel {
  none,         ///< whole levels
  parabola,     ///< the minimum of the parabola through the winner's cost and its neighbours'
  equiangular,  ///< the same of two lines of equal slope, up and down
};

/// Where the right view's disparities come from; with them left disparities are checked.
enum class RightView {
  none,
  full,      ///< matched for themselves, with the right image as guide
  diagonal,  ///< read from the left view's costs: nearly free, less exact; aggregation then gives means, not sums
};

/// What the confidence map shows; docs/confidence.md has the formulas.
enum class Confidence { none, peak_ratio, left_right, ambiguity };

struct SelectOptions {
  Subpixel subpixel = Subpixel::parabola;
  RightView right = RightView::none;
  double tolerance = 1;  ///< largest left-right difference of a consistent pixel, pixels, 0 to 1000
  Confidence confidence = Confidence::none;
  /// Least lead of the winner over the next best cost that is not beside it, percent of that cost, 0 to 100: with less
  /// a pixel becomes unknown. As uniquenessRatio of OpenCV's matchers.
  double uniqueness = 0;
  /// Least confidence of a known pixel, 0 to 1, as `confidence` measures it, or as the peak ratio where that is `none`.
  double min_confidence = 0;
};

/// Slanted surfaces: planes of a first map, whose levels compete with those of the range.
struct PlaneOptions {
  std::optional<int> most = 0;  ///< planes that compete, 0 to 32; when not set, as many as the scene gains from
  int reach = 3;                ///< levels on both sides of a plane, 2 to 32

  bool asked_for() const { return most != 0; }
};

/// What happens in the end to pixels that have no disparity.
enum class Fill {
  none,        ///< they stay unknown
  background,  ///< those that failed a check are filled from what is around them; pixels without data stay
               ///< unknown
  all,         ///< every pixel gets a value
};

struct MedianOptions {
  int radius = 1;  ///< window of 2 radius + 1 pixels, 1 to 15
};

struct SpeckleOptions {
  int size = 100;         ///< largest blob that is removed, pixels, 1 to 10^9
  double difference = 1;  ///< largest step between neighbours of one blob, pixels, 0 to 1000
};

struct WeightedMedianOptions {
  int radius = 9;             ///< window of 2 radius + 1 pixels, of which at most 11 x 11 on a grid vote, 1 to 50
  double sigma_space = 9;     ///< pixels, above 0 to 10^6
  double sigma_colour = 0.1;  ///< Euclidean distance of colours, white = 1, above 0 to 10^6
};

struct VoteOptions {
  int rounds = 3;              ///< 1 to 100; from the second on, for unknown pixels alone, with voters further away
  double sigma_colour = 0.04;  ///< mean difference of channels at which a vote weighs 1/e, white = 1, above 0 to 10^6
  double share = 0.18;         ///< of all votes, which a new disparity needs, 0 to 1
  double keep = 0.5;           ///< of all votes, which a pixel's own disparity needs to stay, 0 to 1
  double tolerance = 1;        ///< of disparities that agree, pixels, 0 to 4
};

struct NonlocalRefineOptions {
  double sigma = 0.05;  ///< of the tree filter, white = 1, above 0 to 10
};

struct RefineOptions {
  std::string steps;  ///< names of `refine_names()` separated by commas, run in that order; empty: none
  Fill fill = Fill::none;
  MedianOptions median;
  SpeckleOptions speckle;
  WeightedMedianOptions wm;
  VoteOptions vote;
  NonlocalRefineOptions nl;
};

/// What numbers costs are computed in.
enum class Precision {
  automatic,  ///< whole numbers of 16 bits for costs, where they hold the samples, and for box sums: faster
  floats,     ///< floats throughout
};

struct RunOptions {
  int threads = 0;          ///< 0: one for each core
  std::optional<int> slab;  ///< levels that are worked on together, 1 to 1024: speed and memory, never the result
  std::optional<std::size_t> max_memory = {};  ///< bytes: a match then takes smaller slabs, fewer at a time
  Precision precision = Precision::automatic;
};

/// Everything that `match` can be told, grouped by step.
struct Options {
  InputOptions input;
  RangeOptions range;
  CostOptions cost;
  AggregateOptions aggregate;
  ScaleOptions scale;
  SelectOptions select;
  PlaneOptions planes;
  RefineOptions refine;
  RunOptions run;
};

/// The numbers that a field takes.
struct Bounds {
  double minimum = 0;
  double maximum = 0;
  double step = 0;               ///< from one number to the next, beginning at `minimum`; 0: all numbers between
  bool minimum_included = true;  ///< false: numbers have to be above it

  bool contain(double value) const;
};

/// One option by name: the tool's flags, the JSON keys and `validate` are all made from the table of these.
struct Field {
  enum class Kind {
    integer,
    real,
    flag,     ///< true or false
    choice,   ///< one of `choices`
    list,     ///< some of `choices`, separated by commas
    mixture,  ///< one of `choices`, or several joined by +, each with a weight if need be: 0.7*gf+0.3*st
    bytes,    ///< a whole number, also with K, M, G or T for powers of 1000
  };
  /// Who asks for it, which is where a help shows it.
  enum class Use {
    ordinary,
    essential,     ///< everybody: on the first screen
    reproduction,  ///< those who follow another program in a detail: last
  };

  std::string_view name;  ///< lower_snake; the flag is the same with dashes
  std::string_view group;
  std::string_view help;
  Use use = Use::ordinary;
  Kind kind = Kind::integer;
  std::optional<Bounds> bounds = {};           ///< of integer, real and bytes
  std::vector<std::string_view> choices = {};  ///< of choice, list and mixture
  bool optional = false;                       ///< may be "auto", which is not set
  std::function<std::string(const Options&)> get;
  std::function<void(Options&, std::string_view)> set;  ///< throws Error when the text is not such a value
  std::function<void(const Options&)> check;            ///< throws Error when the value is not allowed

  /// The allowed values in words: "a whole number from 1 to 16, or auto". `unset` is what "auto" is called.
  std::string allowed(std::string_view unset = "auto") const;
};

/// The table.
std::span<const Field> fields();

/// The field of that name; throws Error that suggests the nearest name.
const Field& field(std::string_view name);

/// Throws Error for the first field with a value that is not allowed: "lambda is -1: allowed is a number from 0 to
/// 1000000".
void validate(const Options& options);

using Setting = std::pair<std::string, std::string>;  ///< field name, value as text

/// A named set of settings. Further rows of a preset have a condition, such as {"cost", "cen"}, and no help: they apply
/// only where the field has that value.
struct Preset {
  std::string_view name;
  Setting condition;
  std::string_view help;
  std::vector<Setting> settings;

  bool is_condition() const { return !condition.first.empty(); }
};

std::span<const Preset> presets();

/// Defaults, then the preset (none when empty), then the user's settings. Throws Error for an unknown preset or
/// setting.
Options make_options(std::string_view preset, std::span<const Setting> settings = {});

}  // namespace csca
#pragma GCC visibility pop
