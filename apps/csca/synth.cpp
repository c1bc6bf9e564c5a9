// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "rig/synth_files.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/synth.hpp>
#include <csca/tiles_io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct SynthCommand {
  std::string folder;
  SynthOptions options;
  int bits = 8;
  bool grey = false;
  std::optional<int> frames;
  bool tiles = false;
  bool rig = false;
  SynthRigOptions rig_options;

  void run() {
    if (bits != 8 && bits != 16) throw Error(fmt::format("bits is {}: allowed is 8 or 16", bits));
    options.sample = bits == 8 ? Sample::u8 : Sample::u16;
    options.colour = !grey;
    validate(options);
    if (frames && (*frames < 1 || *frames > 1'000'000)) {
      throw Error(fmt::format("frames is {}: allowed is a whole number from 1 to 1000000", *frames));
    }
    const std::filesystem::path out(folder);
    make_folder(out);
    if (rig) return run_rig(out);
    if (tiles) {
      render_tiles(out);
      return write_file(out / "meta.json", meta());
    }
    check_writable(out / "left.png");
    if (frames) return write_sequence(out);

    const SynthPair pair = synthesize(options);
    write_png(out / "left.png", pair.left);
    write_png(out / "right.png", pair.right);
    write_disparity(out / "gt_left.pfm", pair.truth_left);
    write_disparity(out / "gt_right.pfm", pair.truth_right);
    write_png(out / "nonocc.png", mask_image(pair.visible_left));
    write_png(out / "nonocc_right.png", mask_image(pair.visible_right));
    write_file(out / "meta.json", meta());
  }

  /// Tile after tile straight into files of tiles: memory does not grow with the pair.
  void render_tiles(const std::filesystem::path& out) const {
    constexpr int size = 1024;
    const auto picture = [&](const char* name, int channels, Sample sample) {
      return TiledImageFile(out / name, options.width, options.height, channels, sample, size);
    };
    const int channels = options.colour ? 3 : 1;
    TiledImageFile left = picture("left.tif", channels, options.sample);
    TiledImageFile right = picture("right.tif", channels, options.sample);
    TiledImageFile visible = picture("nonocc.tif", 1, Sample::u8);
    TiledMapFile truth(out / "gt_left.tif", options.width, options.height, size);
    Progress progress(true);
    for (int y = 0; y < options.height; y += size) {
      for (int x = 0; x < options.width; x += size) {
        const Window tile{x, y, std::min(size, options.width - x), std::min(size, options.height - y)};
        const SynthPair pair = synthesize(options, tile);
        left.write(tile, pair.left);
        right.write(tile, pair.right);
        visible.write(tile, ImageWindows(mask_image(pair.visible_left)).read({0, 0, tile.width, tile.height}));
        truth.write(tile, pair.truth_left);
      }
      progress.show(std::min(1.0, static_cast<double>(y + size) / options.height));
    }
    left.finish();
    right.finish();
    visible.finish();
    truth.finish();
  }

  /// A folder for each view and one for the truth, frames by number.
  void write_sequence(const std::filesystem::path& out) {
    constexpr double frames_of_a_swing = 60;
    for (const char* name : {"left", "right", "gt_left"}) make_folder(out / name);
    for (int i = 0; i < *frames; ++i) {
      options.time = i / frames_of_a_swing;
      const SynthPair pair = synthesize(options);
      write_png(out / "left" / fmt::format("{:04}.png", i), pair.left);
      write_png(out / "right" / fmt::format("{:04}.png", i), pair.right);
      write_disparity(out / "gt_left" / fmt::format("{:04}.pfm", i), pair.truth_left);
    }
    write_file(out / "meta.json", meta());
  }

  static void make_folder(const std::filesystem::path& path) {
    std::error_code failure;
    std::filesystem::create_directory(path, failure);
    if (failure) {
      throw Error(fmt::format("cannot make the folder '{}': {}; check the path", path.string(), failure.message()));
    }
  }

  void run_rig(const std::filesystem::path& out) {
    rig_options.width = options.width;
    rig_options.height = options.height;
    rig_options.seed = options.seed;
    rig_options.colour = options.colour;
    rig_options.sample = options.sample;
    rig_options.noise = options.noise;
    write_synth_rig(out, rig_options);
  }

  static ImageView mask_image(const Mask& mask) {
    return {mask.data(), mask.width(), mask.height(), 1, Sample::u8, mask.width()};
  }

  std::string meta() const {
    Json json = {{"width", options.width},   {"height", options.height}, {"first", options.first},
                 {"levels", options.levels}, {"seed", options.seed},     {"exposure", options.exposure},
                 {"noise", options.noise}};
    if (frames) json["frames"] = *frames;
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
      "every time. With --frames objects move from frame to frame, and there is a file for each in OUT/left, OUT/right "
      "and OUT/gt_left: 0000.png, 0001.png and so on. With --tiles they are left.tif, right.tif, gt_left.tif and "
      "nonocc.tif, TIFFs of tiles, rendered in little memory whatever their size.\n"
      "With --rig the cameras are as one buys them: their lenses bend straight lines, and they are turned against each "
      "other. Writes left.png and right.png of a scene; boards/left01.png, boards/right01.png and so on of a "
      "chessboard "
      "with 9x6 inner corners and squares of 25 mm; the true cameras, rig.yml; and the true depth of each pixel in "
      "metres, "
      "left_depth.pfm and right_depth.pfm.");
  arguments.examples({"csca synth pair",
                      "csca synth pair --width 1920 --height 1080 --first -40 --levels 120 --noise 0.01 --exposure 1.3",
                      "csca synth moving --frames 30 --width 320 --height 240",
                      "csca synth large --width 3000 --height 2000 --bits 16 --grey --tiles",
                      "csca synth boards --no-curved --no-thin --no-textureless --no-repetitive",
                      "csca synth rig --rig"});
  arguments.option("OUT", command->folder, "folder to write into; made when missing").required().takes_folder();
  const auto number = [&](const char* name, auto& value, const char* help) {
    return arguments.option(name, value, help).takes("N").shows_default();
  };
  number("--width", o.width, "pixels").essential();
  number("--height", o.height, "pixels").essential();
  const Option rig =
      arguments.flag("--rig", command->rig, "two cameras to be calibrated, with pictures of a chessboard").essential();
  number("--boards", command->rig_options.boards, "pictures of the chessboard by each camera of the rig").needs(rig);
  number("--baseline", command->rig_options.baseline, "between the cameras of the rig, metres").needs(rig);
  number("--first", o.first, "smallest disparity, may be negative").excludes(rig).essential();
  number("--levels", o.levels, "number of disparities that the scene spans").excludes(rig).essential();
  number("--seed", o.seed, "another seed, another scene").essential();
  number("--exposure", o.exposure, "brightness of the right image over the left one's").excludes(rig);
  number("--noise", o.noise, "standard deviation of noise in both images, white = 1");
  const Option frames = arguments.option("--frames", command->frames, "a sequence of so many frames instead of a pair")
                            .takes("N")
                            .excludes(rig)
                            .essential();
  arguments.option("--bits", command->bits, "of a sample").takes("N", choices("8,16")).shows_default();
  arguments.flag("--grey", command->grey, "no colour");
  arguments.flag("--tiles", command->tiles, "TIFFs of tiles instead of PNG and PFM, in little memory")
      .excludes(rig)
      .excludes(frames);
  const auto part = [&](const char* name, bool& value, const char* help) {
    arguments
        .flag_that(
            name, [&value](bool without) { value = !without; }, help)
        .excludes(rig);
  };
  part("--no-slanted", o.slanted, "no slanted planes");
  part("--no-curved", o.curved, "no curved surfaces");
  part("--no-thin", o.thin, "no poles and wires");
  part("--no-textureless", o.textureless, "no wall without texture");
  part("--no-repetitive", o.repetitive, "no periodic texture");
  return [command] { command->run(); };
}

}  // namespace csca::app
