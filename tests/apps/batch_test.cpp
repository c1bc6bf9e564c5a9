// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tool.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace csca::test {
namespace {

using nlohmann::json;

/// Four small pairs, p1 to p4, and a list of them.
class Batch : public testing::Test {
 protected:
  void SetUp() override {
    std::string list = "left,right,name\n";
    for (const char* n : {"1", "2", "3", "4"}) {
      const std::string scene = std::string("s") + n;
      ASSERT_EQ(folder.csca("synth " + scene + " --width 96 --height 64 --levels 16 --seed " + n).exit_code, 0);
      list += scene + "/left.png," + scene + "/right.png,p" + n + "\n";
    }
    write(folder / "pairs.csv", list);
  }

  Outcome batch(const std::string& arguments, const std::string& before = "") const {
    return folder.csca("batch " + arguments + " --range 0..15", before);
  }

  /// The log by the pairs' names; a name that is there twice fails.
  std::map<std::string, json> log(const std::string& name = "out/log.jsonl") const {
    std::map<std::string, json> records;
    std::istringstream lines(contents(folder / name));
    for (std::string line; std::getline(lines, line);) {
      json record = json::parse(line);
      const std::string key = record["name"];
      EXPECT_TRUE(records.emplace(key, std::move(record)).second) << key << " is in the log twice";
    }
    return records;
  }

  bool has(const std::string& file) const { return std::filesystem::exists(folder / file); }

  Folder folder;
};

TEST_F(Batch, ListsMayBeginWithAMarkOfByteOrder) {
  const std::string mark = "\xef\xbb\xbf";
  write(folder / "csv.csv", mark + contents(folder / "pairs.csv"));
  write(folder / "lines.jsonl", mark + R"({"left": "s1/left.png", "right": "s1/right.png"})" + "\r\n");
  EXPECT_EQ(batch("csv.csv --out csv").err, "csca: 4 pairs: 4 matched, 0 done before, 0 failed\n");
  EXPECT_EQ(batch("lines.jsonl --out lines").err, "csca: 1 pairs: 1 matched, 0 done before, 0 failed\n");
}

TEST_F(Batch, GivesWhatMatchGives) {
  const Outcome run = batch("pairs.csv --out out --also validity,preview");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "csca: 4 pairs: 4 matched, 0 done before, 0 failed\n");
  for (const char* n : {"1", "2", "3", "4"}) {
    const std::string scene = std::string("s") + n;
    folder.csca("match " + scene + "/left.png " + scene +
                "/right.png -o m.pfm --validity v.png --preview p.png --range 0..15");
    const std::string name = std::string("p") + n;
    EXPECT_EQ(contents(folder / ("out/maps/" + name + ".pfm")), contents(folder / "m.pfm"));
    EXPECT_EQ(contents(folder / ("out/validity/" + name + ".png")), contents(folder / "v.png"));
    EXPECT_EQ(contents(folder / ("out/preview/" + name + ".png")), contents(folder / "p.png"));
  }
  const auto records = log();
  ASSERT_EQ(records.size(), 4U);
  const json& record = records.at("p2");
  EXPECT_EQ(record["status"], "done");
  EXPECT_EQ(record["levels"], 16);
  EXPECT_GT(record["peak_memory_bytes"], 1e6);
  EXPECT_GT(record["cpu_seconds"], 0);
  EXPECT_EQ(record["outputs"].size(), 3U);
}

TEST_F(Batch, DoesNothingTwice) {
  batch("pairs.csv --out out");
  const std::string before = contents(folder / "out/log.jsonl");
  const Outcome again = batch("pairs.csv --out out");
  EXPECT_EQ(again.err, "csca: 4 pairs: 0 matched, 4 done before, 0 failed\n");
  EXPECT_EQ(contents(folder / "out/log.jsonl"), before);
}

TEST_F(Batch, MatchesAgainWhatHasChanged) {
  batch("pairs.csv --out out");
  const auto matched = [&](const std::string& arguments) {
    const std::string said = batch("pairs.csv --out out " + arguments).err;
    return said.substr(0, said.find(" matched"));
  };
  // A file of the same size, and another result, and other options.
  folder.shell("cp s2/left.png s1/left.png");
  EXPECT_EQ(matched(""), "csca: 4 pairs: 1");
  std::string map = contents(folder / "out/maps/p3.pfm");
  const std::string good = map;
  map[map.size() / 2] ^= 1;
  write(folder / "out/maps/p3.pfm", map);
  EXPECT_EQ(matched(""), "csca: 4 pairs: 1");
  EXPECT_EQ(contents(folder / "out/maps/p3.pfm"), good);
  EXPECT_EQ(matched("--threads 1 --max-memory 1G"), "csca: 4 pairs: 0");
  EXPECT_EQ(matched("--lambda 3"), "csca: 4 pairs: 4");
  EXPECT_EQ(matched("--lambda 3 --also validity"), "csca: 4 pairs: 4");
}

