# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Hands pairs to workers, a few at a time, and keeps the log."""
import collections
import contextlib
import fcntl
import json
import os
import pathlib
import queue
import socket
import time

from . import units


class Stopped(Exception):
    """A sentence that ends the batch; the same command goes on."""


class FolderLock:
    """The lock of csca batch on its output folder, in the same file by the same means."""

    def __init__(self, out):
        self.file = open(pathlib.Path(out) / "batch.lock", "a+", encoding="utf-8")  # closed by __exit__
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.file.seek(0)
            holder = self.file.readline().strip()
            raise Stopped(f"'{out}' is in use by another csca batch{f' ({holder})' if holder else ''}: wait until it ends, "
                          "or choose another --out") from None
        with contextlib.suppress(OSError):  # a full disk cannot say who has the folder, and need not
            os.ftruncate(self.file.fileno(), 0)
            os.write(self.file.fileno(), f"process {os.getpid()} on {socket.gethostname()}\n".encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()


def workers_of(client):
    """Threads of all workers together, and the smallest memory of one. Raises Stopped for workers that do not say
    what memory they have."""
    workers = client.scheduler_info()["workers"]
    for address, worker in workers.items():
        if "memory" not in worker["resources"]:
            raise Stopped(f"the worker {address} was started without --resources memory=BYTES, so that nobody knows what "
                          "it can hold: docs/cluster.md shows how")
    return sum(worker["nthreads"] for worker in workers.values()), min(
        (worker["resources"]["memory"] for worker in workers.values()), default=0)


class Watch:
    """Says so when the scheduler or all workers are gone, instead of waiting without an end."""

    PATIENCE = 120  # seconds for new workers to come

    def __init__(self, client):
        self.client, self.alone_since = client, None

    def look(self):
        if self.client.status != "running":
            raise Stopped("the scheduler is gone: start it again, and the same command goes on")
        if self.client.scheduler_info()["workers"]:
            self.alone_since = None
            return
        self.alone_since = self.alone_since or time.monotonic()
        if time.monotonic() - self.alone_since > self.PATIENCE:
            raise Stopped(f"the scheduler has had no workers for {self.PATIENCE} seconds: start some, and the same command goes on")


class Batch:
    """The pairs of a batch on their way through a cluster."""

    CHUNK = 16  # pairs whose needs one task finds

    def __init__(self, client, program, flags, lines, log, retries, unit_memory, progress):
        self.client, self.program, self.retries, self.unit_memory = client, program, retries, unit_memory
        self.progress = progress
        self.lines = collections.deque(lines)
        self.total = len(lines)
        self.log = log
        self.threads, self.memory = workers_of(client)
        self.watch_cluster = Watch(client)
        # One thread a pair, and no pair larger than a worker: so every worker can take every pair.
        self.flags = [*flags, "--threads", "1", "--max-memory", str(int(self.memory))]
        self.ready = queue.Queue()  # futures that have an outcome
        self.flying = {}  # futures and the lines that they are for
        self.matched = self.before = 0
        self.failed = {}

    def run(self):
        """Returns when all pairs have an outcome. Raises Stopped where that cannot be."""
        self.feed()
        while self.flying:
            try:
                future = self.ready.get(timeout=1)
            except queue.Empty:
                self.watch_cluster.look()
                continue
            lines = self.flying.pop(future)
            self.take(future, lines)
            self.feed()
            self.progress(self.matched + self.before + len(self.failed), self.total)

    def feed(self):
        """Enough for every thread to have work, and the next piece of it: schedulers hold no million tasks."""
        while self.lines and len(self.flying) < 3 * max(1, self.threads):
            if self.unit_memory:
                self.submit_pair(self.lines.popleft(), self.unit_memory)
                continue
            chunk = [self.lines.popleft() for _ in range(min(self.CHUNK, len(self.lines)))]
            share = self.memory / max(1, self.threads)  # predicting takes less than matching, but not nothing
            self.submit(chunk, units.plan, chunk, resources={"memory": share}, priority=1)

    def submit(self, lines, task, argument, **how):
        self.watch(self.client.submit(task, self.program, self.flags, argument, pure=False, retries=self.retries, **how), lines)

    def watch(self, future, lines):
        self.flying[future] = lines
        future.add_done_callback(self.ready.put)

    def submit_pair(self, line, memory, seconds=0):
        """Of pairs that wait, the one that takes longest goes first: so no long one is left for the end."""
        self.submit([line], units.match, line, resources={"memory": min(memory, self.memory)}, priority=min(seconds, 1e6) / 1e7)

    def take(self, future, lines):
        if future.status in ("lost", "pending"):
            # Its worker went away with the outcome before it was fetched; the scheduler has the task done again.
            self.watch(future, lines)
            return
        if future.status == "finished":
            outcome = future.result()
            if isinstance(outcome, list):
                self.take_plans(outcome, lines)
            else:
                self.take_record(outcome)
            return
        if future.cancelled():
            raise Stopped("the scheduler has lost its tasks, or is gone: start it again, and the same command goes on")
        for line in lines:
            self.fail(name_of(line), str(future.exception()))

    def take_plans(self, plans, lines):
        for plan, line in zip(plans, lines):
            if plan["status"] == "done":
                self.before += 1
            elif plan["status"] == "failed":
                self.fail(plan["name"], plan["error"])
            else:
                self.submit_pair(line, plan["memory_bytes"], plan["seconds"])

    def take_record(self, record):
        if record.get("stop"):
            raise Stopped(f"pair '{record['name']}': {record['error']}; the same command then goes on")
        self.matched += 1
        self.write(record)

    def fail(self, name, sentence):
        self.failed[name] = sentence
        self.write({"name": name, "status": "failed", "error": sentence, "tries": 1 + self.retries})

    def write(self, record):
        try:
            self.log.write(json.dumps(record, separators=(",", ":")) + "\n")
            self.log.flush()
        except OSError as error:
            raise Stopped(f"cannot write '{self.log.name}': {error.strerror}; free some space, and the same command goes "
                          "on") from None


def name_of(line):
    row = json.loads(line)
    return f"{row['dataset']}/{row['name']}" if "dataset" in row else row["name"]


def wait_for_workers(client, seconds):
    """Until there is one at least."""
    end = time.monotonic() + seconds
    while not client.scheduler_info()["workers"]:
        if time.monotonic() > end:
            raise Stopped("the scheduler has no workers: start some, as docs/cluster.md says")
        time.sleep(0.2)
