#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# record_test.sh LANESCOPE NVCC [SANITIZER]: programs that are recorded print what they print without, and their recordings bring back
# the same bytes when they are played. What a recording cannot hold is said in one line, and leaves no file.
set -uo pipefail

lanescope=$1
nvcc=$2
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/runtime/sanitizer.sh
source "$sources/../sanitizer.sh" "${3-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
export LANESCOPE_DEVICE=emulated

fail() {
    printf '%s\n' "$@"
    failures=$((failures + 1))
}
# expect WHAT IS WANTED
expect() {
    [ "$2" = "$3" ] || fail "$1: $2 instead of $3"
}
# The value of a Python expression over a JSON document, d.
value() {
    python3 -c "import json, sys; d = json.load(open('$1')); print($2)"
}

"$lanescope" nvcc "${flags[@]}" -std=c++17 "$sources/program.cu" -o program || exit 1

# records NAME READS: the same output, and so many reads that come back alike.
records() {
    ./program "$1" >plain || fail "$1 fails"
    "$lanescope" record ./program "$1" 3 --out "$1.lanescope" >recorded 2>errors
    expect "exit code of $1" "$?" 3
    cmp -s plain recorded || fail "$1 prints something else when it is recorded:" "$(cat recorded errors)"
    "$lanescope" report "$1.lanescope" --device emulated --json >report.json || fail "$1.lanescope cannot be played"
    expect "reads of $1" "$(value report.json 'd.get("read_back")')" "{'compared': $2, 'differing': []}"
}
# Lines are those of the program's own headers, in a folder "include" too.
mkdir -p include
printf 'template<class T> __device__ void step(T* p)\n{\n    p[threadIdx.x] += 1;\n}\n' >include/step.cuh
printf '#include "step.cuh"\n__global__ void steps(float* p)\n{\n    step(p);\n}\nint main()\n{\n    float* p;\n    cudaMalloc(&p, 128);\n    steps<<<1, 32>>>(p);\n    cudaFree(p);\n}\n' >steps.cu
"$lanescope" nvcc "${flags[@]}" -std=c++17 -I include steps.cu -o steps || exit 1
"$lanescope" record ./steps --out steps.lanescope 2>/dev/null
"$lanescope" report steps.lanescope --device emulated >steps.txt
grep -q 'include/step.cuh:3 ' steps.txt || fail "the report does not say the header's line: $(cat steps.txt)"
# Neighbouring loads that ptxas joins are named at their line, those of other lines are not.
cat >sums.cu <<'EOF'
__global__ void sums(const float* in, float* out)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 32] = in[threadIdx.x + 32];
    __syncthreads();
    out[threadIdx.x] = s[2 * threadIdx.x] + s[2 * threadIdx.x + 1];
    out[threadIdx.x + 32] = s[threadIdx.x] - s[63 - threadIdx.x];
}
int main()
{
    float* p;
    cudaMalloc(&p, 512);
    cudaMemset(p, 0, 512);
    sums<<<1, 32>>>(p, p + 64);
    cudaFree(p);
}
EOF
"$lanescope" nvcc "${flags[@]}" -std=c++17 sums.cu -o sums || exit 1
"$lanescope" record ./sums --out sums.lanescope 2>/dev/null
"$lanescope" report sums.lanescope --device emulated >sums.txt
"$lanescope" report sums.lanescope --device emulated --json >sums.json
grep -q '^at sums.cu:7 ptxas is likely to join neighbouring loads' sums.txt || fail "the report does not name joined loads:" "$(cat sums.txt)"
expect "lines of joined loads" "$(value sums.json 'sorted({s["line"] for s in d["sites"] if s["joined_loads"]})')" "[7]"
# Streams that do not block run beside the default one, others do not.
cat >apart.cu <<'EOF'
__global__ void spin(float* p, int rounds)
{
    float v = p[threadIdx.x];
    for (int i = 0; i < rounds; ++i)
        v = v * 1.5F + 2.0F;
    p[threadIdx.x] = v;
}
int main(int arguments, char**)
{
    float* p;
    cudaStream_t s[2];
    cudaMalloc(&p, 384);
    cudaMemset(p, 0, 384);
    for (cudaStream_t& each : s)
        cudaStreamCreateWithFlags(&each, arguments > 1 ? cudaStreamNonBlocking : cudaStreamDefault);
    cudaDeviceSynchronize();
    spin<<<1, 32, 0, s[0]>>>(p, 10000);
    spin<<<1, 32>>>(p + 32, 10000);
    spin<<<1, 32, 0, s[1]>>>(p + 64, 10000);
    cudaDeviceSynchronize();
    cudaFree(p);
}
EOF
"$lanescope" nvcc "${flags[@]}" apart.cu -o apart || exit 1
for way in "" apart; do
    "$lanescope" record ./apart $way --out apart.lanescope 2>/dev/null
    "$lanescope" report apart.lanescope --device emulated --json >apart.json
    expect "kernels beside each other, $way" "$(value apart.json '[d["streams"]["modelled"]["gain"] > 1.5]')" \
        "$([ -n "$way" ] && echo '[True]' || echo '[False]')"
