// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/volume_io.hpp>

#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <limits>
#include <thread>

#include "io/io_test.hpp"
#include "support/random.hpp"

namespace {

using csca::Levels;
using csca::Volume;
using namespace std::string_literals;

class VolumeFiles : public IoTest {
 protected:
  std::filesystem::path npy(const std::string& type, const std::string& shape, const std::string& body,
                            const char* fortran = "False") const {
    const std::string header =
        "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
    return put("v.npy", "\x93NUMPY\1\0"s + static_cast<char>(header.size()) + '\0' + header + body);
  }

  std::string refusal(const std::filesystem::path& file) const {
    return error_of([&] { csca::read_volume(file); });
  }
};

std::string floats(std::initializer_list<float> values) {
  std::string bytes;
  for (const float value : values) {
    char four[4];
    std::memcpy(four, &value, 4);
    bytes.append(four, 4);
  }
  return bytes;
}

void expect_same_cells(const Volume& a, const Volume& b) {
  ASSERT_EQ(a.width(), b.width());
  ASSERT_EQ(a.height(), b.height());
  ASSERT_EQ(a.levels(), b.levels());
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      for (int k = 0; k < a.levels().count; ++k) ASSERT_EQ(a.pixel(x, y)[k], b.pixel(x, y)[k]) << x << ' ' << y;
    }
  }
}

TEST_F(VolumeFiles, ReadWhatWasWritten) {
  for (const csca::Size size : csca::odd_sizes) {
    for (const Levels levels : {Levels{0, 1}, Levels{-7, 13}, Levels{5, 16}}) {
      const Volume volume = csca::random_volume(size.width, size.height, levels, 1);
      csca::write_volume(folder / "v.npy", volume);
      expect_same_cells(csca::read_volume(folder / "v.npy"), volume);
      EXPECT_EQ(csca::read_volume_shape(folder / "v.npy"), (csca::VolumeShape{size.width, size.height, levels}));
    }
  }
  EXPECT_EQ(files_in_folder(), 2U);
}

TEST_F(VolumeFiles, AreNumpyArraysWithANote) {
  csca::write_volume(folder / "v.raw.1.npy", csca::random_volume(3, 2, {-4, 5}, 1), "raw", 1);
  const std::string bytes = get(folder / "v.raw.1.npy");
  EXPECT_IN("'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 5)", bytes);
  EXPECT_EQ(bytes.size() % 64, (2 * 3 * 5 * 4) % 64);
  const std::string note = get(folder / "v.raw.1.json");
  for (const char* line :
       {"\"first\": -4", "\"levels\": 5", "\"scale\": 1", "\"stage\": \"raw\"", "\"width\": 3", "\"height\": 2"}) {
    EXPECT_IN(line, note);
  }
}

