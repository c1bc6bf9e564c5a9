// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/sanitized.hpp"
#include "tool.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace csca::test {
namespace {

void sleep_ms(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

/// csca at work in a folder, to be sent signals.
class Running {
 public:
  Running(const Folder& folder, const std::string& arguments, const std::string& environment)
      : folder_((folder / "").string()) {
    const std::string line =
        "cd '" + folder_ + "'; " + environment + " exec '" CSCA_TOOL "' " + arguments + " > /dev/null 2>&1";
    pid_ = ::fork();
    if (pid_ == 0) {
      ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      ::_exit(127);
    }
  }

  /// Until a file in the folder is mapped into memory, which is how volumes are written.
  bool writes_a_volume() const {
    for (int i = 0; i < 20'000; ++i, sleep_ms(1)) {
      const std::string maps = contents("/proc/" + std::to_string(pid_) + "/maps");
      if (maps.find(folder_) != std::string::npos) return true;
    }
    return false;
  }

  /// How it ended after the signal: the signal's number, or 0 when it had ended by itself.
  int end_by(int signal) {
    ::kill(pid_, signal);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }

 private:
  std::string folder_;
  pid_t pid_;
};

/// With and without nameless files, which not all file systems have.
class Signals : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam()) return;
    if (sanitized) GTEST_SKIP() << "the stand-in for open() cannot be loaded";
    environment = "CSCA_FAULT=named LD_PRELOAD='" CSCA_FAULTY "'";
  }

  void put_old_files() const {
    for (const char* name : {"out.pfm", "out.raw.0.npy", "out.raw.0.json"}) write(folder / name, "old");
  }

  Folder folder;
  std::string environment;
};

TEST_P(Signals, LeaveOldFilesAndNoOthers) {
  ASSERT_EQ(folder.csca("synth pair --width 600 --height 500").exit_code, 0);
  put_old_files();
  const std::string before = folder.listing();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    for (const int wait : {0, 1, 10, 50}) {
      Running tool(folder,
                   "match pair/left.png pair/right.png -o out.pfm --method bf --levels 64 --scales 2 --save-volume raw",
                   environment);
      ASSERT_TRUE(tool.writes_a_volume());
      sleep_ms(wait);
      EXPECT_EQ(tool.end_by(signal), signal);
      ASSERT_EQ(folder.listing(), before);
      for (const char* name : {"out.pfm", "out.raw.0.npy", "out.raw.0.json"}) {
        ASSERT_EQ(contents(folder / name), "old") << name;
      }
    }
  }
}

TEST_P(Signals, LeaveFilesThatBelongTogether) {
  ASSERT_EQ(folder.csca("synth pair --width 90 --height 61").exit_code, 0);
  const std::string command =
      "match pair/left.png pair/right.png -o out.pfm --threads 1 --scales 1 --levels 20 --save-volume raw";
  const auto start = std::chrono::steady_clock::now();
  Running(folder, command, environment).end_by(0);
  const auto whole = std::chrono::steady_clock::now() - start;
  const std::string names = folder.listing();
  int ended = 0;
  for (int i = 0; i < 60; ++i) {
    put_old_files();
    Running tool(folder, command, environment);
    std::this_thread::sleep_for(whole * i / 55);
    ended += tool.end_by(SIGINT) == SIGINT ? 1 : 0;
    ASSERT_EQ(folder.listing(), names);
    ASSERT_EQ(contents(folder / "out.raw.0.npy") == "old", contents(folder / "out.raw.0.json") == "old");
  }
  EXPECT_GT(ended, 0);
}

TEST_P(Signals, WhatAKillLeavesTheNextRunRemoves) {
  ASSERT_EQ(folder.csca("synth pair --width 600 --height 500").exit_code, 0);
  put_old_files();
  const std::string before = folder.listing();
  const std::string slow =
      "match pair/left.png pair/right.png -o out.pfm --method bf --levels 64 --scales 1 --save-volume raw";
  const std::string quick = "match pair/left.png pair/right.png -o out.pfm --preset bare --method none --levels 4 ";
  for (int round = 0; round < 2; ++round) {
    Running killed(folder, slow, environment);
    ASSERT_TRUE(killed.writes_a_volume());
    EXPECT_EQ(killed.end_by(SIGKILL), SIGKILL);
    for (const char* name : {"out.pfm", "out.raw.0.npy", "out.raw.0.json"}) {
      ASSERT_EQ(contents(folder / name), "old") << name;
    }
  }
  EXPECT_EQ(folder.listing() == before, GetParam());  // a nameless file is gone by itself
  // One that is still at work keeps its file, which has a name where there are no nameless ones.
  Running working(folder, slow, environment);
  ASSERT_TRUE(working.writes_a_volume());
  const std::string at_work = folder.listing();
  const Outcome other = folder.csca(quick + "--save-volume raw", environment);
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_EQ(folder.listing(), at_work);
  EXPECT_EQ(working.end_by(SIGTERM), SIGTERM);
  EXPECT_EQ(folder.listing(), before);
}

TEST_P(Signals, WhatAnotherRunWritesStays) {
  ASSERT_EQ(folder.csca("synth pair --width 300 --height 200").exit_code, 0);
  const std::string line =
      environment + " '" CSCA_TOOL "' match pair/left.png pair/right.png -o out.pfm --threads 1 --levels 20 -q";
  const Outcome run = folder.shell("for i in 1 2 3 4 5 6 7 8; do " + line + " || touch failed & done; wait");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(folder.listing(), "out.pfm pair");
}

TEST_P(Signals, ThatAreIgnoredStayIgnored) {
  ASSERT_EQ(folder.csca("synth pair --width 90 --height 61").exit_code, 0);
  const Outcome run = folder.shell(
      "trap '' HUP; " + environment +
      " '" CSCA_TOOL "' match pair/left.png pair/right.png -o out.pfm --levels 20 & kill -HUP $!; wait $!");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(folder.listing(), "out.pfm pair");
}

TEST_P(Signals, TooLargeFilesAreAnError) {
  ASSERT_EQ(folder.csca("synth pair --width 90 --height 61").exit_code, 0);
  const Outcome run =
      folder.csca("match pair/left.png pair/right.png -o out.pfm --levels 20", "ulimit -f 1; " + environment);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("larger than the system allows"), std::string::npos) << run.err;
  EXPECT_EQ(folder.listing(), "pair");
}

INSTANTIATE_TEST_SUITE_P(FileSystems, Signals, testing::Bool(),
                         [](const auto& chosen) { return chosen.param ? "Nameless" : "Named"; });

}  // namespace
}  // namespace csca::test
