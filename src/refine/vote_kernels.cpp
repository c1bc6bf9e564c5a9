// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/vote_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

/// A pixel's voters, and what is known of them so far.
struct Poll {
  HWY_ALIGN std::int16_t disparity[vote_count];
  HWY_ALIGN std::int16_t weight[vote_count];
  int own;    // the pixel's own disparity
  int known;  // weight of all with a disparity
  float enough;
  int low;  // bounds of the median
  int high;
};

HWY_INLINE hn::Vec<Steps> disparities(const Poll& poll, int part) {
  return hn::Load(Steps(), poll.disparity + part * lanes);
}
HWY_INLINE hn::Vec<Steps> weights(const Poll& poll, int part) { return hn::Load(Steps(), poll.weight + part * lanes); }

HWY_INLINE hn::Vec<Weights> colour_difference(const Ballot& ballot, Asker asker, int part, int channel) {
  const Bytes bytes;
  const auto theirs =
      load_part(bytes, part, [&](int y) HWY_ATTR { return ballot.rows[y].colours[channel] + asker.voters; });
  const auto own = hn::Set(bytes, ballot.own.colours[channel][asker.place]);
  return hn::PromoteTo(Weights(), hn::Or(hn::SaturatedSub(theirs, own), hn::SaturatedSub(own, theirs)));
}

