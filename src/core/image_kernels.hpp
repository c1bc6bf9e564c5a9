// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace csca {

/// The colours of a row of interleaved samples as planes, times `scale`: the first channel, or the first three of at
/// least three.
void split_samples(const std::uint8_t* row, int width, int channels, float scale, const std::array<float*, 3>& out);
void split_samples(const std::uint16_t* row, int width, int channels, float scale, const std::array<float*, 3>& out);
void split_samples(const float* row, int width, int channels, float scale, const std::array<float*, 3>& out);

}  // namespace csca
