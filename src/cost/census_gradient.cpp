// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/census_gradient.hpp"

#include "cost/colour_difference.hpp"
#include "cost/features.hpp"

#include <cmath>

namespace csca {
namespace {

constexpr int window = 5;
constexpr int bits = window * window - 1;

/// What the cost compares apart from colour.
struct Structure {
  Plane<float> gradient_x;
  Plane<float> gradient_y;
  Plane<std::uint32_t> census;

  explicit Structure(const FloatImage& image) {
    const Plane<float> grey = luma(image);
    gradient_x = csca::gradient_x(grey);
    gradient_y = csca::gradient_y(grey);
    census = std::move(census_transform(grey, window, false).word[0]);
  }
};

template <std::size_t channels>
class CensusGradient final : public MatchingCost {
 public:
  CensusGradient(const CensusGradientOptions& options, const FloatImage& left, FloatImage right)
      : left_(left),
        left_structure_(left),
        right_structure_(right),
        right_(std::move(right)),
        colour_{options.colour_weight, options.colour_truncation, channels},
        gradient_{options.gradient_weight, options.gradient_truncation},
        census_(static_cast<float>(options.census_weight / bits)) {
    right_ = mirrored(std::move(right_));
    right_structure_.gradient_x = mirrored(std::move(right_structure_.gradient_x));
    right_structure_.gradient_y = mirrored(std::move(right_structure_.gradient_y));
    right_structure_.census = mirrored(std::move(right_structure_.census));
  }

  void cells(int y, int begin, int end, Levels levels, int stride, float* out) const override {
    FloatRow row;
    row.width = left_.width();
    row.channels = channels;
    row.gradients = 2;
    row.colour_term = colour_.of_row();
    row.gradient_term = gradient_.of_row();
    row.bit_weight = census_;
    for (const int side : {0, 1}) {
      const FloatImage& image = side == 0 ? left_ : right_;
      const Structure& structure = side == 0 ? left_structure_ : right_structure_;
      for (std::size_t c = 0; c < channels; ++c) row.colour[side][c] = image.channels[c].row(y);
      row.gradient[side][0] = structure.gradient_x.row(y);
      row.gradient[side][1] = structure.gradient_y.row(y);
      row.code[side] = structure.census.row(y);
    }
    float_cells(row, begin, end, levels, stride, out);
  }

  float outside(int x, int y) const override {
    return colour_(magnitude(ColourRows<channels>(left_, y).at(x))) + 2 * gradient_.most() + census_ * bits;
  }

  bool bounded() const override { return true; }

 private:
  const FloatImage& left_;
  Structure left_structure_;
  Structure right_structure_;
  FloatImage right_;
  TruncatedTerm colour_;
  TruncatedTerm gradient_;
  float census_;
};

}  // namespace

std::unique_ptr<MatchingCost> make_census_gradient(const CostOptions& options, const FloatImage& left,
                                                   FloatImage right) {
  if (left.channels.size() == 1) return std::make_unique<CensusGradient<1>>(options.cg, left, std::move(right));
  return std::make_unique<CensusGradient<3>>(options.cg, left, std::move(right));
}

std::size_t census_gradient_bytes_per_pixel(const CostOptions& /*options*/, int channels) {
  return sizeof(float) * static_cast<std::size_t>(channels) + 2 * (2 * sizeof(float) + sizeof(std::uint32_t));
}

std::optional<IntegerForm> census_gradient_integer_form(const CostOptions& options) {
  const CensusGradientOptions& o = options.cg;
  return IntegerForm{.colour = true,
                     .gradients = 2,
                     .window = 5,
                     .colour_weight = o.colour_weight,
                     .colour_truncation = o.colour_truncation,
                     .gradient_weight = o.gradient_weight,
                     .gradient_truncation = o.gradient_truncation,
                     .bit_weight = o.census_weight / 24};
}

}  // namespace csca
