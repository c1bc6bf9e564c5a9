// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include "json.hpp"
#include "report/page_bytes.hpp"

#include <csca/error.hpp>

namespace csca::app {
namespace {

constexpr std::string_view mark = "@CSCA_REPORT_DATA@";

/// JSON that cannot end the script element that it stands in. "<" occurs inside strings only, where \u003c means the
/// same.
std::string script_safe(const Json& data) {
  const std::string json = sorted(data).dump();
  std::string safe;
  safe.reserve(json.size() + json.size() / 64);
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

bool has_report_page() { return !report_page_bytes.empty(); }

std::string report_page(const Json& data) { return fill_page(report_page_bytes, data); }

std::string fill_page(std::string_view page, const Json& data) {
  if (page.empty()) {
    throw Error(
        "this csca was built without the report page (node and npm were missing): install nodejs and npm and build "
        "again");
  }
  const std::size_t place = page.find(mark);
  if (place == std::string_view::npos)
    throw Error("the report page has no mark " + std::string(mark) + " for its data");
  std::string filled(page.substr(0, place));
  filled += script_safe(data);
  filled += page.substr(place + mark.size());
  return filled;
}

}  // namespace csca::app
