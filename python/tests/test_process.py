# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""What a long-lived Python process sees: memory, threads, signals, import."""
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import csca
import numpy as np
import pytest
from conftest import same


def resident():
    """Bytes that this process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_thousand_matches_leave_memory_flat():
    pair = csca.synth(width=64, height=48, levels=8)

    def some(count):
        for i in range(count):
            csca.match(pair.left, pair.right, levels=8, right="full", method=("box", "gf", "st")[i % 3],
                       confidence="peak_ratio", refine="median")
            try:
                csca.match(pair.left, pair.right, levels=0)
            except csca.Error:
                pass

    some(200)
    before = resident()
    some(1000)
    assert resident() - before < 3_000_000


def wrong_cost(left, right, first, levels):
    raise KeyError("from cost")


def wrong_aggregate(guide, volume):
    raise KeyError("from aggregate")


WRONG = [{"cost": wrong_cost}, {"aggregate": wrong_aggregate}, {"aggregate": lambda guide, volume: volume[1:]},
         {"aggregate": lambda guide, volume: volume.astype(np.float64)},
         {"aggregate": lambda guide, volume: volume * np.float32(np.nan)}, {"aggregate": lambda guide, volume: None},
         {"cost": lambda left, right, first, levels: left}]


def test_a_thousand_failing_functions_leave_memory_flat():
    pair = csca.synth(width=96, height=64, levels=16)

    def some(count):
        for i in range(count):
            with pytest.raises((KeyError, csca.Error)):
                csca.match(pair.left, pair.right, levels=16, **WRONG[i % len(WRONG)], **({"slab": 4} if i % 3 else {}))

    some(200)
    before = resident()
    some(1000)
    assert resident() - before < 3_000_000


def test_functions_leave_memory_flat():
    pair = csca.synth(width=96, height=64, levels=16)

    def cost(left, right, first, levels):
        return np.zeros((*left.shape[:2], levels), np.float32)

    def some(count):
        for i in range(count):
            csca.match(pair.left, pair.right, levels=16, cost=cost, aggregate=lambda guide, volume: volume.copy(),
                       scales=1 + i % 2, **({"slab": 4} if i % 3 else {}))

    some(100)
    before = resident()
    some(400)
    assert resident() - before < 3_000_000


def test_two_threads_match_at_the_same_time():
    """Each match waits inside its function for the other: one after the other would wait for ever."""
    pair = csca.synth(width=64, height=48, levels=8)
    barrier = threading.Barrier(2, timeout=30)
    expected = csca.match(pair.left, pair.right, preset="bare", levels=8, scales=1, method="none").disparity
    results = [None, None]

    def wait(guide, volume):
        barrier.wait()
        return volume

    def work(i):
        results[i] = csca.match(pair.left, pair.right, preset="bare", levels=8, scales=1, aggregate=wait).disparity

    workers = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert np.array_equal(results[0], results[1]) and np.mean(np.abs(results[0] - expected) < 0.5) > 0.98


def test_other_threads_run_during_a_match():
    pair = csca.synth(width=640, height=480, levels=64)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    worker = threading.Thread(target=tick)
    worker.start()
    begin = time.perf_counter()
    csca.match(pair.left, pair.right, levels=64, method="gf", threads=1)
    end = time.perf_counter()
    done.set()
    worker.join()
    assert sum(begin < at < end for at in ticks) > 10


def test_an_interrupt_ends_a_match():
    pair = csca.synth(width=640, height=480, levels=64)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(1000):
            csca.match(pair.left, pair.right, levels=256, slab=8, method="gf", right="full")
    timer.join()


def test_import_needs_no_numpy_and_little_time():
    """numpy is loaded by the first call that needs it, if nobody has done so."""
    code = ("import time, sys; begin = time.perf_counter(); import csca; spent = time.perf_counter() - begin; "
            "assert 'numpy' not in sys.modules; print(spent)")
    for _ in range(20):  # the shortest of several: other programs may take the time
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        if float(run.stdout) < 0.05:
            return
    pytest.fail(f"the last of 20 imports took {run.stdout} s")


def test_a_child_after_fork_can_match():
    """What multiprocessing does on Linux."""
    pair = csca.synth(width=64, height=48, levels=8)
    expected = csca.match(pair.left, pair.right, levels=8).disparity
    child = os.fork()
    if child == 0:
        os._exit(0 if same(csca.match(pair.left, pair.right, levels=8).disparity, expected) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_functions_travel_to_other_processes(method):
    pair = csca.synth(width=40, height=30, levels=8)
    calls = [(pair.left, pair.right)] * 2
    with multiprocessing.get_context(method).Pool(1) as pool:
        maps = [result.disparity for result in pool.starmap(csca.match, calls)]
    assert all(same(map_, csca.match(*calls[0]).disparity) for map_ in maps)


def test_all_functions_are_pickled_by_name_and_other_ones_as_before():
    for name in csca.__all__:
        if callable(getattr(csca, name)):
            assert pickle.loads(pickle.dumps(getattr(csca, name))) is getattr(csca, name)
    assert pickle.loads(pickle.dumps(len)) is len
    assert pickle.loads(pickle.dumps("a-b".split))("-") == ["a", "b"]
