// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/files.hpp"
#include "fuzz/targets.hpp"
#include "io/decode.hpp"

#include <csca/calibration_io.hpp>
#include <csca/dataset.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/volume_io.hpp>

#include <cstdlib>

namespace csca::fuzz {

void image(const std::string& bytes) { read_image(MemoryFile(bytes).path()); }

void mask(const std::string& bytes) { read_mask(MemoryFile(bytes).path()); }

void disparity(const std::string& bytes) { read_disparity(MemoryFile(bytes).path()); }

void calibration(const std::string& bytes) { read_calibration(MemoryFile(bytes).path()); }

// A disparity map of numpy, and the same bytes as a cost volume.
void npy(const std::string& bytes) {
  try {
    if (bytes.starts_with("\x93NUMPY")) io::decode_disparity({.bytes = bytes, .name = "'fuzz'"}, {});
  } catch (const Error&) {
  }
  const MemoryFile file(bytes);
  const VolumeShape shape = read_volume_shape(file.path());
  if (shape.width < 1 || shape.height < 1 || shape.levels.count < 1) std::abort();
  read_volume(file.path());
}

// The note beside a volume that is good.
void volume_note(const std::string& bytes) {
  static const std::filesystem::path volume = [] {
    const std::filesystem::path file = folder() / "volume.npy";
    write_volume(file, Volume(2, 2, {0, 3}), "raw", 0);
    return file;
  }();
  write_file(csca::volume_note(volume), bytes);
  read_volume_shape(volume);
}

// A folder with a list of pairs.
void pair_list(const std::string& bytes) {
  write_file(folder() / "pairs.csv", bytes);
  find_scenes(folder());
}

}  // namespace csca::fuzz
