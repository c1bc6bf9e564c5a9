#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# try_packages.sh DIR [opencv]: on a Debian that may be spoilt, as root: installs the packages of DIR one after another,
# uses what each brings, and the TGZ, purges them, and fails when something of them is left.
set -euo pipefail
packages=$1
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
cd "$work"
export DEBIAN_FRONTEND=noninteractive

say() { printf -- '-- %s\n' "$*"; }
install() { apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@" >/dev/null; }
# What lies about under our name, but for this clone and what apt keeps.
traces() {
  find / -xdev \( -path /root -o -path /tmp -o -path /proc -o -path /data -o -path /var/cache/apt -o -path /var/lib/apt \
    -o -path "$source" \) -prune -o -iname '*csca*' -print
}
deb() { echo "$packages/$1"_*.deb; }

apt-get -qq update
[[ -z $(traces) ]] || { traces; echo "try_packages: traces of csca before the first package" >&2; exit 1; }

say "csca: the tool, which needs no libcsca0"
install "$(deb csca)"
csca synth pair --width 120 --height 90 --levels 24
csca match pair/left.png pair/right.png -o map.pfm --levels 24 --quiet --preview map.svg
test -s map.pfm
grep -q glyph map.svg
test -e /usr/share/man/man1/csca.1.gz || test -e /usr/share/man/man1/csca.1 || test -e /etc/dpkg/dpkg.cfg.d/docker

say "python3-csca alone wants its libraries"
if install "$(deb python3-csca)" 2>/dev/null; then
  echo "try_packages: python3-csca does not depend on libcsca0" >&2
  exit 1
fi

say "python3-csca and libcsca0: the module"
install "$(deb libcsca0)" "$(deb python3-csca)"
python3 -c '
import csca
p = csca.synth(width=64, height=48, levels=8)
assert csca.match(p.left, p.right, levels=8).disparity.shape == (48, 64)
import importlib.metadata
assert importlib.metadata.version("csca") == csca.__version__'

say "libcsca-dev: find_package and pkg-config"
install "$(deb libcsca-dev)" g++ cmake ninja-build pkg-config
cmake -S "$source/tests/package/consumer" -B consumer -G Ninja >/dev/null
cmake --build consumer >/dev/null
consumer/static/static
consumer/shared/shared
read -ra flags < <(pkg-config --cflags --libs csca-io)
g++ -std=c++20 "$source/tests/package/consumer/program/main.cpp" "${flags[@]}" -o by_pkg_config
./by_pkg_config

say "libcsca-picture-dev: drawings"
install "$(deb libcsca-picture0)" "$(deb libcsca-picture-dev)"
cmake -S "$source/tests/package/consumer" -B with_picture -G Ninja -DWANTED=picture >/dev/null
cmake --build with_picture >/dev/null
with_picture/static/static
with_picture/shared/shared

if [[ ${2-} == opencv ]]; then
  say "libcsca-opencv-dev: the matcher for OpenCV, and OpenCV's matchers for csca bench"
  install "$(deb libcsca-opencv0)" "$(deb libcsca-opencv-dev)"
  cmake -S "$source/tests/package/consumer" -B with_opencv -G Ninja -DWANTED=opencv >/dev/null
  cmake --build with_opencv >/dev/null
  with_opencv/shared/shared
  csca bench --sizes 64x48x16 --methods box --repeat 1 | grep -q StereoSGBM
fi

say "the TGZ, unpacked anywhere"
mkdir tgz
tar -xzf "$packages"/csca-*.tar.gz -C tgz --strip-components=1
ldd tgz/usr/lib/python3/dist-packages/csca/_csca.*.so | grep -q "libcsca_io.so.0 => $work/tgz/"
tgz/usr/bin/csca match pair/left.png pair/right.png -o tgz.pfm --levels 24 --quiet
cmp map.pfm tgz.pfm
PYTHONPATH=tgz/usr/lib/python3/dist-packages python3 -B -c '
import csca
assert "/tgz/" in csca.__file__
assert csca.synth(width=64, height=48, levels=8).left.shape == (48, 64, 3)'
cmake -S "$source/tests/package/consumer" -B with_tgz -G Ninja -DCMAKE_PREFIX_PATH="$work/tgz/usr" >/dev/null
grep -q "^csca_DIR:PATH=$work/tgz/" with_tgz/CMakeCache.txt
cmake --build with_tgz >/dev/null
with_tgz/shared/shared

say "purge"
mapfile -t ours < <(dpkg-query --show --showformat='${Package}\n' '*csca*')
apt-get -qq -o Dpkg::Use-Pty=0 purge -y "${ours[@]}" >/dev/null
left=$(traces; dpkg-query --show '*csca*' 2>/dev/null || true)
if [[ -n $left ]]; then
  echo "try_packages: left behind: $left" >&2
  exit 1
fi
rm -rf "$work"
say "all packages installed, used and purged without a trace: ${ours[*]}"
