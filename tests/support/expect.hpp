// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/error.hpp>
#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace csca {

/// The sentence of the Error that `action` throws; empty when it throws none.
template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "\"" << text << "\" does not contain \"" << part << "\"";
}

/// Equal to the last bit, NaN included.
template <class T>
::testing::AssertionResult same_bits(const Plane<T>& a, const Plane<T>& b) {
  if (a.width() != b.width() || a.height() != b.height()) return ::testing::AssertionFailure() << "sizes differ";
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      if (std::memcmp(&a(x, y), &b(x, y), sizeof(T)) != 0) {
        return ::testing::AssertionFailure() << "at (" << x << ", " << y << "): " << +a(x, y) << " and " << +b(x, y);
      }
    }
  }
  return ::testing::AssertionSuccess();
}

/// Levels of `part` have the bits that the same levels have in `whole`; padding may differ.
inline ::testing::AssertionResult same_bits_inside(const Volume& part, const Volume& whole) {
  for (int y = 0; y < part.height(); ++y) {
    for (int x = 0; x < part.width(); ++x) {
      const float* expected = whole.pixel(x, y) + (part.levels().first - whole.levels().first);
      if (std::memcmp(part.pixel(x, y), expected, sizeof(float) * static_cast<std::size_t>(part.levels().count)) != 0) {
        return ::testing::AssertionFailure() << "differ at (" << x << ", " << y << ")";
      }
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace csca
