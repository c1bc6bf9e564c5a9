// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/files.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "io/io_test.hpp"

namespace {

namespace fs = std::filesystem;

class Files : public IoTest {};

/// Makes writes of more than some bytes fail, as a full disk would.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(Files, WritesAndReplaces) {
  csca::write_file(folder / "a", "first");
  EXPECT_EQ(get(folder / "a"), "first");
  csca::write_file(folder / "a", std::string("sec\0nd", 6));
  EXPECT_EQ(csca::io::read_file(folder / "a"), std::string("sec\0nd", 6));
  csca::write_file(folder / "b", "");
  EXPECT_EQ(fs::file_size(folder / "b"), 0U);
  EXPECT_EQ(files_in_folder(), 2U);
}

TEST_F(Files, FollowTheUsersMask) {
  const mode_t before = ::umask(027);
  csca::write_file(folder / "a", "x");
  ::umask(before);
  struct stat info {};
  ASSERT_EQ(::stat((folder / "a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640U);
}

TEST_F(Files, AFailedWriteLeavesTheOldFileAndNoOther) {
  put("d.pfm", "old");
  std::string sentence;
  {
    const SmallFiles limit(4096);
    sentence = error_of([&] { csca::write_file(folder / "d.pfm", std::string(100'000, 'x')); });
  }
  EXPECT_IN("cannot write '", sentence);
  EXPECT_IN("larger than the system allows", sentence);
  EXPECT_EQ(get(folder / "d.pfm"), "old");
  EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(Files, NamesWhatIsWrongWithThePath) {
  EXPECT_IN("nowhere' does not exist; create it first", error_of([&] { csca::write_file(folder / "nowhere/d", "x"); }));
  EXPECT_IN("it is a folder", error_of([&] { csca::write_file(folder, "x"); }));
  EXPECT_IN("it is a folder", error_of([&] { csca::write_file(folder / "", "x"); }));
  EXPECT_IN("empty", error_of([&] { csca::write_file("", "x"); }));
  const fs::path file = put("file", "x");
  EXPECT_IN("is not a folder", error_of([&] { csca::write_file(file / "d", "x"); }));
  EXPECT_IN("too long", error_of([&] { csca::write_file(folder / std::string(300, 'n'), "x"); }));
  EXPECT_EQ(files_in_folder(), 1U);

  EXPECT_IN("no such file; check the path", error_of([&] { csca::read_image(folder / "left.png"); }));
  EXPECT_IN("left.png'", error_of([&] { csca::read_image(folder / "left.png"); }));
  EXPECT_IN("it is a folder", error_of([&] { csca::read_image(folder); }));
  EXPECT_IN("is not a folder", error_of([&] { csca::read_image(file / "left.png"); }));
  EXPECT_IN("empty", error_of([&] { csca::read_image(put("empty.png", "")); }));
  EXPECT_IN("device", error_of([&] { csca::read_image("/dev/zero"); }));
}

TEST_F(Files, SaysWhenPermissionIsMissing) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may do everything";
  const fs::path file = put("a", "x");
  fs::permissions(file, fs::perms::none);
  EXPECT_IN("permission denied", error_of([&] { csca::read_image(file); }));
  EXPECT_IN("permission denied", error_of([&] { csca::write_file(file, "y"); }));
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_IN("permission denied", error_of([&] { csca::check_writable(folder / "b"); }));
  EXPECT_IN("permission denied", error_of([&] { csca::write_file(folder / "b", "x"); }));
  fs::permissions(folder, fs::perms::owner_all);
}

TEST_F(Files, CheckWritableWritesNothing) {
  EXPECT_NO_THROW(csca::check_writable(folder / "a.pfm"));
  EXPECT_NO_THROW(csca::check_writable("a.pfm"));
  EXPECT_EQ(files_in_folder(), 0U);
  EXPECT_IN("create it first", error_of([&] { csca::check_writable(folder / "out/d.pfm"); }));
}

TEST_F(Files, DevicesStayDevices) {
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full";
  EXPECT_IN("no space is left", error_of([] { csca::write_file("/dev/full", "x"); }));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  csca::write_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Files, LinksStayLinks) {
  put("real", "old");
  fs::create_symlink("real", folder / "link");
  csca::write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(get(folder / "real"), "new");
}

TEST_F(Files, ALinkThatLeadsNowhereYetIsFollowed) {
  fs::create_directory(folder / "inner");
  fs::create_symlink("second", folder / "link");
  fs::create_symlink("inner/file", folder / "second");
  csca::write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(folder / "second"));
  EXPECT_EQ(get(folder / "inner/file"), "new");
}

TEST_F(Files, AReplacedFileKeepsItsPermissions) {
  fs::permissions(put("secret", "old"), fs::perms::owner_read | fs::perms::owner_write);
  csca::write_file(folder / "secret", "new");
  EXPECT_EQ(get(folder / "secret"), "new");
  EXPECT_EQ(fs::status(folder / "secret").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Files, ReadsPipes) {
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string bytes(300'000, 'p');
  std::thread writer([&] { csca::write_file(pipe, bytes); });
  EXPECT_EQ(csca::io::read_file(pipe), bytes);
  writer.join();
}

TEST_F(Files, ManyThreadsMayWriteToOneFolder) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) csca::write_file(folder / "same", std::string(1000, static_cast<char>('a' + t)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string bytes = get(folder / "same");
  EXPECT_EQ(bytes, std::string(1000, bytes.at(0)));
  EXPECT_EQ(files_in_folder(), 1U);
}

}  // namespace
