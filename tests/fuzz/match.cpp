// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include <fmt/format.h>
#include <fuzzer/FuzzedDataProvider.h>

#include <cmath>
#include <cstdlib>

// Tiny images of every kind, with random options at the ends of their ranges and between.
namespace csca {
namespace {

Image random_image(FuzzedDataProvider& data, int width, int height) {
  const Sample sample = data.PickValueInArray({Sample::u8, Sample::u16, Sample::f32});
  Image image(width, height, data.PickValueInArray({1, 2, 3, 4}), sample);
  for (int y = 0; y < height; ++y) data.ConsumeData(image.row<std::byte>(y), image.row_bytes());
  return image;
}

Mask random_mask(FuzzedDataProvider& data, int width, int height) {
  if (!data.ConsumeBool()) return {};
  Mask mask(width, height);
  for (std::uint8_t& known : mask) known = data.ConsumeIntegral<std::uint8_t>();
  return mask;
}

std::string random_value(FuzzedDataProvider& data, const Field& field) {
  if (field.optional && data.ConsumeBool()) return "auto";
  if (field.kind == Field::Kind::flag) return data.ConsumeBool() ? "true" : "false";
  if (!field.choices.empty()) {
    const std::string first(field.choices[data.ConsumeIntegralInRange<std::size_t>(0, field.choices.size() - 1)]);
    const std::string second(field.choices[data.ConsumeIntegralInRange<std::size_t>(0, field.choices.size() - 1)]);
    if (field.kind == Field::Kind::list && data.ConsumeBool()) return first + "," + second;
    if (field.kind == Field::Kind::mixture && data.ConsumeBool()) return "0.3*" + first + "+" + second;
    return first;
  }
  if (!field.bounds) return data.ConsumeRandomLengthString(8);
  const Bounds& bounds = *field.bounds;
  double value = data.PickValueInArray({bounds.minimum, bounds.maximum, bounds.minimum + 1, bounds.minimum + 0.25});
  if (data.ConsumeBool()) value = data.ConsumeFloatingPointInRange(bounds.minimum, std::min(bounds.maximum, 40.0));
  if (field.kind != Field::Kind::real) value = std::round(value);
  return fmt::format("{}", value);
}

void run(FuzzedDataProvider& data) {
  const int width = data.ConsumeIntegralInRange(1, 24);
  const int height = data.ConsumeIntegralInRange(1, 16);
  std::vector<Setting> settings;
  const int count = data.ConsumeIntegralInRange(0, 6);
  for (int i = 0; i < count; ++i) {
    const Field& field = fields()[data.ConsumeIntegralInRange<std::size_t>(0, fields().size() - 1)];
    settings.emplace_back(field.name, random_value(data, field));
  }
  const std::string preset(presets()[data.ConsumeIntegralInRange<std::size_t>(0, presets().size() - 1)].name);
  Options options = make_options(preset, settings);
  // Time and memory of a trial, not what it may find.
  options.run.threads = 1;
  if (options.range.levels) options.range.levels = std::min(*options.range.levels, 80);
  options.aggregate.bf.radius = std::min(options.aggregate.bf.radius, 9);
  options.run.max_memory = 200'000'000;
  const Mask left_mask = random_mask(data, width, height);
  const Mask right_mask = random_mask(data, width, height);
  const Image left = random_image(data, width, height);
  const Image right = random_image(data, width, height);
  const Result result = match({left, right, left_mask, right_mask}, options);
  if (result.disparity.width() != width || result.disparity.height() != height) std::abort();
  for (const float d : result.disparity) {
    const bool sound = std::isnan(d) || (d >= static_cast<float>(result.range.first) - 1 &&
                                         d <= static_cast<float>(result.range.last()) + 1);
    if (!sound) std::abort();
  }
}

}  // namespace
}  // namespace csca

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  FuzzedDataProvider data(bytes, size);
  try {
    csca::run(data);
  } catch (const csca::Error&) {
  }
  return 0;
}
