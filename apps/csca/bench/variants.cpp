// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/variants.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace csca::app {
namespace {

using Input = Variant::Input;

const std::array<Variant, 7>& table() {
  static const std::array<Variant, 7> variants = {{{"nearest", {{"level_map", "nearest"}, {"space_map", "nearest"}}},
                                                   {"whole", {{"subpixel", "none"}}},
                                                   {"diagonal", {{"right", "diagonal"}}},
                                                   {"full", {{"right", "full"}}},
                                                   {"masked", {}, Input::masked},
                                                   {"16-bit", {}, Input::words},
                                                   {"float", {}, Input::floats}}};
  return variants;
}

/// The same picture with other samples: 8-bit ones times `factor`.
template <class T>
Image with_samples(const Image& image, Sample sample, T factor) {
  Image result(image.width(), image.height(), image.channels(), sample);
  const int size = image.width() * image.channels();
  for (int y = 0; y < image.height(); ++y) {
    const auto* from = image.row<std::uint8_t>(y);
    T* to = result.row<T>(y);
    for (int i = 0; i < size; ++i) to[i] = static_cast<T>(factor * static_cast<T>(from[i]));
  }
  return result;
}

/// A tenth of the pixels, in squares all over the image: what a vehicle's bonnet and a lens's dirt hide.
Mask squares(int width, int height) {
  Mask mask(width, height, 1);
  constexpr int period = 63;
  constexpr int side = 20;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) mask(x, y) = x % period < side && y % period < side ? 0 : 1;
  }
  return mask;
}

}  // namespace

std::span<const Variant> all_variants() { return table(); }

const Variant& variant_named(const std::string& name) {
  const auto found = std::find_if(table().begin(), table().end(), [&](const Variant& v) { return v.name == name; });
  if (found != table().end()) return *found;
  std::string names;
  for (const Variant& variant : table()) names += fmt::format("{}{}", names.empty() ? "" : ", ", variant.name);
  throw Error(fmt::format("variants has '{}': allowed is {}", name, names));
}

VariantPair::VariantPair(const BenchPair& pair, Input input) : pair_(pair) {
  if (input == Input::masked) mask_ = squares(pair.left.width(), pair.left.height());
  if (input != Input::words && input != Input::floats) return;
  if (pair.left.sample() != Sample::u8 || pair.right.sample() != Sample::u8) {
    throw Error("the variants 16-bit and float turn 8-bit images into others: give a pair of 8 bits");
  }
  const auto turned = [&](const Image& image) {
    return input == Input::words ? with_samples<std::uint16_t>(image, Sample::u16, 257)
                                 : with_samples<float>(image, Sample::f32, 1 / 255.0F);
  };
  left_ = turned(pair.left);
  right_ = turned(pair.right);
}

Pair VariantPair::pair() const {
  const bool made = left_.width() > 0;
  return {made ? left_ : pair_.left, made ? right_ : pair_.right, mask_, mask_};
}

}  // namespace csca::app
