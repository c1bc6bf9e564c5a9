// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "volumes.hpp"

#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/scale.hpp>

#include <fmt/format.h>

#include <memory>

namespace csca::app {
namespace {

/// Refuses a range that was asked for and is not the volume's, then makes the volume's the range.
void take_range(const std::string& file, Levels held, const Image& left, const Image& right, Options& options) {
  const RangeOptions& asked = options.range;
  const bool as_written =
      (!asked.first || *asked.first == held.first) && (!asked.levels || *asked.levels == held.count);
  // Asked for without disparity 0, a range is shorter than its flags say, and so is the volume that was saved with it.
  if (!as_written && !(asked.levels && resolve_range(left, right, options) == held)) {
    throw Error(fmt::format("'{}' holds disparities {} to {}, and {}{} asks for others: leave the range out", file,
                            held.first, held.last(), asked.first ? fmt::format("--first {}", *asked.first) : "",
                            asked.levels ? fmt::format("{}--levels {}", asked.first ? " " : "", *asked.levels) : ""));
  }
  options.range.first = held.first;
  options.range.levels = held.count;
  validate(options);
}

void check_shape(const std::string& file, int scale, const VolumeShape& held, const VolumeShape& needed) {
  if (held.width != needed.width || held.height != needed.height) {
    throw Error(fmt::format("'{}' is {} x {} pixels but scale {} of the pair is {} x {}: give costs of that size", file,
                            held.width, held.height, scale, needed.width, needed.height));
  }
  if (held.levels.first > needed.levels.first || held.levels.last() < needed.levels.last()) {
    throw Error(
        fmt::format("'{}' holds {} levels from {} but scale {} needs {} from {}: halve the disparities, "
                    "rounding outwards",
                    file, held.levels.count, held.levels.first, scale, needed.levels.count, needed.levels.first));
  }
}

}  // namespace

LoadedVolumes::LoadedVolumes(std::vector<std::string> files, const Image& left, const Image& right, Options& options)
    : files_(std::move(files)) {
  std::vector<VolumeShape> shapes;
  for (const std::string& file : files_) shapes.push_back(read_volume_shape(file));
  VolumeShape needed{left.width(), left.height(), shapes.front().levels};
  check_shape(files_.front(), 0, shapes.front(), needed);
  take_range(files_.front(), needed.levels, left, right, options);

  const int scales = resolve_scales(left, resolve_range(left, right, options), options);
  if (shapes.size() > 1 && static_cast<int>(shapes.size()) != scales) {
    throw Error(
        fmt::format("{} volumes are given but {} scale{} used: give one for each scale, one alone, or another "
                    "--scales",
                    shapes.size(), scales, scales == 1 ? " is" : "s are"));
  }
  for (int s = 0; s < scales; ++s) {
    const auto i = static_cast<std::size_t>(s);
    if (i > 0) needed = {(needed.width + 1) / 2, (needed.height + 1) / 2, coarser(needed.levels)};
    if (i < shapes.size()) check_shape(files_[i], s, shapes[i], needed);
    scales_.push_back(i < shapes.size() ? shapes[i] : needed);
  }
}

std::size_t LoadedVolumes::bytes() const {
  std::size_t bytes = 0;
  for (VolumeShape shape : scales_) {
    shape.levels.count = Volume::stride_for(shape.levels.count);
    bytes += shape.bytes();
  }
  return bytes;
}

void LoadedVolumes::read(Hooks& hooks, int threads) const {
  std::vector<std::shared_ptr<const Volume>> volumes;
  for (std::size_t s = 0; s < scales_.size(); ++s) {
    volumes.push_back(std::make_shared<const Volume>(s < files_.size() ? read_volume(files_[s])
                                                                       : downsample(*volumes.back(), threads)));
  }
  hooks.cost = [volumes](int scale, const FloatImage& left, const FloatImage&, Levels range) {
    return make_volume_cost(volumes.at(static_cast<std::size_t>(scale)), left.width(), left.height(), range);
  };
}

}  // namespace csca::app
