// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <memory>
#include <string>

// Videos and cameras, by OpenCV's videoio: a module that the tool loads for those who give it one. Nothing throws.
namespace csca::video {

class Reader {
 public:
  virtual ~Reader() = default;
  virtual double rate() const = 0;  ///< frames a second; 0: not known
  virtual int frames() const = 0;   ///< as the file says; 0: not known
  /// The next frame, 8-bit RGB, until the next call; without data at the end, or where the file is damaged.
  virtual ImageView read() = 0;
  /// Passes over the next frame. False where there is none.
  virtual bool skip() = 0;
  /// Goes to a frame or one near it.
  virtual void seek(int frame) = 0;
};

class Writer {
 public:
  virtual ~Writer() = default;
  /// 8-bit RGB of the size that was said.
  virtual void write(const ImageView& frame) = 0;
};

struct Library {
  const char* csca_version;  ///< what the module was built with; others may have another layout
  /// These give nothing where the file or the device cannot be opened.
  std::unique_ptr<Reader> (*open_file)(const std::string& file);
  std::unique_ptr<Reader> (*open_camera)(int number);
  /// The ending says the form: .mp4 and .mkv (H.264, or MPEG-4 where that is not built in), .avi (Motion JPEG). Width
  /// and height have to be even. The file is whole when the writer is destroyed.
  std::unique_ptr<Writer> (*create)(const std::string& file, int width, int height, double rate);
};

}  // namespace csca::video

extern "C" __attribute__((visibility("default"))) const csca::video::Library* csca_video();
