// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

// One sub-command a file. Each function adds the command's flags and returns what runs it.
namespace csca::app {

class Arguments;
using Run = std::function<void()>;

/// Thrown to end with another exit code than 0 when all has been said.
struct Exit {
  int code = 0;
};

Run match_command(Arguments& arguments);
Run batch_command(Arguments& arguments);
Run check_command(Arguments& arguments);
Run depth_command(Arguments& arguments);
Run cloud_command(Arguments& arguments);
Run evaluate_command(Arguments& arguments);
Run explain_command(Arguments& arguments);
Run calibrate_command(Arguments& arguments);
Run rectify_command(Arguments& arguments);
Run synth_command(Arguments& arguments);
Run compare_command(Arguments& arguments);
Run bench_command(Arguments& arguments);
Run study_command(Arguments& arguments);
Run studio_command(Arguments& arguments);
Run help_command(Arguments& arguments);
Run completion_command(Arguments& arguments);
Run manual_command(Arguments& arguments);

}  // namespace csca::app
