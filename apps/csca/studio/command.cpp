// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibration_flags.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "match_depth.hpp"
#include "streams.hpp"
#ifdef CSCA_STUDIO
#include "modules.hpp"
#include "studio/guard.hpp"
#include "studio/page_bytes.hpp"
#include "studio/service.hpp"
#endif

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/options.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

namespace csca::app {
namespace {

/// A name as a shell takes it for one word.
std::string for_shell(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

struct StudioCommand {
  std::string left;
  std::string right;
  std::string truth;
  std::optional<double> truth_scale;
  CalibrationFlags calibration;
  std::string host = "127.0.0.1";
  int port = 8421;
  std::string max_memory = "2G";

#ifdef CSCA_STUDIO
  void run() const {
    if (studio_page_bytes.empty()) {
      throw Error(
          "this csca was built without the studio's page (node and npm were missing): install nodejs and npm and build "
          "again");
    }
    const auto http = load_module<http::Library>({"http", "csca_http", "HTTP's functions", "libcpp-httplib-dev"});
    if (http.library == nullptr) throw Error(http.absence);
    studio::Studio all;
    Options limits;
    field("max_memory").set(limits, max_memory);
    all.most_memory = limits.run.max_memory;
    if (!left.empty()) all.scenes.give(given_scene());

    studio::Guard guard{host, port, studio::is_loopback(host) ? "" : studio::new_token(), 96'000'000};
    const auto server = http.library->listen(
        host, port,
        {[&](const http::Request& request) { return guard.refuse(request); },
         [&](const http::Request& request) { return studio::answer(all, request); },
         [](int status) { return studio::refusal(status, "the request was not understood, or is too large"); },
         guard.most_bytes});
    if (server == nullptr) {
      throw Error(
          fmt::format("cannot listen on {} port {}: it may be in use; try --port 0 for any that is free", host, port));
    }
    guard.port = server->port();
    const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
    print_out(fmt::format("csca studio: open http://{}:{}/{}\nPress Ctrl-C to end it.\n", name, guard.port,
                          guard.token.empty() ? "" : "?token=" + guard.token));
    server->run();
    throw Error("the connection to the network was lost: start csca studio again");
  }

  studio::Scene given_scene() const {
    if (right.empty()) throw Error("a left image needs a right one: csca studio LEFT RIGHT, or neither of them");
    studio::Scene scene;
    scene.id = "given";
    scene.title = std::filesystem::path(left).filename().string();
    scene.left = read_image(left);
    scene.right = read_image(right);
    scene.command = fmt::format("csca match {} {}", for_shell(left), for_shell(right));
    if (!truth.empty()) scene.truth = read_disparity(truth, truth_scale);
    if (raw_cameras(calibration, scene.left)) {
      throw Error(
          "--calib is of cameras whose images are no rectified pair: rectify these first ('csca rectify'), and give "
          "the "
          "rig.yml beside the new ones");
    }
    if (calibration.given()) {
      scene.camera = calibration.read(scene.left.width(), scene.left.height(), "left image");
    }
    return scene;
  }
#else
  void run() const {
    throw Error(
        "this csca was built without the studio: install libcpp-httplib-dev, nodejs and npm, and build again with "
        "CSCA_STUDIO on");
  }
#endif
};

}  // namespace

Run studio_command(Arguments& arguments) {
  auto command = std::make_shared<StudioCommand>();
  arguments.notes(
      "Shows matches in the browser while options change: maps and their errors, the costs behind each pixel, the "
      "weights of its neighbours, points in space. Without images it begins with rendered pairs and an upload. Only "
      "this machine can connect; with --host others can, who know the token that is printed. Nothing is written to "
      "the disk.");
  arguments.examples({"csca studio", "csca studio left.png right.png --truth truth.pfm"});
  arguments.option("LEFT", command->left, "the left image; none: choose a pair in the browser").takes_file(image_files);
  arguments.option("RIGHT", command->right, "the right image").takes_file(image_files);
  arguments.option("--truth", command->truth, "ground truth: .pfm, .png, .pgm, .tif or .npy")
      .takes_file(truth_files)
      .essential();
  arguments
      .option("--truth-scale,--gt-scale", command->truth_scale,
              "integers in the truth are disparity times this (default: 256 for 16-bit PNG, else 1)")
      .takes("X");
  arguments.option("--port", command->port, "to listen on; 0: any that is free").takes("N").shows_default().essential();
  arguments.option("--host", command->host, "address to listen on; others than this machine then need the token")
      .takes("ADDRESS")
      .shows_default()
      .essential();
  arguments.option("--max-memory", command->max_memory, "that one match may take, with K, M, G or T")
      .takes("N")
      .shows_default()
      .essential();
  command->calibration.add_to(arguments, "Cameras");
  return [command] { command->run(); };
}

}  // namespace csca::app
