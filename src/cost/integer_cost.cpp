// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/integer_cost.hpp"

#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "cost/integer_form.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

int bits_of(int window) { return window == 0 ? 0 : window * window - 1; }
int words_of(int window) { return (bits_of(window) + 15) / 16; }

/// One term: so many steps of so much each.
struct Term {
  double weight;
  double most;
};

/// The scale at which rounding the weights to whole numbers moves costs least.
double best_scale(const std::array<Term, 3>& terms, int largest) {
  double sum = 0;
  for (const Term& term : terms) sum += term.weight * term.most;
  const double top = largest / sum;
  double best = 0;
  double least_error = 1e300;
  constexpr int tries = 256;
  for (int i = 0; i < tries; ++i) {
    const double scale = top * (1 - 0.5 * i / tries);
    double whole = 0;
    for (const Term& term : terms) whole += std::round(scale * term.weight) * term.most;
    if (whole > largest || whole == 0) continue;
    double error = 0;
    for (const Term& term : terms) {
      error += term.most * std::abs(std::round(scale * term.weight) * sum / whole - term.weight);
    }
    if (error < least_error) {
      least_error = error;
      best = scale;
    }
  }
  return best;
}

}  // namespace

std::optional<IntegerWeights> integer_weights(const CostOptions& options, int channels, int largest, bool fine) {
  const std::optional<IntegerForm> form = integer_form(options);
  if (!form || largest <= 0) return std::nullopt;
  IntegerWeights weights;
  const int parts = form->colour ? channels : 1;
  const double colour_most = std::round(255 * form->colour_truncation * parts);
  const double gradient_most = std::round(255 * gradient_steps * form->gradient_truncation);
  if (colour_most > 255 || gradient_most > 8191) return std::nullopt;
  weights.colour_most = static_cast<int>(colour_most);
  weights.gradient_most = static_cast<int>(gradient_most);
  weights.bits_most = static_cast<int>(std::round(form->bits_share * bits_of(form->window)));

  const std::array<Term, 3> steps = {
      Term{form->colour_weight / (255.0 * parts), colour_most},
      Term{form->gradient_weight / (255.0 * gradient_steps), gradient_most * form->gradients},
      Term{form->bit_weight, static_cast<double>(weights.bits_most)}};
  // Of fine gradients a term is at most fine_gradients times its cost before it is divided.
  const double scale = best_scale(steps, fine ? std::min(largest, 65535 / fine_gradients) : largest);
  if (scale == 0) return std::nullopt;
  weights.colour_weight = static_cast<int>(std::round(scale * steps[0].weight));
  weights.gradient_weight = static_cast<int>(std::round(scale * steps[1].weight));
  weights.bit_weight = static_cast<int>(std::round(scale * steps[2].weight));
  // So that the largest cost is the same as in floats.
  const double whole = weights.colour_weight * steps[0].most + weights.gradient_weight * steps[1].most +
                       weights.bit_weight * steps[2].most;
  double sum = 0;
  for (const Term& term : steps) sum += term.weight * term.most;
  weights.unit = static_cast<float>(sum / whole);
  if (!fine) return weights;
  if (weights.colour_weight * (65536 / fine_colours) > 65535)
    return integer_weights(options, channels, largest / 2, fine);
  weights.fine = true;
  weights.colour_most *= fine_colours;
  weights.gradient_most *= fine_gradients;
  return weights;
}

std::size_t integer_bytes_per_pixel(const CostOptions& options, int channels, bool fine) {
  const IntegerForm form = integer_form(options).value_or(IntegerForm{});
  return 2 * ((form.colour ? static_cast<std::size_t>(channels) * (fine ? 2 : 1) : 0) +
              sizeof(std::int16_t) * static_cast<std::size_t>(form.gradients + words_of(form.window)));
}

IntegerCost::IntegerCost(const CostOptions& options, const IntegerWeights& weights, const FloatImage& left,
                         const FloatImage& right, int threads, std::shared_ptr<const IntegerFeatures> left_features)
    : weights_(weights), width_(left.width()), height_(left.height()) {
  const IntegerForm form = integer_form(options).value();
  channels_ = form.colour ? static_cast<int>(left.channels.size()) : 0;
  gradients_ = form.gradients;
  window_ = form.window;
  words_ = words_of(window_);
  features_[0] = left_features ? std::move(left_features) : features_of(left, false, threads);
  features_[1] = features_of(right, true, threads);
}

