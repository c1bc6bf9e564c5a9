// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/dataset.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace csca::dataset {

/// What holds for all scenes of a data set.
struct About {
  std::string_view name;
  std::string_view rules;
  std::string_view ranked;            ///< the region that the benchmark ranks by
  int levels;                         ///< the benchmark's or the paper's; 0: each scene has its own
  std::optional<double> truth_scale;  ///< of integer maps
  bool truth_required;                ///< false: scenes without truth are welcome
};

std::span<const About> all_about();

/// Nothing where no data set has that name.
const About* about(std::string_view name);

/// A scene without files, with what holds for all of its data set.
Scene scene_of(std::string_view dataset, std::string name);

}  // namespace csca::dataset
