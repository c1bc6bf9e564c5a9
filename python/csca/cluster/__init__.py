# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
"""Batches on many machines, by Dask distributed: python3 -m csca.cluster batch MANIFEST --out DIR, and large pairs
in tiles: python3 -m csca.cluster match LEFT RIGHT -o MAP.

docs/cluster.md tells how to start it.
"""
