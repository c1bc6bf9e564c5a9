// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/vote_kernels.hpp"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "refine/vote_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = FloatTag;
using Whole = hn::RebindToSigned<Floats>;
using Bytes = hn::Rebind<std::uint8_t, Floats>;

constexpr int most = vote_side * vote_side;
constexpr float full_weight = 4095;  // 64 of these, times a deviation in thousandths of 8 pixels, fit 31 bits
constexpr float thousandths = 1024;

/// The voters of a pixel, one after the other.
struct Table {
  HWY_ALIGN float disparity[most];
  HWY_ALIGN std::int32_t weight[most];
  int size;
};

/// Sum of weight(i) for the vectors of a table.
template <class Use>
HWY_INLINE std::int32_t sum(const Table& table, const Use& use) {
  const Floats d;
  const Whole w;
  auto total = hn::Zero(w);
  for (int i = 0; i < table.size; i += static_cast<int>(hn::Lanes(d))) {
    total = hn::Add(total, use(hn::Load(d, table.disparity + i), hn::Load(w, table.weight + i)));
  }
  return hn::GetLane(hn::SumOfLanes(w, total));
}

/// exp(-x) nearly, for x = 8 * near_zero: 1 - x / 8 to the power of 8, and 0 from there on.
HWY_INLINE hn::Vec<Floats> falling(hn::Vec<Floats> near_zero) {
  const Floats d;
  auto v = hn::Max(hn::Zero(d), hn::Sub(hn::Set(d, 1.0F), near_zero));
  v = hn::Mul(v, v);
  v = hn::Mul(v, v);
  return hn::Mul(v, v);
}

HWY_INLINE hn::Vec<Whole> difference(const std::uint8_t* colours, int own) {
  const Whole w;
  return hn::Abs(hn::Sub(hn::PromoteTo(w, hn::LoadU(Bytes(), colours)), hn::Set(w, own)));
}

HWY_FLATTEN Outcome count(const Ballot& ballot) {
  const Floats d;
  const Whole w;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  Table table;
  table.size = ballot.count * vote_side;
  auto all = hn::Zero(w);
  auto known_votes = hn::Zero(w);
  auto own_votes = hn::Zero(w);
  const auto own = hn::Set(d, ballot.own);
  const auto tolerance = hn::Set(d, ballot.tolerance);
  auto lowest = hn::Set(d, vote_unknown);
  auto highest = hn::Set(d, -vote_unknown);
  const auto unknown = hn::Set(d, vote_unknown);
  const auto scale = hn::Set(d, ballot.colour_scale);
  for (int row = 0; row < ballot.count; ++row) {
    const Voters& voters = ballot.rows[row];
    for (int i = 0; i < vote_side; i += lanes) {
      auto differences = difference(voters.colours[0] + i, ballot.colours[0]);
      if (ballot.channels == 3) {
        differences = hn::Add(differences, difference(voters.colours[1] + i, ballot.colours[1]));
        differences = hn::Add(differences, difference(voters.colours[2] + i, ballot.colours[2]));
      }
      const auto likeness = falling(hn::Mul(hn::ConvertTo(d, differences), scale));
      const auto disparity = hn::LoadU(d, voters.disparity + i);
      const auto known = hn::Lt(disparity, unknown);
      const auto nearness = hn::Mul(hn::LoadU(d, ballot.nearness[row] + i), hn::Set(d, full_weight));
      const auto weight = hn::IfThenElseZero(hn::Le(disparity, unknown), hn::Mul(likeness, nearness));
      lowest = hn::Min(lowest, disparity);
      highest = hn::Max(highest, hn::IfThenElse(known, disparity, highest));
      const auto votes = hn::ConvertTo(w, weight);
      all = hn::Add(all, votes);
      known_votes = hn::Add(known_votes, hn::IfThenElseZero(hn::RebindMask(w, known), votes));
      const auto supports = hn::And(known, hn::Le(hn::Abs(hn::Sub(disparity, own)), tolerance));
      own_votes = hn::Add(own_votes, hn::IfThenElseZero(hn::RebindMask(w, supports), votes));
      hn::Store(disparity, d, table.disparity + row * vote_side + i);
      hn::Store(votes, w, table.weight + row * vote_side + i);
    }
  }
  const float enough = ballot.share * static_cast<float>(hn::GetLane(hn::SumOfLanes(w, all)));
  if (ballot.own != vote_unknown && static_cast<float>(hn::GetLane(hn::SumOfLanes(w, own_votes))) >= enough) {
    return {.keeps = true};
  }
  const std::int32_t known = hn::GetLane(hn::SumOfLanes(w, known_votes));
  if (known == 0 || static_cast<float>(known) < enough) return {};
  const auto below = [&](float bound) HWY_ATTR {
    return sum(table, [&](auto disparity, auto weight) HWY_ATTR {
      return hn::IfThenElseZero(hn::RebindMask(w, hn::Lt(disparity, hn::Set(d, bound))), weight);
    });
  };
  // The weighted median, between two bounds that close in on it to a quarter of a pixel.
  float low = hn::GetLane(hn::MinOfLanes(d, lowest));
  float high = hn::GetLane(hn::MaxOfLanes(d, highest));
  while (high - low > 0.25F) {
    const float middle = low + (high - low) / 2;
    if (!(low < middle && middle < high)) break;
    (2 * below(middle) > known ? high : low) = middle;
  }
  const float median = low + (high - low) / 2;
  auto agreed_votes = hn::Zero(w);
  auto deviation = hn::Zero(w);
  for (int i = 0; i < table.size; i += lanes) {
    const auto disparity = hn::Load(d, table.disparity + i);
    const auto votes = hn::Load(w, table.weight + i);
    const auto from = hn::Sub(disparity, hn::Set(d, median));
    const auto close = hn::Le(hn::Abs(from), tolerance);
    const auto steps = hn::ConvertTo(w, hn::IfThenElseZero(close, hn::Mul(from, hn::Set(d, thousandths))));
    agreed_votes = hn::Add(agreed_votes, hn::IfThenElseZero(hn::RebindMask(w, close), votes));
    deviation = hn::Add(deviation, hn::Mul(steps, votes));
  }
  const auto agreed = static_cast<float>(hn::GetLane(hn::SumOfLanes(w, agreed_votes)));
  if (agreed == 0 || agreed < enough) return {};
  const auto steps = static_cast<float>(hn::GetLane(hn::SumOfLanes(w, deviation)));
  const float mean = median + steps / (agreed * thousandths);
  return {.keeps = std::abs(mean - ballot.own) <= ballot.tolerance, .agrees = true, .disparity = mean};
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
