# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""The command line: python3 -m csca.cluster batch MANIFEST [RIGHT] --out DIR [--scheduler ADDRESS] [csca's options], and
python3 -m csca.cluster match LEFT RIGHT -o MAP [--scheduler ADDRESS] [csca's options]."""
import argparse
import json
import os
import pathlib
import subprocess
import sys


OF_UNITS = ("--form", "--also", "--sign", "--simd")  # what a unit has to be told beside its pair


def size_of(text):
    """Bytes, also with K, M, G or T for powers of 1000, as csca reads them."""
    power = "KMGT".find(text[-1].upper()) + 1 if text else 0
    try:
        return int(float(text[:-1] if power else text) * 1000**power)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no size: give bytes, or a number with K, M, G or T") from None


def flags_of_units(arguments):
    """Pairs carry all options of matching with them; these are left."""
    if arguments.config and not arguments.sign:
        with open(arguments.config, encoding="utf-8") as file:  # a report says which sign its range has
            arguments.sign = json.load(file).get("sign")
    values = {name: getattr(arguments, name[2:]) for name in OF_UNITS}
    words = [word for name, value in values.items() if value for word in (name, value)]
    return words + (["--gdal"] if arguments.gdal else [])


def arguments_of(words):
    parser = argparse.ArgumentParser(
        prog="python3 -m csca.cluster", allow_abbrev=False,
        description="Runs the pairs of 'csca batch', or the tiles of 'csca match', on the workers of a Dask cluster.")
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name, about):
        return commands.add_parser(name, allow_abbrev=False, help=about, description=f"{about} All other options are those "
                                   f"of 'csca {name}', such as --preset or --range, and go to it.")

    batch = command("batch", "Matches all pairs of a list.")
    batch.add_argument("manifest", metavar="MANIFEST", help="as for csca batch")
    batch.add_argument("right", metavar="RIGHT", nargs="?", help="as for csca batch")
    batch.add_argument("--out", required=True, help="folder for results, which all machines have under this name")
    batch.add_argument("--unit-memory", type=size_of, metavar="BYTES", help="bytes that each pair takes, where you know it: saves the prediction")
    for name in OF_UNITS:
        batch.add_argument(name, help="as for csca batch")
    batch.add_argument("--config", help="as for csca batch")
    batch.add_argument("--gdal", action="store_true", help="as for csca batch")
    match = command("match", "Matches one large pair in tiles.")
    match.add_argument("left", metavar="LEFT", help="as for csca match")
    match.add_argument("right", metavar="RIGHT", help="as for csca match")
    match.add_argument("-o", "--output", required=True, help="the map, a .tif, in a folder that all machines have under this name")
    match.add_argument("--tile", type=int, metavar="SIZE", help="pixels on a side; without, by the workers' memory and number")
    match.add_argument("--log", metavar="FILE", help="writes what each tile took, a line of JSON each")
    for name in ("--right-output", "--confidence-map", "--left-mask", "--right-mask", "--config"):
        match.add_argument(name, help="as for csca match")
    for each in (batch, match):
        each.add_argument("--scheduler", help="tcp://HOST:8786 or tls://HOST:8786; without it a cluster starts on this machine")
        each.add_argument("--workers", type=int, default=1, help="workers of the cluster on this machine (default 1)")
        each.add_argument("--threads", type=int, default=os.cpu_count(), help="units at once on this machine (default one a core)")
        each.add_argument("--max-memory", type=size_of, metavar="BYTES", help="bytes, or 8G, that these may take (default: nine tenths of what is free)")
        each.add_argument("--retries", type=int, default=2, help="tries of a unit after the first that fails (default 2)")
        each.add_argument("--csca", default=os.environ.get("CSCA_TOOL") or "csca", help="the program, on all machines")
        each.add_argument("--tls-ca", help="certificate authority, for tls://")
        each.add_argument("--tls-cert", help="this client's certificate")
        each.add_argument("--tls-key", help="its key")
        each.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary")
    return parser.parse_known_args(words)


def run_batch(arguments, flags):
    from . import client as cluster_client
    from .connection import program_of, progress_on, workers_for
    program = program_of(arguments)
    out = str(pathlib.Path(arguments.out).absolute())
    unit_flags = flags_of_units(arguments)
    flags = [*flags, *unit_flags, *(["--config", arguments.config] if arguments.config else [])]
    source = [arguments.manifest] + ([arguments.right] if arguments.right else [])
    listed = subprocess.run([program, "batch", *source, "--out", out, *flags, "--list"], stdout=subprocess.PIPE, text=True,
                            check=False)
    if listed.returncode:
        return listed.returncode  # csca has said what is wrong
    os.makedirs(out, exist_ok=True)
    with cluster_client.FolderLock(out), workers_for(arguments, program, out) as client:
        with open(os.path.join(out, "log.cluster.jsonl"), "a", encoding="utf-8") as log:
            batch = cluster_client.Batch(client, program, ["--out", out, *unit_flags], listed.stdout.splitlines(True), log,
                                         arguments.retries, arguments.unit_memory,
                                         progress_on(sys.stderr, arguments.quiet, "pairs"))
            batch.run()
    subprocess.run([program, "batch", *source, "--out", out, *flags, "--merge", "-q"], stderr=subprocess.DEVNULL, check=False)
    for name, sentence in batch.failed.items():
        print(f"csca: pair '{name}': {sentence}", file=sys.stderr)
    if not arguments.quiet:
        print(f"csca: {batch.total} pairs: {batch.matched} matched, {batch.before} done before, {len(batch.failed)} failed",
              file=sys.stderr)
    return 1 if batch.failed else 0


def main():
    arguments, flags = arguments_of(sys.argv[1:])
    try:
        import distributed  # noqa: F401
    except ImportError:
        sys.exit("csca: Dask is missing: install python3-distributed")
    from . import tiles
    from .client import Stopped
    try:
        return tiles.run(arguments, flags) if arguments.command == "match" else run_batch(arguments, flags)
    except Stopped as sentence:
        print(f"csca: {sentence}", file=sys.stderr)
    except (OSError, TimeoutError) as error:
        print(f"csca: the cluster does not answer any more ({error}): the same command goes on once it runs", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 2


if __name__ == "__main__":
    code = main()
    sys.stderr.flush()
    # All files are closed. What Dask still has under way complains at the interpreter's end when its scheduler is gone.
    os._exit(code)
