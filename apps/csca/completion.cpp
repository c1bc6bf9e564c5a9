// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

namespace csca::app {
namespace {

std::string flags_of(const CommandHelp& command) {
  std::string flags;
  for (const OptionHelp& option : command.options) {
    for (const std::string& flag : option.flags) flags += " " + flag;
  }
  return flags;
}

/// Values that a flag can take, which are the same in all commands that have it.
std::string choices(const CommandHelp& tool) {
  std::set<std::string> seen;
  std::string cases;
  for (const CommandHelp& command : tool.commands) {
    for (const OptionHelp& option : command.options) {
      if (option.choices.empty() || !seen.insert(option.flags.front()).second) continue;
      std::string values = option.choices;
      std::replace(values.begin(), values.end(), ',', ' ');
      cases +=
          fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", option.flags.front(), values);
    }
  }
  return cases;
}

std::string bash_script(const CommandHelp& tool) {
  std::string commands;
  std::string cases;
  for (const CommandHelp& command : tool.commands) {
    commands += " " + command.name;
    cases += fmt::format("    {}) flags='{}' ;;\n", command.name, flags_of(command));
  }
  return fmt::format(R"(# bash completion for csca
_csca() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} flags=
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$word"))
    return
  fi
  case $previous in
{}  esac
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ ${{COMP_WORDS[1]}} == completion ]]; then
    COMPREPLY=($(compgen -W bash -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -F _csca csca
)",
                     commands, choices(tool), cases);
}

}  // namespace

Run completion_command(Arguments& arguments) {
  auto shell = std::make_shared<std::string>();
  arguments.option("SHELL", *shell, "bash").required();
  arguments.footer("Example:\n  source <(csca completion bash)");
  return [shell, &arguments] {
    if (*shell != "bash") throw Error(fmt::format("shell is '{}': allowed is bash", *shell));
    fmt::print("{}", bash_script(arguments.whole_tool()));
  };
}

}  // namespace csca::app
