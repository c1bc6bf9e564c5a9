// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_help.hpp"

#include <csca/options.hpp>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;
class Json;

/// Flags for every row of the option table, a preset, a range and a configuration file. Later wins: defaults, file's
/// preset, file, --preset, flags.
class MatchFlags {
 public:
  /// Fields that are marked as essential are on the first screen of the help, or only preset and range.
  void add_to(Arguments& arguments, bool fields_on_first_screen = true);

  /// What flags and configuration file say, before it becomes options.
  struct Request {
    std::string preset = "default";
    std::vector<Setting> settings;
    std::string sign;  ///< that of a report given as --config; empty: it says nothing
  };
  Request request() const;

  struct Asked {
    Options options;
    std::string sign;  ///< that of a report given as --config; empty: it says nothing
  };
  Asked asked() const;
  /// Takes the value of a flag away if it is a whole number; nothing where it is not given, or is something else.
  std::optional<int> take_number(std::string_view field_name);
  const std::string& config() const { return config_; }
  /// As `match` means them: with the range turned round where the report has the other sign.
  Options options() const;

 private:
  std::string preset_;
  std::string config_;
  std::string range_;
  std::deque<std::optional<std::string>> values_;  // one a field, in the order of the table; a deque keeps addresses
};

/// "-32..31" as the options first and levels. Throws Error for another form.
std::vector<Setting> settings_of_range(const std::string& text);

/// What --set NAME=VALUE says; the name may have dashes. Throws Error for another form or a name that is no option's.
Setting setting_from(const std::string& text);

/// Names of presets with their help; names that a field takes; "name=value" for each option, as far as values have
/// names.
std::vector<Choice> preset_choices();
std::vector<Choice> field_choices(std::string_view field_name);
std::vector<Choice> setting_choices();

/// The settings of a JSON configuration file, or of a report, its "preset" apart. Throws Error for anything that is
/// not an option.
struct Config {
  std::string preset;
  std::string sign;
  std::vector<Setting> settings;
};
Config read_config(const std::string& file);
/// The same of JSON that came another way; `where` begins the sentences of errors.
Config config_of(Json json, const std::string& where);

}  // namespace csca::app