TEST_F(Batch, OptionsOfAPairCountMoreThanThoseOfTheCommand) {
  write(folder / "pairs.jsonl",
        "{\"left\": \"s1/left.png\", \"right\": \"s1/right.png\", \"name\": \"a\", \"method\": \"gf\", \"range\": "
        "\"0..7\"}\n"
        "{\"left\": \"s1/left.png\", \"right\": \"s1/right.png\", \"name\": \"b\", \"preset\": \"bare\", \"scales\": "
        "2}\n");
  ASSERT_EQ(batch("pairs.jsonl --out out --method nl").exit_code, 0);
  const auto records = log();
  EXPECT_EQ(records.at("a")["levels"], 8);
  EXPECT_EQ(records.at("b")["levels"], 16);
  folder.csca("match s1/left.png s1/right.png -o a.pfm --method gf --range 0..7");
  folder.csca("match s1/left.png s1/right.png -o b.pfm --method nl --preset bare --scales 2 --range 0..15");
  EXPECT_EQ(contents(folder / "out/maps/a.pfm"), contents(folder / "a.pfm"));
  EXPECT_EQ(contents(folder / "out/maps/b.pfm"), contents(folder / "b.pfm"));
}

TEST_F(Batch, TheRightViewIsNoRightImage) {
  write(folder / "views.csv",
        "left,right,name,right_view\ns1/left.png,s1/right.png,a,\ns1/left.png,s1/right.png,b,diagonal\n");
  ASSERT_EQ(batch("views.csv --out out --right full --also right").exit_code, 0);
  for (const auto& [name, view] : {std::pair{"a", "full"}, std::pair{"b", "diagonal"}}) {
    folder.csca(std::string("match s1/left.png s1/right.png -o m.pfm --range 0..15 --right-output r.pfm --right ") +
                view);
    EXPECT_EQ(contents(folder / ("out/right/" + std::string(name) + ".pfm")), contents(folder / "r.pfm"));
  }
}

TEST_F(Batch, TakesTwoFoldersAndDataSets) {
  folder.shell("mkdir l r; for i in 1 2; do cp s$i/left.png l/x$i.png; cp s$i/right.png r/x$i.png; done");
  ASSERT_EQ(batch("l r --out out --form tif").exit_code, 0);
  EXPECT_TRUE(has("out/maps/x1.tif") && has("out/maps/x2.tif"));
  ASSERT_EQ(folder.csca("batch . --out sets --preset bare").exit_code, 0);  // pairs.csv in it makes it a data set
  EXPECT_TRUE(has("sets/maps/pairs/p1.pfm"));
}

TEST_F(Batch, RefusesListsThatCannotBe) {
  const auto refusal = [&](const std::string& name, const std::string& text) {
    write(folder / name, text);
    const Outcome run = batch(name + " --out out");
    EXPECT_EQ(run.exit_code, 2) << text;
    EXPECT_FALSE(has("out")) << text;
    return run.err;
  };
  EXPECT_EQ(refusal("x.csv", "left,right,name\na,b,../c\n"),
            "csca: line 2 of 'x.csv': the name '../c' cannot be that of a folder: it holds '/'; choose another\n");
  EXPECT_EQ(
      refusal("x.csv", "left,right,name\na,b,..\n"),
      "csca: line 2 of 'x.csv': the name '..' cannot be that of a folder: it means another one; choose another\n");
  EXPECT_NE(refusal("x.jsonl", R"({"left":"a","right":"b","name":"c","dataset":"../d"})").find("holds '/'"),
            std::string::npos);
  EXPECT_NE(refusal("x.csv", "left,right,metod\na,b,gf\n").find("did you mean 'method'?"), std::string::npos);
  EXPECT_NE(refusal("x.csv", "left,right,method\na,b,gv\n").find("method is 'gv'"), std::string::npos);
  EXPECT_NE(refusal("x.csv", "left,right,threads\na,b,2\n").find("for all pairs together"), std::string::npos);
  EXPECT_NE(refusal("x.csv", "left,right\na,b\na,c\n").find("two pairs of the name 'a'"), std::string::npos);
  EXPECT_NE(refusal("x.csv", "left,right\na,\n").find("must both be named"), std::string::npos);
  EXPECT_NE(refusal("x.jsonl", "left,right\n").find("line 1 of 'x.jsonl' is no JSON object"), std::string::npos);
  EXPECT_NE(refusal("x.csv", "left,right\n").find("holds no pair"), std::string::npos);
  EXPECT_EQ(batch("missing.csv --out out").exit_code, 2);
  EXPECT_EQ(batch("pairs.csv --out out --shard 3/2").exit_code, 2);
  EXPECT_EQ(batch("pairs.csv --out out --form bmp").exit_code, 2);
  EXPECT_EQ(batch("pairs.csv --out out --also right --right none").exit_code, 2);
}

