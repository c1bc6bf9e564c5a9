// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/predict.hpp"

#include "predict_time.hpp"
#include "progress.hpp"
#include "resources.hpp"
#include "resume.hpp"
#include "streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace csca::app {
namespace {

/// Seconds of a pair on one thread, from the first of its kind.
class Times {
 public:
  double of(const Pair& pair, const Options& options) {
    const Options resolved = resolve_options(pair, options);
    const ImageView& left = pair.left;
    const std::string kind = fmt::format("{} {} {} {} {}", left.width, left.height, left.channels,
                                         static_cast<int>(left.sample), options_of_result(options).dump());
    const auto [known, is_new] = seconds_a_cell_.emplace(kind, 0);
    if (is_new) known->second = predict_time(pair, resolved).cpu_seconds / cells_of(pair, resolved);
    return known->second * cells_of(pair, resolved);
  }

 private:
  std::map<std::string, double> seconds_a_cell_;
};

}  // namespace

std::string predict_batch(const BatchSettings& settings, const PoolLimits& limits, std::span<const BatchPair> pairs) {
  Times times;
  const double starting = cpu_seconds();  // a process, which each pair has
  std::size_t done = 0;
  std::size_t failed = 0;
  std::size_t most = 0;
  double seconds = 0;
  for (const BatchPair& pair : pairs) {
    Json line = {{"name", pair.name}};
    try {
      const Unit unit(settings, pair);
      if (unit.stored()) {
        line["status"] = "done";
        ++done;
      } else {
        const double start = cpu_seconds();
        const Unit::Loaded loaded(unit, limits.threads, limits.memory);
        const double reading = cpu_seconds() - start;  // a busy machine does not make pairs larger
        const std::size_t memory = loaded.needs().memory;
        const double time = starting + reading + times.of(loaded.pair(), loaded.options(1));
        line.update({{"status", "open"}, {"memory_bytes", memory}, {"seconds", time}});
        most = std::max(most, memory);
        seconds += time;
      }
    } catch (const Error& error) {
      line.update({{"status", "failed"}, {"error", error.what()}});
      ++failed;
    }
    print_out(line.dump() + "\n");
  }
  const std::size_t open = pairs.size() - done - failed;
  const std::size_t fitting = std::max<std::size_t>(1, limits.memory / std::max<std::size_t>(1, most));
  const auto at_once = static_cast<double>(std::min<std::size_t>(fitting, static_cast<std::size_t>(limits.threads)));
  return fmt::format(
      "{} pairs: {} done, {} to match, {} that cannot be; at most {:.0f} MB a pair, {} of CPU time, about {} with {} "
      "at once",
      pairs.size(), done, open, failed, static_cast<double>(most) / 1e6, duration_text(seconds),
      duration_text(seconds / at_once), at_once);
}

}  // namespace csca::app
