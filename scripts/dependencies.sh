# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Sourced by run.sh and test.sh: installs what is missing and builds. Everything it says goes to standard error,
# and it says nothing when there is nothing to do.
# shellcheck shell=bash disable=SC2034

# To build the program and to start it. The last lines are run-time libraries that nothing links against.
build_packages=(
    cmake ninja-build g++ python3 python3-pip python3-glad ca-certificates
    libfmt-dev libxxhash-dev libzstd-dev libcli11-dev nlohmann-json3-dev libglfw3-dev libglm-dev libmd4c-dev libpng-dev libcairo2-dev libgif-dev libfreetype-dev libfontconfig-dev
    libegl-dev libgl-dev libopengl-dev
    libegl1 libegl-mesa0 libgl1-mesa-dri libglx-mesa0 fonts-inter fonts-jetbrains-mono
)
# To test it: GoogleTest, a display to click on, and a small font with Chinese characters.
test_packages=(libgtest-dev libgmock-dev xvfb xauth xdotool fonts-droid-fallback)
# To check the rules of the code. Another version formats otherwise: cmake and the compiler do not need them.
rule_packages=(clang-format-14 clang-tidy-14 git)

say() { printf 'lanescope: %s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

# as_root COMMAND...: runs it as root, through sudo if need be.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@" >&2
    elif command -v sudo >/dev/null; then
        sudo -- "$@" >&2
    else
        fail "these packages need root to install: run as root: $*"
    fi
}

# install_packages NAME...: those of them that are missing, by apt-get.
install_packages() {
    local missing=() name
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Another system: whoever builds there has seen to the libraries, or CMake says which one it lacks.
        return
    fi
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' || true)
    for name in "$@"; do
        grep -qxF "$name" <<<"$installed" || missing+=("$name")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        return
    fi
    say "installing ${missing[*]}"
    local command=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}")
    # The package lists may be absent or older than the archive.
    as_root "${command[@]}" || {
        as_root apt-get update
        as_root "${command[@]}"
    }
}

# Whether there is an nvcc where cmake/embed.cmake looks for it.
have_nvcc() {
    [ -n "${CUDACXX:-}" ] || [ -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ] ||
        command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ] || [ -x build/_deps/cuda/bin/nvcc ]
}

# Without a CUDA toolkit: NVIDIA's own wheels, pinned by version and hash, unpacked under the build folder.
fetch_nvcc() {
    if have_nvcc; then
        return
    fi
    say "no nvcc found: fetching NVIDIA's compiler from the Python package index (115 MB)"
    local work=build/_deps/cuda.part
    rm -rf "$work"
    mkdir -p "$work/wheels"
    python3 -m pip download --quiet --no-deps --only-binary :all: --require-hashes \
        --requirement cmake/requirements_cuda.txt --dest "$work/wheels" >&2 ||
        fail "the compiler could not be fetched; install the CUDA toolkit 12.8 or newer, or set CUDA_HOME"
    local wheel
    for wheel in "$work"/wheels/*.whl; do
        python3 -m zipfile -e "$wheel" "$work/unpacked"
    done
    # A wheel's files lose their modes when Python unpacks them.
    chmod +x "$work"/unpacked/nvidia/cu13/bin/* "$work"/unpacked/nvidia/cu13/nvvm/bin/*
    mv "$work/unpacked/nvidia/cu13" build/_deps/cuda
    rm -rf "$work"
}

# build_preset NAME [NINJA-ARGUMENT...]: configures once, then builds what has changed.
build_preset() {
    local preset=$1 folder=build/$1
    shift
    # Two starts at once must not build into each other. The lock ends with the block.
    mkdir -p build
    {
        flock 9
        fetch_nvcc
        if [ ! -f "$folder/build.ninja" ]; then
            say "configuring $folder"
            cmake --preset "$preset" >&2
        fi
        # Ninja reports even that nothing is to be done; the compiler's words and its progress are kept.
        ninja -C "$folder" "$@" 2>&1 9>&- |
            sed -u -e '/^ninja: no work to do/d' -e '/^ninja: Entering directory/d' \
                -e '/Re-checking globbed directories/d' >&2 || fail "the build in $folder failed"
    } 9>"build/.lock"
}
