// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// What all matchers of a table get.
struct BenchPair {
  std::string name;
  Image left;
  Image right;
  Levels range;
  Plane<float> truth;  // may be empty
  Mask counted;        // may be empty

  double cells() const { return static_cast<double>(left.width()) * left.height() * range.count; }
};

/// Which pairs `csca bench` matches: synthetic ones, or one from files.
struct BenchPairs {
  std::string left;
  std::string right;
  std::string truth;
  std::string mask;
  std::optional<double> truth_scale;
  std::optional<int> width;
  std::optional<int> height;
  std::optional<int> levels;
  std::optional<int> first;
  std::vector<std::string> sizes;

  void add_to(Arguments& arguments);

  std::vector<std::filesystem::path> files() const { return {left, right, truth, mask}; }

  /// Reads or renders them. Throws Error for flags that do not go together.
  std::vector<BenchPair> load() const;

 private:
  BenchPair read() const;
};

}  // namespace csca::app
