// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace csca {

/// ", did you mean 'box'?" for the candidate nearest to a mistyped name; empty when none is near.
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace csca
