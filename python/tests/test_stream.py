# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Frames one after the other."""
import threading

import csca
import pytest
from conftest import same


@pytest.fixture(scope="module")
def frames():
    return [csca.synth(width=120, height=90, levels=16, seed=1 + i) for i in range(3)]


def test_gives_what_match_gives(frames):
    stream = csca.Stream(first=0, levels=16, confidence="peak_ratio")
    for frame in frames:
        here = stream.match(frame.left, frame.right)
        alone = csca.match(frame.left, frame.right, first=0, levels=16, confidence="peak_ratio")
        assert same(here.disparity, alone.disparity) and same(here.confidence, alone.confidence)


def test_results_stay_when_the_stream_goes_on(frames):
    stream = csca.Stream()
    first = stream.match(frames[0].left, frames[0].right)
    kept = first.disparity.copy()
    stream.match(frames[1].left, frames[1].right)
    assert same(first.disparity, kept)
    assert stream.match(frames[2].left, frames[2].right).range == first.range
    del stream
    assert same(first.disparity, kept)


def test_frames_may_come_from_several_threads(frames):
    stream = csca.Stream(first=0, levels=16)
    wanted = [stream.match(frame.left, frame.right).disparity for frame in frames]
    found = {}

    def some(i):
        for _ in range(4):
            found[i] = stream.match(frames[i].left, frames[i].right).disparity

    threads = [threading.Thread(target=some, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(same(found[i], wanted[i]) for i in range(3))


def test_mistakes(frames):
    with pytest.raises(csca.Error, match="did you mean 'levels'"):
        csca.Stream(levls=3)
    stream = csca.Stream(first=0, levels=16)
    frame = frames[0]
    with pytest.raises(csca.Error, match="give options to csca.Stream"):
        stream.match(frame.left, frame.right, levels=3)
    with pytest.raises(csca.Cancelled):
        stream.match(frame.left, frame.right, progress=lambda done: False)
    stream.match(frame.left, frame.right)
    with pytest.raises(csca.Error, match="120 x 80 pixels but the stream began with 120 x 90"):
        stream.match(frame.left[:80], frame.right[:80])
