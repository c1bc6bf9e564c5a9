# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""What csca costs a Python process: import, threads, memory. Figures are the best of several runs."""
import os
import subprocess
import sys
import threading
import time


def seconds(work, runs=40):
    """The shortest of several runs."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def import_seconds(before, module):
    """In fresh processes: the import of `module` after that of others."""
    code = f"import time\n{before}\nbegin = time.perf_counter()\nimport {module}\nprint(time.perf_counter() - begin)"
    return min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
               for _ in range(9))


def resident():
    """Bytes that this process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


print(f"import csca: {1e3 * import_seconds('', 'csca'):.1f} ms, which loads no numpy; "
      f"import numpy: {1e3 * import_seconds('', 'numpy'):.1f} ms; "
      f"import csca after it: {1e3 * import_seconds('import numpy', 'csca'):.1f} ms")

import csca  # noqa: E402 pylint: disable=wrong-import-position

pair = csca.synth(width=240, height=180, levels=32)


def match():
    csca.match(pair.left, pair.right, first=0, levels=32, method="gf", threads=1)


def both():
    workers = [threading.Thread(target=match) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


one, two = seconds(match), seconds(both)
print(f"one match with threads=1: {1e3 * one:.1f} ms; two at the same time, in two Python threads: {1e3 * two:.1f} ms, "
      f"{2 * one / two:.2f} times as fast as one after the other")

small = csca.synth(width=160, height=120, levels=16)
for _ in range(100):
    csca.match(small.left, small.right, first=0, levels=16)
held = resident()
for _ in range(1000):
    csca.match(small.left, small.right, first=0, levels=16)
print(f"1000 matches: from {held / 1e6:.1f} MB to {resident() / 1e6:.1f} MB")