done
records symbols 3
expect "launches" "$(value report.json '[l["kernel"] for l in d["launches"]]')" "['scaleAdd', 'addTo<float>', 'scaleAdd']"
# Where the program launches, by the lines of the source that have it: of <<<...>>>, of graphs, and of a library's launch.
linesOf() { grep -nF "$1" "$sources/program.cu" | cut -d: -f1; }
launched='["{file}:{line}".format(**l["launched_at"]) for l in d["launches"]]'
expect "lines of launches" "$(value report.json "' '.join($launched)")" \
    "$(printf 'program.cu:%s ' $(linesOf 'scaleAdd<<<(kCount + 127) / 128, 128>>>(a, b') $(linesOf 'addTo<float><<<1, 32>>>(static_cast') \
        $(linesOf 'scaleAdd<<<(kCount + 127) / 128, 128>>>(out + 1') | sed 's/ $//')"
"$lanescope" report symbols.lanescope --device emulated >symbols.txt
grep -q "addTo<float>  *program.cu:$(linesOf 'addTo<float><<<1, 32>>>(static_cast') " symbols.txt ||
    fail "the report does not say where addTo is launched: $(cat symbols.txt)"
records streams 3
records rows 5
records addresses 1
records pairs 15
"$lanescope" calls streams.lanescope --device emulated --json >calls.json || fail "no calls of streams"
expect "what allocates in a stream" "$(value calls.json '[c["call"].split("(")[0] for c in d["calls"] if "Async" in c["call"] and "Memcpy" not in c["call"]][:1]')" \
    "['cudaMallocAsync']"
records managed 2
"$lanescope" calls managed.lanescope --device emulated --json >calls.json || fail "no calls of managed"
expect "what allocates managed memory" "$(value calls.json '[c["call"].split("(")[0] for c in d["calls"] if "Malloc" in c["call"]][:1]')" \
    "['cudaMallocManaged']"
expect "calls that the program did not make" "$(value calls.json '[c["returned"] for c in d["calls"] if "as the host has it" in c["call"]][:1]')" "[None]"
records captured 6
expect "launches of the graph" "$(value report.json 'len(d["launches"])')" 9
expect "lines of the captured launches" "$(value report.json "sorted(set($launched))")" \
    "$(printf "'program.cu:%s', " $(linesOf 'addTo<<<8, 128, 0, beside>>>(b, 2.0F') $(linesOf 'addTo<<<8, 128, 0, stream>>>(a, 1.0F') \
        $(linesOf 'addTo<<<8, 128, 0, stream>>>(b, 0.5F') | sed 's/^/[/; s/, $/]/')"
records textures 7
expect "launches with textures" "$(value report.json '[l["kernel"] for l in d["launches"]]')" "['sample', 'draw', 'sample', 'draw', 'layersOf']"
[ "$(value report.json 'sum(c["requests"] for o, c in d["total"]["texture"].items())')" -gt 0 ] || fail "no texture is counted"
records texels 13
expect "launches with textures over memory, cubemaps and mipmaps" "$(value report.json '[l["kernel"] for l in d["launches"]]')" \
    "['fetch', 'fetch', 'fetch', 'fetch', 'faces', 'halve', 'halve', 'halve', 'zoom', 'halve', 'halve', 'halve', 'zoom']"
records built 4
expect "launches of the graph that was built" "$(value report.json 'len(d["launches"])')" 6
expect "lines of the nodes that launch" "$(value report.json "sorted(set($launched))")" \
    "['program.cu:$(linesOf 'cudaGraphAddKernelNode(&node, to')', 'program.cu:$(linesOf 'cudaGraphExecKernelNodeSetParams(exec, added')']"
records hosted 9
"$lanescope" calls hosted.lanescope --device emulated --json >calls.json || fail "no calls of hosted"
expect "events of the graph" "$(value calls.json '[c["call"] for c in d["calls"] if "Event" in c["call"]]')" \
    "['cudaEventRecord(event0, stream1)', 'cudaStreamWaitEvent(stream1, event0)', 'cudaEventRecord(event0, stream1)', 'cudaStreamWaitEvent(stream1, event0)', 'cudaEventRecord(event1, stream1)', 'cudaStreamWaitEvent(stream1, event1)', 'cudaEventSynchronize(event1)']"
expect "launches of graphs that call the host" "$(value report.json 'len(d["launches"])')" 12

# Each of several devices has its own variables and streams.
export LANESCOPE_DEVICES=2
records devices 11
unset LANESCOPE_DEVICES
expect "what the devices have" "$(cat plain)" "$(printf 'device 0: 7\ndevice 1: 104\nfrom device 1: 104\nin device 1: 17\nvariables: 17 104\nof a thread: 18\nmanaged: 8\nmanaged: 9\nmanaged: 21\nlast: 104')"
expect "devices of the launches" "$(value report.json '[l["device"] for l in d["launches"]]')" "[0, 1, 0, 1, 0, 0, 0, 1, 0]"
"$lanescope" report devices.lanescope --device emulated >devices.txt
grep -q 'raise on device 1' devices.txt || fail "the report does not say which device: $(cat devices.txt)"

# recordsAll NAME READS FLAGS...: a program that is built with these flags, the whole of it; the same of its output and its reads.
recordsAll() {
    local name=$1 reads=$2
    shift 2
    "$lanescope" nvcc "${flags[@]}" "$@" "$sources/$name.cu" -o "$name" || exit 1
    "./$name" >plain || fail "$name fails"
    "$lanescope" record "./$name" --out "$name.lanescope" >recorded 2>errors || fail "$name fails when it is recorded: $(cat errors)"
    cmp -s plain recorded || fail "$name prints something else when it is recorded:" "$(cat recorded errors)"
    "$lanescope" report "$name.lanescope" --device emulated --json >report.json || fail "$name cannot be played"
    expect "reads of $name" "$(value report.json 'd.get("read_back")')" "{'compared': $reads, 'differing': []}"
}

# Launches of clusters.
recordsAll clusters 3 -std=c++17 -arch=compute_90
expect "what clusters pass on" "$(head -1 plain)" "asked for: 3 0 1 2 7 4 5 6"
expect "clusters" "$(value report.json '[l["cluster"] for l in d["launches"]]')" "[[4, 1, 1], None, [8, 1, 1]]"

# Tensor maps among arguments.
recordsAll tensors 2 -std=c++17 -arch=compute_90
expect "what a box brings" "$(head -1 plain)" "alone: cudaSuccess, 96 358 9119"

# Graphs with conditions: what ran is what there is.
recordsAll conditions 9 -rdc=true -std=c++20 -arch=sm_90
expect "loops" "$(grep -c 'loop: 0 4321 0 0 100 0 0 0' plain)" 1
expect "what ran" "$(value report.json '" ".join(l["kernel"] for l in d["launches"])')" \
    "countDown countDown countDown countDown add countDown countDown add countDown countDown countDown countDown countDown countDown add\
 begin add inside inside inside countDown begin add inside inside countDown begin add inside countDown begin add inside countDown\
 choose add add choose add add choose add choose add"

# Launches in a row that are alike are one line, of which JSON keeps each.
"$lanescope" report pairs.lanescope --device emulated >pairs.txt
expect "lines of launches that are alike" "$(grep -c '^15 x addTo<int>' pairs.txt)" 3
"$lanescope" report pairs.lanescope --device emulated --json >pairs.json
expect "launches in JSON" "$(value pairs.json 'len(d["launches"])')" 15

# A program is taken where a recording is, and plays no worse the second time: variables begin anew.
"$lanescope" report ./program symbols --device emulated --json >again.json 2>errors || fail "a program is no target"
expect "what it prints goes to standard error" "$(head -1 errors)" "$(./program symbols | head -1)"
expect "its name" "$(value again.json 'd["lab"]')" ./program
expect "its reads" "$(value again.json 'd["read_back"]["compared"]')" 3
"$lanescope" shot ./program symbols --device emulated --out shot.png >out 2>errors || fail "no picture: $(cat errors)"
[ -s out ] && fail "a picture prints something"

# What its calls return.
"$lanescope" calls ./program one 0 --device emulated --json >calls.json 2>errors || fail "no calls: $(cat errors)"
expect "calls" "$(value calls.json '[c["call"] for c in d["calls"]][:2]')" "['cudaMalloc(&memory1, 12000)', 'cudaMemset(memory1, 0, 12000)']"

# Those that fail, too.
"$lanescope" nvcc "${flags[@]}" -std=c++17 "$sources/failing.cu" -o failing || exit 1
returned='[(c["call"].split("(")[0], c["code"], c["last_error_code"]) for c in d["calls"]]'
before="('cudaMalloc', 0, 0), ('cudaMemset', 0, 0), ('cudaMemcpy', 1, 1), ('twice<<<1, 256>>>', 0, 1), \
('cudaGetLastError', 1, 0), ('cudaMalloc', 2, 2), ('cudaSetDevice', 101, 101), ('cudaFree', 1, 1), ('cudaDeviceSynchronize', 0, 1)"
"$lanescope" calls ./failing --device emulated --json >calls.json 2>errors || fail "no calls that fail: $(cat errors)"
expect "calls that fail" "$(value calls.json "$returned")" "[$before]"
expect "lines of calls" "$(value calls.json '[(c["called_at"] or {}).get("line") for c in d["calls"]]')" \
    "[$(grep -n 'cudaMalloc(&values\|cudaMemset\|cudaMemcpy(values\|twice<<<1, 256>>>\|cudaGetLast\|cudaMalloc(&more\|cudaSet\|12345\|cudaDeviceS' \
        "$sources/failing.cu" | head -9 | cut -d: -f1 | paste -sd, | sed 's/,/, /g')]"
expect "arguments of a call that failed" "$(value calls.json '[c["call"] for c in d["calls"]][6]')" "cudaSetDevice(7)"
"$lanescope" report ./failing --device emulated >failing.txt 2>errors || fail "no report of calls that fail: $(cat errors)"
grep -q '^ *cudaSetDevice(7) *failing.cu:[0-9]* *cudaErrorInvalidDevice *cudaErrorInvalidDevice' failing.txt || fail "the report has no failed call:" "$(cat failing.txt)"
"$lanescope" calls ./failing fault --device emulated --json >calls.json 2>errors || fail "no calls behind a fault: $(cat errors)"
expect "calls behind a fault" "$(value calls.json "$returned")" "[$before, ('outside<<<1, 1>>>', 0, 1), \
('cudaDeviceSynchronize', 700, 700), ('twice<<<1, 256>>>', 700, 700), ('cudaMemcpy', 700, 700), \
('cudaDeviceSynchronize', 700, 700), ('cudaFree', 700, 700)]"
expect "equal calls in a row" "$(value calls.json 'd["calls"][-2]["call"]')" "cudaDeviceSynchronize(), 3 times"

# Pointers that lead nowhere are told apart.
cat >pointers.cu <<'EOF'
#include <cuda_runtime.h>
int main() {
    for (int i : {1, 2, 2, 1}) cudaFree(reinterpret_cast<void*>(12345L * i));
    cudaMemset(reinterpret_cast<void*>(12345L), 0, 4);
}
EOF
"$lanescope" nvcc "${flags[@]}" -std=c++17 pointers.cu -o pointers || exit 1
"$lanescope" calls ./pointers --device emulated --json >calls.json 2>errors || fail "no calls with odd pointers: $(cat errors)"
expect "calls with odd pointers" "$(value calls.json '[c["call"] for c in d["calls"]]')" \
    "['cudaFree(pointer1)', 'cudaFree(pointer2), 2 times', 'cudaFree(pointer1)', 'cudaMemset(pointer1, 0, 4)']"

# What the host does wrong belongs to the report.
line=$(grep -n 'cudaMemcpy(values' "$sources/failing.cu" | cut -d: -f1)
wrong="cudaMemcpy writes 2048 bytes to the 1024 bytes of cudaMalloc at failing.cu:$(grep -n 'cudaMalloc(&values' "$sources/failing.cu" | cut -d: -f1)"
"$lanescope" report ./failing --check --device emulated --json >failing.json 2>errors || fail "no report of a wrong host: $(cat errors)"
expect "findings of the host" "$(value failing.json 'd["host_findings"][0]')" \
    "{'file': 'failing.cu', 'line': $line, 'function': None, 'text': '$wrong; cudaMemcpy returned cudaErrorInvalidValue, and nothing was copied'}"
expect "what only a check finds" "$(value failing.json '[f["text"].endswith("never freed") for f in d["host_findings"]][-1]')" True
grep -q "^  failing.cu:$line: $wrong" failing.txt || fail "the report says nothing of the host:" "$(cat failing.txt)"

# What a program's kernels print is printed once, by its run; a recording's by its play.
cat >says.cu <<'EOF'
#include <cstdio>
__global__ void says() { std::printf("kernel says %d\n", 7); }
int main()
{
    says<<<1, 1>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
EOF
"$lanescope" nvcc "${flags[@]}" -std=c++17 says.cu -o says || exit 1
"$lanescope" report ./says --device emulated >out 2>errors || fail "no report of a kernel that prints: $(cat errors)"
expect "what a program's kernel prints" "$(cat errors)" "kernel says 7"
"$lanescope" record ./says --out says.lanescope >/dev/null 2>&1
"$lanescope" report says.lanescope --device emulated >out 2>errors
expect "what a recording's kernel prints" "$(cat errors)" "kernel says 7"

# A source that was changed after its program was built is said to be, once.
cp "$sources/failing.cu" stale.cu
"$lanescope" nvcc "${flags[@]}" -std=c++17 stale.cu -o stale || exit 1
"$lanescope" report ./stale --device emulated >out 2>errors
grep -q 'was changed' errors && fail "a source that was not changed is said to be: $(cat errors)"
touch -d '1 hour' stale.cu
"$lanescope" record ./stale --out stale.lanescope >out 2>&1
"$lanescope" report stale.lanescope --device emulated 2>&1 >out | grep -c 'stale.cu was changed after stale was built: lines may not match' >said
expect "lines on a changed source" "$(cat said)" 1

# So is a part of a recording that is not known, by its name.
python3 - stale.lanescope unknown.lanescope <<'EOF'
import sys
data = open(sys.argv[1], "rb").read()
assert data.count(b"CALN") == 1
open(sys.argv[2], "wb").write(data.replace(b"CALN", b"CAL\x0e"))
EOF
"$lanescope" report unknown.lanescope --device emulated 2>&1 >out | grep 'not known' >said
expect "a part that is not known" "$(cat said)" \
    "lanescope: the recording is damaged, or of a newer Lanescope: parts that are not known are left out: CAL?"

# Code without line numbers is said to be that, once.
"$nvcc" "${flags[@]}" -std=c++17 -arch=compute_75 -cudart shared "$sources/program.cu" -o unlined || exit 1
"$lanescope" report ./unlined symbols --device emulated 2>/dev/null >unlined.txt || fail "code without lines is no target"
expect "lines that ask for -lineinfo" "$(grep -c -- -lineinfo unlined.txt)" 1
"$lanescope" report ./program symbols --device emulated 2>/dev/null | grep -q -- -lineinfo && fail "code with lines is said to have none"

# A program that does not end well is reported as far as it came, which is said, and is no success.
"$lanescope" report ./program one 3 --device emulated --json >failed.json 2>errors
expect "exit code of its report" "$?" 1
expect "its launches" "$(value failed.json 'len(d["launches"])')" 1
expect "how it ended" "$(cat errors)" "lanescope: ./program ended with exit code 3"
"$lanescope" shot ./program one 3 --device emulated --out failed.png >out 2>errors
expect "exit code of its picture" "$?" 1
[ -s failed.png ] || fail "its picture is missing"

# A source is built before. What nvcc says of a wrong one is there, and one line that it could not be built.
printf '#include "%s/program.cu"\n' "$sources" >own.cu
NVCC_APPEND_FLAGS="${flags[*]}" "$lanescope" report own.cu one --device emulated --json >source.json 2>errors || fail "a source is no target: $(cat errors)"
expect "its launch" "$(value source.json 'd["launches"][0]["kernel"]')" scaleAdd
printf 'int main() { wrong }\n' >wrong.cu
"$lanescope" report wrong.cu >out 2>errors
expect "exit code of a wrong source" "$?" 2
grep -q 'error: identifier "wrong" is undefined' errors || fail "nobody says what is wrong: $(cat errors)"
expect "what became of it" "$(tail -1 errors)" "lanescope: wrong.cu cannot be built: nvcc ended with exit code 2"

# A lab's name is the lab, though a program here has it, too.
cp program banks
"$lanescope" report banks --device emulated --json >lab.json 2>errors || fail "the lab of a program's name: $(cat errors)"
expect "the lab" "$(value lab.json 'd["lab"]')" banks
expect "its launch" "$(value lab.json 'd["launches"][0]["kernel"][:4]')" bank

# The counts of a launch are those that its kernel has when it is traced alone.
"$lanescope" record ./program one --out one.lanescope 2>/dev/null
"$lanescope" report one.lanescope --device emulated --json >report.json
"$nvcc" -std=c++17 -ptx -lineinfo -arch=compute_75 "$sources/program.cu" -o kernel.ptx || exit 1
"$lanescope" trace kernel.ptx --kernel scaleAdd --grid 8 --block 128 --arg 'f32[1000]' --arg 'f32[1000]' \
    --arg 'f32[1000]' --arg i32:1000 --device emulated --json >trace.json || fail "the kernel cannot be traced"
expect "requests" "$(value report.json '[(k, o, c["requests"]) for k, v in d["total"].items() if isinstance(v, dict) for o, c in v.items()]')" \
    "$(value trace.json '[(k, o, c["requests"]) for k, v in d["total"].items() if isinstance(v, dict) for o, c in v.items()]')"
expect "warp instructions" "$(value report.json 'd["launches"][0]["warp_instructions"]')" \
    "$(value trace.json 'd["launches"][0]["warp_instructions"]')"

# A kernel that faults faults again, at the same line.
"$lanescope" record ./program fault --out fault.lanescope >/dev/null 2>errors
line=$(grep -o 'program.cu:[0-9]*' errors | head -1)
"$lanescope" report fault.lanescope --device emulated >out 2>errors && fail "the fault is lost"
grep -q "$line" errors || fail "the fault is not at $line: $(cat errors)"

# What came before the fault is reported, and the fault behind it; a launch that was refused is among the launches.
"$lanescope" report ./program stopped --device emulated --json >stopped.json 2>errors
expect "exit code of a fault" "$?" 1
expect "launches" "$(value stopped.json '[(l["kernel"], l["refused"] is not None, l["fault"] is not None) for l in d["launches"]]')" \
    "[('addTo<int>', False, False), ('addTo<int>', True, False), ('fault', False, True)]"
expect "the fault" "$(tail -1 errors | grep -c "program.cu:[0-9]*: out-of-bounds 4-byte store")" 1

# What was found before the fault is reported, too.
"$lanescope" report ./program racing --device emulated --json >racing.json 2>errors
expect "exit code of a fault behind a race" "$?" 1
expect "what was found" "$(value racing.json '[(l["fault"]["kind"], [f["kind"] for f in l["findings"]]) for l in d["launches"]]')" \
    "[('out of bounds', ['race', 'uninitialised read'])]"

# What equal launches have is said once, with how many they are; JSON has each. Memory of one size is told apart by its lines.
"$lanescope" nvcc "${flags[@]}" -std=c++17 "$sources/repeated.cu" -o repeated || exit 1
at() {
    printf 'repeated.cu:%s' "$(grep -n "// $1\$" "$sources/repeated.cu" | cut -d: -f1)"
}
"$lanescope" record ./repeated --out repeated.lanescope >/dev/null 2>errors || fail "repeated fails: $(cat errors)"
"$lanescope" report repeated.lanescope --check --device emulated >repeated.txt || fail "no report of equal mistakes"
expect "rows of equal launches" "$(grep -c '^10 x turn  *repeated.cu:[0-9]*  *(1, 1)' repeated.txt) $(grep -c '^turn ' repeated.txt)" "1 0"
expect "lines of equal mistakes" "$(grep -c 'shared memory.*(in 10 launches)$' repeated.txt) $(grep -c '^  repeated.cu.*shared memory' repeated.txt)" "3 3"
grep -q '^  10 x turn: 3 findings of races' repeated.txt || fail "the findings are not counted as they are listed:" "$(grep 'of races' repeated.txt)"
grep -q "race on global memory at byte 0 of 'memory3, cudaMalloc at $(at 'the third')'" repeated.txt || fail "nobody says which memory:" "$(grep global repeated.txt)"
"$lanescope" report repeated.lanescope --check --device emulated --json >repeated.json
expect "findings of each launch" "$(value repeated.json '[len(l["findings"]) for l in d["launches"]]')" "[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1]"
"$lanescope" report ./repeated beyond --device emulated >out 2>errors && fail "nothing is beyond the memory"
grep -q "just past the end of 'cudaMalloc at $(at 'the second')' (1024 bytes)" errors || fail "the program does not say which memory:" "$(cat errors)"
grep -q "just past the end of 'memory2, cudaMalloc at $(at 'the second')' (1024 bytes)" out || fail "the report does not say which memory:" "$(cat out)"

# A kernel that never ends is in the recording of a program that was ended, and is given up soon when it is played.
for endless in endless-beside endless; do
    LANESCOPE_RECORD=endless.lanescope ./program $endless >out 2>errors &
    program=$!
    for _ in $(seq 600); do
        grep -q launches out && break
        sleep 0.1
    done
    sleep 1
    kill -TERM "$program"
    wait "$program" 2>/dev/null
    expect "exit code of a program that was ended" "$?" 143
    "$lanescope" report endless.lanescope --device emulated --json >endless.json 2>errors
    expect "exit code of a kernel that never ends" "$?" 1
    expect "launches of a program that was ended, $endless" \
        "$(value endless.json '[(l["kernel"], (l["fault"] or {}).get("kind")) for l in d["launches"]]')" \
        "[('countUp', None), ('countUp', 'budget')]"
    grep -q 'still running when the program was ended.*after 16777216 instructions' errors || fail "it was not given up soon: $(cat errors)"
done
"$lanescope" report endless.lanescope --device emulated >out 2>/dev/null
grep -q 'for ever\|endless loop' out && fail "nobody knows that it has no end: $(grep 'for ever\|endless loop' out)"

"$lanescope" shot endless.lanescope --device emulated --view reading --out endless.svg >out 2>errors
grep -q 'OpenGL' errors || expect "what a picture says of it" "$(grep -c 'The program was ended' endless.svg) $(grep -c 'The kernel stopped' endless.svg)" "1 0"

# Of very many launches those of one kernel are one row, with what they come to together.
"$lanescope" record ./program many --out many.lanescope >/dev/null 2>errors || fail "many launches: $(cat errors)"
"$lanescope" report many.lanescope --device emulated --json >many.json || fail "many launches are not reported"
expect "launches of many" "$(value many.json 'len(d["launches"])')" 240
"$lanescope" report many.lanescope --device emulated >many.txt
[ "$(wc -l <many.txt)" -lt 60 ] || fail "nobody reads $(wc -l <many.txt) lines"
grep -q '^120 x countUp<<<.* to ' many.txt || fail "no range of instructions: $(head -20 many.txt)"
grep -q '120 x countUp<<<.*: from a cold L2 .* together .*; from a warm one' many.txt || fail "no times: $(head -40 many.txt)"
grep -q -e '--launch N' many.txt || fail "nobody says how to see one"

# What a kernel was allowed is known where launches are checked.
records allowed 1
expect "launches with much shared memory" "$(value report.json '[(l["kernel"], l["refused"] is not None) for l in d["launches"]]')" \
    "[('reverse', True), ('reverse', False), ('reverse', True)]"

# What the program was told is in the table of its calls, also where a GPU would not have noticed.
"$lanescope" report ./program fault --device emulated >out 2>errors
expect "exit code of a fault in the report" "$?" 1
grep -q 'cudaDeviceSynchronize() *program.cu:[0-9]* *cudaErrorIllegalAddress' out || fail "nobody says what the program got: $(cat out)"
"$lanescope" shot ./program fault --device emulated --view reading --out fault.svg >out 2>errors
code=$?
grep -q 'OpenGL' errors || expect "exit code of a fault in a picture" "$code $(tail -1 errors | grep -c 'program.cu:[0-9]*: out-of-bounds') $(grep -c 'The kernel stopped' fault.svg)" "1 1 1"

# A program that crashes is recorded until then, and ends as it does without; so is one that forks, without its child.
"$lanescope" record ./program crash --out crash.lanescope >/dev/null 2>errors
expect "a crash" "$?" 134
grep -q '^lanescope: ./program was ended by signal 6 ' errors || fail "nobody says that it crashed:" "$(cat errors)"
"$lanescope" report crash.lanescope --device emulated --json >report.json || fail "the crash has left no recording"
expect "launches before the crash" "$(value report.json 'len(d["launches"])')" 1
timeout 60 "$lanescope" record ./program child 4 --out child.lanescope >out 2>errors
expect "a fork" "$? $(cat out)" "4 child 3 parent 2"
"$lanescope" report child.lanescope --device emulated --json >report.json || fail "the fork has left no recording"
expect "launches of the parent" "$(value report.json 'len(d["launches"])')" 2

# So is one that any other signal ends, unless it handles or ignores it.
for number in HUP PIPE QUIT USR1 USR2 ALRM XCPU; do
    { LANESCOPE_RECORD=ended.lanescope ./program ends "$(kill -l "$number")" >/dev/null; } 2>errors
    expect "the end by SIG$number" "$?" "$((128 + $(kill -l "$number")))"
    "$lanescope" report ended.lanescope --device emulated --json >report.json || fail "SIG$number has left no recording"
    expect "launches before SIG$number" "$(value report.json 'len(d["launches"])')" 1
    rm -f ended.lanescope
done
for how in "handled 9" "ignored 8"; do
    LANESCOPE_RECORD=ended.lanescope ./program ends 1 "${how% *}" >/dev/null 2>errors
    expect "a signal that is ${how% *}" "$?" "${how#* }"
    [ -s ended.lanescope ] || fail "a signal that is ${how% *} leaves no recording"
    rm -f ended.lanescope
done
(
    trap '' HUP
    LANESCOPE_RECORD=ended.lanescope ./program ends 1 >/dev/null 2>&1
    expect "a signal that was ignored before" "$?" 8
    exit "$failures"
) || failures=$((failures + 1))
# A reader who leaves ends it, also under `lanescope record`, which has nothing to do with what it prints.
LANESCOPE_RECORD=left.lanescope timeout 60 ./program prints 2>errors | head -1 >out
expect "a program without a reader" "${PIPESTATUS[0]} $(cat out)" "141 a line"
"$lanescope" report left.lanescope --device emulated >/dev/null || fail "it has left no recording"
LANESCOPE_RECORD=within.lanescope timeout 60 ./program prints within 2>errors | head -1 >out
expect "one that another thread is within a call of" "${PIPESTATUS[0]}" 141
"$lanescope" report within.lanescope --device emulated >/dev/null 2>&1
[ -s within.lanescope ] || fail "it has left no recording"
timeout 60 "$lanescope" record ./program prints --out piped.lanescope 2>errors | head -1 >out
expect "a recorded program without a reader" "${PIPESTATUS[0]} $(cat out)" "141 a line"
"$lanescope" report piped.lanescope --device emulated >/dev/null || fail "it has left no recording:" "$(cat errors)"
(
    trap '' PIPE HUP
    "$lanescope" record ./program ends 13 --out ended.lanescope >/dev/null 2>&1
    expect "a signal that the command was to ignore" "$?" 8
    "$lanescope" record ./program ends 1 --out ended.lanescope >/dev/null 2>&1
    expect "a terminal that it does without" "$?" 8
    exit "$failures"
) || failures=$((failures + 1))

# One that ends with _exit or quick_exit, which call nothing of its end, is recorded, too.
"$lanescope" record ./program exit --out exit.lanescope >out 2>errors
expect "_exit" "$? $(cat out)" "5 ends"
"$lanescope" report exit.lanescope --device emulated --json >report.json || fail "_exit has left no recording"
expect "launches before _exit" "$(value report.json 'len(d["launches"])')" 2
"$lanescope" record ./program quick --out quick.lanescope >out 2>errors
expect "quick_exit" "$?" 6
"$lanescope" report quick.lanescope --device emulated >/dev/null || fail "quick_exit has left no recording"

# refuses WORDS COMMAND...: one line with these words, and no recording.
refuses() {
    words=$1
    shift
    "$@" >out 2>errors && fail "$* ends well"
    expect "lines of $*" "$(grep -c '^lanescope: .*' errors)" 1
    grep -q "$words" errors || fail "$*: no '$words' in $(cat errors)"
    ls ./*refused* >/dev/null 2>&1 && fail "$* leaves a file"
}
refuses 'the program calls cudaIpcGetMemHandle' "$lanescope" record ./program shareable --out refused.lanescope
expect "what it prints" "$(cat out)" "made 1"
refuses 'finds the handle of a texture in memory' "$lanescope" record ./program bindless --out refused.lanescope
refuses 'a kernel has waited for what came after its launch' "$lanescope" record ./program waits --out refused.lanescope
expect "what it prints" "$(cat out)" cudaSuccess
for limit in abc 0 4k 99999999999999999999; do
    LANESCOPE_RECORD_LIMIT=$limit "$lanescope" record ./program large --out limited.lanescope >out 2>errors ||
        fail "a limit of $limit ends badly"
    grep -q "LANESCOPE_RECORD_LIMIT=$limit: a number of MiB was expected; 1024 MiB is the limit" errors ||
        fail "a limit of $limit: $(cat errors)"
done
LANESCOPE_RECORD_LIMIT=4 refuses 'larger than 4 MiB' "$lanescope" record ./program large --out refused.lanescope
expect "what it prints" "$(cat out)" copied
refuses "nothing of Lanescope's CUDA runtime" "$lanescope" record /bin/true --out refused.lanescope
refuses 'there is no file' "$lanescope" record ./missing --out refused.lanescope
refuses "unexpected argument 'more': only programs take arguments" "$lanescope" report banks more
refuses 'cannot be recorded: the program calls cudaIpcGetMemHandle' "$lanescope" report ./program shareable
# Without the command, by the environment.
LANESCOPE_RECORD=refused.lanescope ./program shareable >out 2>errors
expect "by the environment" "$(cat errors)" \
    "lanescope: refused.lanescope is not written: the program calls cudaIpcGetMemHandle, which a recording cannot hold yet"
# The path once, and what to do.
LANESCOPE_RECORD=missing/held.lanescope ./program rows >/dev/null 2>errors
expect "a folder that is not there" "$(cat errors)" "lanescope: missing/held.lanescope cannot be written: No such file or directory"
LANESCOPE_RECORD=/ ./program rows >/dev/null 2>errors
expect "a folder" "$(cat errors)" "lanescope: / is a folder; name a file"
LANESCOPE_RECORD=held.lanescope ./program rows >/dev/null 2>errors
cmp -s held.lanescope rows.lanescope || fail "the environment makes another recording than the command"
exit $((failures > 0))
