// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "match_inputs.hpp"
#include "outputs.hpp"
#include "streams.hpp"

#include <csca/check.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <memory>

namespace csca::app {
namespace {

struct CheckCommand {
  MatchInputs inputs;
  RangeOptions range;
  std::string json;

  void run() const {
    check_outputs({json}, inputs.files());
    check_inputs(inputs.words());
    const Image left = read_image(input_file(inputs.left));
    const Image right = read_image(input_file(inputs.right));
    Pair pair{left, right};
    inputs.read_masks(pair);
    Options options;
    options.range = range;
    const std::vector<Finding> findings = check_pair(pair, options);
    if (!json.empty()) write_output(json, report(findings).dump(2) + "\n");
    if (json != stream_name) print_out(text(findings));
    if (!findings.empty()) throw Exit{1};
  }

  static std::string text(const std::vector<Finding>& findings) {
    if (findings.empty()) return "nothing wrong: the two images look like a rectified pair\n";
    std::string lines;
    for (const Finding& finding : findings) lines += fmt::format("{}: {}\n", name_of(finding.kind), finding.message);
    return lines;
  }

  static Json report(const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& finding : findings) {
      list.push_back({{"kind", name_of(finding.kind)}, {"measure", finding.measure}, {"message", finding.message}});
    }
    return {{"findings", list}};
  }
};

}  // namespace

Run check_command(Arguments& arguments) {
  auto command = std::make_shared<CheckCommand>();
  arguments.notes(
      "Looks for what makes maps wrong: left and right swapped, rows that do not correspond (shifted, rotated, scaled, "
      "not rectified), different scenes, one image twice, exposure or focus that differ, blank or overexposed areas. "
      "'csca match' does the same and warns.\n"
      "Exit code 0: nothing wrong. 1: something was found. 2: the images cannot be read.");
  arguments.examples({"csca check left.png right.png", "csca check left.png right.png --json findings.json"});
  command->inputs.add_to(arguments);
  arguments
      .option("--first", command->range.first, "with --levels: does this range fit? Smallest disparity, 0 if not given")
      .takes("N");
  arguments.option("--levels", command->range.levels, "number of disparities of that range").takes("N");
  arguments
      .option("--json", command->json,
              "also write kind, measure and message of each finding; - prints them instead of text")
      .takes_file("json");
  return [command] { command->run(); };
}

}  // namespace csca::app
