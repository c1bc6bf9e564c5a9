// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/tiles_io.hpp>

#include <cstdint>

#include "io/other_reader.hpp"
#include "io/tiff_file.hpp"
#include "io/tiled_tiff.hpp"

// GeoTIFF's tags and GDAL's, which libtiff does not know by itself.
namespace csca {
namespace io {
namespace {

enum Tag : std::uint32_t {
  pixel_scale = 33550,
  tiepoints = 33922,
  transformation = 34264,
  keys = 34735,
  key_doubles = 34736,
  key_text = 34737,
  no_data = 42113,
};

constexpr TIFFFieldInfo infos[] = {
    {pixel_scale, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelPixelScale")},
    {tiepoints, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelTiepoint")},
    {transformation, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelTransformation")},
    {keys, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, const_cast<char*>("GeoKeyDirectory")},
    {key_doubles, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("GeoDoubleParams")},
    {key_text, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GeoAsciiParams")},
    {no_data, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GDAL_NODATA")},
};

/// A tag's values; none where it is missing or of another type. libtiff makes fields with a count of 32 bits for tags
/// that it does not know; a program that uses GDAL may have told it of some with 16, or of texts without any.
template <class T>
std::vector<T> values_of(TIFF* tiff, Tag tag, TIFFDataType type) {
  const TIFFField* field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (field == nullptr || TIFFFieldDataType(field) != type) return {};
  const T* values = nullptr;
  std::uint32_t count = 0;
  if (TIFFFieldPassCount(field) == 0) {
    if (TIFFGetField(tiff, tag, &values) == 0 || values == nullptr) return {};
    if constexpr (sizeof(T) == 1) return std::vector<T>(values, values + std::char_traits<char>::length(values));
    return {};
  }
  bool found = false;
  if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
    found = TIFFGetField(tiff, tag, &count, &values) != 0;
  } else {
    std::uint16_t few = 0;
    found = TIFFGetField(tiff, tag, &few, &values) != 0;
    count = few;
  }
  return found && values != nullptr ? std::vector<T>(values, values + count) : std::vector<T>();
}

template <class T>
bool set(TIFF* tiff, Tag tag, const std::vector<T>& values) {
  return values.empty() || TIFFSetField(tiff, tag, static_cast<int>(values.size()), values.data()) == 1;
}

}  // namespace

bool set_georeference(TIFF* tiff, const Georeference& georeference) {
  return TIFFMergeFieldInfo(tiff, infos, std::size(infos)) == 0 && set(tiff, pixel_scale, georeference.pixel_scale) &&
         set(tiff, tiepoints, georeference.tiepoints) && set(tiff, transformation, georeference.transformation) &&
         set(tiff, keys, georeference.keys) && set(tiff, key_doubles, georeference.key_doubles) &&
         (georeference.key_text.empty() || set_text(tiff, key_text, georeference.key_text.c_str()));
}

bool set_no_data(TIFF* tiff) { return set_text(tiff, no_data, "nan"); }

Georeference georeference_of(TIFF* tiff) {
  const std::vector<char> text = values_of<char>(tiff, key_text, TIFF_ASCII);
  return {.pixel_scale = values_of<double>(tiff, pixel_scale, TIFF_DOUBLE),
          .tiepoints = values_of<double>(tiff, tiepoints, TIFF_DOUBLE),
          .transformation = values_of<double>(tiff, transformation, TIFF_DOUBLE),
          .keys = values_of<std::uint16_t>(tiff, keys, TIFF_SHORT),
          .key_doubles = values_of<double>(tiff, key_doubles, TIFF_DOUBLE),
          .key_text = std::string(text.begin(), text.end()).c_str()};
}

}  // namespace io

Georeference read_georeference(const std::filesystem::path& file) {
  if (io::other_reader().georeference != nullptr) {
    const std::string bytes = io::other_reader().georeference(file);
    if (bytes.empty()) return {};
    io::TiffMemory memory{.bytes = bytes};
    const io::Tiff tiff = io::open_tiff(memory, "rm");
    return tiff == nullptr ? Georeference() : io::georeference_of(tiff.get());
  }
  const std::unique_ptr<io::TiffFile> tiff = io::open_tiff_file(file);
  return tiff == nullptr ? Georeference() : io::georeference_of(tiff->tiff.get());
}

}  // namespace csca
