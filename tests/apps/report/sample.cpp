// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// report_sample FILE: a report of matches on synthetic pairs, for the test in the browser and for eyes. Exit code 77,
// "skipped", where the tool has no report page. The peer's figures and the table's are made up.
#include "io/png.hpp"
#include "json.hpp"
#include "picture/colour_map.hpp"
#include "report/page.hpp"

#include <csca/csca.hpp>
#include <csca/io.hpp>
#include <csca/synth.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace csca {
namespace {

using nlohmann::json;

constexpr int levels = 40;

std::string base64(const std::string& bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (i + k < bytes.size() ? bytes[i + k] & 0xFFU : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

template <class Function>
std::string grey_png(int width, int height, Function&& value) {
  Image image(width, height, 1, Sample::u8);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.row<std::uint8_t>(y)[x] = value(x, y);
  }
  return base64(io::encode_png(image));
}

std::string disparity_png(const Plane<float>& map) {
  return grey_png(map.width(), map.height(), [&map](int x, int y) -> std::uint8_t {
    if (!std::isfinite(map(x, y))) return 0;
    return static_cast<std::uint8_t>(1 + std::lround(254 * std::clamp(map(x, y) / (levels - 1), 0.0F, 1.0F)));
  });
}

std::string errors_png(const Plane<float>& map, const SynthPair& pair) {
  return grey_png(map.width(), map.height(), [&](int x, int y) -> std::uint8_t {
    if (pair.visible_left(x, y) != 255) return 0;
    return std::abs(map(x, y) - pair.truth_left(x, y)) <= 1 ? 128 : 255;
  });
}

const std::vector<std::string> methods{"box", "gf", "nl", "st"};

std::string upper(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

json measures() {
  return {{{"id", "bad"}, {"title", "Bad pixels > 1 px, non-occluded"}, {"unit", "%"}},
          {{"id", "average"}, {"title", "Average error"}, {"unit", "px"}},
          {{"id", "seconds"}, {"title", "CPU time"}, {"unit", "s"}}};
}

json method_list() {
  json list = json::array();
  for (const auto& method : methods) {
    list.push_back({{"id", method}, {"title", upper(method)}});
    list.push_back({{"id", "s+" + method}, {"title", "S+" + upper(method)}, {"plain", method}});
  }
  list.push_back({{"id", "peer"}, {"title", "Peer"}, {"peer", true}});
  return list;
}

/// Means of what was measured, in the order of the methods.
json means(const json& group) {
  json list = json::array();
  for (std::size_t method = 0; method < group["methods"].size(); ++method) {
    json sums = json::object();
    int scenes = 0;
    for (const auto& result : group["results"]) {
      if (result["method"] != method) continue;
      ++scenes;
      for (const auto& [id, value] : result["values"].items()) sums[id] = sums.value(id, 0.0) + value.get<double>();
    }
    for (auto& sum : sums) sum = sum.get<double>() / scenes;
    if (scenes > 0) list.push_back({{"method", method}, {"values", sums}, {"scenes", scenes}});
  }
  return list;
}

json values(double bad, double average, double seconds) {
  return {{"bad", bad}, {"average", average}, {"seconds", seconds}};
}

/// Three pairs, matched; the peer has no result on the last of them and no pictures.
json matched_group() {
  json group{{"name", "synthetic"}, {"title", "Synthetic rooms"}, {"measures", measures()}, {"methods", method_list()}};
  group["missing"] = {"Room 4 was skipped: <b>nobody</b> rendered it."};
  for (int scene = 0; scene < 3; ++scene) {
    SynthOptions room;
    room.width = 360;
    room.height = 270;
    room.levels = levels;
    room.seed = static_cast<std::uint64_t>(scene) + 7;
    room.noise = 0.01 * scene;
    const SynthPair pair = synthesize(room);
    group["scenes"].push_back({{"dataset", "synth"},
                               {"name", "room" + std::to_string(scene + 1)},
                               {"width", room.width},
                               {"height", room.height},
                               {"levels", levels},
                               {"left", base64(io::encode_png(pair.left))},
                               {"truth", disparity_png(pair.truth_left)},
                               {"range", {0, levels - 1}}});
    for (std::size_t method = 0; method < 2 * methods.size(); ++method) {
      Options options;
      options.range = {0, levels, false};
      options.aggregate.method = methods[method / 2];
      if (method % 2 == 0) options.scale.scales = 1;
      const Result result = match(pair.left, pair.right, options);
      const Score score = evaluate(result.disparity, pair.truth_left, pair.visible_left);
      group["results"].push_back({{"scene", scene},
                                  {"method", method},
                                  {"values", values(score.bad, score.average, result.seconds.total)},
                                  {"disparity", disparity_png(result.disparity)},
                                  {"errors", errors_png(result.disparity, pair)}});
    }
    if (scene < 2) {
      group["results"].push_back({{"scene", scene}, {"method", 8}, {"values", values(20 + scene, 2.5, 0.02)}});
    }
  }
  group["means"] = means(group);
  return group;
}

/// Many scenes without pictures.
json large_group() {
  json group{{"name", "large"}, {"title", "Two hundred"}, {"measures", measures()}, {"methods", method_list()}};
  for (int scene = 0; scene < 200; ++scene) {
    const std::string number = std::to_string(scene);
    group["scenes"].push_back({{"dataset", scene % 2 == 0 ? "even" : "odd"},
                               {"name", std::string(6 - number.size(), '0') + number + "_10"},
                               {"width", 1242},
                               {"height", 375},
                               {"levels", 256}});
    for (int method = 0; method < 9; ++method) {
      const double bad = 5 + (scene * 37 + method * 11) % 23;
      group["results"].push_back(
          {{"scene", scene}, {"method", method}, {"values", values(bad, bad / 5, 0.1 + method)}});
    }
  }
  group["means"] = means(group);
  return group;
}

json curves(const json& group) {
  json lambda = json::array();
  json scales = json::array();
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const double bad = group["means"][2 * m]["values"]["bad"];
    const double place = static_cast<double>(m);
    json points = json::array();
    for (const double value : {0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 2.0, 5.0, 10.0}) {
      points.push_back({value, bad - 1.5 + 0.8 * std::pow(std::log((value + 0.02) / 0.5), 2) / (1 + place)});
    }
    lambda.push_back({{"method", methods[m]}, {"title", "S+" + upper(methods[m])}, {"points", points}, {"best", 0.5}});
    json counts = json::array();
    for (int n = 1; n <= 6; ++n) {
      counts.push_back(
          {{"scales", n}, {"bad", bad - 3 + 3.0 / n}, {"seconds", 0.05 * (1 + place) * (2 - std::pow(0.5, n))}});
    }
    scales.push_back({{"method", methods[m]}, {"title", upper(methods[m])}, {"points", counts}});
  }
  return {{"lambda", lambda}, {"scales", scales}};
}

json sample() {
  json data{{"csca", "0.1.0"},
            // Everything that would end a script, or a line of one.
            {"title", "Sample report </script><script>window.broken = true</script> \u2028 & <i>more</i>"},
            {"created_with", "report_sample"},
            {"machine", "A processor, 2 threads"},
            {"groups", {matched_group(), large_group()}}};
  for (const auto& colour : picture::colour_map())
    data["colour_map"].push_back({colour.red, colour.green, colour.blue});
  data.update(curves(data["groups"][0]));
  data["tables"] = {{{"title", "Table 1: Middlebury"},
                     {"note", "Made up, to show a table."},
                     {"columns", {"Method", "M31 ours", "M31 paper", "difference"}},
                     {"rows",
                      {{"BOX", 14.9, 15.45, -0.55},
                       {"NL", 10.9, 10.35, 0.55},
                       {"BF", nullptr, 12.0, nullptr},
                       {"GF", 9.75, 9.15, 0.6},
                       {"mean", 11.85, 11.74, 0.11}}}}};
  return data;
}

}  // namespace
}  // namespace csca

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: report_sample FILE\n", stderr);
    return 2;
  }
  if (!csca::app::has_report_page()) {
    std::puts("skipped: this build has no report page");
    return 77;
  }
  csca::write_file(arguments[1], csca::app::report_page(csca::app::Json::parse(csca::sample().dump()).value()));
  return 0;
}
