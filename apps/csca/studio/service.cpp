// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/service.hpp"

#include "studio/guard.hpp"
#include "studio/page_bytes.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <new>

namespace csca::app::studio {
namespace {

using http::Request;
using http::Response;

Response bytes_of(std::string body, const char* type = "application/octet-stream") {
  return {200, type, std::move(body)};
}

Response page(Studio& /*studio*/, const Request& /*request*/) {
  Response response{200, "text/html; charset=utf-8", std::string(studio_page_bytes)};
  // Nothing is fetched from elsewhere, and no other page may show this one inside itself.
  response.headers["Content-Security-Policy"] =
      "default-src 'none'; connect-src 'self'; img-src 'self' data: blob:; style-src 'unsafe-inline'; script-src "
      "'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  return response;
}

Response state(Studio& studio, const Request& /*request*/) {
  return {200, "application/json", description(studio.scenes).dump()};
}

/// The scene that the query names.
std::shared_ptr<const Scene> scene_of(Studio& studio, const Request& request) {
  const auto id = request.query.find("scene");
  if (id == request.query.end()) throw Error("the request names no scene");
  return studio.scenes.find(id->second);
}

Response scene(Studio& studio, const Request& request) {
  return {200, "application/json", scene_of(studio, request)->description().dump()};
}

Response left(Studio& studio, const Request& request) {
  return bytes_of(png_bytes(to_display(scene_of(studio, request)->left)), "image/png");
}

Response right(Studio& studio, const Request& request) {
  return bytes_of(png_bytes(to_display(scene_of(studio, request)->right)), "image/png");
}

Response truth(Studio& studio, const Request& request) {
  const auto found = scene_of(studio, request);
  if (found->truth.empty()) throw Error("this pair has no truth", ErrorKind::missing_file);
  Packet packet;
  packet.add("disparity", found->truth);
  if (!found->counts.empty()) packet.add("counts", found->counts);
  return bytes_of(packet.bytes());
}

/// The values that settings stand for, so that the page can show them.
Response options(Studio& /*studio*/, const Request& request) {
  const std::optional<Json> settings = Json::parse(request.body);
  if (!settings) throw Error("the settings are no JSON: write {\"lambda\": 2}");
  const Options chosen = options_of(*settings);
  return {200, "application/json", Json({{"options", values_of(chosen)}, {"lambda", resolve_lambda(chosen)}}).dump()};
}

std::size_t length_of(const Request& request, const char* name) {
  const auto given = request.query.find(name);
  if (given == request.query.end()) return 0;
  const std::string& text = given->second;
  std::size_t length = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), length);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size() && length <= request.body.size()) return length;
  throw Error(fmt::format("{} is '{}': give the length of that file in bytes, as part of the body", name, text));
}

/// Left image, right image and truth, one after the other; the query tells the length of each.
Response upload(Studio& studio, const Request& request) {
  const std::size_t left_size = length_of(request, "left");
  const std::size_t right_size = length_of(request, "right");
  const std::size_t truth_size = length_of(request, "truth");
  if (left_size == 0 || right_size == 0) throw Error("an upload needs a left and a right image: choose both");
  if (left_size + right_size + truth_size != request.body.size()) {
    throw Error("the lengths of the uploaded files do not add up to the body's: try again");
  }
  const std::string_view body = request.body;
  Upload files{body.substr(0, left_size), body.substr(left_size, right_size), body.substr(left_size + right_size), {}};
  if (const auto scale = request.query.find("truth_scale"); scale != request.query.end()) {
    double value = 0;
    const char* end = scale->second.data() + scale->second.size();
    const auto read = std::from_chars(scale->second.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end) throw Error("truth_scale is no number: give one above 0");
    files.truth_scale = value;
  }
  return {200, "application/json", studio.scenes.add(files)->description().dump()};
}

/// Work waits its turn, and is done on the thread of its request.
template <class Work>
Response job(Studio& studio, const Request& request, Work work) {
  const Ask ask = ask_of(request.body, studio.scenes, studio.most_memory);
  std::string bytes;
  studio.jobs.run(ask.owner, ask.coarse ? Jobs::Turn::first : Jobs::Turn::last,
                  [&](const std::stop_token& stop) { bytes = work(ask, stop).bytes(); });
  return bytes_of(std::move(bytes));
}

Response match_job(Studio& studio, const Request& request) {
  return job(studio, request,
             [&](const Ask& ask, const std::stop_token& stop) { return match_answer(ask, studio.pace, stop); });
}

Response peer_job(Studio& studio, const Request& request) {
  return job(studio, request, [](const Ask& ask, const std::stop_token& /*stop*/) { return peer_answer(ask); });
}

Response pixel_job(Studio& studio, const Request& request) { return job(studio, request, pixel_answer); }

Response support_job(Studio& studio, const Request& request) { return job(studio, request, support_answer); }

struct Route {
  std::string_view method;
  std::string_view path;
  Response (*answer)(Studio&, const Request&);
};

// All that is served. There are no files behind it.
constexpr std::array routes = {
    Route{"GET", "/", page},
    Route{"GET", "/api/state", state},
    Route{"GET", "/api/scene", scene},
    Route{"GET", "/api/left", left},
    Route{"GET", "/api/right", right},
    Route{"GET", "/api/truth", truth},
    Route{"POST", "/api/options", options},
    Route{"POST", upload_path, upload},
    Route{"POST", "/api/match", match_job},
    Route{"POST", "/api/peer", peer_job},
    Route{"POST", "/api/pixel", pixel_job},
    Route{"POST", "/api/support", support_job},
};

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::missing_file:
      return 404;
    case ErrorKind::cancelled:
      return 409;
    case ErrorKind::no_memory:
      return 413;
    case ErrorKind::internal:
      return 500;
    default:
      return 400;
  }
}

Response routed(Studio& studio, const Request& request) {
  const auto route = std::find_if(routes.begin(), routes.end(), [&](const Route& one) {
    return one.method == request.method && one.path == request.path;
  });
  if (route == routes.end())
    return refusal(404, "there is nothing at this address: open the one that csca studio printed");
  return route->answer(studio, request);
}

}  // namespace

Response answer(Studio& studio, const Request& request) {
  Response response;
  try {
    response = routed(studio, request);
  } catch (const Error& error) {
    response = refusal(status_of(error.kind()), error.what());
  } catch (const Jobs::Busy&) {
    response = refusal(503, "too many requests are waiting: close a few tabs, or wait a moment");
  } catch (const std::bad_alloc&) {
    response = refusal(413, "there is not enough memory for this: take a smaller pair or range");
  } catch (const std::exception& error) {
    response = refusal(500, error.what());
  }
  response.headers["Cache-Control"] = "no-store";
  response.headers["X-Content-Type-Options"] = "nosniff";
  response.headers["Referrer-Policy"] = "no-referrer";
  response.headers["Cross-Origin-Resource-Policy"] = "same-origin";
  return response;
}

}  // namespace csca::app::studio
