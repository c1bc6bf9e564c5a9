#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# tutorials.sh BIN PAGES...: runs every command of csca that the pages show, page by page in an empty folder, and the
# examples that they name.
set -euo pipefail
bin=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
csca() { "$bin/csca" "$@"; }
total=0
for page in "$@"; do
  folder=$work/$(basename "$page")
  mkdir "$folder"
  cd "$folder"
  while IFS= read -r line; do
    case $line in
      '    csca '*) command=${line#    } ;;
      '    build/release/bin/'*) command=$bin/${line#    build/release/bin/} ;;
      *) continue ;;
    esac
    total=$((total + 1))
    eval "$command" >log 2>&1 || { cat log; echo "tutorials: $page: this fails: $command" >&2; exit 1; }
  done <"$page"
done
((total >= 10)) || { echo "tutorials: only $total commands found" >&2; exit 1; }
echo "$total commands"
