// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "refine/memory.hpp"
#include "refine/pixels.hpp"
#include "refine/vote_kernels.hpp"
#include "refine/vote_rows.hpp"
#include "select/consistency_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace csca {
namespace {

/// Where the voters stand: every `spacing`-th column and row, half a spacing and more from the pixel on both sides.
struct Grid {
  int spacing;

  int radius() const { return spacing * (vote_side - 1) / 2; }
};
constexpr Grid first_grid{2};
constexpr Grid wide_grid{4};

/// Every `spacing`-th column side by side: the voters of a pixel are then neighbours. Beyond the image there are as
/// many columns as voters reach.
class Layout {
 public:
  Layout(int width, Grid grid)
      : grid_(grid), padding_(grid.spacing * vote_side / 2), length_((width + 2 * padding_) / grid.spacing + 1) {
    for (int x = 0; x < width; ++x) askers_.push_back({place(x), place(x - grid.radius())});
  }

  int row_size() const { return grid_.spacing * length_; }
  /// A column and its voters.
  Asker asker(int x) const { return askers_[x]; }

  template <class T>
  void split(const PooledVector<T>& row, T* out) const {
    split_row(row.data(), static_cast<int>(row.size()), grid_.spacing, length_, out + place(0));
  }

 private:
  /// Where a column, or one beyond the image, is in its row.
  int place(int x) const {
    const int padded = x + padding_;
    return padded % grid_.spacing * length_ + padded / grid_.spacing;
  }

  Grid grid_;
  int padding_;
  int length_;
  PooledVector<Asker> askers_;
};

using Nearness = std::array<std::uint16_t, vote_count>;

/// The weight falls with the distance from the pixel, to 1/e at the grid's edge.
Nearness nearness_of_voters() {
  constexpr int radius = vote_side - 1;
  // What is left of a full weight of 16 bits when voters are alike: `Ballot` says how it is squared.
  constexpr double alike = 63516;
  Nearness result;
  for (int i = 0; i < vote_count; ++i) {
    const double distance = std::hypot(2 * (i % vote_side) - radius, 2 * (i / vote_side) - radius);
    result[i] = static_cast<std::uint16_t>(vote_full_weight * 65536 / alike * std::exp(-distance / radius));
  }
  return result;
}

/// Disparities as whole numbers of 16 bits: sixteenths of a pixel, or coarser where the range is beyond that.
class StepScale {
 public:
  explicit StepScale(Levels range) {
    const int most = std::max(std::abs(range.first), std::abs(range.last())) + 1;
    scale_ = std::min(16.0F, static_cast<float>(vote_highest) / static_cast<float>(most));
  }
  void steps(const float* disparities, PooledVector<std::int16_t>& steps) const {
    steps_of(disparities, static_cast<int>(steps.size()), scale_, steps.data());
  }
  float pixels(float steps) const { return steps / scale_; }
  int tolerance(double pixels) const { return static_cast<int>(pixels * static_cast<double>(scale_)); }

