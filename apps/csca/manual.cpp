// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "streams.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string>

namespace csca::app {
namespace {

/// Text as roff shows it: no line may start with a dot, a dash is a minus, a backslash is itself.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
      result += std::string("\\&") + c;
    } else {
      result += c;
    }
  }
  return result;
}

std::string option_entry(const OptionHelp& option) {
  const std::string note = remark(option);
  std::string text = fmt::format(".TP\n\\fB{}\\fR\n{}{}{}\n", roff(title(option)), roff(option.help),
                                 note.empty() ? "" : " ", roff(note));
  if (option.choices.empty() || option.choices.front().help.empty()) return text;
  text += ".RS\n";
  for (const Choice& choice : option.choices) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(choice.name), roff(choice.help));
  }
  return text + ".RE\n";
}

std::string options_of(const CommandHelp& command) {
  std::string text;
  for (const std::string& group : groups(command)) {
    if (!group.empty()) text += fmt::format(".PP\n\\fI{}\\fR\n", roff(group));
    for (const OptionHelp* option : options_under(command, group)) text += option_entry(*option);
  }
  return text;
}

/// Paragraphs, and lines "term<TAB>what it means".
std::string notes_of(const CommandHelp& command) {
  std::istringstream lines(command.notes);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    text += tab == std::string::npos
                ? fmt::format(".PP\n{}\n", roff(line))
                : fmt::format(".TP\n{}\n{}\n", roff(line.substr(0, tab)), roff(line.substr(tab + 1)));
  }
  return text;
}

std::string examples_of(const CommandHelp& command) {
  std::string text;
  for (const std::string& example : command.examples) text += roff(example) + "\n";
  return text.empty() ? "" : ".PP\n.nf\n" + text + ".fi\n";
}

}  // namespace

Run manual_command(Arguments& arguments) {
  arguments.examples({"csca manual >csca.1"});
  return [&arguments] {
    const CommandHelp tool = arguments.whole_tool();
    std::string page = fmt::format(".TH CSCA 1 \"\" \"csca {}\" \"User Commands\"\n", CSCA_VERSION);
    page += ".SH NAME\ncsca \\- stereo matching across scales\n";
    page += ".SH SYNOPSIS\n.B csca\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n";
    page += fmt::format(".SH DESCRIPTION\n{}\n", roff(tool.help));
    page += ".SH COMMANDS\n";
    for (const CommandHelp& command : tool.commands) {
      page += fmt::format(".SS {}\n{}\n", roff(command.name), roff(command.help));
      page += notes_of(command) + options_of(command) + examples_of(command);
    }
    page += ".SH EXIT STATUS\n0 on success, 2 when arguments or files are wrong, 1 when csca itself fails.\n";
    page += ".SH EXAMPLES\n" + examples_of(tool);
    print_out(page);
  };
}

}  // namespace csca::app
