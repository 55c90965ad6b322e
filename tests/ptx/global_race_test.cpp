// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Races on global memory within a launch: between blocks, within one, and what puts them in order.
#include "check_kernels.h"

namespace lanescope::ptx {
namespace {

class GlobalRace : public CheckKernels {
protected:
    std::string file() const override { return "global"; }
    static std::uint32_t line(const std::string& mark) { return lineOf(mark, "global"); }
    std::uint64_t floats(std::size_t count) {
        return runner->buffer(std::vector<float>(count, 1.0F), "data");
    }
    void expectNone(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                    const Parameters& parameters) {
        const auto found = run(kernel, grid, block, parameters);
        EXPECT_TRUE(found.empty()) << kernel << "\n" << texts(found);
    }
    /// The race of these lines, later access first; fails when it is not there.
    Finding pair(const std::string& kernel, model::Dim3 grid, model::Dim3 block, const Parameters& parameters,
                 const std::string& later, const std::string& earlier) {
        const auto found = run(kernel, grid, block, parameters);
        for (const Finding& finding : found)
            if (finding.kind == FindingKind::Race && finding.space == model::Space::Global &&
                finding.access->line == line(later) && finding.earlier->line == line(earlier))
                return finding;
        ADD_FAILURE() << kernel << ": no race of " << later << " with " << earlier << " in\n" << texts(found);
        Finding none;
        none.access.emplace();
        none.earlier.emplace();
        return none;
    }
};
INSTANTIATE_TEST_SUITE_P(Ptx, GlobalRace, ::testing::Values(false, true),
                         [](const auto& which) { return which.param ? "AsWritten" : "Optimised"; });

TEST_P(GlobalRace, AStencilInPlace) {
    const std::uint64_t data = floats(129), other = floats(129);
    expectNone("smooth", {2, 1, 1}, {64, 1, 1}, Parameters().add(data).add(other).add(129));
    const Parameters inPlace = Parameters().add(data).add(data).add(129);
    const auto found = run("smooth", {2, 1, 1}, {64, 1, 1}, inPlace);
    // warps of one block, and block 1's first with block 0's last element; none within a warp, whose reads
    // come before its writes in step only
    const Finding race = pair("smooth", {2, 1, 1}, {64, 1, 1}, inPlace, "inPlace", "neighbour");
    EXPECT_EQ(race.array, "data");
    EXPECT_EQ(race.offset % 4, 0U);
    EXPECT_EQ(race.bytes, 4U);
    // thread 64 of all writes what thread 63 has read
    runner->config.checks.lockstep = true;
    const Finding blocks = pair("smooth", {2, 1, 1}, {32, 1, 1}, inPlace, "inPlace", "neighbour");
    EXPECT_EQ(blocks.access->block, (model::Dim3{1, 0, 0}));
    EXPECT_EQ(blocks.earlier->block, (model::Dim3{0, 0, 0}));
    EXPECT_EQ(blocks.access->thread, (model::Dim3{0, 0, 0}));
    EXPECT_EQ(blocks.earlier->thread, (model::Dim3{31, 0, 0}));
    EXPECT_EQ(blocks.offset, 32U * 4);
    EXPECT_EQ(blocks.count, 1U);
    EXPECT_NE(blocks.text().find("thread (0,0,0) of block (1,0,0)"), std::string::npos) << blocks.text();
    EXPECT_NE(blocks.text().find("because blocks run in any order"), std::string::npos) << blocks.text();
}

TEST_P(GlobalRace, OneCounterForAll) {
    const Parameters parameters = Parameters().add(zeros(64));
    expectNone("countAtomically", {4, 1, 1}, {64, 1, 1}, parameters);
    expectNone("countForBlock", {4, 1, 1}, {64, 1, 1}, parameters);
    pair("countPlainly", {4, 1, 1}, {1, 1, 1}, parameters, "plainCount", "plainCount");
    const auto narrow = run("countForBlocks", {4, 1, 1}, {64, 1, 1}, parameters);
    ASSERT_EQ(narrow.size(), 1U) << texts(narrow);
    EXPECT_TRUE(GetParam() || narrow[0].line == line("narrow"));
    EXPECT_NE(narrow[0].text().find("an atomic of device scope"), std::string::npos) << narrow[0].text();
    expectNone("countForBlocks", {1, 1, 1}, {64, 1, 1}, parameters);
}

TEST_P(GlobalRace, ALoadBeforeACompareAndSwapIsAGuess) {
    expectNone("largest", {4, 1, 1}, {64, 1, 1}, Parameters().add(numbers(64)).add(zeros(4)));
    const auto found = run("readsEarly", {2, 1, 1}, {32, 1, 1}, Parameters().add(zeros(4)).add(zeros(128)));
    ASSERT_EQ(found.size(), 1U) << texts(found);
    EXPECT_EQ(found[0].access->line, line("earlyRead"));
    EXPECT_TRUE(GetParam() || found[0].earlier->line == line("earlyAdd"));
}

TEST_P(GlobalRace, StoresOfOneValueAreNone) {
    expectNone("setFlag", {4, 1, 1}, {64, 1, 1}, Parameters().add(numbers(64)).add(zeros(4)));
    const Finding race =
        pair("setLast", {1, 1, 1}, {32, 1, 1}, Parameters().add(zeros(4)), "lastOfMany", "lastOfMany");
    EXPECT_NE(race.text().find("in the same instruction, with another value"), std::string::npos)
        << race.text();
    pair("setLast", {1, 1, 1}, {64, 1, 1}, Parameters().add(zeros(4)), "lastOfMany", "lastOfMany");
}

TEST_P(GlobalRace, BytesAreToldApart) {
    const std::uint64_t out = zeros(256);
    expectNone("bytesOfOneWord", {4, 1, 1}, {33, 1, 1}, Parameters().add(out));
    const Finding race =
        pair("bytesAndWord", {1, 1, 1}, {64, 1, 1}, Parameters().add(out).add(out), "wordRead", "byteWrite");
    EXPECT_EQ(race.bytes, 1U);
}

TEST_P(GlobalRace, ABarrierOrdersABlock) {
    const std::uint64_t data = zeros(512);
    expectNone("reverseRight", {2, 1, 1}, {64, 1, 1}, Parameters().add(data));
    // warps run one after another here: the second one writes what the first has read
    const Parameters parameters = Parameters().add(data);
    const Finding race =
        pair("reverseWrong", {2, 1, 1}, {64, 1, 1}, parameters, "reverseWrite", "reverseRead");
    EXPECT_EQ(race.access->block, race.earlier->block);
    EXPECT_EQ(race.access->thread.x, 63 - race.earlier->thread.x);
    EXPECT_NE(race.text().find("put __syncthreads() between them"), std::string::npos) << race.text();
    const Finding lanes =
        pair("reverseWrong", {2, 1, 1}, {32, 1, 1}, parameters, "reverseRead", "reverseWrite");
    EXPECT_EQ(lanes.access->thread.x, 31 - lanes.earlier->thread.x);
    EXPECT_NE(lanes.text().find("put __syncwarp() between them"), std::string::npos) << lanes.text();
}

TEST_P(GlobalRace, TheBlockThatComesLastReadsBehindAFence) {
    const auto parameters = [&] {
        return Parameters().add(numbers(256)).add(zeros(16)).add(zeros(4)).add(zeros(4));
    };
    expectNone("sumByLastRight", {4, 1, 1}, {64, 1, 1}, parameters());
    const Finding race =
        pair("sumByLastWrong", {4, 1, 1}, {64, 1, 1}, parameters(), "partialRead", "partialWrite");
    EXPECT_EQ(race.access->block.x, 3U);
    EXPECT_EQ(race.earlier->block.x, 0U);
    EXPECT_EQ(race.count, 3U);
    // a fence for the block alone is none for others
    pair("sumByLastNarrow", {4, 1, 1}, {64, 1, 1}, parameters(), "partialRead", "partialWrite");
}

TEST_P(GlobalRace, AcquireAndReleaseChainBlocks) {
    runner->config.cooperative = true;
    const auto parameters = [&] { return Parameters().add(zeros(32)).add(zeros(32)); };
    expectNone("chainRight", {6, 1, 1}, {32, 1, 1}, parameters());
    pair("chainNarrow", {6, 1, 1}, {32, 1, 1}, parameters(), "chainRead", "chainWrite");
    // what the second block has released is not what the first did
    pair("skipsOne", {3, 1, 1}, {32, 1, 1}, parameters(), "skipped", "skipped");
}

TEST_P(GlobalRace, ALockOrdersBlocks) {
    expectNone("lockedSum", {8, 1, 1}, {32, 1, 1}, Parameters().add(zeros(4)).add(zeros(4)));
}

TEST_P(GlobalRace, TheGridsBarrierOrdersAll) {
    runner->config.checks = {.races = true};
    runner->config.cooperative = true;
    const Parameters parameters = Parameters().add(zeros(1024)).add(zeros(1024)).add(256);
    expectNone("ringRight", {4, 1, 1}, {64, 1, 1}, parameters);
    pair("ringWrong", {4, 1, 1}, {64, 1, 1}, parameters, "ringStep", "ringStep");
}

TEST_P(GlobalRace, MemoryThatIsGivenOutAgainIsNew) {
    const auto found = run("reusesHeap", {2, 1, 1}, {64, 1, 1}, Parameters().add(zeros(256)));
    for (const Finding& finding : found) EXPECT_NE(finding.kind, FindingKind::Race) << finding.text();
}

TEST_P(GlobalRace, NobodyLooksUnasked) {
    runner->config.checks = {.races = false, .uninitialised = true};
    expectNone("setLast", {4, 1, 1}, {64, 1, 1}, Parameters().add(zeros(4)));
}

} // namespace
} // namespace lanescope::ptx
