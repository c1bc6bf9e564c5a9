// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// Flags for every row of the option table, a preset and a configuration file. Later wins: defaults, file's preset,
/// file, --preset, flags.
class MatchFlags {
 public:
  void add_to(Arguments& arguments);

  Options options() const;
  const std::string& preset() const { return preset_; }

 private:
  std::string preset_;
  std::string config_;
  std::deque<std::optional<std::string>> values_;  // one a field, in the order of the table; a deque keeps addresses
};

/// What --set NAME=VALUE says; the name may have dashes. Throws Error for another form or a name that is no option's.
Setting setting_from(const std::string& text);

/// The settings of a JSON configuration file, its "preset" apart. Throws Error for anything that is not an option.
struct Config {
  std::string preset;
  std::vector<Setting> settings;
};
Config read_config(const std::string& file);

}  // namespace csca::app
