// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/vote_kernels.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "refine/vote_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// One row of voters a vector, or two where vectors have 256 bits, or one voter where there are no vectors.
using Steps = hn::CappedTag<std::int16_t, 2 * vote_side>;
using Weights = hn::RebindToUnsigned<Steps>;
using Bytes = hn::Rebind<std::uint8_t, Steps>;
#if HWY_TARGET == HWY_SCALAR
using Sums = hn::Rebind<std::int32_t, Steps>;
#else
using Sums = hn::Repartition<std::int32_t, Steps>;
#endif

constexpr int lanes = static_cast<int>(hn::MaxLanes(Steps()));
constexpr int parts = vote_count / lanes;

/// The voters of a part, where `row(y)` points at those of a row.
template <class Tag, class Row>
HWY_INLINE hn::Vec<Tag> load_part(Tag tag, int part, const Row& row) {
  const int first = part * lanes;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (lanes > vote_side) {
    const hn::Half<Tag> half;
    const int y = first / vote_side;
    return hn::Combine(tag, hn::LoadU(half, row(y + 1)), hn::LoadU(half, row(y)));
  }
#endif
  return hn::LoadU(tag, row(first / vote_side) + first % vote_side);
}

struct Votes {
  hn::Vec<Steps> disparity[parts];
  hn::Vec<Steps> weight[parts];
};

HWY_INLINE hn::Vec<Weights> colour_difference(const Ballot& ballot, int part, int channel) {
  const Bytes bytes;
  const auto theirs =
      load_part(bytes, part, [&](int y) HWY_ATTR { return ballot.rows[y].colours[channel] + ballot.voters; });
  const auto own = hn::Set(bytes, ballot.colours[channel]);
  return hn::PromoteTo(Weights(), hn::Or(hn::SaturatedSub(theirs, own), hn::SaturatedSub(own, theirs)));
}

HWY_INLINE Votes collect(const Ballot& ballot) {
  const Steps steps;
  const Weights weights;
  Votes votes;
  for (int part = 0; part < parts; ++part) {
    auto difference = colour_difference(ballot, part, 0);
    if (ballot.channels == 3) {
      difference = hn::Add(difference, colour_difference(ballot, part, 1));
      difference = hn::Add(difference, colour_difference(ballot, part, 2));
    }
    const auto distance = hn::MulHigh(hn::ShiftLeft<6>(difference), hn::Set(weights, ballot.colour_scale));
    auto like = hn::SaturatedSub(hn::Set(weights, std::uint16_t{255}), distance);
    like = hn::Mul(like, like);
    like = hn::MulHigh(like, like);
    like = hn::MulHigh(like, like);
    const auto weight = hn::MulHigh(like, hn::LoadU(weights, ballot.nearness + part * lanes));
    votes.disparity[part] =
        load_part(steps, part, [&](int y) HWY_ATTR { return ballot.rows[y].disparity + ballot.voters; });
    const auto somebody = hn::Lt(votes.disparity[part], hn::Set(steps, vote_nobody));
    votes.weight[part] = hn::IfThenElseZero(somebody, hn::BitCast(steps, weight));
  }
  return votes;
}

HWY_INLINE int total(hn::Vec<Steps> weights) {
  const Sums sums;
  auto rest = hn::Zero(sums);
  const auto pairs =
      hn::ReorderWidenMulAccumulate(sums, weights, hn::Set(Steps(), std::int16_t{1}), hn::Zero(sums), rest);
  return hn::GetLane(hn::SumOfLanes(sums, hn::Add(pairs, rest)));
}

/// The weight of the votes that hold.
template <class Holds>
HWY_INLINE int weight_where(const Votes& votes, const Holds& holds) {
  auto sum = hn::Zero(Steps());
  for (int part = 0; part < parts; ++part) {
    sum = hn::Add(sum, hn::IfThenElseZero(holds(votes.disparity[part]), votes.weight[part]));
  }
  return total(sum);
}

/// Votes within a tolerance of a value; never those without a disparity. The bounds are beyond it.
struct Near {
  hn::Vec<Steps> low;
  hn::Vec<Steps> high;

