// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/matchers.hpp"

#include "command_line.hpp"
#include "match_flags.hpp"
#include "peers/eight_bit.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace csca::app {
namespace {

using peers::Algorithm;

// The last one needs ximgproc.
constexpr std::array<OpenCvRow, 6> all_opencv_rows = {{{"StereoBM", {Algorithm::bm, 15}},
                                                       {"StereoSGBM", {Algorithm::sgbm, 3}},
                                                       {"SGBM HH", {Algorithm::sgbm_hh, 3}},
                                                       {"SGBM 3WAY", {Algorithm::sgbm_3way, 3}},
                                                       {"SGBM HH4", {Algorithm::sgbm_hh4, 3}},
                                                       {"SGBM+WLS", {Algorithm::sgbm_wls, 3}}}};

/// With all of its own checks, which leave unknown what they doubt: as many would run it.
constexpr std::array<OpenCvRow, 2> checked_opencv_rows = {
    {{"SGBM, checked", {Algorithm::sgbm, 5, true}}, {"SGBM 3WAY, checked", {Algorithm::sgbm_3way, 5, true}}}};

/// What rows differ in, or what another flag sets.
constexpr std::array<std::string_view, 9> taken = {"method", "cost",    "level_map", "space_map", "first",
                                                   "levels", "threads", "right",     "subpixel"};

/// The settings of every row: the guided filter with the usual window, five scales, and what the user asks for.
std::vector<Setting> common_settings(const std::vector<std::string>& asked, int threads) {
  std::vector<Setting> settings = {{"gf_radius", "9"}, {"scales", "5"}, {"subpixel", "none"}};
  for (const std::string& text : asked) {
    const Setting setting = setting_from(text);
    if (std::find(taken.begin(), taken.end(), setting.first) != taken.end()) {
      throw Error(
          fmt::format("--set cannot change {}: all rows match whole levels of the left view, and flags of "
                      "their own choose the rest; see 'csca bench --help'",
                      setting.first));
    }
    settings.push_back(setting);
  }
  settings.emplace_back("threads", fmt::format("{}", threads));
  return settings;
}

Matcher row(std::string name, std::vector<Setting> settings, std::initializer_list<Setting> own) {
  settings.insert(settings.end(), own);
  Matcher matcher{std::move(name), make_options("", settings), {}, {}};
  validate(matcher.options);
  return matcher;
}

class Csca : public Candidate {
 public:
  Csca(const Options& options, const BenchPair& pair) : options_(options), pair_(pair) {
    options_.range.first = pair.range.first;
    options_.range.levels = pair.range.count;
    options_.input.check = false;  // the method is measured, not the pair
  }
  void compute() override {
    result_ = {};
    result_ = match(pair_.left, pair_.right, options_);
  }
  Plane<float> disparity() const override { return result_.disparity; }
  Timings steps() const override { return result_.seconds; }

 private:
  Options options_;
  const BenchPair& pair_;
  Result result_;
};

class OpenCvMatcher : public Candidate {
 public:
  explicit OpenCvMatcher(std::unique_ptr<peers::Peer> peer) : peer_(std::move(peer)) {}
  void compute() override { peer_->compute(); }
  Plane<float> disparity() const override { return peer_->disparity(); }

 private:
  std::unique_ptr<peers::Peer> peer_;
};

std::unique_ptr<Candidate> make_peer(peers::Settings settings, bool padded, const BenchPair& pair,
                                     const OpenCv& opencv) {
  settings.padded = padded;
  return std::make_unique<OpenCvMatcher>(
      opencv.library->make(settings, peers::eight_bit(pair.left), peers::eight_bit(pair.right), pair.range));
}

}  // namespace

std::span<const OpenCvRow> opencv_rows(const OpenCv& opencv) {
  if (opencv.library == nullptr) return {};
  return std::span(all_opencv_rows).first(all_opencv_rows.size() - (opencv.library->wls ? 0 : 1));
}

void BenchMatchers::add_to(Arguments& arguments) {
  arguments
      .option("--methods", methods,
              "csca's methods, METHOD or METHOD:COST (without, the cost is grd), mixtures too: box,gf:cen,gf+st "
              "(default box:grd,box:cen,gf,nl,st,bf,sgm)")
      .takes("LIST")
      .takes_list()
      .completes(field_choices("method"))
      .joined_by(",+")
      .essential();
  arguments.option("--presets", presets, "presets of 'csca match' that have rows of their own")
      .takes("LIST")
      .takes_list()
      .shows_default();
  arguments.option("--maps", maps, "how S+ reads coarser scales")
      .takes("NAME", choices("nearest,linear,both"))
      .shows_default();
  arguments.flag("--planes", planes, "S+ once more with slanted planes, as --planes auto of 'csca match' finds them");
  arguments.option("--set", settings, "any other option of 'csca match', such as --set gf_radius=7; may be repeated")
      .takes("NAME=VALUE")
      .completes(setting_choices())
      .takes_all();
  arguments.option("--threads", threads, "threads of every matcher, 0 for one a core")
      .takes("N")
      .shows_default()
      .essential();
  arguments.flag("--no-opencv", no_opencv, "leave out OpenCV's matchers");
}

std::vector<Matcher> BenchMatchers::rows(const OpenCv& opencv) const {
  std::vector<std::string> interpolations = {"nearest", "linear"};
  if (maps != "both") {
    if (maps != "nearest" && maps != "linear") {
      throw Error(fmt::format("maps is '{}': allowed is nearest, linear or both", maps));
    }
    interpolations = {maps};
  }
  const std::vector<Setting> common = common_settings(settings, threads);
  std::vector<Matcher> result;
  const auto add_peer = [&](const OpenCvRow& row) { result.push_back({row.name, {}, row.settings, {}}); };
  for (const OpenCvRow& row : opencv_rows(opencv)) add_peer(row);
  for (const OpenCvRow& row : checked_opencv_rows) {
    if (opencv.library != nullptr) add_peer(row);
  }
  for (const std::string& preset : presets) {
    const std::vector<Setting> own = {{"threads", fmt::format("{}", threads)}};
    result.push_back({fmt::format("csca {}", preset), make_options(preset, own), {}, {}});
  }
  for (const std::string& text : methods) {
    const std::size_t colon = text.find(':');
    const std::string method = text.substr(0, colon);
    const std::string cost = colon == std::string::npos ? "grd" : text.substr(colon + 1);
    const std::string name = fmt::format("{} {}", method, cost);
    const std::size_t plain = result.size();
    result.push_back(row(name, common, {{"method", method}, {"cost", cost}, {"scales", "1"}}));
    for (const std::string& map : interpolations) {
      result.push_back(row(fmt::format("S+{} {}", name, map), common,
                           {{"method", method}, {"cost", cost}, {"level_map", map}, {"space_map", map}}));
      result.back().plain_row = plain;
      if (!planes) continue;
      Matcher slanted = result.back();
      slanted.name += " planes";
      slanted.options.planes.most.reset();
      result.push_back(std::move(slanted));
    }
  }
  return result;
}

std::unique_ptr<Candidate> make_candidate(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv) {
  if (!matcher.peer) return std::make_unique<Csca>(matcher.options, pair);
  return make_peer(*matcher.peer, false, pair, opencv);
}

Plane<float> scored_map(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv, const Candidate& timed) {
  if (!matcher.peer) return timed.disparity();
  const auto candidate = make_peer(*matcher.peer, true, pair, opencv);
  candidate->compute();
  return candidate->disparity();
}

}  // namespace csca::app
