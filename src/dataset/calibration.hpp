// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace csca::dataset {

/// A whole number of a calib.txt as Middlebury and ETH3D write it, lines of "key=value"; nothing where it is not there.
std::optional<int> calibration_value(const std::filesystem::path& file, std::string_view key);

}  // namespace csca::dataset
