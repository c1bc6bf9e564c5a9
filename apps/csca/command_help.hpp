// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

// What the help, the manual page and the completion tell of commands and their options.
namespace csca::app {

/// A value that an option takes by name.
struct Choice {
  std::string name;
  std::string help = {};
};

struct OptionHelp {
  std::vector<std::string> flags;  ///< "--output", "-o"; none: an argument
  std::string argument;            ///< an argument's name
  std::string placeholder;         ///< the word that stands for the value; empty: a flag takes none
  std::string help;
  std::string brief;               ///< for the first screen, where that is shorter
  std::string default_text;        ///< the value if not given, where that is worth telling
  std::string group;               ///< the heading that it stands under
  std::vector<Choice> choices;     ///< none: anything
  std::vector<Choice> offered;     ///< by the completion instead of `choices`; the help does without them
  std::string joined_by;           ///< "," or "+" or both: one word may hold several choices
  std::vector<std::string> files;  ///< endings of fitting files
  bool folder = false;             ///< the value is a folder
  bool essential = false;          ///< shown on the first screen
  bool required = false;
  bool repeats = false;  ///< an argument that takes all words that are left
};

/// A command, or the whole tool with its commands.
struct CommandHelp {
  std::string name;  ///< "csca match"
  std::string help;
  std::string notes;  ///< paragraphs, and lines "term<TAB>what it means"
  std::vector<std::string> examples;
  std::vector<OptionHelp> options;
  std::vector<CommandHelp> commands;
};

/// The columns of the terminal that standard output is, 80 where it is none; COLUMNS counts more.
int terminal_columns();

/// The screen of --help: arguments, essential options (all, where none is marked) and examples.
std::string first_screen(const CommandHelp& command, int columns);

/// All options in groups, and the notes.
std::string whole_help(const CommandHelp& command, int columns);

/// Text in lines of at most `columns` bytes, each but the first after `indent` blanks; words longer than that stay
/// whole.
std::string wrapped(const std::string& text, int columns, int indent);

/// A command in lines that a shell joins again.
std::string wrapped_command(const std::string& command, int columns);

/// What follows an option's help: "(none, box, bf; default box)".
std::string remark(const OptionHelp& option);

/// "-o, --output FILE".
std::string title(const OptionHelp& option);

/// The headings of the options in the order in which a help shows them.
std::vector<std::string> groups(const CommandHelp& command);

/// The options under a heading, arguments and essential ones first.
std::vector<const OptionHelp*> options_under(const CommandHelp& command, const std::string& group);

/// The heading that comes last.
inline constexpr const char* reproduction_group = "To do exactly as another program does";

}  // namespace csca::app
