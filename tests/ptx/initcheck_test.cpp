// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Reads of uninitialised memory: global memory that was allocated raw, shared, local and the device's heap.
#include "check_kernels.h"

#include <map>
#include <string>

namespace lanescope::ptx {
namespace {

class Initcheck : public CheckKernels {
protected:
    static Finding at(const std::vector<Finding>& findings, const std::string& mark) {
        for (const Finding& finding : findings)
            if (finding.kind == FindingKind::UninitialisedRead && finding.line == line(mark)) return finding;
        ADD_FAILURE() << "no uninitialised read at " << mark << " in\n" << texts(findings);
        Finding none;
        none.access.emplace();
        return none;
    }
    std::uint64_t raw(std::size_t bytes) { return runner->memory.allocate(bytes, "raw", true); }
    void upload(std::uint64_t address, std::size_t bytes) { runner->memory.markWritten(address, bytes); }
};
INSTANTIATE_TEST_SUITE_P(Ptx, Initcheck, ::testing::Values(false, true),
                         [](const auto& which) { return which.param ? "AsWritten" : "Optimised"; });

TEST_P(Initcheck, GlobalMemoryThatNobodyFilled) {
    const std::uint64_t in = raw(100 * 4), out = zeros(400);
    upload(in, 50 * 4);
    const auto found = run("sumAll", {2, 1, 1}, {64, 1, 1}, Parameters().add(in).add(out).add(100));
    ASSERT_EQ(found.size(), 1u) << texts(found);
    const Finding finding = at(found, "sumRead");
    EXPECT_EQ(finding.count, 50u);
    EXPECT_EQ(finding.array, "raw");
    EXPECT_EQ(finding.offset, 50u * 4);
    EXPECT_EQ(finding.bytes, 4u);
    EXPECT_EQ(finding.space, model::Space::Global);
    EXPECT_EQ(finding.access->warp, 1u); // element 50: thread 50 of block 0
    EXPECT_EQ(finding.access->lane, 50 - 32);
    EXPECT_EQ(finding.access->thread, (model::Dim3{50, 0, 0}));
    // filled by the host
    upload(in, 400);
    EXPECT_TRUE(run("sumAll", {2, 1, 1}, {64, 1, 1}, Parameters().add(in).add(out).add(100)).empty());
}

TEST_P(Initcheck, AKernelFillsMemoryToo) {
    const std::uint64_t zero = zeros(400), middle = raw(400), out = zeros(400);
    EXPECT_TRUE(run("sumAll", {2, 1, 1}, {64, 1, 1}, Parameters().add(zero).add(middle).add(90)).empty());
    const auto found = run("sumAll", {2, 1, 1}, {64, 1, 1}, Parameters().add(middle).add(out).add(100));
    EXPECT_EQ(at(found, "sumRead").count, 10u);
    // what ran unchecked, or stood for other blocks, may have written anything
    runner->config.checks.uninitialised = false;
    run("sumAll", {1, 1, 1}, {64, 1, 1}, Parameters().add(zero).add(out).add(1));
    runner->config.checks.uninitialised = true;
    EXPECT_TRUE(run("sumAll", {2, 1, 1}, {64, 1, 1}, Parameters().add(middle).add(out).add(100)).empty());
}

TEST_P(Initcheck, SharedMemoryBeyondTheEdge) {
    const std::uint64_t in = runner->buffer(std::vector<float>(40, 1.0F)), out = zeros(256);
    const auto found = run("halo", {2, 1, 1}, {32, 1, 1}, Parameters().add(in).add(out).add(40));
    const Finding finding = at(found, "haloRead");
    // cache[0] of the first block and cache[33] of the last are never filled
    EXPECT_EQ(finding.count, 2u) << texts(found);
    EXPECT_EQ(finding.array, "cache");
    EXPECT_EQ(finding.offset, 0u);
    EXPECT_EQ(finding.space, model::Space::Shared);
    EXPECT_EQ(finding.block, (model::Dim3{0, 0, 0}));
    EXPECT_EQ(finding.access->lane, 0);
}

TEST_P(Initcheck, AVectorOfWhichPartWasWritten) {
    const auto found = run("vectorPart", {}, {32, 1, 1}, Parameters().add(zeros(128)));
    ASSERT_EQ(found.size(), 1u) << texts(found);
    EXPECT_EQ(found[0].kind, FindingKind::UninitialisedRead);
    EXPECT_EQ(found[0].bytes, 4u);
    EXPECT_EQ(found[0].count, 32u);
    EXPECT_TRUE(found[0].line == line("vectorCopy") || found[0].line == line("vectorUse")) << found[0].text();
}

TEST_P(Initcheck, PaddingThatIsCopiedIsNone) {
    const auto points = run("paddedPoint", {}, {32, 1, 1}, Parameters().add(zeros(512)).add(zeros(128)));
    EXPECT_TRUE(points.empty()) << texts(points);
    const std::uint64_t middle = raw(512), copy = raw(512), sums = zeros(256);
    const auto fill = run("paddedFill", {}, {32, 1, 1}, Parameters().add(middle));
    EXPECT_TRUE(fill.empty()) << texts(fill);
    const auto once = run("paddedCopy", {}, {32, 1, 1}, Parameters().add(middle).add(copy).add(sums));
    EXPECT_TRUE(once.empty()) << texts(once);
    const auto again = run("paddedCopy", {}, {32, 1, 1}, Parameters().add(copy).add(zeros(512)).add(sums));
    EXPECT_TRUE(again.empty()) << texts(again);
}

TEST_P(Initcheck, AWordOfWhichOneByteWasWrittenIsOneWhenUsed) {
    const std::uint64_t letters = raw(512);
    EXPECT_TRUE(run("fillLetters", {}, {32, 1, 1}, Parameters().add(letters)).empty());
    const auto found = run("readWords", {}, {32, 1, 1}, Parameters().add(letters).add(zeros(128)));
    ASSERT_EQ(found.size(), 1u) << texts(found);
    EXPECT_EQ(found[0].bytes, 3u);
    EXPECT_EQ(found[0].offset, 1u); // byte 0 is the letter
    EXPECT_EQ(found[0].line, line("wordRead"));
}

TEST_P(Initcheck, LocalMemory) {
    const auto right = run("localPart", {}, {32, 1, 1}, Parameters().add(zeros(128)).add(8));
    EXPECT_TRUE(right.empty()) << texts(right);
    // table[0], [3], [6] and [1] are written: 2, 4, 5 and 7 are not, which half of the lanes read
    const auto found = run("localPart", {}, {32, 1, 1}, Parameters().add(zeros(128)).add(4));
    EXPECT_EQ(at(found, "localRead").count, 16u);
    EXPECT_EQ(at(found, "localRead").space, model::Space::Local);
}

TEST_P(Initcheck, ArraysReadInOneLineAreToldApart) {
    const std::uint64_t first = runner->memory.allocate(128, "p", true),
                        second = runner->memory.allocate(128, "q", true);
    const auto found =
        run("addArrays", {}, {32, 1, 1}, Parameters().add(first).add(second).add(zeros(128)).add(-1));
    ASSERT_EQ(found.size(), 3u) << texts(found);
    std::map<std::string, std::uint64_t> counts;
    for (const Finding& finding : found) {
        EXPECT_EQ(finding.line, line("arraysRead"));
        counts[finding.space == model::Space::Local ? "local" : finding.array] = finding.count;
    }
    EXPECT_EQ(counts, (std::map<std::string, std::uint64_t>{{"p", 32}, {"q", 32}, {"local", 32}}));
}

TEST_P(Initcheck, TheDevicesHeap) {
    const auto found = run("heapRead", {}, {32, 1, 1}, Parameters().add(zeros(128)));
    EXPECT_EQ(at(found, "heapRead").count, 24u) << texts(found); // three of four lanes read what nobody wrote
}

} // namespace
} // namespace lanescope::ptx
