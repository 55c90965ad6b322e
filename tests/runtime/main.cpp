// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdio>

extern "C" int cudaGetDeviceCount(int* count);

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    int count = 0;
    if (cudaGetDeviceCount(&count) != 0 || count == 0) {
        std::puts("skipped: this machine has no CUDA device");
        return 77;
    }
    return RUN_ALL_TESTS();
}
