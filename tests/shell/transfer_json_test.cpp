// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/parameters.h"
#include "recording/recorder.h"
#include "session/kernel_modules.h"
#include "shell/output/streams.h"
#include "shell/output/transfers.h"
#include "json/stream.h"

#include <gtest/gtest.h>

namespace lanescope::shell {
namespace {

using model::Transfer;
using model::TransferMemory;

session::TransferTable measuredTable() {
    session::TransferTable table;
    table.modelled = false;
    table.complete = false;
    table.device = "Some \"GPU\"";
    table.architecture = "9.0";
    table.mostBytes = 4096;
    table.pcieGeneration = 4;
    table.pcieLanes = 8;
    table.pcieMostGeneration = 5;
    table.pcieMostLanes = 16;
    table.pcieGBps = 15.75;
    table.pcieSource = "a file";
    table.memoryGBps = 4814.5;
    table.memorySource = "attributes";
    table.bestCopyGBps = 4206.25;
    table.bestCopyHow = "cudaMemcpy, 512 MiB";
    table.curves = {
        {Transfer::HostToDevice,
         TransferMemory::Pageable,
         false,
         true,
         {{1024, 100, 6.5e-6, 6e-6, 9e-6}, {2048, 50, 7e-6, 6.5e-6, 8e-6}}},
        {Transfer::Both, TransferMemory::PageLocked, true, false, {{4096, 5, 2e-6, 1e-6, 3e-6, 32}}}};
    return table;
}

void expectSame(const session::TransferTable& a, const session::TransferTable& b) {
    EXPECT_EQ(a.modelled, b.modelled);
    EXPECT_EQ(a.complete, b.complete);
    EXPECT_EQ(a.device, b.device);
    EXPECT_EQ(a.architecture, b.architecture);
    EXPECT_EQ(a.mostBytes, b.mostBytes);
    EXPECT_EQ(a.pcieGeneration, b.pcieGeneration);
    EXPECT_EQ(a.pcieLanes, b.pcieLanes);
    EXPECT_EQ(a.pcieMostGeneration, b.pcieMostGeneration);
    EXPECT_EQ(a.pcieMostLanes, b.pcieMostLanes);
    EXPECT_EQ(a.pcieGBps, b.pcieGBps);
    EXPECT_EQ(a.pcieSource, b.pcieSource);
    EXPECT_EQ(a.memoryGBps, b.memoryGBps);
    EXPECT_EQ(a.memorySource, b.memorySource);
    EXPECT_EQ(a.bestCopyGBps, b.bestCopyGBps);
    EXPECT_EQ(a.bestCopyHow, b.bestCopyHow);
    ASSERT_EQ(a.curves.size(), b.curves.size());
    for (std::size_t i = 0; i < a.curves.size(); ++i) {
        const model::TransferCurve &x = a.curves[i], &y = b.curves[i];
        EXPECT_EQ(x.direction, y.direction);
        EXPECT_EQ(x.memory, y.memory);
        EXPECT_EQ(x.portable, y.portable);
        EXPECT_EQ(x.wallClock, y.wallClock);
        ASSERT_EQ(x.points.size(), y.points.size());
        for (std::size_t k = 0; k < x.points.size(); ++k) {
            EXPECT_EQ(x.points[k].bytes, y.points[k].bytes);
            EXPECT_EQ(x.points[k].repetitions, y.points[k].repetitions);
            EXPECT_EQ(x.points[k].median, y.points[k].median);
            EXPECT_EQ(x.points[k].low, y.points[k].low);
            EXPECT_EQ(x.points[k].high, y.points[k].high);
            EXPECT_EQ(x.points[k].batch, y.points[k].batch);
        }
    }
}

TEST(TransferJson, IsReadBackAsItWasWritten) {
    expectSame(measuredTable(), transferTableFromJson(transferJson(measuredTable()).dump()));
    for (const model::Architecture& architecture : model::architectures()) {
        const session::TransferTable modelled = session::modelledTransfers(architecture);
        expectSame(modelled, transferTableFromJson(transferJson(modelled).dump()));
    }
}

TEST(TransferJson, WhatIsUnknownIsNull) {
    session::TransferTable table = measuredTable();
    table.pcieGBps = table.bestCopyGBps = 0;
    table.pcieGeneration = 0;
    const auto json = transferJson(table);
    EXPECT_TRUE(json["peaks"]["pcie"]["generation"].is_null());
    EXPECT_TRUE(json["peaks"]["pcie"]["gb_per_second"].is_null());
    EXPECT_TRUE(json["best_copy"].is_null());
    table.bestCopyHow.clear();
    expectSame(table, transferTableFromJson(json.dump()));
}

TEST(TransferJson, AnythingElseIsRefusedInOneLine) {
    const std::string good = transferJson(measuredTable()).dump();
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    };
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("[]"), std::string("{}"),
          good.substr(0, good.size() / 2), changed("\"pageable\"", "\"paged\""),
          changed("\"h2d\"", "\"h2h\""), changed("\"h2d\"", "7"), changed("\"curves\"", "\"lines\""),
          changed("\"modelled\":false", "\"modelled\":\"no\"")}) {
        try {
            transferTableFromJson(text);
            FAIL() << text.substr(0, 60);
        } catch (const BadInput& failure) {
            EXPECT_EQ(std::string_view(failure.what()).find('\n'), std::string_view::npos);
        }
    }
}

