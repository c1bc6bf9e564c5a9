# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""scripts/bench-compare as its user runs it. The script's path is the first argument."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(sys.argv.pop(1)).resolve()


def csca(gf, over_sgbm=None):
    return {"tables": [{"pair": "9x9x9", "rows": [
        {"name": "box", "cpu_ns_per_cell": 1.0, "over_sgbm": None},
        {"name": "gf", "cpu_ns_per_cell": gf, "over_sgbm": over_sgbm}]}]}


def google(time, unit="ms"):
    return {"benchmarks": [
        {"name": "winner/avx2", "run_type": "iteration", "cpu_time": time, "time_unit": unit},
        {"name": "winner/avx2", "run_type": "iteration", "cpu_time": 2 * time, "time_unit": unit},
        {"name": "winner/avx2_mean", "run_type": "aggregate", "cpu_time": 1.5 * time, "time_unit": unit}]}


class BenchCompare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compare(self, before, after, *flags):
        for name, data in (("a.json", before), ("b.json", after)):
            text = data if isinstance(data, str) else json.dumps(data)
            (self.folder / name).write_text(text, encoding="utf-8")
        command = [sys.executable, SCRIPT, "a.json", "b.json", *flags]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def test_same_or_faster_is_fine(self):
        self.assertEqual(self.compare(csca(2.0), csca(2.0)).returncode, 0)
        run = self.compare(csca(2.0), csca(1.0))
        self.assertEqual(run.returncode, 0)
        self.assertIn("-50.0% faster", run.stdout)

    def test_slower_past_noise_fails(self):
        run = self.compare(csca(2.0), csca(2.3))
        self.assertEqual(run.returncode, 1)
        self.assertIn("+15.0% SLOWER", run.stdout)
        self.assertIn("1 of 2 rows", run.stdout)
        self.assertEqual(self.compare(csca(2.0), csca(2.3), "--noise", "20").returncode, 0)

    def test_a_slower_machine_is_no_slower_code(self):
        self.assertEqual(self.compare(csca(2.0, 0.5), csca(4.0, 0.5)).returncode, 0)
        self.assertEqual(self.compare(csca(2.0, 0.5), csca(2.0, 0.7)).returncode, 1)

    def test_google_benchmark(self):
        self.assertEqual(self.compare(google(1.0), google(1000.0, "us")).returncode, 0)
        self.assertEqual(self.compare(google(1.0), google(1.2)).returncode, 1)

    def test_mistakes_get_one_sentence(self):
        for before, after, flags, words in (
                ("no json", csca(1.0), [], "not JSON"), ({}, csca(1.0), [], "neither"), ([], csca(1.0), [], "neither"),
                (csca(1.0), google(1.0), [], "no row in common"), (csca(1.0), csca(1.0), ["--noise", "-1"], "noise is"),
                (csca(1.0), csca(1.0), ["--noise", "nan"], "noise is")):
            run = self.compare(before, after, *flags)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(words, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)
        run = subprocess.run([sys.executable, SCRIPT, "none.json", "b.json"], cwd=self.folder, capture_output=True,
                             text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("none.json", run.stderr)


unittest.main()
