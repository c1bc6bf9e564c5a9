// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace csca::test {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< of this element alone, still escaped

  double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
};

/// The elements of a document in the order in which they begin. Throws std::runtime_error when it is not well-formed.
/// Knows what drawings need: elements, attributes, text and the named entities.
std::vector<XmlElement> parse_xml(std::string_view document);

/// Those of one name.
std::vector<XmlElement> named(const std::vector<XmlElement>& elements, const std::string& name);

}  // namespace csca::test
