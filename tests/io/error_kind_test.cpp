// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/volume_io.hpp>

#include "io/files.hpp"
#include "io/io_test.hpp"

#include <cerrno>
#include <optional>

namespace {

using csca::ErrorKind;

class ErrorKinds : public IoTest {};

std::optional<ErrorKind> kind_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const csca::Error& error) {
    return error.kind();
  }
  return {};
}

TEST_F(ErrorKinds, BadInputUnlessSaidOtherwise) {
  EXPECT_EQ(csca::Error("wrong").kind(), ErrorKind::bad_input);
  EXPECT_EQ(csca::Error("wrong", ErrorKind::cancelled).kind(), ErrorKind::cancelled);
  EXPECT_STREQ(csca::Error("wrong", ErrorKind::internal).what(), "wrong");
}

TEST_F(ErrorKinds, MissingFilesAndFolders) {
  const auto text = put("text.png", "no image");
  for (const auto& file : {folder / "none.png", folder / "none/none.png", text / "none.png"}) {
    EXPECT_EQ(kind_of([&] { csca::read_image(file); }), ErrorKind::missing_file) << file;
    EXPECT_EQ(kind_of([&] { csca::read_mask(file); }), ErrorKind::missing_file) << file;
    EXPECT_EQ(kind_of([&] { csca::read_disparity(file); }), ErrorKind::missing_file) << file;
    EXPECT_EQ(kind_of([&] { csca::read_volume(file); }), ErrorKind::missing_file) << file;
  }
  EXPECT_EQ(kind_of([&] { csca::write_file(folder / "none/file", "x"); }), ErrorKind::missing_file);
}

// Whatever the system says, the user hears what to do.
TEST_F(ErrorKinds, ReasonsNameARemedy) {
  const std::pair<int, const char*> reasons[] = {{ENOENT, "check the path"},
                                                 {ENOTDIR, "check the path"},
                                                 {EISDIR, "name a file"},
                                                 {EACCES, "check who may use the file and its folder"},
                                                 {EPERM, "check who may use the file and its folder"},
                                                 {EROFS, "choose another folder"},
                                                 {ENOSPC, "free some or choose another folder"},
                                                 {EDQUOT, "free some or choose another folder"},
                                                 {EFBIG, "raise the limit or choose another folder"},
                                                 {ENAMETOOLONG, "choose a shorter one"},
                                                 {EINTR, "the program is being ended"},
                                                 {EMFILE, "close some"},
                                                 {ENFILE, "close some"},
                                                 {EIO, "check the path and the disk"}};
  for (const auto& [number, remedy] : reasons) EXPECT_IN(remedy, csca::io::reason(number));
}

TEST_F(ErrorKinds, FilesThatAreThereAreBadInput) {
  for (const auto& file : {folder, put("text.png", "no image"), put("empty.png", "")}) {
    EXPECT_EQ(kind_of([&] { csca::read_image(file); }), ErrorKind::bad_input) << file;
  }
  EXPECT_EQ(kind_of([&] { csca::write_file(folder, "x"); }), ErrorKind::bad_input);
}

}  // namespace
