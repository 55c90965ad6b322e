// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A kernel's fault on a GPU loses the device to the process, so this test has a program of its own.
#include "contract.h"

namespace lanescope::device::test {
namespace {

TEST(CudaFault, IsNamedByFinishAndLosesTheDevice) {
    auto device = makeDevice();
    auto probes = device->load(probesPtx(), "probes");
    const Pointer out = device->allocate(16, "out");
    device->launch({.module = probes.get(),
                    .kernel = "outOfBounds",
                    .label = "the culprit",
                    .arguments = Arguments(out)});
    const std::string message = messageOf([&] { device->finish(); });
    EXPECT_NE(message.find("the culprit"), std::string::npos) << message;
    EXPECT_NE(message.find("cudaErrorIllegalAddress"), std::string::npos) << message;
    EXPECT_NE(message.find("--device emulated"), std::string::npos) << message;
    EXPECT_NE(message.find("start the program again"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_TRUE(device->lost());
    const std::string next = messageOf([&] { device->allocate(4, "more"); });
    EXPECT_NE(next.find("was lost by the culprit"), std::string::npos) << next;
    device->release(out);
    probes.reset();
    device.reset(); // must neither throw nor hang
}

} // namespace
} // namespace lanescope::device::test
