// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/naive_cost.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace csca {

NaiveCost::NaiveCost(const CostOptions& options, FloatImage left, FloatImage right)
    : options_(options), left_(std::move(left)), right_(std::move(right)) {}

double NaiveCost::grey(const FloatImage& image, int x, int y) const {
  if (image.channels.size() == 1) return image.channels[0](x, y);
  return 0.299 * image.channels[0](x, y) + 0.587 * image.channels[1](x, y) + 0.114 * image.channels[2](x, y);
}

double NaiveCost::gradient_x(const FloatImage& image, int x, int y) const {
  if (x == 0 || x == image.width() - 1) return 0;  // both neighbours are the same one when the border reflects
  return grey(image, x + 1, y) - grey(image, x - 1, y);
}

double NaiveCost::gradient_y(const FloatImage& image, int x, int y) const {
  if (y == 0 || y == image.height() - 1) return 0;
  return grey(image, x, y + 1) - grey(image, x, y - 1);
}

double NaiveCost::colour_difference(int x, int y, int partner) const {
  double sum = 0;
  for (std::size_t c = 0; c < left_.channels.size(); ++c) {
    sum += std::abs(static_cast<double>(left_.channels[c](x, y)) - right_.channels[c](partner, y));
  }
  return sum / static_cast<double>(left_.channels.size());
}

double NaiveCost::colour_magnitude(int x, int y) const {
  double sum = 0;
  for (const Plane<float>& channel : left_.channels) sum += std::abs(channel(x, y));
  return sum / static_cast<double>(left_.channels.size());
}

int NaiveCost::hamming(int x, int y, int partner, int window, bool wrap, bool round) const {
  const auto place = [wrap](int i, int size) {
    if (!wrap) return std::clamp(i, 0, size - 1);
    while (i < 0) i += size;
    return i % size;
  };
  const auto bit = [&](const FloatImage& image, int column, int dx, int dy) {
    double centre = grey(image, column, y);
    double neighbour = grey(image, place(column + dx, image.width()), place(y + dy, image.height()));
    if (round) {
      centre = std::round(centre * 255);
      neighbour = std::round(neighbour * 255);
    }
    return centre > neighbour;
  };
  int distance = 0;
  for (int dy = -window / 2; dy <= window / 2; ++dy) {
    for (int dx = -window / 2; dx <= window / 2; ++dx) {
      distance += bit(left_, x, dx, dy) != bit(right_, partner, dx, dy) ? 1 : 0;
    }
  }
  return distance;
}

double NaiveCost::cell(int x, int y, int level) const {
  const int partner = x - level;
  const double colour = colour_difference(x, y, partner);
  const double along_x = std::abs(gradient_x(left_, x, y) - gradient_x(right_, partner, y));
  const double along_y = std::abs(gradient_y(left_, x, y) - gradient_y(right_, partner, y));
  if (options_.method == "grd") {
    const IntensityGradientOptions& o = options_.grd;
    return o.colour_weight * std::min(colour, o.colour_truncation) +
           o.gradient_weight * std::min(along_x, o.gradient_truncation);
  }
  if (options_.method == "cen") {
    const CensusOptions& o = options_.cen;
    return std::min<double>(hamming(x, y, partner, o.window, o.wrap, o.round),
                            o.truncation * (o.window * o.window - 1));
  }
  const CensusGradientOptions& o = options_.cg;
  return o.colour_weight * std::min(colour, o.colour_truncation) +
         o.gradient_weight * (std::min(along_x, o.gradient_truncation) + std::min(along_y, o.gradient_truncation)) +
         o.census_weight * hamming(x, y, partner, 5, false, false) / 24;
}

double NaiveCost::outside(int x, int y) const {
  if (options_.method == "grd") {
    const IntensityGradientOptions& o = options_.grd;
    return o.colour_weight * std::min(colour_magnitude(x, y), o.colour_truncation) +
           o.gradient_weight * o.gradient_truncation;
  }
  if (options_.method == "cen") return options_.cen.truncation * (options_.cen.window * options_.cen.window - 1);
  const CensusGradientOptions& o = options_.cg;
  return o.colour_weight * std::min(colour_magnitude(x, y), o.colour_truncation) +
         2 * o.gradient_weight * o.gradient_truncation + o.census_weight;
}

bool NaiveCost::has_partner(int x, int y, int level) const {
  const int partner = x - level;
  if (partner < 0 || partner >= right_.width()) return false;
  return right_.known.empty() || right_.known(partner, y) != 0;
}

int NaiveCost::partners(int x, int y, Levels range) const {
  int count = 0;
  for (int level = range.first; level <= range.last(); ++level) count += has_partner(x, y, level) ? 1 : 0;
  return count;
}

double NaiveCost::complete(int x, int y, int level, Levels range) const {
  if (!left_.known.empty() && left_.known(x, y) == 0) return 0;
  if (has_partner(x, y, level)) return cell(x, y, level);
  if (options_.outside == Outside::black) return outside(x, y);
  double sum = 0;
  int count = 0;
  for (int other = range.first; other <= range.last(); ++other) {
    if (!has_partner(x, y, other)) continue;
    sum += cell(x, y, other);
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace csca
