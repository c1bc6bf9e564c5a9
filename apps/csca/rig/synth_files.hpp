// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/synth_rig.hpp>

#include <filesystem>

namespace csca::app {

/// Renders a rig and writes into the folder, which is there: boards/leftNN.png and rightNN.png, left.png and right.png
/// of the scene, rig.yml, left_depth.pfm and right_depth.pfm.
void write_synth_rig(const std::filesystem::path& folder, const SynthRigOptions& options);

}  // namespace csca::app
