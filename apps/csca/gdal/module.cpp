// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "gdal/module.hpp"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_vsi.h>
#include <gdal.h>

#include <algorithm>
#include <array>
#include <vector>

namespace csca::gdal {
namespace {

struct Close {
  void operator()(void* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<void, Close>;

std::string last_problem() {
  const std::string message = CPLGetLastErrorMsg();
  return message.empty() ? "GDAL does not know it" : message;
}

GDALDataType type_of(Sample sample) {
  return sample == Sample::u8 ? GDT_Byte : sample == Sample::u16 ? GDT_UInt16 : GDT_Float32;
}

class File final : public Raster {
 public:
  explicit File(Dataset dataset) : dataset_(std::move(dataset)) {
    const int bands = GDALGetRasterCount(dataset_.get());
    for (int i = 1; i <= bands; ++i) {
      if (GDALGetRasterColorInterpretation(band(i)) != GCI_AlphaBand) bands_.push_back(i);
    }
    bool bytes = true;
    bool words = true;
    for (const int number : bands_) {
      const GDALDataType type = GDALGetRasterDataType(band(number));
      bytes = bytes && type == GDT_Byte;
      words = words && (type == GDT_Byte || type == GDT_UInt16);
      shared_mask_ = (GDALGetMaskFlags(band(number)) & GMF_PER_DATASET) != 0;
      has_gaps_ = has_gaps_ || (GDALGetMaskFlags(band(number)) & GMF_ALL_VALID) == 0;
    }
    sample_ = bytes ? Sample::u8 : words ? Sample::u16 : Sample::f32;
  }

  /// Nothing where csca can use it.
  std::string problem() const {
    if (bands_.size() != 1 && bands_.size() != 3) {
      return "it has " + std::to_string(bands_.size()) +
             " bands, and csca takes 1 or 3; choose some by gdal_translate -b";
    }
    for (const int number : bands_) {
      if (GDALDataTypeIsComplex(GDALGetRasterDataType(band(number))) != 0) return "its samples are complex numbers";
      if (GDALGetRasterColorTable(band(number)) != nullptr) {
        return "it has a palette; expand it by gdal_translate -expand rgb";
      }
    }
    return "";
  }

  int width() const override { return GDALGetRasterXSize(dataset_.get()); }
  int height() const override { return GDALGetRasterYSize(dataset_.get()); }
  int channels() const override { return static_cast<int>(bands_.size()); }
  Sample sample() const override { return sample_; }
  bool has_gaps() const override { return has_gaps_; }

  std::string read(const Window& window, void* pixels, std::uint8_t* known) override {
    const GSpacing bytes = GDALGetDataTypeSizeBytes(type_of(sample_));
    const GSpacing pixel = bytes * channels();
    CPLErrorReset();
    if (GDALDatasetRasterIOEx(dataset_.get(), GF_Read, window.x, window.y, window.width, window.height, pixels,
                              window.width, window.height, type_of(sample_), channels(), bands_.data(), pixel,
                              pixel * window.width, bytes, nullptr) != CE_None) {
      return last_problem();
    }
    return has_gaps_ ? read_known(window, known) : "";
  }

  std::string georeference() const override {
    std::array<double, 6> transform{};
    if (GDALGetGeoTransform(dataset_.get(), transform.data()) != CE_None) return "";
    constexpr const char* name = "/vsimem/csca-georeference.tif";
    {
      const Dataset copy(GDALCreate(GDALGetDriverByName("GTiff"), name, 1, 1, 1, GDT_Byte, nullptr));
      if (copy == nullptr || GDALSetGeoTransform(copy.get(), transform.data()) != CE_None ||
          GDALSetProjection(copy.get(), GDALGetProjectionRef(dataset_.get())) != CE_None) {
        return "";
      }
    }
    vsi_l_offset size = 0;
    GByte* bytes = VSIGetMemFileBuffer(name, &size, TRUE);
    std::string tiff = bytes == nullptr ? "" : std::string(reinterpret_cast<const char*>(bytes), size);
    CPLFree(bytes);
    return tiff;
  }

 private:
  GDALRasterBandH band(int number) const { return GDALGetRasterBand(dataset_.get(), number); }

  /// A mask is a value that stands for "no data", a file of its own, or transparency. Of several bands with such values
  /// one may be 0 in a dark pixel of integers: there all have to say it. Of floats one is enough.
  std::string read_known(const Window& window, std::uint8_t* known) const {
    const auto count = static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height);
    const bool any = sample_ == Sample::f32 || shared_mask_;
    std::fill_n(known, count, any ? std::uint8_t{1} : std::uint8_t{0});
    std::vector<std::uint8_t> mask(count);
    for (const int number : bands_) {
      if (GDALRasterIO(GDALGetMaskBand(band(number)), GF_Read, window.x, window.y, window.width, window.height,
                       mask.data(), window.width, window.height, GDT_Byte, 0, 0) != CE_None) {
        return last_problem();
      }
      for (std::size_t i = 0; i < count; ++i) {
        const bool data = mask[i] != 0;
        known[i] = any ? known[i] != 0 && data : known[i] != 0 || data;
      }
    }
    return "";
  }

  Dataset dataset_;
  std::vector<int> bands_;
  Sample sample_ = Sample::u8;
  bool has_gaps_ = false;
  bool shared_mask_ = false;
};

std::unique_ptr<Raster> open(const std::string& file, std::string& problem) {
  static const bool ready = [] {
    // Files may name others, but nothing is fetched from a network.
    CPLSetConfigOption("GDAL_SKIP", "HTTP,WMS,WMTS,WCS,PLMosaic,EEDA,EEDAI,DAAS,STACTA,STACIT,OGCAPI,NGW,PLSCENES");
    CPLSetConfigOption("CPL_VSIL_CURL_ALLOWED_EXTENSIONS", ".none-of-them");
    CPLSetConfigOption("RAW_CHECK_FILE_SIZE", "YES");  // else files that are cut off have black rows
    CPLSetErrorHandler(CPLQuietErrorHandler);
    GDALAllRegister();
    GDALSetCacheMax64(32'000'000);
    return true;
  }();
  static_cast<void>(ready);
  CPLErrorReset();
  Dataset dataset(
      GDALOpenEx(file.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, nullptr, nullptr, nullptr));
  if (dataset == nullptr) {
    problem = last_problem();
    return nullptr;
  }
  auto raster = std::make_unique<File>(std::move(dataset));
  problem = raster->problem();
  if (!problem.empty()) return nullptr;
  return raster;
}

}  // namespace
}  // namespace csca::gdal

const csca::gdal::Library* csca_gdal() {
  static constexpr csca::gdal::Library library = {CSCA_VERSION, csca::gdal::open};
  return &library;
}
