// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/looks.hpp"

#include <csca/check.hpp>
#include <csca/error.hpp>

#include "check/check_copies.hpp"
#include "check/crowding.hpp"
#include "plan/plan.hpp"

namespace csca {
namespace {

bool wanted(const Options& options, const Hooks& hooks) { return options.input.check && !hooks.cost; }

}  // namespace

std::vector<std::string> look_at_pair(const Pair& pair, Options& options, const Hooks& hooks) {
  if (!wanted(options, hooks)) return {};
  check_inputs(pair, options);
  const std::vector<SmallPair> copies = small_pairs(pair, options);
  std::vector<std::string> sentences;
  for (Finding& finding : check_copies(copies, pair.left.width, options)) {
    sentences.push_back(std::move(finding.message));
  }
  const Levels range = resolve_range(copies, pair, options);
  options.range.first = range.first;
  options.range.levels = range.count;
  return sentences;
}

std::vector<std::string> look_at_map(const Result& result, const Pair& pair, const Options& options,
                                     const Hooks& hooks) {
  if (!wanted(options, hooks)) return {};
  const Crowding crowding = crowding_at_ends(result.disparity, result.validity, result.range);
  if (!crowding.low && !crowding.high) return {};
  const auto sentence = too_narrow(crowding, result.range, see_range(small_pairs(pair, options), options.run.threads),
                                   options.input.opposite_sign);
  return sentence ? std::vector<std::string>{*sentence} : std::vector<std::string>{};
}

void tell(const std::vector<std::string>& sentences, Result& result, const Options& options) {
  result.warnings.insert(result.warnings.end(), sentences.begin(), sentences.end());
  if (options.input.strict && !result.warnings.empty()) throw Error(result.warnings.front());
}

}  // namespace csca
