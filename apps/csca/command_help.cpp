// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_help.hpp"

#include "streams.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace csca::app {
namespace {

constexpr int least_columns = 40;
constexpr int most_columns = 120;  // longer lines are hard to read

bool has_essentials(const CommandHelp& command) {
  return std::any_of(command.options.begin(), command.options.end(), [](const auto& o) { return o.essential; });
}

std::string usage(const CommandHelp& command) {
  std::string text = fmt::format("Usage: {}", command.name);
  if (!command.commands.empty()) return text + " COMMAND ...";
  text += " [OPTIONS]";
  for (const OptionHelp& option : command.options) {
    if (!option.argument.empty()) {
      const std::string name = option.argument + (option.repeats ? "..." : "");
      text += option.required ? " " + name : fmt::format(" [{}]", name);
    } else if (option.required) {
      text += fmt::format(" {} {}", option.flags.front(), option.placeholder);
    }
  }
  return text;
}

/// A name and what it means, in two columns of which the second starts at `column`.
std::string row(const std::string& name, const std::string& meaning, int column, int columns, int indent = 2) {
  std::string text = std::string(static_cast<std::size_t>(indent), ' ') + name;
  const auto start = static_cast<std::size_t>(column);
  if (text.size() + 2 > start) text += "\n" + std::string(start, ' ');
  text.resize(std::max(text.size(), start), ' ');
  // The first line is padded already: as if the text were a word that fills it.
  return text + wrapped(meaning, columns - column, column) + "\n";
}

std::string full_row(const OptionHelp& option, int column, int columns) {
  const std::string note = remark(option);
  std::string text = row(title(option), note.empty() ? option.help : option.help + " " + note, column, columns);
  const bool explained =
      std::any_of(option.choices.begin(), option.choices.end(), [](const Choice& c) { return !c.help.empty(); });
  if (!explained) return text;
  for (const Choice& choice : option.choices) text += row(choice.name, choice.help, column + 13, columns, column);
  return text;
}

std::string examples(const CommandHelp& command, int columns) {
  if (command.examples.empty()) return "";
  std::string text = command.examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
  for (const std::string& example : command.examples) text += wrapped_command(example, columns);
  return text;
}

std::string notes(const std::string& text, int columns) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    result += tab == std::string::npos ? wrapped(line, columns, 0) + "\n"
                                       : row(line.substr(0, tab), line.substr(tab + 1), 14, columns);
  }
  return result;
}

std::string command_rows(const CommandHelp& tool, int columns) {
  std::string text = "\nCommands:\n";
  for (const CommandHelp& command : tool.commands) {
    text += row(command.name.substr(tool.name.size() + 1), command.help, 14, columns);
  }
  return text;
}

std::string head(const CommandHelp& command, int columns) {
  return wrapped(command.help, columns, 0) + "\n\n" + wrapped(usage(command), columns, 7) + "\n";
}

}  // namespace

int terminal_columns() {
  int columns = columns_of(STDOUT_FILENO).value_or(80);
  if (const char* asked = std::getenv("COLUMNS"); asked != nullptr && std::atoi(asked) > 0) columns = std::atoi(asked);
  return std::clamp(columns, least_columns, most_columns);
}

std::string wrapped(const std::string& text, int columns, int indent) {
  std::string result;
  std::istringstream words(text);
  int filled = 0;
  for (std::string word; words >> word;) {
    const int length = static_cast<int>(word.size());
    // Lines after the first start at `indent`; `columns` is what is left beside it.
    if (filled > 0 && filled + 1 + length > columns) {
      result += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
      filled = 0;
    } else if (filled > 0) {
      result += ' ';
      ++filled;
    }
    result += word;
    filled += length;
  }
  return result;
}

std::string wrapped_command(const std::string& command, int columns) {
  std::string result;
  std::string line = "  ";
  std::istringstream words(command);
  std::string word;
  std::vector<std::string> pieces;  // a flag stays with its values
  while (words >> word) {
    if (pieces.empty() || word.front() == '-' || word == "|") {
      pieces.push_back(word);
    } else {
      pieces.back() += " " + word;
    }
  }
  for (const std::string& piece : pieces) {
    if (line.size() > 6 && line.size() + piece.size() + 3 > static_cast<std::size_t>(columns)) {
      result += line + " \\\n";
      line = "     ";
    }
    line += (line == "  " ? "" : " ") + piece;
  }
  return result + line + "\n";
}

std::string title(const OptionHelp& option) {
  if (option.flags.empty()) return option.argument;
  std::string text;
  // Short ones first, as everywhere.
  for (const std::size_t length : {2U, 0U}) {
    for (const std::string& flag : option.flags) {
      if ((flag.size() == 2) == (length == 2)) text += (text.empty() ? "" : ", ") + flag;
    }
  }
  return option.placeholder.empty() ? text : text + " " + option.placeholder;
}

std::string remark(const OptionHelp& option) {
  std::string names;
  for (const Choice& choice : option.choices) {
    if (!choice.help.empty())
      return option.default_text.empty() ? "" : fmt::format("(default {})", option.default_text);
    names += (names.empty() ? "" : ", ") + choice.name;
  }
  if (option.default_text.empty()) return names.empty() ? "" : fmt::format("({})", names);
  return names.empty() ? fmt::format("(default {})", option.default_text)
                       : fmt::format("({}; default {})", names, option.default_text);
}

std::vector<std::string> groups(const CommandHelp& command) {
  std::vector<std::string> result;
  for (const OptionHelp& option : command.options) {
    if (std::find(result.begin(), result.end(), option.group) == result.end()) result.push_back(option.group);
  }
  std::stable_partition(result.begin(), result.end(), [](const std::string& g) { return g != reproduction_group; });
  return result;
}

std::vector<const OptionHelp*> options_under(const CommandHelp& command, const std::string& group) {
  std::vector<const OptionHelp*> result;
  for (const bool first : {true, false}) {
    for (const OptionHelp& option : command.options) {
      const bool early = option.essential || !option.argument.empty();
      if (option.group == group && early == first) result.push_back(&option);
    }
  }
  return result;
}

std::string first_screen(const CommandHelp& command, int columns) {
  if (!has_essentials(command) && command.commands.empty()) return whole_help(command, columns);
  constexpr int column = 22;
  std::string text = head(command, columns);
  if (!command.commands.empty()) text += command_rows(command, columns);
  text += "\n";
  for (const OptionHelp& option : command.options) {
    if (!option.essential && option.argument.empty()) continue;
    const std::string& help = option.brief.empty() ? option.help : option.brief;
    OptionHelp shown = option;
    if (shown.default_text == "auto") shown.default_text.clear();
    for (Choice& choice : shown.choices) choice.help.clear();  // a list of names is all that there is room for
    const std::string note = remark(shown);
    text += row(title(option), note.empty() ? help : help + " " + note, column, columns);
  }
  return text + examples(command, columns);
}

std::string whole_help(const CommandHelp& command, int columns) {
  constexpr int column = 28;
  std::string text = head(command, columns);
  if (!command.commands.empty()) text += command_rows(command, columns);
  for (const std::string& group : groups(command)) {
    text += group.empty() ? "\n" : fmt::format("\n{}:\n", group);
    for (const OptionHelp* option : options_under(command, group)) text += full_row(*option, column, columns);
  }
  if (!command.notes.empty()) text += "\n" + notes(command.notes, columns);
  return text + examples(command, columns);
}

}  // namespace csca::app
