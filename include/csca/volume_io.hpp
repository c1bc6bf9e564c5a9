// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

// Cost volumes in files: a numpy array of float32 (y, x, level), and a JSON file of the same stem that says which
// disparity the first level is. docs/volumes.md describes both.
#pragma GCC visibility push(default)
namespace csca {

namespace io {
class NewFile;
}

/// What a volume file holds.
struct VolumeShape {
  int width = 0;
  int height = 0;
  Levels levels;

  std::size_t bytes() const {
    return sizeof(float) * static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
           static_cast<std::size_t>(levels.count);
  }
  bool operator==(const VolumeShape&) const = default;
};

/// The JSON file beside a volume: map.raw.0.npy has map.raw.0.json.
std::filesystem::path volume_note(const std::filesystem::path& file);

/// Writes a volume that comes in pieces, in any order and from any thread, without holding it in memory. The file and
/// its note appear when it is finished; nothing is left of them on any failure.
class VolumeFile {
 public:
  /// Takes the space on the disk; throws Error that says how much is needed when there is not enough. `stage` and
  /// `scale` go into the note.
  VolumeFile(std::filesystem::path file, const VolumeShape& shape, std::string stage, int scale);
  ~VolumeFile();
  VolumeFile(const VolumeFile&) = delete;
  VolumeFile& operator=(const VolumeFile&) = delete;

  /// Row y at `levels`, laid out as in a Volume with just these. What comes twice has to be the same.
  void take(Levels levels, int y, const float* row);

  /// Makes file and note appear. Cells that never came are 0.
  void finish();

 private:
  void give_back(const float* cells, std::size_t count);

  std::filesystem::path file_;
  VolumeShape shape_;
  std::string note_;
  std::unique_ptr<io::NewFile> out_;
  std::size_t size_ = 0;  // of the file, bytes
  char* bytes_ = nullptr;
  float* cells_ = nullptr;
  std::array<std::mutex, 64> locks_;  // row y is guarded by locks_[y % 64]
};

/// Writes a whole volume.
void write_volume(const std::filesystem::path& file, const Volume& volume, const std::string& stage = "raw",
                  int scale = 0);

/// Reads header and note only. The first level is 0 when there is no note.
/// Throws Error when the array is not a float32 one of three dimensions, or the note contradicts it.
VolumeShape read_volume_shape(const std::filesystem::path& file);

/// Reads a volume, with NaN and infinity where the file has them: matching takes NaN for a cell without a cost.
Volume read_volume(const std::filesystem::path& file);

}  // namespace csca
#pragma GCC visibility pop
