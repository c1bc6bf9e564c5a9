// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_time.hpp"

#include "resources.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace csca::app {
namespace {

ImageView rows_of(ImageView image, int first, int count) {
  image.data = static_cast<const std::byte*>(image.data) + static_cast<std::ptrdiff_t>(first) * image.row_bytes;
  image.height = count;
  return image;
}

Mask rows_of(const Mask& mask, int first, int count) {
  Mask rows(mask.empty() ? 0 : mask.width(), mask.empty() ? 0 : count);
  for (int y = 0; y < rows.height(); ++y) std::copy_n(&mask(0, first + y), rows.width(), &rows(0, y));
  return rows;
}

Pair rows_of(const Pair& pair, int first, int count) {
  return {rows_of(pair.left, first, count), rows_of(pair.right, first, count), rows_of(pair.left_mask, first, count),
          rows_of(pair.right_mask, first, count)};
}

PredictedTime measure(const Pair& pair, const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const double cpu_start = cpu_seconds();
  match(pair, options);
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), cpu_seconds() - cpu_start};
}

}  // namespace

double cells_of(const Pair& pair, const Options& resolved) {
  return static_cast<double>(pair.left.width) * pair.left.height * resolved.range.levels.value_or(1);
}

PredictedTime predict_time(const Pair& pair, const Options& options) {
  const int height = pair.left.height;
  constexpr double cells_of_trial = 8e6;
  constexpr int fewest_rows = 96;  // coarse scales need as many, and windows reach beyond the rows' ends
  const int fitting = static_cast<int>(cells_of_trial * height / cells_of(pair, options));
  const int rows = std::min(height, std::max(fitting, fewest_rows));
  Options quiet = options;
  quiet.input.strict = false;
  quiet.input.check = options.input.check && rows == height;  // some rows of a good pair need not look like one
  // The first match of a process makes threads and touches memory for the first time: it is a short one.
  const int few = std::min(rows, fewest_rows / 3);
  measure(rows_of(pair, (height - few) / 2, few), quiet);
  const PredictedTime trial = measure(rows_of(pair, (height - rows) / 2, rows), quiet);
  const double times = static_cast<double>(height) / rows;
  return {times * trial.seconds, times * trial.cpu_seconds};
}

}  // namespace csca::app
