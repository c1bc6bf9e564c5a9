// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/bilateral.hpp"

#include "aggregate/bilateral_kernels.hpp"
#include "aggregate/windowed.hpp"
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "core/pooled_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace csca {
namespace {

constexpr int band_rows = 8;     // results made between two calls of source and sink
constexpr int strip_tiles = 16;  // a thread's piece of a band, so narrow that costs are read from far away once
constexpr int most_levels = 64;  // of a window's costs, this many fit the second-level cache
constexpr float nowhere = std::numeric_limits<float>::infinity();

int around(int i, int size) { return ((i % size) + size) % size; }

struct Span {
  int begin;
  int end;
};

/// Is any pixel there wanted? In an empty mask all are.
bool any_of(const Mask& wanted, Span rows, Span columns) {
  if (wanted.empty()) return true;
  for (int y = rows.begin; y < rows.end; ++y) {
    const std::uint8_t* row = wanted.row(y);
    if (std::any_of(row + columns.begin, row + columns.end, [](std::uint8_t value) { return value != 0; })) return true;
  }
  return false;
}

std::optional<int> margin_of(const BilateralOptions& options) {
  if (options.wrap) return std::nullopt;
  return options.radius;
}

/// Levels are filtered block by block, each stored by itself, so that a block's windows lie close together.
struct Blocks {
  int count;
  int levels;
};

Blocks blocks_of(const Slab& slab) {
  const int count = (slab.stride() + most_levels - 1) / most_levels;
  return {count, count == 1 ? slab.stride() : ((slab.stride() + count - 1) / count + 15) / 16 * 16};
}

/// Rows that the windows of a band of results need. Beside the image they have `margin` columns: copies where windows
/// wrap around, else nothing that counts.
struct Band {
  int kept;
  int margin;
  Blocks blocks;
  std::size_t block;         // floats, of all rows kept
  std::size_t cost_row;      // floats
  std::size_t guide_row;     // floats
  AlignedVector<float> row;  // from the source, on its way to several blocks
  AlignedVector<float> costs;
  AlignedVector<float> guide;
  AlignedVector<float> results;
};

std::size_t kept_rows(const BilateralOptions& options, const Slab& slab) {
  // A window that wraps around needs rows from the other end of the image: then all are kept.
  return static_cast<std::size_t>(options.wrap ? slab.height : std::min(2 * options.radius + band_rows, slab.height));
}

std::size_t padded_width(const BilateralOptions& options, const Slab& slab) {
  return static_cast<std::size_t>(slab.width + 2 * options.radius + tile_width - 1);
}

/// Weights of neighbouring tiles, kept for all levels.
class WeightStore {
 public:
  WeightStore(WindowShape shape, std::size_t tiles) {
    const auto capacity = static_cast<std::size_t>(shape.positions() + kernel_slack);
    cells_.resize(tiles * capacity);
    weights_.resize(tiles * capacity * tile_pixels);
    for (std::size_t i = 0; i < tiles; ++i) {
      tiles_.push_back({.count = 0,
                        .cells = cells_.data() + i * capacity,
                        .weights = weights_.data() + i * capacity * tile_pixels,
                        .capacity = static_cast<int>(capacity),
                        .factors = {}});
    }
  }

  TileWeights& operator[](int i) { return tiles_[static_cast<std::size_t>(i)]; }

 private:
  AlignedVector<std::uint32_t> cells_;
  AlignedVector<float> weights_;
  PooledVector<TileWeights> tiles_;
};

class Bilateral final : public Windowed {
 public:
  Bilateral(const BilateralOptions& options, const FloatImage& guide)
      : options_(options), guide_(guide), shape_{options.radius} {
    // One table for all pixels of a tile, each with its shift: outside the window are the end of each row and what
    // comes before the first.
    space_ahead_ = (tile_height - 1) * shape_.columns() + tile_width - 1;
    space_.assign(static_cast<std::size_t>(space_ahead_ + shape_.positions() + kernel_slack), nowhere);
    const double factor = std::numbers::log2e / (options.sigma_space * options.sigma_space);
    for (int dy = -options.radius; dy <= options.radius; ++dy) {
      float* row = space_.data() + space_ahead_ + (dy + options.radius) * shape_.columns();
      for (int dx = -options.radius; dx <= options.radius; ++dx) {
        row[dx + options.radius] = static_cast<float>((dx * dx + dy * dy) * factor);
      }
    }
    colour_factor_ = static_cast<float>(std::sqrt(std::numbers::log2e) /
                                        (static_cast<double>(guide.channels.size()) * options.sigma_colour));
  }

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    run_where({}, slab, source, sink);
  }

