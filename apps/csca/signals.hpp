// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca::app {

/// From now on Ctrl-C and other requests to end remove half-written files first. To be called before any other thread
/// is started.
void clean_up_at_signals();

}  // namespace csca::app
