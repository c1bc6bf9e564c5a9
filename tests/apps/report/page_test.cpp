// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include "json.hpp"

#include <csca/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace csca::app {
namespace {

const std::string page = "<script type=json>@CSCA_REPORT_DATA@</script><script>run()</script>";

/// What a browser finds between the script tags.
Json data_of(const std::string& filled) {
  const std::size_t begin = filled.find('>') + 1;
  return Json::parse(filled.substr(begin, filled.find("</script>") - begin)).value();
}

TEST(ReportPage, HoldsTheData) {
  const Json data{{"title", "a"}, {"numbers", Json::array({1, 2.5, nullptr})}};
  const std::string filled = fill_page(page, data);
  EXPECT_EQ(data_of(filled), data);
  EXPECT_EQ(filled.find("@CSCA"), std::string::npos);
  EXPECT_TRUE(filled.ends_with("<script>run()</script>"));
}

TEST(ReportPage, DataCannotEndTheirScript) {
  for (const std::string text :
       {"</script><b>", "</SCRIPT >", "<!--<script>", "@CSCA_REPORT_DATA@", "a\u2028b\u2029c", "\\\"</"}) {
    const Json data{{text, text}};
    const std::string filled = fill_page(page, data);
    EXPECT_EQ(data_of(filled), data) << text;
    // Those of the page itself, and no others.
    EXPECT_EQ(std::count(filled.begin(), filled.end(), '<'), 4) << text;
  }
}

TEST(ReportPage, TextThatIsNoUtf8DoesNotCostTheReport) {
  EXPECT_EQ(data_of(fill_page(page, {{"name", "a\xff"}})).at("name").text(), "a\xef\xbf\xbd");
}

TEST(ReportPage, SaysWhatIsMissing) {
  try {
    fill_page("", Json::object());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("install nodejs and npm and build again"), std::string::npos);
  }
  EXPECT_THROW(fill_page("<html>", Json::object()), Error);
}

TEST(ReportPage, IsOneFile) {
  if (!has_report_page()) {
    EXPECT_THROW(report_page(Json::object()), Error);
    GTEST_SKIP() << "this build has no report page";
  }
  const std::string filled = report_page({{"title", "the title"}});
  EXPECT_TRUE(filled.starts_with("<!doctype html>"));
  EXPECT_NE(filled.find("the title"), std::string::npos);
  // The licence of the library that draws the plots goes with it.
  EXPECT_NE(filled.find("Leon Sorokin"), std::string::npos);
  for (const std::string outside : {"<script src", "<link", "<img", "@import", "url(http"}) {
    EXPECT_EQ(filled.find(outside), std::string::npos) << outside;
  }
}

}  // namespace
}  // namespace csca::app
