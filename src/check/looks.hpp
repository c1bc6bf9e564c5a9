// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <string>
#include <vector>

// What a match has to say about its pair. Nothing where `options.input.check` is off, nor to those who bring costs of
// their own: they may bring any images.
namespace csca {

/// What is wrong with the pair. Fixes the range by the same small copies.
std::vector<std::string> look_at_pair(const Pair& pair, Options& options, const Hooks& hooks);

/// Whether the range was too narrow, once there is a map that gives reason to look.
std::vector<std::string> look_at_map(const Result& result, const Pair& pair, const Options& options,
                                     const Hooks& hooks);

/// Adds sentences to the result's warnings. Throws Error for the first one where the options are strict.
void tell(const std::vector<std::string>& sentences, Result& result, const Options& options);

}  // namespace csca
