// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "labs/errors/check_cells.h"
#include "labs/errors/check_view.h"
#include "labs/errors/model.h"
#include "labs/errors/words.h"
#include "model/launch_limits.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <array>

namespace lanescope::lab_errors {

using namespace kit;

const WordsFor<Mistake> kMistakes{{Mistake::TooManyThreads, "too-many-threads"},
                                  {Mistake::TooMuchShared, "too-much-shared"},
                                  {Mistake::LateError, "late-error"},
                                  {Mistake::OutOfBounds, "out-of-bounds"},
                                  {Mistake::Race, "race"},
                                  {Mistake::Barrier, "barrier"},
                                  {Mistake::Uninitialised, "uninitialised"}};
// Numbers of the cells' picks.
// Pick::group; from kSeen on that of each view of what the checks looked at
constexpr int kCalls = 0, kBrought = 1, kSeen = 2;
constexpr Integer::Scale kPowers = Integer::Scale::PowerOfTwo;

/// Kernels with one mistake each: what the runtime says of it, and what checks say.
class Errors final : public Lab,
                     public Clickable,
                     public HasCases,
                     public HasIdleParameters,
                     public HasUsualSize {
public:
    ChoiceOf<Mistake> mistake{this, "mistake", Mistake::OutOfBounds, kMistakes, "what goes wrong"};
    Toggle fixed{this, "fixed", false, "the same program without the mistake"};
    Toggle sync{this, "sync", false, "cudaDeviceSynchronize() right after the launch"};
    Integer threads{this, "threads", 64, 1, 256, "threads in a block"};
    Integer ahead{this, "ahead", 1, 0, 1 << 26, "elements past its own that a thread reads", kPowers};
    Integer come{this, "come", 40, 1, 256, "threads that meet the condition around the barrier"};
    Integer block{this, "block", 1536, 1, 2048, "threads per block that the launch requests"};
    Integer sharedKib{this, "shared-kib", 64, 1, 256, "KiB of shared memory that the launch requests"};

    Errors() {
        come.setMost([this] { return threads.value(); });
    }

    void record(Recorder& recorder) const override {
        recorder.options().mayFail = true;
        recorder.options().focus = {1, 7};
        const model::LaunchLimits limits = model::launchLimits(recorder.architecture());
        const Program todo = program();
        const Program::Shape shape = todo.shape(limits.threads, limits.sharedBytes);
        const int count = todo.elements();
        const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(int);
        const auto launch = [&](auto... arguments) {
            recorder.launch(todo.kernel(), shape.grid, shape.block, shape.sharedBytes, arguments...);
        };
        const bool total = todo.mistake == Mistake::Uninitialised;
        const Buffer out = recorder.allocate(total ? "total" : "out", bytes);
        if (total && fixed) recorder.clear(out, bytes);
        Buffer in;
        if (todo.hasInput()) {
            const std::vector<int> inputs = todo.inputs();
            in = recorder.allocate("in", inputs.size() * sizeof(int));
            recorder.copyIn(in, inputs);
        }
        switch (todo.mistake) {
        case Mistake::TooManyThreads:
        case Mistake::TooMuchShared:
            launch(out, count);
            recorder.queryError(false);
            recorder.queryError(true);
            break;
        case Mistake::LateError:
            if (fixed)
                launch(in, out, 1);
            else
                launch(recording::NullPointer{}, out, 1);
            break;
        case Mistake::OutOfBounds:
            launch(in, out, ahead.value());
            break;
        case Mistake::Race:
            launch(in, out);
            break;
        case Mistake::Barrier:
            launch(in, out, count);
            break;
        case Mistake::Uninitialised:
            launch(out, in);
            break;
        }
        recorder.queryError(true);
        if (sync) recorder.synchronize();
        if (todo.mistake == Mistake::LateError) {
            const Buffer numbers = recorder.allocate("numbers", bytes);
            recorder.launch("errors.number", shape.grid, shape.block, 0, numbers, count);
            recorder.copyOut(numbers, bytes);
        } else {
            recorder.copyOut(out, bytes);
        }
        if (todo.mistake == Mistake::LateError || todo.mistake == Mistake::OutOfBounds) {
            recorder.queryError(true);
            recorder.queryError(true);
        }
        recorder.freeAll();
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    StagePoints usualSize() const override { return {900, 530}; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        drawProgram(canvas, frame, frame.left, host(frame), brought(frame));
        if (!frame.result.launches.empty())
            drawChecks(canvas, frame, frame.right, frame.result.launches.front(), seen(frame),
                       conclusionOf(program(), sync));
    }

    void readout(const Frame& frame, Panel& panel) const override {
        if (frame.result.launches.empty()) return;
        sayBoth(panel, host(frame), frame.result.launches.front(), brought(frame));
        const std::array set{std::pair<std::string, std::string>{"fixed", fixed ? "off" : "on"}};
        panel.action(fixed ? tr("Make the mistake again") : tr("Fix it"), set,
                     tr("the same program, other kernel"));
        if (const std::string tryIt = untried(*this, adviceOf(program().mistake)); !fixed && !tryIt.empty())
            panel.suggestions(tr("Try it"), suggestionsOf(*this, tryIt));
        panel.note(tr("A host thread has one error variable; cudaErrorNotReady of cudaStreamQuery() is never "
                      "in it. CUDA 3's device emulation made each thread of a block a thread of the host: it "
                      "reported misused barriers, but hardly ever a race, as few of them ran at once."));
        panel.source(frame.result.launches.front());
    }

    std::vector<Sets> cases() const override {
        std::vector<Sets> all;
        for (const std::string& word : mistake.allValues()) all.push_back({{mistake.name(), word}});
        return all;
    }
    std::vector<std::string> caseColumns() const override {
        return {std::string(tr("What the runtime says")), std::string(tr("What the checks say")),
                std::string(tr("Result"))};
    }
    std::vector<CaseCell> caseOf(const RunResult& result, const model::Architecture&) const override {
        if (result.launches.empty()) return {};
        const Statement runtime = saidByRuntime(HostView(result, kCalls));
        const Statement checks = saidByChecks(result.launches.front());
        // What nobody reports is the worst of all.
        const bool silent = checks.tone == Tone::Bad && runtime.tone != Tone::Bad;
        return {{runtime.headline, silent ? Tone::Bad : Tone::Plain},
                {checks.headline, checks.tone == Tone::Bad ? Tone::Plain : checks.tone},
                {resultText(returnedCells(result, program().expected(), kBrought)), Tone::Plain}};
    }

    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || !mistake.is(Mistake::Barrier) || pick.group != kSeen)
            return false;
        come.assign(static_cast<int>(pick.id) + 1);
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        std::string text = host(frame).describe(pick) + brought(frame).describe(pick);
        for (const CellsView& view : seen(frame)) text += view.describe(pick);
        return text;
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        const auto only = [&](Mistake of) { return mistake.is(of) ? "" : tr("only {}", mistake.wordOf(of)); };
        if (&parameter == &ahead) return only(Mistake::OutOfBounds);
        if (&parameter == &come) return only(Mistake::Barrier);
        if (&parameter == &block) return only(Mistake::TooManyThreads);
        if (&parameter == &sharedKib) return only(Mistake::TooMuchShared);
        return &parameter == &threads && program().limits() ? tr("the launch sets its own") : "";
    }

private:
    Program program() const {
        return {
            .mistake = mistake.chosen(),
            .fixed = fixed,
            .threads = threads,
            .ahead = ahead,
            .come = come,
            .askedThreads = block,
            .askedShared = sharedKib,
        };
    }
    static HostView host(const Frame& frame) { return HostView(frame.result, kCalls); }
    CellsView brought(const Frame& frame) const {
        return returnedCells(frame.result, program().expected(), kBrought);
    }
    /// What the checks looked at.
    std::vector<CellsView> seen(const Frame& frame) const {
        if (frame.result.launches.empty() || mistake.is(Mistake::LateError)) return {};
        const LaunchResult& launch = frame.result.launches.front();
        if (program().limits()) return {limitCells(frame.architecture, launch, kSeen)};
        if (mistake.is(Mistake::Race)) return raceCells(launch, kSeen);
        if (mistake.is(Mistake::Barrier)) return {barrierCells(launch, kSeen)};
        if (mistake.is(Mistake::Uninitialised)) return {unwrittenCells(launch, "total", kSeen)};
        return {reachCells(launch, "in", ahead, fixed, kSeen)};
    }
};

const Registered<Errors> kErrors{{
    .name = "errors",
    .chapter = "When it goes wrong",
    .summary = "Mistakes, each beside its fix: what the runtime says about them, and what the checks say.",
    .title = "What goes wrong, and what reports it",
    .place = 170,
    .move = "seven mistakes, each with its cure",
    .see = "what every call of the CUDA runtime returns, and what the emulator's checks say: line, block, "
           "warp, lane",
    .terms = "race, cudaGetLastError, check, out of bounds, wrong result, crash, bug, 结果不对, 越界",
}};

} // namespace lanescope::lab_errors
