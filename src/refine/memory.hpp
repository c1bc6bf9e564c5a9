// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include "core/offset.hpp"

#include <cstddef>
#include <optional>

// What refinement steps declare about themselves.
namespace csca {

/// The map that is refined, as far as a step's memory depends on it.
struct RefinedMap {
  int width = 0;
  int height = 0;
  int channels = 1;  ///< of the guide
  int threads = 1;

  std::size_t pixels() const { return offset(width, height); }
};

/// Bytes that the hungriest step takes beside the map and its guide.
std::size_t refine_bytes(const RefinedMap& map, const RefineOptions& options);

/// Pixels around a refined disparity that it depends on, through all steps; none: the whole map. `reach` is how far a
/// pixel's partners in the other view may be from each other.
std::optional<int> refine_margin(const RefineOptions& options, int reach);
int vote_margin(const VoteOptions& options, int reach);

std::size_t nonlocal_refinement_bytes(const RefinedMap& map, const RefineOptions& options);

}  // namespace csca
