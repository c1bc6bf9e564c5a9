// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/lock.hpp"
#include "batch/log.hpp"
#include "batch/manifest.hpp"
#include "batch/pool.hpp"
#include "batch/predict.hpp"
#include "batch/video_frames.hpp"
#include "batch/work.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "core/named.hpp"
#include "gdal/load.hpp"
#include "progress.hpp"
#include "resources.hpp"
#include "resume.hpp"
#include "sequence/names.hpp"
#include "simd_flag.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <thread>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> forms = {"pfm", "png", "tif", "npy"};
constexpr std::array<std::string_view, 4> more_maps = {"right", "confidence", "validity", "preview"};

void check_choice(const char* option, const std::string& name, std::span<const std::string_view> allowed) {
  if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) throw unknown_name(option, name, allowed);
}

/// "3/16".
Shard parse_shard(const std::string& text) {
  Shard shard;
  int end = 0;
  if (!text.empty() && (std::sscanf(text.c_str(), "%d/%d%n", &shard.index, &shard.count, &end) != 2 ||
                        end != static_cast<int>(text.size()) || shard.index < 1 || shard.index > shard.count)) {
    throw Error(fmt::format("shard is '{}': give I/N with I from 1 to N, such as 3/16", text));
  }
  return shard;
}

struct BatchCommand {
  std::string manifest;
  std::string right;
  std::string out;
  std::string shard_text;
  MatchFlags flags;
  BatchSettings settings;
  PoolLimits limits;
  bool keep_going = false;
  bool merge = false;
  bool dry_run = false;
  bool list = false;
  bool unit = false;
  bool quiet = false;

  void run() {
    const Shard shard = parse_shard(shard_text);
    settings.out = out;
    check_choice("form", settings.form, forms);
    for (const std::string& kind : settings.also) check_choice("also", kind, more_maps);
    if (limits.retries < 0) throw Error(fmt::format("retries is {}: allowed is a whole number from 0", limits.retries));
    take_request();
    if (unit) return work_on_unit(settings, limits);

    const bool asks_range = std::any_of(settings.request.settings.begin(), settings.request.settings.end(),
                                        [](const Setting& s) { return s.first == "first" || s.first == "levels"; });
    std::vector<BatchPair> pairs = is_video(manifest) && is_video(right)
                                       ? pairs_of_videos(manifest, right, settings.out)
                                       : read_manifest(manifest, right, asks_range);
    check_options(pairs);
    if (list) {
      for (const BatchPair& pair : pairs) print_out(unit_line(settings, pair));
      return;
    }
    if (merge) return merge_all(pairs);
    if (!shard.whole()) keep_part(pairs, shard);
    if (dry_run) {
      fmt::print(stderr, "csca: {}\n", predict_batch(settings, limits, pairs));
      return;
    }
    match_all(pairs, shard);
  }

  /// Threads and memory are the batch's, all else is each pair's.
  void take_request() {
    settings.request = flags.request();
    if (!settings.sign.given && !settings.request.sign.empty()) settings.sign.name = settings.request.sign;
    const Options whole = flags.asked().options;
    limits.threads =
        whole.run.threads > 0 ? whole.run.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    // A tenth is left to the system and to pairs that are being read.
    limits.memory = whole.run.max_memory.value_or(available_memory() / 10 * 9);
    std::erase_if(settings.request.settings,
                  [](const Setting& s) { return s.first == "threads" || s.first == "max_memory"; });
  }

  /// Before hours of matching rather than in them; pairs that ask for the same are looked at once.
  void check_options(const std::vector<BatchPair>& pairs) const {
    std::set<std::pair<std::string, std::vector<Setting>>> seen;
    for (const BatchPair& pair : pairs) {
      if (seen.emplace(pair.preset, pair.settings).second) Unit(settings, pair);
    }
  }

  static void keep_part(std::vector<BatchPair>& pairs, Shard shard) {
    int number = 0;
    std::erase_if(pairs, [&](const BatchPair&) { return number++ % shard.count != shard.index - 1; });
  }

  void open_folder() const {
    std::error_code failed;
    fs::create_directories(settings.out, failed);
    check_writable(settings.out / "log.jsonl");
  }

  void merge_all(const std::vector<BatchPair>& pairs) const {
    open_folder();
    const FolderLock lock(settings.out, {});
    remove_temporary_files(settings.out);
    const std::vector<std::string> missing = merge_logs(settings.out, pairs);
    if (!quiet) fmt::print(stderr, "csca: {} of {} pairs are done\n", pairs.size() - missing.size(), pairs.size());
    if (missing.empty()) return;
    tell("not done: ", missing);
    throw Exit{1};
  }

