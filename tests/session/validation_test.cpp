// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The comparison of model and counters on made-up counters, and the accesses it draws, on the emulator.
#include "model/trace.h"
#include "session/launch_validation.h"
#include "session/random_access.h"
#include "session/validation.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

namespace lanescope::session {
namespace {

using device::Count;
using device::CounterId;
using model::Direction;
using model::Operation;
using model::Space;
using model::WarpAccess;

const model::Architecture& architecture() {
    return *model::findArchitecture("9.0");
}

std::size_t rowOf(const CounterId& id) {
    const auto rows = device::counterRows();
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].id == id) return row;
    ADD_FAILURE() << "no such counter";
    return 0;
}

/// Counters that read what a plain loop over the lanes says of a load of floats.
device::CounterValues countsOf(const WarpAccess& access) {
    std::set<std::uint64_t> sectors, lines;
    for (const std::uint64_t address : access.address) {
        sectors.insert(address / 32);
        lines.insert(address / 128);
    }
    device::CounterValues values;
    values.at(rowOf({Count::Requests, Space::Global, Direction::Load})) = 1;
    values.at(rowOf({Count::Sectors, Space::Global, Direction::Load})) = sectors.size();
    values.at(rowOf({Count::TagLookups, Space::Global, Direction::Load})) = lines.size();
    return values;
}

WarpAccess loadAt(std::uint64_t stride) {
    WarpAccess access;
    access.activeMask = ~0U;
    for (std::uint64_t lane = 0; lane < 32; ++lane) access.address[lane] = lane * stride;
    return access;
}

TEST(Comparison, FindsTheOneCountThatIsOff) {
    Comparison comparison(architecture());
    for (std::uint64_t stride = 4; stride <= 40; stride += 4) {
        const WarpAccess access = loadAt(stride);
        device::CounterValues values = countsOf(access);
        if (stride == 12) ++*values.at(rowOf({Count::Sectors, Space::Global, Direction::Load}));
        if (stride == 20) *values.at(rowOf({Count::Sectors, Space::Global, Direction::Load})) -= 3;
        comparison.add(access, count(access, architecture()), values,
                       [&] { return "stride " + std::to_string(stride); });
    }
    const std::vector<QuantityComparison> rows = comparison.rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].name(), "global load requests");
    EXPECT_EQ(rows[0].exact, 10U);
    EXPECT_EQ(rows[0].off, 0U);
    EXPECT_EQ(rows[1].name(), "global load sectors");
    EXPECT_EQ(rows[1].exact, 8U);
    EXPECT_EQ(rows[1].off, 2U);
    EXPECT_EQ(rows[1].where, "stride 20") << "the larger of two deviations";
    EXPECT_EQ(rows[1].modelled, 20U);
    EXPECT_EQ(rows[1].measured, 17U);
    EXPECT_TRUE(rows[1].promised);
    EXPECT_EQ(rows[2].off, 0U);
    EXPECT_FALSE(comparison.holds());
}

TEST(Comparison, HoldsWhenOnlyWhatIsNotPromisedIsOff) {
    const CounterId data{Count::DataWavefronts, Space::Global, Direction::Store};
    Comparison comparison(architecture());
    comparison.add(data, 3, 4, [] { return std::string("a store"); });
    EXPECT_TRUE(comparison.holds());
    comparison.add({Count::BankConflicts, Space::Shared, Direction::Load}, 3, 4,
                   [] { return std::string(); });
    EXPECT_FALSE(comparison.holds());
    Comparison elsewhere(*model::findArchitecture("8.0"));
    elsewhere.add({Count::BankConflicts, Space::Shared, Direction::Load}, 3, 4, [] { return std::string(); });
    EXPECT_TRUE(elsewhere.holds()) << "nothing is promised where nothing was measured";
}

TEST(Comparison, ReadsTablesAndNamesTheirFaults) {
    const std::string heading = "space,op,width_bytes,shared_wavefronts,global_sectors,lane_byte_offsets\n";
    const auto row = [](const std::string& begin, int step) {
        std::string text = begin;
        for (int lane = 0; lane < 32; ++lane)
            text.append(lane ? " " : ",").append(std::to_string(lane * step));
        return text + "\n";
    };
    {
        Comparison comparison(architecture());
        std::istringstream table(heading + row("shared,ld,4,2,", 8) + row("global,ld,4,,5", 4) +
                                 row("constant,ld,4,,9", 4));
        EXPECT_EQ(compareTable(table, "t.csv", comparison), 2U) << "a constant load is no row of these";
        ASSERT_EQ(comparison.rows().size(), 2U);
        EXPECT_EQ(comparison.rows()[0].off, 1U) << "32 floats in a row are four sectors, not five";
        EXPECT_NE(comparison.rows()[0].where.find("t.csv, line 3: global load, 4 bytes"), std::string::npos);
        EXPECT_EQ(comparison.rows()[1].exact, 1U);
    }
    Comparison comparison(architecture());
    std::istringstream bad(heading + row("global,ld,4,,five", 4));
    EXPECT_THROW(compareTable(bad, "t.csv", comparison), std::runtime_error);
}

TEST(Comparison, HoldsForWhatTheProgramCarries) {
    Comparison comparison(architecture());
    std::size_t rows = 0;
    for (const MeasuredTable& table : measuredTables()) {
        std::istringstream text{std::string(table.text)};
        rows += compareTable(text, table.name, comparison);
    }
    EXPECT_GE(rows, 955U);
    EXPECT_TRUE(comparison.holds());
    std::size_t exact = 0;
    for (const QuantityComparison& row : comparison.rows()) exact += row.exact;
    EXPECT_GT(exact, 2 * rows) << "most rows have several counters";
}

