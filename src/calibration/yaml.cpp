// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "calibration/entries.hpp"

namespace csca::calibration {
namespace {

/// A scalar, a list of scalars, or a matrix: a map with its numbers under "data".
Entry entry_of(const YAML::Node& node) {
  if (node.IsScalar()) return {node.Scalar(), parse_numbers(node.Scalar())};
  if (node.IsMap() && node["data"]) return entry_of(node["data"]);
  if (!node.IsSequence()) return {};
  Entry entry;
  for (const YAML::Node& item : node) {
    double value = 0;
    if (!item.IsScalar() || !parse_number(item.Scalar(), value)) return {};
    entry.numbers.push_back(value);
  }
  return entry;
}

/// OpenCV starts its files with "%YAML:1.0", which YAML does not know.
std::string without_directive(std::string_view bytes) {
  if (bytes.starts_with("%YAML")) bytes.remove_prefix(std::min(bytes.find('\n'), bytes.size()));
  return std::string(bytes);
}

}  // namespace

Entries yaml_entries(const io::Source& source) try {
  Entries entries{.file = source.name};
  const YAML::Node root = YAML::Load(without_directive(source.bytes));
  if (!root.IsMap()) return entries;
  for (const auto& item : root) {
    if (item.first.IsScalar()) entries.all.try_emplace(item.first.Scalar(), entry_of(item.second));
  }
  return entries;
} catch (const YAML::Exception& error) {
  throw Error(fmt::format("{} is damaged: line {} is no YAML ({})", source.name, error.mark.line + 1, error.msg));
}

}  // namespace csca::calibration
