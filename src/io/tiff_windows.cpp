// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/io.hpp>
#include <csca/tiles_io.hpp>

#include <optional>
#include <utility>

#include "io/other_reader.hpp"
#include "io/tiff_blocks.hpp"
#include "io/tiff_file.hpp"
#include "io/tiff_no_data.hpp"

namespace csca {
namespace {

/// An image that is held.
class HeldImage final : public WindowReader {
 public:
  explicit HeldImage(Image image) : image_(std::move(image)), windows_(image_) {}
  int width() const override { return image_.width(); }
  int height() const override { return image_.height(); }
  int channels() const override { return image_.channels(); }
  Sample sample() const override { return image_.sample(); }
  Image read(const Window& window) override { return windows_.read(window); }
  std::size_t held_bytes() const override { return image_.row_bytes() * static_cast<std::size_t>(image_.height()); }

 private:
  Image image_;
  ImageWindows windows_;
};

/// A TIFF's blocks, read when a window needs them.
class TiffWindows final : public WindowReader {
 public:
  explicit TiffWindows(std::unique_ptr<io::TiffFile> file)
      : file_(std::move(file)), blocks_(file_->source, file_->tiff.get(), file_->tags) {}
  int width() const override { return static_cast<int>(file_->tags.width); }
  int height() const override { return static_cast<int>(file_->tags.height); }
  int channels() const override { return file_->tags.channels; }
  Sample sample() const override { return blocks_.sample(); }
  std::size_t held_bytes() const override { return 3 * blocks_.block_bytes(); }

  Image read(const Window& window) override {
    Image image = blocks_.read(file_->memory, window);
    Mask no_data;
    if (file_->no_data) no_data = io::pixels_without_data(image, *file_->no_data);
    io::make_black_least(file_->tags, image);
    return no_data.empty() ? std::move(image) : io::with_nan(image, no_data);
  }

 private:
  std::unique_ptr<io::TiffFile> file_;
  io::TiffBlocks blocks_;
};

}  // namespace

namespace io {
namespace {

OtherReader instead;

}  // namespace

void use_other_reader(const OtherReader& reader) { instead = reader; }
const OtherReader& other_reader() { return instead; }

}  // namespace io

std::unique_ptr<WindowReader> open_windows(const std::filesystem::path& file) {
  if (io::other_reader().open != nullptr) return io::other_reader().open(file);
  std::unique_ptr<io::TiffFile> tiff = io::open_tiff_file(file);
  const bool by_blocks =
      tiff != nullptr && tiff->tags.way == io::TiffWay::samples && tiff->tags.orientation == ORIENTATION_TOPLEFT;
  if (by_blocks) return std::make_unique<TiffWindows>(std::move(tiff));
  return std::make_unique<HeldImage>(read_image(file));
}

}  // namespace csca
