// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json.hpp"

#include <csca/tiles.hpp>

#include <filesystem>
#include <vector>

namespace csca::app {

/// A plan as text, so that other processes match its tiles: nothing is lost on the way.
Json plan_to_json(const TilePlan& plan);

/// Throws Error for what is no such plan.
TilePlan plan_of_json(const Json& json);

/// Names, sizes and times of change, by which the files of a plan are known: contents of gigabytes would take longer to
/// look at than tiles to match.
Json identity_of(const std::vector<std::filesystem::path>& files);

}  // namespace csca::app
