// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What only a CUDA device does.
#include "contract.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace lanescope::device::test {
namespace {

using Cuda = DeviceTest;

TEST_F(Cuda, HandsOutNoAccesses) {
    EXPECT_EQ(device->watcher(), nullptr);
    const Array<int> out(*device, 1);
    device->launch(
        {.module = probes.get(), .kernel = "writeIndex", .arguments = Arguments(out.pointer(), 1)});
    EXPECT_EQ(device->finish().size(), 1U);
}

TEST_F(Cuda, InfoHasTheFiguresOfTheDevice) {
    const Info& info = device->info();
    EXPECT_TRUE(info.can.measuresTimes);
    EXPECT_GE(info.ccMajor, 7);
    EXPECT_GT(info.multiprocessors, 0);
    EXPECT_GT(info.l2Bytes, 0U);
    EXPECT_GT(info.memoryBusBits, 0);
    EXPECT_FALSE(info.driver.empty());
    std::printf("%s, %.0f MHz, %d bits, peak %.1f GB/s, %u bytes of shared memory a block\n",
                info.name.c_str(), info.memoryClockMHz, info.memoryBusBits, info.peakBytesPerSecond() / 1e9,
                info.sharedLimitBytes);
}

TEST_F(Cuda, PtxThatIsWrongInsideIsRefusedAndLeavesTheDeviceWell) {
    // Well formed but for its types, which a driver checks: the error must not stick.
    const std::string text = ".version 7.0\n.target sm_75\n.address_size 64\n"
                             ".visible .entry odd()\n{\n.reg .f64 %d<2>;\n.reg .b32 %r<2>;\n"
                             "add.s32 %r1, %d1, %r1;\nret;\n}\n";
    const std::string message = messageOf([&] { device->load(text, "odd.ptx"); });
    EXPECT_NE(message.find("odd.ptx"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    const Array<int> out(*device, 2);
    run(*probes, "writeIndex", {1}, {2}, 0, out.pointer(), 2);
    EXPECT_EQ(out.get(), (std::vector<int>{0, 1})) << "the error stuck";
}

TEST_F(Cuda, IntegersEqualTheEmulators) {
    const auto emulated = openEmulated();
    const auto emulatedProbes = emulated->load(probesPtx(), "probes");
    const Array<int> here(*device, 5000), there(*emulated, 5000);
    for (auto [where, module, out] : {std::tuple{device.get(), probes.get(), here.pointer()},
                                      std::tuple{emulated.get(), emulatedProbes.get(), there.pointer()}})
        where->launch({.module = module,
                       .kernel = "writeIndex",
                       .grid = {50},
                       .block = {100},
                       .arguments = Arguments(out, 4321)});
    EXPECT_EQ(here.get(), there.get());
}

TEST_F(Cuda, PrintfStaysOffStandardOutput) {
    std::fflush(stdout);
    std::FILE* file = std::tmpfile();
    const int saved = ::dup(STDOUT_FILENO);
    ::dup2(::fileno(file), STDOUT_FILENO);
    run(*probes, "say", {1}, {1}, 0, 7);
    std::printf("result\n");
    std::fflush(stdout);
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    std::rewind(file);
    char text[200] = {};
    const std::size_t length = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    EXPECT_EQ(std::string(text, length), "result\n");
}

} // namespace
} // namespace lanescope::device::test
