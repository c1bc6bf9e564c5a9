// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"
#include "support/xml.hpp"

#include <csca/io.hpp>
#include <csca/scale.hpp>
#include <csca/select.hpp>
#include <csca/volume_io.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

// Why a pixel got its disparity: the numbers are those of the steps themselves, the figures can be read.
namespace csca::test {
namespace {

using Json = nlohmann::json;

class Explain : public testing::Test {
 protected:
  Explain() { EXPECT_EQ(folder.csca("synth pair --width 90 --height 61 --first -3 --levels 20").exit_code, 0); }

  std::string run(const std::string& command) const {
    const Outcome outcome = folder.csca(command);
    EXPECT_EQ(outcome.exit_code, 0) << command << '\n' << outcome.err;
    return outcome.out;
  }

  Json explained(const std::string& flags) const {
    run("explain pair/left.png pair/right.png --json out.json " + flags);
    return Json::parse(contents(folder / "out.json"));
  }

  Plane<float> map(const std::string& flags) const {
    run("match pair/left.png pair/right.png -o out.pfm --subpixel none --precision float --right none --refine none " +
        flags);
    return read_disparity(folder / "out.pfm");
  }

  void refuses(const std::string& flags, std::initializer_list<const char*> words,
               const std::string& output = "new") const {
    const std::string before = folder.listing();
    const Outcome outcome =
        folder.csca("explain pair/left.png pair/right.png --json new.json -o " + output + " " + flags);
    EXPECT_EQ(outcome.exit_code, 2) << flags << '\n' << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << flags << '\n' << outcome.err;
    for (const char* word : words) {
      EXPECT_NE(outcome.err.find(word), std::string::npos) << word << " not in " << outcome.err;
    }
    EXPECT_EQ(folder.listing(), before) << flags;
  }

