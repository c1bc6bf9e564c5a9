// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tile_plan_file.hpp"

#include "plan/plan.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <memory>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

// Numbers that may be infinite, which JSON has no word for, as text.
std::string exact(double value) { return fmt::format("{}", value); }
double number_in(const Json& text) { return std::strtod(text.text().c_str(), nullptr); }
int whole_in(const Json& number) { return static_cast<int>(number.number()); }

Json of_window(const Window& window) { return Json::array({window.x, window.y, window.width, window.height}); }

Window window_in(const Json& json) {
  return {whole_in(json.at(0)), whole_in(json.at(1)), whole_in(json.at(2)), whole_in(json.at(3))};
}

TilePlan read(const Json& json) {
  TilePlan plan;
  for (const auto& [name, value] : json.at("options").members()) field(name).set(plan.options, value.text());
  for (const Json& tile : json.at("tiles").elements()) {
    plan.tiles.push_back(window_in(tile.at("place")));
    plan.windows.push_back(window_in(tile.at("window")));
    plan.ranges.push_back({whole_in(tile.at("first")), whole_in(tile.at("levels"))});
  }
  plan.exact = json.at("why_not").text().empty();
  plan.why_not = json.at("why_not").text();
  plan.blend = whole_in(json.at("blend"));
  plan.bytes = static_cast<std::size_t>(json.at("bytes").number());
  const auto whole = std::make_shared<WholePair>();
  whole->white = number_in(json.at("white"));
  whole->fit_words = json.at("fit_words") == Json(true);
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& image = json.at("images").at(i);
    plan.samples[i] = static_cast<Sample>(whole_in(image.at("sample")));
    whole->absurd[i] = number_in(image.at("absurd"));
    whole->holes[i] = image.at("holes") == Json(true);
  }
  plan.whole = whole;
  return plan;
}

}  // namespace

Json plan_to_json(const TilePlan& plan) {
  Json options = Json::object();
  for (const Field& field : fields()) options[field.name] = field.get(plan.options);
  Json tiles = Json::array();
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    tiles.push_back({{"place", of_window(plan.tiles[i])},
                     {"window", of_window(plan.windows[i])},
                     {"first", plan.ranges[i].first},
                     {"levels", plan.ranges[i].count}});
  }
  Json images = Json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    images.push_back({{"sample", static_cast<int>(plan.samples[i])},
                      {"absurd", exact(plan.whole->absurd[i])},
                      {"holes", plan.whole->holes[i]}});
  }
  return {{"options", options},
          {"white", exact(plan.whole->white)},
          {"fit_words", plan.whole->fit_words},
          {"images", images},
          {"blend", plan.blend},
          {"why_not", plan.exact ? "" : plan.why_not},
          {"bytes", plan.bytes},
          {"tiles", tiles}};
}

TilePlan plan_of_json(const Json& json) {
  try {
    return read(json);
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw Error("it holds no plan of tiles: make it anew by --tile-part plan");
  }
}

Json identity_of(const std::vector<fs::path>& files) {
  Json known = Json::array();
  for (const fs::path& file : files) {
    if (file.empty()) continue;
    std::error_code failed;
    const auto size = fs::file_size(file, failed);
    const auto changed = failed ? 0 : fs::last_write_time(file, failed).time_since_epoch().count();
    if (failed) throw Error(fmt::format("cannot read '{}': {}; check the path", file.string(), failed.message()));
    known.push_back({{"file", fs::absolute(file).string()}, {"size", size}, {"changed", changed}});
  }
  return known;
}

}  // namespace csca::app
