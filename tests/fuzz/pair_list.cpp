// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/dataset.hpp>

#include "fuzz/reader.hpp"
#include "io/files.hpp"

#include <csca/io.hpp>

#include <unistd.h>

// A folder with a list of pairs.
void read(const std::filesystem::path& file) {
  static const std::filesystem::path folder = [] {
    std::string name = "/tmp/csca-fuzz-XXXXXX";
    return std::filesystem::path(::mkdtemp(name.data()));
  }();
  csca::write_file(folder / "pairs.csv", csca::io::read_file(file));
  csca::find_scenes(folder);
}
