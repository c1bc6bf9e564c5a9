// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "signals.hpp"
#include "simd_flag.hpp"
#include "streams.hpp"

#include <csca/error.hpp>

#include <array>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

struct Command {
  const char* name;
  const char* help;
  csca::app::Run (*add)(csca::app::Arguments&);
};

// A new command is one file and one row here.
constexpr std::array commands = {
    Command{"match", "match a rectified pair: two images in, a disparity map out", csca::app::match_command},
    Command{"batch", "match many pairs: a list, two folders or a data set; stopped at any time, it goes on",
            csca::app::batch_command},
    Command{"check", "tell what is wrong with a pair: swapped, shifted, rotated, not the same scene",
            csca::app::check_command},
    Command{"depth", "turn disparities into metres", csca::app::depth_command},
    Command{"cloud", "turn disparities into a cloud of coloured points", csca::app::cloud_command},
    Command{"eval", "score a disparity map against ground truth", csca::app::evaluate_command},
    Command{"compare", "draw several disparity maps, and where they err, into one picture", csca::app::compare_command},
    Command{"explain", "draw why a pixel, or a row of them, got its disparity", csca::app::explain_command},
    Command{"calibrate", "find two cameras from pictures of a chessboard", csca::app::calibrate_command},
    Command{"rectify", "lay corresponding points of a pair on the same rows", csca::app::rectify_command},
    Command{"synth", "render a pair with exact ground truth", csca::app::synth_command},
    Command{"bench", "time csca's methods, and OpenCV's, on one pair", csca::app::bench_command},
    Command{"study", "measure all that the paper measures, on every data set found", csca::app::study_command},
    Command{"studio", "see in the browser how options change a map, and why", csca::app::studio_command},
    Command{"help", "tell the options of a command", csca::app::help_command},
    Command{"completion", "print the completion script of a shell", csca::app::completion_command},
    Command{"manual", "print the manual page (roff)", csca::app::manual_command},
};

constexpr const char* description =
    "csca: stereo matching across scales. Turns a rectified pair of images into a disparity map.";

int run(int argc, char** argv) {
  const std::vector<std::string> examples = {
      "csca match left.png right.png -o disparity.pfm --preview look.png",
      "csca match left.png right.png -o disparity.tif --range -32..31",
      "csca eval disparity.pfm truth.pfm --mask nonocc.png",
      "csca help match",
  };
  csca::app::CommandLine command_line(description, examples,
                                      [] { return "csca " CSCA_VERSION " (" + csca::app::simd_summary() + ")"; });
  for (const Command& command : commands) command_line.add(command.name, command.help, command.add);
  return command_line.run(argc, argv);
}

/// What can be said without memory for the words, and in one piece: a worker of a batch may end while it speaks. A
/// sentence may show names and values that somebody made up: line ends and a terminal's commands in them are no part of
/// it.
void say_error(std::string_view what) {
  std::array<char, 4096> line;
  std::size_t length = 0;
  const auto add = [&](char c) {
    line[length++] = c;
    if (length < line.size() && c != '\n') return;
    csca::app::say({line.data(), length});
    length = 0;
  };
  for (const char c : std::string_view("csca: ")) add(c);
  for (const char c : what) add(static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c);
  add('\n');
}

}  // namespace

int main(int argc, char** argv) {
  csca::app::clean_up_at_signals();
  try {
    return run(argc, argv);
  } catch (const csca::app::Exit& exit) {
    return exit.code;
  } catch (const csca::Error& error) {
    say_error(error.what());
  } catch (const std::bad_alloc&) {
    say_error("not enough memory: try a --max-memory or a smaller image");
  } catch (const std::system_error& error) {  // of folders and threads
    say_error(error.what());
  } catch (const std::exception& error) {
    say_error(error.what());
    return 1;
  }
  return 2;
}
