// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <random>

#include "io/io_test.hpp"
#include "io/samples.hpp"
#include "support/sanitized.hpp"

using namespace std::string_literals;

namespace {

double cpu_seconds() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/// Of this process since its start, but for what it had in common with the one that started it.
double peak_megabytes() {
  if (csca::sanitized) return 0;  // sanitizers take some of their own
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1e3;
  }
  return 0;
}

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

TEST_F(Damage, FilesCutOffAtAnyByteAreErrorsSoonAndInLittleMemory) {
  for (const auto& [name, bytes] : one_of_each()) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const double start = cpu_seconds();
      EXPECT_FALSE(readable(bytes.substr(0, size))) << name << " cut to " << size << " of " << bytes.size();
      EXPECT_LT(cpu_seconds() - start, 0.2) << name << " cut to " << size;
    }
  }
  EXPECT_LT(peak_megabytes(), 100);
}

TEST_F(Damage, NpyCutOffAtAnyByteIsAnError) {
  const std::string bytes = csca::disparity_bytes(".npy", csca::Plane<float>(5, 4, 1));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_IN("image'", error_of([&] { csca::read_disparity(put("image", bytes.substr(0, size))); }));
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
