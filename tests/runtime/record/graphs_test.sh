#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# graphs_test.sh emulated|cuda LANESCOPE [SANITIZER]: programs whose graphs have branches are recorded on that device, and their
# recordings played in the emulator: each node is in its branch, and all reads come back right. Exits with 77 where there is no GPU.
set -uo pipefail

device=$1
lanescope=$2
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/runtime/sanitizer.sh
source "$sources/../sanitizer.sh" "${3-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
fail() {
    printf '%s\n' "$@"
    failures=$((failures + 1))
}
# expect WHAT IS WANTED
expect() {
    [ "$2" = "$3" ] || fail "$1: $2 instead of $3"
}

"$lanescope" nvcc "${flags[@]}" -std=c++17 -arch=compute_75 "$sources/graphs.cu" -o graphs || exit 1
if [ "$device" = cuda ] && [ "$(LANESCOPE_DEVICE=cuda ./graphs none 2>&1 | grep -c 'lanescope:')" -gt 0 ]; then
    echo "skipped: $(LANESCOPE_DEVICE=cuda ./graphs none 2>&1 | grep 'lanescope:' | head -1)"
    exit 77
fi
export LANESCOPE_DEVICE=$device

# records NAME READS PRINTED...: what it prints is the same when it is recorded, and is read back alike from its recording.
records() {
    local name=$1 reads=$2 program=./${program:-graphs}
    shift 2
    "$program" "$name" >plain || fail "$name fails: $(cat plain)"
    expect "what $name prints" "$(cat plain)" "$(printf '%s\n' "$@")"
    LANESCOPE_RECORD=$name.lanescope "$program" "$name" >recorded 2>errors || fail "$name fails when it is recorded: $(cat errors)"
    cmp -s plain recorded || fail "$name prints something else when it is recorded:" "$(diff plain recorded)"
    [ -s "$name.lanescope" ] || fail "there is no recording of $name: $(cat errors)"
    "$lanescope" report "$name.lanescope" --arch 9.0 --device emulated --json >report.json || fail "$name.lanescope cannot be played"
    "$lanescope" calls "$name.lanescope" --device emulated --json >calls.json || fail "no calls of $name"
    expect "reads of $name" "$(value 'd["read_back"]')" "{'compared': $reads, 'differing': []}"
}
# The value of a Python expression: d is the report; kernels, what stands where: "add s1" or "scale b1"; edges, what orders the
# branches of graphs; beside(i, j): whether these kernels run at the same time by the model.
value() {
    python3 - "$1" <<'PY'
import json
import sys
d = json.load(open("report.json"))
calls = json.load(open("calls.json"))["calls"]
launches = [c for c in d["streams"]["commands"] if "kernel" in c]
kernels = [c["kernel"] + (f" b{c['graph_branch']}" if "graph_branch" in c else f" s{c['stream'] or 0}") for c in launches]
edges = [c["call"].removeprefix("graph edge ") for c in calls if c["call"].startswith("graph edge")]
def beside(i, j):
    a, b = (launches[k]["modelled"] for k in (i, j))
    return max(a["start"], b["start"]) < min(a["end"], b["end"])
print(eval(sys.argv[1]))
PY
}

records captured 1 "out 10.0 40960.0"
expect "branches of captured" "$(value kernels)" "['add s1', 'scale s1', 'scale b1', 'sum s1', 'add s1', 'scale s1', 'scale b1', 'sum s1']"
expect "edges of captured" "$(value edges)" \
    "['1 begins in stream1', '1 ends in branch1', '1 begins in branch1', '1 ends in stream1', '1 begins in stream1', '1 ends in branch1', '1 begins in branch1', '1 ends in stream1']"
expect "what edges return" "$(value '{(c["returned"], c["note"]) for c in calls if c["call"].startswith("graph edge")}')" \
    "{(None, 'not a call of the program: it orders branches or launches of a graph')}"
expect "what runs beside each other" "$(value '[beside(i, j) for i, j in ((0, 1), (1, 2), (2, 3), (2, 4), (5, 6))]')" "[False, True, False, False, True]"

records diamond 2 "out 5.0 20480.0" "out 10.0 40960.0"
expect "branches of diamond" "$(value kernels)" "['add s1', 'scale s1', 'scale b1', 'sum s1', 'add s0', 'scale s0', 'scale b2', 'sum s0']"
expect "what runs beside each other in the default stream" "$(value '[beside(i, j) for i, j in ((4, 6), (5, 6), (6, 7))]')" "[False, True, False]"

records roots 2 "out 1012.0 4145152.0" "a 109.0 446464.0"
expect "branches of roots" "$(value kernels)" "['add s1', 'add s1', 'add b1', 'sum s1', 'add b2', 'add s1']"
expect "edges of roots" "$(value edges)" \
    "['1 begins in stream1', '1 ends in branch1', '2 begins in branch1', '2 ends in stream1', '1 ends in branch2', '1 begins in branch2', '1 ends in stream1']"

records line 1 "out 8.0 32768.0"
expect "branches of line" "$(value '(sorted(set(kernels)), edges)')" "(['add s1', 'scale s1', 'sum s1'], [])"

