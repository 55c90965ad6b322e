#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# hosted_test.sh emulated|cuda LANESCOPE [SANITIZER]: a program whose graphs call the host is recorded on that device, and its
# recording played in the emulator: prints how many of its nine reads come back right, and which do not. Exits with 77 where
# there is no GPU.
set -uo pipefail

device=$1
lanescope=$2
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/runtime/sanitizer.sh
source "$sources/../sanitizer.sh" "${3-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() {
    printf '%s\n' "$@"
    exit 1
}

"$lanescope" nvcc "${flags[@]}" -std=c++17 "$sources/program.cu" -o program || exit 1
if [ "$device" = cuda ] && [ "$(LANESCOPE_DEVICE=cuda ./program one 0 2>&1 | grep -c 'lanescope:')" -gt 0 ]; then
    echo "skipped: $(LANESCOPE_DEVICE=cuda ./program one 0 2>&1 | grep 'lanescope:' | head -1)"
    exit 77
fi
export LANESCOPE_DEVICE=$device
./program hosted >plain || fail "hosted fails on $device"
LANESCOPE_RECORD=hosted.lanescope ./program hosted >recorded 2>errors || fail "hosted fails when it is recorded" "$(cat errors)"
cmp -s plain recorded || fail "hosted prints something else when it is recorded:" "$(diff plain recorded)"
[ -s hosted.lanescope ] || fail "there is no recording: $(cat errors)"
# Where a GPU reads the host's memory at another time than the emulator, it says so.
if [ "$device" = cuda ]; then
    LANESCOPE_DEVICE=emulated ./program hosted >emulated
    cmp -s plain emulated || printf '%s\n' "what the program prints here (<) and in the emulator (>):" "$(diff plain emulated)"
fi
"$lanescope" report hosted.lanescope --device emulated --json >report.json || fail "hosted.lanescope cannot be played"
python3 - <<'PY'
import json
import sys
read = json.load(open("report.json"))["read_back"]
print(f"hosted: {read['compared'] - len(read['differing'])} of {read['compared']} reads right")
if read["differing"]:
    print("not right:", read["differing"])
sys.exit(0 if read["compared"] == 9 and not read["differing"] else 1)
PY
