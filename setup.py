# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""The Python package, whose module CMake builds: `pip install .`, or `pip wheel .` for a wheel.

CSCA_BUILD_DIR names a build folder of CMake to take the module from, instead of building everything anew.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r"project\(csca VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)


class CMakeBuild(build_ext):
    """Has CMake build the target csca_python."""

    def build_extension(self, ext):
        folder = os.environ.get("CSCA_BUILD_DIR")
        if not folder:
            folder = str(pathlib.Path(self.build_temp).resolve())
            ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
            parts = [f"-DCSCA_BUILD_{part}=OFF" for part in ("TOOL", "TESTS", "EXAMPLES", "BENCH")]
            subprocess.run(["cmake", "-S", str(ROOT), "-B", folder, *ninja, *parts, "-DCMAKE_BUILD_TYPE=Release",
                            "-DCSCA_REQUIRE_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "csca_python", "--parallel", str(os.cpu_count())],
                       check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        built = pathlib.Path(folder, "python", "csca", target.name)
        if not built.exists():
            raise SystemExit(f"{folder} has no module for this Python ({target.name}): "
                             "build it with -DPython_EXECUTABLE of this one")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)
        for part in ("_picture", "_rectify"):  # where Cairo and OpenCV are
            module = built.with_name(built.name.replace("_csca", part))
            if module.exists():
                shutil.copyfile(module, target.with_name(module.name))


setup(
    name="csca",
    version=VERSION,
    description="Stereo matching by cross-scale cost aggregation",
    license="Apache-2.0",
    python_requires=">=3.8",
    install_requires=["numpy"],
    extras_require={"cluster": ["distributed"]},
    package_dir={"": "python"},
    packages=["csca", "csca.cluster"],
    package_data={"csca": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("csca._csca", [])],
    cmdclass={"build_ext": CMakeBuild},
    zip_safe=False,
)
