# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""The command line: python3 -m csca.cluster batch MANIFEST [RIGHT] --out DIR [--scheduler ADDRESS] [csca's options]."""
import argparse
import contextlib
import json
import logging
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time


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
    return [word for name, value in values.items() if value for word in (name, value)]


def arguments_of(words):
    parser = argparse.ArgumentParser(
        prog="python3 -m csca.cluster", allow_abbrev=False,
        description="Runs the pairs of 'csca batch' on the workers of a Dask cluster. All other options are those of "
        "'csca batch', such as --preset, --range or --form, and go to it.")
    parser.add_argument("command", choices=["batch"])
    parser.add_argument("manifest", metavar="MANIFEST", help="as for csca batch")
    parser.add_argument("right", metavar="RIGHT", nargs="?", help="as for csca batch")
    parser.add_argument("--out", required=True, help="folder for results, which all machines have under this name")
    parser.add_argument("--scheduler", help="tcp://HOST:8786 or tls://HOST:8786; without it a cluster starts on this machine")
    parser.add_argument("--workers", type=int, default=1, help="processes of the cluster on this machine (default 1)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="pairs at once on this machine (default one a core)")
    parser.add_argument("--max-memory", type=size_of, metavar="BYTES", help="bytes, or 8G, that these may take (default: nine tenths of what is free)")
    parser.add_argument("--unit-memory", type=size_of, metavar="BYTES", help="bytes that each pair takes, where you know it: saves the prediction")
    parser.add_argument("--retries", type=int, default=2, help="tries of a pair after the first that fails (default 2)")
    parser.add_argument("--csca", default=os.environ.get("CSCA_TOOL") or "csca", help="the program, on all machines")
    parser.add_argument("--tls-ca", help="certificate authority, for tls://")
    parser.add_argument("--tls-cert", help="this client's certificate")
    parser.add_argument("--tls-key", help="its key")
    for name in OF_UNITS:
        parser.add_argument(name, help="as for csca batch")
    parser.add_argument("--config", help="as for csca batch")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary")
    return parser.parse_known_args(words)


def free_memory():
    with open("/proc/meminfo", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))


def connect(arguments, scratch):
    """A client, and the cluster that it started, if any, whose files are in the folder `scratch`."""
    import dask
    import distributed

    from .client import Stopped
    logging.disable(logging.CRITICAL)  # what Dask has to say, it says by the exceptions that become sentences here
    # A worker that is cut off counts as lost after this; Dask's own default is five minutes.
    dask.config.set({"distributed.scheduler.worker-ttl": "60s", "distributed.comm.timeouts.connect": "20s"})
    if arguments.scheduler:
        files = (arguments.tls_ca, arguments.tls_cert, arguments.tls_key)
        secure = arguments.scheduler.startswith("tls://")
        if secure != all(files) or any(files) and not secure:
            raise Stopped("a scheduler at tls:// needs --tls-ca, --tls-cert and --tls-key, all of them, and one at tcp:// none")
        security = distributed.Security(tls_ca_file=files[0], tls_client_cert=files[1], tls_client_key=files[2],
                                        require_encryption=True) if secure else None
        try:
            return distributed.Client(arguments.scheduler, security=security, timeout=20, set_as_default=False), None
        except (OSError, TimeoutError, ValueError) as error:
            raise Stopped(f"no scheduler answers at '{arguments.scheduler}' ({error}): check the address, the certificates, and "
                          "that it runs") from None
    memory = (arguments.max_memory or free_memory() * 9 // 10) // arguments.workers
    cluster = distributed.LocalCluster(
        n_workers=arguments.workers, threads_per_worker=max(1, arguments.threads // arguments.workers), host="127.0.0.1",
        dashboard_address=None, memory_limit=0, local_directory=scratch, silence_logs=logging.CRITICAL, resources={"memory": memory})
    return distributed.Client(cluster, set_as_default=False), cluster


def progress_on(stream, quiet):
    start = time.monotonic()

    def show(done, total):
        left = (time.monotonic() - start) * (total - done) / done if done else 0
        stream.write(f"\r{done} of {total} pairs, {left:.0f} s left\x1b[K" if done < total else "\r\x1b[K")
        stream.flush()

    return show if stream.isatty() and not quiet else lambda *_: None


def run(arguments, flags):
    from cloudpickle import register_pickle_by_value

    from . import client as cluster_client
    from . import units
    register_pickle_by_value(units)
    program = shutil.which(arguments.csca)
    if program is None:
        raise cluster_client.Stopped(f"there is no program '{arguments.csca}': install csca, or name it by --csca")
    program = program if os.sep in arguments.csca else arguments.csca
    out = str(pathlib.Path(arguments.out).absolute())
    unit_flags = flags_of_units(arguments)
    flags = [*flags, *unit_flags, *(["--config", arguments.config] if arguments.config else [])]
    source = [arguments.manifest] + ([arguments.right] if arguments.right else [])
    listed = subprocess.run([program, "batch", *source, "--out", out, *flags, "--list"], stdout=subprocess.PIPE, text=True,
                            check=False)
    if listed.returncode:
        return listed.returncode  # csca has said what is wrong
    os.makedirs(out, exist_ok=True)
    with cluster_client.FolderLock(out), tempfile.TemporaryDirectory() as scratch:
        client, cluster = connect(arguments, scratch)
        try:
            cluster_client.wait_for_workers(client, 60)
            for worker, problem in client.run(units.has_program, program, out).items():
                if problem:
                    raise cluster_client.Stopped(f"the worker {worker} {problem}")
            with open(os.path.join(out, "log.cluster.jsonl"), "a", encoding="utf-8") as log:
                batch = cluster_client.Batch(client, program, ["--out", out, *unit_flags], listed.stdout.splitlines(True), log,
                                             arguments.retries, arguments.unit_memory,
                                             progress_on(sys.stderr, arguments.quiet))
                batch.run()
        finally:
            with contextlib.suppress(OSError, TimeoutError):  # a scheduler that is gone cannot say goodbye
                client.close(timeout=5)
            if cluster:
                cluster.close(timeout=5)
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
    from .client import Stopped
    try:
        return run(arguments, flags)
    except Stopped as sentence:
        print(f"csca: {sentence}", file=sys.stderr)
    except (OSError, TimeoutError) as error:
        print(f"csca: the cluster does not answer any more ({error}): the same command goes on once it runs", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 2


if __name__ == "__main__":
    sys.exit(main())
