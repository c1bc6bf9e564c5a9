// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"

#include <fmt/format.h>

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

std::string options_of(const CommandHelp& command) {
  std::string text;
  for (const OptionHelp& option : command.options) {
    const std::string value = option.placeholder.empty() ? "" : " \\fI" + roff(option.placeholder) + "\\fR";
    text += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(option.title), value, roff(option.help));
  }
  return text;
}

}  // namespace

Run manual_command(Arguments& arguments) {
  return [&arguments] {
    const CommandHelp tool = arguments.whole_tool();
    fmt::print(".TH CSCA 1 \"\" \"csca {}\" \"User Commands\"\n", CSCA_VERSION);
    fmt::print(".SH NAME\ncsca \\- stereo matching across scales\n");
    fmt::print(".SH SYNOPSIS\n.B csca\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n");
    fmt::print(".SH DESCRIPTION\n{}\n", roff(tool.help));
    fmt::print(".SH COMMANDS\n");
    for (const CommandHelp& command : tool.commands) {
      fmt::print(".SS csca {}\n{}\n{}", roff(command.name), roff(command.help), options_of(command));
      if (!command.footer.empty()) fmt::print(".PP\n.nf\n{}\n.fi\n", roff(command.footer));
    }
    fmt::print(".SH EXIT STATUS\n0 on success, 2 when arguments or files are wrong, 1 when csca itself fails.\n");
    fmt::print(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(tool.footer));
  };
}

}  // namespace csca::app
