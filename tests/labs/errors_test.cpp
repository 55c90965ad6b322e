// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Each mistake is found where it is, with the block, warp and lane that make it, and the mended program has
// none.
#include "lab_run.h"

#include "kit/registry.h"
#include "labs/errors/check_cells.h"
#include "labs/errors/check_model.h"
#include "labs/errors/check_view.h"
#include "labs/errors/model.h"
#include "labs/errors/words.h"

#include <fmt/format.h>

namespace lanescope::lab_errors {
namespace {

using namespace labs_test;

const std::vector<const char*> kMistakes{
    "too-many-threads", "too-much-shared", "late-error", "out-of-bounds", "race", "barrier", "uninitialised"};

/// The n-th line of the kernels' source that has this text, counted from 1.
std::uint32_t lineOf(std::string_view text) {
    const std::string& source = device::findKernelFile("errors")->source;
    const std::size_t at = source.find(text);
    EXPECT_NE(at, std::string::npos) << text;
    return static_cast<std::uint32_t>(
               std::count(source.begin(), source.begin() + static_cast<long>(at), '\n')) +
           1;
}

const session::LaunchResult& launchOf(const LabRun& run) {
    return run.result().launches.front();
}
std::vector<int> codesOf(const LabRun& run) {
    std::vector<int> codes;
    for (const device::CallReturn& each : run.result().calls->returns) codes.push_back(each.code);
    return codes;
}

TEST(ErrorsModel, ElementsInputsAndWhatIsExpected) {
    Program program{.mistake = Mistake::OutOfBounds, .threads = 3, .ahead = 2};
    EXPECT_EQ(program.elements(), 6);
    EXPECT_EQ(program.inputs(), (std::vector<int>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(program.expected(), (std::vector<int>{1 + 3, 2 + 4, 3 + 5, 4 + 6, 5, 6}));
    program.ahead = 1 << 26;
    EXPECT_EQ(program.expected(), program.inputs());
    program = {.mistake = Mistake::Race, .threads = 4};
    EXPECT_EQ(program.expected(), (std::vector<int>{4, 3, 2, 1}));
    program = {.mistake = Mistake::Barrier, .threads = 5, .come = 3};
    EXPECT_EQ(program.inputs().size(), 5U);
    EXPECT_EQ(program.expected(), (std::vector<int>{3, 2, 1}));
    program.come = 9; // no more than there are
    EXPECT_EQ(program.elements(), 5);
    program = {.mistake = Mistake::Uninitialised, .threads = 3};
    EXPECT_EQ(program.expected(), (std::vector<int>{1, 2, 3}));
    EXPECT_EQ((Program{.mistake = Mistake::TooMuchShared}).elements(), 256);
}

TEST(ErrorsModel, OnlyTheMendedLaunchKeepsWithinTheLimits) {
    const auto shape = [](const Program& program) { return program.shape(1024, 48 << 10); };
    Program program{.mistake = Mistake::TooManyThreads, .askedThreads = 1536};
    EXPECT_EQ(shape(program).block, (model::Dim3{1536, 1, 1}));
    EXPECT_EQ(shape(program).grid, (model::Dim3{1, 1, 1}));
    program.fixed = true;
    EXPECT_EQ(shape(program).block, (model::Dim3{1024, 1, 1}));
    program.askedThreads = 100;
    EXPECT_EQ(shape(program).grid, (model::Dim3{3, 1, 1})); // 256 elements
    program = {.mistake = Mistake::TooMuchShared, .askedShared = 64};
    EXPECT_EQ(shape(program).sharedBytes, 64U << 10);
    EXPECT_EQ(shape(program).block, (model::Dim3{256, 1, 1}));
    program.fixed = true;
    EXPECT_EQ(shape(program).sharedBytes, 48U << 10);
    program = {.mistake = Mistake::LateError, .threads = 32};
    EXPECT_EQ(shape(program).grid, (model::Dim3{2, 1, 1}));
    EXPECT_EQ(shape(program).block, (model::Dim3{32, 1, 1}));
    EXPECT_FALSE(program.hasInput()); // its array is the null pointer
    program.fixed = true;
    EXPECT_TRUE(program.hasInput());
}

TEST(ErrorsModel, TheMendedProgramHasTheOtherKernel) {
    for (const Mistake mistake : {Mistake::OutOfBounds, Mistake::Race, Mistake::Barrier})
        EXPECT_STRNE((Program{.mistake = mistake}).kernel(),
                     (Program{.mistake = mistake, .fixed = true}).kernel());
    // these are mended in the host's program
    for (const Mistake mistake :
         {Mistake::TooManyThreads, Mistake::TooMuchShared, Mistake::LateError, Mistake::Uninitialised})
        EXPECT_STREQ((Program{.mistake = mistake}).kernel(),
                     (Program{.mistake = mistake, .fixed = true}).kernel());
}

/// An access of 4 bytes a lane, lane i at `first` + `step` i.
model::WarpAccess accessOf(model::Space space, model::Operation operation, std::uint32_t warp,
                           std::uint64_t first, std::int64_t step, std::uint32_t lanes = ~0U) {
    model::WarpAccess access;
    access.space = space;
    access.operation = operation;
    access.warp = warp;
    access.activeMask = lanes;
    for (std::size_t lane = 0; lane < 32; ++lane)
        access.address[lane] = first + static_cast<std::uint64_t>(step * static_cast<std::int64_t>(lane));
    return access;
}

TEST(ChecksModel, TheLastStoreAndTheFirstLoadOfAWord) {
    using enum model::Operation;
    constexpr auto kShared = model::Space::Shared;
    const std::vector<model::WarpAccess> accesses{
        accessOf(kShared, Store, 0, 0, 4),          // words 0 to 31 by threads 0 to 31
        accessOf(kShared, Store, 1, 0, 4, 0x1),     // word 0 again, by thread 32
        accessOf(kShared, Load, 1, 31 * 4, -4),     // words 31 to 0 by threads 32 to 63
        accessOf(kShared, Load, 2, 0, 4, 0x3),      // too late to be the first
        accessOf(kShared, Load, 0, 33 * 4, 4, 0x1), // nobody has written word 33
        accessOf(model::Space::Global, Store, 5, 0, 4)};
    const std::vector<WordUse> words = wordUses(accesses);
    ASSERT_EQ(words.size(), 34U);
    EXPECT_EQ(words[0], (WordUse{32, 63}));
    EXPECT_EQ(words[1], (WordUse{1, 62}));
    EXPECT_EQ(words[31], (WordUse{31, 32}));
    EXPECT_EQ(words[32], WordUse{});
    EXPECT_EQ(words[33], (WordUse{-1, 0}));
    EXPECT_TRUE(wordUses({}).empty());
}

TEST(ChecksModel, WhetherAWordsThreadsAreInOrder) {
    for (const bool race : {false, true}) {
        EXPECT_EQ(orderOf({}, race), WordOrder::OneThread);
        EXPECT_EQ(orderOf({5, -1}, race), WordOrder::OneThread);
        EXPECT_EQ(orderOf({-1, 5}, race), WordOrder::OneThread);
        EXPECT_EQ(orderOf({5, 5}, race), WordOrder::OneThread);
        EXPECT_EQ(orderOf({0, 31}, race), WordOrder::OneWarp);
    }
    EXPECT_EQ(orderOf({31, 32}, false), WordOrder::TwoWarpsInOrder);
    EXPECT_EQ(orderOf({31, 32}, true), WordOrder::TwoWarpsInNoOrder);
    EXPECT_EQ(warpOf(63, 2), 1U);
    EXPECT_EQ(warpOf(-1, 2), 2U);
}

TEST(ChecksModel, ThreadsThatNeverComeToABarrier) {
    const auto missing = [](std::size_t threads, std::vector<std::uint32_t> arrived, bool ofOneWarp) {
        std::vector<std::size_t> all;
        const std::vector<bool> each = missingThreads(threads, arrived, ofOneWarp);
        EXPECT_EQ(each.size(), threads);
        for (std::size_t i = 0; i < each.size(); ++i)
            if (each[i]) all.push_back(i);
        return all;
    };
    EXPECT_EQ(missing(40, {~0U, 0x7f}, false), (std::vector<std::size_t>{39}));
    EXPECT_EQ(missing(34, {~0U}, false), (std::vector<std::size_t>{32, 33}));
    EXPECT_EQ(missing(34, {0xfffffffe, 0}, true), (std::vector<std::size_t>{0}))
        << "of warp 1 nothing is known";
}

TEST(ChecksModel, ElementsThatAreLoaded) {
    const session::Placement array{.name = "a", .address = 0x100, .bytes = 20};
    using enum model::Operation;
    const std::vector<model::WarpAccess> accesses{
        accessOf(model::Space::Global, Load, 0, 0xfc, 4, 0x7), // the byte before, elements 0 and 1
        accessOf(model::Space::Global, Store, 0, 0x108, 4),
        accessOf(model::Space::Global, Load, 0, 0x110, 4)}; // element 4, and what is behind the array
    EXPECT_EQ(loadedElements(accesses, array), (std::vector<bool>{true, true, false, false, true}));
}

/// 100 threads a block, two blocks, 200 elements: warp 3 of block 1 has threads 96 to 99.
TEST(ChecksModel, WhereAWarpReadsAhead) {
    Reach reach{.count = 200, .ahead = 3, .threads = 100, .block = 1, .warp = 3};
    EXPECT_EQ(reach.beyond(), 3U);
    EXPECT_EQ(reach.elementOf(0), 199U);
    EXPECT_EQ(reach.elementOf(3), 202U);
    EXPECT_EQ(reach.elementOf(4), std::nullopt) << "no such thread";
    reach.guarded = true;
    EXPECT_EQ(reach.beyond(), 0U);
    EXPECT_EQ(reach.elementOf(0), 199U);
    EXPECT_EQ(reach.elementOf(1), std::nullopt);
    reach = {.count = 200, .ahead = 33, .threads = 100, .block = 1, .warp = 0};
    EXPECT_EQ(reach.beyond(), 0U) << "further than a warp reaches";
    EXPECT_EQ(reach.elementOf(0), 133U);
    reach.ahead = ~0U;
    EXPECT_EQ(reach.elementOf(0), std::nullopt);
}

TEST(ChecksModel, WhatIsAskedOfABlock) {
    const model::LaunchLimits limits = model::launchLimits(*model::findArchitecture("9.0"));
    const Asked threads = askedOf({32, 48, 1}, 0, limits), shared = askedOf({32, 1, 1}, 65537, limits);
    EXPECT_FALSE(threads.shared);
    EXPECT_EQ(threads.amount, 1536U);
    EXPECT_EQ(threads.most, 1024U);
    EXPECT_TRUE(shared.shared);
    EXPECT_EQ(shared.amount, 65U) << "KiB, the last one begun";
    EXPECT_EQ(shared.most, 48U);
}

TEST(ChecksModel, TheArrayBeforeAnAddress) {
    const std::vector<session::Placement> arrays{{.name = "late", .address = 0x900, .bytes = 4},
                                                 {.name = "early", .address = 0x100, .bytes = 4}};
    EXPECT_EQ(arrayBefore(arrays, 0x8ff)->name, "early");
    EXPECT_EQ(arrayBefore(arrays, 0x900)->name, "late");
    EXPECT_EQ(arrayBefore(arrays, 0xff), nullptr);
    EXPECT_EQ(arrayBefore({}, 0xff), nullptr);
}

TEST(ChecksModel, RunsEndWithTheirRow) {
    const std::vector<std::size_t> kinds{0, 0, 1, 1, 1, 1, 1};
    EXPECT_EQ(runsOf(kinds, 4), (std::vector<lab_errors::Run>{{0, 2}, {2, 4}, {4, 7}}));
    EXPECT_TRUE(runsOf({}, 4).empty());
}

TEST(Errors, ReadsPastTheEndAreFoundAtTheFirstByte) {
    // 2 blocks of 64 threads read in[i + 1] of 128 elements: thread 63 of block 1 reads in[128].
    const LabRun run("errors", {});
    const auto& fault = launchOf(run).fault;
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, ptx::FaultKind::OutOfBounds);
    EXPECT_EQ(fault->line, lineOf("out[i] = in[i] + in[i + ahead];"));
    EXPECT_EQ(fault->block, (model::Dim3{1, 0, 0}));
    EXPECT_EQ(fault->thread, (model::Dim3{63, 0, 0}));
    EXPECT_EQ(fault->warp, 1U);
    EXPECT_EQ(fault->lane, 31);
    const session::Placement* in = launchOf(run).observation->placement("in");
    ASSERT_TRUE(in);
    EXPECT_EQ(fault->address, in->address + 512);
    for (const int code : codesOf(run)) EXPECT_EQ(code, 0);
    // A warp that ends with the array: threads=100 has 200 elements, the last thread is lane 3 of warp 3.
    const LabRun other("errors", {{"threads", "100"}});
    EXPECT_EQ(launchOf(other).fault->warp, 3U);
    EXPECT_EQ(launchOf(other).fault->lane, 3);
}

TEST(Errors, TheNullPointerIsFoundInTheKernelAndToldByALaterCopy) {
    const LabRun run("errors", {{"mistake", "late-error"}});
    ASSERT_EQ(run.result().launches.size(), 2U);
    ASSERT_TRUE(launchOf(run).fault);
    EXPECT_EQ(launchOf(run).fault->address, 0U);
    EXPECT_EQ(launchOf(run).fault->lane, 0);
    // nothing runs after it
    const session::LaunchResult& second = run.result().launches[1];
    EXPECT_FALSE(second.fault);
    EXPECT_EQ(second.refused, "errors.addNextInside failed, and no kernel runs after that");
    EXPECT_EQ(second.record.warpInstructions, 0U);
    EXPECT_EQ(second.observation->reports.front().total().bytesRequested, 0U);
    const recording::Recording& program = *run.result().recording;
    const std::vector<int> codes = codesOf(run);
    const auto first = static_cast<std::size_t>(std::find(codes.begin(), codes.end(), 700) - codes.begin());
    ASSERT_LT(first, program.calls.size());
    EXPECT_EQ(textOf(program, program.calls[first]), "cudaMemcpy(host, numbers, 512)");
    const LabRun waiting("errors", {{"mistake", "late-error"}, {"sync", "on"}});
    const std::vector<int> sooner = codesOf(waiting);
    const auto at = static_cast<std::size_t>(std::find(sooner.begin(), sooner.end(), 700) - sooner.begin());
    EXPECT_EQ(textOf(*waiting.result().recording, waiting.result().recording->calls[at]),
              "cudaDeviceSynchronize()");
}

TEST(Errors, TheRaceIsBetweenTheThreadThatWritesAWordAndTheOneThatReadsIt) {
    const LabRun run("errors", {{"mistake", "race"}});
    const ptx::Finding* race = lab_errors::findingOf(launchOf(run), ptx::FindingKind::Race);
    ASSERT_TRUE(race && race->access && race->earlier);
    EXPECT_EQ(race->array, "part");
    const auto word = static_cast<std::uint32_t>(race->offset / 4);
    const bool storesLate = race->access->operation == model::Operation::Store;
    const ptx::FindingAccess &store = storesLate ? *race->access : *race->earlier,
                             &load = storesLate ? *race->earlier : *race->access;
    EXPECT_EQ(store.thread.x, word);
    EXPECT_EQ(load.thread.x, 63 - word);
    EXPECT_EQ(store.line, lineOf("part[t] = in[t];"));
    EXPECT_EQ(load.line, lineOf("out[t] = part[blockDim.x - 1 - t];"));
    EXPECT_EQ(store.warp, word / 32);
    EXPECT_EQ(static_cast<std::uint32_t>(load.lane), (63 - word) % 32);
    for (const int code : codesOf(run)) EXPECT_EQ(code, 0);
}

TEST(Errors, OneWarpAloneRacesFromComputeCapability7On) {
    const auto races = [](const char* threads, const char* architecture) {
        const LabRun run("errors", {{"mistake", "race"}, {"threads", threads}}, architecture);
        return lab_errors::findingOf(launchOf(run), ptx::FindingKind::Race) != nullptr;
    };
    EXPECT_FALSE(races("32", "6.0"));
    EXPECT_TRUE(races("32", "7.0"));
    EXPECT_TRUE(races("33", "6.0"));
    EXPECT_FALSE(races("1", "9.0"));
}

TEST(Errors, TheBarrierKnowsWhoCameAndWhoNeverDoes) {
    for (const auto& [come, warp0, warp1] :
         {std::tuple{"40", 0xffffffffU, 0xffU}, {"63", 0xffffffffU, 0x7fffffffU}, {"7", 0x7fU, 0U}}) {
        const LabRun run("errors", {{"mistake", "barrier"}, {"come", come}});
        const lab_errors::CellsView cells = lab_errors::barrierCells(launchOf(run), 0);
        ASSERT_EQ(cells.cells.size(), 64U);
        for (std::uint32_t t = 0; t < 64; ++t)
            EXPECT_EQ(cells.cells[t], ((t < 32 ? warp0 : warp1) >> (t % 32) & 1) ? 0U : 1U)
                << come << ", " << t;
        EXPECT_EQ(lab_errors::saidByChecks(launchOf(run)).tone, kit::Tone::Bad) << come;
    }
    const LabRun all("errors", {{"mistake", "barrier"}, {"come", "64"}});
    EXPECT_EQ(lab_errors::saidByChecks(launchOf(all)).tone, kit::Tone::Good);
}

TEST(Errors, EveryElementIsReadBeforeAnybodyWroteIt) {
    const LabRun run("errors", {{"mistake", "uninitialised"}, {"threads", "100"}});
    const ptx::Finding* found = lab_errors::findingOf(launchOf(run), ptx::FindingKind::UninitialisedRead);
    ASSERT_TRUE(found && found->access);
    EXPECT_EQ(found->array, "total");
    EXPECT_EQ(found->count, 100U);
    EXPECT_EQ(found->line, lineOf("total[i] += in[i];"));
    const auto cells = lab_errors::unwrittenCells(launchOf(run), "total", 0).cells;
    EXPECT_EQ(std::count(cells.begin(), cells.end(), 2U), 100);
}

TEST(Errors, LaunchesBeyondTheLimitsAreRefused) {
    const auto refused = [](const char* mistake, const char* name, const char* value,
                            const char* architecture) {
        const LabRun run("errors", {{"mistake", mistake}, {name, value}}, architecture);
        return !launchOf(run).refused.empty();
    };
    EXPECT_TRUE(refused("too-many-threads", "block", "1025", "9.0"));
    EXPECT_FALSE(refused("too-many-threads", "block", "1024", "9.0"));
    EXPECT_TRUE(refused("too-many-threads", "block", "513", "1.3"));
    EXPECT_FALSE(refused("too-many-threads", "block", "512", "1.0"));
    EXPECT_TRUE(refused("too-much-shared", "shared-kib", "49", "9.0"));
    EXPECT_FALSE(refused("too-much-shared", "shared-kib", "48", "3.5"));
    EXPECT_TRUE(refused("too-much-shared", "shared-kib", "17", "1.3"));
}

/// What each mended program computes, by plain loops.
std::vector<int> meant(std::string_view mistake, int threads, int come, int ahead) {
    std::vector<int> out;
    if (mistake.starts_with("too-m"))
        for (int i = 0; i < 256; ++i) out.push_back(i + 1);
    else if (mistake == "late-error")
        for (int i = 0; i < 2 * threads; ++i) out.push_back(i + 1);
    else if (mistake == "out-of-bounds")
        for (int i = 0; i < 2 * threads; ++i)
            out.push_back(i + 1 + (i + ahead < 2 * threads ? i + ahead + 1 : 0));
    else if (mistake == "race")
        for (int t = 0; t < threads; ++t) out.push_back(threads - t);
    else if (mistake == "barrier")
        for (int t = 0; t < std::min(come, threads); ++t) out.push_back(std::min(come, threads) - t);
    else
        for (int i = 0; i < threads; ++i) out.push_back(i + 1);
    return out;
}

TEST(Errors, MendedProgramsComputeWhatIsMeant) {
    for (const char* mistake : kMistakes)
        for (const int threads : {1, 31, 64, 100, 256})
            for (const int come : {1, 40, 256}) {
                const std::string threadText = std::to_string(threads), comeText = std::to_string(come);
                const LabRun run("errors", {{"mistake", mistake},
                                            {"fixed", "on"},
                                            {"threads", threadText.c_str()},
                                            {"come", comeText.c_str()},
                                            {"ahead", "3"}});
                const std::string what = fmt::format("{}, {} threads, {} come", mistake, threads, come);
                for (const session::LaunchResult& launch : run.result().launches) {
                    EXPECT_TRUE(launch.refused.empty() && !launch.fault) << what;
                    EXPECT_TRUE(launch.record.findings.empty())
                        << what << ": " << launch.record.findings.front().text();
                }
                for (const int code : codesOf(run)) EXPECT_EQ(code, 0) << what;
                const std::vector<int> expected = meant(mistake, threads, come, 3);
                EXPECT_EQ(run.result().calls->values<int>(), expected) << what;
                for (const std::size_t cell : lab_errors::returnedCells(run.result(), expected, 0).cells)
                    EXPECT_EQ(cell, 0U) << what;
            }
}

TEST(Errors, EveryMistakeIsToldByTheChecksOnEveryArchitecture) {
    for (const model::Architecture& architecture : model::architectures())
        for (const char* mistake : kMistakes) {
            const LabRun run("errors", {{"mistake", mistake}}, architecture.name);
            EXPECT_EQ(lab_errors::saidByChecks(launchOf(run)).tone, kit::Tone::Bad)
                << architecture.name << ", " << mistake;
            const bool told =
                std::string_view(mistake).starts_with("too-m") || mistake == std::string("late-error");
            const auto codes = codesOf(run);
            EXPECT_EQ(std::any_of(codes.begin(), codes.end(), [](int code) { return code != 0; }), told)
                << architecture.name << ", " << mistake;
        }
}

TEST(Errors, AdviceThatIsTakenIsNotGivenAgain) {
    const LabRun run("errors", {{"ahead", "1"}});
    EXPECT_EQ(lab_errors::untried(*run.lab, "ahead=1: near\nahead=2: far\non CC 1.x: 512"),
              "ahead=2: far\non CC 1.x: 512");
    run.lab->set("ahead", "2");
    EXPECT_EQ(lab_errors::untried(*run.lab, "ahead=1: near\nahead=2: far"), "ahead=1: near");
    EXPECT_EQ(lab_errors::untried(*run.lab, "ahead=2: far"), "");
    const auto all = lab_errors::suggestionsOf(*run.lab, "ahead=1: near\non CC 1.x: 512\nnothing=3: x");
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(kit::textOf(all), "ahead=1: near\non CC 1.x: 512\nnothing=3: x");
    EXPECT_EQ(all[0].sets.size(), 1U);
    EXPECT_TRUE(all[1].sets.empty() && all[2].sets.empty()) << "there is no such parameter";
}

TEST(Errors, EveryArrayIsFreed) {
    for (const char* mistake : kMistakes)
        for (const char* fixed : {"off", "on"}) {
            const LabRun run("errors", {{"mistake", mistake}, {"fixed", fixed}});
            int allocated = 0;
            for (const recording::Call& call : run.result().recording->calls) {
                if (std::holds_alternative<recording::Allocate>(call)) ++allocated;
                if (std::holds_alternative<recording::Free>(call)) --allocated;
            }
            EXPECT_EQ(allocated, 0) << mistake;
        }
}

TEST(Errors, LanesThatAreKeptInsideReadNothingBeyond) {
    const LabRun wrong("errors", {}), right("errors", {{"fixed", "on"}});
    EXPECT_EQ(lab_errors::reachCells(launchOf(wrong), "in", 1, false, 0).cells.size(), 129U);
    EXPECT_EQ(lab_errors::reachCells(launchOf(right), "in", 1, true, 0).cells.size(), 128U);
}

TEST(Errors, AfterAFaultTheSessionRunsOtherLabs) {
    const LabRun run("errors", {{"mistake", "late-error"}});
    const kit::LabEntry& entry = kit::findLab("banks");
    run.session->setLab(entry, entry.make());
    run.session->step(0, 0);
    EXPECT_EQ(run.session->error(), "");
    EXPECT_FALSE(run.session->drawn()->result.launches.front().fault);
    EXPECT_FALSE(run.session->drawn()->result.calls);
}

TEST(Errors, WhatAnEarlierProgramAllocatedIsGone) {
    const LabRun run("errors", {{"mistake", "race"}});
    EXPECT_TRUE(launchOf(run).observation->placement("in"));
    run.lab->set("mistake", "late-error");
    run.session->step(0, 0);
    ASSERT_TRUE(launchOf(run).fault);
    EXPECT_FALSE(launchOf(run).observation->placement("in"));
}

TEST(Errors, AClickOnALaneLetsThoseUpToItComeToTheBarrier) {
    auto lab = kit::findLab("errors").make();
    const render::Pick pick{.kind = render::PickKind::Point, .id = 9, .group = 2};
    EXPECT_FALSE(kit::pick(*lab, pick));
    lab->set("mistake", "barrier");
    EXPECT_TRUE(kit::pick(*lab, pick));
    EXPECT_EQ(lab->findParameter("come")->text(), "10");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Point, 3}));
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Lane, 1}));
}

/// By hand: what each code means beside those before it.
TEST(CallStates, TellTheFirstErrorFromThoseAfterIt) {
    using State = kit::CallState;
    const auto states = [](const Sets& sets) {
        const LabRun run("errors", sets);
        return kit::callStates({run.result(), 0});
    };
    EXPECT_EQ(states({{"mistake", "late-error"}}),
              (std::vector<State>{State::Fine, State::Started, State::Fine, State::Fine, State::Started,
                                  State::Error, State::Again, State::Fine, State::Again, State::Again}));
    EXPECT_EQ(states({{"mistake", "too-many-threads"}}),
              (std::vector<State>{State::Fine, State::Refused, State::Error, State::Again, State::Fine,
                                  State::Fine, State::Fine}));
    const auto lab = kit::findLab("errors").make();
    const auto recording =
        std::make_shared<recording::Recording>(kit::recordingOf(*lab, model::defaultArchitecture()));
    for (const State state : kit::callStates({recording, nullptr, 0})) EXPECT_EQ(state, State::Unknown);
}

} // namespace
} // namespace lanescope::lab_errors
