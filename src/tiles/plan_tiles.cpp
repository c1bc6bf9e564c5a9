// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/scale.hpp>
#include <csca/tiles.hpp>

#include "check/check_copies.hpp"
#include "plan/memory.hpp"
#include "select/doubt.hpp"
#include "tiles/halo.hpp"
#include "tiles/local_ranges.hpp"
#include "tiles/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr int size_step = 64;  // of tiles, so that files of tiles can hold them in whole ones
constexpr int sizes[] = {16384, 12288, 8192, 6144, 4096, 3072, 2048, 1536, 1024, 768, 512, 384, 256};

void check_tiles(const WindowedPair& pair, const Options& options, const TileOptions& tiles) {
  validate(options);
  check_inputs({outline(pair.left, pair.left.width(), pair.left.height(), pair.left.sample()),
                outline(pair.right, pair.right.width(), pair.right.height(), pair.right.sample())},
               options);
  const auto check_mask = [&](const WindowReader* mask, const char* name) {
    if (mask == nullptr || (mask->width() == pair.left.width() && mask->height() == pair.left.height())) return;
    throw Error(fmt::format("the {} mask is {} x {} pixels but the image is {} x {}: give a mask of the image's size",
                            name, mask->width(), mask->height(), pair.left.width(), pair.left.height()));
  };
  check_mask(pair.left_mask, "left");
  check_mask(pair.right_mask, "right");
  const auto check_number = [](const char* name, int value, int low, int high) {
    if (value >= low && value <= high) return;
    throw Error(fmt::format("{} is {}: allowed is a whole number from {} to {}", name, value, low, high));
  };
  check_number("tile", tiles.size.value_or(size_step), size_step, 65536);
  check_number("overlap", tiles.overlap, 0, 4096);
  if (options.select.confidence == Confidence::ambiguity) {
    throw Error(
        "confidence is ambiguity, which is measured against all costs of a map: tiles do not know them; use peak_ratio "
        "or left_right");
  }
}

/// The image cut into tiles of this size.
std::vector<Window> cut(int width, int height, int size) {
  std::vector<Window> tiles;
  for (int y = 0; y < height; y += size) {
    for (int x = 0; x < width; x += size) {
      tiles.push_back({x, y, std::min(size, width - x), std::min(size, height - y)});
    }
  }
  return tiles;
}

/// How plans of all sizes are made for one pair.
class Planner {
 public:
  Planner(const WindowedPair& pair, const Options& options, WholePair whole, std::array<Sample, 2> samples)
      : pair_(pair), options_(options), whole_(std::move(whole)), samples_(samples) {}

  /// Bytes at the peak for tiles of this size; with `limited`, by a schedule that keeps to max_memory, if there is one.
  std::size_t bytes(int size, const Halo& halo, bool limited) const {
    int width = 0;
    int height = 0;
    for (const Window& tile : cut(pair_.left.width(), pair_.left.height(), size)) {
      const Window window = window_of(tile, halo, pair_.left.width(), pair_.left.height());
      width = std::max(width, window.width);
      height = std::max(height, window.height);
    }
    return bytes(width, height, std::min(size, pair_.left.width()), limited);
  }

  std::size_t bytes(int width, int height, int tile, bool limited) const {
    const Pair window{outline(pair_.left, width, height, samples_[0]),
                      outline(pair_.right, width, height, samples_[1])};
    const Hooks none;
    const Plan plan =
        limited ? make_plan(window, options_, none, &whole_) : make_plan_without_limit(window, options_, none, &whole_);
    const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const std::size_t masks =
        ((pair_.left_mask != nullptr ? 1U : 0U) + (pair_.right_mask != nullptr ? 1U : 0U)) * pixels;
    // The tile's maps, cut out of the window's, wait for the disk.
    const std::size_t cut_out = 13 * static_cast<std::size_t>(tile) * static_cast<std::size_t>(tile);
    constexpr std::size_t codecs = 4'000'000;  // what files that are open keep, and what is freed in pieces
    return codecs + predicted_bytes(window, options_, plan, plan.schedule) + masks + cut_out + pair_.left.held_bytes() +
           pair_.right.held_bytes();
  }

 private:
  const WindowedPair& pair_;
  const Options& options_;
  WholePair whole_;
  std::array<Sample, 2> samples_;
};

