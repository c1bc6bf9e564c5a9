// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>
#include <csca/options.hpp>

#include <string>

namespace csca::app {

/// What --json writes: options by name, what they resolved to, time per step, peak memory; `sign` is the one in which
/// disparities are meant. --config reads it back.
std::string json_report(const Options& options, const Result& result, const std::string& sign);

/// The same for people, a line an item.
std::string text_report(const Result& result);

/// "name = value" for each of these resolved options.
std::string list_options(const Options& options);

}  // namespace csca::app
