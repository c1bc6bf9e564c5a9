// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/npy.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "io/bytes.hpp"

namespace csca::io {
namespace {

/// Element types by numpy's letter and size.
struct Type {
  std::string_view name;
  std::size_t size;
  bool integer;
  double (*load)(const char* from, std::endian order);
};

template <class T>
double load_double(const char* from, std::endian order) {
  return static_cast<double>(load<T>(from, order));
}

constexpr Type types[] = {
    {"f4", 4, false, load_double<float>},        {"f8", 8, false, load_double<double>},
    {"u1", 1, true, load_double<std::uint8_t>},  {"i1", 1, true, load_double<std::int8_t>},
    {"u2", 2, true, load_double<std::uint16_t>}, {"i2", 2, true, load_double<std::int16_t>},
    {"u4", 4, true, load_double<std::uint32_t>}, {"i4", 4, true, load_double<std::int32_t>},
};

/// The text that follows `'key':` in the header, which is a Python dictionary.
std::string_view value_of(const Source& source, std::string_view header, std::string_view key) {
  const std::size_t at = header.find('\'' + std::string(key) + '\'');
  const std::size_t colon = at == std::string_view::npos ? at : header.find(':', at);
  const std::size_t start = colon == std::string_view::npos ? colon : header.find_first_not_of(' ', colon + 1);
  if (start == std::string_view::npos) fail_damaged(source, "the npy header has no " + std::string(key));
  return header.substr(start);
}

/// "(2, 3)" as height and width.
void read_shape(const Source& source, std::string_view text, std::uint32_t& height, std::uint32_t& width) {
  const std::string_view shape = text.substr(0, std::min(text.find(')'), text.size()));
  bool good = shape.starts_with('(') && shape.size() < text.size();
  if (good) {
    const char* end = shape.data() + shape.size();
    const auto first = std::from_chars(shape.data() + 1, end, height);
    const char* at = first.ptr;
    while (at < end && (*at == ',' || *at == ' ')) ++at;
    const auto second = std::from_chars(at, end, width);
    good = first.ec == std::errc{} && second.ec == std::errc{} && second.ptr == end;
  }
  if (!good) {
    fail_unsupported(source, "the array has the shape " + std::string(shape.substr(0, 40)) + ")",
                     "save a two-dimensional one");
  }
}

/// Splits the file into header text and array bytes.
void split(const Source& source, std::string_view& header, std::string_view& body) {
  const std::string_view bytes = source.bytes;
  if (bytes.size() < 12) fail_truncated(source, "npy");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) fail_unsupported(source, "this version of npy is unknown", "save it as version 1");
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t length = version == 1 ? load<std::uint16_t>(bytes.data() + 8, std::endian::little)
                                          : load<std::uint32_t>(bytes.data() + 8, std::endian::little);
  if (length > bytes.size() - start) fail_truncated(source, "npy");
  header = bytes.substr(start, length);
  body = bytes.substr(start + length);
}

}  // namespace

Plane<float> decode_npy(const Source& source, std::optional<double> scale) {
  std::string_view header, body;
  split(source, header, body);

  const std::string_view descr = value_of(source, header, "descr");  // such as '<f4'
  const Type* type = nullptr;
  for (const Type& candidate : types) {
    if (descr.size() > 4 && descr[0] == '\'' && descr.substr(2, 3) == std::string(candidate.name) + '\'') {
      type = &candidate;
    }
  }
  if (type == nullptr || std::string_view("<>|=").find(descr[1]) == std::string_view::npos) {
    fail_unsupported(source, "its elements are neither floats nor integers of up to 32 bits", "save it as float32");
  }
  const std::endian order = descr[1] == '>' ? std::endian::big : std::endian::little;
  const bool by_column = value_of(source, header, "fortran_order").starts_with("True");
  std::uint32_t width = 0, height = 0;
  read_shape(source, value_of(source, header, "shape"), height, width);
  check_size(source, width, height);
  if (body.size() < std::uint64_t{width} * height * type->size) fail_truncated(source, "npy");

  Plane<float> plane(static_cast<int>(width), static_cast<int>(height));
  const double divisor = type->integer ? scale.value_or(1) : 1;
  const std::size_t step_x = type->size * (by_column ? height : 1);
  const std::size_t step_y = type->size * (by_column ? 1 : width);
  for (std::size_t y = 0; y < height; ++y) {
    float* row = plane.row(static_cast<int>(y));
    for (std::size_t x = 0; x < width; ++x) {
      row[x] = static_cast<float>(type->load(body.data() + x * step_x + y * step_y, order) / divisor);
    }
  }
  return plane;
}

std::string encode_npy(const Plane<float>& plane) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(plane.height()) + ", " +
                       std::to_string(plane.width()) + "), }";
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10, ' ');  // the format wants the array aligned to 64 bytes
  header.back() = '\n';
  std::string out(npy_magic);
  out += {'\1', '\0', static_cast<char>(header.size()), '\0'};
  out += header;
  std::size_t at = out.size();
  out.resize(at + plane.size() * sizeof(float));
  for (const float value : plane) {
    store(out.data() + at, value, std::endian::little);
    at += sizeof(float);
  }
  return out;
}

}  // namespace csca::io
