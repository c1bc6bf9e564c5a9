# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Batches on many machines, by Dask distributed: python3 -m csca.cluster batch MANIFEST --out DIR.

docs/cluster.md tells how to start it.
"""
