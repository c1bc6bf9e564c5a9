// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "studio/coarse.hpp"
#include "studio/packet.hpp"
#include "studio/scenes.hpp"

#include <csca/match.hpp>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace csca::app::studio {

/// What a request for work says.
struct Ask {
  std::shared_ptr<const Scene> scene;
  Options options;
  std::string owner;     ///< which view of which tab: a newer request of it takes an older one's place
  bool coarse = false;   ///< quickly, of a smaller copy
  double threshold = 1;  ///< above which an error is bad, pixels
  int x = 0;             ///< of the pixel that is asked about
  int y = 0;
};

/// Reads the request's JSON. No match takes more memory than `most_memory`. Throws Error.
Ask ask_of(std::string_view json, Scenes& scenes, std::optional<std::size_t> most_memory);

/// The options of a request as `csca match` would read them from a configuration file.
Options options_of(const Json& settings);

// Each answers one kind of request. They throw Error, of kind `cancelled` when asked to stop.
Packet match_answer(const Ask& ask, Pace& pace, const std::stop_token& stop);
Packet peer_answer(const Ask& ask);
Packet pixel_answer(const Ask& ask, const std::stop_token& stop);
Packet support_answer(const Ask& ask, const std::stop_token& stop);

/// What the page has to know at its start: options, presets, demos, scenes.
Json description(Scenes& scenes);

/// The value of each option by name.
Json values_of(const Options& options);

}  // namespace csca::app::studio
