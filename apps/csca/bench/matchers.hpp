// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/opencv_module.hpp"
#include "bench/pairs.hpp"
#include "bench/variants.hpp"

#include <csca/match.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// One row of the table: csca with these options, or one of OpenCV's matchers.
struct Matcher {
  std::string name;
  Options options;                       // csca's; the range is the pair's
  std::optional<peers::Settings> peer;   // OpenCV's
  std::optional<std::size_t> plain_row;  // S+X: where X is
  Variant::Input input = Variant::Input::as_it_is;
};

struct OpenCvRow {
  const char* name;
  peers::Settings settings;
};

/// OpenCV's matchers as far as the module has them.
std::span<const OpenCvRow> opencv_rows(const OpenCv& opencv);

/// Which rows `csca bench` has.
struct BenchMatchers {
  std::vector<std::string> methods = {"box", "box:cen", "gf", "nl", "st", "gf+st", "sgm"};
  std::vector<std::string> presets = {"default", "fast"};
  std::vector<std::string> variants;
  std::vector<std::string> settings;
  int threads = 1;
  bool no_opencv = false;
  bool planes = false;

  void add_to(Arguments& arguments);

  /// OpenCV's rows, where there is a library, then presets, then for each method X itself, S+X and its variants. Throws
  /// Error for names and values that there are not.
  std::vector<Matcher> rows(const OpenCv& opencv) const;
};

/// A matcher on its way: `compute` is what gets timed.
class Candidate {
 public:
  virtual ~Candidate() = default;
  virtual void compute() = 0;
  virtual Plane<float> disparity() const = 0;
  virtual Timings steps() const { return {}; }  ///< of the last run, as far as known
};

/// Timed is a pair as it is. The pair outlives the candidate.
std::unique_ptr<Candidate> make_candidate(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv);

/// The map that gets scored: what `timed` computed, but by OpenCV's matchers that of a padded pair. Few who care about
/// the first columns would leave them blank.
Plane<float> scored_map(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv, const Candidate& timed);

}  // namespace csca::app
