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
exec ctest --preset "$preset" "$@"
