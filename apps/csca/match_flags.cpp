// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_flags.hpp"

#include "command_line.hpp"
#include "json.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace csca::app {
namespace {

std::string flag_name(std::string_view field) {
  std::string name = "--" + std::string(field);
  for (char& c : name) c = c == '_' ? '-' : c;
  return name;
}

/// The default in as many digits as a reader wants.
std::string brief(const Field& field, const Options& defaults) {
  const std::string value = field.get(defaults);
  return field.bounds && value != "auto" ? fmt::format("{:.4g}", std::stod(value)) : value;
}

std::string preset_names() {
  std::string names;
  for (const Preset& preset : presets()) {
    if (!preset.is_condition()) names += std::string(preset.name) + ",";
  }
  return names;
}

std::string preset_help() {
  std::string help = "a named set of options, which flags then change:";
  for (const Preset& preset : presets()) {
    if (!preset.is_condition()) help += fmt::format("\n{} - {}", preset.name, preset.help);
  }
  return help;
}

}  // namespace

void MatchFlags::add_to(Arguments& arguments) {
  arguments.option("--preset", preset_, preset_help()).takes("NAME", preset_names()).group("Options as a whole");
  arguments.option("--config", config_, "JSON file with options by name, such as {\"cost\": \"cen\", \"lambda\": 2}")
      .takes("FILE")
      .group("Options as a whole");
  const Options defaults;
  for (const Field& field : fields()) {
    std::optional<std::string>& value = values_.emplace_back();
    const std::string name = flag_name(field.name);
    const bool is_flag = field.kind == Field::Kind::flag;
    const std::string help =
        fmt::format("{} ({}default {})", field.help, is_flag ? "" : field.allowed() + "; ", brief(field, defaults));
    const std::string group(field.group);
    if (is_flag) {
      const auto keep = [&value](bool on) { value = on ? "true" : "false"; };
      arguments.flag_that(fmt::format("{},!--no-{}", name, name.substr(2)), keep, help).group(group);
    } else {
      const auto keep = [&value](const std::string& text) { value = text; };
      const bool number = field.bounds.has_value();
      arguments.option_that(name, keep, help)
          .takes(number ? "N" : "NAME", fmt::format("{}", fmt::join(field.choices, ",")))
          .group(group);
    }
  }
}

Setting setting_from(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) throw Error(fmt::format("set is '{}': give NAME=VALUE", text));
  std::string name = text.substr(0, equals);
  std::replace(name.begin(), name.end(), '-', '_');
  return {std::string(field(name).name), text.substr(equals + 1)};
}

Config read_config(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw Error(fmt::format("cannot read '{}': no such file; check the path", file));
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  const Json json = sorted(Json::parse(content).value_or(nullptr));
  if (!json.is_object()) {
    throw Error(fmt::format("'{}' is not a JSON object: write options by name, such as {{\"lambda\": 2}}", file));
  }
  Config config;
  for (const auto& [name, value] : json.members()) {
    if (value.is_array() || value.is_object() || value.is_null()) {
      throw Error(fmt::format("'{}': {} is {}: give a number, a text, true or false", file, name, value.dump()));
    }
    const std::string text = value.is_text() ? value.text() : value.dump();
    if (name == "preset") {
      config.preset = text;
    } else {
      try {
        Options scratch;
        field(name).set(scratch, text);
      } catch (const Error& error) {
        throw Error(fmt::format("'{}': {}", file, error.what()));
      }
      config.settings.emplace_back(name, text);
    }
  }
  return config;
}

Options MatchFlags::options() const {
  Config config;
  if (!config_.empty()) config = read_config(config_);
  std::vector<Setting> settings = config.settings;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (values_[i]) settings.emplace_back(fields()[i].name, *values_[i]);
  }
  if (!preset_.empty()) config.preset = preset_;
  const Options options = make_options(config.preset.empty() ? "default" : config.preset, settings);
  validate(options);
  return options;
}

}  // namespace csca::app
