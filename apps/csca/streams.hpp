// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Files by name, of which "-" is standard input or output.
namespace csca::app {

inline constexpr std::string_view stream_name = "-";

/// Prints to standard output. Throws Error where that fails, on a full disk for example.
void print_out(std::string_view text);

/// Prints to standard error. Never fails: where that is closed or full, nobody is there to be told.
void say(std::string_view text) noexcept;

/// Writes a whole file or nothing, or prints.
void write_output(const std::string& file, std::string_view bytes);

/// A disparity map in the form that the ending says; PFM where it is printed.
void write_map(const std::string& file, const Plane<float>& map);

/// Throws Error where bytes that are no text would go to a terminal.
void check_no_terminal(const std::string& file);

/// The columns of the terminal that a descriptor is; nothing where it is none.
std::optional<int> columns_of(int descriptor);

/// The file that the word names, for what reads files.
std::filesystem::path input_file(const std::string& word);

/// Throws Error when two of the words are "-", or one is and nothing is piped in.
void check_inputs(const std::vector<std::string>& words);

}  // namespace csca::app
