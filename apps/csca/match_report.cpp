// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_report.hpp"

#include "json.hpp"
#include "resources.hpp"

#include <csca/simd.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

namespace csca::app {
namespace {

constexpr std::array<std::pair<const char*, double Timings::*>, 7> steps = {{{"pyramid", &Timings::pyramid},
                                                                             {"cost", &Timings::cost},
                                                                             {"aggregate", &Timings::aggregate},
                                                                             {"combine", &Timings::combine},
                                                                             {"select", &Timings::select},
                                                                             {"refine", &Timings::refine},
                                                                             {"total", &Timings::total}}};

}  // namespace

std::string json_report(const Options& options, const Result& result, const std::string& sign) {
  Json json;
  json["version"] = CSCA_VERSION;
  json["simd"] = simd_target();
  for (const Field& field : fields()) {
    const std::string value = field.get(options);
    // Numbers and flags print as JSON does; "auto" and names are text.
    const bool text = !field.choices.empty() || value == "auto";
    json["options"][field.name] = text ? Json(value) : Json::parse(value).value();
  }
  json["sign"] = sign;
  json["width"] = result.disparity.width();
  json["height"] = result.disparity.height();
  json["first"] = result.range.first;
  json["levels"] = result.range.count;
  json["scales"] = result.scales;
  json["weights"] = result.weights;
  json["white"] = result.white;
  json["planes"] = Json::array();
  for (const SlantedPlane& plane : result.planes) {
    json["planes"].push_back({{"along", plane.along}, {"down", plane.down}, {"offset", plane.offset}});
  }
  json["warnings"] = result.warnings.empty() ? Json::array() : Json(result.warnings);
  for (const auto& [name, step] : steps) json["seconds"][name] = result.seconds.*step;
  json["seconds_of"] = "steps: summed over threads; total: by the clock";
  json["peak_memory_bytes"] = peak_memory();
  return json.dump(2) + "\n";
}

std::string text_report(const Result& result) {
  std::string text = fmt::format("{} x {} pixels, disparities {} to {}, {} scale{}\n", result.disparity.width(),
                                 result.disparity.height(), result.range.first, result.range.last(), result.scales,
                                 result.scales == 1 ? "" : "s");
  text += "weights, finest scale first:";
  for (const double weight : result.weights) text += fmt::format(" {:.4f}", weight);
  text += "\n";
  text += "time of each step, summed over threads, and total by the clock:\n";
  for (const auto& [name, step] : steps) text += fmt::format("{:9} {:8.3f} s\n", name, result.seconds.*step);
  return text + fmt::format("{:9} {:8.1f} MB\n", "memory", static_cast<double>(peak_memory()) / 1e6);
}

std::string list_options(const Options& options) {
  std::string text;
  for (const Field& field : fields()) {
    std::string value = field.get(options);
    // What is still open once everything is resolved has a meaning of its own.
    if (value == "auto" && field.name == "max_memory") value = "no limit";
    if (value == "auto" && field.name == "precision") value = "whole numbers of 16 bits";
    text += fmt::format("{} = {}\n", field.name, value);
  }
  return text;
}

}  // namespace csca::app
