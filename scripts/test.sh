#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Installs what is missing, builds, and runs every test that this machine can run: plain ones, offscreen OpenGL
# with Mesa's software renderer, a real window under Xvfb, and, where there is a CUDA device, those on the GPU.
# Arguments are ctest's: scripts/test.sh -L cpu, scripts/test.sh -R canvas.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/dependencies.sh
source scripts/dependencies.sh

install_packages "${build_packages[@]}" "${test_packages[@]}"
build_preset ci

if [ ! -e /dev/nvidiactl ] && [ ! -e /dev/dxg ]; then
    say "no NVIDIA driver here: the tests labelled gpu will give their reason and be skipped"
fi
exec ctest --preset ci "$@"
