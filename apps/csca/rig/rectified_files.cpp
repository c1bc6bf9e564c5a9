// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "rig/rectified_files.hpp"

#include <csca/io.hpp>

namespace csca::app {
namespace {

const char* ending_of(Sample sample) { return sample == Sample::f32 ? ".pfm" : ".png"; }

void write_view(const std::filesystem::path& file, const Image& image) {
  if (image.sample() == Sample::f32) {
    write_pfm(file, image);
  } else {
    write_png(file, image);
  }
}

void write_known(const std::filesystem::path& file, const Mask& mask) {
  write_png(file, ImageView{mask.data(), mask.width(), mask.height(), 1, Sample::u8, mask.width()});
}

}  // namespace

RectifiedFiles::RectifiedFiles(const std::filesystem::path& folder, const ImageView& left_image,
                               const ImageView& right_image)
    : left(folder / (std::string("left") + ending_of(left_image.sample))),
      right(folder / (std::string("right") + ending_of(right_image.sample))),
      left_mask(folder / "left_mask.png"),
      right_mask(folder / "right_mask.png"),
      rig(folder / "rig.yml") {}

void RectifiedFiles::write(const RectifiedPair& pair) const {
  write_view(left, pair.left);
  write_view(right, pair.right);
  write_known(left_mask, pair.left_known);
  write_known(right_mask, pair.right_known);
}

}  // namespace csca::app
