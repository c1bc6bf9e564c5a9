#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# install.sh PYTHON BUILD WORK: what a user does, without network and with another python3 first on the path: a fresh
# environment, `pip install .`, a match; then a wheel, installed into another one, and taken away again. The module comes
# from the build folder.
set -euo pipefail
python=$1 build=$2 work=$3
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
rm -rf "$work"
mkdir -p "$work"
# A copy, since setuptools writes into the folder that it builds.
mkdir "$work/source"
cp -r "$source"/{CMakeLists.txt,pyproject.toml,setup.py} "$work/source"
mkdir -p "$work/source/python"
cp -r "$source"/python/{csca,build_backend.py} "$work/source/python"
export CSCA_BUILD_DIR=$build PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1
unset PYTHONPATH

no_pictures=$(compgen -G "$build/python/csca/_picture*" >/dev/null && echo False || echo True)
try='import csca, numpy as np; p = csca.synth(width=64, height=48, levels=8)
r = csca.match(p.left, p.right, levels=8); assert r.disparity.shape == (48, 64)
assert '"$no_pictures"' or csca.preview(r.disparity, legend=False).shape == (48, 64, 3); print(csca.__version__, csca.__file__)'
cd "$work"
mkdir bin
printf '#!/bin/sh\necho "the wrong python3" >&2\nexit 1\n' >bin/python3
chmod +x bin/python3
export PATH=$work/bin:$PATH
"$python" -m venv --system-site-packages one
one/bin/pip install --quiet ./source
one/bin/python -c "$try" | grep -F "$work/one/"
test -e one/lib/python3*/site-packages/csca/py.typed
test -e one/lib/python3*/site-packages/csca/__init__.pyi

one/bin/pip wheel --quiet --no-deps --wheel-dir wheels ./source
"$python" -m venv --system-site-packages two
two/bin/pip install --quiet wheels/csca-*.whl
two/bin/python -c "$try" | grep -F "$work/two/"

two/bin/pip uninstall --quiet --yes csca
left=$(find two -iname '*csca*')
[[ -z $left ]] || { echo "install: pip uninstall leaves $left" >&2; exit 1; }
