// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/intensity_gradient.hpp"

#include "cost/colour_difference.hpp"
#include "cost/features.hpp"

#include <cmath>

namespace csca {
namespace {

template <std::size_t channels>
class IntensityGradient final : public MatchingCost {
 public:
  IntensityGradient(const IntensityGradientOptions& options, const FloatImage& left, FloatImage right)
      : left_(left),
        left_gradient_(gradient_x(luma(left))),
        right_gradient_(gradient_x(luma(right))),
        right_(std::move(right)),
        colour_{options.colour_weight, options.colour_truncation, channels},
        gradient_{options.gradient_weight, options.gradient_truncation} {
    right_ = mirrored(std::move(right_));
    right_gradient_ = mirrored(std::move(right_gradient_));
  }

  void cells(int y, int begin, int end, Levels levels, int stride, float* out) const override {
    FloatRow row;
    row.width = left_.width();
    row.channels = channels;
    row.gradients = 1;
    row.colour_term = colour_.of_row();
    row.gradient_term = gradient_.of_row();
    for (const int side : {0, 1}) {
      const FloatImage& image = side == 0 ? left_ : right_;
      for (std::size_t c = 0; c < channels; ++c) row.colour[side][c] = image.channels[c].row(y);
      row.gradient[side][0] = (side == 0 ? left_gradient_ : right_gradient_).row(y);
    }
    float_cells(row, begin, end, levels, stride, out);
  }

  float outside(int x, int y) const override {
    // A partner without colour; its gradient lacks the offset that the authors' program adds, so that term saturates.
    return colour_(magnitude(ColourRows<channels>(left_, y).at(x))) + gradient_.most();
  }

  bool bounded() const override { return true; }

 private:
  const FloatImage& left_;
  Plane<float> left_gradient_;
  Plane<float> right_gradient_;
  FloatImage right_;
  TruncatedTerm colour_;
  TruncatedTerm gradient_;
};

}  // namespace

std::unique_ptr<MatchingCost> make_intensity_gradient(const CostOptions& options, const FloatImage& left,
                                                      FloatImage right) {
  if (left.channels.size() == 1) return std::make_unique<IntensityGradient<1>>(options.grd, left, std::move(right));
  return std::make_unique<IntensityGradient<3>>(options.grd, left, std::move(right));
}

std::size_t intensity_gradient_bytes_per_pixel(const CostOptions& /*options*/, int channels) {
  return sizeof(float) * (static_cast<std::size_t>(channels) + 2);  // the right image and both gradients
}

std::optional<IntegerForm> intensity_gradient_integer_form(const CostOptions& options) {
  const IntensityGradientOptions& o = options.grd;
  return IntegerForm{.colour = true,
                     .gradients = 1,
                     .colour_weight = o.colour_weight,
                     .colour_truncation = o.colour_truncation,
                     .gradient_weight = o.gradient_weight,
                     .gradient_truncation = o.gradient_truncation};
}

}  // namespace csca
