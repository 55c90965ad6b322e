#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# What recording costs: recording_cost run as it is and recorded, in turn, so many times; a line each.
#   recording_cost.sh PROGRAM RECORDED [ROUNDS]
# PROGRAM: recording_cost.cu by nvcc, or by `lanescope nvcc`, which where there is no GPU is all there is.
# RECORDED: by `lanescope nvcc`.
set -eu
native=$1 recorded=$2 rounds=${3:-3}
file=$(mktemp -u).lanescope
trap 'rm -f "$file"' EXIT
while [ "$rounds" -gt 0 ]; do
    rounds=$((rounds - 1))
    "$native" | sed 's/^/plain:    /'
    LANESCOPE_RECORD=$file LANESCOPE_RECORD_LIMIT=16384 "$recorded" | sed 's/^/recorded: /'
    rm -f "$file" "$file".*
done