  HWY_INLINE Near(int value, int tolerance)
      : low(hn::Set(Steps(), static_cast<std::int16_t>(std::max<int>(value - tolerance, -vote_highest) - 1))),
        high(hn::Set(Steps(), static_cast<std::int16_t>(std::min<int>(value + tolerance, vote_highest) + 1))) {}
  HWY_INLINE auto operator()(hn::Vec<Steps> disparity) const {
    return hn::And(hn::Gt(disparity, low), hn::Lt(disparity, high));
  }
};

/// The weighted median, by two bounds that close in on it. `known` is the weight of all votes with a disparity.
HWY_INLINE int median_of(const Votes& votes, int known) {
  const Steps steps;
  auto lowest = hn::Set(steps, vote_unknown);
  auto highest = hn::Set(steps, static_cast<std::int16_t>(-vote_highest));
  for (int part = 0; part < parts; ++part) {
    const auto disparity = votes.disparity[part];
    lowest = hn::Min(lowest, disparity);
    const auto has = hn::Lt(disparity, hn::Set(steps, vote_unknown));
    highest = hn::Max(highest, hn::IfThenElse(has, disparity, highest));
  }
  int low = hn::GetLane(hn::MinOfLanes(steps, lowest));
  int high = hn::GetLane(hn::MaxOfLanes(steps, highest));
  const auto beyond = [&](int bound) HWY_ATTR {
    const auto bounds = hn::Set(steps, static_cast<std::int16_t>(bound));
    return 2 * weight_where(votes, [&](hn::Vec<Steps> d) HWY_ATTR { return hn::Lt(d, bounds); }) > known;
  };
  while (high - low > vote_median_steps) {
    // Three bounds at a time: a processor counts them side by side.
    const int quarter = (high - low) / 4;
    const int bounds[3] = {low + quarter, low + 2 * quarter, low + 3 * quarter};
    const bool first = beyond(bounds[0]);
    const bool second = beyond(bounds[1]);
    const bool third = beyond(bounds[2]);
    low = first ? low : second ? bounds[0] : third ? bounds[1] : bounds[2];
    high = first ? bounds[0] : second ? bounds[1] : third ? bounds[2] : high;
  }
  return low + (high - low) / 2;
}

/// Sum of weight times distance from a value over the votes near it.
HWY_INLINE int moment_around(const Votes& votes, int value, const Near& near) {
  const Steps steps;
  const Sums sums;
  auto lower = hn::Zero(sums);
  auto upper = hn::Zero(sums);
  for (int part = 0; part < parts; ++part) {
    const auto disparity = votes.disparity[part];
    const auto from = hn::Sub(disparity, hn::Set(steps, static_cast<std::int16_t>(value)));
    const auto weight = hn::IfThenElseZero(near(disparity), votes.weight[part]);
    lower = hn::ReorderWidenMulAccumulate(sums, from, weight, lower, upper);
  }
  return hn::GetLane(hn::SumOfLanes(sums, hn::Add(lower, upper)));
}

HWY_FLATTEN Outcome count(const Ballot& ballot) {
  const Votes votes = collect(ballot);
  auto sum = hn::Zero(Steps());
  for (const auto& weight : votes.weight) sum = hn::Add(sum, weight);
  const auto all = static_cast<float>(total(sum));
  const bool has_own = ballot.disparity != vote_unknown;
  if (has_own) {
    const int own = weight_where(votes, Near(ballot.disparity, ballot.tolerance));
    if (static_cast<float>(own) >= ballot.keep * all) return {.keeps = true};
  }
  const auto bound = hn::Set(Steps(), vote_unknown);
  const int known = weight_where(votes, [&](hn::Vec<Steps> d) HWY_ATTR { return hn::Lt(d, bound); });
  const float enough = ballot.share * all;
  if (known == 0 || static_cast<float>(known) < enough) return {};
  const int median = median_of(votes, known);
  const Near near(median, ballot.tolerance);
  const auto agreed = static_cast<float>(weight_where(votes, near));
  if (agreed == 0 || agreed < enough) return {};
  const float mean = static_cast<float>(median) + static_cast<float>(moment_around(votes, median, near)) / agreed;
  const bool same =
      has_own && std::abs(mean - static_cast<float>(ballot.disparity)) <= static_cast<float>(ballot.tolerance);
  return {.keeps = same, .agrees = true, .disparity = mean};
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(count);

Outcome count_votes(const Ballot& ballot) { return HWY_DYNAMIC_DISPATCH(count)(ballot); }

}  // namespace csca
#endif
