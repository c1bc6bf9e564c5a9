// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "studio/scene.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace csca::app::studio {

/// An upload's files, in memory: nothing is ever on a disk.
struct Upload {
  std::string_view left;
  std::string_view right;
  std::string_view truth;  ///< may be empty
  std::optional<double> truth_scale;
};

inline constexpr std::size_t most_upload_pixels = 24'000'000;

/// All that is served: the pair that was given, demo pairs, and the last few uploads.
class Scenes {
 public:
  /// The pair of the command line, which stays.
  void give(Scene scene);

  /// The scene of that name; demos are rendered when they are first asked for. Throws Error for another name.
  std::shared_ptr<const Scene> find(const std::string& id);

  /// Reads the files; throws Error for what is no pair of images, or too large, before it is decoded.
  std::shared_ptr<const Scene> add(const Upload& upload);

  /// Those that are there without an effort.
  std::vector<std::shared_ptr<const Scene>> ready();

 private:
  std::shared_ptr<const Scene> ready(const std::string& id);

  std::mutex lock_;
  std::mutex rendering_;
  std::deque<std::shared_ptr<const Scene>> kept_;
  std::deque<std::shared_ptr<const Scene>> uploads_;
  int count_ = 0;
};

}  // namespace csca::app::studio
