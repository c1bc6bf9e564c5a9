// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_help.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// What commands say of their flags and arguments. CLI11 does the work, and command_line.cpp alone includes it: its
// header takes seconds to compile.
namespace csca::app {

using Run = std::function<void()>;

/// "raw,combined" as choices without a help of their own.
std::vector<Choice> choices(std::string_view names);

// Endings of files that csca reads and writes.
inline constexpr std::string_view image_files = "png,jpg,jpeg,tif,tiff,ppm,pgm,pbm,pnm,pfm";
inline constexpr std::string_view map_files = "pfm,png,tif,tiff,npy";
inline constexpr std::string_view truth_files = "pfm,png,pgm,tif,tiff,npy";
inline constexpr std::string_view picture_files = "png,jpg,jpeg,svg,pdf";

/// An option, a flag or an argument of a command, and what else is to be said of it.
class Option {
 public:
  Option(CLI::Option* option, OptionHelp* help) : option_(option), help_(help) {}

  /// The word that stands for the value in the help, such as N.
  Option takes(const std::string& placeholder);
  /// The same for one of these names.
  Option takes(const std::string& placeholder, std::vector<Choice> choices);
  /// The value is a file whose name has one of the endings, separated by commas; none: any.
  Option takes_file(std::string_view endings, const std::string& placeholder = "FILE");
  Option takes_folder();
  /// What the completion offers, where the help need not list it.
  Option completes(std::vector<Choice> offered);
  /// One word holds several of the choices, joined by this; takes_list() splits it too.
  Option joined_by(const std::string& separator);
  /// The first screen of the help shows it, with these words where it has no room for all.
  Option essential(const std::string& brief = "");
  /// The heading under which the help shows it.
  Option group(const std::string& heading);
  Option required();
  /// The help tells the value that the target has now.
  Option shows_default();
  /// The help tells this as the default.
  Option shows_default(const std::string& text);
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
  OptionHelp* help_;
};

/// What CLI11 does not know of options and commands.
struct HelpTexts {
  std::map<const CLI::Option*, OptionHelp> options;
  std::map<const CLI::App*, CommandHelp> commands;
};

/// The options, flags and arguments of one command. Targets outlive it.
class Arguments {
 public:
  Arguments(CLI::App& command, HelpTexts& texts) : command_(command), texts_(texts) {}

  /// `names` are "-o,--output", or "LEFT" for an argument without a flag. T is std::string, std::vector<std::string>,
  /// int, double, std::uint64_t, std::optional<int> or std::optional<double>.
  template <class T>
  Option option(const std::string& names, T& target, const std::string& help);
  /// The same for a value that is acted on as it is read.
  Option option_that(const std::string& names, std::function<void(const std::string&)> act, const std::string& help);

  Option flag(const std::string& names, bool& target, const std::string& help);
  /// "--name,!--no-name" is told of both words: true for the first, false for the second.
  Option flag_that(const std::string& names, std::function<void(bool)> act, const std::string& help);

  /// Commands that a reader may try.
  void examples(std::vector<std::string> commands);
  /// What else there is to know: paragraphs, and lines "term<TAB>what it means".
  void notes(std::string text);

  /// All commands, this one too, as far as they have been added.
  CommandHelp whole_tool() const;

 private:
  Option added(CLI::Option* option) { return {option, &texts_.options[option]}; }

  CLI::App& command_;
  HelpTexts& texts_;
};

/// The whole tool's: it finds the command and runs it.
class CommandLine {
 public:
  CommandLine(const std::string& description, std::vector<std::string> examples, std::function<std::string()> version);
  ~CommandLine();

  /// `make` gives the command its flags and returns what runs it.
  void add(const std::string& name, const std::string& help, Run (*make)(Arguments&));

  /// Returns the exit code after the command, or after printing help or version; throws Error: for words that are not
  /// understood one sentence that says what is wrong, the nearest right word, and where to read on.
  int run(int count, const char* const* words);

 private:
  std::unique_ptr<CLI::App> tool_;
  std::deque<Arguments> commands_;
  HelpTexts texts_;
};

}  // namespace csca::app
