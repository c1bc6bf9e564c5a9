// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace csca::app {

/// The page of web/report, bundled when the tool was built; empty where node and npm were missing.
extern const std::string_view report_page_bytes;

}  // namespace csca::app
