#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# check_depth.sh TOOL PYTHON SCRIPT: nearly all depths and points of a rendered pair are where its truth has them.
set -euo pipefail
tool=$1 python=$2 script=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$tool" synth "$work/scene" --width 160 --height 120 --first 8 --levels 24 --no-textureless --no-repetitive --no-thin >/dev/null
printf '%s\n' 'cam0=[200 0 79.5; 0 200 59.5; 0 0 1]' 'cam1=[200 0 84.5; 0 200 59.5; 0 0 1]' doffs=5 baseline=120 width=160 \
  height=120 >"$work/scene/calib.txt"
CSCA_TOOL=$tool "$python" -B "$script" "$work/scene" >"$work/tables"
# The last column of the first row: % of the depths within 5 % of the truth.
within=$(awk -F'|' '/^\| scene \|/ && /%/ && !/given/ { print $7 + 0; exit }' "$work/tables")
awk -v within="$within" 'BEGIN { exit !(within > 80) }' ||
  { cat "$work/tables"; echo "check_depth: only $within % of the depths are within 5 % of the truth" >&2; exit 1; }
