// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

#include <memory>

namespace csca {

/// Costs that somebody else computed, cell by cell as given.
class VolumeCost final : public MatchingCost {
 public:
  explicit VolumeCost(std::shared_ptr<const Volume> volume) : volume_(std::move(volume)) {}

  void cells(int y, int begin, int end, Levels levels, int stride, float* out) const override;
  float outside(int, int) const override { return 0; }
  bool complete() const override { return true; }

 private:
  std::shared_ptr<const Volume> volume_;
};

}  // namespace csca
