// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/pixels.hpp"

#include <cmath>

namespace csca {
namespace {

/// The pixels of the blob around a start pixel, by index. `seen` keeps blobs apart, so all of them together cost one
/// visit a pixel.
class Blobs {
 public:
  Blobs(const Plane<float>& disparity, double difference)
      : disparity_(disparity), difference_(difference), seen_(disparity.size(), 0) {}

  const AlignedVector<std::uint32_t>& around(std::size_t start) {
    const auto width = static_cast<std::size_t>(disparity_.width());
    blob_.clear();
    if (seen_[start] != 0 || !has_value(disparity_.data()[start])) return blob_;
    add(start);
    // The blob is its own queue and grows meanwhile: no range-based loop.
    for (std::size_t next = 0; next < blob_.size(); ++next) {  // NOLINT(modernize-loop-convert)
      const std::size_t pixel = blob_[next];
      const std::size_t x = pixel % width;
      if (x > 0) join(pixel, pixel - 1);
      if (x + 1 < width) join(pixel, pixel + 1);
      if (pixel >= width) join(pixel, pixel - width);
      if (pixel + width < disparity_.size()) join(pixel, pixel + width);
    }
    return blob_;
  }

 private:
  void add(std::size_t pixel) {
    seen_[pixel] = 1;
    blob_.push_back(static_cast<std::uint32_t>(pixel));
  }
  void join(std::size_t from, std::size_t to) {
    const double step = static_cast<double>(disparity_.data()[from]) - static_cast<double>(disparity_.data()[to]);
    if (seen_[to] == 0 && std::abs(step) <= difference_) add(to);  // false for a step to an unknown pixel
  }

  const Plane<float>& disparity_;
  double difference_;
  AlignedVector<std::uint8_t> seen_;
  AlignedVector<std::uint32_t> blob_;  // as many bytes as a disparity: a blob may be the whole map
};

}  // namespace

void refine_speckle(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  const auto most = static_cast<std::size_t>(options.speckle.size);
  Blobs blobs(refinement.disparity, options.speckle.difference);
  for (std::size_t start = 0; start < refinement.disparity.size(); ++start) {
    const AlignedVector<std::uint32_t>& blob = blobs.around(start);
    if (blob.size() > most) continue;
    // Forgetting a whole blob changes no other: its neighbours did not join it.
    for (const std::size_t pixel : blob) forget_speckle(refinement, pixel);
  }
}

}  // namespace csca
