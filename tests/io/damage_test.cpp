// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <png.h>
#include <tiffio.h>

#include <random>

#include "io/io_test.hpp"
#include "io/samples.hpp"

using namespace std::string_literals;

std::vector<NamedBytes> one_of_each() {
  const std::string floats(4 * 6, '\x3f');
  return {
      {"grey png", make_png({})},
      {"deep rgba png", make_png({.colour = PNG_COLOR_TYPE_RGBA, .bits = 16, .interlaced = true})},
      {"palette png", make_png({.colour = PNG_COLOR_TYPE_PALETTE, .bits = 4, .transparent = true})},
      {"grey jpeg", make_jpeg({.channels = 1})},
      {"progressive jpeg", make_jpeg({.progressive = true})},
      {"cmyk jpeg", make_jpeg({.channels = 4})},
      {"tiff", make_tiff({})},
      {"tiled tiff",
       make_tiff(
           {.channels = 3, .bits = 16, .colours = PHOTOMETRIC_RGB, .compression = COMPRESSION_LZW, .tiled = true})},
      {"float tiff", make_tiff({.bits = 32, .format = SAMPLEFORMAT_IEEEFP, .compression = COMPRESSION_ADOBE_DEFLATE})},
      {"planar tiff", make_tiff({.channels = 4,
                                 .colours = PHOTOMETRIC_RGB,
                                 .compression = COMPRESSION_PACKBITS,
                                 .separate = true,
                                 .mode = "wb8"})},
      {"bitmap tiff", make_tiff({.bits = 1, .compression = COMPRESSION_CCITTFAX4})},
      {"palette tiff", make_tiff({.colours = PHOTOMETRIC_PALETTE})},
      {"P1", "P1 3 2 010110"},
      {"P2", "P2 3 2 9\n1 2 3 4 5 6"},
      {"P3", "P3 1 2 999\n1 2 3 4 5 6"},
      {"P4", "P4 9 2\n\xff\x80\x01\x7f"s},
      {"P5", "P5 # comment\n3 2 255\n123456"},
      {"P6", "P6 1 2 65535\n121212343434"},
      {"Pf", "Pf\n3 2\n-1\n" + floats},
      {"PF", "PF\n1 2\n1.5\n" + floats},
  };
}

namespace {

class Damage : public IoTest {
 protected:
  /// Whether all readers take the file; anything but success or an Error with a sentence fails the test.
  bool readable(const std::string& bytes) const {
    const auto file = put("image", bytes);
    bool good = true;
    for (int reader = 0; reader < 2; ++reader) {
      try {
        reader == 0 ? void(csca::read_image(file)) : void(csca::read_disparity(file, 16));
      } catch (const csca::Error& error) {
        EXPECT_IN("image'", error.what());
        good = good && reader != 0;
      }
    }
    return good;
  }
};

TEST_F(Damage, SamplesAreGood) {
  for (const auto& [name, bytes] : one_of_each()) EXPECT_TRUE(readable(bytes)) << name;
}

TEST_F(Damage, TruncatedFilesAreErrors) {
  for (const auto& [name, bytes] : one_of_each()) {
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 200);
    for (std::size_t size = 0; size < bytes.size(); size += step) {
      EXPECT_FALSE(readable(bytes.substr(0, size))) << name << " cut to " << size << " of " << bytes.size();
    }
    for (std::size_t cut = 1; cut <= std::min<std::size_t>(20, bytes.size()); ++cut) {
      EXPECT_FALSE(readable(bytes.substr(0, bytes.size() - cut))) << name << " without its last " << cut;
    }
  }
}

TEST_F(Damage, RubbishAfterTheMagicBytesIsAnError) {
  std::mt19937 random(1);
  for (const auto& [name, bytes] : one_of_each()) {
    const std::size_t magic = name[0] == 'P'                           ? 2
                              : name.find("png") != std::string::npos  ? 8
                              : name.find("jpeg") != std::string::npos ? 3
                                                                       : 4;
    for (const std::size_t size : {0, 1, 10, 1000}) {
      std::string rubbish = bytes.substr(0, magic) + 'x';
      for (std::size_t i = 0; i < size; ++i) rubbish += static_cast<char>(random());
      EXPECT_FALSE(readable(rubbish)) << name;
    }
  }
}

TEST_F(Damage, ChangedBytesNeverCrash) {
  std::mt19937 random(2);
  for (const auto& [name, bytes] : one_of_each()) {
    for (int i = 0; i < 300; ++i) {
      std::string changed = bytes;
      // Headers decide the most, so half of the changes go there.
      const std::size_t range = i % 2 == 0 ? changed.size() : std::min<std::size_t>(changed.size(), 64);
      for (unsigned n = 1 + random() % 4; n > 0; --n) changed[random() % range] = static_cast<char>(random());
      readable(changed);
    }
  }
}

TEST_F(Damage, ChangedNpyNeverCrashes) {
  csca::write_disparity(folder / "d.npy", csca::Plane<float>(5, 4, 1));
  const std::string bytes = get(folder / "d.npy");
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string changed = bytes;
    for (unsigned n = 1 + random() % 4; n > 0; --n) changed[random() % 80] = static_cast<char>(random());
    try {
      csca::read_disparity(put("image", changed));
    } catch (const csca::Error& error) {
      EXPECT_IN("image'", error.what());
    }
  }
}

}  // namespace
