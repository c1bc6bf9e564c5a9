// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/match.hpp>

#include "aggregate/traits.hpp"
#include "core/samples.hpp"
#include "cost/integer_cost.hpp"
#include "plan/schedule.hpp"

#include <optional>
#include <string>
#include <vector>

namespace csca {

/// What is decided once for all pixels of a pair, though a match may see but a window of them. Left image first.
struct WholePair {
  double white = 255;
  double absurd[2] = {};  ///< samples from this size on are no data
  bool holes[2] = {};     ///< some pixels are unknown, or may be
  bool fit_words = true;  ///< 16 bits hold the samples and tell them apart
  std::vector<std::string> warnings;
};

/// All that is decided before a pixel is matched.
struct Plan {
  int width = 0;
  int height = 0;
  int channels = 1;   ///< that are compared, 1 or 3
  bool grey = false;  ///< only one of the two images has colour: both are matched by their luma
  double white = 255;
  double absurd[2] = {};    ///< samples of the left and right image from this size on are no data
  bool left_holes = false;  ///< some left pixels are unknown
  bool right_holes = false;

  Levels range;
  PooledVector<Levels> ranges;   ///< of each scale, finest first
  PooledVector<double> weights;  ///< of each scale, Eq. 14

  AggregationTraits method;
  bool own_steps = false;     ///< the caller's own cost or aggregation takes part: it is called from one thread alone
  bool own_cost = false;      ///< the left view's costs are the caller's
  std::size_t own_bytes = 0;  ///< what the caller's steps keep
  std::optional<IntegerWeights> integer;  ///< costs are whole numbers of 16 bits
  bool box16 = false;                     ///< and box sums of them too: then the box16 engine runs
  bool flows = false;                     ///< rows of all scales are made side by side, and no scale is stored
  bool guides_stay = true;                ///< the colours of coarse guides are read while the match runs
  bool finest_guide_stays = true;         ///< those of the finest one are read while it runs or afterwards

  Schedule schedule;
  std::vector<std::string> warnings;

  int scales() const { return static_cast<int>(weights.size()); }
  int threads() const { return schedule.threads; }
  bool guide_stays(int scale) const { return scale == 0 ? finest_guide_stays : guides_stay; }
};

/// Throws Error when the two images differ in size, or a mask from its image.
void check_sizes(const Pair& pair);

/// Throws Error for images, masks or options that cannot be matched.
void check_inputs(const Pair& pair, const Options& options);

/// Checks images and options (throws Error) and resolves everything that was left open: range, schedule, memory limit.
/// A pair may be a window of a `whole` one.
Plan make_plan(const Pair& pair, const Options& options, const Hooks& hooks, const WholePair* whole = nullptr);

/// The same for an options.run.threads and options.run.slab that are to be obeyed, whatever they need.
Plan make_plan_without_limit(const Pair& pair, const Options& options, const Hooks& hooks,
                             const WholePair* whole = nullptr);

/// A sentence about samples that count as missing, where there are any; `name` is "left" or "right".
void tell_absurd(const Samples& samples, const char* name, std::vector<std::string>& warnings);

/// Whether only one of these images has colour: both are then matched by their luma.
bool match_by_luma(const ImageView& left, const ImageView& right);

/// The plan of a pass around a plane: a few levels on both sides, with the scales and weights of the whole match, so
/// that costs of both can be compared.
Plan plan_around_plane(const Plan& plan, const Options& options);

/// Slabs that engines run through in a whole match, for its progress: of both views, of first passes, of second looks.
std::size_t slabs_of_all_passes(const Plan& plan, const SelectOptions& select);

/// A result that says what was decided, and has no map yet.
Result planned_result(const Plan& plan);

/// Both images as floats, with pixels outside their mask unknown.
struct LoadedPair {
  FloatImage left;
  FloatImage right;
};
LoadedPair load(const Pair& pair, const Plan& plan);

/// A range as a sentence names it: "3 to 10", or "-10 to -3" in the opposite sign.
std::string in_words(Levels range, bool opposite_sign);

}  // namespace csca
