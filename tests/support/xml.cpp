// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/xml.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <stdexcept>

namespace csca::test {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view document) : rest_(document) {}

  std::vector<XmlElement> parse() {
    if (rest_.starts_with("<?xml ")) {
      take_while([](char c) { return c != '>'; });
      take(">");
      blanks();
    }
    if (peek() != '<') fail("no root element");
    do {
      if (rest_.starts_with("</")) {
        close();
      } else if (peek() == '<') {
        open();
      } else {
        text();
      }
    } while (!open_.empty());
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) rest_.remove_prefix(1);
    if (!rest_.empty()) fail("something after the root element");
    return elements_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " at: " + std::string(rest_.substr(0, 60)));
  }

  char peek() const {
    if (rest_.empty()) fail("the end comes too early");
    return rest_.front();
  }

  void take(std::string_view expected) {
    if (!rest_.starts_with(expected)) fail("no '" + std::string(expected) + "'");
    rest_.remove_prefix(expected.size());
  }

  std::string take_while(const auto& wanted) {
    std::size_t length = 0;
    while (length < rest_.size() && wanted(rest_[length])) ++length;
    std::string taken(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return taken;
  }

  std::string name() {
    std::string taken =
        take_while([](unsigned char c) { return std::isalnum(c) != 0 || c == ':' || c == '-' || c == '_'; });
    if (taken.empty()) fail("no name");
    return taken;
  }

  void blanks() {
    take_while([](unsigned char c) { return std::isspace(c) != 0; });
  }

  void check_text(const std::string& text) const {
    for (std::size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
      const std::string entity = text.substr(at, text.find(';', at) - at + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;") fail("a bare '&' in '" + text + "'");
    }
    const auto forbidden = [](unsigned char c) { return c < 0x20 && std::isspace(c) == 0; };
    if (std::any_of(text.begin(), text.end(), forbidden)) fail("a control character");
  }

  void open() {
    take("<");
    XmlElement element;
    element.name = name();
    for (blanks(); peek() != '>' && peek() != '/'; blanks()) {
      const std::string key = name();
      take("=");
      const char quote = peek();
      if (quote != '"' && quote != '\'') fail("a value without quotes");
      take({&quote, 1});
      std::string value = take_while([&](char c) { return c != quote && c != '<'; });
      take({&quote, 1});
      check_text(value);
      if (!element.attributes.emplace(key, std::move(value)).second) fail("'" + key + "' twice");
    }
    const bool empty = peek() == '/';
    take(empty ? "/>" : ">");
    if (!empty) open_.push_back(elements_.size());
    elements_.push_back(std::move(element));
  }

  void close() {
    take("</");
    if (name() != elements_[open_.back()].name) fail("the wrong element ends before");
    take(">");
    open_.pop_back();
  }

  void text() {
    const std::string taken = take_while([](char c) { return c != '<'; });
    check_text(taken);
    elements_[open_.back()].text += taken;
  }

  std::string_view rest_;
  std::vector<XmlElement> elements_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::vector<XmlElement> parse_xml(std::string_view document) { return Parser(document).parse(); }

std::vector<XmlElement> named(const std::vector<XmlElement>& elements, const std::string& name) {
  std::vector<XmlElement> found;
  std::copy_if(elements.begin(), elements.end(), std::back_inserter(found),
               [&](const XmlElement& element) { return element.name == name; });
  return found;
}

}  // namespace csca::test
