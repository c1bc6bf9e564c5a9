// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "gdal/load.hpp"

#include "command_line.hpp"
#include "gdal/module.hpp"
#include "io/other_reader.hpp"
#include "io/tiff_no_data.hpp"
#include "modules.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <utility>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

const gdal::Library& load_gdal() {
  static const auto module = load_module<gdal::Library>({"gdal", "csca_gdal", "images by GDAL", "libgdal-dev"});
  if (module.library == nullptr) throw Error(module.absence);
  return *module.library;
}

[[noreturn]] void fail(const fs::path& file, const std::string& why) {
  throw Error(fmt::format("cannot read '{}' by GDAL: {}", file.string(), why));
}

std::unique_ptr<gdal::Raster> open_raster(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) fail(file, "no such file; check the path");
  std::string problem;
  std::unique_ptr<gdal::Raster> raster = load_gdal().open(fs::absolute(file).string(), problem);
  if (raster == nullptr) fail(file, problem);
  return raster;
}

class RasterWindows final : public WindowReader {
 public:
  explicit RasterWindows(fs::path file) : file_(std::move(file)), raster_(open_raster(file_)) {}
  int width() const override { return raster_->width(); }
  int height() const override { return raster_->height(); }
  int channels() const override { return raster_->channels(); }
  Sample sample() const override { return raster_->sample(); }
  std::size_t held_bytes() const override { return cache_bytes; }

  Image read(const Window& window) override {
    Image image(window.width, window.height, channels(), sample());
    Mask known;
    if (raster_->has_gaps()) known = Mask(window.width, window.height);
    if (const std::string problem = raster_->read(window, image.row<std::byte>(0), known.data()); !problem.empty()) {
      fail(file_, problem);
    }
    bool all = true;
    for (int y = 0; y < known.height(); ++y) {
      for (int x = 0; x < known.width(); ++x) {
        known(x, y) = known(x, y) == 0 ? 1 : 0;  // now: without data
        all = all && known(x, y) == 0;
      }
    }
    return all ? std::move(image) : io::with_nan(image, known);
  }

 private:
  static constexpr std::size_t cache_bytes = 32'000'000;  // half of GDAL's cache and of its tables of formats

  fs::path file_;
  std::unique_ptr<gdal::Raster> raster_;
};

bool wanted = false;

}  // namespace

bool by_gdal() { return wanted; }

void add_gdal_flag(Arguments& arguments) {
  arguments
      .flag_that(
          "--gdal",
          [](bool) {
            load_gdal();
            wanted = true;
            io::use_other_reader({[](const fs::path& file) -> std::unique_ptr<WindowReader> {
                                    return std::make_unique<RasterWindows>(file);
                                  },
                                  [](const fs::path& file) { return open_raster(file)->georeference(); }});
          },
          "read images and masks by GDAL, in all formats that it knows, with their georeference and no-data")
      .group("Files");
}

}  // namespace csca::app
