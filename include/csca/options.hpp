// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace csca {

/// How a fine position that falls between two coarse ones reads the coarser scale.
enum class Interpolation {
  nearest,  ///< the authors' program: floor in space, ceil in levels
  linear,   ///< the mean of the two neighbours
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
};

/// Paper Eq. 2; images with white at 1.
struct IntensityGradientOptions {
  double colour_weight = 0.11;             ///< 1 - alpha of Eq. 2
  double gradient_weight = 0.89;           ///< alpha of Eq. 2
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
  double colour_weight = 0.08;
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

struct AggregateOptions {
  std::string method = "box";  ///< one of `aggregation_names()`
  BoxOptions box;
};

struct ScaleOptions {
  int scales = 5;     ///< pyramid levels, S + 1 in the paper, 1 to 16
  double lambda = 3;  ///< strength of the inter-scale regulariser (Eq. 7), 0 to 10^6
  Interpolation level_map = Interpolation::linear;
  Interpolation space_map = Interpolation::linear;
};

struct RunOptions {
  int threads = 0;  ///< 0: one for each core
  int slab = 16;    ///< levels that are worked on together, 1 to 1024: speed and memory, never the result
};

/// Everything that `match` can be told, grouped by step.
struct Options {
  InputOptions input;
  RangeOptions range;
  CostOptions cost;
  AggregateOptions aggregate;
  ScaleOptions scale;
  RunOptions run;
};

/// One option by name: the tool's flags, the JSON keys and `validate` are all made from the table of these.
struct Field {
  enum class Kind { number, text, flag };

  std::string_view name;  ///< lower_snake; the flag is the same with dashes
  std::string_view group;
  std::string_view help;
  Kind kind;
  std::string allowed;  ///< "a whole number from 1 to 16"
  std::function<std::string(const Options&)> get;
  std::function<void(Options&, std::string_view)> set;  ///< throws Error when the text is not such a value
  std::function<void(const Options&)> check;            ///< throws Error when the value is not allowed
};

std::span<const Field> fields();

/// The field of that name; throws Error that suggests the nearest name.
const Field& field(std::string_view name);

/// Throws Error for the first field with a value that is not allowed: "lambda is -1: allowed is a number from 0 to
/// 1000000".
void validate(const Options& options);

using Setting = std::pair<std::string, std::string>;  ///< field name, value as text

/// A named set of settings; rows of one preset with `cost` set apply only with that matching cost.
struct Preset {
  std::string_view name;
  std::string_view cost;
  std::string_view help;
  std::vector<Setting> settings;
};

std::span<const Preset> presets();

/// Defaults, then the preset (none when empty), then the user's settings. Throws Error for an unknown preset or
/// setting.
Options make_options(std::string_view preset, std::span<const Setting> settings = {});

/// ", did you mean 'box'?" for the candidate nearest to a mistyped name; empty when none is near.
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace csca
