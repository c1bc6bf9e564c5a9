// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/scenes.hpp"

#include "io/decode.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca::app::studio {
namespace {

constexpr std::size_t most_uploads = 3;

io::Source source_of(std::string_view bytes, const char* name) {
  const auto accept = [name](std::uint64_t width, std::uint64_t height) {
    if (width * height <= most_upload_pixels) return;
    throw Error(
        fmt::format("{} cannot be used: it has {} x {} pixels, more than the {} that are taken here; make it smaller",
                    name, width, height, most_upload_pixels));
  };
  return {.bytes = bytes, .name = name, .accept = accept};
}

}  // namespace

void Scenes::give(Scene scene) {
  auto whole = std::make_shared<const Scene>(completed(std::move(scene)));
  const std::scoped_lock hold(lock_);
  kept_.push_back(std::move(whole));
}

std::shared_ptr<const Scene> Scenes::ready(const std::string& id) {
  const std::scoped_lock hold(lock_);
  for (const auto* scenes : {&kept_, &uploads_}) {
    const auto found = std::find_if(scenes->begin(), scenes->end(), [&](const auto& scene) { return scene->id == id; });
    if (found != scenes->end()) return *found;
  }
  return nullptr;
}

std::shared_ptr<const Scene> Scenes::find(const std::string& id) {
  if (auto scene = ready(id)) return scene;
  const auto demo = std::find_if(demos().begin(), demos().end(), [&](const Demo& one) { return one.id == id; });
  if (demo == demos().end()) {
    throw Error(fmt::format("there is no pair '{}' here any more: choose another one, or upload it again", id),
                ErrorKind::missing_file);
  }
  const std::scoped_lock one_at_a_time(rendering_);
  if (auto scene = ready(id)) return scene;
  Scene scene = demo->render();
  scene.id = demo->id;
  scene.title = demo->title;
  give(std::move(scene));
  return ready(id);
}

std::shared_ptr<const Scene> Scenes::add(const Upload& upload) {
  Scene scene;
  scene.left = io::decode_image(source_of(upload.left, "the left image"));
  scene.right = io::decode_image(source_of(upload.right, "the right image"));
  if (!upload.truth.empty()) {
    scene.truth = io::decode_disparity(source_of(upload.truth, "the truth"), upload.truth_scale);
  }
  scene = completed(std::move(scene));
  const std::scoped_lock hold(lock_);
  scene.id = fmt::format("upload-{}", ++count_);
  scene.title = fmt::format("Uploaded pair {}", count_);
  uploads_.push_back(std::make_shared<const Scene>(std::move(scene)));
  if (uploads_.size() > most_uploads) uploads_.pop_front();
  return uploads_.back();
}

std::vector<std::shared_ptr<const Scene>> Scenes::ready() {
  const std::scoped_lock hold(lock_);
  std::vector<std::shared_ptr<const Scene>> all(kept_.begin(), kept_.end());
  all.insert(all.end(), uploads_.begin(), uploads_.end());
  return all;
}

}  // namespace csca::app::studio
