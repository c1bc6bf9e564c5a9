// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/volume_note.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

#include "io/files.hpp"
#include "io/json_depth.hpp"

namespace csca::io {

using nlohmann::json;

std::string encode_note(const VolumeShape& shape, const std::string& stage, int scale) {
  // A stage is any text: what is no UTF-8 in it becomes U+FFFD.
  const std::string text = json(stage).dump(-1, ' ', false, json::error_handler_t::replace);
  return fmt::format(
      "{{\n  \"first\": {},\n  \"levels\": {},\n  \"scale\": {},\n  \"stage\": {},\n"
      "  \"width\": {},\n  \"height\": {}\n}}\n",
      shape.levels.first, shape.levels.count, scale, text, shape.width, shape.height);
}

int first_level(const std::filesystem::path& file, const VolumeShape& shape) {
  const std::filesystem::path note = volume_note(file);
  std::error_code ignored;
  if (!std::filesystem::exists(note, ignored)) return 0;
  const std::string text = read_file(note);
  const auto noted = nests_too_deeply(text) ? json() : json::parse(text, nullptr, false);
  const auto number = [&](const char* key, int missing) {
    if (!noted.contains(key)) return missing;
    const auto& value = noted[key];
    // Twice the range that `match` allows: its own sentence is the better one for values a little outside.
    if (!value.is_number_integer() || std::abs(value.get<double>()) > 65'536) {
      throw Error(fmt::format("{}: {} is {}: give a whole number", quoted(note), key, value.dump()));
    }
    return value.get<int>();
  };
  if (!noted.is_object()) {
    throw Error(fmt::format("{} is not a JSON object: write {{\"first\": 0}} with the disparity of the first level",
                            quoted(note)));
  }
  const auto agree = [&](const char* key, int actual) {
    if (const int value = number(key, actual); value != actual) {
      throw Error(fmt::format("{} says {} {} but the array has {}: it belongs to another volume; correct or remove it",
                              quoted(note), key, value, actual));
    }
  };
  agree("levels", shape.levels.count);
  agree("width", shape.width);
  agree("height", shape.height);
  return number("first", 0);
}

}  // namespace csca::io
