// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/scene_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace csca::dataset {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

constexpr std::size_t longest = 200;  // most file systems allow 255 bytes, some of which an ending takes

}  // namespace

std::string name_problem(std::string_view name) {
  const auto refusal = [&](std::string_view why) {
    return fmt::format("the name '{}' cannot be that of a folder: {}; choose another",
                       printable(name.substr(0, longest)), why);
  };
  if (name.empty()) return refusal("it is empty");
  if (name == "." || name == "..") return refusal("it means another one");
  if (name.find('/') != std::string_view::npos) return refusal("it holds '/'");
  if (std::any_of(name.begin(), name.end(), is_control)) return refusal("it holds a control character");
  if (name.size() > longest) return refusal(fmt::format("it is longer than {} bytes", longest));
  return "";
}

std::string name_for_pair(const std::filesystem::path& left) {
  std::string name = std::filesystem::path(left).replace_extension().relative_path().generic_string();
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

std::string printable(std::string_view name) {
  std::string text(name);
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

}  // namespace csca::dataset
