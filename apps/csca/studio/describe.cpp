// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"
#include "studio/answers.hpp"

#include <array>
#include <utility>

namespace csca::app::studio {
namespace {

const char* name_of(Field::Kind kind) {
  constexpr std::array names = {"integer", "real", "flag", "choice", "list", "mixture", "bytes"};
  return names.at(static_cast<std::size_t>(kind));
}

const char* name_of(Field::Use use) {
  constexpr std::array names = {"ordinary", "essential", "reproduction"};
  return names.at(static_cast<std::size_t>(use));
}

Json description_of(const Field& field) {
  Json json = {{"name", field.name},          {"group", field.group},
               {"help", field.help},          {"use", name_of(field.use)},
               {"kind", name_of(field.kind)}, {"optional", field.optional},
               {"allowed", field.allowed()},  {"choices", field.choices.empty() ? Json::array() : Json(field.choices)}};
  if (field.bounds) {
    json["bounds"] = {
        {"minimum", field.bounds->minimum}, {"maximum", field.bounds->maximum}, {"step", field.bounds->step}};
  }
  return json;
}

}  // namespace

Json values_of(const Options& options) {
  Json values = Json::object();
  for (const Field& field : fields()) values[field.name] = field.get(options);
  return values;
}

Json description(Scenes& scenes) {
  Json json = {{"version", CSCA_VERSION}, {"most_upload_pixels", most_upload_pixels}};
  for (const Field& field : fields()) json["fields"].push_back(description_of(field));
  for (const Preset& preset : presets()) {
    if (!preset.is_condition()) json["presets"].push_back({{"name", preset.name}, {"help", preset.help}});
  }
  for (const Demo& demo : demos()) {
    json["demos"].push_back({{"id", demo.id}, {"title", demo.title}, {"help", demo.help}});
  }
  json["scenes"] = Json::array();
  for (const auto& scene : scenes.ready()) json["scenes"].push_back(scene->description());
  for (const auto& colour : picture::colour_map()) {
    json["colour_map"].push_back(Json::array({colour.red, colour.green, colour.blue}));
  }
  return json;
}

}  // namespace csca::app::studio
