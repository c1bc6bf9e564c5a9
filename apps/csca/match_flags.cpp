// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_flags.hpp"

#include "command_line.hpp"
#include "io/files.hpp"
#include "json.hpp"
#include "sign_flag.hpp"
#include "streams.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
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

std::string joint_of(const Field& field) {
  if (field.kind == Field::Kind::list) return ",";
  return field.kind == Field::Kind::mixture ? "+" : "";
}

/// What may stand where names do not: bounds of numbers, and how names are joined.
std::string allowed_words(const Field& field) {
  if (field.kind == Field::Kind::mixture) return "; also a mixture such as gf+st or 0.7*gf+0.3*st";
  if (field.kind == Field::Kind::flag || !field.choices.empty()) return "";
  return "; " + field.allowed();
}

}  // namespace

std::vector<Setting> settings_of_range(const std::string& text) {
  const std::size_t dots = text.find("..");
  const std::string_view whole = text;
  std::optional<int> ends[2];
  if (dots != std::string::npos) {
    const std::string_view words[2] = {whole.substr(0, dots), whole.substr(dots + 2)};
    for (int i = 0; i < 2; ++i) {
      int value = 0;
      const char* end = words[i].data() + words[i].size();
      const auto read = std::from_chars(words[i].data(), end, value);
      if (read.ec == std::errc() && read.ptr == end && std::abs(value) <= 32768) ends[i] = value;
    }
  }
  if (!ends[0] || !ends[1] || *ends[1] < *ends[0]) {
    throw Error(fmt::format(
        "range is '{}': give the smallest and the largest disparity as MIN..MAX, such as 0..63 or -32..31", text));
  }
  return {{"first", std::to_string(*ends[0])}, {"levels", std::to_string(*ends[1] - *ends[0] + 1)}};
}

std::vector<Choice> preset_choices() {
  std::vector<Choice> rows;
  for (const Preset& preset : presets()) {
    if (!preset.is_condition()) rows.push_back({std::string(preset.name), std::string(preset.help)});
  }
  return rows;
}

std::vector<Choice> field_choices(std::string_view field_name) {
  std::vector<Choice> names;
  for (const std::string_view name : field(field_name).choices) names.push_back({std::string(name)});
  return names;
}

std::vector<Choice> setting_choices() {
  std::vector<Choice> settings;
  for (const Field& field : fields()) {
    const std::string start = std::string(field.name) + "=";
    for (const std::string_view value : field.choices) settings.push_back({start + std::string(value)});
    if (field.choices.empty()) settings.push_back({start, std::string(field.help)});
  }
  return settings;
}

void MatchFlags::add_to(Arguments& arguments, bool fields_on_first_screen) {
  constexpr const char* as_a_whole = "Options as a whole";
  arguments.option("--preset", preset_, "a named set of options, which flags then change:")
      .takes("NAME", preset_choices())
      .group(as_a_whole)
      .essential("a named set of options");
  arguments
      .option("--config", config_,
              "JSON file with options by name, such as {\"cost\": \"cen\", \"lambda\": 2}, or the report of --json")
      .takes_file("json")
      .group(as_a_whole);
  arguments
      .option("--range", range_,
              "smallest and largest disparity in pixels, such as 0..63 or -32..31, instead of --first and --levels; if "
              "not given, estimated from the pair")
      .takes("MIN..MAX")
      .last_wins()
      .group("Range")
      .essential("disparities, such as 0..63 or -32..31 (default: estimated)");
  const Options defaults = make_options("default");
  for (const Field& field : fields()) {
    std::optional<std::string>& value = values_.emplace_back();
    const std::string name = flag_name(field.name);
    const bool is_flag = field.kind == Field::Kind::flag;
    const bool number = field.bounds.has_value();
    const auto added = [&] {
      if (is_flag) {
        const auto keep = [&value](bool on) { value = on ? "true" : "false"; };
        return arguments.flag_that(fmt::format("{},!--no-{}", name, name.substr(2)), keep, std::string(field.help));
      }
      const auto keep = [&value](const std::string& text) { value = text; };
      return arguments.option_that(name, keep, std::string(field.help) + allowed_words(field))
          .takes(number                            ? "N"
                 : field.kind == Field::Kind::list ? "LIST"
                                                   : "NAME",
                 field_choices(field.name))
          .joined_by(joint_of(field));
    };
    Option option = added();
    option.shows_default(brief(field, defaults));
    const bool reproduces = field.use == Field::Use::reproduction;
    option.group(reproduces ? reproduction_group : std::string(field.group));
    if (fields_on_first_screen && field.use == Field::Use::essential)
      option.essential(std::string(field.help.substr(0, field.help.find_first_of(";:"))));
  }
}

Setting setting_from(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) throw Error(fmt::format("set is '{}': give NAME=VALUE", text));
  std::string name = text.substr(0, equals);
  std::replace(name.begin(), name.end(), '-', '_');
  return {std::string(field(name).name), text.substr(equals + 1)};
}

Config config_of(Json json, const std::string& where) {
  if (!json.is_object()) {
    throw Error(fmt::format("{} is not a JSON object: write options by name, such as {{\"lambda\": 2}}", where));
  }
  Config config;
  // A report of --json: what was asked for is among what came of it.
  if (const Json* options = json.find("options"); options != nullptr && options->is_object()) {
    if (const Json* sign = json.find("sign"); sign != nullptr && sign->is_text()) config.sign = sign->text();
    json = Json(*options);
  }
  for (const auto& [name, value] : json.members()) {
    if (value.is_array() || value.is_object() || value.is_null()) {
      throw Error(fmt::format("{}: {} is {}: give a number, a text, true or false", where, name, value.dump()));
    }
    const std::string text = value.is_text() ? value.text() : value.dump();
    if (name == "preset") {
      config.preset = text;
    } else {
      try {
        Options scratch;
        field(name).set(scratch, text);
      } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", where, error.what()));
      }
      config.settings.emplace_back(name, text);
    }
  }
  return config;
}

Config read_config(const std::string& file) {
  const std::string content = io::read_file(input_file(file));
  return config_of(sorted(Json::parse(content).value_or(nullptr)), fmt::format("'{}'", file));
}

std::optional<int> MatchFlags::take_number(std::string_view field_name) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (fields()[i].name != field_name || !values_[i]) continue;
    const std::string& text = *values_[i];
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return {};
    values_[i].reset();
    return number;
  }
  return {};
}

MatchFlags::Request MatchFlags::request() const {
  Config config;
  if (!config_.empty()) config = read_config(config_);
  std::vector<Setting> settings = config.settings;
  std::vector<std::string> clashing;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!values_[i]) continue;
    const std::string_view name = fields()[i].name;
    if (name == "first" || name == "levels") clashing.push_back(flag_name(name));
    settings.emplace_back(name, *values_[i]);
  }
  if (!range_.empty()) {
    if (!clashing.empty()) {
      throw Error(fmt::format("--range {} and {} both set the range: leave one of them out", range_,
                              fmt::join(clashing, " and ")));
    }
    for (Setting& setting : settings_of_range(range_)) settings.push_back(std::move(setting));
  }
  if (!preset_.empty()) config.preset = preset_;
  return {config.preset.empty() ? "default" : config.preset, std::move(settings), config.sign};
}

MatchFlags::Asked MatchFlags::asked() const {
  const Request asked = request();
  const Options options = make_options(asked.preset, asked.settings);
  validate(options);
  return {options, asked.sign};
}

Options MatchFlags::options() const {
  const auto [options, sign] = asked();
  return sign.empty() ? options : SignFlag{.name = sign}.to_inside(options);
}

}  // namespace csca::app
