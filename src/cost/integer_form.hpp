// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include <optional>

namespace csca {

/// A matching cost as a sum of terms that whole numbers can tell: truncated differences of colours and of gradients,
/// and census bits. Weights are those of the float cost.
struct IntegerForm {
  bool colour = false;
  int gradients = 0;  ///< in x, then in y
  int window = 0;     ///< of the census, 0 for none
  double colour_weight = 0;
  double colour_truncation = 0;
  double gradient_weight = 0;
  double gradient_truncation = 0;
  double bit_weight = 0;
  double bits_share = 1;  ///< of the bits, at which their number is truncated
};

/// The form of the cost that `options.method` names; none where it has none.
std::optional<IntegerForm> integer_form(const CostOptions& options);

}  // namespace csca
