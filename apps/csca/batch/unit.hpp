// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch/manifest.hpp"
#include "json.hpp"
#include "match_flags.hpp"
#include "sign_flag.hpp"

#include <csca/error.hpp>
#include <csca/image.hpp>
#include <csca/match.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

/// Nothing can be written where results go. No other pair would fare better.
class OutputError : public Error {
 public:
  using Error::Error;
};

/// What holds for all pairs of a batch.
struct BatchSettings {
  std::filesystem::path out;
  MatchFlags::Request request;
  SignFlag sign;
  std::string form = "pfm";       ///< of maps: pfm, png, tif, npy
  std::vector<std::string> also;  ///< maps beside the disparities: right, confidence, validity, preview
};

/// One pair of a batch: the piece of work that is done or not, whoever does it, on whichever machine.
class Unit {
 public:
  /// Throws Error for options that are not allowed, or that do not make what is asked for.
  Unit(const BatchSettings& settings, BatchPair pair);

  const std::string& name() const { return pair_.name; }

  /// The record of a result that is there already: made of the same files, with the same options by the same csca, and
  /// not changed since. Nothing where there is none.
  std::optional<Json> stored() const;

  struct Needs {
    std::size_t memory = 0;              ///< bytes, on one thread
    std::size_t memory_all_threads = 0;  ///< on as many as there may be
  };

  /// Images in memory, range and memory known. `most` is the memory that there is for all pairs, in bytes.
  class Loaded {
   public:
    Loaded(const Unit& unit, int threads, std::optional<std::size_t> most);
    Needs needs() const;
    /// Resolved for so many threads.
    Options options(int threads) const;
    const Pair& pair() const { return pair_; }

   private:
    friend class Unit;
    int threads_;
    Json inputs_;  // of the files before they are read: what changes meanwhile is matched again, another time
    Image left_;
    Image right_;
    Pair pair_;
    Options options_;
  };

  /// Removes the record of another result: from now on the pair is not done.
  void forget() const;

  /// Matches and writes: maps first, the record last, each file whole or not at all. Returns the record. Throws
  /// OutputError where nothing can be written, Error where the pair is to blame.
  Json run(const Loaded& loaded, int threads) const;

 private:
  std::filesystem::path file(const std::string& kind) const;
  Json inputs() const;
  std::vector<std::string> kinds() const;

  const BatchSettings& settings_;
  BatchPair pair_;
  Options asked_;    // in the user's sign
  Options options_;  // in csca's
};

/// Where the record of a pair is kept.
std::filesystem::path record_file(const std::filesystem::path& out, const std::string& name);

}  // namespace csca::app