  static void tell(std::string_view start, const std::vector<std::string>& sentences) {
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, sentences.size()); ++i) {
      fmt::print(stderr, "csca: {}{}\n", start, sentences[i]);
    }
    if (sentences.size() > most) fmt::print(stderr, "csca: and {} more\n", sentences.size() - most);
  }

  void match_all(const std::vector<BatchPair>& pairs, Shard shard) const {
    open_folder();
    const FolderLock lock(settings.out, shard);
    if (shard.whole()) remove_temporary_files(settings.out);
    BatchLog log(log_file(settings.out, shard));
    std::vector<std::string> failures;
    std::size_t stored = 0;
    std::size_t ended = 0;
    bool hopeless = false;
    {
      Progress progress(!quiet);
      const auto start = [&](std::size_t i) {
        Process process(unit_command(settings, limits));
        process.send(unit_line(settings, pairs[i]));
        return process;
      };
      const auto tell_end = [&](const UnitEnd& end) {
        const bool done = end.record.at("status") == Json("done");
        if (!done)
          failures.push_back(fmt::format("pair '{}': {}", pairs[end.unit].name, end.record.at("error").text()));
        stored += end.stored ? 1 : 0;
        hopeless = hopeless || end.record.contains("stop");
        if (!hopeless) log.add(end.record);
        ++ended;
        progress.show(static_cast<double>(ended) / static_cast<double>(pairs.size()),
                      fmt::format("{} of {} pairs", ended, pairs.size()));
        return !hopeless && (done || keep_going);
      };
      run_pool(
          limits, pairs.size(), start, [&](std::size_t i) { return pairs[i].name; }, tell_end);
    }
    if (hopeless) throw Error(failures.back() + "; the same command then goes on");
    log.finish(pairs);
    if (!keep_going && !failures.empty()) throw Error(failures.front() + "; --keep-going leaves such pairs out");
    tell("", failures);
    if (!quiet) {
      fmt::print(stderr, "csca: {} pairs: {} matched, {} done before, {} failed\n", pairs.size(),
                 ended - stored - failures.size(), stored, failures.size());
    }
    if (!failures.empty()) throw Exit{1};
  }
};

}  // namespace

Run batch_command(Arguments& arguments) {
  auto command = std::make_shared<BatchCommand>();
  arguments.notes(
      "A pair that is in --out already, made of the same files with the same options, is not matched again: a batch "
      "that "
      "was stopped, however, goes on where it was. Several small pairs run at once, or all threads work on one large "
      "pair, "
      "within --max-memory. docs/batch.md tells what a list may hold and what is written, docs/cluster.md how many "
      "machines "
      "share a batch.");
  arguments.examples({"csca batch pairs.csv --out maps", "csca batch pairs.jsonl --out maps --keep-going --preset fast",
                      "csca batch left right --out maps --form png --range 0..63",
                      "csca batch pairs.csv --out maps --shard 1/2"});
  arguments
      .option("MANIFEST", command->manifest,
              "pairs: a .csv or .jsonl list, a folder that holds a data set, a folder of left images, or a left video; "
              "- for a "
              "list in JSON Lines on standard input")
      .required()
      .takes_file("csv,jsonl", "MANIFEST")
      .essential("a .csv or .jsonl list, a data set, or a folder of left images");
  arguments
      .option("RIGHT", command->right, "the folder of right images, with files of the same names, or the right video")
      .takes_folder()
      .essential();
  arguments.option("--out", command->out, "folder for maps, records and the log").takes_folder().required().essential();
  constexpr const char* files = "Files";
  arguments.option("--form", command->settings.form, "of the maps: float PFM, KITTI PNG, float TIFF or numpy's")
      .takes("NAME", choices("pfm,png,tif,npy"))
      .shows_default()
      .group(files)
      .essential("of the maps");
  arguments
      .option("--also", command->settings.also, "maps beside the disparities, which options like --right have to make")
      .takes("LIST", choices("right,confidence,validity,preview"))
      .takes_list()
      .joined_by(",")
      .group(files);
  constexpr const char* group = "Running";
  arguments.flag("--keep-going", command->keep_going, "leave out pairs that cannot be read or matched, and name them")
      .group(group)
      .essential();
  arguments.option("--retries", command->limits.retries, "tries of a pair after the first that fails")
      .takes("N")
      .shows_default()
      .group(group);
  arguments
      .option("--shard", command->shard_text,
              "only each Nth pair from the Ith on, for jobs side by side with the same --out; --merge afterwards")
      .takes("I/N")
      .group(group)
      .essential("only part I of N, for jobs side by side");
  arguments.flag("--merge", command->merge, "match nothing; make one log of those of all shards")
      .group(group)
      .essential();
  arguments
      .flag("--dry-run", command->dry_run,
            "match nothing; print a line of JSON for each pair, with the memory and the time that it will take")
      .group(group)
      .essential("print what each pair will take, match nothing");
  arguments.flag("--list", command->list, "print the pairs with all their options, a line of JSON each").group(group);
  arguments
      .flag("--unit", command->unit,
            "for schedulers: match the one pair that standard input has as a line of --list, and print its record")
      .group(group);
  arguments.flag("-q,--quiet", command->quiet, "no progress bar and no summary").group(group);
  command->flags.add_to(arguments, false);
  command->settings.sign.add_to(arguments);
  add_gdal_flag(arguments);
  add_simd_flag(arguments);
  return [command] { command->run(); };
}

}  // namespace csca::app
