// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace CLI {
class App;
}

// One sub-command a file. Each function adds the command's flags to its App and returns what runs it.
namespace csca::app {

using Run = std::function<void()>;

Run match_command(CLI::App& app);
Run evaluate_command(CLI::App& app);
Run explain_command(CLI::App& app);
Run synth_command(CLI::App& app);
Run compare_command(CLI::App& app);
Run bench_command(CLI::App& app);
Run study_command(CLI::App& app);
Run completion_command(CLI::App& app);
Run manual_command(CLI::App& app);

}  // namespace csca::app