 private:
  float scale_;
};

/// `body(y, scratch)` for all rows, with the same scratch memory for some of them.
template <class T, class Body>
void for_rows(int threads, int width, int height, const Body& body) {
  constexpr int some = 16;
  parallel_for(threads, (height + some - 1) / some, [&](int i) {
    PooledVector<T> scratch(static_cast<std::size_t>(width));
    for (int y = some * i; y < std::min(some * (i + 1), height); ++y) body(y, scratch);
  });
}

/// Pixels that are unknown or stand beside a jump, and their neighbours: elsewhere voters agree.
Plane<std::uint8_t> doubtful_pixels(const Plane<float>& map, int threads) {
  constexpr float jump = 1.5F;
  const int width = map.width();
  const int height = map.height();
  Plane<std::uint8_t> along(width, height, Unset{});
  for_rows<std::uint8_t>(threads, width, height, [&](int y, PooledVector<std::uint8_t>& unsure) {
    mark_jumps(map.row(y), map.row(std::min(y + 1, height - 1)), width, jump, unsure.data(), along.row(y));
  });
  Plane<std::uint8_t> doubtful(width, height, Unset{});
  parallel_for(threads, height, [&](int y) {
    const std::uint8_t* above = along.row(std::max(y - 1, 0));
    const std::uint8_t* here = along.row(y);
    const std::uint8_t* below = along.row(std::min(y + 1, height - 1));
    std::uint8_t* row = doubtful.row(y);
    for (int x = 0; x < width; ++x) row[x] = static_cast<std::uint8_t>(above[x] | here[x] | below[x]);
  });
  return doubtful;
}

/// What the right camera sees through: for each of its columns the nearest surface that a pixel of the map, matched in
/// both views, puts there. A pixel that would stand in front of it cannot be where its neighbours would have it.
class FreeSpace {
 public:
  FreeSpace(const Refinement& refinement, const StepScale& scale)
      : scale_(scale), seen_(refinement.disparity.width(), refinement.disparity.height(), nothing) {
    const int width = seen_.width();
    for_rows<std::int16_t>(refinement.threads, width, seen_.height(), [&](int y, PooledVector<std::int16_t>& steps) {
      const float* row = refinement.disparity.row(y);
      PooledVector<std::int32_t> columns(steps.size());
      partner_columns(row, width, 1, columns.data());
      scale.steps(row, steps);
      std::int16_t* seen = seen_.row(y);
      for (int x = 0; x < width; ++x) {
        if (columns[x] < width) seen[columns[x]] = std::max(seen[columns[x]], steps[x]);
      }
    });
  }

  bool refuses(int x, int y, float disparity) const {
    constexpr float slack = 2;  // pixels
    const int column = column_of(x, disparity);
    return column >= 0 && seen_(column, y) != nothing && scale_.pixels(seen_(column, y)) < disparity - slack;
  }

 private:
  static constexpr std::int16_t nothing = std::numeric_limits<std::int16_t>::min();

  /// The nearest column of the right image, or -1 where that is outside.
  int column_of(int x, float disparity) const {
    // In floats the difference would round by the size of x: a tile of the image would find another column.
    const double column = x - static_cast<double>(disparity) + 0.5;
    return column >= 0 && column < seen_.width() ? static_cast<int>(column) : -1;
  }

  const StepScale& scale_;
  Plane<std::int16_t> seen_;
};

/// The map and its guide, as voters see them who stand on one grid.
class Assembly {
 public:
  Assembly(const Refinement& refinement, const VoteOptions& options, Grid grid)
      : refinement_(refinement),
        options_(options),
        grid_(grid),
        layout_(width(), grid),
        scale_(refinement.range),
        channels_(refinement.guide.channels.size() == 3 ? 3 : 1),
        disparity_(layout_.row_size(), height() + 1, vote_nobody) {  // the last row is beyond the image
    colours_.resize(static_cast<std::size_t>(channels_), {layout_.row_size(), height()});  // all alike without a guide
    for (std::size_t c = 0; c < std::min(refinement.guide.channels.size(), colours_.size()); ++c) {
      for_rows<std::uint8_t>(refinement.threads, width(), height(), [&](int y, PooledVector<std::uint8_t>& bytes) {
        bytes_of(refinement.guide.channels[c].row(y), width(), bytes.data());
        layout_.split(bytes, colours_[c].row(y));
      });
    }
  }

  /// One round: everybody votes on the map as it was before.
  void vote_on_doubtful(const FreeSpace& free) {
    const Plane<std::uint8_t> doubtful = doubtful_pixels(refinement_.disparity, refinement_.threads);
    vote(free, [&](int x, int y) { return doubtful(x, y) != 0; });
  }
  void vote_on_unknown(const FreeSpace& free) {
    vote(free, [&](int x, int y) { return !has_value(refinement_.disparity(x, y)); });
  }

