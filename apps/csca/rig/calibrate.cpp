// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "lengths.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "rig/board_files.hpp"
#include "rig/load.hpp"
#include "rig/pictures.hpp"
#include "streams.hpp"

#include <csca/calibration_io.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

namespace csca::app {
namespace {

struct ImageSize {
  int width = 0;
  int height = 0;
};

/// What is known of one pair of files.
struct Sighted {
  FilePair files;
  BoardPair boards;
};

std::string in_words(const Sighted& pair) {
  const bool left = !pair.boards.left.corners.empty();
  const bool right = !pair.boards.right.corners.empty();
  if (left && right) return "";
  if (!left && !right) return "no board seen";
  return left ? "no board seen in the right view" : "no board seen in the left view";
}

Board read_board(const std::string& text) {
  Board board;
  const char* end = text.data() + text.size();
  const auto [by, first] = std::from_chars(text.data(), end, board.columns);
  const bool two = first == std::errc{} && by != end && (*by == 'x' || *by == 'X');
  const auto [rest, second] = std::from_chars(two ? by + 1 : end, end, board.rows);
  if (!two || second != std::errc{} || rest != end) {
    throw Error(fmt::format("--board {} is no board: write its inner corners, such as 9x6 for 10 by 7 squares", text));
  }
  return board;
}

struct CalibrateCommand {
  std::vector<std::string> images;
  std::string board_size;
  std::string square;
  std::string marker;
  std::string markers = Board{}.markers;
  std::string output;
  std::string corners;
  std::string rows;
  std::string json;
  std::string camera_info;

  void run() const {
    Board board = read_board(board_size);
    board.square = metres_of(square, "--square");
    if (!marker.empty()) board.marker = metres_of(marker, "--marker");
    board.markers = markers;
    for (const std::string& file : {corners, rows}) {
      if (!file.empty()) check_picture_ending(file);
    }
    const FilePairs files = pair_files(images);
    std::vector<std::filesystem::path> read;
    for (const FilePair& pair : files.pairs) read.insert(read.end(), {pair.left, pair.right});
    check_outputs({output, corners, rows, json}, read);
    const rig::Library& opencv = load_rig();
    opencv.check_board(board);

    std::vector<Sighted> pairs;
    std::vector<Tile> tiles;
    ImageSize size;
    {
      Progress progress(true);
      for (const FilePair& pair : files.pairs) {
        Sighted sighted{pair, {}};
        sighted.boards.left = look(opencv, board, pair.left, size, tiles);
        sighted.boards.right = look(opencv, board, pair.right, size, tiles);
        pairs.push_back(std::move(sighted));
        if (pairs.size() == 1) check_board_size(opencv, pairs.front(), board);
        progress.show(static_cast<double>(pairs.size()) / static_cast<double>(files.pairs.size()));
      }
    }
    // Also when the calibration fails: it shows why.
    if (!corners.empty()) write_picture(corners, montage(tiles, 4));
    check_seen(pairs, board);
    std::vector<BoardPair> boards;
    for (const Sighted& pair : pairs) boards.push_back(pair.boards);
    const RigFit fit = opencv.calibrate(boards, board, size.width, size.height);

    if (!rows.empty()) {
      const auto shown =
          std::find_if(fit.pairs.begin(), fit.pairs.end(), [](const PairFit& pair) { return pair.used; });
      const FilePair& pair = files.pairs[static_cast<std::size_t>(shown - fit.pairs.begin())];
      const RectifiedPair rectified =
          opencv.prepare(fit.rig, {}).rectify(read_image(pair.left), read_image(pair.right));
      write_picture(rows, with_rows(rectified.left, rectified.right));
    }
    write_rig(output, fit.rig);
    if (!camera_info.empty()) {
      make_folder(camera_info);
      const std::filesystem::path left = std::filesystem::path(camera_info) / "left.yaml";
      write_camera_info(left, left.parent_path() / "right.yaml", fit.rig);
    }
    if (!json.empty()) write_output(json, report(pairs, fit).dump(2) + "\n");
    for (const auto& file : files.unpaired) {
      fmt::print(stderr, "csca: warning: '{}' has no other view and is left out\n", file.string());
    }
    if (json != stream_name) print_out(text(pairs, fit));
  }

  /// The board in a file, which has to be of the same size as those before.
  BoardSight look(const rig::Library& opencv, const Board& board, const std::filesystem::path& file, ImageSize& size,
                  std::vector<Tile>& tiles) const {
    const Image image = read_image(file);
    if (size.width == 0) size = {image.width(), image.height()};
    if (image.width() != size.width || image.height() != size.height) {
      throw Error(fmt::format("'{}' has {}x{} pixels, and images before it have {}x{}: all have to be of one size",
                              file.string(), image.width(), image.height(), size.width, size.height));
    }
    BoardSight sight = opencv.find_board(image, board);
    if (!corners.empty()) {
      tiles.push_back({with_corners(image, sight, 320),
                       file.filename().string() + (sight.corners.empty() ? ": no board seen" : "")});
    }
    return sight;
  }

