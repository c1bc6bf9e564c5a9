// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// What commands say of their flags and arguments. CLI11 does the work, and command_line.cpp alone includes it: its
// header takes seconds to compile.
namespace csca::app {

using Run = std::function<void()>;

/// An option, a flag or an argument of a command, and what else is to be said of it.
class Option {
 public:
  Option(CLI::Option* option, std::string* choices) : option_(option), choices_(choices) {}

  /// The word that stands for the value in the help, such as FILE, and the values that there are, separated by commas;
  /// none: it may be anything.
  Option takes(const std::string& placeholder, const std::string& choices = "");
  /// The heading under which the help shows it.
  Option group(const std::string& heading);
  Option required();
  /// The help tells the value that the target has now.
  Option shows_default();
  /// One word holds several values, separated by commas.
  Option takes_list();
  /// It may be given repeatedly, with one value each time.
  Option once_for_each_value();
  /// It may be given repeatedly, and all values are kept.
  Option takes_all();
  /// It may be given repeatedly, and the last value counts.
  Option last_wins();
  Option not_negative();
  Option excludes(const Option& other);
  Option needs(const Option& other);

 private:
  CLI::Option* option_;
  std::string* choices_;
};

/// What the manual page and the completion tell of an option.
struct OptionHelp {
  std::string title;               ///< "-o,--output", or an argument's name
  std::vector<std::string> flags;  ///< "--output", "-o"
  std::string placeholder;
  std::string choices;  ///< separated by commas
  std::string help;
};

/// The same of a command, or of the whole tool with its commands.
struct CommandHelp {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionHelp> options;
  std::vector<CommandHelp> commands;
};

/// The options, flags and arguments of one command. Targets outlive it.
class Arguments {
 public:
  Arguments(CLI::App& command, std::map<const CLI::Option*, std::string>& choices)
      : command_(command), choices_(choices) {}

  /// `names` are "-o,--output", or "LEFT" for an argument without a flag. T is std::string, std::vector<std::string>,
  /// int, double, std::uint64_t, std::optional<int> or std::optional<double>.
  template <class T>
  Option option(const std::string& names, T& target, const std::string& help);
  /// The same for a value that is acted on as it is read.
  Option option_that(const std::string& names, std::function<void(const std::string&)> act, const std::string& help);

  Option flag(const std::string& names, bool& target, const std::string& help);
  /// "--name,!--no-name" is told of both words: true for the first, false for the second.
  Option flag_that(const std::string& names, std::function<void(bool)> act, const std::string& help);

  /// What the help closes with.
  void footer(const std::string& text);

  /// All commands, this one too, as far as they have been added.
  CommandHelp whole_tool() const;

 private:
  Option added(CLI::Option* option) { return {option, &choices_[option]}; }

  CLI::App& command_;
  std::map<const CLI::Option*, std::string>& choices_;
};

/// The whole tool's: it finds the command and runs it.
class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& footer, std::function<std::string()> version);
  ~CommandLine();

  /// `make` gives the command its flags and returns what runs it.
  void add(const std::string& name, const std::string& help, Run (*make)(Arguments&));

  /// Returns the exit code, or throws Error: for words that are not understood one sentence that says what is wrong,
  /// the nearest right word, and where to read on.
  int run(int count, const char* const* words);

 private:
  std::unique_ptr<CLI::App> tool_;
  std::deque<Arguments> commands_;
  std::map<const CLI::Option*, std::string> choices_;
};

}  // namespace csca::app
