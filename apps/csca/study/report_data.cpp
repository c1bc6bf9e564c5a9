// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/report_data.hpp"

#include "bench/report.hpp"

#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca::app {
namespace {

std::string base64(const std::string& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? digits[bits >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

/// Large pictures lose every other pixel, or more: a page with hundreds of them has to stay small.
int stride_for(int width) { return (width + 639) / 640; }

/// A picture of one value a pixel, every stride-th of them.
template <class Value>
std::string grey_picture(int width, int height, const Value& value) {
  const int stride = stride_for(width);
  Image picture((width + stride - 1) / stride, (height + stride - 1) / stride, 1, Sample::u8);
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) picture.row<std::uint8_t>(y)[x] = value(x * stride, y * stride);
  }
  return base64(png_bytes(picture));
}

/// 0 is unknown, 1 to 255 run through the range.
std::string disparity_picture(const Plane<float>& disparity, ColourRange range) {
  const float span = std::max(range.high - range.low, 1e-6F);
  return grey_picture(disparity.width(), disparity.height(), [&](int x, int y) -> std::uint8_t {
    const float d = disparity(x, y);
    if (!std::isfinite(d)) return 0;
    return static_cast<std::uint8_t>(1 + std::lround(254 * std::clamp((d - range.low) / span, 0.0F, 1.0F)));
  });
}

/// 0 where nothing is scored, 128 good, 255 bad.
std::string error_picture(const Plane<float>& disparity, const GroundTruth& truth, const Mask& mask, double threshold) {
  return grey_picture(disparity.width(), disparity.height(), [&](int x, int y) -> std::uint8_t {
    const float expected = truth.disparity(x, y);
    if (!std::isfinite(expected) || (!mask.empty() && mask(x, y) != 255)) return 0;
    return std::abs(disparity(x, y) - expected) <= threshold ? 128 : 255;  // NaN is bad
  });
}

std::string scene_picture(const Image& image) {
  const Image shown = to_display(image);
  const int stride = stride_for(shown.width());
  Image small((shown.width() + stride - 1) / stride, (shown.height() + stride - 1) / stride, 3, Sample::u8);
  for (int y = 0; y < small.height(); ++y) {
    for (int x = 0; x < small.width(); ++x) {
      std::copy_n(shown.row<std::uint8_t>(y * stride) + static_cast<std::ptrdiff_t>(3) * x * stride, 3,
                  small.row<std::uint8_t>(y) + static_cast<std::ptrdiff_t>(3) * x);
    }
  }
  return base64(png_bytes(small));
}

Json colours() {
  Plane<float> ramp(256, 1);
  for (int i = 0; i < 256; ++i) ramp(i, 0) = static_cast<float>(i);
  const Image painted = paint_disparity(ramp, {0, 255});
  Json list = Json::array();
  for (int i = 0; i < 256; ++i) {
    const std::uint8_t* pixel = painted.row<std::uint8_t>(0) + static_cast<std::ptrdiff_t>(3) * i;
    list.push_back(Json::array({pixel[0], pixel[1], pixel[2]}));
  }
  return list;
}

struct ReportedMeasure {
  const char* id;
  std::string title;
  const char* unit;
  Measure figure;
};

std::vector<ReportedMeasure> measures_of(const StudyGroup& group) {
  const Measure bad = ranked_figure(group.rules);
  Measure average = bad;
  average.kind = "average";
  return {{"bad",
           fmt::format("Bad pixels, error above {} px{}", rules(bad.rules).thresholds[bad.threshold],
                       bad.kind == "total_bad" ? " or missing" : ""),
           "%", bad},
          {"average", "Average error", "px", average}};
}

Json scene_json(const Scene& scene, const Image& left, const std::optional<GroundTruth>& truth,
                const std::optional<ColourRange>& range) {
  Json result = {{"dataset", scene.dataset}, {"name", scene.name},     {"width", left.width()},
                 {"height", left.height()},  {"levels", scene.levels}, {"left", scene_picture(left)}};
  if (range) result["range"] = Json::array({range->low, range->high});
  if (truth) result["truth"] = disparity_picture(truth->disparity, *range);
  return result;
}

Json group_json(const GroupOutcome& outcome, const std::filesystem::path& out) {
  const std::vector<ReportedMeasure> measures = measures_of(*outcome.group);
  Json group = {{"name", outcome.group->name}, {"title", outcome.group->title}, {"missing", outcome.missing},
                {"scenes", Json::array()},     {"methods", Json::array()},      {"results", Json::array()},
                {"means", Json::array()}};
  for (const ReportedMeasure& m : measures)
    group["measures"].push_back({{"id", m.id}, {"title", m.title}, {"unit", m.unit}});
  group["measures"].push_back({{"id", "seconds"}, {"title", "CPU time"}, {"unit", "s"}});

  for (std::size_t r = 0; r < outcome.rows.size(); ++r) {
    const StudyRow& row = outcome.rows[r];
    Json method = {{"id", row.id}, {"title", row.title}, {"peer", row.peer.has_value()}};
    if (!row.plain.empty()) method["plain"] = row.plain;
    group["methods"].push_back(method);
    Json values = {{"seconds", outcome.mean_seconds(row, every_scene)}};
    for (const ReportedMeasure& m : measures) values[m.id] = outcome.mean(row, m.figure, every_scene);
    group["means"].push_back(
        {{"method", r}, {"values", values}, {"scenes", outcome.measured(measures[0].figure, every_scene).size()}});
  }

  for (const Scene& scene : outcome.scenes) {
    const Image left = read_image(scene.left);
    const std::optional<GroundTruth> truth = scene.truth_expected ? std::optional(read_truth(scene)) : std::nullopt;
    std::optional<ColourRange> range;
    if (truth) range = colour_range(truth->disparity);
    const std::size_t number = group["scenes"].size();
    for (std::size_t r = 0; r < outcome.rows.size(); ++r) {
      const StudyRow& row = outcome.rows[r];
      const std::optional<double> seconds = outcome.seconds(scene, row);
      const std::filesystem::path map = files_of(out, {outcome.group, scene, row}).map;
      if (!seconds || !std::filesystem::exists(map)) continue;
      const Plane<float> disparity = read_disparity(map);
      if (!range) range = colour_range(disparity);
      Json result = {{"scene", number}, {"method", r}, {"disparity", disparity_picture(disparity, *range)}};
      result["values"]["seconds"] = *seconds;
      for (const ReportedMeasure& m : measures) result["values"][m.id] = outcome.value(scene, row, m.figure);
      if (truth) {
        result["errors"] = error_picture(disparity, *truth, main_region(*outcome.group, *truth).mask,
                                         rules(measures[0].figure.rules).thresholds[measures[0].figure.threshold]);
      }
      group["results"].push_back(std::move(result));
    }
    group["scenes"].push_back(scene_json(scene, left, truth, range));
  }
  return group;
}

}  // namespace

