#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# demo_maps.sh CSCA SCRIPT: scripts/demo-maps on a small synthetic pair, with its truth and without.
set -euo pipefail
csca=$1 script=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "demo_maps: $*" >&2; exit 1; }

"$csca" synth pair --width 200 --height 120 --levels 24
"$script" "$csca" out pair/left.png pair/right.png --truth pair/gt_left.pfm --mask pair/nonocc.png >told.txt
cat told.txt
[[ $(head -c 4 out/demo.png | tail -c 3) == PNG ]] || fail "there is no picture"
column() { sed -nE "s/^$1 +([0-9.]+) +([0-9.]+) +([0-9.]+)\$/\\$2/p" told.txt; }  # title, column
[[ $(column "one scale, unrefined" 2) == 100.0 ]] || fail "the plain map is not dense"
given=$(column "csca match, the default" 2) wrong=$(column "csca match, the default" 3)
awk -v given="$given" -v wrong="$wrong" -v across="$(column "across scales, unrefined" 3)" \
  'BEGIN { exit !(given > 50 && given < 100 && wrong < across) }' ||
  fail "the default gives $given % and has $wrong % of them wrong"
if grep -q SGBM out/bench.txt; then grep -q '^StereoSGBM 3-way ' told.txt || fail "OpenCV's rows are missing"; fi

"$script" "$csca" bare pair/left.png pair/right.png >told.txt
[[ -s bare/demo.png ]] || fail "a pair without truth has no picture"
grep -qE '^csca match, the default +[0-9.]+ +- +-$' told.txt || fail "a pair without truth has no row: $(cat told.txt)"

if "$script" "$csca" bad pair/left.png missing.png 2>told.txt; then fail "a missing image is no error"; fi
grep -q 'missing.png' told.txt || fail "the error does not name the file: $(cat told.txt)"
