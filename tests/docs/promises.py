# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""promises.py CTEST BUILD ROOT: the tests and scripts that docs/reliability.md names beside its promises exist."""
import fnmatch
import pathlib
import re
import subprocess
import sys

ctest, build, root = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
listed = subprocess.run([ctest, "-N"], cwd=build, check=True, capture_output=True, text=True).stdout
tests = re.findall(r"^\s*Test\s+#\d+: (\S+)", listed, re.MULTILINE)

wrong, named = [], 0
for line in (root / "docs/reliability.md").read_text().split("\n## ")[0].splitlines():
    if not line.startswith("| ") or line.startswith("| promise "):
        continue
    promise, column = line.strip("|").rsplit(" | ", 1)
    proofs = re.findall(r"`([^`]+)`", column)
    if not proofs:
        wrong.append(f"nothing stands beside '{promise.strip()}'")
    for proof in proofs:
        named += 1
        # A test, or a pattern of tests, whose instances may follow it; else a file.
        if not any(fnmatch.fnmatchcase(test, proof) or fnmatch.fnmatchcase(test, f"{proof}/*") for test in tests) and not (root / proof).is_file():
            wrong.append(f"no test and no file is '{proof}'")
assert named > 30, f"only {named} tests are named: has the table moved?"
sys.exit("\n".join(wrong) or 0)
