#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# programs_test.sh DEVICE LANESCOPE [SANITIZER]: whole programs over every group of CUDA's functions, built with
# `lanescope nvcc`, print on DEVICE (emulated, cuda) what they printed on an H200 with NVIDIA's runtime (h200.txt), result
# for result and error for error. SANITIZER: what Lanescope was built with, as in -fsanitize=.
set -uo pipefail

device=$1
lanescope=$2
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/runtime/sanitizer.sh
source "$sources/../sanitizer.sh" "${3-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One unit: nvcc goes through its headers several times for each.
printf '#include "%s"\n' "$sources"/*.cu >"$work/all.cu"
"$lanescope" nvcc "${flags[@]}" -rdc=true -std=c++17 -arch=sm_90 -w -o "$work/programs" "$work/all.cu" || exit 1
LANESCOPE_DEVICE=$device "$work/programs" >"$work/printed.txt" 2>"$work/errors.txt"
code=$?
[ $code -eq 77 ] && exit 77
if [ $code -ne 0 ] || ! diff "$sources/h200.txt" "$work/printed.txt"; then
    echo "ended with $code; < an H200, > here"
    cat "$work/errors.txt"
    exit 1
fi