  std::optional<int> margin() const override { return margin_of(options_); }

  void run_where(const Mask& wanted, const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    constexpr int strip = strip_tiles * tile_width;
    Band band = make_band(slab);
    int entered = 0;
    for (int y = 0; y < slab.height; y += band_rows) {
      const int needed = options_.wrap ? slab.height : std::min(y + band_rows + options_.radius, slab.height);
      for (; entered < needed; ++entered) enter(slab, entered, source, band);
      const Span rows{y, std::min(y + band_rows, slab.height)};
      parallel_for(slab.threads, (slab.width + strip - 1) / strip, [&](int i) {
        filter(wanted, slab, rows, {i * strip, std::min((i + 1) * strip, slab.width)}, band);
      });
      for (int i = y; i < rows.end; ++i)
        sink(i, band.results.data() + slab.row_size() * static_cast<std::size_t>(i - y));
    }
  }

 private:
  Band make_band(const Slab& slab) const {
    const std::size_t kept = kept_rows(options_, slab);
    const std::size_t width = padded_width(options_, slab);
    const Blocks blocks = blocks_of(slab);
    const std::size_t cost_row = width * static_cast<std::size_t>(blocks.levels);
    Band band{.kept = static_cast<int>(kept),
              .margin = options_.radius,
              .blocks = blocks,
              .block = kept * cost_row,
              .cost_row = cost_row,
              .guide_row = width + kernel_slack,
              .row = {},
              .costs = {},
              .guide = {},
              .results = {}};
    if (blocks.count > 1) band.row.resize(slab.row_size());
    band.costs.resize(offset(blocks.count, band.block));
    band.guide.assign(kept * guide_.channels.size() * band.guide_row, nowhere);
    band.results.resize(band_rows * slab.row_size());
    return band;
  }

  float* guide_row(Band& band, int y, std::size_t channel) const {
    return band.guide.data() + (offset(y % band.kept, guide_.channels.size()) + channel) * band.guide_row;
  }

  void enter(const Slab& slab, int y, const RowSource& source, Band& band) const {
    const auto levels = static_cast<std::size_t>(band.blocks.levels);
    const std::size_t begin = offset(y % band.kept, band.cost_row);
    const std::size_t image = begin + offset(band.margin, levels);
    source(y, {0, slab.width}, band.blocks.count == 1 ? band.costs.data() + image : band.row.data());
    if (band.blocks.count > 1) spread(slab, band, image);
    for (std::size_t c = 0; c < guide_.channels.size(); ++c) {
      std::copy_n(guide_.channels[c].row(y), slab.width, guide_row(band, y, c) + band.margin);
    }
    if (!options_.wrap) return;
    for (int i = 0; i < static_cast<int>(padded_width(options_, slab)); ++i) {
      const int x = i - band.margin;
      if (x >= 0 && x < slab.width) continue;
      const int from = around(x, slab.width) + band.margin;
      for (int b = 0; b < band.blocks.count; ++b) {
        float* costs = band.costs.data() + offset(b, band.block) + begin;
        std::copy_n(costs + offset(from, levels), levels, costs + offset(i, levels));
      }
      for (std::size_t c = 0; c < guide_.channels.size(); ++c) guide_row(band, y, c)[i] = guide_row(band, y, c)[from];
    }
  }

  /// Deals a row's levels out to the blocks.
  static void spread(const Slab& slab, Band& band, std::size_t to) {
    const float* from = band.row.data();
    for (int x = 0; x < slab.width; ++x, to += static_cast<std::size_t>(band.blocks.levels)) {
      for (int k = 0, b = 0; k < slab.stride(); k += band.blocks.levels, ++b) {
        const int count = std::min(band.blocks.levels, slab.stride() - k);
        std::copy_n(from, count, band.costs.data() + offset(b, band.block) + to);
        from += count;
      }
    }
  }

