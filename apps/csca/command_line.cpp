// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include <csca/error.hpp>
#include "core/suggestion.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>

namespace csca::app {
namespace {

CommandHelp help_of(const CLI::App& app, const std::map<const CLI::Option*, std::string>& choices) {
  CommandHelp command{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    OptionHelp& help = command.options.emplace_back();
    help.title = option->get_name(true, true);
    for (const std::string& name : option->get_lnames()) help.flags.push_back("--" + name);
    for (const std::string& name : option->get_snames()) help.flags.push_back("-" + name);
    help.placeholder = option->get_type_name();
    const auto found = choices.find(option);
    if (found != choices.end()) help.choices = found->second;
    help.help = option->get_description();
  }
  for (const CLI::App* sub : app.get_subcommands(nullptr)) command.commands.push_back(help_of(*sub, choices));
  return command;
}

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

}  // namespace

Option Option::takes(const std::string& placeholder, const std::string& choices) {
  option_->type_name(placeholder);
  *choices_ = choices;
  return *this;
}

Option Option::group(const std::string& heading) {
  option_->group(heading);
  return *this;
}

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::shows_default() {
  option_->capture_default_str();
  return *this;
}

Option Option::takes_list() {
  option_->delimiter(',');
  return *this;
}

Option Option::once_for_each_value() {
  option_->allow_extra_args(false);
  return *this;
}

Option Option::takes_all() {
  option_->take_all();
  return *this;
}

Option Option::last_wins() {
  option_->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  return *this;
}

Option Option::not_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Option Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

template <class T>
Option Arguments::option(const std::string& names, T& target, const std::string& help) {
  return added(command_.add_option(names, target, help));
}
template Option Arguments::option(const std::string&, std::string&, const std::string&);
template Option Arguments::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Arguments::option(const std::string&, int&, const std::string&);
template Option Arguments::option(const std::string&, double&, const std::string&);
template Option Arguments::option(const std::string&, std::uint64_t&, const std::string&);
template Option Arguments::option(const std::string&, std::optional<int>&, const std::string&);
template Option Arguments::option(const std::string&, std::optional<double>&, const std::string&);

Option Arguments::option_that(const std::string& names, std::function<void(const std::string&)> act,
                              const std::string& help) {
  return added(command_.add_option_function<std::string>(names, act, help));
}

Option Arguments::flag(const std::string& names, bool& target, const std::string& help) {
  return added(command_.add_flag(names, target, help));
}

Option Arguments::flag_that(const std::string& names, std::function<void(bool)> act, const std::string& help) {
  CLI::Option* option = command_.add_flag_function(
      names, [act](std::int64_t count) { act(count > 0); }, help);
  // CLI11 would let --flag=word go as far as std::stoll.
  option->check([](const std::string& word) {
    bool on = false;
    return CLI::detail::lexical_cast(word, on) ? std::string() : fmt::format("'{}' is neither true nor false", word);
  });
  return added(option);
}

void Arguments::footer(const std::string& text) { command_.footer(text); }

CommandHelp Arguments::whole_tool() const { return help_of(*command_.get_parent(), choices_); }

CommandLine::CommandLine(const std::string& description, const std::string& footer,
                         std::function<std::string()> version)
    : tool_(std::make_unique<CLI::App>(description, "csca")) {
  tool_->footer(footer);
  tool_->set_version_flag("--version", std::move(version));
  tool_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& name, const std::string& help, Run (*make)(Arguments&)) {
  CLI::App* command = tool_->add_subcommand(name, help);
  command->final_callback(make(commands_.emplace_back(*command, choices_)));
}

int CommandLine::run(int count, const char* const* words) {
  try {
    tool_->parse(count, words);
    return 0;
  } catch (const CLI::Success& request) {
    return tool_->exit(request);  // --help, --version
  } catch (const CLI::ParseError& error) {
    throw Error(sentence_for(*tool_, error));
  }
}

}  // namespace csca::app
