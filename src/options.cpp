// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>
#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/options.hpp>
#include <csca/refine.hpp>

#include "aggregate/mixture.hpp"
#include "core/named.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

namespace csca {
namespace {

// ---- values as text ----

constexpr std::array interpolations = {Named<Interpolation>{"nearest", Interpolation::nearest},
                                       Named<Interpolation>{"linear", Interpolation::linear}};
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

Error not_allowed(std::string_view name, std::string_view value, std::string_view allowed) {
  return Error(fmt::format("{} is {}: allowed is {}", name, value, allowed));
}

/// What numbers a field takes: from `least` (itself only if `closed`) to `most`, in steps of `step` where that is not
/// 0.
struct Numbers {
  double least;
  double most;
  double step = 0;
  bool closed = true;

  bool contain(double value) const {
    return std::isfinite(value) && (closed ? value >= least : value > least) && value <= most &&
           (step == 0 || std::fmod(value - least, step) == 0);
  }
  std::string words() const {
    const std::string_view kind = step == 2 ? "an odd number" : step == 1 ? "a whole number" : "a number";
    return fmt::format("{} {} {} to {:.10g}", kind, closed ? "from" : "above", fmt::format("{:.10g}", least), most);
  }
};

std::string to_text(int value) { return fmt::format("{}", value); }
std::string to_text(double value) { return fmt::format("{}", value); }
template <class T>
std::string to_text(const std::optional<T>& value) {
  return value ? to_text(*value) : "auto";
}

template <class T>
bool parse_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}
template <class T>
bool parse_number(std::string_view text, std::optional<T>& value) {
  value.emplace();
  if (text == "auto") value.reset();
  return !value || parse_number(text, *value);
}

// ---- the kinds of fields ----

/// A number or an optional number; `at` maps the options to the member, const or not.
template <class At>
Field number(std::string_view name, std::string_view group, std::string_view help, Numbers numbers, At at) {
  using Value = std::remove_cvref_t<std::invoke_result_t<At, Options&>>;
  constexpr bool optional = requires(Value v) { v.has_value(); };
  Field field{name, group, help, Field::Kind::number, numbers.words() + (optional ? ", or auto" : ""), {}, {}, {}};
  field.get = [at](const Options& options) { return to_text(at(options)); };
  field.set = [name, allowed = field.allowed, at](Options& options, std::string_view text) {
    Value value{};
    if (!parse_number(text, value)) throw not_allowed(name, fmt::format("'{}'", text), allowed);
    at(options) = value;  // only now: a refused text leaves the option as it was
  };
  field.check = [name, allowed = field.allowed, numbers, at](const Options& options) {
    const auto fail = [&](auto value) {
      if (!numbers.contain(static_cast<double>(value))) throw not_allowed(name, to_text(value), allowed);
    };
    if constexpr (optional) {
      if (at(options)) fail(*at(options));
    } else {
      fail(at(options));
    }
  };
  return field;
}

template <class At>
Field flag(std::string_view name, std::string_view group, std::string_view help, At at) {
  Field field{name, group, help, Field::Kind::flag, "true or false", {}, {}, {}};
  field.get = [at](const Options& options) { return std::string(at(options) ? "true" : "false"); };
  field.set = [name, at](Options& options, std::string_view text) {
    if (text != "true" && text != "false") throw not_allowed(name, fmt::format("'{}'", text), "true or false");
    at(options) = text == "true";
  };
  field.check = [](const Options&) {};
  return field;
}

/// A name out of a list that lives elsewhere, kept as text.
template <class At>
Field name_of(std::string_view name, std::string_view group, std::string_view help,
              std::span<const std::string_view> names, At at) {
  Field field{name, group, help, Field::Kind::text, listed(names), {}, {}, {}};
  const auto check = [name, names](std::string_view value) {
    if (std::find(names.begin(), names.end(), value) == names.end()) throw unknown_name(name, value, names);
  };
  field.get = [at](const Options& options) { return at(options); };
  field.set = [check, at](Options& options, std::string_view text) {
    check(text);
    at(options) = text;
  };
  field.check = [check, at](const Options& options) { check(at(options)); };
  return field;
}

/// Names out of such a list, separated by commas; an empty list reads "none", which has to be one of the names.
template <class At>
Field list_of(std::string_view name, std::string_view group, std::string_view help,
              std::span<const std::string_view> names, At at) {
  Field field{name, group, help, Field::Kind::text, listed(names), {}, {}, {}};
  const auto check = [name, names](std::string_view list) {
    for (const std::string_view value : names_in(list)) {
      if (std::find(names.begin(), names.end(), value) == names.end()) throw unknown_name(name, value, names);
    }
  };
  field.get = [at](const Options& options) { return at(options).empty() ? "none" : at(options); };
  field.set = [check, at](Options& options, std::string_view text) {
    check(text);
    at(options) = text;
  };
  field.check = [check, at](const Options& options) { check(at(options)); };
  return field;
}

template <class T, std::size_t n, class At>
Field choice(std::string_view name, std::string_view group, std::string_view help, const std::array<Named<T>, n>& table,
             At at) {
  Field field{name, group, help, Field::Kind::text, listed(names_of(table)), {}, {}, {}};
  field.get = [&table, at](const Options& options) -> std::string {
    for (const auto& row : table) {
      if (row.value == at(options)) return std::string(row.name);
    }
    return fmt::format("{}", static_cast<int>(at(options)));
  };
  field.set = [&table, name, at](Options& options, std::string_view text) {
    at(options) = find_named(table, text, name);
  };
  field.check = [name, get = field.get, &table](const Options& options) { find_named(table, get(options), name); };
  return field;
}

/// The aggregation method: a name, or names joined by +, each with a weight of its own if need be.
Field method_field() {
  const std::span<const std::string_view> names = aggregation_names();
  Field field{"method",
              "Aggregation",
              "how costs are aggregated within a scale: not at all, box, bilateral (bf), guided (gf), non-local tree "
              "(nl), segment tree (st)",
              Field::Kind::text,
              listed(names),
              {},
              {},
              {}};
  field.allowed += ", or a mixture such as gf+st or 0.7*gf+0.3*st";
  const auto check = [names, allowed = field.allowed](std::string_view value) {
    for (const Share& share : parse_mixture(value)) {
      if (std::find(names.begin(), names.end(), share.method) != names.end()) continue;
      throw not_allowed("method", fmt::format("'{}'", share.method), allowed + suggestion(share.method, names));
    }
  };
  field.get = [](const Options& options) { return options.aggregate.method; };
  field.set = [check](Options& options, std::string_view text) {
    check(text);
    options.aggregate.method = text;
  };
  field.check = [check](const Options& options) { check(options.aggregate.method); };
  return field;
}

/// Bytes, with K, M, G or T for powers of 1000.
Field memory_field() {
  constexpr std::string_view name = "max_memory";
  Field field{name,
              "Running",
              "memory that the match may take, images and program included: fewer threads and smaller slabs",
              Field::Kind::number,
              "a size above 0 such as 500M or 2G, or auto",
              {},
              {},
              {}};
  field.get = [](const Options& options) {
    return options.run.max_memory ? fmt::format("{}", *options.run.max_memory) : "auto";
  };
  field.set = [name, allowed = field.allowed](Options& options, std::string_view text) {
    if (text == "auto") {
      options.run.max_memory.reset();
      return;
    }
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = text.empty() ? units.npos : units.find(text.back());
    const std::string_view digits = unit == units.npos ? text : text.substr(0, text.size() - 1);
    double value = 0;
    const bool parsed = parse_number(digits, value);
    if (unit != units.npos) value *= std::pow(1000.0, static_cast<double>(unit + 1));
    if (!parsed || !(value >= 1) || value > 1e18) throw not_allowed(name, fmt::format("'{}'", text), allowed);
    options.run.max_memory = static_cast<std::size_t>(value);
  };
  field.check = [name, allowed = field.allowed](const Options& options) {
    if (options.run.max_memory == std::size_t{0}) throw not_allowed(name, "0", allowed);
  };
  return field;
}

// ---- the table ----

std::vector<Field> make_fields() {
  const Numbers weight{0, 1e6};
  const Numbers truncation{0, 1e6, 0, false};
  constexpr double widest = 32768;
  // clang-format off
  return {
      number("first", "Range", "smallest disparity in pixels, x_right = x_left - d; if not given 0, or estimated with levels", {-widest, widest, 1},
             [](auto& o) -> auto& { return o.range.first; }),
      number("levels", "Range", "number of disparities; if not given, estimated from the pair", {1, widest, 1},
             [](auto& o) -> auto& { return o.range.levels; }),
      flag("skip_zero", "Range", "disparity 0 is no candidate",
           [](auto& o) -> auto& { return o.range.skip_zero; }),
      number("white", "Input", "sample value that counts as white; if not given, by type and largest value", {1e-6, 1e30},
             [](auto& o) -> auto& { return o.input.white; }),

      name_of("cost", "Matching cost", "how two pixels are compared: colour and gradient, census, or all of them", cost_names(),
              [](auto& o) -> auto& { return o.cost.method; }),
      choice("outside", "Matching cost", "cost of a match outside the other image: mean of the pixel's other costs, or as to black",
             outsides, [](auto& o) -> auto& { return o.cost.outside; }),
      number("grd_colour_weight", "Matching cost", "grd: weight of colour", weight,
             [](auto& o) -> auto& { return o.cost.grd.colour_weight; }),
      number("grd_gradient_weight", "Matching cost", "grd: weight of the x gradient", weight,
             [](auto& o) -> auto& { return o.cost.grd.gradient_weight; }),
      number("grd_colour_truncation", "Matching cost", "grd: largest colour difference, white = 1", truncation,
             [](auto& o) -> auto& { return o.cost.grd.colour_truncation; }),
      number("grd_gradient_truncation", "Matching cost", "grd: largest gradient difference, white = 1", truncation,
             [](auto& o) -> auto& { return o.cost.grd.gradient_truncation; }),
      number("cen_window", "Matching cost", "cen: side of the census window", {3, 15, 2},
             [](auto& o) -> auto& { return o.cost.cen.window; }),
      number("cen_truncation", "Matching cost", "cen: largest distance as a share of all bits", {0, 1, 0, false},
             [](auto& o) -> auto& { return o.cost.cen.truncation; }),
      flag("cen_wrap", "Matching cost", "cen: the window wraps around the image",
           [](auto& o) -> auto& { return o.cost.cen.wrap; }),
      flag("cen_round", "Matching cost", "cen: compare luma rounded to 8 bits",
           [](auto& o) -> auto& { return o.cost.cen.round; }),
      number("cg_colour_weight", "Matching cost", "cg: weight of colour", weight,
             [](auto& o) -> auto& { return o.cost.cg.colour_weight; }),
      number("cg_gradient_weight", "Matching cost", "cg: weight of each gradient", weight,
             [](auto& o) -> auto& { return o.cost.cg.gradient_weight; }),
      number("cg_census_weight", "Matching cost", "cg: weight of the census distance", weight,
             [](auto& o) -> auto& { return o.cost.cg.census_weight; }),
      number("cg_colour_truncation", "Matching cost", "cg: largest colour difference, white = 1", truncation,
             [](auto& o) -> auto& { return o.cost.cg.colour_truncation; }),
      number("cg_gradient_truncation", "Matching cost", "cg: largest gradient difference, white = 1", truncation,
             [](auto& o) -> auto& { return o.cost.cg.gradient_truncation; }),

      method_field(),
      number("box_radius", "Aggregation", "box: window of 2 radius + 1 pixels", {0, 255, 1},
             [](auto& o) -> auto& { return o.aggregate.box.radius; }),
      flag("box_normalise", "Aggregation", "box: mean, not sum, of a window clipped by the border",
           [](auto& o) -> auto& { return o.aggregate.box.normalise; }),
      number("bf_radius", "Aggregation", "bf: window of 2 radius + 1 pixels", {1, 63, 1},
             [](auto& o) -> auto& { return o.aggregate.bf.radius; }),
      number("bf_sigma_space", "Aggregation", "bf: distance at which weights fall to 1/e, pixels", {0, 1e6, 0, false},
             [](auto& o) -> auto& { return o.aggregate.bf.sigma_space; }),
      number("bf_sigma_colour", "Aggregation", "bf: colour difference at which weights fall to 1/e, white = 1", {0, 1e6, 0, false},
             [](auto& o) -> auto& { return o.aggregate.bf.sigma_colour; }),
      flag("bf_wrap", "Aggregation", "bf: the window wraps around the image",
           [](auto& o) -> auto& { return o.aggregate.bf.wrap; }),
      number("gf_radius", "Aggregation", "gf: windows of 2 radius + 1 pixels", {1, 255, 1},
             [](auto& o) -> auto& { return o.aggregate.gf.radius; }),
      number("gf_epsilon", "Aggregation", "gf: variance below which the guide counts as flat, white = 1", {0, 1, 0, false},
             [](auto& o) -> auto& { return o.aggregate.gf.epsilon; }),
      number("gf_subsample", "Aggregation", "gf: fit at every n-th pixel only; 1 is exact", {1, 8, 1},
             [](auto& o) -> auto& { return o.aggregate.gf.subsample; }),
      number("nl_sigma", "Aggregation", "nl: distance along the tree over which weights fall to 1/e, white = 1", {0, 10, 0, false},
             [](auto& o) -> auto& { return o.aggregate.nl.sigma; }),
      number("nl_normalise", "Aggregation", "nl: divide by the sum of weights to this power; 1 is a mean, 0 a sum", {0, 1},
             [](auto& o) -> auto& { return o.aggregate.nl.normalise; }),
      number("st_sigma", "Aggregation", "st: distance along the tree over which weights fall to 1/e, white = 1", {0, 10, 0, false},
             [](auto& o) -> auto& { return o.aggregate.st.sigma; }),
      number("st_normalise", "Aggregation", "st: divide by the sum of weights to this power; 1 is a mean, 0 a sum", {0, 1},
             [](auto& o) -> auto& { return o.aggregate.st.normalise; }),
      number("st_scale", "Aggregation", "st: larger values, larger segments; 8-bit steps times pixels", {0, 1e9},
             [](auto& o) -> auto& { return o.aggregate.st.scale; }),
      number("st_penalty", "Aggregation", "st: added to the edge between two large segments, 8-bit steps", {0, 255, 1},
             [](auto& o) -> auto& { return o.aggregate.st.penalty; }),
      number("st_least", "Aggregation", "st: segments above this many pixels are large", {0, 1e9, 1},
             [](auto& o) -> auto& { return o.aggregate.st.least; }),
      flag("st_depth", "Aggregation", "st: match twice, the second time with a tree of colour and disparity",
           [](auto& o) -> auto& { return o.aggregate.st.depth; }),

      number("scales", "Cross-scale", "pyramid levels; 1 is the plain method", {1, 16, 1},
             [](auto& o) -> auto& { return o.scale.scales; }),
      number("lambda", "Cross-scale", "strength of the inter-scale regulariser; 0 is the plain method; if not given, what suits the method", {0, 1e6},
             [](auto& o) -> auto& { return o.scale.lambda; }),
      choice("level_map", "Cross-scale", "how a disparity reads the coarser scale", interpolations,
             [](auto& o) -> auto& { return o.scale.level_map; }),
      choice("space_map", "Cross-scale", "how a pixel reads the coarser scale", interpolations,
             [](auto& o) -> auto& { return o.scale.space_map; }),

      choice("subpixel", "Selection", "how the winner moves between levels", subpixels,
             [](auto& o) -> auto& { return o.select.subpixel; }),
      choice("right", "Selection", "match the right view too, for itself or by the left one's costs, and drop what the two disagree on", right_views,
             [](auto& o) -> auto& { return o.select.right; }),
      number("tolerance", "Selection", "largest left-right difference that passes, pixels", {0, 1000},
             [](auto& o) -> auto& { return o.select.tolerance; }),
      choice("confidence", "Selection", "what the confidence map shows: lead over the next best cost, agreement of the views, lack of rivals", confidences,
             [](auto& o) -> auto& { return o.select.confidence; }),

      list_of("refine", "Refinement", "steps that follow the winner, separated by commas, in that order; wm: weighted median, nl: non-local", refine_names(),
              [](auto& o) -> auto& { return o.refine.steps; }),
      choice("fill", "Refinement", "pixels without a disparity that get one in the end: none, those that failed a check, all",
             fills, [](auto& o) -> auto& { return o.refine.fill; }),
      number("median_radius", "Refinement", "median: window of 2 radius + 1 pixels", {1, 15, 1},
             [](auto& o) -> auto& { return o.refine.median.radius; }),
      number("speckle_size", "Refinement", "speckle: largest blob that is removed, in pixels", {1, 1e9, 1},
             [](auto& o) -> auto& { return o.refine.speckle.size; }),
      number("speckle_difference", "Refinement", "speckle: largest disparity step within a blob, in pixels", {0, 1000},
             [](auto& o) -> auto& { return o.refine.speckle.difference; }),
      number("wm_radius", "Refinement", "wm: window of 2 radius + 1 pixels", {1, 50, 1},
             [](auto& o) -> auto& { return o.refine.wm.radius; }),
      number("wm_sigma_space", "Refinement", "wm: distance at which the weight falls to 1/e, in pixels", {0, 1e6, 0, false},
             [](auto& o) -> auto& { return o.refine.wm.sigma_space; }),
      number("wm_sigma_colour", "Refinement", "wm: colour distance at which the weight falls to 1/e, white = 1", {0, 1e6, 0, false},
             [](auto& o) -> auto& { return o.refine.wm.sigma_colour; }),
      number("refine_sigma", "Refinement", "nl: tree distance at which the weight falls to 1/e, white = 1", {0, 10, 0, false},
             [](auto& o) -> auto& { return o.refine.nl.sigma; }),

      choice("precision", "Running", "numbers for costs: auto takes 16-bit whole ones for 8-bit images, float never does", precisions,
             [](auto& o) -> auto& { return o.run.precision; }),
      number("threads", "Running", "threads, 0 for one a core", {0, 1024, 1},
             [](auto& o) -> auto& { return o.run.threads; }),
      number("slab", "Running", "levels worked on together: memory and speed, never the result", {1, 1024, 1},
             [](auto& o) -> auto& { return o.run.slab; }),
      memory_field(),
  };
  // clang-format on
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
  throw Error(fmt::format("there is no option '{}'{}", name, suggestion(name, names)));
}

void validate(const Options& options) {
  for (const Field& f : fields()) f.check(options);
}

std::string suggestion(std::string_view name, std::span<const std::string_view> candidates) {
  // Edit distance with swaps of neighbours counted once: the commonest slip of the keyboard.
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    std::iota(d[0].begin(), d[0].end(), 0U);
    for (std::size_t i = 1; i <= a.size(); ++i) {
      for (std::size_t j = 1; j <= b.size(); ++j) {
        d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
    return d[a.size()][b.size()];
  };
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    // A distance as long as the word itself says nothing.
    const std::size_t d = distance(name, candidate);
    if (d < least && d < std::max(name.size(), candidate.size())) {
      least = d;
      best = candidate;
    }
  }
  return best.empty() ? "" : fmt::format(", did you mean '{}'?", best);
}

}  // namespace csca