  /// Results of one strip of a band's columns.
  void filter(const Mask& wanted, const Slab& slab, Span rows, Span columns, Band& band) const {
    // Few levels do not need their weights twice.
    const int together = band.blocks.count == 1 ? 1 : std::clamp(8'000 / shape_.positions(), 1, 8);
    WeightStore weights(shape_, static_cast<std::size_t>(together));
    const auto positions = static_cast<std::size_t>(shape_.positions() + kernel_slack);
    const std::size_t room = positions + static_cast<std::size_t>(columns.end - columns.begin);
    AlignedVector<float> guide(room * guide_.channels.size());
    PackedGuide packed{guide.data(), static_cast<int>(room), 0};
    PooledVector<const float*> guide_rows(offset(shape_.rows(), guide_.channels.size()));
    PooledVector<std::uint32_t> cells(positions);
    AlignedVector<float> unread(static_cast<std::size_t>(band.blocks.levels));

    for (int y = rows.begin; y < rows.end; y += tile_height) {
      if (!any_of(wanted, {y, std::min(y + tile_height, rows.end)}, columns)) continue;
      TileWindow window = window_at(slab, y, band, guide_rows, cells);
      const int group = together * tile_width;
      for (int x = columns.begin; x < columns.end; x += group) {
        const Span tiles{x, std::min(x + group, columns.end)};
        for (int i = x; i < tiles.end; i += tile_width) {
          window.column = i;
          window.width = std::min(tile_width, tiles.end - i);
          packed.shift = i - columns.begin;
          weigh_tile(window, packed, weights[(i - x) / tile_width]);
        }
        average(slab, rows, y, tiles, weights, unread.data(), band);
      }
    }
  }

  /// The window of tiles in row y; `guide_rows` and `cells` hold what it points to.
  TileWindow window_at(const Slab& slab, int y, Band& band, PooledVector<const float*>& guide_rows,
                       PooledVector<std::uint32_t>& cells) const {
    const int top = y - options_.radius;
    const TileWindow window{.shape = shape_,
                            .width = tile_width,
                            .height = std::min(tile_height, slab.height - y),
                            .first_row = options_.wrap ? 0 : std::max(0, -top),
                            .last_row = options_.wrap ? shape_.rows() : std::min(shape_.rows(), slab.height - top),
                            .channels = static_cast<int>(guide_.channels.size()),
                            .guide = guide_rows.data(),
                            .column = 0,
                            .space = space_.data() + space_ahead_,
                            .cells = cells.data(),
                            .colour_factor = colour_factor_};
    for (int i = window.first_row; i < window.last_row; ++i) {
      const int row = around(top + i, slab.height);
      for (std::size_t c = 0; c < guide_.channels.size(); ++c) {
        guide_rows[offset(i, guide_.channels.size()) + c] = guide_row(band, row, c);
      }
      const std::size_t begin = offset(row % band.kept, band.cost_row);
      for (int u = 0; u < shape_.columns(); ++u) {
        cells[static_cast<std::size_t>(i * shape_.columns() + u)] = static_cast<std::uint32_t>(
            (begin + static_cast<std::size_t>(u * band.blocks.levels)) / TileWeights::cell_unit);
      }
    }
    return window;
  }

  /// Results of neighbouring tiles in row y, all levels.
  static void average(const Slab& slab, Span rows, int y, Span columns, WeightStore& weights, float* unread,
                      Band& band) {
    const auto stride = static_cast<std::size_t>(slab.stride());
    const int levels = band.blocks.levels;
    for (int k = 0, b = 0; k < slab.stride(); k += levels, ++b) {
      const float* costs = band.costs.data() + offset(b, band.block);
      for (int x = columns.begin; x < columns.end; x += tile_width) {
        float* outs[tile_pixels];
        for (int p = 0; p < tile_pixels; ++p) {
          const int column = x + p % tile_width;
          const int row = y + p / tile_width;
          const bool wanted = column < columns.end && row < rows.end;
          outs[p] = wanted ? band.results.data() + slab.row_size() * static_cast<std::size_t>(row - rows.begin) +
                                 stride * static_cast<std::size_t>(column) + k
                           : unread;
        }
        average_tile(weights[(x - columns.begin) / tile_width], costs + static_cast<std::size_t>(x * levels),
                     std::min(levels, slab.stride() - k), outs);
      }
    }
  }

  BilateralOptions options_;
  const FloatImage& guide_;
  WindowShape shape_;
  AlignedVector<float> space_;  // squared distance as an exponent of 2
  int space_ahead_;
  float colour_factor_;
};

}  // namespace

AggregationFactory make_bilateral(const AggregateOptions& options) {
  return pooled([bf = options.bf](const FloatImage& guide) { return std::make_unique<Bilateral>(bf, guide); });
}

std::optional<int> bilateral_margin(const AggregateOptions& options) { return margin_of(options.bf); }

int bilateral_grid(int /*scale*/) { return tile_width * tile_height; }

std::size_t bilateral_bytes(const AggregateOptions& options, const Slab& slab) {
  const Blocks blocks = blocks_of(slab);
  const std::size_t kept = kept_rows(options.bf, slab) * padded_width(options.bf, slab);
  return sizeof(float) *
         (kept * static_cast<std::size_t>(blocks.count * blocks.levels) + (band_rows + 1) * slab.row_size());
}

}  // namespace csca
