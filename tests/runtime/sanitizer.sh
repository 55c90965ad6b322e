# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Sourced with what Lanescope was built with, as in -fsanitize=, or nothing: its library wants programs that were built
# so, too. Sets `flags`, for nvcc.
# shellcheck shell=bash disable=SC2034
flags=()
if [ -n "$1" ]; then
    flags=(-Xcompiler "-fsanitize=$1")
    export ASAN_OPTIONS=detect_leaks=0:handle_segv=0 # what programs do wrong on purpose is none of its business
fi
