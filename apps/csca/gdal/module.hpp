// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/window.hpp>

#include <cstdint>
#include <memory>
#include <string>

// Images in all formats that GDAL knows: a module that the tool loads for those who ask for it. Nothing throws.
namespace csca::gdal {

class Raster {
 public:
  virtual ~Raster() = default;
  virtual int width() const = 0;
  virtual int height() const = 0;
  virtual int channels() const = 0;  ///< 1 or 3
  virtual Sample sample() const = 0;
  virtual bool has_gaps() const = 0;  ///< some pixels may be without data
  /// Pixels of a window, row by row, and where has_gaps() a byte each, 0 for pixels without data. Returns what is
  /// wrong, or nothing.
  virtual std::string read(const Window& window, void* pixels, std::uint8_t* known) = 0;
  /// A TIFF of one pixel that lies where this image does; empty where it lies nowhere.
  virtual std::string georeference() const = 0;
};

struct Library {
  const char* csca_version;  ///< what the module was built with; others may have another layout
  /// Nothing, and what is wrong, where GDAL cannot read the file or csca has no use for what is in it.
  std::unique_ptr<Raster> (*open)(const std::string& file, std::string& problem);
};

}  // namespace csca::gdal

extern "C" __attribute__((visibility("default"))) const csca::gdal::Library* csca_gdal();