TEST(TransferTables, ACurveWithoutTheFlagStandsInForAPortableOne) {
    const session::TransferTable table = measuredTable();
    EXPECT_EQ(table.find(Transfer::HostToDevice, TransferMemory::Pageable, true), &table.curves[0]);
    EXPECT_EQ(table.find(Transfer::Both, TransferMemory::PageLocked, true), &table.curves[1]);
    EXPECT_EQ(table.find(Transfer::Both, TransferMemory::PageLocked, false), nullptr);
    EXPECT_EQ(table.find(Transfer::DeviceToHost, TransferMemory::Pageable), nullptr);
    EXPECT_EQ(table.peakGBps(Transfer::HostToDevice), 15.75);
    EXPECT_EQ(table.peakGBps(Transfer::Both), 31.5);
    EXPECT_EQ(table.peakGBps(Transfer::DeviceToDevice), 4814.5);
    ASSERT_NE(session::pointAt(table.curves[0], 2048), nullptr);
    EXPECT_EQ(session::pointAt(table.curves[0], 2048)->repetitions, 50);
    EXPECT_EQ(session::pointAt(table.curves[0], 4096), nullptr);
    EXPECT_EQ(table.curves[1].gbPerSecond(table.curves[1].points[0]), 2 * 4096 / 2e-6 / 1e9);
}

TEST(BestCopies, AreAsFastAsTheTablesOwnLargeCopies) {
    constexpr std::uint64_t kLarge = 512 << 20;
    session::TransferTable table = measuredTable();
    table.bestCopyGBps = 4172;
    const auto copy = [&](std::uint64_t bytes, double gbps) {
        const double seconds = 2 * static_cast<double>(bytes) / (gbps * 1e9);
        return model::TransferPoint{bytes, 20, seconds, seconds, seconds};
    };
    table.curves.push_back({Transfer::DeviceToDevice,
                            TransferMemory::CopyCall,
                            false,
                            false,
                            {copy(1 << 20, 6000), copy(kLarge, 4100)}});
    session::raiseBestCopy(table, kLarge);
    EXPECT_EQ(table.bestCopyGBps, 4172) << "6000 lies in the L2";
    table.curves.push_back(
        {Transfer::DeviceToDevice, TransferMemory::CopyKernel, false, false, {copy(kLarge, 4232.9)}});
    session::raiseBestCopy(table, kLarge);
    EXPECT_NEAR(table.bestCopyGBps, 4232.9, 1e-6);
    EXPECT_EQ(table.bestCopyHow, "kernel, 512 MiB");
}

/// Two kernels in two streams, of which nobody knows what they take, as on a chip that has no figures.
TEST(StreamsText, WithoutTimesOfKernelsThereIsNoTimeAndNoGain) {
    recording::Recording made;
    recording::Recorder recorder(made, session::kernelModules(), model::defaultArchitecture());
    const recording::Buffer in = recorder.buffer("in", 4096), out = recorder.buffer("out", 4096);
    for (int i = 0; i < 2; ++i) {
        recorder.in(recorder.stream());
        recorder.launch("streams.process", {4, 1, 1}, {256, 1, 1}, 0, out, in, int{1024}, 4);
    }
    auto line = session::streamTimelineOf(made, model::defaultArchitecture());
    ASSERT_TRUE(line);
    const auto text = [&] { return streamsText(made, *line, nullptr); };
    const auto json = [&] {
        return Json::parse(json::streamed([&](json::Stream& document) {
            document.beginObject();
            addStreams(document, made, *line, nullptr);
            document.end();
        }))["streams"];
    };
    EXPECT_TRUE(text().starts_with("modelled: no time and no gain")) << text();
    EXPECT_EQ(text().find("gain 1.00"), std::string::npos) << text();
    EXPECT_NE(text().find("kernel process, stream 2"), std::string::npos) << text();
    EXPECT_TRUE(json()["modelled"]["gain"].is_null());
    EXPECT_TRUE(json()["modelled"]["seconds"].is_null());
    EXPECT_EQ(json()["commands"][1]["command"], "kernel");
    EXPECT_EQ(json()["commands"][1]["kernel"], "process");
    line->untimed.clear();
    EXPECT_NE(text().find("one after another"), std::string::npos) << text();
    EXPECT_TRUE(json()["modelled"]["gain"].is_number());
}

} // namespace
} // namespace lanescope::shell
