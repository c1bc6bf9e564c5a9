// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/check_copies.hpp"
#include "check/rows.hpp"
#include "check/texture.hpp"
#include "core/named.hpp"
#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace csca {
namespace {

using Findings = std::vector<Finding>;

constexpr std::array kinds = {Named<FindingKind>{"other_scene", FindingKind::other_scene},
                              Named<FindingKind>{"same_image", FindingKind::same_image},
                              Named<FindingKind>{"swapped", FindingKind::swapped},
                              Named<FindingKind>{"row_shift", FindingKind::row_shift},
                              Named<FindingKind>{"rotation", FindingKind::rotation},
                              Named<FindingKind>{"scale", FindingKind::scale},
                              Named<FindingKind>{"unrectified", FindingKind::unrectified},
                              Named<FindingKind>{"exposure", FindingKind::exposure},
                              Named<FindingKind>{"focus", FindingKind::focus},
                              Named<FindingKind>{"blank", FindingKind::blank},
                              Named<FindingKind>{"saturated", FindingKind::saturated},
                              Named<FindingKind>{"range", FindingKind::range}};

// Good pairs stay well away from these bounds, since a false alarm is worse than a mild case that is missed.
constexpr std::size_t enough_points = 20;
constexpr double narrow = 1.5;        // pixels of the copy that a point may miss the row model by
constexpr double wide = 8;            // the same for pairs that no simple model explains
constexpr double agreement = 0.45;    // share of the points: above, the model holds
constexpr double unmistakable = 3;    // times the spread of the points: below, a shift may be chance
constexpr double least_shift = 1.25;  // pixels
constexpr double least_bend = 2;      // pixels at the border, of rotation and scale
constexpr double same_share = 0.25;   // of the left image in the right one: below, they are different scenes
constexpr double strong_exposure = 2.2;
constexpr double strong_focus = 1.67;
constexpr double much_blank = 0.7;
constexpr double much_white = 0.4;

double share_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Share of the smallest copy's left image that both views place at the same disparity.
double shared_area(const std::vector<SmallPair>& copies, int threads) {
  const Plane<float> disparity = first_look(copies, threads).disparity;
  const auto known = std::count_if(disparity.begin(), disparity.end(), [](float d) { return !std::isnan(d); });
  return share_of(static_cast<std::size_t>(known), disparity.size());
}

std::optional<Finding> find_same_image(const RowModel& model) {
  const auto still = std::count_if(model.agreeing.begin(), model.agreeing.end(), [](const PointMatch& point) {
    return std::abs(point.dx) < 0.25F && std::abs(point.dy) < 0.25F;
  });
  const double share = share_of(static_cast<std::size_t>(still), model.agreeing.size());
  if (share < 0.9) return {};
  return Finding{FindingKind::same_image, share,
                 fmt::format("nothing moves between the two images: {:.0f} % of their points lie at the same place. "
                             "Is one image given twice?",
                             100 * share)};
}

/// Left and right have to be swapped by mistake when nothing lies in front of infinity and much of it far behind: pairs
/// of satellites, which have both signs, stay near 0.
std::optional<Finding> find_swapped(const RowModel& model, int width) {
  std::vector<float> disparities;
  for (const PointMatch& point : model.agreeing) disparities.push_back(point.dx);
  std::sort(disparities.begin(), disparities.end());
  const auto negative = std::count_if(disparities.begin(), disparities.end(), [](float d) { return d < -0.25F; });
  const double share = share_of(static_cast<std::size_t>(negative), disparities.size());
  const auto nearest = static_cast<double>(disparities[disparities.size() / 10]);
  if (share < 0.95 || -nearest < 0.02 * width) return {};
  return Finding{FindingKind::swapped, share,
                 fmt::format("{:.0f} % of the points lie further right in the right image than in the left one: left "
                             "and right seem to be swapped. Give them the other way round.",
                             100 * share)};
}

void find_row_errors(const RowModel& model, const SmallPair& copy, Findings& findings) {
  const double least = unmistakable * model.spread * copy.factor;
  const double shift = model.shift * copy.factor;
  const double turn = model.turn * copy.left.width() / 2 * copy.factor;
  const double growth = model.growth * copy.left.height() / 2 * copy.factor;
  constexpr const char* what_to_do = "Rectify the pair first.";
  if (std::abs(turn) >= std::max(least_bend, least)) {
    const double degrees = model.turn * 180 / std::numbers::pi;
    findings.push_back({FindingKind::rotation, degrees,
                        fmt::format("the right image is rotated by {:.1f} degrees {} against the left one. {}",
                                    std::abs(degrees), degrees > 0 ? "clockwise" : "counter-clockwise", what_to_do)});
  }
  if (std::abs(growth) >= std::max(least_bend, least)) {
    const double percent = 100 * model.growth;
    findings.push_back({FindingKind::scale, percent,
                        fmt::format("things are {:.1f} % {} in the right image than in the left one. {}",
                                    std::abs(percent), percent > 0 ? "taller" : "lower", what_to_do)});
  }
  if (std::abs(shift) >= std::max(least_shift, least)) {
    findings.push_back(
        {FindingKind::row_shift, shift,
         fmt::format("the right image lies {:.1f} pixels {} than the left one: rows do not correspond. {}",
                     std::abs(shift), shift > 0 ? "lower" : "higher", what_to_do)});
  }
}

Finding other_scene(double share) {
  return {FindingKind::other_scene, share,
          fmt::format("the two images seem to show different scenes: no more than {:.0f} % of the left one appears in "
                      "the right one. Check that the files belong together.",
                      std::ceil(100 * share))};
}

Finding unrectified(double miss) {
  return {FindingKind::unrectified, miss,
          fmt::format("points of the left image lie on other rows of the right one, by {:.0f} pixels and more for half "
                      "of them: the pair is not rectified. Rectify it first.",
                      miss)};
}

/// How far points miss their row, half of them further.
double median_miss(const std::vector<PointMatch>& points) {
  std::vector<float> misses;
  for (const PointMatch& point : points) misses.push_back(std::abs(point.dy));
  if (misses.empty()) return 0;
  const auto middle = misses.begin() + static_cast<std::ptrdiff_t>(misses.size() / 2);
  std::nth_element(misses.begin(), middle, misses.end());
  return static_cast<double>(*middle);
}

/// What points that are seen in both images say.
void find_geometry(const std::vector<SmallPair>& copies, int threads, Findings& findings) {
  const SmallPair& copy = copies.front();
  const PointMatches points = match_points(copy);
  const int width = copy.left.width();
  const int height = copy.left.height();
  const auto agreed = [&](const RowModel& model) {
    return model.agreeing.size() >= enough_points * 6 / 10 &&
           share_of(model.agreeing.size(), points.matches.size()) >= agreement;
  };
  const RowModel model = fit_rows(points.matches, width, height, narrow);
  if (points.matches.size() >= enough_points && agreed(model)) {
    if (const auto finding = find_same_image(model)) return findings.push_back(*finding);
    if (const auto finding = find_swapped(model, width)) findings.push_back(*finding);
    return find_row_errors(model, copy, findings);
  }
  if (points.candidates < 3 * enough_points) return;  // too few to tell anything
  const double miss = median_miss(points.matches) * copy.factor;
  const bool many = points.matches.size() >= enough_points;
  const bool missed = many && miss >= 2 * least_shift;
  if (missed && agreed(fit_rows(points.matches, width, height, wide))) return findings.push_back(unrectified(miss));
  const double shared = shared_area(copies, threads);
  if (shared < same_share) return findings.push_back(other_scene(shared));
  if (missed) findings.push_back(unrectified(miss));
}

void find_tones(const SmallPair& copy, Findings& findings) {
  const Tone& left = copy.left_tone;
  const Tone& right = copy.right_tone;
  const auto factor = [](double numerator, double denominator) {
    return numerator > 0 && denominator > 0 ? numerator / denominator : 1.0;
  };
  const double exposure =
      std::sqrt(factor(right.middle, left.middle) * factor(right.high - right.low, left.high - left.low));
  if (std::max(exposure, 1 / exposure) > strong_exposure) {
    findings.push_back({FindingKind::exposure, exposure,
                        fmt::format("the right image is {:.1f} times as {} as the left one. Use the same exposure for "
                                    "both, or match with --cost cen.",
                                    std::max(exposure, 1 / exposure), exposure > 1 ? "bright" : "dark")});
  }
  const double focus = factor(sharpness(copy.right, copy.right_known), sharpness(copy.left, copy.left_known));
  if (std::max(focus, 1 / focus) > strong_focus) {
    findings.push_back({FindingKind::focus, focus,
                        fmt::format("the {} image is more blurred than the other one, which has {:.1f} times its fine "
                                    "detail. Focus both cameras alike.",
                                    focus > 1 ? "left" : "right", std::max(focus, 1 / focus))});
  }
}

void find_dead_areas(const char* name, const Image& image, const Mask& known, const Tone& tone, Findings& findings) {
  const double blank = blank_share(image, known);
  if (blank > much_blank) {
    findings.push_back(
        {FindingKind::blank, blank,
         fmt::format("{:.0f} % of the {} image have no texture: nothing can be matched there.", 100 * blank, name)});
  }
  if (tone.white > much_white) {
    findings.push_back({FindingKind::saturated, tone.white,
                        fmt::format("{:.0f} % of the {} image are white: it is overexposed. Expose it less.",
                                    100 * tone.white, name)});
  }
}

/// Disparities of the image's width and beyond have no partner in any pixel.
void find_range(const RangeOptions& asked, int width, bool opposite_sign, Findings& findings) {
  if (!asked.levels) return;
  const int first = asked.first.value_or(0);
  const int last = first + *asked.levels - 1;
  const int usable = std::min(last, width - 1) - std::max(first, 1 - width) + 1;
  const double share = share_of(static_cast<std::size_t>(std::max(usable, 0)), static_cast<std::size_t>(*asked.levels));
  if (share > 0.5) return;
  findings.push_back(
      {FindingKind::range, share,
       fmt::format("the range {} does not fit an image of {} pixels in width: {:.0f} % of its "
                   "levels have no partner in any pixel. Give a range within {} to {}.",
                   in_words({first, *asked.levels}, opposite_sign), width, 100 * (1 - share), 1 - width, width - 1)});
}

}  // namespace

std::string_view name_of(FindingKind kind) {
  return std::find_if(kinds.begin(), kinds.end(), [&](const auto& row) { return row.value == kind; })->name;
}

std::vector<Finding> check_copies(const std::vector<SmallPair>& copies, int width, const Options& options) {
  Findings findings;
  find_geometry(copies, options.run.threads, findings);
  const bool hopeless = !findings.empty() && findings.front().kind == FindingKind::other_scene;
  const SmallPair& copy = copies.front();
  if (!hopeless) find_tones(copy, findings);
  find_dead_areas("left", copy.left, copy.left_known, copy.left_tone, findings);
  find_dead_areas("right", copy.right, copy.right_known, copy.right_tone, findings);
  find_range(options.range, width, options.input.opposite_sign, findings);
  return findings;
}

std::vector<Finding> check_pair(const Pair& pair, const Options& options) {
  check_inputs(pair, options);
  return check_copies(small_pairs(pair, options), pair.left.width, options);
}

}  // namespace csca