HWY_INLINE void collect(const Ballot& ballot, Asker asker, Poll& poll) {
  const Steps steps;
  const Weights tag;
  for (int part = 0; part < parts; ++part) {
    auto difference = colour_difference(ballot, asker, part, 0);
    if (ballot.channels == 3) {
      difference = hn::Add(difference, colour_difference(ballot, asker, part, 1));
      difference = hn::Add(difference, colour_difference(ballot, asker, part, 2));
    }
    const auto distance = hn::MulHigh(hn::ShiftLeft<6>(difference), hn::Set(tag, ballot.colour_scale));
    auto like = hn::SaturatedSub(hn::Set(tag, std::uint16_t{255}), distance);
    like = hn::Mul(like, like);
    like = hn::MulHigh(like, like);
    like = hn::MulHigh(like, like);
    const auto weight = hn::MulHigh(like, hn::LoadU(tag, ballot.nearness + part * lanes));
    const auto disparity =
        load_part(steps, part, [&](int y) HWY_ATTR { return ballot.rows[y].disparity + asker.voters; });
    const auto somebody = hn::Lt(disparity, hn::Set(steps, vote_nobody));
    hn::Store(disparity, steps, poll.disparity + part * lanes);
    hn::Store(hn::IfThenElseZero(somebody, hn::BitCast(steps, weight)), steps, poll.weight + part * lanes);
  }
  poll.own = ballot.own.disparity[asker.place];
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
HWY_INLINE int weight_where(const Poll& poll, const Holds& holds) {
  auto sum = hn::Zero(Steps());
  for (int part = 0; part < parts; ++part) {
    sum = hn::Add(sum, hn::IfThenElseZero(holds(disparities(poll, part)), weights(poll, part)));
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

/// The lowest and the highest disparity, between which the weighted median is.
HWY_INLINE void bound_median(Poll& poll) {
  const Steps steps;
  auto lowest = hn::Set(steps, vote_unknown);
  auto highest = hn::Set(steps, static_cast<std::int16_t>(-vote_highest));
  for (int part = 0; part < parts; ++part) {
    const auto disparity = disparities(poll, part);
    lowest = hn::Min(lowest, disparity);
    const auto has = hn::Lt(disparity, hn::Set(steps, vote_unknown));
    highest = hn::Max(highest, hn::IfThenElse(has, disparity, highest));
  }
  poll.low = hn::GetLane(hn::MinOfLanes(steps, lowest));
  poll.high = hn::GetLane(hn::MaxOfLanes(steps, highest));
}

/// A quarter of what is between the bounds: three of them are counted at a time, side by side.
HWY_INLINE void close_in(Poll& poll) {
  const int quarter = (poll.high - poll.low) / 4;
  const int bounds[3] = {poll.low + quarter, poll.low + 2 * quarter, poll.low + 3 * quarter};
  const auto beyond = [&](int bound) HWY_ATTR {
    const auto limit = hn::Set(Steps(), static_cast<std::int16_t>(bound));
    return 2 * weight_where(poll, [&](hn::Vec<Steps> d) HWY_ATTR { return hn::Lt(d, limit); }) > poll.known;
  };
  const bool first = beyond(bounds[0]);
  const bool second = beyond(bounds[1]);
  const bool third = beyond(bounds[2]);
  const int low = first ? poll.low : second ? bounds[0] : third ? bounds[1] : bounds[2];
  poll.high = first ? bounds[0] : second ? bounds[1] : third ? bounds[2] : poll.high;
  poll.low = low;
}

/// Sum of weight times distance from a value over the votes near it.
HWY_INLINE int moment_around(const Poll& poll, int value, const Near& near) {
  const Steps steps;
  const Sums sums;
  auto lower = hn::Zero(sums);
  auto upper = hn::Zero(sums);
  for (int part = 0; part < parts; ++part) {
    const auto disparity = disparities(poll, part);
    const auto from = hn::Sub(disparity, hn::Set(steps, static_cast<std::int16_t>(value)));
    const auto weight = hn::IfThenElseZero(near(disparity), weights(poll, part));
    lower = hn::ReorderWidenMulAccumulate(sums, from, weight, lower, upper);
  }
  return hn::GetLane(hn::SumOfLanes(sums, hn::Add(lower, upper)));
}

/// What the votes near the median come to.
HWY_INLINE Outcome finish(const Ballot& ballot, const Poll& poll) {
  const int median = poll.low + (poll.high - poll.low) / 2;
  const Near near(median, ballot.tolerance);
  const auto agreed = static_cast<float>(weight_where(poll, near));
  if (agreed == 0 || agreed < poll.enough) return {};
  const float mean = static_cast<float>(median) + static_cast<float>(moment_around(poll, median, near)) / agreed;
  const bool same =
      poll.own != vote_unknown && std::abs(mean - static_cast<float>(poll.own)) <= static_cast<float>(ballot.tolerance);
  return {.keeps = same, .agrees = true, .disparity = mean};
}

/// Some pixels step by step, each step for all that need it: a processor then works on several pixels side by side, and
/// need not guess how many steps one takes.
HWY_FLATTEN void count(const Ballot& ballot, const Asker* askers, int count, Outcome* outcomes) {
  Poll polls[vote_batch];
  int undecided[vote_batch];
  int wide[vote_batch];
  int undecided_count = 0;
  const auto has = hn::Set(Steps(), vote_unknown);
  for (int i = 0; i < count; ++i) {
    Poll& poll = polls[i];
    collect(ballot, askers[i], poll);
    auto sum = hn::Zero(Steps());
    for (int part = 0; part < parts; ++part) sum = hn::Add(sum, weights(poll, part));
    const auto all = static_cast<float>(total(sum));
    poll.known = weight_where(poll, [&](hn::Vec<Steps> d) HWY_ATTR { return hn::Lt(d, has); });
    poll.enough = ballot.share * all;
    const bool keeps = (poll.own != vote_unknown) &
                       (static_cast<float>(weight_where(poll, Near(poll.own, ballot.tolerance))) >= ballot.keep * all);
    outcomes[i] = {.keeps = keeps};
    undecided[undecided_count] = i;
    undecided_count += !keeps & (poll.known != 0) & (static_cast<float>(poll.known) >= poll.enough) ? 1 : 0;
  }
  int wide_count = 0;
  const auto keep_wide = [&](int i) HWY_ATTR {
    wide[wide_count] = i;
    wide_count += polls[i].high - polls[i].low > vote_median_steps ? 1 : 0;
  };
  for (int k = 0; k < undecided_count; ++k) {
    bound_median(polls[undecided[k]]);
    keep_wide(undecided[k]);
  }
  while (wide_count > 0) {
    const int before = std::exchange(wide_count, 0);
    for (int k = 0; k < before; ++k) {
      close_in(polls[wide[k]]);
      keep_wide(wide[k]);
    }
  }
  for (int k = 0; k < undecided_count; ++k) outcomes[undecided[k]] = finish(ballot, polls[undecided[k]]);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(count);

void count_votes(const Ballot& ballot, std::span<const Asker> askers, Outcome* outcomes) {
  for (; !askers.empty(); outcomes += vote_batch) {
    const std::size_t some = std::min(askers.size(), std::size_t{vote_batch});
    HWY_DYNAMIC_DISPATCH(count)(ballot, askers.data(), static_cast<int>(some), outcomes);
    askers = askers.subspan(some);
  }
}

}  // namespace csca
#endif
