// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

// What is fed with anything. A target may throw csca::Error, and nothing else.
namespace csca::fuzz {

void image(const std::string& bytes);
void mask(const std::string& bytes);
void disparity(const std::string& bytes);
void npy(const std::string& bytes);
void volume_note(const std::string& bytes);
void calibration(const std::string& bytes);
void pair_list(const std::string& bytes);
void json(const std::string& bytes);
void configuration(const std::string& bytes);
void manifest(const std::string& bytes);
void match(const std::string& bytes);
void studio(const std::string& bytes);

struct Target {
  std::string_view name;  ///< and that of its folder in the corpus
  void (*feed)(const std::string& bytes);
};
std::span<const Target> targets();

/// Feeds it. An Error with a sentence is fine, whatever else is thrown ends the program.
void feed(const Target& target, const std::string& bytes);

}  // namespace csca::fuzz
