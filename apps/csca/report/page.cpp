// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"
#include "report/page_bytes.hpp"

#include <csca/error.hpp>

#include <nlohmann/json.hpp>

namespace csca::app {
namespace {

constexpr std::string_view mark = "@CSCA_REPORT_DATA@";

/// JSON that cannot end the script element that it stands in. "<" occurs inside strings only, where \u003c means the
/// same. Text that is no UTF-8, a file's name perhaps, must not cost the user the report: it shows as U+FFFD.
std::string script_safe(const nlohmann::json& data) {
  const std::string json = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
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

std::string report_page(const nlohmann::json& data) { return fill_page(report_page_bytes, data); }

std::string fill_page(std::string_view page, const nlohmann::json& data) {
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
