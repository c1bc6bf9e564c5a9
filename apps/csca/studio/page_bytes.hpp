// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace csca::app {

/// The page of web/studio, bundled when the tool was built; empty where node and npm were missing.
extern const std::string_view studio_page_bytes;

}  // namespace csca::app
