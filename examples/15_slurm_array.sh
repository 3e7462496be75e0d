#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A study on a cluster that Slurm runs: eight tasks, each an eighth of the cases, in a folder that all nodes see.
#   sbatch --wait examples/15_slurm_array.sh examples/15_tolerances.toml tolerances.csv
# The last task to finish writes the table. After a lost node or a time limit: submit the same line again.
#SBATCH --array=0-7
#SBATCH --cpus-per-task=1
#SBATCH --job-name=stiction
exec "${STICTION:-stiction}" sweep "$1" -o "$2" --quiet --threads "${SLURM_CPUS_PER_TASK:-1}" \
  --shard "$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))/$SLURM_ARRAY_TASK_COUNT"
