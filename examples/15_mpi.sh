#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The same study under mpirun: every rank takes its part, and then what slower ranks have not written yet.
#   examples/15_mpi.sh 4 examples/15_tolerances.toml tolerances.csv
# After a crash: the same line again goes on where it ended.
exec mpirun -n "$1" "${STICTION:-stiction}" sweep "$2" -o "$3" --quiet --threads 1
