// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "volumes.hpp"

#include "command_line.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "core/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace csca::app {
namespace {

constexpr std::array<std::string_view, 3> stages = {"raw", "aggregated", "combined"};  // as in VolumeStage

VolumeStage stage_of(const std::string& name) {
  const auto found = std::find(stages.begin(), stages.end(), name);
  if (found == stages.end()) {
    throw Error(
        fmt::format("save_volume is '{}': allowed is raw, aggregated, combined{}", name, suggestion(name, stages)));
  }
  return static_cast<VolumeStage>(found - stages.begin());
}

int scales_with(VolumeStage stage, int scales) { return stage == VolumeStage::combined ? 1 : scales; }

/// map.pfm has map.raw.0.npy, map.raw.1.npy ... and map.combined.npy.
std::filesystem::path volume_name(const std::filesystem::path& map, const std::string& stage, int scale) {
  const std::string number = stage == "combined" ? "" : fmt::format(".{}", scale);
  return std::filesystem::path(map).replace_extension(fmt::format(".{}{}.npy", stage, number));
}

}  // namespace

void VolumeFlags::add_to(Arguments& arguments) {
  constexpr const char* group = "Cost volumes";
  arguments
      .option("--save-volume", save,
              "also write costs as float32 .npy (y, x, level), named after the map: raw (as computed) or aggregated, "
              "one file a scale, or combined (across scales)")
      .takes("STAGE", choices("raw,aggregated,combined"))
      .group(group);
  arguments
      .option("--load-volume", load,
              "costs of another program instead of --cost: one .npy for each scale, finest first, or one from which "
              "coarser scales are made; the range is the volume's")
      .takes_file("npy")
      .group(group);
}

void VolumeFlags::check(const Options& options, const std::string& map) const {
  if (!save.empty()) {
    stage_of(save);
    if (map.empty()) throw Error("--save-volume names its files after the map: give -o FILE");
  }
  if (!load.empty() && options.select.right == RightView::full) {
    throw Error(
        "--right full needs costs of the right view, and --load-volume brings the left one's: use --right "
        "diagonal");
  }
}

std::vector<std::filesystem::path> VolumeFlags::outputs(const Options& options, const std::string& map) const {
  std::vector<std::filesystem::path> names;
  if (save.empty()) return names;
  for (int s = 0; s < scales_with(stage_of(save), options.scale.scales); ++s) {
    names.push_back(volume_name(map, save, s));
    names.push_back(volume_note(names.back()));
  }
  return names;
}

SavedVolumes::SavedVolumes(const std::string& stage, const std::string& map, const Image& left, const Image& right,
                           Options& options, Hooks& hooks) {
  VolumeShape shape{left.width(), left.height(), resolve_range(left, right, options)};
  options.range.first = shape.levels.first;
  options.range.levels = shape.levels.count;
  const VolumeStage wanted = stage_of(stage);
  const int scales = scales_with(wanted, resolve_scales(left, shape.levels, options));
  for (int s = 0; s < scales; ++s) {
    files_.emplace_back(volume_name(map, stage, s), shape, stage, s);
    shape = {(shape.width + 1) / 2, (shape.height + 1) / 2, coarser(shape.levels)};
  }
  hooks.observe = [this, wanted](VolumeStage seen, int scale, Levels levels, int y, const float* row) {
    if (seen == wanted) files_[static_cast<std::size_t>(scale)].take(levels, y, row);
  };
}

void SavedVolumes::finish() {
  for (VolumeFile& file : files_) file.finish();
}

}  // namespace csca::app
