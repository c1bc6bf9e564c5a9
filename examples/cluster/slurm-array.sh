#!/usr/bin/env bash
# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
#
# A batch as a Slurm array: each task matches its part of the pairs, the last job makes one log of all.
#
#   sbatch --array=1-32 slurm-array.sh pairs.csv maps --preset fast
#   sbatch --dependency=afterany:JOB --wrap "csca batch pairs.csv --out maps --preset fast --merge"
#
# All nodes see the manifest, the images and the output folder under the same names. Submit it again after a failure:
# what is done is not done again. The numbers of the array have to begin at 1 and leave none out.
#SBATCH --job-name=csca
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --requeue
set -euo pipefail
manifest=$1 out=$2
shift 2
# A tenth of the memory stays for pairs that are being read.
exec csca batch "$manifest" --out "$out" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --max-memory "$((${SLURM_MEM_PER_NODE:-8192} * 9 / 10))M" \
  --keep-going --retries 1 --quiet "$@"
