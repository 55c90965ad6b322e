#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Installs what is missing, builds the test programs below with the address and undefined-behaviour sanitizers, and
# runs them. Arguments are ctest's: scripts/sanitize.sh -R model.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/dependencies.sh
source scripts/dependencies.sh

# Those seen green. The rest of what needs no GPU is still to be looked at: preset asan builds and runs all of it.
programs=(model_test recording_test ptx_test device_test session_test render_test kit_test shell_test)

install_packages "${build_packages[@]}" "${test_packages[@]}"
build_preset asan "${programs[@]}"

# The rest has not been built, which ctest would call a failure.
names=$(ctest --preset asan -N | sed -n 's/^ *Test *#[0-9]*: //p')
chosen=$(IFS='|' && printf '^(%s)(\.[0-9]+)?$' "${programs[*]}")
say "not covered yet: $(grep -Evx "$chosen" <<<"$names" | paste -sd' ')"
exec ctest --preset asan -R "$chosen" "$@"
