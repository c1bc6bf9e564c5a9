// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/dataset.hpp>

#include <map>
#include <string>

namespace csca::app {

/// The hashes of all files that a scene's scores depend on, by what they are: left, right, truth, right truth, and the
/// masks by their regions.
std::map<std::string, std::string> contents_of(const Scene& scene);

}  // namespace csca::app
