// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

namespace csca::test {

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "csca-test-XXXXXX").string();
  path_ = ::mkdtemp(name.data());
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Outcome Folder::csca(const std::string& arguments, const std::string& before) const {
  return shell(before + " '" CSCA_TOOL "' " + arguments);
}

Outcome Folder::shell(const std::string& line) const {
  const std::filesystem::path out = path_.string() + ".out";
  const std::filesystem::path err = path_.string() + ".err";
  const std::string command =
      "cd '" + path_.string() + "'; " + line + " > '" + out.string() + "' 2> '" + err.string() + "' < /dev/null";
  const int status = std::system(command.c_str());
  Outcome run{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(out), contents(err)};
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return run;
}

std::string Folder::listing() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace csca::test