  /// A board of another size is the usual mistake: squares are counted instead of corners.
  static void check_board_size(const rig::Library& opencv, const Sighted& first, const Board& board) {
    if (!first.boards.left.corners.empty() || !first.boards.right.corners.empty()) return;
    const Image image = read_image(first.files.left);
    for (const int step : {-1, 1}) {
      Board other = board;
      other.columns += step;
      other.rows += step;
      if (other.columns < 3 || other.rows < 3 || opencv.find_board(image, other).corners.empty()) continue;
      throw Error(fmt::format("'{}' shows no board of {}x{} inner corners, but one of {}x{}: give --board {}x{}",
                              first.files.left.string(), board.columns, board.rows, other.columns, other.rows,
                              other.columns, other.rows));
    }
  }

  static void check_seen(const std::vector<Sighted>& pairs, const Board& board) {
    if (std::any_of(pairs.begin(), pairs.end(), [](const Sighted& pair) {
          return !pair.boards.left.corners.empty() || !pair.boards.right.corners.empty();
        })) {
      return;
    }
    throw Error(
        fmt::format("no image shows a board of {}x{} inner corners (where four squares meet): check --board, and that "
                    "all of the board is seen, with its white border",
                    board.columns, board.rows));
  }

  static std::string text(const std::vector<Sighted>& pairs, const RigFit& fit) {
    std::size_t wide = 4;
    for (const Sighted& pair : pairs) wide = std::max(wide, pair.files.name.size());
    std::string lines = fmt::format("{:{}}  left px  right px  rows px\n", "pair", wide);
    std::size_t used = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const PairFit& own = fit.pairs[i];
      const std::string unseen = in_words(pairs[i]);
      lines += fmt::format("{:{}}  ", pairs[i].files.name, wide);
      if (!unseen.empty()) {
        lines += unseen + '\n';
        continue;
      }
      lines += fmt::format("{:7.2f}  {:8.2f}  {:7.2f}{}\n", own.left, own.right, own.rows,
                           own.used ? "" : "  left out: it fits much worse than the others");
      used += own.used ? 1 : 0;
    }
    const Calibration calibration = rectified_calibration(fit.rig);
    lines +=
        fmt::format("{} of {} pairs used: reprojection error {:.2f} px, rows within {:.2f} px after rectification\n",
                    used, pairs.size(), fit.error, fit.row_error);
    lines += fmt::format("baseline {:.4g} m, focal length {:.1f} px\n", calibration.baseline, calibration.focal_length);
    return lines;
  }

  static Json report(const std::vector<Sighted>& pairs, const RigFit& fit) {
    Json list = Json::array();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const PairFit& own = fit.pairs[i];
      Json row = {{"left", pairs[i].files.left.string()}, {"right", pairs[i].files.right.string()}, {"used", own.used}};
      if (in_words(pairs[i]).empty()) {
        row.update({{"left_error", own.left}, {"right_error", own.right}, {"row_error", own.rows}});
      } else {
        row.update({{"why", in_words(pairs[i])}});
      }
      list.push_back(std::move(row));
    }
    const Calibration calibration = rectified_calibration(fit.rig);
    return {{"reprojection_error", fit.error},
            {"row_error", fit.row_error},
            {"baseline", calibration.baseline},
            {"focal_length", calibration.focal_length},
            {"pairs", list}};
  }
};

}  // namespace

Run calibrate_command(Arguments& arguments) {
  auto command = std::make_shared<CalibrateCommand>();
  arguments.notes(
      "Takes pictures of one chessboard in ten to twenty poses, near and far, tilted to all sides, in all corners of "
      "the "
      "images, each seen by both cameras at the same moment. Left and right are two folders, or images whose names "
      "have "
      "left and right (cam0 and cam1, _l and _r) in them.\n"
      "Pairs that fit much worse than the others are left out and named. Errors are root mean squares in pixels: good "
      "pictures stay below 0.5.");
  arguments.examples({"csca calibrate boards --board 9x6 --square 25mm -o cameras.yml --corners corners.png"});
  arguments
      .option("IMAGES", command->images, "pictures of the board: a folder of left and one of right ones, or images")
      .required()
      .takes_file(image_files);
  arguments.option("--board", command->board_size, "inner corners along its sides: 9x6 for 10 by 7 squares")
      .required()
      .takes("NxN");
  arguments.option("--square", command->square, "side of a square with its unit: mm, cm, m or in")
      .required()
      .takes("LENGTH");
  arguments.option("-o,--output", command->output, "the cameras, as OpenCV's YAML").required().takes_file("yml,yaml");
  arguments.option("--marker", command->marker, "for a ChArUco board: side of its markers").takes("LENGTH");
  arguments.option("--markers", command->markers, "dictionary of these markers, OpenCV's name without DICT_")
      .takes("NAME")
      .shows_default();
  arguments.option("--corners", command->corners, "also draw the corners that were found").takes_file(picture_files);
  arguments.option("--rows", command->rows, "also draw a rectified pair with lines along its rows")
      .takes_file(picture_files);
  arguments
      .option("--camera-info", command->camera_info,
              "folder for left.yaml and right.yaml too, the cameras as ROS has them (camera_info); made when missing")
      .takes_folder();
  arguments.option("--json", command->json, "also write the errors; - prints them instead of text").takes_file("json");
  return [command] { command->run(); };
}

}  // namespace csca::app