TEST_F(Batch, PoisonedPairsStopNothingElse) {
  folder.shell("head -c 300 s1/left.png > s1/cut.png");
  folder.csca("synth large --width 900 --height 700 --levels 16");
  write(folder / "bad.csv",
        "left,right,name\ns1/cut.png,s1/right.png,cut\ns1/left.png,large/right.png,size\nno.png,no.png,missing\n"
        "large/left.png,large/right.png,large\ns2/left.png,s2/right.png,good\n");
  const Outcome run = batch("bad.csv --out out --keep-going --retries 1 --max-memory 20M");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("1 matched, 0 done before, 4 failed"), std::string::npos) << run.err;
  const auto records = log();
  ASSERT_EQ(records.size(), 5U);
  EXPECT_EQ(records.at("good")["status"], "done");
  EXPECT_EQ(records.at("cut")["tries"], 2);
  EXPECT_NE(records.at("size")["error"].get<std::string>().find("900 x 700"), std::string::npos);
  EXPECT_NE(records.at("missing")["error"].get<std::string>().find("no such file"), std::string::npos);
  EXPECT_NE(records.at("large")["error"].get<std::string>().find("max_memory is 20.0M"), std::string::npos);
  EXPECT_TRUE(has("out/maps/good.pfm"));
  EXPECT_FALSE(has("out/maps/cut.pfm"));
  // Without --keep-going the first of them ends the batch.
  const Outcome strict = batch("bad.csv --out other");
  EXPECT_EQ(strict.exit_code, 2);
  EXPECT_NE(strict.err.find("--keep-going leaves such pairs out"), std::string::npos) << strict.err;
}

TEST_F(Batch, ShardsMakeTheWhole) {
  ASSERT_EQ(batch("pairs.csv --out out --shard 1/2").exit_code, 0);
  EXPECT_TRUE(has("out/maps/p1.pfm") && has("out/maps/p3.pfm") && !has("out/maps/p2.pfm"));
  const Outcome early = batch("pairs.csv --out out --merge");
  EXPECT_EQ(early.exit_code, 1);
  EXPECT_EQ(early.err, "csca: 2 of 4 pairs are done\ncsca: not done: p2\ncsca: not done: p4\n");
  ASSERT_EQ(batch("pairs.csv --out out --shard 2/2").exit_code, 0);
  ASSERT_EQ(batch("pairs.csv --out out --merge").exit_code, 0);
  EXPECT_EQ(log().size(), 4U);
  EXPECT_FALSE(has("out/log.1-of-2.jsonl") || has("out/log.2-of-2.jsonl"));
  ASSERT_EQ(batch("pairs.csv --out whole").exit_code, 0);
  EXPECT_EQ(folder.shell("diff -r out/maps whole/maps").exit_code, 0);
}

TEST_F(Batch, ASecondOneKeepsOut) {
  const Outcome run = folder.shell("mkdir out; flock out/batch.lock '" CSCA_TOOL "' batch pairs.csv --out out");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("'out' is in use by another csca batch"), std::string::npos) << run.err;
  const Outcome shared =
      folder.shell("flock --shared out/batch.lock '" CSCA_TOOL "' batch pairs.csv --out out --shard 1/2");
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
}

TEST_F(Batch, WhatCannotBeWrittenEndsItAndItGoesOn) {
  const Outcome full = batch("pairs.csv --out out --keep-going", "ulimit -f 8;");
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_NE(full.err.find("would be larger than the system allows"), std::string::npos) << full.err;
  EXPECT_EQ(folder.shell("find out -name '*.pfm' -o -name '*.tmp' | grep .").exit_code, 1);
  EXPECT_EQ(batch("pairs.csv --out out").exit_code, 0);
  EXPECT_EQ(log().size(), 4U);
}

