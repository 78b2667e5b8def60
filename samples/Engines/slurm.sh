#!/bin/bash
#SBATCH --job-name=photomirror
#SBATCH --array=0-9
#SBATCH --requeue
#SBATCH --output=photomirror-%A_%a.log
# Fetches units of work with Slurm, in shards as img2dataset lays them out (shards.py): each task of the array takes
# every tenth part, with all lines of its hosts.
#
# A task that is run again, by --requeue or by hand, continues its shards. PHOTOMIRROR_SHARDS names shards.py, as
# Slurm runs a copy of this script: export PHOTOMIRROR_SHARDS=$PWD/shards.py
#
# usage: sbatch [--array=0-N] slurm.sh UNITS OUTPUT [--shard-size N] [--output-format FORMAT]
#                                      OPTION of 'photomirror fetch'...
set -euo pipefail
# Slurm counts the tasks of the array, whatever its range.
exec python3 "$PHOTOMIRROR_SHARDS" "$@" \
  --task $((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN)) --tasks "$SLURM_ARRAY_TASK_COUNT"
