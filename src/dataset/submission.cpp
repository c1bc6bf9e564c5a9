// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/dataset.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/named.hpp"
#include "dataset/folders.hpp"
#include "dataset/scene_name.hpp"
#include "io/files.hpp"

namespace csca {

namespace fs = std::filesystem;

namespace {

/// Where a server wants the map and the time that it took.
struct Files {
  fs::path map;
  fs::path time;  ///< empty: it does not ask
  std::string time_text;
};

struct Result {
  std::string_view method;
  double seconds;
  bool sparse;  ///< some pixels have no disparity
};

using Form = Files (*)(const Scene& scene, const Result& result);

/// The benchmark's own folder, "trainingQ" or "testF", is kept; scenes from elsewhere stand without one. Sparse maps
/// have their own table, and a name that says so.
Files middlebury(const Scene& scene, const Result& result) {
  const fs::path own = scene.left.parent_path();
  const std::string part = dataset::name_of(own.parent_path());
  const bool official = part.starts_with("training") || part.starts_with("test");
  const fs::path folder = (official ? fs::path(part) : fs::path()) / dataset::name_of(own);
  return {folder / fmt::format("disp0{}{}.pfm", result.method, result.sparse ? "_s" : ""),
          folder / fmt::format("time{}.txt", result.method), fmt::format("{:.2f}\n", result.seconds)};
}

Files kitti2012(const Scene& scene, const Result& /*result*/) { return {scene.name + ".png", {}, ""}; }

Files kitti2015(const Scene& scene, const Result& /*result*/) {
  return {fs::path("disp_0") / (scene.name + ".png"), {}, ""};
}

Files eth3d(const Scene& scene, const Result& result) {
  const fs::path folder = "low_res_two_view";
  return {folder / (scene.name + ".pfm"), folder / (scene.name + ".txt"),
          fmt::format("runtime {:.2f}\n", result.seconds)};
}

constexpr std::array<Named<Form>, 4> forms = {
    {{"middlebury_2014", middlebury}, {"kitti2012", kitti2012}, {"kitti2015", kitti2015}, {"eth3d", eth3d}}};

Form form_of(const Scene& scene) {
  for (const Named<Form>& form : forms) {
    if (form.name == scene.dataset) return form.value;
  }
  throw Error(fmt::format("there is no server that takes results for {}; those with one are {}", scene.dataset,
                          listed(names_of(forms))));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) io::fail("create", folder, io::reason(error.value()));
}

}  // namespace

void write_submission(const fs::path& folder, const Scene& scene, const Plane<float>& disparity,
                      std::string_view method, double seconds) {
  const Form form = form_of(scene);
  if (const std::string why = dataset::name_problem(scene.name); !why.empty()) throw Error(why);
  const auto is_allowed = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-' ||
           c == '+';
  };
  if (method.empty() || !std::all_of(method.begin(), method.end(), is_allowed)) {
    throw Error(
        fmt::format("method is '{}': it becomes a part of file names, so use letters, digits, '_', '-', '+'", method));
  }
  const bool sparse = !std::all_of(disparity.begin(), disparity.end(), [](float d) { return std::isfinite(d); });
  const Files files = form(scene, {method, seconds, sparse});
  make_folder((folder / files.map).parent_path());
  write_disparity(folder / files.map, disparity);
  if (!files.time.empty()) write_file(folder / files.time, files.time_text);
}

}  // namespace csca
