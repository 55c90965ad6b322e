#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# mistakes_test.sh LANESCOPE [SANITIZER]: what programs do wrong on the host's side is said, with the line of the program,
# and of one that does everything right nothing is. SANITIZER: as of nvcc_test.sh.
set -uo pipefail

lanescope=$1
sanitizer=${2-}
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/runtime/sanitizer.sh
source "$sources/../sanitizer.sh" "$sanitizer"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

cd "$sources" || exit 1
"$lanescope" nvcc "${flags[@]}" -std=c++17 mistakes.cu -o "$work/program" || exit 1

# at REMARK: the place in the source that has it.
at() {
    printf 'mistakes.cu:%s' "$(grep -n "// $1\$" mistakes.cu | cut -d: -f1)"
}
# says NAME CHECK LINE...: what the program with this mistake says on standard error, with LANESCOPE_CHECK so.
says() {
    local name=$1 check=$2 said expected
    shift 2
    local program=(env LANESCOPE_DEVICE=emulated LANESCOPE_CHECK="$check")
    said=$("${program[@]}" "$work/program" "$name" 2>&1 >"$work/printed" | sed 's/0x[0-9a-f]*/ADDRESS/g')
    expected=$(printf 'lanescope: %s\n' "$@")
    [ $# -gt 0 ] || expected=
    if [ "$said" != "$expected" ]; then
        printf '%s, LANESCOPE_CHECK=%s: said\n%s\ninstead of\n%s\n' "$name" "$check" "$said" "$expected"
        failures=$((failures + 1))
    fi
}
refused="; cudaMemcpy returned cudaErrorInvalidValue, and nothing was copied"
block="the 1024 bytes of cudaMalloc at $(at array)"

for right in right ordered flags legacy scratch handed reused told counts pooled graph halves joined recorded turns; do
    says $right 1
done
for check in '' 1; do
    says direction "$check" "$(at direction): cudaMemcpy with cudaMemcpyDeviceToHost, but it copies to device memory from \
host memory: either the pointers are swapped, or the direction is wrong$refused"
    says elements "$check" "$(at 'too many'): cudaMemcpy writes 1024 bytes to the 256 bytes of cudaMalloc at $(at elements). \
cudaMalloc takes bytes, not elements: is sizeof missing there? 256 elements of 4 bytes are 1024 bytes$refused"
    says again "$check" "$(at again): cudaFree of memory that was freed before, at $(at once)"
    says kinds "$check" "$(at 'three kinds'): cudaFree of ADDRESS, which is the host's own memory" \
        "$(at 'three kinds'): cudaFree of the 1024 bytes of cudaMallocHost at $(at 'locked'): that is given back by cudaFreeHost" \
        "$(at 'three kinds'): cudaFree of memory that was freed before, at $(at 'three kinds')"
    says other "$check" "$(at other): cudaFree of the 1024 bytes of cudaMallocHost at $(at pinned): that is given back by \
cudaFreeHost"
    says late "$check" "$(at 'too late'): cudaMemcpy reads from memory that was freed at $(at late)$refused"
done
says fewer 1 "$(at 'reads them all'): kernel twice reads 768 bytes of $block, which nothing has written: cudaMemcpy at \
$(at 'too few') copies only 256 of its 1024 bytes. Its size is in bytes, not elements: is sizeof missing there?"
kernel="kernel twice, block (0,0,0), warp 0, lane 0, thread (0,0,0)"
outside="$(at access): out-of-bounds 4-byte load at ADDRESS, in no allocation: $kernel; ADDRESS"
says past '' "$(at access): out-of-bounds 4-byte load at ADDRESS, just past the end of 'cudaMalloc at $(at array)' \
(1024 bytes): kernel twice, block (8,0,0), warp 0, lane 0, thread (0,0,0)"
says host '' "$outside is the host's own memory, and the kernel was launched with a pointer to it: a kernel needs memory of \
cudaMalloc or cudaMallocManaged"
LANESCOPE_DEVICES=2 says peer '' "$outside is memory of device 1, to which device 0 has no access: \
cudaDeviceEnablePeerAccess gives it"
if [ "$(cat "$work/printed")" != cudaErrorIllegalAddress ]; then
    echo "peer: $(cat "$work/printed")"
    failures=$((failures + 1))
fi
LANESCOPE_DEVICES=9 says right '' "LANESCOPE_DEVICES=9: a number from 1 to 8 was expected; 1 is used"
for check in 2 yes 01; do
    says right $check "LANESCOPE_CHECK=$check: 0 or 1 was expected; it is ignored"
done
# Memory that was freed stays free for a while: nothing else is in its place.
gone="in 'cudaMalloc at $(at array)' (1024 bytes), which was freed before: kernel"
says freed '' "$(at access): out-of-bounds 4-byte load at ADDRESS, $gone twice, ${kernel#*, }; ADDRESS was freed at $(at freed)"
says replaced '' "$(at access): out-of-bounds 4-byte load at ADDRESS, $gone twice, ${kernel#*, }; ADDRESS was freed at \
$(at 'given back')"
says module '' "$(at corrupts): out-of-bounds 4-byte store at ADDRESS, $gone tells, ${kernel#*, }; ADDRESS was freed at \
$(at 'before the module')"
# A report of the program says it, too, which plays the kernel with memory of its own.
for mistake in freed host; do
    told="was freed at $(at freed)"
    [ $mistake = freed ] || told="is the host's own memory, and the kernel was launched with a pointer to it"
    for form in --check --json; do
        "$lanescope" report "$work/program" $mistake --device emulated $form >"$work/report" 2>/dev/null
        if ! grep -q "$(at access): out-of-bounds 4-byte load.*; the address $told" "$work/report"; then
            printf '%s: report %s does not say that the address %s\n' $mistake "$form" "$told"
            failures=$((failures + 1))
        fi
    done
done
says leak 1 "$(at array): 3 allocations of cudaMalloc, 3072 bytes in all, were never freed" \
    "$(at leak): 100 bytes of cudaMallocManaged were never freed"
says leaks 1 "$(at both): 2 allocations of cudaMalloc, 300 bytes in all, were never freed" \
    "$(at both): 20 bytes of cudaMallocManaged were never freed" \
    "$(at texels): 2 allocations of cudaMallocArray, 4096 bytes in all, were never freed"
says unread 1 "$(at unread): kernel fill writes to $block, and nothing reads them before they are freed at $(at gone): is a \
copy to the host missing?"
says over 1 "$(at 'the wrong way'): cudaMemcpy copies from the host over what kernel fill at $(at over) has written to $block, \
and nothing has read that: is cudaMemcpyDeviceToHost meant, with the pointers the other way round?"
says rounds 1 "$(at rounds): kernel twice writes to $block, and nothing reads them before they are freed at \
mistakes.cu:$(( $(grep -n "// rounds$" mistakes.cu | cut -d: -f1) + 2 )): is a copy to the host missing?"
neither="$(at 'reads both'): kernel sum reads all of the 1024 bytes of cudaMalloc at $(at neither), which nothing has written"
says pair 1 "$neither" "$neither"
says unset 1 "$(at unset): kernel countUp reads 4 bytes of $block, which nothing has written"
says static 1 "$(at static): kernel quiet writes to $block, and nothing reads them before they are freed at \
$(at 'static gone'): is a copy to the host missing?"
unordered="nothing orders the two. Let one stream wait for an event of the other, or use one stream"
says streams 1 "$(at unordered): kernel twice in stream 2 writes bytes 0 to 511 of $block, which cudaMemsetAsync at $(at one) \
in stream 1 writes, too: $unordered"
# Of a graph, between its branches, and with what is beside it.
says branches 1 "$(at 'other branch'): kernel twice, a node of a graph, writes bytes 0 to 511 of $block, which kernel twice \
at $(at 'one branch'), another one, writes, too: nothing orders the two. Let one of these nodes wait for the other"
says around 1 "$(at forks): cudaMemsetAsync in stream 1 writes bytes 0 to 1023 of $block, which kernel fill at $(at around) \
in stream 2 writes, too: $unordered" "$(at 'one branch'): kernel twice in stream 1 writes bytes 0 to 511 of $block, which kernel fill at \
$(at around) in stream 2 writes, too: $unordered" "$(at 'other branch'): kernel twice in stream 1 writes bytes 512 to 1023 of $block, which \
kernel fill at $(at around) in stream 2 writes, too: $unordered" "$(at joins): cudaMemcpyAsync in stream 1 reads bytes 0 to 1023 of $block, \
which kernel fill at $(at around) in stream 2 writes: $unordered"
turn="which cudaMemsetAsync at $(at turn) in stream 1"
says renewed 1 "$(at turn): cudaMemsetAsync in stream 2 writes bytes 0 to 1023 of $block, $turn writes, too: $unordered" \
    "$(at turned): kernel twice in stream 2 writes bytes 0 to 1023 of $block, $turn writes, too: $unordered"
says behind 1 "$(at 'too soon'): the host uses memory that cudaMemcpyAsync at $(at joins) may still be writing: wait for its stream, or for \
the device, first"
pooled="the 1024 bytes of cudaMallocAsync at $(at pool)"
says pool 1 "$(at 'not there yet'): kernel fill in stream 2 writes bytes 0 to 1023 of $pooled, which are allocated in stream 1: \
$unordered" \
    "$(at 'copied back'): cudaMemcpyAsync in stream 2 reads bytes 0 to 1023 of $pooled, which are allocated in stream 1: $unordered" \
    "$(at 'still in use'): cudaFreeAsync in stream 1 frees $pooled, which kernel fill at $(at 'not there yet') in stream 2 writes: \
$unordered"
says taken 1 "$(at 'still in use'): cudaFreeAsync in stream 1 frees $pooled, which kernel fill at $(at 'not there yet') in stream 2 \
writes: $unordered"
says unseen 1 "$(at unseen): cudaMalloc returned cudaErrorMemoryAllocation (out of memory), and the program went on with \
cudaMemset at $(at 'goes on')"
says launch 1 "$(at launch): kernel twice was not launched: cudaErrorInvalidValue (invalid argument). \
The program did not ask cudaGetLastError(), and went on with cudaMemcpy at $(at 'nothing came')"
says last 1 "$(at last): kernel twice was not launched: cudaErrorInvalidValue (invalid argument). \
The program did not ask cudaGetLastError() before it ended"
for quiet in leak unread streams pool taken unseen launch last; do
    says $quiet '' # nothing that CUDA itself refuses
done
if [ -z "$sanitizer" ]; then # which takes such signals for itself, and whose memory lies where the device's does
    says follow '' "$(at follow): the host follows a pointer of the device: ADDRESS is byte 8 of $block. Copy it to the host \
with cudaMemcpy first"
    says heap '' "$(at heap): the host reads what is just before $block, as free() does: cudaFree frees it"
    says beside 1
    early="may still be writing: wait for its stream, or for the device, first"
    says early 1 "$(at 'not waited'): the host uses memory that cudaMemcpyAsync at $(at early) $early"
    says staged 1
    says staging 1 "$(at 'filled again'): the host writes to memory that cudaMemcpyAsync at $(at staging) may still be reading: \
wait for its stream, or for the device, first"
    says managed 1 "$(at 'at once'): the host uses memory that kernel fill at $(at managed) $early"
    # What was said between two calls is no word on the next one.
    says refused 1 "$(at 'at once, too'): the host uses memory that kernel fill at $(at then) $early" \
        "$(at refused): kernel fill was not launched: cudaErrorInvalidValue (invalid argument). \
The program did not ask cudaGetLastError(), and went on with cudaDeviceSynchronize at $(at 'went on')"
fi
says follow 0

# Of optimised code, too, the line of a launch is its own: what stands for the kernel there is inlined.
"$lanescope" nvcc "${flags[@]}" -O3 -std=c++17 mistakes.cu -o "$work/program" || exit 1
for launch in over static; do
    line=$(env LANESCOPE_DEVICE=emulated LANESCOPE_CHECK=1 "$work/program" $launch 2>&1 >/dev/null)
    if [[ "$line" != *"$(at $launch)"* ]]; then
        printf '%s, optimised: said\n%s\nwithout %s\n' "$launch" "$line" "$(at $launch)"
        failures=$((failures + 1))
    fi
done

# Without line information the function is named.
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [ -z "$sanitizer" ] && "$nvcc" --version >/dev/null 2>&1; then
    lib=$(dirname "$(dirname "$lanescope")")/lib
    "$nvcc" -std=c++17 -cudart shared mistakes.cu -o "$work/program" || exit 1
    export LD_LIBRARY_PATH=$lib
    says unread 1 "main(): kernel fill writes to the 1024 bytes of cudaMalloc at array(), and nothing reads them before they are \
freed at main(): is a copy to the host missing?"
fi
exit $((failures > 0))
