// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/packet.hpp"

#include <bit>
#include <cstring>

namespace csca::app::studio {
namespace {

static_assert(std::endian::native == std::endian::little);

void pad(std::string& bytes, char with) { bytes.resize((bytes.size() + 3) / 4 * 4, with); }

}  // namespace

void Packet::add_bytes(const std::string& name, const char* kind, int width, int height, std::string_view bytes) {
  arrays_.push_back({{"name", name}, {"kind", kind}, {"width", width}, {"height", height}, {"at", data_.size()}});
  data_ += bytes;
  pad(data_, '\0');
}

void Packet::add(const std::string& name, std::span<const float> values, int width, int height) {
  add_bytes(name, "f32", width, height, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

void Packet::add(const std::string& name, const Plane<float>& plane) {
  add(name, std::span(plane.data(), plane.size()), plane.width(), plane.height());
}

void Packet::add(const std::string& name, const Plane<std::uint8_t>& plane) {
  add_bytes(name, "u8", plane.width(), plane.height(), {reinterpret_cast<const char*>(plane.data()), plane.size()});
}

std::string Packet::bytes() const {
  Json all = head;
  all["arrays"] = arrays_;
  std::string json = all.dump();
  pad(json, ' ');
  const auto length = static_cast<std::uint32_t>(json.size());
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + json + data_;
}

}  // namespace csca::app::studio