/// The largest size that fits the limit with all threads; else the largest that fits with fewer.
int fitting_size(const Planner& planner, const Halo& halo, const Options& options, int larger_side) {
  const std::size_t limit = *options.run.max_memory;
  const int whole = (larger_side + size_step - 1) / size_step * size_step;
  if (planner.bytes(whole, halo, false) <= limit) return whole;
  for (const int size : sizes) {
    if (size < whole && planner.bytes(size, halo, false) <= limit) return size;
  }
  for (const int size : sizes) {
    if (size > 1024) continue;
    try {
      if (planner.bytes(size, halo, true) <= limit) return size;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::no_memory) throw;
    }
  }
  throw Error(fmt::format("max_memory is {:.1f}M: tiles of {} pixels need {:.0f}M; allow that, or take fewer scales, "
                          "smaller windows or a smaller range, which make the tiles' margins smaller",
                          static_cast<double>(limit) / 1e6, std::end(sizes)[-1],
                          std::ceil(static_cast<double>(planner.bytes(std::end(sizes)[-1], halo, false)) / 1e6)),
              ErrorKind::no_memory);
}

/// Why tiles do not have the whole image's bits, in words.
std::string reason_of(const Halo& halo, const Options& options) {
  if (halo.unbounded.empty()) return "";
  return fmt::format("{} is {}", halo.unbounded, field(halo.unbounded).get(options));
}

}  // namespace

TilePlan plan_tiles(const WindowedPair& pair, const Options& asked, const TileOptions& tiles) {
  check_tiles(pair, asked, tiles);
  TilePlan plan;
  Options& options = plan.options;
  options = asked;
  options.select = with_confidence(options.select);
  const bool copies_wanted = options.input.check || !options.range.levels || tiles.local_ranges;
  const Survey seen = survey(pair, options, copies_wanted);
  const int width = pair.left.width();
  const int height = pair.left.height();
  const Pair whole{outline(pair.left, width, height, seen.samples[0]),
                   outline(pair.right, width, height, seen.samples[1])};
  plan.warnings = seen.whole.warnings;
  if (options.input.check) {
    for (Finding& finding : check_copies(seen.copies, width, options)) {
      plan.warnings.push_back(std::move(finding.message));
    }
  }
  if (options.input.strict && !plan.warnings.empty()) throw Error(plan.warnings.front());
  const Levels range = resolve_range(seen.copies, whole, options);
  options.range.first = range.first;
  options.range.levels = range.count;
  options.input.white = seen.whole.white;
  options.scale.lambda = resolve_lambda(options);
  options.scale.scales = resolve_scales(whole.left, range, options);
  options.input.check = false;
  plan.samples = seen.samples;
  plan.whole = std::make_shared<const WholePair>(seen.whole);

  const Halo halo = halo_of(options, range, options.scale.scales, tiles.overlap);
  const Planner planner(pair, options, *plan.whole, seen.samples);
  const int larger_side = std::max(width, height);
  int size = (tiles.size.value_or(larger_side) + size_step - 1) / size_step * size_step;
  if (!tiles.size && options.run.max_memory) size = fitting_size(planner, halo, options, larger_side);
  plan.tiles = cut(width, height, size);
  for (const Window& tile : plan.tiles) plan.windows.push_back(window_of(tile, halo, width, height));
  plan.ranges.assign(plan.tiles.size(), range);
  if (tiles.local_ranges) plan.ranges = local_ranges(plan.tiles, range, seen.copies, options.run.threads);
  plan.bytes = planner.bytes(size, halo, options.run.max_memory.has_value());
  plan.exact = plan.tiles.size() == 1 || (halo.unbounded.empty() && !tiles.local_ranges);
  // Half of the overlap is what the other half sees around it.
  if (!plan.exact && !halo.unbounded.empty()) plan.blend = tiles.overlap / 2;
  if (!plan.exact) plan.why_not = tiles.local_ranges ? "ranges are local" : reason_of(halo, options);
  return plan;
}

bool fits_whole(const WindowedPair& pair, const Options& asked) {
  check_tiles(pair, asked, {});
  Options options = asked;
  if (!options.run.max_memory) return true;
  if (!options.range.levels) options.range.levels = 64;
  try {
    const std::array<Sample, 2> samples = {pair.left.sample(), pair.right.sample()};
    WholePair whole;
    // Nobody has looked at samples yet: of those that may not fit words, costs are larger.
    whole.fit_words = samples[0] != Sample::f32 && samples[1] != Sample::f32 && !options.input.white;
    const Planner planner(pair, options, whole, samples);
    return planner.bytes(pair.left.width(), pair.left.height(), 0, true) <= *options.run.max_memory;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::no_memory) throw;
    return false;
  }
}

}  // namespace csca
