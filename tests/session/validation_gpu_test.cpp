// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Counters on a GPU: of single accesses, of labs, and given up half way.
#include "device/architecture.h"
#include "kit/registry.h"
#include "session/access_validation.h"
#include "session/launch_validation.h"
#include "session/random_access.h"
#include "session/validation.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace lanescope::session {
namespace {

using namespace kit;

using device::Count;
using device::CounterId;
using model::Direction;
using model::Operation;
using model::Space;
using model::WarpAccess;

class CountersOnGpu : public testing::Test {
protected:
    std::shared_ptr<device::Device> m_device = device::openDevice("cuda");
    const model::Architecture& m_architecture = device::architectureOf(m_device->info());
};

WarpAccess floats(Space space, Operation operation, std::uint64_t stride) {
    WarpAccess access;
    access.space = space;
    access.operation = operation;
    access.activeMask = ~0U;
    for (std::uint64_t lane = 0; lane < 32; ++lane) access.address[lane] = lane * stride;
    return access;
}

// The expected values are arithmetic on addresses, for every chip with 32-byte sectors and 32 banks of 4
// bytes.
TEST_F(CountersOnGpu, ReadWhatOneAccessMustCost) {
    AccessKernels kernels(*m_device, {1 << 20, 48 << 10}, false);
    device::Counters counters(m_device->info());
    const std::vector<WarpAccess> accesses{
        floats(Space::Global, Operation::Load, 4),    floats(Space::Global, Operation::Load, 32),
        floats(Space::Global, Operation::Store, 128), floats(Space::Shared, Operation::Load, 4),
        floats(Space::Shared, Operation::Load, 128),  floats(Space::Shared, Operation::Store, 8)};
    const auto values = counters.measure(accesses.size() + 1, [&](std::size_t i) {
        i ? kernels.launch(accesses[i - 1]) : kernels.launchNothing();
    });
    const auto read = [&](std::size_t i, Count count) {
        device::CounterValues value = values[i + 1];
        value -= values[0];
        return value.of({count, accesses[i].space, directionOf(accesses[i].operation)}).value_or(999);
    };
    EXPECT_EQ(read(0, Count::Requests), 1U);
    EXPECT_EQ(read(0, Count::Sectors), 4U);
    EXPECT_EQ(read(0, Count::TagLookups), 1U);
    EXPECT_EQ(read(1, Count::Sectors), 32U);
    EXPECT_EQ(read(1, Count::TagLookups), 8U);
    EXPECT_EQ(read(2, Count::Sectors), 32U);
    EXPECT_EQ(read(2, Count::TagLookups), 32U);
    EXPECT_EQ(read(3, Count::Wavefronts), 1U);
    EXPECT_EQ(read(3, Count::BankConflicts), 0U);
    EXPECT_EQ(read(4, Count::Wavefronts), 32U);
    EXPECT_EQ(read(4, Count::BankConflicts), 31U);
    EXPECT_EQ(read(5, Count::Wavefronts), 2U);
    EXPECT_EQ(read(5, Count::BankConflicts), 1U);
}

TEST_F(CountersOnGpu, AgreeWithTheModelOnRandomAccesses) {
    const LiveValidation live = validateAccesses(*m_device, m_architecture, 60, 3, {});
    EXPECT_EQ(live.accesses.size(), 60U);
    EXPECT_GE(live.comparison.rows().size(), 12U);
    for (const QuantityComparison& row : live.comparison.rows())
        EXPECT_TRUE(!row.promised || row.off == 0) << row.name() << ": " << row.modelled << " modelled, "
                                                   << row.measured << " measured, " << row.where;
}

TEST_F(CountersOnGpu, CountALabAndLeaveTheDeviceUsable) {
    const std::unique_ptr<Lab> lab = findLab("banks").make();
    lab->set("stride", "32");
    const auto recording = std::make_shared<recording::Recording>(recordingOf(*lab, m_architecture));
    RunCounters counters(m_device->info());
    EXPECT_FALSE(counters.chip().empty());
    EXPECT_GE(counters.replays(), 1U);
    const auto counted = counters.count(*m_device, recording, m_architecture);
    ASSERT_EQ(counted.size(), 1U);
    EXPECT_EQ(counted[0].values.of({Count::BankConflicts, Space::Shared, Direction::Load}), 31U);
    const device::Pointer memory = m_device->allocate(64, "after");
    m_device->fill(memory, std::byte{1}, 64);
    m_device->release(memory);
    EXPECT_FALSE(m_device->lost());
}

TEST_F(CountersOnGpu, AreGivenUpHalfWay) {
    std::atomic<bool> cancel{false};
    std::size_t seen = 0;
    const Progress progress = [&](double fraction, std::string_view) {
        EXPECT_GE(fraction, 0);
        EXPECT_LE(fraction, 1);
        if (++seen == 20) cancel = true;
    };
    EXPECT_THROW(validateAccesses(*m_device, m_architecture, 600, 1, progress, &cancel), device::Cancelled);
    EXPECT_EQ(seen, 20U) << "the launch under way was the last";
    const std::vector<NamedRecording> banks{{"banks", std::make_shared<recording::Recording>(recordingOf(
                                                          *findLab("banks").make(), m_architecture))}};
    EXPECT_THROW(validateLaunches(*m_device, banks, m_architecture, {}, &cancel), device::Cancelled);
    cancel = false;
    EXPECT_EQ(validateAccesses(*m_device, m_architecture, 6, 1, {}, &cancel).accesses.size(), 6U)
        << "the next one starts anew";
}

} // namespace
} // namespace lanescope::session

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const lanescope::device::CounterProbe probe = lanescope::device::probeCounters(0);
    if (!probe.available) {
        std::printf("skipped: %s\n", probe.reason.c_str());
        return 77;
    }
    return RUN_ALL_TESTS();
}