TEST_F(Batch, KilledInTheMiddleItGoesOn) {
  std::string list = "left,right,name\n";
  for (int i = 0; i < 40; ++i) list += "s1/left.png,s1/right.png,q" + std::to_string(i) + "\n";
  write(folder / "many.csv", list);
  for (const char* signal : {"KILL", "INT", "TERM"}) {
    const std::string out = std::string("out-") + signal;
    // Ended as soon as the first pair is done; nobody goes on in the dark. A shell's background ignores SIGINT.
    const std::string records = out + "/records";
    folder.shell("(env --default-signal=INT '" CSCA_TOOL "' batch many.csv --range 0..15 --method st --out " + out +
                 " & for i in $(seq 500); do ls " + records +
                 " 2>/dev/null | grep -q . && break; sleep 0.02; done; kill -" + signal +
                 " $!; wait $!; sleep 0.5; ls " + records + " > some; sleep 1; ls " + records + " > later)");
    const std::string some = contents(folder / "some");
    EXPECT_GE(std::count(some.begin(), some.end(), '\n'), 1);
    EXPECT_LT(std::count(some.begin(), some.end(), '\n'), 40);
    EXPECT_EQ(contents(folder / "later"), some);
    const Outcome rest = folder.csca("batch many.csv --range 0..15 --method st --out " + out);
    EXPECT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_EQ(log(out + "/log.jsonl").size(), 40U);
    EXPECT_EQ(folder.shell("find " + out + " -name '*.tmp' | grep .").exit_code, 1);
  }
}

TEST_F(Batch, TellsWhatItWillTake) {
  batch("pairs.csv --out out --shard 1/4");
  const Outcome run = batch("pairs.csv --out out --dry-run");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::istringstream lines(run.out);
  std::map<std::string, json> pairs;
  for (std::string line; std::getline(lines, line);) {
    const json pair = json::parse(line);
    pairs[pair["name"]] = pair;
  }
  ASSERT_EQ(pairs.size(), 4U);
  EXPECT_EQ(pairs.at("p1")["status"], "done");
  EXPECT_EQ(pairs.at("p2")["status"], "open");
  EXPECT_GT(pairs.at("p2")["memory_bytes"], 1e6);
  EXPECT_GT(pairs.at("p2")["seconds"], 0);
  EXPECT_NE(run.err.find("4 pairs: 1 done, 3 to match"), std::string::npos) << run.err;
}

TEST_F(Batch, ThreadsGoWhereTheyServe) {
  const auto threads = [&](const std::string& name) { return log()[name]["threads"].get<int>(); };
  ASSERT_EQ(batch("pairs.csv --out out --threads 2").exit_code, 0);
  EXPECT_EQ(threads("p1"), 1);  // side by side with another
  ASSERT_EQ(batch("pairs.csv --out out --threads 2 --lambda 3 --shard 1/4").exit_code, 0);
  EXPECT_EQ(log("out/log.1-of-4.jsonl")["p1"]["threads"], 2);  // alone
  // Room for one at a time.
  const Outcome plan = batch("pairs.csv --out new --dry-run");
  const double bytes = json::parse(plan.out.substr(0, plan.out.find('\n')))["memory_bytes"];
  ASSERT_EQ(batch("pairs.csv --out out --threads 2 --scales 2 --max-memory " + std::to_string(std::lround(1.8 * bytes)))
                .exit_code,
            0);
  EXPECT_EQ(threads("p1"), 2);
}

TEST_F(Batch, AUnitReadsItsPair) {
  const Outcome list = batch("pairs.csv --out out --list --lambda 3");
  ASSERT_EQ(list.exit_code, 0);
  write(folder / "units", list.out);
  const Outcome unit = folder.shell("(head -1 units | (cd /; '" CSCA_TOOL "' batch - --unit --out \"$OLDPWD/out\"))");
  ASSERT_EQ(unit.exit_code, 0) << unit.err;
  const json record = json::parse(unit.out.substr(unit.out.find('\n') + 1));
  EXPECT_EQ(record["name"], "p1");
  EXPECT_EQ(record["inputs"]["options"]["lambda"], "3");
  const Outcome whole = batch("pairs.csv --out out --lambda 3");
  EXPECT_EQ(whole.err, "csca: 4 pairs: 3 matched, 1 done before, 0 failed\n");
}

}  // namespace
}  // namespace csca::test
