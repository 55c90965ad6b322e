#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Installs what is missing, builds with the address and undefined-behaviour sanitizers, and runs every test that
# needs no GPU. Arguments are ctest's: scripts/sanitize.sh -R model.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/dependencies.sh
source scripts/dependencies.sh

install_packages "${build_packages[@]}" "${test_packages[@]}"
build_preset asan
exec ctest --preset asan "$@"
