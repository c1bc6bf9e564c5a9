// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "rig/synth_files.hpp"

#include <csca/calibration_io.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

namespace csca::app {

void write_synth_rig(const std::filesystem::path& folder, const SynthRigOptions& options) {
  validate(options);
  const std::filesystem::path boards = folder / "boards";
  if (options.boards > 0) std::filesystem::create_directory(boards);
  check_writable(folder / "left.png");
  const SynthRig made = synthesize_rig(options);
  for (std::size_t i = 0; i < made.boards.size(); ++i) {
    write_png(boards / fmt::format("left{:02}.png", i + 1), made.boards[i].left);
    write_png(boards / fmt::format("right{:02}.png", i + 1), made.boards[i].right);
  }
  write_png(folder / "left.png", made.scene.left);
  write_png(folder / "right.png", made.scene.right);
  write_disparity(folder / "left_depth.pfm", made.left_depth);
  write_disparity(folder / "right_depth.pfm", made.right_depth);
  write_rig(folder / "rig.yml", made.rig);
}

}  // namespace csca::app
