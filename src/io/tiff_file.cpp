// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <string_view>

#include "io/tiff_blocks.hpp"
#include "io/tiff_no_data.hpp"

namespace csca::io {

std::unique_ptr<TiffFile> open_tiff_file(const std::filesystem::path& name) {
  Descriptor descriptor(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (descriptor.get() < 0 || ::fstat(descriptor.get(), &status) != 0) return nullptr;  // whoever reads it says why
  char magic[4] = "";
  if (!S_ISREG(status.st_mode) || ::pread(descriptor.get(), magic, 4, 0) != 4) return nullptr;
  const std::string_view start(magic, 2);
  if (start != "II" && start != "MM") return nullptr;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  auto file = std::make_unique<TiffFile>(TiffFile{{{}, quoted(name), size}, std::move(descriptor)});
  file->memory.descriptor = file->descriptor.get();
  file->memory.size = size;
  file->tiff = open_tiff(file->memory, "rm");
  if (file->tiff == nullptr) fail_tiff(file->source, file->memory);
  file->tags = read_tags(file->source, file->tiff.get());
  file->no_data = read_no_data(file->source, file->tiff.get());
  return file;
}

}  // namespace csca::io
