// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include "core/suggestion.hpp"

#include <fmt/format.h>

#include <vector>

namespace csca::app {
namespace {

const CLI::App& chosen(const CLI::App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : *subcommands.front();
}

std::string near(const std::string& word, const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const CLI::App* sub : app.get_subcommands(nullptr)) names.push_back(sub->get_name());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return suggestion(word, views);
}

}  // namespace

std::string sentence_for(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = chosen(app);
  const std::string where =
      &command == &app ? "see 'csca --help'" : fmt::format("see 'csca {} --help'", command.get_name());
  const std::vector<std::string> remaining = app.remaining(true);
  if (!remaining.empty()) {
    const std::string& word = remaining.front();
    const std::string hint = near(word, command);
    const std::string kind = word.starts_with("-") ? "option" : &command == &app ? "command" : "argument";
    return hint.empty() ? fmt::format("there is no {} '{}': {}", kind, word, where)
                        : fmt::format("there is no {} '{}'{}", kind, word, hint);
  }
  if (&command == &app) return "no command given: " + where;
  return fmt::format("{}: {}", error.what(), where);
}

}  // namespace csca::app
