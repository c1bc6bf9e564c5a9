// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "outputs.hpp"

#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

namespace csca::app {
namespace {

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code failure;
  if (std::filesystem::equivalent(a, b, failure)) return true;
  const auto resolved = [&](const std::filesystem::path& p) {
    const auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(p, failure), failure);
    return failure ? p : whole;  // a name that leads nowhere, such as a loop of links, is like itself alone
  };
  return resolved(a) == resolved(b);
}

}  // namespace

void check_outputs(const std::vector<std::filesystem::path>& outputs,
                   const std::vector<std::filesystem::path>& inputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->empty()) continue;
    const bool printed = *output == stream_name;
    if (!printed) check_writable(*output);
    for (auto other = outputs.begin(); other != output; ++other) {
      if (other->empty() || !same_file(*output, *other)) continue;
      if (printed) throw Error("two outputs are '-', and standard output holds one: name a file for one of them");
      throw Error(fmt::format("'{}' is asked for twice: give each output its own name", output->string()));
    }
    for (const std::filesystem::path& input : inputs) {
      if (!printed && same_file(*output, input)) {
        throw Error(fmt::format("'{}' is an input: writing the result there would destroy it; choose another name",
                                output->string()));
      }
    }
  }
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directory(folder, failure);
  if (failure) {
    throw Error(fmt::format("cannot make the folder '{}': {}; check the path", folder.string(), failure.message()));
  }
}

}  // namespace csca::app
