// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "fuzz/choices.hpp"
#include "fuzz/targets.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

// Tiny images of every kind, with random options at the ends of their ranges and between.
namespace csca::fuzz {
namespace {

Image random_image(Choices& choices, int width, int height) {
  const Sample sample = choices.one_of({Sample::u8, Sample::u16, Sample::f32});
  Image image(width, height, choices.one_of({1, 2, 3, 4}), sample);
  for (int y = 0; y < height; ++y) choices.fill(image.row<std::byte>(y), image.row_bytes());
  return image;
}

Mask random_mask(Choices& choices, int width, int height) {
  if (!choices.flag()) return {};
  Mask mask(width, height);
  choices.fill(mask.data(), mask.size());
  return mask;
}

std::string random_value(Choices& choices, const Field& field) {
  if (field.optional && choices.flag()) return "auto";
  if (field.kind == Field::Kind::flag) return choices.flag() ? "true" : "false";
  if (!field.choices.empty()) {
    const std::string first(choices.one_of(field.choices));
    const std::string second(choices.one_of(field.choices));
    if (field.kind == Field::Kind::list && choices.flag()) return first + "," + second;
    if (field.kind == Field::Kind::mixture && choices.flag()) return "0.3*" + first + "+" + second;
    return first;
  }
  if (!field.bounds) return choices.text(8);
  const Bounds& bounds = *field.bounds;
  double value = choices.one_of({bounds.minimum, bounds.maximum, bounds.minimum + 1, bounds.minimum + 0.25});
  if (choices.flag()) value = choices.real(bounds.minimum, std::min(bounds.maximum, 40.0));
  if (field.kind != Field::Kind::real) value = std::round(value);
  return fmt::format("{}", value);
}

Options random_options(Choices& choices) {
  std::vector<Setting> settings;
  for (int count = choices.whole(0, 6); count > 0; --count) {
    const Field& field = fields()[static_cast<std::size_t>(choices.whole(0, static_cast<int>(fields().size()) - 1))];
    settings.emplace_back(field.name, random_value(choices, field));
  }
  Options options = make_options(choices.one_of(presets()).name, settings);
  // Time and memory of a trial, not what it may find.
  options.run.threads = 1;
  if (options.range.levels) options.range.levels = std::min(*options.range.levels, 80);
  options.aggregate.bf.radius = std::min(options.aggregate.bf.radius, 9);
  options.run.max_memory = 200'000'000;
  return options;
}

}  // namespace

void match(const std::string& bytes) {
  Choices choices(bytes);
  const int width = choices.whole(1, 24);
  const int height = choices.whole(1, 16);
  const Options options = random_options(choices);
  const Mask left_mask = random_mask(choices, width, height);
  const Mask right_mask = random_mask(choices, width, height);
  const Image left = random_image(choices, width, height);
  const Image right = random_image(choices, width, height);
  const Result result = csca::match({left, right, left_mask, right_mask}, options);
  if (result.disparity.width() != width || result.disparity.height() != height) std::abort();
  for (const float d : result.disparity) {
    const bool sound = std::isnan(d) || (d >= static_cast<float>(result.range.first) - 1 &&
                                         d <= static_cast<float>(result.range.last()) + 1);
    if (!sound) std::abort();
  }
}

}  // namespace csca::fuzz
