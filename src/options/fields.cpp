// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>
#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/options.hpp>
#include <csca/refine.hpp>

#include "core/named.hpp"
#include "options/field_kinds.hpp"

#include <array>

namespace csca {
namespace {

using namespace options;

constexpr std::array interpolations = {Named<Interpolation>{"nearest", Interpolation::nearest},
                                       Named<Interpolation>{"linear", Interpolation::linear}};
constexpr std::array level_maps = {interpolations[0], interpolations[1],
                                   Named<Interpolation>{"spline", Interpolation::spline}};
constexpr std::array subpixels = {Named<Subpixel>{"none", Subpixel::none},
                                  Named<Subpixel>{"parabola", Subpixel::parabola},
                                  Named<Subpixel>{"equiangular", Subpixel::equiangular}};
constexpr std::array right_views = {Named<RightView>{"none", RightView::none},
                                    Named<RightView>{"full", RightView::full},
                                    Named<RightView>{"diagonal", RightView::diagonal}};
constexpr std::array confidences = {
    Named<Confidence>{"none", Confidence::none}, Named<Confidence>{"peak_ratio", Confidence::peak_ratio},
    Named<Confidence>{"left_right", Confidence::left_right}, Named<Confidence>{"ambiguity", Confidence::ambiguity}};
constexpr std::array outsides = {Named<Outside>{"mean", Outside::mean}, Named<Outside>{"black", Outside::black}};
constexpr std::array fills = {Named<Fill>{"none", Fill::none}, Named<Fill>{"background", Fill::background},
                              Named<Fill>{"all", Fill::all}};
constexpr std::array precisions = {Named<Precision>{"auto", Precision::automatic},
                                   Named<Precision>{"float", Precision::floats}};

std::vector<Field> make_fields() {
  const Bounds weight = from(0, 1e6);
  const Bounds truncation = above(0, 1e6);
  constexpr double widest = 32768;
  // clang-format off
#define AT(member) Place([](auto& options) -> auto& { return options.member; })
  return {
      number({"first", "Range", "smallest disparity in pixels, x_right = x_left - d; if not given 0, or estimated with levels"}, whole(-widest, widest), AT(range.first)),
      number({"levels", "Range", "number of disparities; if not given, estimated from the pair"}, whole(1, widest), AT(range.levels)),
      flag({"skip_zero", "Range", "disparity 0 is no candidate", reproduction}, AT(range.skip_zero)),
      number({"white", "Input", "sample value that counts as white; if not given, by type and largest value"}, from(1e-6, 1e30), AT(input.white)),
      flag({"check", "Input", "warn when the images are no rectified pair, or the range is too narrow"}, AT(input.check)),
      flag({"strict", "Input", "a warning is an error, and nothing is written"}, AT(input.strict)),

      name_of({"cost", "Matching cost", "how two pixels are compared: colour and gradient, census, or all of them"}, cost_names(), AT(cost.method)),
      choice({"outside", "Matching cost", "cost of a match outside the other image: mean of the pixel's other costs, or as to black", reproduction}, outsides, AT(cost.outside)),
      number({"grd_colour_weight", "Matching cost", "grd: weight of colour"}, weight, AT(cost.grd.colour_weight)),
      number({"grd_gradient_weight", "Matching cost", "grd: weight of the x gradient"}, weight, AT(cost.grd.gradient_weight)),
      number({"grd_colour_truncation", "Matching cost", "grd: largest colour difference, white = 1"}, truncation, AT(cost.grd.colour_truncation)),
      number({"grd_gradient_truncation", "Matching cost", "grd: largest gradient difference, white = 1"}, truncation, AT(cost.grd.gradient_truncation)),
      number({"cen_window", "Matching cost", "cen: side of the census window"}, odd(3, 15), AT(cost.cen.window)),
      number({"cen_truncation", "Matching cost", "cen: largest distance as a share of all bits"}, above(0, 1), AT(cost.cen.truncation)),
      flag({"cen_wrap", "Matching cost", "cen: the window wraps around the image", reproduction}, AT(cost.cen.wrap)),
      flag({"cen_round", "Matching cost", "cen: compare luma rounded to 8 bits", reproduction}, AT(cost.cen.round)),
      number({"cg_colour_weight", "Matching cost", "cg: weight of colour"}, weight, AT(cost.cg.colour_weight)),
      number({"cg_gradient_weight", "Matching cost", "cg: weight of each gradient"}, weight, AT(cost.cg.gradient_weight)),
      number({"cg_census_weight", "Matching cost", "cg: weight of the census distance"}, weight, AT(cost.cg.census_weight)),
      number({"cg_colour_truncation", "Matching cost", "cg: largest colour difference, white = 1"}, truncation, AT(cost.cg.colour_truncation)),
      number({"cg_gradient_truncation", "Matching cost", "cg: largest gradient difference, white = 1"}, truncation, AT(cost.cg.gradient_truncation)),

      mixture({"method", "Aggregation", "how costs are aggregated within a scale: not at all, box, bilateral (bf), guided (gf), non-local tree (nl), segment tree (st), semi-global paths (sgm)", essential}, aggregation_names(), AT(aggregate.method)),
      number({"box_radius", "Aggregation", "box: window of 2 radius + 1 pixels"}, whole(0, 255), AT(aggregate.box.radius)),
      flag({"box_normalise", "Aggregation", "box: mean, not sum, of a window clipped by the border", reproduction}, AT(aggregate.box.normalise)),
      number({"bf_radius", "Aggregation", "bf: window of 2 radius + 1 pixels"}, whole(1, 63), AT(aggregate.bf.radius)),
      number({"bf_sigma_space", "Aggregation", "bf: distance at which weights fall to 1/e, pixels"}, above(0, 1e6), AT(aggregate.bf.sigma_space)),
      number({"bf_sigma_colour", "Aggregation", "bf: colour difference at which weights fall to 1/e, white = 1"}, above(0, 1e6), AT(aggregate.bf.sigma_colour)),
      flag({"bf_wrap", "Aggregation", "bf: the window wraps around the image", reproduction}, AT(aggregate.bf.wrap)),
      number({"gf_radius", "Aggregation", "gf: windows of 2 radius + 1 pixels"}, whole(1, 255), AT(aggregate.gf.radius)),
      number({"gf_epsilon", "Aggregation", "gf: variance below which the guide counts as flat, white = 1"}, above(0, 1), AT(aggregate.gf.epsilon)),
      number({"nl_sigma", "Aggregation", "nl: distance along the tree over which weights fall to 1/e, white = 1"}, above(0, 10), AT(aggregate.nl.sigma)),
      number({"nl_normalise", "Aggregation", "nl: divide by the sum of weights to this power; 1 is a mean, 0 a sum"}, from(0, 1), AT(aggregate.nl.normalise)),
      number({"st_sigma", "Aggregation", "st: distance along the tree over which weights fall to 1/e, white = 1"}, above(0, 10), AT(aggregate.st.sigma)),
      number({"st_normalise", "Aggregation", "st: divide by the sum of weights to this power; 1 is a mean, 0 a sum"}, from(0, 1), AT(aggregate.st.normalise)),
      number({"st_scale", "Aggregation", "st: larger values, larger segments; 8-bit steps times pixels"}, from(0, 1e9), AT(aggregate.st.scale)),
      number({"st_penalty", "Aggregation", "st: added to the edge between two large segments, 8-bit steps"}, whole(0, 255), AT(aggregate.st.penalty)),
      number({"st_least", "Aggregation", "st: segments above this many pixels are large"}, whole(0, 1e9), AT(aggregate.st.least)),
      flag({"st_depth", "Aggregation", "st: match twice, the second time with a tree of colour and disparity"}, AT(aggregate.st.depth)),
      number({"sgm_paths", "Aggregation", "sgm: paths, 5 in one pass with few rows held, or 8"}, either(5, 8), AT(aggregate.sgm.paths)),
      number({"sgm_small", "Aggregation", "sgm: penalty of a step of one level, in units of the costs"}, from(0, 50), AT(aggregate.sgm.small)),
      number({"sgm_large", "Aggregation", "sgm: penalty of a larger step where the guide is flat, in units of the costs"}, from(0, 100), AT(aggregate.sgm.large)),
      number({"sgm_edge", "Aggregation", "sgm: step of the guide's luma over which the larger penalty falls to 1/e, white = 1"}, above(0, 1e6), AT(aggregate.sgm.edge)),

      number({"scales", "Cross-scale", "pyramid levels; 1 is the plain method", essential}, whole(1, 16), AT(scale.scales)),
      number({"lambda", "Cross-scale", "strength of the inter-scale regulariser; 0 is the plain method; if not given, what suits the method"}, from(0, 1e6), AT(scale.lambda)),
      choice({"level_map", "Cross-scale", "how a disparity reads the coarser scale; spline: as a smooth curve, for finer disparities at some more time"}, level_maps, AT(scale.level_map)),
      choice({"space_map", "Cross-scale", "how a pixel reads the coarser scale", reproduction}, interpolations, AT(scale.space_map)),

      choice({"subpixel", "Selection", "how the winner moves between levels"}, subpixels, AT(select.subpixel)),
      choice({"right", "Selection", "match the right view too and drop what the two disagree on; full: for itself, diagonal: by the left view's costs", essential}, right_views, AT(select.right)),
      number({"tolerance", "Selection", "largest left-right difference that passes, pixels"}, from(0, 1000), AT(select.tolerance)),
      choice({"confidence", "Selection", "what the confidence map shows: lead over the next best cost, agreement of the views, lack of rivals"}, confidences, AT(select.confidence)),
      number({"uniqueness", "Selection", "least lead over the next best cost, percent: pixels with less become unknown", essential}, from(0, 100), AT(select.uniqueness)),
      number({"min_confidence", "Selection", "least confidence of a known pixel, by --confidence or, without, by the lead over the next best cost", essential}, from(0, 1), AT(select.min_confidence)),

      number({"planes", "Slanted surfaces", "planes of the first map whose levels compete too, at most; 0: none; auto: those that the scene gains from"}, whole(0, 32), AT(planes.most)),
      number({"plane_reach", "Slanted surfaces", "levels on both sides of a plane"}, whole(2, 32), AT(planes.reach)),

      list_of({"refine", "Refinement", "steps that follow the winner, separated by commas, in that order; wm: weighted median, vote: of neighbours alike in colour, nl: non-local", essential}, refine_names(), AT(refine.steps)),
      choice({"fill", "Refinement", "pixels without a disparity that get one in the end: none, those that failed a check, all", essential}, fills, AT(refine.fill)),
      number({"median_radius", "Refinement", "median: window of 2 radius + 1 pixels"}, whole(1, 15), AT(refine.median.radius)),
      number({"speckle_size", "Refinement", "speckle: largest blob that is removed, in pixels"}, whole(1, 1e9), AT(refine.speckle.size)),
      number({"speckle_difference", "Refinement", "speckle: largest disparity step within a blob, in pixels"}, from(0, 1000), AT(refine.speckle.difference)),
      number({"wm_radius", "Refinement", "wm: window of 2 radius + 1 pixels"}, whole(1, 50), AT(refine.wm.radius)),
      number({"wm_sigma_space", "Refinement", "wm: distance at which the weight falls to 1/e, in pixels"}, above(0, 1e6), AT(refine.wm.sigma_space)),
      number({"wm_sigma_colour", "Refinement", "wm: colour distance at which the weight falls to 1/e, white = 1"}, above(0, 1e6), AT(refine.wm.sigma_colour)),
      number({"vote_rounds", "Refinement", "vote: rounds; from the second on, unknown pixels alone ask, and ask voters further away"}, whole(1, 100), AT(refine.vote.rounds)),
      number({"vote_sigma_colour", "Refinement", "vote: mean difference of channels at which a vote weighs 1/e, white = 1"}, above(0, 1e6), AT(refine.vote.sigma_colour)),
      number({"vote_share", "Refinement", "vote: share of all votes that a new disparity needs"}, from(0, 1), AT(refine.vote.share)),
      number({"vote_keep", "Refinement", "vote: share of all votes that a pixel's own disparity needs to stay"}, from(0, 1), AT(refine.vote.keep)),
      number({"vote_tolerance", "Refinement", "vote: largest difference of disparities that agree, in pixels"}, from(0, 4), AT(refine.vote.tolerance)),
      number({"refine_sigma", "Refinement", "nl: tree distance at which the weight falls to 1/e, white = 1"}, above(0, 10), AT(refine.nl.sigma)),

      choice({"precision", "Running", "numbers for costs: auto takes 16-bit whole ones where they can, float never does"}, precisions, AT(run.precision)),
      number({"threads", "Running", "threads, 0 for one a core", essential}, whole(0, 1024), AT(run.threads)),
      number({"slab", "Running", "levels worked on together: memory and speed, never the result"}, whole(1, 1024), AT(run.slab)),
      bytes({"max_memory", "Running", "memory that the match may take, images and program included: fewer threads and smaller slabs", essential}, AT(run.max_memory)),
  };
  // clang-format on
#undef AT
}

}  // namespace

std::span<const Field> fields() {
  static const std::vector<Field> table = make_fields();
  return table;
}

const Field& field(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Field& candidate : fields()) {
    if (candidate.name == name) return candidate;
    names.push_back(candidate.name);
  }
  throw Error(fmt::format("there is no option '{:.60}'{}", name, suggestion(name, names)));
}

void validate(const Options& options) {
  for (const Field& f : fields()) f.check(options);
}

}  // namespace csca
