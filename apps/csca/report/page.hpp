// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace csca::app {

class Json;

/// Was the tool built with the page of HTML reports?
bool has_report_page();

/// One HTML file that shows these results and needs nothing else, neither files nor network. web/report/src/data.ts
/// says which keys it reads. Throws Error when the tool was built without the page.
std::string report_page(const Json& data);

/// `report_page` with a page of the caller's own: what stands at its mark becomes the data.
std::string fill_page(std::string_view page, const Json& data);

}  // namespace csca::app