records together 2 "out 16.0 65536.0" "others 15.0 61440.0"
expect "branches of together" "$(value 'sorted(set(kernels))')" \
    "['add s1', 'add s2', 'add s3', 'scale b1', 'scale b2', 'scale s1', 'scale s2', 'sum s1', 'sum s2']"

records cloned 1 "out 250.0 1024000.0"
expect "branches of cloned" "$(value kernels)" "['add s1', 'scale s1', 'scale b1', 'sum s1']"

records changed 2 "c 13.0 53248.0" "c 10.0 40960.0"
expect "branches of changed" "$(value kernels)" "['add s1', 'scale s1', 'scale b1', 'sum s1', 'add b2', 'sum s1', 'add s1', 'scale s1', 'scale b1', 'sum s1', 'sum s1']"
expect "fills of changed" "$(value '[c["graph_branch"] for c in d["streams"]["commands"] if c["command"] == "device memset" and "graph_branch" in c]')" "[2, 2]"

records hosted 2 "out 33.0 135168.0" "managed 20.0 81920.0"
expect "branches of hosted" "$(value kernels)" "['add s1', 'add b1', 'sum s1', 'sum s1', 'add s1', 'add b1', 'sum s1', 'sum s1']"
expect "where the host is called" "$(value '[c["graph_branch"] for c in d["streams"]["commands"] if c["command"] == "host function"]')" "[1, 1, 1, 1]"

records within 1 "out 39.0 159744.0"
expect "branches of within" "$(value kernels)" "['add s2', 'add s1', 'add b1', 'add s2', 'add s1', 'add b1', 'sum s1', 'add s1', 'add b1', 'sum s1']"
expect "events of within" "$(value '[c["call"] for c in calls if "Event" in c["call"]][:4]')" \
    "['cudaEventRecord(event0, stream2)', 'cudaStreamWaitEvent(stream1, event0)', 'cudaEventRecord(event1, branch1)', 'cudaStreamWaitEvent(stream2, event1)']"

records often 3 "b 1000.0 4096000.0" "c 1000.0 4096000.0" "out 1000.0 4096000.0"
expect "branches of many launches" "$(value 'sorted(set(kernels))')" "['add s1', 'scale b1', 'scale b2', 'scale s1']"
expect "edges of many launches" "$(value 'len(set(e.split()[0] for e in edges))')" 2

records turns 1 "b 0.0 0.0"
expect "kernels of turns" "$(value 'kernels[::4]')" "['scale s1', 'scale s2', 'scale s1', 'scale s1', 'scale s2', 'scale s1', 'scale s1']"
expect "edges of turns" "$(value edges)" \
    "['1 begins in stream1', '1 ends in stream2', '1 begins in stream2', '1 ends in stream1', '1 begins in stream1', '1 ends in stream2', '1 begins in stream2']"
expect "what runs beside each other in turns" "$(value '[any(beside(4 * i + k // 4, 4 * j + k % 4) for k in range(16)) for i, j in ((0, 1), (1, 3), (3, 4), (1, 2), (4, 5))]')" \
    "[False, False, False, True, True]"

"$lanescope" report diamond.lanescope --device emulated >diamond.txt
for line in 'kernel scale, graph branch 1' 'graph edge ends, stream 0'; do
    grep -q "$line" diamond.txt || fail "the report does not name branches:" "$(cat diamond.txt)"
done

# Branches with the same bytes are among the findings; of the others nobody says that nothing orders them.
if [ "$device" = emulated ]; then
    "$lanescope" report ./graphs racing --check --device emulated --json >racing.json 2>errors || fail "no report of racing: $(cat errors)"
    # A body of a condition has branches of its own, the same in each round.
    "$lanescope" nvcc "${flags[@]}" -std=c++20 -rdc=true -arch=sm_90 "$sources/bodies.cu" -o bodies || exit 1
    program=bodies records body 1 " 0 100 3 30 33 1000 1033 0"
    expect "branches of a body" "$(value kernels)" \
        "['add s1', 'countDown s1', 'add s1', 'add b2', 'sum s1', 'countDown s1', 'add s1', 'add b2', 'sum s1', 'countDown s1', 'add s1', 'add b2', 'sum s1', 'add b1', 'sum s1']"
    expect "edges of a body" "$(value edges)" \
        "['1 begins in stream1', '2 begins in stream1', '2 ends in branch2', '2 begins in branch2', '2 ends in stream1', '2 begins in stream1', '2 ends in branch2', '2 begins in branch2', '2 ends in stream1', '2 begins in stream1', '2 ends in branch2', '2 begins in branch2', '2 ends in stream1', '1 ends in branch1', '1 begins in branch1', '1 ends in stream1']"
    python3 -c 'import json; print([f["text"] for f in json.load(open("racing.json"))["host_findings"]])' >findings
    grep -q 'a node of a graph, writes bytes 0 to 16383.*another one, writes, too: nothing orders the two' findings || fail "no finding of racing: $(cat findings)"
    for name in captured diamond roots line together cloned changed hosted within turns; do
        LANESCOPE_CHECK=1 ./graphs $name 2>&1 >/dev/null | grep 'nothing orders' && fail "$name is in order"
    done
fi

[ "$failures" -eq 0 ] || exit 1
