# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""What workers do: run the tool in a process of its own, so that a crash is a failed task and not a dead worker.

Sent to the workers by value: these need Python, Dask and the program csca, not this module.
"""
import json
import os
import signal
import subprocess


def _run(command, text):
    process = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    lines = [json.loads(line) for line in process.stdout.splitlines() if line.startswith("{")]
    return process, lines


def _end_of(process):
    if process.returncode < 0:
        return f"its process was ended by signal {-process.returncode} ({signal.strsignal(-process.returncode)})"
    return process.stderr.strip().removeprefix("csca: ") or f"its process ended with {process.returncode}"


def plan(program, flags, lines):
    """What the pairs of these lines need: the objects that csca batch --dry-run prints."""
    process, plans = _run([program, "batch", "-", "--dry-run", *flags], "".join(lines))
    if len(plans) != len(lines):
        raise RuntimeError(_end_of(process))
    return plans


def match(program, flags, line):
    """The record of the pair, done now or before. Raises RuntimeError with a sentence for a pair that fails; where
    nothing can be written, the record says so, since trying again would not help."""
    process, said = _run([program, "batch", "-", "--unit", *flags], line)
    record = next((words for words in said if "status" in words), None)
    if record is None:
        raise RuntimeError(_end_of(process))
    if record["status"] == "done" or record.get("stop"):
        return record
    raise RuntimeError(record["error"])


def plan_tiles(program, words):
    """What csca says of the tiles that it planned, and its warnings."""
    process, said = _run([program, "match", *words, "--tile-part", "plan"], "")
    if not said:
        raise RuntimeError(_end_of(process))
    return said[0], process.stderr


def tile(program, words, number):
    """The record of a tile, matched now or before."""
    process, said = _run([program, "match", *words, "--tile-part", str(number)], "")
    if not said:
        raise RuntimeError(_end_of(process))
    return said[0]


def merge(program, words, records):
    """Makes the map of the tiles, whose records it hands on."""
    process, _ = _run([program, "match", *words, "--tile-part", "merge"], "")
    if process.returncode:
        raise RuntimeError(_end_of(process))
    return records


def has_program(program, folder):
    """What keeps this worker from working, or nothing."""
    if not os.path.isdir(folder):
        return f"has no folder '{folder}': all machines need the folder of --out under the same name"
    try:
        subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        return f"cannot run '{program}' ({error}): install csca there, or name it by --csca"
    return None
