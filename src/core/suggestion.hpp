// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Inline: csca::io needs it too, and the shared csca::core does not show it.
namespace csca {

/// Edit distance. A swap of neighbours, the commonest slip of the keyboard, counts once.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  std::iota(d[0].begin(), d[0].end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

/// ", did you mean 'box'?" for the candidate nearest to a mistyped name; empty when none is near.
inline std::string suggestion(std::string_view name, std::span<const std::string_view> candidates) {
  constexpr std::size_t longest = 60;  // of a word that somebody typed; the distance takes time with its length
  if (name.size() > longest) return "";
  std::string_view best;
  // One slip in a short word, a third of a long one: two in four letters is another word.
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    // A distance as long as the word itself says nothing.
    const std::size_t d = edit_distance(name, candidate);
    if (d < least && d < std::max(name.size(), candidate.size())) {
      least = d;
      best = candidate;
    }
  }
  return best.empty() ? "" : ", did you mean '" + std::string(best) + "'?";
}

}  // namespace csca
