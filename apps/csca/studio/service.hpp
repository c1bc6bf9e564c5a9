// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/server.hpp"
#include "studio/answers.hpp"
#include "studio/jobs.hpp"

#include <cstddef>
#include <optional>

namespace csca::app::studio {

/// The one path that takes large bodies.
inline constexpr const char* upload_path = "/api/upload";

/// Everything that a running studio holds.
struct Studio {
  Scenes scenes = {};
  Jobs jobs{32};
  Pace pace = {};
  std::optional<std::size_t> most_memory = {};  ///< bytes that one match may take
};

/// Answers any request that the guard let through. Throws nothing: what goes wrong is a sentence with its status.
http::Response answer(Studio& studio, const http::Request& request);

}  // namespace csca::app::studio
