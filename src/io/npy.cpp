// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/npy.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "io/bytes.hpp"
#include "io/counts.hpp"

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

/// "(2, 3)" as numbers; nothing when it is no such list.
std::vector<std::uint32_t> numbers_in(std::string_view shape) {
  std::vector<std::uint32_t> numbers;
  if (!shape.starts_with('(') || !shape.ends_with(')')) return {};
  const char* end = shape.data() + shape.size() - 1;
  for (const char* at = shape.data() + 1; at < end;) {
    const auto number = std::from_chars(at, end, numbers.emplace_back());
    if (number.ec != std::errc{}) return {};
    at = number.ptr;
    while (at < end && (*at == ',' || *at == ' ')) ++at;
  }
  return numbers;
}

}  // namespace

NpyHeader read_npy_header(const Source& source) {
  const std::string_view bytes = source.bytes;
  if (bytes.size() < 12) fail_truncated(source, "npy");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) fail_unsupported(source, "this version of npy is unknown", "save it as version 1");
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t length = version == 1 ? load<std::uint16_t>(bytes.data() + 8, std::endian::little)
                                          : load<std::uint32_t>(bytes.data() + 8, std::endian::little);
  if (length > bytes.size() - start) fail_truncated(source, "npy");

  const std::string_view text = bytes.substr(start, length);
  // A wrong length moves the array: the header has to end where it says.
  const std::size_t closed = text.rfind('}');
  if (!text.starts_with('{') || closed == std::string_view::npos ||
      text.find_first_not_of(" \t\n", closed + 1) != std::string_view::npos ||
      std::count(text.begin(), text.end(), ':') > 3) {
    fail_damaged(source, "the npy header is no list of type, order and shape");
  }
  std::string_view type = value_of(source, text, "descr");  // such as '<f4'; a list when elements are structures
  type = type.starts_with('\'') ? type.substr(1, type.find('\'', 1) - 1) : type.substr(0, 40);
  std::string_view shape = value_of(source, text, "shape");
  if (const std::size_t end = shape.find(')'); end != std::string_view::npos) shape = shape.substr(0, end + 1);
  std::string shown(shape.substr(0, 40));
  for (char& c : shown) c = c < ' ' || c > '~' ? '?' : c;
  return {std::string(type), value_of(source, text, "fortran_order").starts_with("True"), shown, numbers_in(shape),
          start + length};
}

Plane<float> decode_npy(const Source& source, std::optional<double> scale) {
  const NpyHeader header = read_npy_header(source);
  const std::string_view body = source.bytes.substr(header.start);
  const Type* type = nullptr;
  for (const Type& candidate : types) {
    if (!header.type.empty() && header.type.substr(1) == candidate.name) type = &candidate;
  }
  if (type == nullptr || std::string_view("<>|=").find(header.type[0]) == std::string_view::npos) {
    fail_unsupported(source, "its elements are neither floats nor integers of up to 32 bits", "save it as float32");
  }
  const std::endian order = header.type[0] == '>' ? std::endian::big : std::endian::little;
  const bool by_column = header.by_column;
  if (header.shape.size() != 2) {
    fail_unsupported(source, "the array has the shape " + header.shape_text, "save a two-dimensional one");
  }
  const std::uint32_t height = header.shape[0], width = header.shape[1];
  check_size(source, width, height);
  if (body.size() < std::uint64_t{width} * height * type->size) fail_truncated(source, "npy");

  Plane<float> plane(static_cast<int>(width), static_cast<int>(height));
  const Counts counts{.bits = type->integer ? static_cast<int>(8 * type->size) : 0, .with_sign = type->name[0] == 'i'};
  const double divisor = divisor_of(source, counts, scale);
  const std::size_t step_x = type->size * (by_column ? height : 1);
  const std::size_t step_y = type->size * (by_column ? 1 : width);
  for (std::size_t y = 0; y < height; ++y) {
    float* row = plane.row(static_cast<int>(y));
    for (std::size_t x = 0; x < width; ++x) {
      row[x] = static_cast<float>(type->load(body.data() + x * step_x + y * step_y, order) / divisor);
    }
  }
  forget_mark(plane, counts, divisor);
  return plane;
}

std::string encode_npy_header(std::initializer_list<int> shape) {
  std::string numbers;
  for (const int number : shape) numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + numbers + "), }";
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10, ' ');  // the format wants the array aligned to 64 bytes
  header.back() = '\n';
  std::string out(npy_magic);
  out += {'\1', '\0', static_cast<char>(header.size()), '\0'};
  return out + header;
}

std::string encode_npy(const Plane<float>& plane) {
  std::string out = encode_npy_header({plane.height(), plane.width()});
  std::size_t at = out.size();
  out.resize(at + plane.size() * sizeof(float));
  for (const float value : plane) {
    store(out.data() + at, value, std::endian::little);
    at += sizeof(float);
  }
  return out;
}

}  // namespace csca::io
