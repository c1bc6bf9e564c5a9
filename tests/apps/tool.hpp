// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

// Runs the tool as its user does: a process, its exit code and what it says.
namespace csca::test {

struct Outcome {
  int exit_code;  // 128 + signal when one ended it
  std::string out;
  std::string err;
};

/// A folder of its own for each test, gone afterwards; commands run in it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  /// csca with these arguments, as the shell splits them. `before` goes ahead of the command: "ulimit -f 1;"
  Outcome csca(const std::string& arguments, const std::string& before = "") const;

  /// Any command, as the shell reads it.
  Outcome shell(const std::string& line) const;

  /// The names in the folder, sorted, separated by blanks.
  std::string listing() const;

 private:
  std::filesystem::path path_;
};

std::string contents(const std::filesystem::path& file);
void write(const std::filesystem::path& file, const std::string& bytes);

}  // namespace csca::test
