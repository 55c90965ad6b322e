// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/architecture.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope::device {
namespace {

/// As CUDA describes a GPU.
Info gpu(const std::string& name, int major, int minor, int multiprocessors, int busBits,
         double memoryClockMHz) {
    Info info;
    info.name = name;
    info.ccMajor = major;
    info.ccMinor = minor;
    info.multiprocessors = multiprocessors;
    info.memoryBusBits = busBits;
    info.memoryClockMHz = memoryClockMHz;
    return info;
}

TEST(ArchitectureOf, IsTheRowWithTheGpusFigures) {
    EXPECT_EQ(architectureOf(gpu("NVIDIA H200", 9, 0, 132, 6016, 3201)).name, "H200 SXM");
    EXPECT_EQ(architectureOf(gpu("NVIDIA H100 80GB HBM3", 9, 0, 132, 5120, 2619)).name, "H100 SXM5");
    EXPECT_EQ(architectureOf(gpu("Tesla V100-SXM2-16GB", 7, 0, 80, 4096, 877)).name, "Tesla V100 SXM2");
    EXPECT_EQ(architectureOf(gpu("NVIDIA GeForce RTX 4090", 8, 9, 128, 384, 10501)).name, "GeForce RTX 4090");
    EXPECT_EQ(&architectureOf(Info{}), &model::defaultArchitecture()) << "the emulated device";
}

TEST(ArchitectureOf, IsNotAnotherProductsRow) {
    EXPECT_EQ(architectureOf(gpu("NVIDIA GeForce RTX 4060", 8, 9, 24, 128, 8501)).name, "GPU of CC 8.9");
    EXPECT_EQ(architectureOf(gpu("NVIDIA GeForce RTX 4090 Laptop GPU", 8, 9, 76, 256, 9001)).name,
              "GPU of CC 8.9");
    EXPECT_EQ(architectureOf(gpu("NVIDIA H100 PCIe", 9, 0, 114, 5120, 1593)).name, "GPU of CC 9.0");
    EXPECT_EQ(&architectureOf(gpu("NVIDIA that nobody sold", 6, 1, 21, 192, 5005)), model::rulesOnly({6, 1}));
    EXPECT_EQ(&architectureOf(gpu("NVIDIA of tomorrow", 15, 0, 300, 8192, 5000)),
              &model::defaultArchitecture())
        << "no rules are known";
}

} // namespace
} // namespace lanescope::device
