// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.hpp"
#include "io/files.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

// fuzz_quick CORPUS SECONDS: every target gets its files, whole, cut off and changed, for its share of the time. The
// same inputs in the same order each time. What scripts/fuzz does for longer, with sanitizers and with an eye on
// coverage.
namespace {

std::string changed(std::string bytes, std::mt19937& random) {
  if (bytes.empty()) return bytes;
  for (auto changes = 1 + random() % 5; changes > 0; --changes) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 5) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
      case 2:
        bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 40));
        break;
      case 3:
        bytes.erase(at, 1 + random() % 20);
        break;
      default:  // numbers at the ends of their ranges
        bytes.replace(at, 4, std::string(4, random() % 2 == 0 ? '\xff' : '\x7f'));
    }
    if (bytes.empty()) return bytes;
  }
  return bytes;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto all = csca::fuzz::targets();
  const auto share = std::chrono::duration<double>(std::stod(words[2]) / static_cast<double>(all.size()));
  for (const csca::fuzz::Target& target : all) {
    std::vector<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(words[1]) / target.name)) {
      files.push_back(csca::io::read_file(file.path()));
    }
    std::sort(files.begin(), files.end());
    std::printf("%s: ", std::string(target.name).c_str());
    std::fflush(stdout);  // the last name that is printed ended the program
    for (const std::string& file : files) feed(target, file);
    std::mt19937 random(1);
    long inputs = static_cast<long>(files.size());
    for (const auto start = std::chrono::steady_clock::now(); std::chrono::steady_clock::now() - start < share;
         ++inputs) {
      feed(target, changed(files[random() % files.size()], random));
    }
    std::printf("%ld inputs, nothing found\n", inputs);
  }
  return 0;
}
