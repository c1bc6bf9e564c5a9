// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "json.hpp"
#include "studio/guard.hpp"
#include "studio/page_bytes.hpp"
#include "studio/service.hpp"

#include <csca/synth.hpp>

#include "fuzz/choices.hpp"
#include "fuzz/targets.hpp"

#include <cstdlib>

namespace csca {

const std::string_view app::studio_page_bytes = "<html></html>";

namespace fuzz {
namespace {

/// With a pair of its own.
app::studio::Studio& running() {
  static app::studio::Studio* const studio = [] {
    auto* made = new app::studio::Studio;
    SynthPair pair = synthesize({.width = 32, .height = 24, .levels = 6});
    app::studio::Scene scene;
    scene.id = "given";
    scene.left = std::move(pair.left);
    scene.right = std::move(pair.right);
    made->scenes.give(std::move(scene));
    made->most_memory = 200'000'000;
    return made;
  }();
  return *studio;
}

http::Request random_request(Choices& choices) {
  static constexpr const char* paths[] = {"/",          "/api/state", "/api/scene",   "/api/left",
                                          "/api/right", "/api/truth", "/api/match",   "/api/options",
                                          "/api/peer",  "/api/pixel", "/api/support", "/api/upload"};
  http::Request request;
  request.method = choices.one_of({"POST", "GET", "PUT"});
  request.path = choices.flag() ? choices.text(40) : choices.one_of(paths);
  for (int i = choices.whole(0, 3); i > 0; --i) {
    const char* const name = choices.one_of({"scene", "left", "right", "truth", "truth_scale"});
    request.query[name] = choices.flag() ? "given" : choices.text(12);
  }
  for (int i = choices.whole(0, 3); i > 0; --i) {
    const char* const name = choices.one_of({"host", "origin", "content-length", "authorization", "cookie"});
    request.headers[name] = choices.text(30);
  }
  // Bodies begin as a question about the given pair, so that rubbish gets past the first check.
  const std::string start =
      choices.flag() ? ""
                     : R"({"scene": "given", "client": "c", "view": "v", "settings": {"levels": 6, "threads": 1}, )";
  request.body = start + choices.rest();
  return request;
}

}  // namespace

// A request, past the guard or not: it is answered, with a sentence where it is refused.
void studio(const std::string& bytes) {
  Choices choices(bytes);
  const app::studio::Guard guard{"127.0.0.1", 8000, choices.flag() ? "secret" : "", 1'000'000};
  const http::Request request = random_request(choices);
  guard.refuse(request);
  const http::Response response = answer(running(), request);
  if (response.status == 200) return;
  const auto refusal = app::Json::parse(response.body);
  if (response.status < 400 || response.status == 500 || response.status > 503 || !refusal) std::abort();
}

}  // namespace fuzz
}  // namespace csca
