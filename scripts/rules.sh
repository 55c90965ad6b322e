#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Installs what is missing and has the rules check themselves (scripts/rules.py): format, arrows, headers, tidy.
# Arguments name some of them: scripts/rules.sh format arrows.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/dependencies.sh
source scripts/dependencies.sh

install_packages "${build_packages[@]}" "${test_packages[@]}" "${rule_packages[@]}"
fetch_nvcc
exec python3 scripts/rules.py "$@"
