# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""A scheduler and its workers: those of others, or a small cluster in this process."""
import contextlib
import logging
import os
import shutil
import tempfile
import time

from . import units
from .client import Stopped, wait_for_workers


def free_memory():
    with open("/proc/meminfo", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))


def program_of(arguments):
    """The program as workers are told it."""
    found = shutil.which(arguments.csca)
    if found is None:
        raise Stopped(f"there is no program '{arguments.csca}': install csca, or name it by --csca")
    return found if os.sep in arguments.csca else arguments.csca


def security_of(arguments):
    import distributed
    files = (arguments.tls_ca, arguments.tls_cert, arguments.tls_key)
    secure = arguments.scheduler.startswith("tls://")
    if secure != all(files) or any(files) and not secure:
        raise Stopped("a scheduler at tls:// needs --tls-ca, --tls-cert and --tls-key, all of them, and one at tcp:// none")
    return distributed.Security(tls_ca_file=files[0], tls_client_cert=files[1], tls_client_key=files[2],
                                require_encryption=True) if secure else None


def connect(arguments, scratch):
    """A client, and the cluster that it started, if any, whose files are in the folder `scratch`."""
    import dask
    import distributed

    logging.disable(logging.CRITICAL)  # what Dask has to say, it says by the exceptions that become sentences here
    # A worker that is cut off counts as lost after this; Dask's own default is five minutes.
    dask.config.set({"distributed.scheduler.worker-ttl": "60s", "distributed.comm.timeouts.connect": "20s"})
    if arguments.scheduler:
        security = security_of(arguments)
        try:
            return distributed.Client(arguments.scheduler, security=security, timeout=20, set_as_default=False), None
        except (OSError, TimeoutError, ValueError) as error:
            raise Stopped(f"no scheduler answers at '{arguments.scheduler}' ({error}): check the address, the certificates, and "
                          "that it runs") from None
    memory = (arguments.max_memory or free_memory() * 9 // 10) // arguments.workers
    # Workers in this process: units have processes of their own, and there is neither a port nor a start that could fail.
    dask.config.set({"distributed.scheduler.worker-ttl": None})
    cluster = distributed.LocalCluster(
        n_workers=arguments.workers, threads_per_worker=max(1, arguments.threads // arguments.workers), processes=False,
        dashboard_address=None, memory_limit=0, local_directory=scratch, silence_logs=logging.CRITICAL, resources={"memory": memory})
    return distributed.Client(cluster, set_as_default=False), cluster


@contextlib.contextmanager
def workers_for(arguments, program, folder):
    """A client of a cluster whose workers can all run the program and see the folder."""
    from cloudpickle import register_pickle_by_value
    register_pickle_by_value(units)
    with tempfile.TemporaryDirectory() as scratch:
        client, cluster = connect(arguments, scratch)
        try:
            wait_for_workers(client, 60)
            for worker, problem in client.run(units.has_program, program, folder).items():
                if problem:
                    raise Stopped(f"the worker {worker} {problem}")
            yield client
        finally:
            with contextlib.suppress(OSError, TimeoutError):  # a scheduler that is gone cannot say goodbye
                client.close(timeout=5)
            if cluster:
                cluster.close(timeout=5)


def progress_on(stream, quiet, things):
    start = time.monotonic()

    def show(done, total):
        left = (time.monotonic() - start) * (total - done) / done if done else 0
        stream.write(f"\r{done} of {total} {things}, {left:.0f} s left\x1b[K" if done < total else "\r\x1b[K")
        stream.flush()

    return show if stream.isatty() and not quiet else lambda *_: None
