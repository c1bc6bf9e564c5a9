// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/pairs.hpp"

#include <csca/match.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace csca::app {

/// Another way to run S+X, as a row of its own: other options, or another kind of input.
struct Variant {
  enum class Input { as_it_is, masked, words, floats };

  std::string_view name;  ///< ends the row's name
  std::vector<Setting> settings;
  Input input = Input::as_it_is;
};

std::span<const Variant> all_variants();

/// Throws Error for a name that there is not.
const Variant& variant_named(const std::string& name);

/// A pair in the form that a variant takes. Holds the images that it has to make; the pair outlives it.
class VariantPair {
 public:
  VariantPair(const BenchPair& pair, Variant::Input input);
  Pair pair() const;

 private:
  const BenchPair& pair_;
  Image left_;  // empty: the pair's own
  Image right_;
  Mask mask_;  // of both
};

}  // namespace csca::app
