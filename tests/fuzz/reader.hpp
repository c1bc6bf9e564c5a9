// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

/// What a target defines: reads a file that may hold anything. It may throw csca::Error, and nothing else.
void read(const std::filesystem::path& file);