TEST(Launches, AreComparedAndTheDifferenceHasAReason) {
    model::Report report;
    report.architecture = &architecture();
    model::Counts counts;
    counts.requests = 8;
    counts.sharedWavefronts = 40;
    report.sites.push_back({0, Space::Shared, Direction::Load, counts});
    const model::DramTraffic dram{.bytesRead = 640};
    CountedLaunch counted{"k", {4, 1, 1}, {64, 1, 1}, {}};
    const CounterId requests{Count::Requests, Space::Shared, Direction::Load},
        wavefronts{Count::Wavefronts, Space::Shared, Direction::Load};
    counted.values.at(rowOf(requests)) = 8;
    counted.values.at(rowOf(wavefronts)) = 41;
    counted.values.at(rowOf({Count::Requests, Space::Global, Direction::Load})) = 0;
    std::vector<LaunchQuantity> quantities = compareLaunch(report, dram, counted);
    ASSERT_EQ(quantities.size(), 2U) << "what neither has is no row";
    EXPECT_EQ(quantities[0].reason, "");
    EXPECT_FALSE(quantities[1].promised) << "8 warps";
    EXPECT_NE(quantities[1].reason.find("8 warps at once"), std::string::npos);
    counted.values.at(rowOf({Count::ArbitrationConflicts})) = 3;
    EXPECT_NE(
        compareLaunch(report, dram, counted)[1].reason.find("arbitration for the data stage in 3 passes"),
        std::string::npos);

    counted.values.at(rowOf({Count::DramBytesRead})) = 704;
    EXPECT_EQ(compareLaunch(report, dram, counted).size(), 2U) << "the L2 was warm: not what is modelled";
    counted.cold = true;
    quantities = compareLaunch(report, dram, counted);
    ASSERT_EQ(quantities.size(), 3U);
    EXPECT_EQ(quantities[2].modelled, 640U);
    EXPECT_EQ(quantities[2].measured, 704U);
    EXPECT_NE(quantities[2].reason, "");

    counted.cold = false;
    counted.values.at(rowOf(requests)) = 4;
    quantities = compareLaunch(report, dram, counted);
    for (const LaunchQuantity& quantity : quantities)
        EXPECT_NE(quantity.reason.find("4 memory instructions of the PTX's 8"), std::string::npos);

    counted.grid = {1, 1, 1};
    counted.block = {32, 1, 1};
    quantities = compareLaunch(report, dram, counted);
    EXPECT_TRUE(quantities[1].promised);
    const std::vector<LaunchValidation> labs{{"lab", quantities, {}}};
    EXPECT_FALSE(holds(labs));
}

TEST(RandomAccesses, CoverEveryKindAndAreTheSameForASeed) {
    const RandomAccessLimits limits{1 << 20, 48 << 10};
    const auto drawn = randomAccesses(600, 5, architecture(), limits);
    const auto again = randomAccesses(600, 5, architecture(), limits);
    const auto other = randomAccesses(600, 6, architecture(), limits);
    std::map<std::tuple<Space, Operation, int, int>, int> kinds;
    std::set<std::uint32_t> masks;
    std::size_t different = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const WarpAccess& access = drawn[i];
        EXPECT_EQ(access.address, again[i].address);
        EXPECT_EQ(access.activeMask, again[i].activeMask);
        different += access.address != other[i].address ? 1 : 0;
        ++kinds[{access.space, access.operation, access.width, access.matrices}];
        masks.insert(access.activeMask);
        ASSERT_NE(access.activeMask, 0U);
        for (const std::uint64_t address : access.address) {
            ASSERT_EQ(address % access.width, 0U);
            ASSERT_LE(address + access.width,
                      access.space == Space::Global ? limits.globalBytes : limits.sharedBytes);
        }
    }
    EXPECT_EQ(kinds.size(), 30U) << "loads and stores of five widths in two spaces, 4 atomics, 6 of matrices";
    for (const auto& [kind, number] : kinds) EXPECT_GE(number, 20);
    EXPECT_GT(masks.size(), 60U);
    EXPECT_GT(different, 500U);
}

/// Each drawn access, launched on the emulator, is traced as exactly that access.
TEST(RandomAccesses, AreWhatTheirKernelsMake) {
    const auto emulated = device::openEmulated();
    const RandomAccessLimits limits{1 << 20, 48 << 10};
    AccessKernels kernels(*emulated, limits, true);
    for (const WarpAccess& drawn : randomAccesses(300, 11, architecture(), limits)) {
        SCOPED_TRACE(describeAccess(drawn));
        model::Trace trace;
        kernels.launch(drawn, &trace);
        ASSERT_GE(trace.accesses().size(), 1U);
        std::size_t found = 0;
        for (const WarpAccess& made : trace.accesses()) {
            ASSERT_TRUE(made.space == drawn.space || made.space == Space::Constant);
            if (made.space != drawn.space) continue;
            ++found;
            EXPECT_EQ(made.operation, drawn.operation);
            EXPECT_EQ(made.width, drawn.width);
            EXPECT_EQ(made.matrices, drawn.matrices);
            ASSERT_EQ(made.activeMask, drawn.activeMask);
            const std::uint64_t base = drawn.space == Space::Global ? kernels.memory() : 0;
            for (int lane = 0; lane < 32; ++lane) {
                if (!drawn.active(lane)) continue;
                ASSERT_EQ(made.address[static_cast<std::size_t>(lane)],
                          base + drawn.address[static_cast<std::size_t>(lane)]);
            }
        }
        EXPECT_EQ(found, 1U);
    }
}

} // namespace
} // namespace lanescope::session
