#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# path.sh WORK: with a python3 first on the path that has no numpy, CMake builds for Debian's.
set -euo pipefail
work=$1
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
rm -rf "$work"
mkdir -p "$work/bin"
printf '#!/bin/sh\necho "ModuleNotFoundError: No module named numpy" >&2\nexit 1\n' >"$work/bin/python3"
chmod +x "$work/bin/python3"
off=()
for part in TOOL TESTS EXAMPLES BENCH; do off+=("-DCSCA_BUILD_$part=OFF"); done
PATH=$work/bin:$PATH cmake -G Ninja -S "$source" -B "$work/build" "${off[@]}" -DCSCA_REQUIRE_PYTHON=ON >"$work/log"
grep -q '^Python_EXECUTABLE:.*=/usr/bin/python3$' "$work/build/CMakeCache.txt"
