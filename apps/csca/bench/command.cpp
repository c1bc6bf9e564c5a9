// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/chart.hpp"
#include "bench/matchers.hpp"
#include "bench/measure.hpp"
#include "bench/pairs.hpp"
#include "bench/report.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "simd_flag.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <memory>

namespace csca::app {
namespace {

struct BenchCommand {
  BenchPairs pairs;
  BenchMatchers matchers;
  int rounds = 3;
  double threshold = 1;
  std::string json;
  std::string chart;
  std::string maps;
  bool steps = false;
  bool quiet = false;

  void run() const {
    check();
    const OpenCv opencv = matchers.no_opencv ? OpenCv{nullptr, "OpenCV's matchers are left out"} : load_opencv();
    const std::vector<Matcher> rows = matchers.rows(opencv);
    const std::vector<BenchPair> loaded = pairs.load();
    make_folder(loaded.size());

    BenchRun run = describe_machine();
    run.threads = matchers.threads == 0 ? run.cores : matchers.threads;
    run.rounds = rounds;
    run.threshold = threshold;
    if (opencv.library != nullptr) {
      opencv.library->set_threads(run.threads);
      run.opencv_version = opencv.library->opencv_version;
    }
    const std::vector<BenchTable> tables = measure(rows, loaded, opencv);

    if (!json.empty()) write_output(json, bench_json(run, tables));
    if (!chart.empty()) write_picture(chart, draw(bench_chart(run, tables)));
    if (json == stream_name) return;
    std::string text = fmt::format("{}, load {:.1f}\n", run.cpu, run.load[0]);
    for (const BenchTable& table : tables) {
      text += "\n" + table_text(run, table);
      if (steps) text += "\n" + steps_text(table);
    }
    if (opencv.library == nullptr) text += fmt::format("\n{}.\n", opencv.absence);
    print_out(text);
  }

  void check() const {
    if (rounds < 1 || rounds > 1000) {
      throw Error(fmt::format("repeat is {}: allowed is a whole number from 1 to 1000", rounds));
    }
    if (!(threshold >= 0)) throw Error(fmt::format("threshold is {}: allowed is a number from 0", threshold));
    if (!chart.empty()) check_picture_ending(chart);
    check_outputs({json, chart}, pairs.files());
  }

  /// Of the maps. Made last of all that is checked, so that a mistake leaves nothing behind.
  void make_folder(std::size_t number_of_pairs) const {
    if (maps.empty()) return;
    if (number_of_pairs > 1) throw Error("--save-maps is for one pair: give --sizes one size");
    std::error_code failure;
    std::filesystem::create_directory(maps, failure);
    if (failure) throw Error(fmt::format("cannot make the folder '{}': {}; check the path", maps, failure.message()));
  }

  /// "SGBM 3WAY, checked" is sgbm-3way-checked.pfm.
  std::filesystem::path map_file(const std::string& row) const {
    if (maps.empty()) return {};
    std::string name;
    for (const char c : row) {
      if (c == ' ') name += '-';
      if (c != ' ' && c != ',') name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return std::filesystem::path(maps) / (name + ".pfm");
  }

  std::vector<BenchTable> measure(const std::vector<Matcher>& rows, const std::vector<BenchPair>& loaded,
                                  const OpenCv& opencv) const {
    Progress progress(!quiet);
    const double all = static_cast<double>(loaded.size() * rows.size()) * (1 + rounds);
    int done = 0;
    const auto advance = [&] { progress.show(++done / all); };
    std::vector<BenchTable> tables;
    // Processes first, for all pairs: they cannot be forked once a matcher has started threads.
    for (const BenchPair& pair : loaded) {
      BenchTable& table = tables.emplace_back(BenchTable{pair, {}});
      for (const Matcher& row : rows) {
        Measurement& measurement = table.rows.emplace_back();
        measurement.name = row.name;
        const int levels = row.peer ? peers::levels_for(pair.range.count) : pair.range.count;
        measurement.cells = static_cast<double>(pair.left.width()) * pair.left.height() * levels;
        measure_alone(row, pair, opencv, threshold, map_file(row.name), measurement);
        advance();
      }
    }
    for (BenchTable& table : tables) measure_together(rows, table.pair, opencv, rounds, table.rows, advance);
    return tables;
  }
};

}  // namespace

Run bench_command(Arguments& arguments) {
  auto command = std::make_shared<BenchCommand>();
  arguments.notes(
      "Matches a synthetic pair with exact truth, or LEFT and RIGHT, by csca's methods, plain (X) and across five "
      "scales (S+X), and by OpenCV's StereoBM (block 15) and StereoSGBM (block 3, all modes, and with ximgproc's WLS "
      "filter) where they are built in, which also run with all their checks (block 5, checked). csca's methods run "
      "from pixels to sub-pixel disparities with their default settings, nothing checked and nothing refined; its "
      "presets, such as 'csca default', as 'csca match' does. All matchers take turns, --repeat times; the fastest "
      "counts. OpenCV's are timed on the pair as it is and "
      "scored on one that is padded by the range, or they would leave its first columns blank.\n"
      "\n"
      "ns/cell\tCPU time of all threads over pixels times levels\n"
      "x SGBM, x BM\tns/cell over that of StereoSGBM, of StereoBM\n"
      "x plain\tns/cell of S+X over that of X\n"
      "peak MB\tthe most that the matcher held beyond program and images, in a process of its own\n"
      "given %\tpixels with a disparity, of those that both cameras see\n"
      "wrong %\tof these, off by more than --threshold\n"
      "bad-1 %\tpixels off by more than --threshold, of all that both cameras see; holes are filled first");
  arguments.examples(
      {"csca bench",
       "csca bench --sizes 450x375x64,1242x375x128,1242x375x256 --repeat 7 --json bench.json --chart bench.svg",
       "csca bench left.png right.png --levels 64 --truth disp0GT.pfm --mask mask0nocc.png --methods gf,gf+st",
       "csca bench --threads 2 --simd avx2 --set box_radius=4 --methods box",
       "csca bench --methods box,gf --variants nearest,whole,diagonal,full,masked,16-bit,float --no-opencv"});
  command->pairs.add_to(arguments);
  command->matchers.add_to(arguments);
  arguments.option("--repeat", command->rounds, "rounds").takes("N").shows_default().essential();
  arguments.option("--threshold", command->threshold, "largest error of a good pixel, in pixels")
      .takes("T")
      .shows_default();
  arguments.option("--json", command->json, "also write all measurements here; - prints them instead of tables")
      .takes_file("json")
      .essential();
  arguments.option("--chart", command->chart, "also draw the times").takes_file(picture_files).essential();
  arguments.option("--save-maps", command->maps, "also write each row's map into this folder, as scored")
      .takes_folder();
  arguments.flag("--steps", command->steps, "also tell the time of each step");
  arguments.flag("-q,--quiet", command->quiet, "no progress bar");
  add_simd_flag(arguments);
  return [command] { command->run(); };
}

}  // namespace csca::app
