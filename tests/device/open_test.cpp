// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Which device a word opens, and what the doctor says, on a machine with a GPU or without.
#include "device/cuda/cuda_probe.h"
#include "device/device.h"
#include "device/doctor.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace lanescope::device::test {
namespace {

TEST(Open, EmulatedIsAlwaysThere) {
    EXPECT_FALSE(openDevice("emulated")->info().can.measuresTimes);
}

TEST(Open, ADeviceSaysWhatItCanDoAndHowItIsChosen) {
    const auto emulated = openDevice("emulated");
    EXPECT_EQ(emulated->info().can, Capabilities{});
    EXPECT_NE(emulated->watcher(), nullptr);
    EXPECT_EQ(emulated->info().choice, "emulated");
    EXPECT_EQ(emulated->info().kind(), "emulated");
    for (const Info& gpu : probeCuda().devices) {
        EXPECT_EQ(gpu.can, kOfGpus);
        EXPECT_EQ(openDevice(gpu.choice)->info().ordinal, gpu.ordinal);
        EXPECT_EQ(gpu.kind(), "cuda");
    }
}

TEST(Open, AutoTakesWhatThereIs) {
    const CudaProbe probe = probeCuda();
    EXPECT_EQ(openDevice("auto")->info().can.measuresTimes, probe.available);
}

TEST(Open, CudaIsOpenedOrMissedWithAReason) {
    const CudaProbe probe = probeCuda();
    EXPECT_EQ(probe.available, !probe.devices.empty());
    EXPECT_EQ(probe.available, probe.reason.empty());
    EXPECT_FALSE(probe.runtimeVersion.empty());
    for (const char* word : {"cuda", "cuda:0"}) {
        if (probe.available) {
            EXPECT_TRUE(openDevice(word)->info().can.measuresTimes);
            continue;
        }
        try {
            openDevice(word);
            ADD_FAILURE() << word << " opened a device that the probe did not find";
        } catch (const Unavailable& error) {
            EXPECT_EQ(error.what(), probe.reason);
            EXPECT_NE(probe.reason.find("--device emulated"), std::string::npos) << probe.reason;
        }
    }
    EXPECT_THROW(openDevice("cuda:1000"), Unavailable);
}

TEST(Open, OtherWordsAreNoDevices) {
    for (const char* word :
         {"", "gpu", "Cuda", "cuda:", "cuda:-1", "cuda:1x", "cuda:99999999999999999999", "cuda 0"})
        EXPECT_THROW(openDevice(word), BadInput) << word;
}

TEST(Open, PeakIsClockTimesBusTimesTwo) {
    // The Programming Guide's formula with the figures CUDA reports for an H100 SXM: 2619 MHz, 5120 bits.
    const Info info{.memoryClockMHz = 2619, .memoryBusBits = 5120};
    EXPECT_DOUBLE_EQ(info.peakBytesPerSecond(), 3352.32e9);
    EXPECT_EQ(Info{}.peakBytesPerSecond(), 0);
}

TEST(Doctor, FindsOrSaysWhyAndHowToCure) {
    std::set<std::string> names;
    for (const Check& check : checkMachine()) {
        EXPECT_TRUE(names.insert(check.name).second) << check.name << " twice";
        EXPECT_FALSE(check.detail.empty()) << check.name;
        EXPECT_EQ(check.cure.empty(), check.found) << check.name << ": " << check.cure;
        EXPECT_EQ(check.detail.find('\n'), std::string::npos) << check.name;
    }
    for (const char* name : {"CUDA driver", "NVRTC", "CUPTI", "kernels"})
        EXPECT_TRUE(names.contains(name)) << name;
}

} // namespace
} // namespace lanescope::device::test
