// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Every kernel of the corpus on the emulator: against plain C++, and optimised against debug PTX.
#include "corpus/corpus.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

namespace lanescope::corpus {
namespace {

const ptx::Module& moduleOf(const std::string& file, bool debug) {
    static std::map<std::pair<std::string, bool>, std::shared_ptr<const ptx::Module>> modules;
    auto& module = modules[{file, debug}];
    if (module == nullptr) {
        module = ptx::Module::parse(readPtx(file, debug), file + (debug ? ".debug.ptx" : ".ptx"));
    }
    return *module;
}

std::string testName(const ::testing::TestParamInfo<std::size_t>& info) {
    return cases()[info.param].file + "_" + cases()[info.param].name() + "_" + std::to_string(info.param);
}

class Corpus : public ::testing::TestWithParam<std::size_t> {
protected:
    const Case& each() const { return cases()[GetParam()]; }
};

TEST_P(Corpus, AgreesWithPlainLoops) {
    if (each().fault) {
        try {
            runOnMachine(each(), moduleOf(each().file, false), 1);
            FAIL() << "the kernel ended";
        } catch (const ptx::Fault& fault) {
            EXPECT_EQ(fault.kind, *each().fault) << fault.what();
        }
        return;
    }
    const Outcome outcome = runOnMachine(each(), moduleOf(each().file, false), 1);
    if (const TextureReference* reference = findTextureReference(each().name())) {
        Values expected(each());
        reference->run(each(), expected);
        // Quotients of integers are rounded twice on the way to the reference's mean.
        EXPECT_EQ(difference(each(), expected, outcome.values, {1, 0}), "");
    }
    if (const Reference* reference = findReference(each().name())) {
        Values expected(each());
        reference->run(expected);
        EXPECT_EQ(difference(each(), expected, outcome.values, {0, reference->relative}), "");
    }
}

TEST_P(Corpus, OptimisedAgreesWithDebug) {
    if (each().fault) {
        try {
            runOnMachine(each(), moduleOf(each().file, true), 1);
            FAIL() << "the kernel ended";
        } catch (const ptx::Fault& fault) {
            EXPECT_EQ(fault.kind, *each().fault) << fault.what();
        }
        return;
    }
    const Outcome optimised = runOnMachine(each(), moduleOf(each().file, false), 1);
    const Outcome debug = runOnMachine(each(), moduleOf(each().file, true), 1);
    if (!each().chaotic) {
        EXPECT_EQ(difference(each(), optimised.values, debug.values, {0, each().contraction}), "");
    }
    EXPECT_EQ(optimised.result.printed, debug.result.printed);
}

TEST_P(Corpus, WorkersDoNotChangeTheResult) {
    if (each().fault || each().grid.count() < 2) return;
    const Outcome one = runOnMachine(each(), moduleOf(each().file, false), 1);
    const Outcome three = runOnMachine(each(), moduleOf(each().file, false), 3);
    EXPECT_EQ(difference(each(), one.values, three.values, {}), "");
    EXPECT_EQ(one.result.printed, three.result.printed);
}

TEST_P(Corpus, HasNoRaceAndReadsNothingUninitialised) {
    if (each().fault) return;
    for (const bool debug : {false, true}) {
        const Outcome outcome =
            runOnMachine(each(), moduleOf(each().file, debug), 1, std::uint64_t{1} << 24, ptx::Checks::all());
        // as written, the first assignment to a bit-field of a cooperative group reads the word it is in, and
        // a group that holds nothing is copied
        const bool bitFields = debug && (each().file == "groups" || each().file == "hopper");
        for (const ptx::Finding& finding : outcome.result.findings)
            EXPECT_TRUE(!ptx::isOfChecks(finding.kind) ||
                        (finding.kind == ptx::FindingKind::UninitialisedRead && bitFields &&
                         finding.space == model::Space::Local))
                << (debug ? "as written: " : "") << finding.text();
    }
}

INSTANTIATE_TEST_SUITE_P(All, Corpus, ::testing::Range<std::size_t>(0, cases().size()), testName);

TEST(CorpusFiles, EveryKernelHasACase) {
    std::set<std::string> files, tested;
    for (const Case& each : cases()) {
        files.insert(each.file);
        tested.insert(each.kernels.begin(), each.kernels.end());
    }
    for (const std::string& file : files) {
        for (const ptx::Kernel& kernel : moduleOf(file, false).kernels()) {
            EXPECT_TRUE(tested.contains(kernel.name)) << file << ": " << kernel.name;
            EXPECT_TRUE(kernel.unsupported.empty())
                << kernel.name << ": " << (kernel.unsupported.empty() ? "" : kernel.unsupported.front().text);
        }
    }
    for (const Reference& reference : {*findReference("saxpyI8"), *findReference("surfaceFloats")}) {
        EXPECT_TRUE(tested.contains(std::string(reference.kernel)));
    }
}

// Lanes run in lockstep, so each call prints for all of them before the next one does, as on a GPU.
TEST(CorpusPrint, CallByCallLaneByLane) {
    std::size_t seen = 0;
    for (const Case& each : cases()) {
        if (each.name() == "hello") {
            ++seen;
            EXPECT_EQ(runOnMachine(each, moduleOf(each.file, false), 2).result.printed,
                      "block 0 of 3 says hello\nblock 1 of 3 says hello\nblock 2 of 3 says hello\n");
        } else if (each.name() == "printEverything") {
            ++seen;
            EXPECT_EQ(runOnMachine(each, moduleOf(each.file, false), 1).result.printed,
                      "0     0|0    |00042 beef 010 a % 1    -1|1    |00043 beef 010 b % "
                      "1.500000 1.50e+03 0.1    1.500 2.500000 2.50e+03 0.1    2.500 "
                      "-1234567890123 18446744073709551615 (nil) text device string\n"
                      "-1234567890123 18446744073709551615 (nil) text device string\n");
        }
    }
    EXPECT_EQ(seen, 2U);
}

} // namespace
} // namespace lanescope::corpus

int main(int argc, char** argv) {
    if (lanescope::corpus::ptxFolder().empty()) {
        std::puts("skipped: the PTX of the corpus was not built, because there was no nvcc");
        return 77;
    }
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
