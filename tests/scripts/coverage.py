# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""coverage.py COMPILER ROOT: scripts/coverage counts what a small program runs of a header, and what it does not."""
import pathlib
import re
import subprocess
import sys
import tempfile

compiler, root = sys.argv[1], pathlib.Path(sys.argv[2])
PROGRAM = """
#include <csca/error.hpp>
#include "core/suggestion.hpp"
int main(int count, char**) {
  const std::string_view names[] = {"lambda", "levels"};
  return count > 1 && csca::suggestion("lamda", names).empty() ? 1 : 0;
}
"""


def counted(words):
    """The share of lines that a run with these words has run, and the script's text."""
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        (place / "main.cpp").write_text(PROGRAM)
        subprocess.run([compiler, "-std=c++20", "--coverage", "-O0", f"-I{root}/src", f"-I{root}/include", "-c", "main.cpp"], cwd=place,
                       check=True)
        subprocess.run([compiler, "--coverage", "main.o", "-lfmt", "-o", "main"], cwd=place, check=True)
        subprocess.run(["./main", *words], cwd=place, check=True)
        done = subprocess.run([sys.executable, "-B", root / "scripts/coverage", "--no-run", "--counts", place, "--uncovered", "suggestion"],
                              capture_output=True, text=True)
    share = float(re.search(r"\| core \| \d+ \| ([\d.]+) \|", done.stdout)[1])
    assert (done.returncode == 0) == (share >= 95), done.stdout + done.stderr
    return share, done.stdout


none, missed = counted([])
some, rest = counted(["ask"])
assert none == 0 and some > 80, (none, some)
assert "src/core/suggestion.hpp: " in missed, missed
print(f"{none} % and {some} % of the lines")
