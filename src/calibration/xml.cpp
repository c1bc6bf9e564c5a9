// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "calibration/entries.hpp"

namespace csca::calibration {

Entries xml_entries(const io::Source& source) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(source.bytes.data(), source.bytes.size());
  if (!result) throw Error(fmt::format("{} is damaged: it is no XML ({})", source.name, result.description()));
  Entries entries{.file = source.name};
  for (const pugi::xml_node& node : document.child("opencv_storage").children()) {
    // A matrix has its numbers in an element of their own.
    const pugi::xml_node data = node.child("data");
    const std::string text = (data ? data : node).text().get();
    entries.all.try_emplace(node.name(), Entry{text, parse_numbers(text)});
  }
  return entries;
}

}  // namespace csca::calibration
