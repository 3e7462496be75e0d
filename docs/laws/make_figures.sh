#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Draws docs/figures/laws_*.svg from the experiments beside this file: docs/laws/make_figures.sh [TOOL [FOLDER]]
set -e
here=$(dirname "$0")
tool=${1:-$here/../../build/release/apps/stiction}
folder=${2:-$here/../figures}
for file in "$here"/*.toml; do
  "$tool" run "$file" --quiet --plot "$folder/laws_$(basename "$file" .toml).svg"
done
