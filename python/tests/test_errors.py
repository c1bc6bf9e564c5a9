# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Kinds of errors: what a program can catch, by csca's name or by Python's own."""
import errno
import pickle
import subprocess
import sys

import csca
import numpy as np
import pytest


@pytest.mark.parametrize("kind, own", [(csca.Error, ValueError), (csca.MissingFile, FileNotFoundError),
                                       (csca.NoMemory, MemoryError), (csca.Cancelled, ValueError),
                                       (csca.InternalError, RuntimeError)])
def test_every_kind_is_an_error_of_csca_and_of_python(kind, own):
    error = kind("what is wrong")
    assert isinstance(error, csca.Error) and isinstance(error, own) and str(error) == "what is wrong"
    assert repr(kind).startswith("<class 'csca.")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind and str(copy) == "what is wrong"


@pytest.mark.parametrize("work", [
    lambda folder: csca.read(folder / "none.png"),
    lambda folder: csca.read_disparity(folder / "none.pfm"),
    lambda folder: csca.read(folder / "none" / "none.png"),
    lambda folder: csca.read(folder / "text.png" / "none.png"),
    lambda folder: csca.write(folder / "none" / "map.pfm", np.float32([[1]])),
])
def test_missing_files(tmp_path, work):
    (tmp_path / "text.png").write_text("no image")
    with pytest.raises(FileNotFoundError) as error:
        work(tmp_path)
    assert type(error.value) is csca.MissingFile and error.value.errno == errno.ENOENT
    assert str(error.value).startswith("cannot ") and "none" in str(error.value)


def test_files_that_are_there_but_no_images(tmp_path):
    (tmp_path / "text.png").write_text("no image")
    for file in (tmp_path, tmp_path / "text.png"):
        with pytest.raises(csca.Error) as error:
            csca.read(file)
        assert type(error.value) is csca.Error


def run_in_little_memory(code, megabytes):
    """Runs code in a process that gets that much more memory than Python and numpy take."""
    program = f"""
import resource, csca, numpy as np
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {megabytes} * 2**20,) * 2)
try:
    {code}
except MemoryError as error:
    assert type(error) is csca.NoMemory
    print(error, end="")
"""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_no_memory_for_an_image(tmp_path):
    csca.write(tmp_path / "large.png", np.zeros((8000, 8000, 3), np.uint8))
    assert run_in_little_memory(f"csca.read({str(tmp_path / 'large.png')!r})", 100).endswith(
        "large.png' is too large for the free memory; make it smaller")


def test_no_memory_for_a_volume():
    code = "image = np.zeros((500, 500), np.uint8); csca.cost_volume(image, image, levels=400, threads=1)"
    assert run_in_little_memory(code, 200) == "not enough memory: try a max_memory or a smaller image"


def test_progress_cancels():
    pair = csca.synth(width=160, height=120, levels=16)
    shares = []

    def stop(done):
        shares.append(done)
        return len(shares) < 3

    with pytest.raises(csca.Cancelled, match="progress returned False"):
        csca.match(pair.left, pair.right, levels=64, slab=4, progress=stop)
    assert 3 <= len(shares) and shares[-1] < 1
    # Only False cancels: other values, such as None, do not.
    assert csca.match(pair.left, pair.right, levels=16, progress=lambda done: 0).scales == 3
