// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include "core/suggestion.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace csca::app {
namespace {

const CommandHelp& asked_command(const CommandHelp& tool, const std::string& name) {
  std::vector<std::string_view> names;
  for (const CommandHelp& command : tool.commands) {
    names.push_back(std::string_view(command.name).substr(tool.name.size() + 1));
    if (names.back() == name) return command;
  }
  throw Error(fmt::format("there is no command '{}'{}: see 'csca --help'", name, suggestion(name, names)));
}

struct HelpCommand {
  std::string name;
  bool all = false;

  void run(const CommandHelp& tool) const {
    const CommandHelp& told = name.empty() ? tool : asked_command(tool, name);
    print_out((all ? whole_help : first_screen)(told, terminal_columns()));
  }
};

}  // namespace

Run help_command(Arguments& arguments) {
  auto command = std::make_shared<HelpCommand>();
  arguments.option("COMMAND", command->name, "the command; none: the whole tool").takes("COMMAND");
  arguments.flag("--all", command->all, "all options, as 'csca COMMAND --help-all'");
  arguments.examples({"csca help match", "csca help match --all"});
  return [command, &arguments] { command->run(arguments.whole_tool()); };
}

}  // namespace csca::app