Json report_data(const StudyOutcome& outcome, const std::filesystem::path& out, const std::string& command) {
  Json data = {{"csca", CSCA_VERSION},    {"title", "Stereo matching across scales: a study"},
               {"created_with", command}, {"machine", fmt::format("{}, one thread a pair", describe_machine().cpu)},
               {"colour_map", colours()}, {"groups", Json::array()},
               {"tables", Json::array()}, {"lambda", Json::array()},
               {"scales", Json::array()}};
  for (const GroupOutcome& group : outcome.groups) {
    if (!group.scenes.empty()) data["groups"].push_back(group_json(group, out));
  }
  for (const StudyTable& table : outcome.tables) data["tables"].push_back(to_json(table));
  for (const SweepCurve& curve : outcome.lambda) {
    Json points = Json::array();
    for (const SweepCurve::Point& point : curve.points) {
      if (point.bad) points.push_back(Json::array({point.value, *point.bad}));
    }
    data["lambda"].push_back(
        {{"method", curve.method}, {"title", curve.title}, {"points", points}, {"best", curve.best}});
  }
  for (const SweepCurve& curve : outcome.scales) {
    Json points = Json::array();
    for (const SweepCurve::Point& point : curve.points) {
      points.push_back({{"scales", point.value}, {"bad", point.bad}, {"seconds", point.seconds}});
    }
    data["scales"].push_back({{"method", curve.method}, {"title", curve.title}, {"points", points}});
  }
  return data;
}

}  // namespace csca::app
