#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Starts Lanescope with the arguments given; first installs what is missing and builds what has changed.
# Standard output carries only what the program prints; the exit code is the program's.
set -euo pipefail

started_in=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
# shellcheck source=scripts/dependencies.sh
source scripts/dependencies.sh

install_packages "${build_packages[@]}"
build_preset release lanescope

cd "$started_in"
program=$root/build/release/bin/lanescope
if [ $# -eq 0 ] && [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
    say "no display here (neither DISPLAY nor WAYLAND_DISPLAY is set): writing lanescope.png instead of opening a window"
    exec "$program" shot wave --out lanescope.png
fi
exec "$program" "$@"
