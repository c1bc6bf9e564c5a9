// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "modules.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace csca::app {

Module<void> load_untyped(const ModuleName& name) {
  std::error_code failure;
  // The build tree has the layout of an installation: bin/csca and LIBDIR/csca/ beside each other.
  const std::filesystem::path module =
      std::filesystem::read_symlink("/proc/self/exe", failure).parent_path().parent_path() / CSCA_MODULES /
      fmt::format("{}.so", name.file);
  if (!std::filesystem::exists(module, failure)) {
    return {nullptr,
            fmt::format("{} are not built in; with {} installed, build csca again", name.contents, name.package)};
  }
  void* handle = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays for the life of the process
  if (handle == nullptr) return {nullptr, fmt::format("{} cannot be loaded: {}", name.contents, dlerror())};
  const auto entry = reinterpret_cast<const void* (*)()>(dlsym(handle, name.entry));
  const void* library = entry == nullptr ? nullptr : entry();
  if (library == nullptr || std::string_view(*static_cast<const char* const*>(library)) != CSCA_VERSION) {
    return {nullptr, fmt::format("{} belong to another version of csca: '{}'", name.contents, module.string())};
  }
  return {library, ""};
}

}  // namespace csca::app
