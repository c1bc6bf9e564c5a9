// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "outputs.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/synth.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace csca::app {
namespace {

struct SynthCommand {
  std::string folder;
  SynthOptions options;
  int bits = 8;
  bool grey = false;

  void run() {
    if (bits != 8 && bits != 16) throw Error(fmt::format("bits is {}: allowed is 8 or 16", bits));
    options.sample = bits == 8 ? Sample::u8 : Sample::u16;
    options.colour = !grey;
    validate(options);
    std::error_code failure;
    std::filesystem::create_directory(folder, failure);
    if (failure) {
      throw Error(fmt::format("cannot make the folder '{}': {}; check the path", folder, failure.message()));
    }
    const std::filesystem::path out(folder);
    check_writable(out / "left.png");

    const SynthPair pair = synthesize(options);
    write_png(out / "left.png", pair.left);
    write_png(out / "right.png", pair.right);
    write_disparity(out / "gt_left.pfm", pair.truth_left);
    write_disparity(out / "gt_right.pfm", pair.truth_right);
    write_png(out / "nonocc.png", mask_image(pair.visible_left));
    write_png(out / "nonocc_right.png", mask_image(pair.visible_right));
    write_file(out / "meta.json", meta());
  }

  static ImageView mask_image(const Mask& mask) {
    return {mask.data(), mask.width(), mask.height(), 1, Sample::u8, mask.width()};
  }

  std::string meta() const {
    const Json json = {{"width", options.width},   {"height", options.height}, {"first", options.first},
                       {"levels", options.levels}, {"seed", options.seed},     {"exposure", options.exposure},
                       {"noise", options.noise}};
    return json.dump(2) + "\n";
  }
};

}  // namespace

Run synth_command(Arguments& arguments) {
  auto command = std::make_shared<SynthCommand>();
  SynthOptions& o = command->options;
  arguments.notes(
      "Writes left.png, right.png, gt_left.pfm, gt_right.pfm (exact to the sub-pixel), nonocc.png and nonocc_right.png "
      "(255 where the other camera sees the point too) and meta.json into OUT. The same options give the same bytes "
      "every time.");
  arguments.examples({"csca synth pair",
                      "csca synth pair --width 1920 --height 1080 --first -40 --levels 120 --noise 0.01 --exposure 1.3",
                      "csca synth boards --no-curved --no-thin --no-textureless --no-repetitive"});
  arguments.option("OUT", command->folder, "folder to write into; made when missing").required().takes_folder();
  const auto number = [&](const char* name, auto& value, const char* help) {
    arguments.option(name, value, help).takes("N").shows_default();
  };
  number("--width", o.width, "pixels");
  number("--height", o.height, "pixels");
  number("--first", o.first, "smallest disparity, may be negative");
  number("--levels", o.levels, "number of disparities that the scene spans");
  number("--seed", o.seed, "another seed, another scene");
  number("--exposure", o.exposure, "brightness of the right image over the left one's");
  number("--noise", o.noise, "standard deviation of noise in both images, white = 1");
  arguments.option("--bits", command->bits, "of a sample").takes("N", choices("8,16")).shows_default();
  arguments.flag("--grey", command->grey, "no colour");
  const auto part = [&](const char* name, bool& value, const char* help) {
    arguments.flag_that(
        name, [&value](bool without) { value = !without; }, help);
  };
  part("--no-slanted", o.slanted, "no slanted planes");
  part("--no-curved", o.curved, "no curved surfaces");
  part("--no-thin", o.thin, "no poles and wires");
  part("--no-textureless", o.textureless, "no wall without texture");
  part("--no-repetitive", o.repetitive, "no periodic texture");
  return [command] { command->run(); };
}

}  // namespace csca::app
