#!/bin/bash
#SBATCH --job-name=photomirror
#SBATCH --array=0-9
#SBATCH --requeue
#SBATCH --output=photomirror-%A_%a.log
# Fetches units of work with Slurm: each task of the array takes every tenth line.
#
# A task that is run again, by --requeue or by hand, fetches only what is not stored yet.
#
# usage: sbatch [--array=0-N] slurm.sh UNITS RESULTS OPTION of 'photomirror fetch'…
set -euo pipefail
units=$1 results=$2
shift 2
# Slurm counts the tasks of the array, whatever its range.
awk -v count="$SLURM_ARRAY_TASK_COUNT" -v own="$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))" \
  'NR % count == own' "$units" |
  photomirror fetch "$@" >"$results.$SLURM_ARRAY_TASK_ID"
