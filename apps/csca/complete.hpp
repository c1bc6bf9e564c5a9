// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_help.hpp"

#include <string>
#include <vector>

namespace csca::app {

/// What may stand for the last word of a command line.
struct Offer {
  std::vector<Choice> words = {};         ///< whole words
  std::vector<std::string> endings = {};  ///< files with one of these; "" alone: any file
  bool folders = false;
};

/// `words` follow the tool's name; the last one is being typed and may be empty.
Offer complete(const CommandHelp& tool, const std::vector<std::string>& words);

}  // namespace csca::app
