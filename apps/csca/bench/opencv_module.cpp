// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/opencv_module.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <string_view>

namespace csca::app {

OpenCv load_opencv() {
  std::error_code failure;
  // The build tree has the layout of an installation: bin/csca and LIBDIR/csca/ beside each other.
  const std::filesystem::path module =
      std::filesystem::read_symlink("/proc/self/exe", failure).parent_path().parent_path() / CSCA_MODULES / "peers.so";
  if (!std::filesystem::exists(module, failure)) {
    return {nullptr, "OpenCV's matchers are not built in; with libopencv-calib3d-dev installed, build csca again"};
  }
  void* handle = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays for the life of the process
  if (handle == nullptr) return {nullptr, std::string("OpenCV's matchers cannot be loaded: ") + dlerror()};
  const auto entry = reinterpret_cast<decltype(&csca_peers)>(dlsym(handle, "csca_peers"));
  if (entry == nullptr || std::string_view(entry()->csca_version) != CSCA_VERSION) {
    return {nullptr, "OpenCV's matchers belong to another version of csca: '" + module.string() + "'"};
  }
  return {entry(), ""};
}

}  // namespace csca::app
