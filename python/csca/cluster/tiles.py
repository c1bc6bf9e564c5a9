# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""A large pair on many machines: its tiles are tasks, and the task that merges them waits for all of them."""
import json
import math
import pathlib
import queue
import shutil
import sys

from . import units
from .client import FolderLock, Stopped, Watch, workers_of
from .connection import program_of, progress_on, workers_for

FILES = ("--right-output", "--confidence-map", "--left-mask", "--right-mask", "--config")


class Tiles:
    """One pair on its way through a cluster."""

    LEAST = 1024  # pixels on a side, where the number of workers asks for smaller tiles: margins cost time

    def __init__(self, client, program, words, arguments):
        self.client, self.program, self.words, self.arguments = client, program, words, arguments
        self.threads, self.memory = workers_of(client)

    def plan(self):
        """As large as a worker's memory allows for each of its threads, and enough of them for all threads."""
        most = max(1, max(worker["nthreads"] for worker in self.client.scheduler_info()["workers"].values()))
        limit = self.memory if self.arguments.tile else self.memory / most
        self.words += ["--threads", "1", "--max-memory", str(int(limit))]
        if self.arguments.tile:
            self.words += ["--tile", str(self.arguments.tile)]
        else:
            seen, _ = self.ask(["--dry-run"])
            size = math.sqrt(seen["width"] * seen["height"] / (2 * self.threads)) // 64 * 64
            if seen["size"] > max(size, self.LEAST):
                self.words += ["--tile", str(int(max(size, self.LEAST)))]
        plan, warnings = self.ask([])
        sys.stderr.write(warnings)
        return plan

    def ask(self, more):
        future = self.client.submit(units.plan_tiles, self.program, [*self.words, *more], pure=False,
                                    retries=self.arguments.retries)
        return self.result_of(future, "the plan")

    @staticmethod
    def result_of(future, what):
        try:
            return future.result()
        except RuntimeError as error:
            raise Stopped(f"{what}: {error}") from None
        except Exception as error:  # whatever Dask raises when its scheduler or its tasks are gone
            raise Stopped(f"the scheduler has lost its tasks, or is gone ({type(error).__name__}): the same command goes on "
                          "once it runs") from None

    def run(self, plan, log):
        """Tiles and the merge as one graph. Returns the records of the tiles."""
        memory = min(plan["memory_bytes"], self.memory)
        tiles = [self.client.submit(units.tile, self.program, self.words, number, pure=False, retries=self.arguments.retries,
                                    resources={"memory": memory}) for number in range(plan["tiles"])]
        merge = self.client.submit(units.merge, self.program, self.words, tiles, pure=False, retries=self.arguments.retries)
        ready = queue.Queue()
        watch = Watch(self.client)
        for future in (*tiles, merge):
            future.add_done_callback(ready.put)
        show = progress_on(sys.stderr, self.arguments.quiet, "tiles")
        numbers = {future.key: number for number, future in enumerate(tiles)}
        told = set()
        while not merge.done():
            try:
                future = ready.get(timeout=1)
            except queue.Empty:
                watch.look()
                continue
            number = numbers.get(future.key)
            if number is None or number in told:
                continue
            if future.status == "error":
                raise Stopped(f"tile {number}: {future.exception()}")
            if future.status == "finished":
                told.add(number)
                show(len(told), len(tiles))
        show(len(tiles), len(tiles))
        records = self.result_of(merge, "merging the tiles")
        if log:
            pathlib.Path(log).write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return records


def run(arguments, flags):
    program = program_of(arguments)
    out = pathlib.Path(arguments.output).absolute()
    parts = pathlib.Path(f"{out}.tiles")
    words = [str(pathlib.Path(arguments.left).absolute()), str(pathlib.Path(arguments.right).absolute()), "-o", str(out), *flags]
    for name in FILES:
        if value := getattr(arguments, name[2:].replace("-", "_")):
            words += [name, str(pathlib.Path(value).absolute())]
    try:
        parts.mkdir(exist_ok=True)
    except OSError as error:
        raise Stopped(f"cannot write '{out}': {error.strerror}") from None
    with FolderLock(parts):
        try:
            with workers_for(arguments, program, str(out.parent)) as client:
                pair = Tiles(client, program, words, arguments)
                records = pair.run(pair.plan(), arguments.log)
        except BaseException:
            if not (parts / "plan.json").exists():  # nothing to go on with
                shutil.rmtree(parts)
            raise
        shutil.rmtree(parts)
    if not arguments.quiet:
        before = sum(record["before"] for record in records)
        print(f"csca: {len(records)} tiles: {len(records) - before} matched, {before} done before", file=sys.stderr)
    return 0
