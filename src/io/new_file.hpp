// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>

#include "io/files.hpp"

namespace csca::io {

/// A file that appears whole or not at all. Until it appears it has no name where the file system allows that
/// (O_TMPFILE), and nothing is left of it however the program ends. On other file systems it has a temporary name in
/// the same folder, which `remove_unfinished_files` removes; after a kill, the next that writes the same file does.
class NewFile {
 public:
  /// Opens it for reading and writing. `descriptor()` is -1 and errno says why when that fails.
  explicit NewFile(std::filesystem::path target);
  /// Removes a file that has not appeared.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  int descriptor() const { return descriptor_.get(); }

  /// Makes all of these files appear, and replaces files that have their names. Either all or none appear when
  /// `remove_unfinished_files` is called meanwhile. Returns 0, or the error number of the first that could not appear.
  static int appear(std::initializer_list<NewFile*> files);

 private:
  friend void remove_temporary_names();
  int appear();
  void open_named();
  void forget_name();

  std::filesystem::path target_;
  std::filesystem::path name_;  // the temporary one; empty when there is none
  Descriptor descriptor_;
};

}  // namespace csca::io
