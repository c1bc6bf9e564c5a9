// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace csca::app {

/// "25mm", "2.5 cm", "0.025m" or "mm" as metres, where `flag` gave it. A number without a unit is `plain` metres times;
/// where that is nothing, Error asks for the unit. Throws Error for other words, and for lengths that are not above 0.
double metres_of(const std::string& word, const std::string& flag, std::optional<double> plain = {});

}  // namespace csca::app
