// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/path_sums.hpp"

#include "aggregate/flowing.hpp"
#include "core/offset.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace csca {
namespace {

constexpr int luma_steps = 1023;      // from black to white
constexpr double largest_units = 64;  // costs beyond so many units count as that many
constexpr double least_large = 1.1;   // of the small penalty, at the strongest edge
constexpr int all_paths = 65535;      // what sums of all paths have room for
constexpr int guard = 16;             // cells of no_level ahead of the first slot

double largest_penalty(const SemiGlobalOptions& options) {
  return std::max(options.large, least_large * options.small);
}

Plane<std::uint16_t> luma_of(const FloatImage& guide) {
  const Plane<float> grey = luma(guide);
  Plane<std::uint16_t> result(grey.width(), grey.height());
  std::transform(grey.begin(), grey.end(), result.begin(), [](float value) {
    return static_cast<std::uint16_t>(std::lround(luma_steps * std::clamp(value, 0.0F, 1.0F)));
  });
  return result;
}

std::size_t row_cells(const Slab& slab) { return offset(slab.width, path_stride(slab.levels.count)); }

int band_rows(const Slab& slab) { return std::min(rows_at_once(slab.threads), slab.height); }

std::size_t slot_cells(const Slab& slab) { return offset(slab.width, path_pitch(slab.levels.count)) + 2 * guard; }

}  // namespace

CostScale cost_scale(const Slab& slab, const RowSource& source, const Mask& known) {
  constexpr int rows = 24;
  const int every = std::max(1, slab.height / rows);
  AlignedVector<float> row(slab.row_size());
  PooledVector<float> spreads;
  float lowest_of_all = std::numeric_limits<float>::infinity();
  float highest_of_all = -lowest_of_all;
  for (int y = (every - 1) / 2; y < slab.height; y += every) {
    source(y, {0, slab.width}, row.data());
    const float* cells = row.data();
    for (int x = 0; x < slab.width; ++x, cells += slab.stride()) {
      if (!known.empty() && known(x, y) == 0) continue;
      double sum = 0;
      float lowest = cells[0];
      for (int k = 0; k < slab.levels.count; ++k) {
        sum += static_cast<double>(cells[k]);
        lowest = std::min(lowest, cells[k]);
        highest_of_all = std::max(highest_of_all, cells[k]);
      }
      lowest_of_all = std::min(lowest_of_all, lowest);
      const auto spread = static_cast<float>(sum / slab.levels.count - static_cast<double>(lowest));
      if (spread > 0) spreads.push_back(spread);
    }
  }
  if (lowest_of_all > highest_of_all) return {};
  if (spreads.empty()) return {lowest_of_all, highest_of_all - lowest_of_all};
  const auto middle = spreads.begin() + static_cast<std::ptrdiff_t>(spreads.size() / 2);
  std::nth_element(spreads.begin(), middle, spreads.end());
  return {lowest_of_all, *middle};
}

SlantedPaths::SlantedPaths(const Slab& slab) : width_(slab.width), pitch_(path_pitch(slab.levels.count)) {
  for (int i = 0; i < 3; ++i) {
    slots_[i].assign(slot_cells(slab), no_level);
    lowest_[i].assign(static_cast<std::size_t>(slab.width), 0);
  }
}

SlantedPath SlantedPaths::path(int i, int shift, const RowsOfFirst& first) {
  return {slots_[i].data() + guard, lowest_[i].data(), shift, i - 1, first.before[i], first.here[i]};
}

void SlantedPaths::add(const PathRow& row, const std::uint16_t* before, const RowsOfFirst& first, int threads) {
  const int turned = rows_ % width_;
  const SlantedPath paths[3] = {path(0, (width_ - turned) % width_, first), path(1, 0, first), path(2, turned, first)};
  constexpr int least_cells = 1 << 14;  // that are worth another thread
  const int parts = std::clamp(width_ * row.stride / least_cells, 1, threads);
  const auto begin = [&](int part) { return static_cast<int>(std::int64_t{width_} * part / parts); };
  parallel_for(parts, parts, [&](int i) { add_slanted_paths(row, {begin(i), begin(i + 1)}, before, paths, pitch_); });
  ++rows_;
}

std::size_t SlantedPaths::bytes(const Slab& slab) { return 3 * sizeof(std::uint16_t) * slot_cells(slab); }

PathSums::PathSums(const SemiGlobalOptions& options, const FloatImage& guide)
    : paths_(options.paths), luma_(luma_of(guide)), known_(guide.known) {
  const double penalty = largest_penalty(options);
  const int one_path = all_paths / paths_;
  steps_ = static_cast<int>(one_path / (penalty + largest_units));
  const auto whole = [&](double units) { return static_cast<std::uint16_t>(std::lround(units * steps_)); };
  most_ = static_cast<std::uint16_t>(one_path - whole(penalty));
  small_ = whole(options.small);
  for (int i = 0; i <= luma_steps; ++i) {
    const double falling = options.large * std::exp(-i / (luma_steps * options.edge));
    large_.push_back(whole(std::max(least_large * options.small, falling)));
  }
}

PathUnit PathSums::unit(const CostScale& scale) const {
  return {scale.lowest, scale.unit > 0 ? static_cast<float>(steps_) / scale.unit : 1, most_};
}

