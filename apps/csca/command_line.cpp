// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include "option_elsewhere.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include "core/suggestion.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace csca::app {
namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::size_t start = std::min(text.find_first_not_of(' '), comma);
    parts.emplace_back(text.substr(start, comma - start));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

OptionHelp help_of(const CLI::Option& option, const HelpTexts& texts) {
  const auto found = texts.options.find(&option);
  OptionHelp help = found == texts.options.end() ? OptionHelp{} : found->second;
  for (const std::string& name : option.get_lnames()) help.flags.push_back("--" + name);
  for (const std::string& name : option.get_snames()) help.flags.push_back("-" + name);
  if (help.flags.empty()) help.argument = option.get_name();
  if (option.get_items_expected_max() == 0) help.placeholder.clear();
  help.help = option.get_description();
  help.required = option.get_required();
  help.repeats = option.get_items_expected_max() > 1 && option.get_allow_extra_args();
  return help;
}

CommandHelp help_of(const CLI::App& app, const HelpTexts& texts) {
  const auto found = texts.commands.find(&app);
  CommandHelp command = found == texts.commands.end() ? CommandHelp{} : found->second;
  command.name = app.get_parent() == nullptr ? app.get_name() : app.get_parent()->get_name() + " " + app.get_name();
  command.help = app.get_description();
  bool essentials = false;
  for (const CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr() || option == app.get_help_all_ptr()) continue;
    command.options.push_back(help_of(*option, texts));
    essentials = essentials || command.options.back().essential;
  }
  OptionHelp help = help_of(*app.get_help_ptr(), texts);
  help.help = essentials ? "the options that matter most" : "this text";
  help.brief = "this screen; --help-all tells all options";
  help.essential = essentials || app.get_parent() == nullptr;
  command.options.push_back(help);
  if (help.essential) command.options.push_back(help_of(*app.get_help_all_ptr(), texts));
  for (const CLI::App* sub : app.get_subcommands(nullptr)) command.commands.push_back(help_of(*sub, texts));
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

/// What other programs' options are called here, where the command has such an option.
std::string known_elsewhere(const std::string& word, const CLI::App& command) {
  const OptionElsewhere* found = option_elsewhere(word);
  if (found == nullptr || command.get_option_no_throw(std::string(found->here)) == nullptr) return "";
  return std::string(found->advice);
}

std::string sentence_for(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = chosen(app);
  const std::string where =
      &command == &app ? "see 'csca --help'" : fmt::format("see 'csca {} --help'", command.get_name());
  const std::vector<std::string> remaining = app.remaining(true);
  if (!remaining.empty()) {
    const std::string& word = remaining.front();
    if (const std::string meant = known_elsewhere(word, command); !meant.empty()) {
      return fmt::format("there is no option '{}': {}", word, meant);
    }
    const std::string hint = near(word, command);
    const std::string kind = word.starts_with("-") ? "option" : &command == &app ? "command" : "argument";
    return hint.empty() ? fmt::format("there is no {} '{}': {}", kind, word, where)
                        : fmt::format("there is no {} '{}'{}", kind, word, hint);
  }
  if (&command == &app) return "no command given: " + where;
  return fmt::format("{}: {}", error.what(), where);
}

}  // namespace

std::vector<Choice> choices(std::string_view names) {
  std::vector<Choice> result;
  for (std::string& name : split(names)) result.push_back({std::move(name)});
  return result;
}

Option Option::takes(const std::string& placeholder) { return takes(placeholder, {}); }

Option Option::takes(const std::string& placeholder, std::vector<Choice> choices) {
  option_->type_name(placeholder);
  help_->placeholder = placeholder;
  help_->choices = std::move(choices);
  return *this;
}

Option Option::takes_file(std::string_view endings, const std::string& placeholder) {
  help_->files = split(endings);
  if (help_->files.empty()) help_->files = {""};
  return takes(placeholder);
}

Option Option::takes_folder() {
  help_->folder = true;
  return takes("DIR");
}

Option Option::completes(std::vector<Choice> offered) {
  help_->offered = std::move(offered);
  return *this;
}

Option Option::joined_by(const std::string& separator) {
  help_->joined_by = separator;
  return *this;
}

Option Option::essential(const std::string& brief) {
  help_->essential = true;
  help_->brief = brief;
  return *this;
}

Option Option::group(const std::string& heading) {
  help_->group = heading;
  return *this;
}

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::shows_default() {
  option_->capture_default_str();
  return shows_default(option_->get_default_str());
}

Option Option::shows_default(const std::string& text) {
  help_->default_text = text;
  return *this;
}

Option Option::takes_list() {
  option_->delimiter(',');
  return joined_by(",");
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

void Arguments::examples(std::vector<std::string> commands) {
  texts_.commands[&command_].examples = std::move(commands);
}

void Arguments::notes(std::string text) { texts_.commands[&command_].notes = std::move(text); }

CommandHelp Arguments::whole_tool() const { return help_of(*command_.get_parent(), texts_); }

CommandLine::CommandLine(const std::string& description, std::vector<std::string> examples,
                         std::function<std::string()> version)
    : tool_(std::make_unique<CLI::App>(description, "csca")) {
  texts_.commands[tool_.get()].examples = std::move(examples);
  tool_->set_help_flag("-h,--help", "");
  tool_->set_help_all_flag("--help-all", "all options in groups");
  const CLI::Option* flag = tool_->set_version_flag("-V,--version", std::move(version), "version and instruction sets");
  texts_.options[flag].essential = true;
  tool_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& name, const std::string& help, Run (*make)(Arguments&)) {
  CLI::App* command = tool_->add_subcommand(name, help);
  command->final_callback(make(commands_.emplace_back(*command, texts_)));
}

int CommandLine::run(int count, const char* const* words) {
  try {
    tool_->parse(count, words);
    return 0;
  } catch (const CLI::CallForHelp&) {
    print_out(first_screen(help_of(chosen(*tool_), texts_), terminal_columns()));
    return 0;
  } catch (const CLI::CallForAllHelp&) {
    print_out(whole_help(help_of(chosen(*tool_), texts_), terminal_columns()));
    return 0;
  } catch (const CLI::CallForVersion& request) {
    print_out(std::string(request.what()) + "\n");
    return 0;
  } catch (const CLI::ParseError& error) {
    throw Error(sentence_for(*tool_, error));
  }
}

}  // namespace csca::app
