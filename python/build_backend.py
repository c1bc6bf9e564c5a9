# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""setuptools' own backend, found in the environment that pip installs into, so that `pip install .` needs no network.

pip hides that environment's packages from builds, and would fetch setuptools and wheel anew.
"""
import site
import sys

for _folder in site.getsitepackages():
    if _folder not in sys.path:
        sys.path.append(_folder)

try:
    import wheel  # noqa: F401 pylint: disable=unused-import
    from setuptools.build_meta import *  # noqa: F401,F403 pylint: disable=wildcard-import,unused-wildcard-import
except ImportError as _error:
    raise SystemExit(f"csca is built by setuptools and wheel ({_error}): install Debian's python3-setuptools and "
                     "python3-wheel, and make the environment with `python3 -m venv --system-site-packages`") from _error


def get_requires_for_build_wheel(config_settings=None):
    """Nothing but what is here."""
    del config_settings
    return []


def get_requires_for_build_sdist(config_settings=None):
    """Nothing but what is here."""
    del config_settings
    return []
