// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

bool isEmulated() {
    cudaDeviceProp properties{};
    return cudaGetDeviceProperties(&properties, 0) == cudaSuccess &&
           std::string_view(properties.name).find("mulated") != std::string_view::npos;
}

} // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        std::puts("skipped: this machine has no CUDA device");
        return 77;
    }
    const char* const wanted = std::getenv("LANESCOPE_DEVICE");
    if (wanted && std::string_view(wanted) == "cuda" && isEmulated()) {
        std::puts("the GPU was asked for, and the emulator answers");
        return 1;
    }
    return RUN_ALL_TESTS();
}
