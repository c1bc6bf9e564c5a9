#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# examples.sh BIN PAGES...: runs every command of csca that the pages, the help of all commands and the manual page show,
# and the examples that the pages name. Each page has a folder of its own with a small rendered pair under all names that
# the examples use. What needs a real scene runs where $CSCA_DATA has it.
set -euo pipefail
bin=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$bin:$PATH

has_rig() { [[ -n $(find "$bin"/../lib* -path '*/csca/rig.so' -print -quit) ]]; }
has_video() { [[ -n $(find "$bin"/../lib* -path '*/csca/video.so' -print -quit) ]]; }

# 360 pixels wide: the examples of 'csca explain' look at columns up to 340.
make_files() {
  mkdir "$work/files"
  cd "$work/files"
  csca synth scene --width 360 --height 64 --levels 24
  for name in left right nonocc; do cp "scene/$name.png" .; done
  for name in truth gt_left disp0GT disparity plain across; do cp scene/gt_left.pfm "$name.pfm"; done
  for name in mask0nocc sky; do cp nonocc.png "$name.png"; done
  for name in LEFT RIGHT; do cp "${name,,}.png" "$name.tif"; done
  csca match left.png right.png --range 0..23 --scales 1 -o costs.png --save-volume raw
  for ending in npy json; do cp "costs.raw.0.$ending" "costs.$ending"; done
  mkdir disp_noc disp_occ_0
  for name in disparity disp2 disp_noc/000003_10 disp_occ_0/000003_10; do cp costs.png "$name.png"; done
  printf '%s\n' 'cam0=[900 0 180; 0 900 32; 0 0 1]' 'cam1=[900 0 184; 0 900 32; 0 0 1]' doffs=4 baseline=120 width=360 \
    height=64 >calib.txt
  camera_info 180 0 >left.yaml
  camera_info 184 -108 >right.yaml
  csca synth raw --rig --width 360 --height 270 --boards 6
  cp -r raw/boards .
  cp raw/rig.yml cameras.yml
  csca synth moving --frames 4 --width 64 --height 48 --levels 8
  cp -r moving/left moving/right .
  if has_video; then
    csca match left right -o first --range 0..7 --preview left.mp4
    cp left.mp4 right.mp4
  fi
  printf 'left,right\nleft/0000.png,right/0000.png\nleft/0001.png,right/0001.png\n' >pairs.csv
  printf '{"left": "left/0000.png", "right": "right/0000.png"}\n' >pairs.jsonl
  csca synth tiny --width 280 --height 32 --levels 12
  for region in all disc; do cp tiny/nonocc.png "tiny/$region.png"; done
  for scene in middlebury_v2/{tsukuba,venus,teddy,cones} kitti2012/000000_10; do
    mkdir -p "DIR/$scene"
    cp tiny/* "DIR/$scene"
  done
}

# camera_info CX SHIFT: a rectified camera as ROS has it.
camera_info() {
  printf '%s\n' 'image_width: 360' 'image_height: 64' 'camera_matrix: {data: [900, 0, '"$1"', 0, 900, 32, 0, 0, 1]}' \
    'rectification_matrix: {data: [1, 0, 0, 0, 1, 0, 0, 0, 1]}' \
    'projection_matrix: {data: [900, 0, '"$1, $2"', 0, 900, 32, 0, 0, 0, 1, 0]}'
}

# The lines of a text that start a command of csca, joined where a backslash says so.
commands_in() {
  sed -e ':join' -e '/\\$/{N;s/ *\\\n */ /;b join}' |
    sed -nE 's#^ {2,4}(build/release/bin/)?((csca|example_[a-z0-9_]+)( .*)?|T=\$CSCA_DATA.*)$#\2#p'
}

# Smaller sizes and fewer rounds than a reader would take, and numbers where an example has words for them.
adapted() {
  sed -E -e '/^csca bench/{s/[0-9]+x[0-9]+x[0-9]+/64x48x16/g;s/--repeat [0-9]+/--repeat 1/;}' \
    -e '/^csca bench( *#.*| --(simd|threads) .*)?$/s/^csca bench/csca bench --sizes 64x48x16 --repeat 1/' \
    -e '/^csca synth/s/ --rig$/ --rig --width 480 --height 360 --boards 6/' \
    -e '/^csca synth .*--frames/s/--frames [0-9]+.*/--frames 3 --width 64 --height 48 --levels 16/' \
    -e 's/^(csca studio[^#]*).*$/timeout 2 \1 --port 0 || test $? = 124/' \
    -e 's/--first FIRST --levels N/--first -24 --levels 25/'
}

total=0
run_commands() {
  local page=$1 command
  while IFS= read -r command; do
    case $command in
      T=*) [[ -z ${CSCA_DATA:-} ]] || eval "$command"; continue ;;
      *'$T/'*) [[ -d ${T:-} ]] || continue ;;
      'csca calibrate '* | 'csca rectify '* | *cameras.yml* | *rectified/*) has_rig || continue ;;&
      *.mp4*) has_video || continue ;;&
      *'csca studio'*) [[ $(timeout 2 csca studio --port 0 2>&1) == *'open http'* ]] || continue ;;
      *--simd*) [[ $(csca --version) == *"$(sed -E 's/.*--simd ([a-z0-9]+).*/\1/' <<<"$command")"* ]] || continue ;;
    esac
    total=$((total + 1))
    eval "$command" >"$work/log" 2>&1 </dev/null ||
      { cat "$work/log"; echo "examples: $page: this fails: $command" >&2; exit 1; }
  done
}

make_files >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

for page in "$@"; do
  folder=$work/$(tr / _ <<<"$page")
  cp -r "$work/files" "$folder"
  cd "$folder"
  commands_in <"$page" | adapted >"$work/commands" || true
  run_commands "$page" <"$work/commands"
done
pages=$total

# Of the help only the manual's commands count: both have the same examples, in lines of other lengths.
cd "$work/files"
csca manual | sed -nE '/^\.nf/,/^\.fi/{s/\\-/-/g; s/^csca /  csca /p}' | commands_in | sort -u >"$work/manual"
for command in '' $(csca manual | sed -nE 's/^\.SS csca ([a-z]+)$/\1/p'); do
  csca $command --help
  csca $command --help-all
done | commands_in | sort -u >"$work/help"
cmp "$work/manual" "$work/help" || { diff "$work/manual" "$work/help"; echo "examples: help and manual differ" >&2; exit 1; }
adapted <"$work/help" >"$work/commands"
run_commands help <"$work/commands"

((pages >= 30 && total - pages >= 20)) ||
  { echo "examples: only $pages commands in pages and $((total - pages)) in the help" >&2; exit 1; }
echo "$pages commands in pages, $((total - pages)) in the help"
