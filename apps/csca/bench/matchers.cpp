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
constexpr std::array<std::string_view, 6> taken = {"method", "cost", "first", "levels", "threads", "right"};

/// The settings of every row: what the user asks for.
std::vector<Setting> common_settings(const std::vector<std::string>& asked, int threads) {
  std::vector<Setting> settings;
  for (const std::string& text : asked) {
    const Setting setting = setting_from(text);
    if (std::find(taken.begin(), taken.end(), setting.first) != taken.end()) {
      throw Error(
          fmt::format("--set cannot change {}: all rows match the left view, and flags of their own choose the rest; "
                      "see 'csca bench --help'",
                      setting.first));
    }
    settings.push_back(setting);
  }
  settings.emplace_back("threads", fmt::format("{}", threads));
  return settings;
}

Matcher row(std::string name, std::vector<Setting> settings, const std::vector<Setting>& own) {
  settings.insert(settings.end(), own.begin(), own.end());
  Matcher matcher{std::move(name), make_options("", settings), {}, {}};
  validate(matcher.options);
  return matcher;
}

class Csca : public Candidate {
 public:
  Csca(const Matcher& matcher, const BenchPair& pair) : options_(matcher.options), pair_(pair, matcher.input) {
    options_.range.first = pair.range.first;
    options_.range.levels = pair.range.count;
    options_.input.check = false;  // the method is measured, not the pair
  }
  void compute() override {
    result_ = {};
    result_ = match(pair_.pair(), options_);
  }
  Plane<float> disparity() const override { return result_.disparity; }
  Timings steps() const override { return result_.seconds; }

 private:
  Options options_;
  VariantPair pair_;
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
              "csca's methods, METHOD or METHOD:COST (without, the cost is cg), mixtures too: box,gf:cen,gf+st "
              "(default box,box:cen,gf,nl,st,gf+st,sgm)")
      .takes("LIST")
      .takes_list()
      .completes(field_choices("method"))
      .joined_by(",+")
      .essential();
  arguments.option("--presets", presets, "presets of 'csca match' that have rows of their own")
      .takes("LIST")
      .takes_list()
      .shows_default();
  std::string names;
  for (const Variant& variant : all_variants()) names += fmt::format("{}{}", names.empty() ? "" : ",", variant.name);
  arguments
      .option("--variants", variants,
              "S+ once more in other ways: maps of the nearest coarse cell, whole levels, the right view by the costs' "
              "diagonals or matched in full, a tenth of the pixels masked, 16-bit or float samples")
      .takes("LIST", choices(names))
      .takes_list();
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
  const std::vector<Setting> common = common_settings(settings, threads);
  std::vector<Matcher> result;
  const auto add_peer = [&](const OpenCvRow& row) { result.push_back({row.name, {}, row.settings, {}}); };
  for (const OpenCvRow& row : opencv_rows(opencv)) add_peer(row);
  for (const OpenCvRow& row : checked_opencv_rows) {
    if (opencv.library != nullptr) add_peer(row);
  }
  for (const std::string& preset : presets) {
    if (preset.empty()) continue;  // --presets '' is none
    const std::vector<Setting> own = {{"threads", fmt::format("{}", threads)}};
    result.push_back({fmt::format("csca {}", preset), make_options(preset, own), {}, {}});
  }
  for (const std::string& text : methods) {
    const std::size_t colon = text.find(':');
    const std::string method = text.substr(0, colon);
    std::vector<Setting> own = {{"method", method}};
    if (colon != std::string::npos) own.emplace_back("cost", text.substr(colon + 1));
    const std::string name = colon == std::string::npos ? text : method + " " + text.substr(colon + 1);
    const std::size_t plain = result.size();
    const auto add = [&](std::string of_row, const std::vector<Setting>& more) {
      std::vector<Setting> all = own;
      all.insert(all.end(), more.begin(), more.end());
      result.push_back(row(std::move(of_row), common, all));
    };
    const auto across = [&](std::string_view suffix, const std::vector<Setting>& more) {
      add(fmt::format("S+{}{}{}", name, suffix.empty() ? "" : " ", suffix), more);
      result.back().plain_row = plain;
    };
    add(name, {{"scales", "1"}});
    across("", {});
    if (planes) across("planes", {{"planes", "auto"}});
    for (const std::string& variant : variants) {
      across(variant, variant_named(variant).settings);
      result.back().input = variant_named(variant).input;
    }
  }
  return result;
}

std::unique_ptr<Candidate> make_candidate(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv) {
  if (!matcher.peer) return std::make_unique<Csca>(matcher, pair);
  return make_peer(*matcher.peer, false, pair, opencv);
}

Plane<float> scored_map(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv, const Candidate& timed) {
  if (!matcher.peer) return timed.disparity();
  const auto candidate = make_peer(*matcher.peer, true, pair, opencv);
  candidate->compute();
  return candidate->disparity();
}

}  // namespace csca::app
