// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace csca::picture {

/// Splits text into at most `most_lines` lines no wider than `width` dots: between words where possible, inside a word
/// that is too long for a line. What is left over is dropped and the last line ends in "..".
/// A line holds one character at least, even if that is wider.
std::vector<std::string> wrap(std::string_view text, int width, std::size_t most_lines);

}  // namespace csca::picture
