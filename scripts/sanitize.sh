#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Installs what is missing, builds tests with a sanitizer, and runs them. `address`: every test that needs no GPU, with
# the sanitizers of addresses, leaks and undefined behaviour. `thread`: the tests of what runs on several threads, with
# that for data races. Further arguments are ctest's: scripts/sanitize.sh address -R model.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/dependencies.sh
source scripts/dependencies.sh

targets=()
case ${1:-} in
    address) preset=asan ;;
    thread) preset=tsan targets=(threaded_tests) ;;
    *) fail "usage: scripts/sanitize.sh address|thread [CTEST-ARGUMENT...]" ;;
esac
shift

install_packages "${build_packages[@]}" "${test_packages[@]}"
build_preset "$preset" "${targets[@]}"
code=0
ctest --preset "$preset" "$@" || code=$?
# The checker of leaks reads other threads' memory when a process ends, and on rare occasions crashes there itself. That
# says nothing of the program: what failed runs once more.
if [ $code -ne 0 ] && grep -q 'LeakSanitizer has encountered a fatal error' "build/$preset/Testing/Temporary/LastTest.log"; then
    say "the checker of leaks crashed; what failed runs again"
    code=0
    ctest --preset "$preset" --rerun-failed || code=$?
fi
exit $code
