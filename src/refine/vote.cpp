// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "refine/pixels.hpp"
#include "refine/vote_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace csca {
namespace {

/// Every other column side by side, first the even ones: the voters of a pixel are then neighbours. Beyond the image
/// there are as many columns as voters reach.
template <class T>
class SplitColumns {
 public:
  SplitColumns(int width, int height, T outside)
      : half_((width + 1) / 2 + vote_side + 1), values_(offset(2 * half_, height), outside) {}

  T& at(int x, int y) { return values_[index(x, y)]; }
  const T* voters(int x, int y) const { return values_.data() + index(x - vote_radius, y); }

 private:
  std::size_t index(int x, int y) const {
    const int padded = x + vote_side;
    return offset(2 * y + (padded & 1), half_) + static_cast<std::size_t>(padded / 2);
  }
  int half_;
  AlignedVector<T> values_;
};

using Weights = std::array<std::array<float, vote_side>, vote_side>;

/// The weight falls with the distance from the pixel, to 1/e at the window's edge.
Weights nearness_weights() {
  Weights weights;
  for (int v = 0; v < vote_side; ++v) {
    for (int u = 0; u < vote_side; ++u) {
      const double distance = std::hypot(2 * u - vote_radius, 2 * v - vote_radius);
      weights[v][u] = static_cast<float>(std::exp(-distance / vote_radius));
    }
  }
  return weights;
}

/// Pixels that are unknown or stand beside a jump, and those within three pixels of them: elsewhere voters agree.
Plane<std::uint8_t> doubtful_pixels(const Plane<float>& map, int threads) {
  constexpr float jump = 1.5F;
  constexpr int reach = 1;
  const int width = map.width();
  const int height = map.height();
  Plane<std::uint8_t> along(width, height);
  parallel_for(threads, height, [&](int y) {
    const float* row = map.row(y);
    const float* next = map.row(std::min(y + 1, height - 1));
    int last = -width - reach;  // the last doubtful column so far
    for (int x = 0; x < width; ++x) {
      // Comparisons with NaN are false.
      const bool sure =
          std::abs(row[x] - row[std::min(x + 1, width - 1)]) <= jump && std::abs(row[x] - next[x]) <= jump;
      if (sure) {
        along(x, y) = x - last <= reach ? 1 : 0;
      } else {
        std::fill(along.row(y) + std::max(x - reach, 0), along.row(y) + x + 1, 1);
        last = x;
      }
    }
  });
  Plane<std::uint8_t> doubtful(width, height);
  parallel_for(threads, height, [&](int y) {
    for (int v = std::max(y - reach, 0); v <= std::min(y + reach, height - 1); ++v) {
      for (int x = 0; x < width; ++x) doubtful(x, y) |= along(x, v);
    }
  });
  return doubtful;
}

/// The map and its guide, as voters see them.
class Assembly {
 public:
  Assembly(const Refinement& refinement, const VoteOptions& options)
      : refinement_(refinement),
        options_(options),
        channels_(std::max(1, static_cast<int>(refinement.guide.channels.size()))),
        disparity_(width(), height(), vote_nobody) {
    colours_.resize(static_cast<std::size_t>(channels_), {width(), height(), 0});  // without a guide all are alike
    for (std::size_t c = 0; c < refinement.guide.channels.size(); ++c) {
      parallel_for(refinement.threads, height(), [&](int y) {
        const float* row = refinement.guide.channels[c].row(y);
        for (int x = 0; x < width(); ++x) {
          colours_[c].at(x, y) = static_cast<std::uint8_t>(std::clamp(row[x], 0.0F, 1.0F) * 255 + 0.5F);
        }
      });
    }
  }

  /// One round: everybody votes on the map as it was before.
  void vote_on_doubtful() {
    const Plane<std::uint8_t> doubtful = doubtful_pixels(refinement_.disparity, refinement_.threads);
    vote([&](int x, int y) { return doubtful(x, y) != 0; });
  }
  void vote_on_unknown() {
    vote([&](int x, int y) { return !has_value(refinement_.disparity(x, y)); });
  }

 private:
  int width() const { return refinement_.disparity.width(); }
  int height() const { return refinement_.disparity.height(); }

  template <class Concerned>
  void vote(const Concerned& concerned) {
    parallel_for(refinement_.threads, height(), [&](int y) { copy_row(y); });
    parallel_for(refinement_.threads, height(), [&](int y) {
      for (int x = 0; x < width(); ++x) {
        if (concerned(x, y) && may_fill(refinement_.validity(x, y), Fill::none)) decide(x, y);
      }
    });
  }

  void copy_row(int y) {
    const float* row = refinement_.disparity.row(y);
    for (int x = 0; x < width(); ++x) disparity_.at(x, y) = has_value(row[x]) ? row[x] : vote_unknown;
  }

  void decide(int x, int y) {
    Voters rows[vote_side];
    // Colours differ by 8 sigma where a voter no longer counts.
    Ballot ballot{.rows = rows,
                  .nearness = {},
                  .count = 0,
                  .channels = channels_,
                  .colours = {},
                  .colour_scale = static_cast<float>(1 / (8 * options_.sigma_colour * 255 * channels_)),
                  .share = static_cast<float>(options_.share),
                  .tolerance = static_cast<float>(options_.tolerance),
                  .own = disparity_.at(x, y)};
    for (int v = 0; v < vote_side; ++v) {
      const int row = y + 2 * v - vote_radius;
      if (row < 0 || row >= height()) continue;
      Voters& voters = rows[ballot.count];
      voters.disparity = disparity_.voters(x, row);
      for (int c = 0; c < channels_; ++c) voters.colours[c] = colours_[c].voters(x, row);
      ballot.nearness[ballot.count++] = nearness_[v].data();
    }
    for (int c = 0; c < channels_; ++c) ballot.colours[c] = colours_[c].at(x, y);
    const Outcome outcome = count_votes(ballot);
    const std::size_t pixel = offset(y, width()) + static_cast<std::size_t>(x);
    if (outcome.keeps) return;
    if (outcome.agrees) return give(refinement_, pixel, outcome.disparity);
    if (ballot.own != vote_unknown) forget_speckle(refinement_, pixel);
  }

  const Refinement& refinement_;
  const VoteOptions& options_;
  int channels_;
  SplitColumns<float> disparity_;
  std::vector<SplitColumns<std::uint8_t>> colours_;
  Weights nearness_ = nearness_weights();
};

}  // namespace

void refine_vote(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  Assembly assembly(refinement, options.vote);
  assembly.vote_on_doubtful();
  for (int round = 1; round < options.vote.rounds; ++round) assembly.vote_on_unknown();
}

}  // namespace csca
