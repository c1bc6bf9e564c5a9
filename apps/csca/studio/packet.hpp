// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json.hpp"

#include <csca/plane.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace csca::app::studio {

/// An answer with arrays in it: the length of the JSON (4 bytes, little-endian), the JSON, padded by blanks to a
/// multiple of 4 bytes, and the arrays one after the other, each from a multiple of 4 bytes on. The JSON's member
/// "arrays" tells name, kind (f32 or u8), width, height and place, counted from the end of the JSON. web/studio/api.ts
/// reads it.
class Packet {
 public:
  Json head = Json::object();

  void add(const std::string& name, const Plane<float>& plane);
  void add(const std::string& name, const Plane<std::uint8_t>& plane);
  void add(const std::string& name, std::span<const float> values, int width, int height);

  std::string bytes() const;

 private:
  void add_bytes(const std::string& name, const char* kind, int width, int height, std::string_view bytes);

  Json arrays_ = Json::array();
  std::string data_;
};

}  // namespace csca::app::studio