// Bands of rows: each keeps the brightness rows of its window, and makes each of them once.
std::shared_ptr<const IntegerFeatures> IntegerCost::features_of(const FloatImage& image, bool mirrored,
                                                                int threads) const {
  const auto features = std::allocate_shared<IntegerFeatures>(PooledAllocator<IntegerFeatures>());
  auto& colour = features->colour;
  auto& fine_colour = features->fine_colour;
  auto& gradient = features->gradient;
  auto& code = features->code;
  for (int c = 0; c < channels_; ++c) {
    if (weights_.fine) {
      fine_colour[c] = FeatureRows<std::uint16_t>(width_, height_);
    } else {
      colour[c] = FeatureRows<std::uint8_t>(width_, height_);
    }
  }
  for (int g = 0; g < gradients_; ++g) gradient[g] = FeatureRows<std::int16_t>(width_, height_);
  if (words_ > 0) code = FeatureRows<std::uint16_t>(width_, height_ * words_);
  constexpr int band = 32;
  const int radius = std::max(window_ / 2, gradients_ > 1 ? 1 : 0);
  const int columns = window_ / 2;
  parallel_for(threads, (height_ + band - 1) / band, [&](int b) {
    const int begin = b * band;
    const int end = std::min(height_, begin + band);
    const int first = std::max(0, begin - radius);
    const int rows = std::min(height_, end + radius) - first;
    // Luma of the band's rows and of those around it; for gradients with a column more at both ends.
    const std::size_t pitch = static_cast<std::size_t>(width_) + 2;
    AlignedVector<float> luma(pitch * static_cast<std::size_t>(rows));
    const std::size_t code_pitch = static_cast<std::size_t>(width_ + 2 * columns) + 64;
    AlignedVector<std::int16_t> bright(window_ > 0 ? code_pitch * static_cast<std::size_t>(rows) : 0);
    const auto luma_of = [&](int y) { return luma.data() + 1 + pitch * static_cast<std::size_t>(y - first); };
    const auto bright_of = [&](int y) {
      return bright.data() + code_pitch * static_cast<std::size_t>(std::clamp(y, 0, height_ - 1) - first);
    };
    for (int y = first; y < first + rows; ++y) {
      FeatureRow source{.count = static_cast<int>(image.channels.size()), .width = width_};
      for (int c = 0; c < source.count; ++c) source.channels[c] = image.channels[c].row(y);
      float* row = luma_of(y);
      luma_row(source, row);
      if (window_ == 0) continue;
      std::int16_t* steps = bright_of(y);
      census_brightness(row, width_, steps + columns);
      std::fill_n(steps, columns, steps[columns]);
      std::fill_n(steps + columns + width_, code_pitch - static_cast<std::size_t>(columns + width_),
                  steps[columns + width_ - 1]);
    }
    AlignedVector<std::uint16_t> codes(mirrored ? offset(words_, code_pitch) : 0);
    for (int y = begin; y < end; ++y) {
      for (int g = 0; g < gradients_; ++g) gradient[g].clear_behind(y);
      for (int w = 0; w < words_; ++w) code.clear_behind(y * words_ + w);
      for (int c = 0; c < channels_; ++c) {
        if (weights_.fine) {
          fine_colour[c].clear_behind(y);
          colour_features(image.channels[c].row(y), width_, mirrored, fine_colour[c].row(y));
        } else {
          colour[c].clear_behind(y);
          colour_features(image.channels[c].row(y), width_, mirrored, colour[c].row(y));
        }
      }
      if (gradients_ > 0) {
        float* row = luma_of(y);
        // The first and last column have no gradient.
        std::int16_t* out = gradient[0].row(y);
        row[-1] = width_ > 1 ? row[1] : row[0];
        row[width_] = width_ > 1 ? row[width_ - 2] : row[0];
        gradient_features(row - 1, row + 1, width_, mirrored, weights_.fine, out);
      }
      if (gradients_ > 1) {
        const bool inside = y > 0 && y + 1 < height_;
        gradient_features(luma_of(inside ? y - 1 : y), luma_of(inside ? y + 1 : y), width_, mirrored, weights_.fine,
                          gradient[1].row(y));
      }
      if (words_ == 0) continue;
      const std::int16_t* window[15];
      for (int dy = 0; dy < window_; ++dy) window[dy] = bright_of(y + dy - columns);
      if (!mirrored) {
        const std::size_t row_pitch = static_cast<std::size_t>(code.row(1) - code.row(0));
        census_features(window, window_, width_, row_pitch, code.row(y * words_));
      } else {
        census_features(window, window_, width_, code_pitch, codes.data());
        for (int w = 0; w < words_; ++w) {
          mirror_codes(codes.data() + offset(w, code_pitch), width_, code.row(y * words_ + w));
        }
      }
    }
  });
  return features;
}

IntegerRow IntegerCost::row(int y) const {
  IntegerRow row{.width = width_, .channels = channels_, .gradients = gradients_, .words = words_, .weights = weights_};
  for (int side = 0; side < 2; ++side) {
    for (int c = 0; c < channels_; ++c) {
      if (weights_.fine) {
        row.fine_colour[side][c] = features_[side]->fine_colour[c].row(y);
      } else {
        row.colour[side][c] = features_[side]->colour[c].row(y);
      }
    }
    for (int g = 0; g < gradients_; ++g) row.gradient[side][g] = features_[side]->gradient[g].row(y);
    if (words_ > 0) row.code[side] = features_[side]->code.row(y * words_);
  }
  if (words_ > 0) row.code_pitch = static_cast<std::size_t>(features_[0]->code.row(1) - features_[0]->code.row(0));
  return row;
}

int IntegerCost::outside(int x, int y) const {
  int colour = 0;
  constexpr int black = 255 * fine_colours;
  for (int c = 0; c < channels_; ++c) {
    colour +=
        weights_.fine ? std::abs(features_[0]->fine_colour[c].row(y)[x] - black) : features_[0]->colour[c].row(y)[x];
  }
  const int colour_term = weights_.colour_weight * std::min(colour, weights_.colour_most);
  const int gradient_term = weights_.gradient_weight * weights_.gradient_most * gradients_;
  return (weights_.fine ? colour_term / fine_colours + gradient_term / fine_gradients : colour_term + gradient_term) +
         weights_.bit_weight * weights_.bits_most;
}

}  // namespace csca
