// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/io.hpp>

#include "fuzz/reader.hpp"

void read(const std::filesystem::path& file) { csca::read_disparity(file); }
