// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

/// A fresh folder for each test, gone with it.
class IoTest : public testing::Test {
 protected:
  IoTest() {
    std::string name = (std::filesystem::temp_directory_path() / "csca-io-XXXXXX").string();
    folder = ::mkdtemp(name.data());
  }
  ~IoTest() override { std::filesystem::remove_all(folder); }

  std::filesystem::path put(const std::string& name, std::string_view bytes) const {
    std::filesystem::remove(folder / name);  // some file systems flush a file that is written over
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return folder / name;
  }

  static std::string get(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  csca::Image image_of(std::string_view bytes) const { return csca::read_image(put("image", bytes)); }

  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  /// The sentence of the Error that the call throws.
  static std::string error_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const csca::Error& error) {
      return error.what();
    }
    ADD_FAILURE() << "no Error was thrown";
    return "";
  }

  std::filesystem::path folder;
};

#define EXPECT_IN(part, text) EXPECT_NE(std::string(text).find(part), std::string::npos) << "the text is: " << (text)

template <class T>
std::vector<T> samples_of(const csca::Image& image) {
  std::vector<T> all;
  for (int y = 0; y < image.height(); ++y) {
    const T* row = image.row<T>(y);
    all.insert(all.end(), row, row + image.width() * image.channels());
  }
  return all;
}
