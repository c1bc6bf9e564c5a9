// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

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

std::string options_of(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name(true, true);
    const std::string type = option->get_type_name();
    text += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(name), type.empty() ? "" : " \\fI" + roff(type) + "\\fR",
                        roff(option->get_description()));
  }
  return text;
}

}  // namespace

Run manual_command(CLI::App& app) {
  return [&app] {
    const CLI::App& root = *app.get_parent();
    fmt::print(".TH CSCA 1 \"\" \"csca {}\" \"User Commands\"\n", CSCA_VERSION);
    fmt::print(".SH NAME\ncsca \\- stereo matching across scales\n");
    fmt::print(".SH SYNOPSIS\n.B csca\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n");
    fmt::print(".SH DESCRIPTION\n{}\n", roff(root.get_description()));
    fmt::print(".SH COMMANDS\n");
    for (const CLI::App* sub : root.get_subcommands(nullptr)) {
      fmt::print(".SS csca {}\n{}\n{}", roff(sub->get_name()), roff(sub->get_description()), options_of(*sub));
      if (!sub->get_footer().empty()) fmt::print(".PP\n.nf\n{}\n.fi\n", roff(sub->get_footer()));
    }
    fmt::print(".SH EXIT STATUS\n0 on success, 2 when arguments or files are wrong, 1 when csca itself fails.\n");
    fmt::print(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(root.get_footer()));
  };
}

}  // namespace csca::app
