// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

// Parts of the tool that need large libraries of others live in shared objects of their own, which commands load when
// they are asked for: all other commands start as fast as without them.
namespace csca::app {

/// Which part, and the words for its absence.
struct ModuleName {
  const char* file;      ///< name of the shared object, without its ending
  const char* entry;     ///< its one function, which gives the table of all others
  const char* contents;  ///< a plural, such as "OpenCV's matchers"
  const char* package;   ///< what Debian has to have installed for csca to be built with it
};

/// A module's table, or why there is none. A Library's first member is the `csca_version` that it was built with.
template <class Library>
struct Module {
  const Library* library = nullptr;
  std::string absence;
};

/// What its entry gives: a pointer to a struct that begins with csca's version.
Module<void> load_untyped(const ModuleName& name);

/// Loads a module for the life of the process.
template <class Library>
Module<Library> load_module(const ModuleName& name) {
  auto [library, absence] = load_untyped(name);
  return {static_cast<const Library*>(library), std::move(absence)};
}

}  // namespace csca::app
