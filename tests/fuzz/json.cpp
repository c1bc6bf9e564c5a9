// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "json.hpp"

#include "fuzz/reader.hpp"
#include "io/files.hpp"

#include <cstdlib>

// What the tool reads of configurations, manifests and stored scores.
void read(const std::filesystem::path& file) {
  const auto json = csca::app::Json::parse(csca::io::read_file(file));
  if (!json) return;
  const auto again = csca::app::Json::parse(sorted(*json).dump(2));
  if (!again) std::abort();
}
