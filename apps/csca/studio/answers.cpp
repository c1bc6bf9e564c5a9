// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/answers.hpp"

#include "match_flags.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca::app::studio {
namespace {

/// The member as text, or as a number; throws Error where it is missing or something else.
const std::string& text_of(const Json& json, const char* name) {
  const Json* value = json.find(name);
  if (value == nullptr || !value->is_text()) throw Error(fmt::format("the request has no text '{}'", name));
  return value->text();
}

double number_of(const Json& json, const char* name, double otherwise) {
  const Json* value = json.find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_number()) throw Error(fmt::format("{} is {}: give a number", name, value->dump()));
  return value->number();
}

int place_of(const Json& json, const char* name, int size) {
  const double value = number_of(json, name, 0);
  if (value >= 0 && value < size && value == std::floor(value)) return static_cast<int>(value);
  throw Error(fmt::format("{} is {}: give a whole number from 0 to {}, inside the image", name, value, size - 1));
}

}  // namespace

Options options_of(const Json& settings) {
  const Config config = config_of(settings, "settings");
  Options options = make_options(config.preset.empty() ? "default" : config.preset, config.settings);
  validate(options);
  return options;
}

Ask ask_of(std::string_view text, Scenes& scenes, std::optional<std::size_t> most_memory) {
  const std::optional<Json> json = Json::parse(text);
  if (!json || !json->is_object()) throw Error("the request is no JSON object: write {\"scene\": \"room\", ...}");
  Ask ask;
  ask.scene = scenes.find(text_of(*json, "scene"));
  ask.owner = text_of(*json, "client") + "/" + text_of(*json, "view");
  const Json* settings = json->find("settings");
  ask.options = options_of(settings == nullptr ? Json::object() : *settings);
  if (most_memory) {
    std::optional<std::size_t>& limit = ask.options.run.max_memory;
    limit = std::min(limit.value_or(*most_memory), *most_memory);
  }
  const Json* coarse = json->find("coarse");
  ask.coarse = coarse != nullptr && *coarse == Json(true);
  ask.threshold = number_of(*json, "threshold", 1);
  if (!(ask.threshold >= 0 && std::isfinite(ask.threshold))) throw Error("threshold is below 0: give 0 or more pixels");
  ask.x = place_of(*json, "x", ask.scene->left.width());
  ask.y = place_of(*json, "y", ask.scene->left.height());
  return ask;
}

}  // namespace csca::app::studio
