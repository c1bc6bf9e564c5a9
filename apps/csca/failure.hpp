// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/error.hpp>

#include <CLI/CLI.hpp>

#include <string>

namespace csca::app {

/// One sentence for a command line that could not be understood: what is wrong, the nearest right word, where to read
/// on.
std::string sentence_for(const CLI::App& app, const CLI::ParseError& error);

}  // namespace csca::app
