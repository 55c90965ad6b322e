#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# nvcc_test.sh LANESCOPE [SANITIZER]: a program of two files is built with `lanescope nvcc` and does what it does on a GPU,
# also when it forks, uses threads, ends early, or goes wrong. SANITIZER: what Lanescope was built with,
# as in -fsanitize=: its library wants programs that were, too.
set -uo pipefail

lanescope=$1
sanitizer=${2-}
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/runtime/sanitizer.sh
source "$sources/../sanitizer.sh" "$sanitizer"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

run() {
    output=$("$@" 2>"$work/errors")
    code=$?
    errors=$(cat "$work/errors")
}
# expect NAME CODE TEXT: what `run` printed and how it ended.
expect() {
    if [ "$code" -ne "$2" ] || [ "$output" != "$3" ]; then
        printf '%s: ended with %s and printed\n%s\n%s\ninstead of %s and\n%s\n' "$1" "$code" "$output" "$errors" "$2" "$3"
        failures=$((failures + 1))
    fi
}
expect_error() {
    if [[ "$errors" != *"$2"* ]]; then
        printf '%s: standard error should have\n%s\nbut is\n%s\n' "$1" "$2" "$errors"
        failures=$((failures + 1))
    fi
}

# Where there is a GPU, too, these are about the emulator.
export LANESCOPE_DEVICE=emulated

# Machine code alone is asked for: PTX comes by itself.
cd "$sources" || exit 1
"$lanescope" nvcc "${flags[@]}" -rdc=true -std=c++17 -gencode arch=compute_75,code=sm_75 main.cu other.cu -o "$work/program" || exit 1

run "$work/program"
expect plain 0 999000

# Registers are those of the machine code that the program has for the emulated GPU. ptxas says how many on its own. A
# multiprocessor has 65,536, and gives a warp as many as 8 times 32 of them: so many warps, 16 a block, at most 64.
for linked in false true; do
    "$lanescope" nvcc "${flags[@]}" -rdc=$linked -arch=sm_90 -Xptxas -v registers.cu -o "$work/registers" >"$work/ptxas" 2>&1 || exit 1
    said=$(sed -n 's/.*Used \([0-9]*\) registers.*/\1/p' "$work/ptxas" | sort -n |
        awk '{ warps = int(65536 / (int(($1 + 7) / 8) * 8 * 32)); print $1 " registers, " int((warps > 64 ? 64 : warps) / 16) " blocks" }')
    run "$work/registers"
    expect "registers (-rdc=$linked)" 0 "$said"
done
[ "$(sed -n 's/.*Used \([0-9]*\) registers.*/\1/p' "$work/ptxas" | sort -u | wc -l)" -eq 2 ] || expect "two numbers of registers" 0 "from ptxas"

# nvcc embeds PTX of compute_90, too: the one that is for an H200 alone is taken.
"$lanescope" nvcc "${flags[@]}" -arch=sm_90a specific.cu -o "$work/specific" || exit 1
run "$work/specific"
expect specific 0 "9.0a"

run "$work/program" threads
expect threads 0 "9900 39800 89700 159600"
run "$work/program" fork
expect fork 0 "child 90
parent 380 after 3"
run "$work/program" exit
expect exit 5 "thread 0 of the device
thread 1 of the device"
run "$work/program" fault
expect fault 0 "launched: cudaSuccess
waited: cudaErrorIllegalAddress
later: cudaErrorIllegalAddress"
expect_error fault "main.cu:23: "
expect_error fault "kernel tooFar, block (0,0,0), warp 0, lane 0"
run "$work/program" waits written
expect "a kernel that waits for its host" 0 "launched: cudaSuccess
waited: cudaSuccess
later: cudaSuccess"
run "$work/program" waits
expect "a kernel that waits for ever" 0 "launched: cudaSuccess
waited: cudaErrorLaunchFailure
later: cudaErrorLaunchFailure"
expect_error "a kernel that waits for ever" "deadlock: a loop that waits for what nobody writes, 0 of 2 blocks have ended: kernel waitFor, block (0,0,0), warp 0"
if [ -z "$sanitizer" ]; then # whose own memory lies where the addresses of the device do
    run "$work/program" follow
    expect follow 139 ""
fi

# A GPU that is asked for and is not there: nothing runs anywhere else, and one line says why. (No device is visible, on
# a machine with a GPU neither.)
LANESCOPE_DEVICE=cuda CUDA_VISIBLE_DEVICES= run "$work/program" device
expect "no GPU" 0 "count: cudaErrorNoDevice, 0
allocated: cudaErrorNoDevice
launched: cudaErrorNoDevice
waited: cudaErrorNoDevice"
expect_error "no GPU" "lanescope: LANESCOPE_DEVICE=cuda: "
[ "$(wc -l <"$work/errors")" -eq 1 ] || expect_error "no GPU" "one line"
LANESCOPE_DEVICE=auto CUDA_VISIBLE_DEVICES= run "$work/program"
expect "auto without a GPU" 0 999000
LANESCOPE_DEVICE=gpu run "$work/program" device
expect_error "a device of another name" "there are: auto, cuda, emulated"

# Lines are those of the file, whatever its name is written in.
cp main.cu "$work/größe 大.cu"
"$lanescope" nvcc "${flags[@]}" -rdc=true -std=c++17 -I . "$work/größe 大.cu" other.cu -o "$work/named" || exit 1
run "$work/named" fault
expect_error "fault in a file with such a name" "größe 大.cu:23: "

# A default stream for each thread.
"$lanescope" nvcc "${flags[@]}" -rdc=true -std=c++17 -default-stream per-thread main.cu other.cu -o "$work/each" || exit 1
run "$work/each"
expect "a stream for each thread" 0 999000

# A compiler that is `lanescope nvcc` itself, as of a CMake project, is not started for ever.
printf '#!/bin/sh\nexec "%s" nvcc "$@"\n' "$lanescope" >"$work/nvcc"
chmod +x "$work/nvcc"
CUDACXX=$work/nvcc run timeout 20 "$work/nvcc" --version
[ "$code" -eq 0 ] || expect "its own script" 0 "the version of nvcc"

# A folder that lacks the name which nvcc links would give programs NVIDIA's runtime.
mkdir -p "$work/installed/bin" "$work/installed/lib"
cp "$lanescope" "$work/installed/bin/"
cp "$(dirname "$lanescope")/../lib/liblanescope_cudart.so" "$work/installed/lib/"
run "$work/installed/bin/lanescope" nvcc main.cu
expect "a library without its names" 3 ""
expect_error "a library without its names" "installed/lib/libcudart.so was expected"

run "$lanescope" nvcc
expect "without arguments" 1 ""
expect_error "without arguments" "No input files"
exit $((failures > 0))