TEST_F(VolumeFiles, PiecesMayComeFromAnyThreadInAnyOrder) {
  const Levels levels{-3, 20};
  const Volume volume = csca::random_volume(11, 7, levels, 2);
  {
    csca::VolumeFile out(folder / "v.npy", {11, 7, levels}, "raw", 0);
    std::vector<std::thread> threads;
    for (int first = levels.last() - 3; first >= levels.first - 3; first -= 4) {
      threads.emplace_back([&, first] {
        const Levels piece{first, 6};  // reaches over the seams, and over the range's ends
        Volume row(11, 1, piece);
        for (int y = 6; y >= 0; --y) {
          for (int x = 0; x < 11; ++x) {
            for (int k = 0; k < 6; ++k) {
              const int from = first + k - levels.first;
              row.pixel(x, 0)[k] = from >= 0 && from < levels.count ? volume.pixel(x, y)[from] : -1;
            }
          }
          out.take(piece, y, row.row(0));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(std::filesystem::exists(folder / "v.npy"));
    out.finish();
  }
  expect_same_cells(csca::read_volume(folder / "v.npy"), volume);
}

TEST_F(VolumeFiles, LeaveNothingWhenNotFinished) {
  {
    csca::VolumeFile out(folder / "v.npy", {5, 5, {0, 8}}, "raw", 0);
    EXPECT_LE(files_in_folder(), 1U);  // a temporary one, if any
  }
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST_F(VolumeFiles, AnyStageMakesANoteThatIsRead) {
  for (const std::string& stage :
       {"a \"quoted\" one"s, "back\\slash"s, "line\nand tab\t"s, "nul\0 and bell\a"s, "no UTF-8: \xff\xc3("s,
        "Stra\xc3\x9f"
        "e"s,
        ""s, "{}"s}) {
    csca::write_volume(folder / "v.npy", csca::random_volume(3, 2, {-4, 5}, 1), stage);
    EXPECT_EQ(csca::read_volume_shape(folder / "v.npy").levels, (Levels{-4, 5})) << stage;
  }
  csca::write_volume(folder / "v.npy", csca::random_volume(3, 2, {-4, 5}, 1), "a \"b\" \\ \n\1\xff");
  EXPECT_IN("\"stage\": \"a \\\"b\\\" \\\\ \\n\\u0001\xef\xbf\xbd\"", get(folder / "v.json"));
}

TEST_F(VolumeFiles, FullDisksAreFoundBeforehand) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = error_of([&] { csca::VolumeFile(folder / "v.npy", {100, 100, {0, 16}}, "raw", 0); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_IN("v.npy", error);
  EXPECT_IN("640128 bytes", error);
  EXPECT_EQ(files_in_folder(), 0U);
  EXPECT_IN("nowhere", error_of([&] { csca::VolumeFile(folder / "nowhere/v.npy", {1, 1, {0, 1}}, "raw", 0); }));
}

TEST_F(VolumeFiles, WithoutANoteStartAtZero) {
  const auto file = npy("<f4", "(1, 2, 3)", floats({1, 2, 3, 4, 5, 6}));
  const Volume volume = csca::read_volume(file);
  EXPECT_EQ(volume.levels(), (Levels{0, 3}));
  EXPECT_EQ(volume.pixel(1, 0)[2], 6.0F);
  put("v.json", "{\"first\": -2}");
  EXPECT_EQ(csca::read_volume(file).levels(), (Levels{-2, 3}));
}

TEST_F(VolumeFiles, BigEndianIsUnderstood) {
  std::string body = floats({1.5F, -2});
  for (std::size_t i = 0; i < body.size(); i += 4) std::reverse(body.begin() + i, body.begin() + i + 4);
  EXPECT_EQ(csca::read_volume(npy(">f4", "(1, 1, 2)", body)).pixel(0, 0)[1], -2.0F);
}

TEST_F(VolumeFiles, WrongOnesGetASentence) {
  const std::string eight(32, '\0');
  EXPECT_IN("float64", refusal(npy("<f8", "(1, 2, 2)", eight)));
  EXPECT_IN("float16", refusal(npy("<f2", "(1, 2, 2)", eight)));
  EXPECT_IN("uint8", refusal(npy("|u1", "(1, 2, 2)", eight)));
  EXPECT_IN("bool", refusal(npy("|b1", "(1, 2, 2)", eight)));
  EXPECT_IN("(2, 4)", refusal(npy("<f4", "(2, 4)", eight)));
  EXPECT_IN("(1, 2, 2, 2)", refusal(npy("<f4", "(1, 2, 2, 2)", eight)));
  EXPECT_IN("Fortran", refusal(npy("<f4", "(2, 2, 2)", eight, "True")));
  EXPECT_IN("0 levels", refusal(npy("<f4", "(1, 2, 0)", eight)));
  EXPECT_IN("no pixels", refusal(npy("<f4", "(0, 2, 2)", eight)));
  EXPECT_IN("truncated", refusal(npy("<f4", "(2, 2, 3)", eight)));
  EXPECT_IN("truncated", refusal(npy("<f4", "(60000, 30000, 60000)", eight)));
  EXPECT_IN("more than 65535", refusal(npy("<f4", "(4000000000, 4000000000, 4000000000)", eight)));
  EXPECT_IN("not a numpy file", refusal(put("v.npy", "P5 1 1 255 x")));
  EXPECT_IN("not a numpy file", refusal(put("v.npy", "")));
  EXPECT_IN("truncated", refusal(put("v.npy", "\x93NUMPY")));
  EXPECT_IN("no such file", refusal(folder / "none.npy"));
  EXPECT_IN("folder", refusal(folder));
}

TEST_F(VolumeFiles, CostsThatAreNoNumbersAreRead) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const auto file = npy("<f4", "(2, 2, 2)", floats({0, 1, 2, 3, 4, nan, inf, 7}));
  const Volume volume = csca::read_volume(file);
  EXPECT_EQ(volume.pixel(0, 1)[0], 4);
  EXPECT_TRUE(std::isnan(volume.pixel(0, 1)[1]));
  EXPECT_EQ(volume.pixel(1, 1)[0], inf);
}

TEST_F(VolumeFiles, WrongNotesGetASentence) {
  const auto file = npy("<f4", "(1, 2, 3)", std::string(24, '\0'));
  const auto with = [&](const char* note) {
    put("v.json", note);
    return refusal(file);
  };
  EXPECT_IN("JSON", with("{\"first\": "));
  EXPECT_IN("JSON", with("[1]"));
  EXPECT_IN("first is 1.5", with("{\"first\": 1.5}"));
  EXPECT_IN("first is \"a\"", with("{\"first\": \"a\"}"));
  EXPECT_IN("first is 99999999999", with("{\"first\": 99999999999}"));
  EXPECT_IN("levels 4 but the array has 3", with("{\"first\": 0, \"levels\": 4}"));
  EXPECT_IN("width 3 but the array has 2", with("{\"width\": 3}"));
}

}  // namespace
