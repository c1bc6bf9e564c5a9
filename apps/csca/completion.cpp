// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "simd_flag.hpp"

#include <csca/error.hpp>
#include <csca/options.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace csca::app {
namespace {

std::string flags_of(const CLI::App& app) {
  std::string flags;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) flags += " --" + name;
    for (const std::string& name : option->get_snames()) flags += " -" + name;
  }
  return flags;
}

/// Values that a flag can take, from the option table.
std::string choices() {
  std::string cases;
  const auto add = [&](std::string flag, std::string values) {
    for (char& c : flag) c = c == '_' ? '-' : c;
    for (char& c : values) c = c == ',' ? ' ' : c;
    cases += fmt::format("    --{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", flag, values);
  };
  for (const Field& field : fields()) {
    if (!field.choices.empty()) add(std::string(field.name), fmt::format("{}", fmt::join(field.choices, " ")));
  }
  std::string names;
  for (const Preset& preset : presets()) {
    if (preset.cost.empty()) names += std::string(preset.name) + " ";
  }
  add("preset", names);
  add("simd", std::string(simd_choices));
  return cases;
}

std::string bash_script(const CLI::App& root) {
  std::string commands;
  std::string cases;
  for (const CLI::App* sub : root.get_subcommands(nullptr)) {
    commands += " " + sub->get_name();
    cases += fmt::format("    {}) flags='{}' ;;\n", sub->get_name(), flags_of(*sub));
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
                     commands, choices(), cases);
}

}  // namespace

Run completion_command(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash")->required();
  app.footer("Example:\n  source <(csca completion bash)");
  return [shell, &app] {
    if (*shell != "bash") throw Error(fmt::format("shell is '{}': allowed is bash", *shell));
    fmt::print("{}", bash_script(*app.get_parent()));
  };
}

}  // namespace csca::app
