// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/census.hpp"

#include "cost/features.hpp"

#include <array>
#include <cmath>

namespace csca {
namespace {

int words_for(int window) { return (window * window - 1 + 31) / 32; }

Census census_of(const CensusOptions& options, const FloatImage& image) {
  Plane<float> grey = luma(image);
  if (options.round) {
    for (float& value : grey) value = std::round(value * 255);
  }
  return census_transform(grey, options.window, options.wrap);
}

template <int words>
class CensusCost final : public MatchingCost {
 public:
  CensusCost(const CensusOptions& options, const FloatImage& left, const FloatImage& right)
      : left_(census_of(options, left)),
        right_(census_of(options, right)),
        most_(static_cast<float>(options.truncation * left_.bits)) {
    for (auto& word : right_.word) word = mirrored(std::move(word));
  }

  void cells(int y, int begin, int end, Levels levels, int stride, float* out) const override {
    std::array<const std::uint32_t*, words> left;
    std::array<const std::uint32_t*, words> right;
    for (int w = 0; w < words; ++w) {
      left[w] = left_.word[w].row(y);
      right[w] = right_.word[w].row(y);
    }
    const float most = most_;
    fill_cells(left_.word[0].width(), begin, end, levels, stride, out, [=](int x) {
      std::array<std::uint32_t, words> code;
      for (int w = 0; w < words; ++w) code[w] = left[w][x];
      return [=](int m) {
        std::uint32_t counts = 0;
        for (int w = 0; w < words; ++w) counts += byte_counts(code[w] ^ right[w][m]);
        return std::min(static_cast<float>(static_cast<std::int32_t>(fold_bytes(counts))), most);
      };
    });
  }

  float outside(int /*x*/, int /*y*/) const override { return most_; }

  bool bounded() const override { return true; }

 private:
  Census left_;
  Census right_;
  float most_;
};

}  // namespace

std::unique_ptr<MatchingCost> make_census(const CostOptions& options, const FloatImage& left, FloatImage right) {
  const CensusOptions& o = options.cen;
  switch (words_for(o.window)) {  // a compile-time number of words, so that the inner loop unrolls
    case 1:
      return std::make_unique<CensusCost<1>>(o, left, right);
    case 2:
      return std::make_unique<CensusCost<2>>(o, left, right);
    case 3:
      return std::make_unique<CensusCost<3>>(o, left, right);
    case 4:
      return std::make_unique<CensusCost<4>>(o, left, right);
    case 6:
      return std::make_unique<CensusCost<6>>(o, left, right);
    default:
      return std::make_unique<CensusCost<7>>(o, left, right);
  }
}

std::optional<int> census_margin(const CostOptions& options) {
  return options.cen.wrap ? std::optional<int>() : options.cen.window / 2;
}

std::size_t census_bytes_per_pixel(const CostOptions& options, int /*channels*/) {
  return 2 * sizeof(std::uint32_t) * static_cast<std::size_t>(words_for(options.cen.window));
}

std::optional<IntegerForm> census_integer_form(const CostOptions& options) {
  if (options.cen.wrap || options.cen.round) return std::nullopt;
  return IntegerForm{.window = options.cen.window, .bit_weight = 1, .bits_share = options.cen.truncation};
}

}  // namespace csca
