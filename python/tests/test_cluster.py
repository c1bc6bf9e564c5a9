# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""What the cluster's client decides by itself; scripts/check-cluster has the rest."""
import json
import subprocess
import sys
import types

import pytest

from csca.cluster import client, units


class Scheduler:
    """As a Dask client shows it."""

    def __init__(self, **workers):
        self.status = "running"
        self.workers = workers

    def scheduler_info(self):
        return {"workers": self.workers}


def test_waits_for_workers_and_not_without_an_end(monkeypatch):
    scheduler = Scheduler(a={"nthreads": 2, "resources": {"memory": 5e9}})
    watch = client.Watch(scheduler)
    now = [0.0]
    monkeypatch.setattr(client, "time", types.SimpleNamespace(monotonic=lambda: 1 + now[0]))
    watch.look()
    workers, scheduler.workers = scheduler.workers, {}
    for now[0] in (10, 100):
        watch.look()
    scheduler.workers = workers
    watch.look()
    scheduler.workers = {}
    for now[0] in (200, 300):
        watch.look()
    now[0] = 330
    with pytest.raises(client.Stopped, match="no workers"):
        watch.look()
    scheduler.status = "closed"
    with pytest.raises(client.Stopped, match="the scheduler is gone"):
        watch.look()


def test_workers_have_to_say_what_they_hold():
    small = {"nthreads": 1, "resources": {"memory": 2e9}}
    assert client.workers_of(Scheduler(a={"nthreads": 4, "resources": {"memory": 8e9}}, b=small)) == (5, 2e9)
    with pytest.raises(client.Stopped, match="--resources memory=BYTES"):
        client.workers_of(Scheduler(a=small, b={"nthreads": 1, "resources": {}}))


def test_a_unit_that_dies_is_a_sentence(tmp_path):
    program = tmp_path / "csca"
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    program.chmod(0o755)
    with pytest.raises(RuntimeError, match="signal 9"):
        units.match(str(program), [], "{}\n")
    with pytest.raises(RuntimeError, match="signal 9"):
        units.tile(str(program), [], 3)
    program.write_text("#!/bin/sh\necho 'csca: no such file' >&2\nexit 2\n")
    with pytest.raises(RuntimeError, match="^no such file$"):
        units.plan_tiles(str(program), [])
    with pytest.raises(RuntimeError, match="^no such file$"):
        units.merge(str(program), [], [])


def test_a_failed_pair_is_told_and_a_full_disk_ends_all(tmp_path):
    program = tmp_path / "csca"
    record = {"name": "a", "status": "failed", "error": "cut off"}
    program.write_text(f"#!/bin/sh\necho '{json.dumps(record)}'\n")
    program.chmod(0o755)
    with pytest.raises(RuntimeError, match="cut off"):
        units.match(str(program), [], "{}\n")
    program.write_text(f"#!/bin/sh\necho '{json.dumps({**record, 'stop': True})}'\n")
    assert units.match(str(program), [], "{}\n")["stop"]


def test_mistakes_on_the_command_line_are_told():
    for words, said in ((["match", "a.tif", "b.tif"], "-o"), (["batch", "a.csv"], "--out"), (["study"], "invalid choice"),
                        (["batch", "a.csv", "--out", "x", "--max-memory", "much"], "no size")):
        run = subprocess.run([sys.executable, "-m", "csca.cluster", *words], stderr=subprocess.PIPE, text=True, check=False)
        assert run.returncode == 2 and said in run.stderr