 private:
  int width() const { return refinement_.disparity.width(); }
  int height() const { return refinement_.disparity.height(); }

  template <class Concerned>
  void vote(const FreeSpace& free, const Concerned& concerned) {
    for_rows<std::int16_t>(refinement_.threads, width(), height(), [&](int y, PooledVector<std::int16_t>& steps) {
      scale_.steps(refinement_.disparity.row(y), steps);
      layout_.split(steps, disparity_.row(y));
    });
    parallel_for(refinement_.threads, height(), [&](int y) {
      const Ballot ballot = ballot_of_row(y);
      PooledVector<int> columns;
      PooledVector<Asker> askers;
      for (int x = 0; x < width(); ++x) {
        if (!concerned(x, y) || !may_fill(refinement_.validity(x, y), Fill::none)) continue;
        columns.push_back(x);
        askers.push_back(layout_.asker(x));
      }
      PooledVector<Outcome> outcomes(askers.size());
      count_votes(ballot, askers, outcomes.data());
      for (std::size_t i = 0; i < askers.size(); ++i) take(outcomes[i], askers[i], free, columns[i], y);
    });
  }

  /// The row of a pixel's voters, the one beyond the image where that is outside.
  int row_of_voters(int y, int v) const {
    const int row = y + grid_.spacing * v - grid_.radius();
    return row >= 0 && row < height() ? row : height();
  }

  Ballot ballot_of_row(int y) const {
    Ballot ballot{};
    ballot.nearness = nearness_.data();
    ballot.channels = channels_;
    // Colours differ by 8 sigma where a voter no longer counts.
    ballot.colour_scale =
        static_cast<std::uint16_t>(std::min(65535.0, 128 / (options_.sigma_colour * channels_) + 0.5));
    ballot.share = static_cast<float>(options_.share);
    ballot.keep = static_cast<float>(options_.keep);
    ballot.tolerance = scale_.tolerance(options_.tolerance);
    ballot.own.disparity = disparity_.row(y);
    for (int c = 0; c < channels_; ++c) ballot.own.colours[c] = colours_[c].row(y);
    for (int v = 0; v < vote_side; ++v) {
      const int row = row_of_voters(y, v);
      ballot.rows[v].disparity = disparity_.row(row);
      for (int c = 0; c < channels_; ++c) ballot.rows[v].colours[c] = colours_[c].row(row < height() ? row : y);
    }
    return ballot;
  }

  void take(const Outcome& outcome, Asker asker, const FreeSpace& free, int x, int y) {
    if (outcome.keeps) return;
    const float disparity = scale_.pixels(outcome.disparity);
    const bool known = disparity_(asker.place, y) != vote_unknown;
    const std::size_t pixel = offset(y, width()) + static_cast<std::size_t>(x);
    if (outcome.agrees && (known || !free.refuses(x, y, disparity))) {
      return give(refinement_, pixel, disparity);
    }
    if (known) forget_speckle(refinement_, pixel);
  }

  const Refinement& refinement_;
  const VoteOptions& options_;
  Grid grid_;
  Layout layout_;
  StepScale scale_;
  int channels_;
  Plane<std::int16_t> disparity_;
  PooledVector<Plane<std::uint8_t>> colours_;
  Nearness nearness_ = nearness_of_voters();
};

}  // namespace

int vote_margin(const VoteOptions& options, int reach) {
  constexpr int doubts = 2;  // the neighbours that make a pixel doubtful
  return doubts + first_grid.radius() + (options.rounds - 1) * wide_grid.radius() + reach;
}

void refine_vote(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  const StepScale scale(refinement.range);
  const FreeSpace free(refinement, scale);
  Assembly(refinement, options.vote, first_grid).vote_on_doubtful(free);
  if (options.vote.rounds == 1) return;
  Assembly wide(refinement, options.vote, wide_grid);
  for (int round = 1; round < options.vote.rounds; ++round) wide.vote_on_unknown(free);
}

}  // namespace csca
