// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The program of tests that need a CUDA device: without one they are skipped, with the reason.
#include "device/cuda/cuda_probe.h"
#include "device/device.h"

#include <gtest/gtest.h>

#include <cstdio>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const lanescope::device::CudaProbe probe = lanescope::device::probeCuda();
    if (!probe.available) {
        std::printf("skipped: %s\n", probe.reason.c_str());
        return 77;
    }
    const int code = RUN_ALL_TESTS();
    const auto& all = *::testing::UnitTest::GetInstance();
    return code == 0 && all.successful_test_count() == 0 && all.skipped_test_count() > 0 ? 77 : code;
}
