// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch/manifest.hpp"

namespace csca::app {

/// The frames of two videos as pairs of PNGs in `out`/frames, made once. Frames of a video are found one after the
/// other, while pairs are matched in any order, by other processes and on other machines.
std::vector<BatchPair> pairs_of_videos(const std::string& left, const std::string& right,
                                       const std::filesystem::path& out);

}  // namespace csca::app