float PathSums::step(const CostScale& scale) const { return 1 / (unit(scale).steps * static_cast<float>(paths_)); }

PathSums::Sweep::Sweep(const PathSums& paths, const Slab& slab, const RowSource& source, const PathUnit& unit,
                       PathPass& pass, Way way, Sums& sums, bool all, bool more)
    : paths_(paths),
      pass_(pass),
      slab_(slab),
      source_(source),
      unit_(unit),
      way_(way),
      sums_(sums),
      all_(all),
      more_(more),
      slanted_(slab) {
  const int rows = band_rows(slab);
  for (int i = 0; i < rows; ++i) {
    if (i == 0 || slab.parallel_source) costs_.emplace_back(slab.row_size());
    whole_.emplace_back(row_cells(slab));
  }
  sums_.resize(row_cells(slab) * static_cast<std::size_t>(all ? slab.height : rows));
}

std::size_t PathSums::Sweep::place(int y) const {
  return row_cells(slab_) * static_cast<std::size_t>(all_ ? y : y % band_rows(slab_));
}

/// Row y, the i-th of those on their way, as whole numbers.
void PathSums::Sweep::enter(int y, int i) {
  float* costs = costs_[static_cast<std::size_t>(slab_.parallel_source ? i : 0)].data();
  std::uint16_t* whole = whole_[static_cast<std::size_t>(i)].data();
  source_(y, {0, slab_.width}, costs);
  path_costs(costs, slab_.width, slab_.levels, unit_, whole);
  if (paths_.known_.empty()) return;
  const int stride = path_stride(slab_.levels.count);
  for (int x = 0; x < slab_.width; ++x) {
    if (paths_.known_(x, y) == 0) std::fill_n(whole + offset(x, stride), slab_.levels.count, std::uint16_t{0});
  }
}

PathRow PathSums::Sweep::path_row(int y, int i) {
  return {slab_.width,
          path_stride(slab_.levels.count),
          whole_[static_cast<std::size_t>(i)].data(),
          sums_.data() + place(y),
          paths_.small_,
          paths_.large_.data(),
          paths_.luma_.row(y),
          paths_.known_.empty() ? nullptr : paths_.known_.row(y),
          {first_row(0, y), first_row(1, y)},
          !pass_.first};
}

std::uint16_t* PathSums::Sweep::first_row(std::size_t path, int y) {
  return pass_.lowest.empty() ? nullptr : pass_.lowest[path].row(y);
}

/// What the three paths of this way had at the i-th row, and at the one before it.
RowsOfFirst PathSums::Sweep::rows_of_first(int i) {
  const std::size_t path = way_ == Way::down ? 2 : 5;
  RowsOfFirst rows{};
  for (std::size_t k = 0; k < 3; ++k) {
    rows.here[k] = first_row(path + k, row(i));
    if (i > 0) rows.before[k] = first_row(path + k, row(i - 1));
  }
  return rows;
}

int PathSums::Sweep::advance() {
  const int rows = std::min(band_rows(slab_), slab_.height - made_);
  if (!slab_.parallel_source) {
    for (int i = 0; i < rows; ++i) enter(row(made_ + i), i);
  }
  const int pitch = path_pitch(slab_.levels.count);
  parallel_for(slab_.threads, rows, [&](int i) {
    const int y = row(made_ + i);
    if (slab_.parallel_source) enter(y, i);
    const PathRow paths = path_row(y, i);
    if (!more_) std::fill_n(paths.sums, row_cells(slab_), std::uint16_t{0});
    if (way_ == Way::up) return;
    Sums slots(offset(2, pitch) + 2 * guard, no_level);
    add_level_paths(paths, slots.data() + guard, pitch);
  });
  for (int i = 0; i < rows; ++i, ++made_) {
    const std::uint16_t* before = made_ > 0 ? paths_.luma_.row(row(made_ - 1)) : nullptr;
    slanted_.add(path_row(row(made_), i), before, rows_of_first(made_), slab_.threads);
  }
  return rows;
}

PathPass PathSums::first_of_several() const {
  const Plane<std::uint16_t> lowest(luma_.width(), luma_.height());
  return {PooledVector<Plane<std::uint16_t>>(static_cast<std::size_t>(paths_), lowest), true};
}

PathSums::Sweep PathSums::last_way(const Slab& slab, const RowSource& source, const CostScale& scale, PathPass& pass,
                                   bool all, Sums& sums) const {
  const bool both_ways = paths_ == 8;
  if (both_ways) {
    Sweep up(*this, slab, source, unit(scale), pass, Way::up, sums, true, false);
    while (up.made() < slab.height) up.advance();
  }
  return {*this, slab, source, unit(scale), pass, Way::down, sums, all || both_ways, both_ways};
}

std::size_t PathSums::bytes(const SemiGlobalOptions& options, const Slab& slab, bool all) {
  const auto rows = static_cast<std::size_t>(band_rows(slab));
  const std::size_t kept = all || options.paths == 8 ? static_cast<std::size_t>(slab.height) : rows;
  return sizeof(float) * slab.row_size() * rows + sizeof(std::uint16_t) * row_cells(slab) * (rows + kept) +
         SlantedPaths::bytes(slab);
}

}  // namespace csca
