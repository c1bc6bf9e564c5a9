// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace csca {

/// Text as it stands in an XML document: markup escaped, what no document may hold replaced by '?'.
std::string xml_escaped(std::string_view text);

}  // namespace csca