  Folder folder;
};

/// A pixel that a plane won.
std::pair<int, int> slanted_pixel(const Image& planes) {
  for (int y = planes.height() / 2; y < planes.height(); ++y) {
    for (int x = planes.width() / 2; x < planes.width(); ++x) {
      if (planes.row<std::uint8_t>(y)[x] > 0) return {x, y};
    }
  }
  return {-1, -1};
}

TEST_F(Explain, ShowsTheCostsInThePlaneThatWon) {
  const Plane<float> map = this->map("--range -3..16 --planes auto --method gf --plane-map planes.png");
  const auto [x, y] = slanted_pixel(read_image(folder / "planes.png"));
  ASSERT_GE(x, 0);
  const Json pixel =
      explained("--range -3..16 --subpixel none --right none --precision float --planes auto --method gf --pixel " +
                std::to_string(x) + "," + std::to_string(y) + " -o out.svg")["pixels"][0];
  const Json& plane = pixel["plane"];
  const std::vector<float> costs = plane["across"];
  ASSERT_EQ(costs.size(), 7U);
  const auto lowest = std::min_element(costs.begin(), costs.end()) - costs.begin();
  EXPECT_NEAR(plane["disparities"][lowest].get<double>(), map(x, y), 1e-4);
  EXPECT_LT(costs[static_cast<std::size_t>(lowest)], [&] {
    const std::vector<float> facing = pixel["across"]["costs"];
    return *std::min_element(facing.begin(), facing.end());
  }());
}

TEST_F(Explain, TheMapIsWhatMatchWrites) {
  for (const std::string flags : {"--range -3..16 --planes 4", "--preset dense --range -3..16", "--preset quality"}) {
    SCOPED_TRACE(flags);
    const bool slanted = flags.find("dense") == std::string::npos;
    run("match pair/left.png pair/right.png -o out.tif " + flags + (slanted ? " --plane-map planes.png" : ""));
    const Plane<float> map = read_disparity(folder / "out.tif");
    const Image planes = slanted ? read_image(folder / "planes.png") : Image();
    std::string pixels;
    for (int x = 2; x < 90; x += 9) pixels += " --pixel " + std::to_string(x) + "," + std::to_string(x / 2);
    int known = 0;
    const Json all = explained(flags + pixels);
    for (const Json& pixel : all["pixels"]) {
      const int x = pixel["pixel"][0];
      const int y = pixel["pixel"][1];
      SCOPED_TRACE(x);
      EXPECT_EQ(pixel["disparity"].is_null(), std::isnan(map(x, y)));
      if (!std::isnan(map(x, y))) {
        EXPECT_EQ(pixel["disparity"].get<float>(), map(x, y));
      }
      if (slanted) {
        EXPECT_EQ(pixel.contains("plane") ? pixel["plane"]["number"].get<int>() : 0, planes.row<std::uint8_t>(y)[x]);
      }
      known += std::isnan(map(x, y)) ? 0 : 1;
    }
    EXPECT_GT(known, 3);
  }
}

void expect_costs(const Json& costs, const float* cells, int count) {
  ASSERT_EQ(costs.size(), static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) EXPECT_FLOAT_EQ(costs[k].get<float>(), cells[k]) << "level " << k;
}

TEST_F(Explain, APixelsNumbersAreThoseOfTheSteps) {
  const std::string flags = " --first -3 --levels 20 --scales 3 --lambda 0.7 --method gf --threads 2 --slab 8";
  map("--save-volume aggregated" + flags);
  std::vector<Volume> volumes;
  for (int s = 0; s < 3; ++s) {
    volumes.push_back(read_volume(folder / ("out.aggregated." + std::to_string(s) + ".npy")));
  }
  const auto weights = scale_weights(3, 0.7);
  const Volume blended = combine(volumes, weights, Interpolation::linear, Interpolation::linear);
  const Plane<float> plain = select(volumes.front());
  const Plane<float> across = select(blended);
  const Plane<float> truth = read_disparity(folder / "pair/gt_left.pfm");

  const Json all = explained("--pixel 41,29 --pixel 89,60 --pixel 0,0 --truth pair/gt_left.pfm" + flags);
  ASSERT_EQ(all["pixels"].size(), 3U);
  for (const Json& pixel : all["pixels"]) {
    const int x = pixel["pixel"][0];
    const int y = pixel["pixel"][1];
    SCOPED_TRACE(pixel["pixel"].dump());
    EXPECT_EQ(pixel["weights"].get<PooledVector<double>>(), weights);
    EXPECT_EQ(pixel["truth"].get<float>(), truth(x, y));
    expect_costs(pixel["plain"]["costs"], volumes.front().pixel(x, y), 20);
    expect_costs(pixel["across"]["costs"], blended.pixel(x, y), 20);
    EXPECT_EQ(pixel["plain"]["levels"][0], -3);
    EXPECT_EQ(pixel["plain"]["winner"].get<float>(), plain(x, y));
    EXPECT_EQ(pixel["across"]["winner"].get<float>(), across(x, y));
    ASSERT_EQ(pixel["scales"].size(), 3U);
    for (int s = 0; s < 3; ++s) {
      const Volume& volume = volumes[static_cast<std::size_t>(s)];
      const Json& scale = pixel["scales"][s];
      EXPECT_EQ(scale["pixel"], Json::array({x >> s, y >> s}));
      EXPECT_EQ(scale["levels"][0], volume.levels().first);
      expect_costs(scale["costs"], volume.pixel(x >> s, y >> s), volume.levels().count);
      EXPECT_EQ(scale["winner"].get<float>(), select(volume)(x >> s, y >> s));
      EXPECT_EQ(scale["raw"].size(), scale["costs"].size());
    }
  }
}

TEST_F(Explain, WinnersAreThoseOfTheMaps) {
  for (const std::string flags : {" --first -3 --levels 20 --method nl --slab 4 --threads 3",
                                  " --first -3 --levels 20 --skip-zero", " --preset paper --levels 17"}) {
    SCOPED_TRACE(flags);
    const Plane<float> plain = map("--scales 1" + flags);
    const Plane<float> across = map(flags);

    const Json row = explained("--row 30 --from 5 --to 80" + flags)["rows"][0];
    EXPECT_TRUE(row["truth"].is_null());
    for (const Json& volume : row["volumes"]) {
      if (volume["stage"] == "raw") continue;
      const Plane<float>& expected = volume["stage"] == "combined" ? across : plain;
      const std::vector<float> winners = volume["winners"];
      EXPECT_TRUE(std::equal(winners.begin(), winners.end(), expected.row(30) + 5, expected.row(30) + 81));
    }

    const Json patch = explained("--pixel 80,3" + flags)["pixels"][0]["patch"];
    const int left = patch["left"];
    EXPECT_EQ(patch["top"], 0);
    ASSERT_EQ(patch["plain"].size(), 28U);
    for (int y = 0; y < 28; ++y) {
      const std::vector<float> before = patch["plain"][y];
      const std::vector<float> after = patch["across"][y];
      EXPECT_TRUE(std::equal(before.begin(), before.end(), plain.row(y) + left, plain.row(y + 1)));
      EXPECT_TRUE(std::equal(after.begin(), after.end(), across.row(y) + left, across.row(y + 1)));
    }
  }
}

TEST_F(Explain, ARowHoldsTheCostsOfEveryScale) {
  map("--first -3 --levels 20 --scales 3 --save-volume raw");
  const Json row = explained("--row 7 --from 11 --to 30 --first -3 --levels 20 --scales 3")["rows"][0];
  ASSERT_EQ(row["volumes"].size(), 5U);
  for (int s = 0; s < 3; ++s) {
    const Volume volume = read_volume(folder / ("out.raw." + std::to_string(s) + ".npy"));
    const Json& shown = row["volumes"][s];
    EXPECT_EQ(shown["first_x"], 11 >> s);
    EXPECT_EQ(shown["first_level"], volume.levels().first);
    ASSERT_EQ(shown["costs"].size(), static_cast<std::size_t>((30 >> s) - (11 >> s) + 1));
    for (int i = 0; i < static_cast<int>(shown["costs"].size()); ++i) {
      expect_costs(shown["costs"][i], volume.pixel((11 >> s) + i, 7 >> s), volume.levels().count);
    }
  }
}

TEST_F(Explain, FiguresAreWellFormedInBothForms) {
  const std::string before = folder.listing();
  const std::string pair = "explain pair/left.png pair/right.png --levels 18 ";
  const std::string text = run(pair + "--pixel 5,60 --truth pair/gt_left.pfm");
  EXPECT_NE(text.find("pixel (5, 60)"), std::string::npos);
  EXPECT_NE(text.find("truth"), std::string::npos);
  EXPECT_EQ(folder.listing(), before);

  run(pair + "--pixel 5,60 --truth pair/gt_left.pfm -o pixel");
  run(pair + "--row 60 -o row");
  run(pair + "--row 0 --from 89 --to 89 --scales 1 -o one.svg");
  run(pair + "--row 0 -o two.png");
  EXPECT_EQ(folder.listing(), "one.svg pair pixel.png pixel.svg row.png row.svg two.png");
  for (const std::string name : {"pixel", "row"}) {
    const auto svg = parse_xml(contents(folder / (name + ".svg")));
    const Image png = read_image(folder / (name + ".png"));
    EXPECT_EQ(png.width(), 2 * svg.front().number("width"));
    EXPECT_EQ(png.height(), 2 * svg.front().number("height"));
    EXPECT_GE(named(svg, "image").size(), 4U) << name;
  }
  EXPECT_NO_THROW(parse_xml(contents(folder / "one.svg")));
}

TEST_F(Explain, MistakesGetASentence) {
  refuses("", {"--pixel X,Y", "--row Y"});
  refuses("--pixel 90,3", {"column 90", "90 pixels wide", "0 to 89"});
  refuses("--pixel 3,61", {"row 61", "0 to 60"});
  refuses("--pixel=-1,3", {"column -1", "outside"});
  for (const char* text : {"3", "3,", ",4", "3,4,5", "3,x", "99999999999,1"}) {
    refuses("--pixel " + std::string(text), {text, "X,Y"});
  }
  refuses("--row 61", {"--row 61", "61 pixels high"});
  refuses("--row 3 --from 50 --to 20", {"--from 50", "--to 20"});
  refuses("--row 3 --to 90", {"--to 90", "outside"});
  refuses("--pixel 3,3 --row 3", {"--row"});
  refuses("--pixel 3,3 --truth pair/left.png", {"pair/left.png"});
  run("synth other --width 64 --height 61 --levels 20");
  refuses("--pixel 3,3 --truth other/gt_left.pfm", {"64 x 61", "90 x 61"});
  refuses("--pixel 3,3", {"new.gif", ".svg"}, "new.gif");
  refuses("--pixel 3,3", {"nowhere"}, "nowhere/new");
  refuses("--pixel 3,3", {"input"}, "pair/left.png");
}

}  // namespace
}  // namespace csca::test
