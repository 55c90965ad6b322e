// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "labs/errors/check_cells.h"
#include "labs/errors/check_view.h"
#include "model/launch_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::lab_errors {

using namespace kit;

const std::vector<std::string> kMistakes{
    "too-many-threads", "too-much-shared", "late-error", "out-of-bounds", "race", "barrier", "uninitialised"};
/// By mistake: what it teaches, and its cure; the kernels that do it; and what to try.
struct Lesson {
    const char *conclusion, *cure, *wrong, *right, *tryIt;
};
constexpr std::array<Lesson, 7> kLessons{
    {{"A launch returns nothing. Ask cudaGetLastError() after it, and before it for an older error.",
      "Blocks within the limit, and more of them, do the same work.", "errors.number", "errors.number",
      "block=1024: as many as there may be\non CC 1.x: 512 is the most"},
     {"More than 48 KiB is for kernels that asked with cudaFuncSetAttribute(), from CC 7.0 on.",
      "Here a block does with less. For more than 48 KiB a program calls cudaFuncSetAttribute() before.",
      "errors.numberInShared", "errors.numberInShared",
      "shared-kib=48: what every block may have\non CC 1.x: 16 KiB"},
     {"The host goes on while a kernel runs: its error comes with a later call, for another kernel's data.",
      "With the array there, neither the kernel nor a call after it fails.", "errors.addNextInside",
      "errors.addNextInside", "sync=on: the error comes where it belongs\nfixed=on: the array is there"},
     {"A GPU guards pages, not arrays: what lies on the same page is read without a word.",
      "The condition keeps the last threads within the array.", "errors.addNext", "errors.addNextInside",
      "ahead=1: only the checks notice\nahead=67108864: 256 MiB on, it notices, too"},
     {"Warps run in any order: who reads a word may be faster than who writes it. It may go well for years.",
      "Behind the barrier everybody reads what all have written.", "errors.reverse", "errors.reverseInTurn",
      "threads=32: one warp; a race from CC 7.0 on\nfixed=on: a barrier between"},
     {"__syncthreads() is for all threads of a block. If some never come, what happens is left open.",
      "The barrier stands outside of the condition: all threads come.", "errors.reverseSome",
      "errors.reverseSomeTogether",
      "come=32: one warp comes, one does not\nfixed=on: the barrier stands outside"},
     {"cudaMalloc() gives memory as it was: often zeros on a fresh page, until it was somebody else's.",
      "cudaMemset() has written zeros to add to.", "errors.addTo", "errors.addTo",
      "fixed=on: cudaMemset() first\nthreads=100: the last warp has 4 lanes"}}};
// Numbers of the cells' picks.
constexpr std::int64_t kBrought = 1000;
constexpr std::int64_t kSeen = 10000;
constexpr Integer::Scale kPowers = Integer::Scale::PowerOfTwo;

/// Kernels with one mistake each: what the runtime says of it, and what checks say.
class Errors final : public Lab, public Clickable, public HasIdleParameters {
public:
    Choice mistake{this, "mistake", "out-of-bounds", kMistakes, "what goes wrong"};
    Toggle fixed{this, "fixed", false, "the same program without the mistake"};
    Toggle sync{this, "sync", false, "cudaDeviceSynchronize() right after the launch"};
    Integer threads{this, "threads", 64, 1, 256, "threads in a block"};
    Integer ahead{this, "ahead", 1, 0, 1 << 26, "elements past its own that a thread reads", kPowers};
    Integer come{this, "come", 40, 1, 256, "threads that meet the condition around the barrier"};
    Integer block{this, "block", 1536, 1, 2048, "threads that the launch asks for in a block"};
    Integer sharedKib{this, "shared-kib", 64, 1, 256, "KiB of shared memory that the launch asks for"};

    Errors() {
        come.setMost([this] { return threads.value(); });
    }

    void record(Recorder& recorder) const override {
        recorder.options().mayFail = true;
        recorder.options().focus = {1, 7};
        const auto [most, mostShared] = model::launchLimits(recorder.architecture());
        const char* const kernel = fixed ? lesson().right : lesson().wrong;
        const int n = elements();
        const std::size_t bytes = static_cast<std::size_t>(n) * 4;
        const model::Dim3 one{1, 1, 1}, two{2, 1, 1}, all{static_cast<std::uint32_t>(threads.value()), 1, 1};
        const Buffer out = recorder.allocate(mistake.is("uninitialised") ? "total" : "out", bytes);
        if (mistake.is("uninitialised") && fixed) recorder.clear(out, bytes);
        Buffer in, numbers;
        if (mistake.is("late-error") ? bool{fixed} : !limits()) {
            in = recorder.allocate("in", inputs().size() * 4);
            recorder.copyIn(in, inputs());
        }
        if (limits()) {
            const auto asked = static_cast<std::uint32_t>(mistake.is("too-many-threads") ? block.value() : n);
            const std::uint32_t side = fixed ? std::min(asked, most) : asked;
            const model::Dim3 grid{(static_cast<std::uint32_t>(n) - 1) / side + 1, 1, 1};
            const auto kib = mistake.is("too-much-shared") ? sharedKib.value() * 1024U : 0U;
            const std::uint32_t shared = fixed ? std::min(kib, mostShared) : kib;
            recorder.launch(kernel, grid, {side, 1, 1}, shared, out, n);
            recorder.queryError(false);
            recorder.queryError(true);
        } else if (mistake.is("late-error") && !fixed) {
            recorder.launch(kernel, two, all, 0, recording::NullPointer{}, out, 1);
        } else if (mistake.is("late-error") || mistake.is("out-of-bounds")) {
            recorder.launch(kernel, two, all, 0, in, out, mistake.is("late-error") ? 1 : ahead.value());
        } else if (mistake.is("race")) {
            recorder.launch(kernel, one, all, 0, in, out);
        } else if (mistake.is("barrier")) {
            recorder.launch(kernel, one, all, 0, in, out, n);
        } else {
            recorder.launch(kernel, one, all, 0, out, in);
        }
        recorder.queryError(true);
        if (sync) recorder.synchronize();
        if (mistake.is("late-error")) {
            numbers = recorder.allocate("numbers", bytes);
            recorder.launch("errors.number", two, all, 0, numbers, n);
        }
        recorder.copyOut(mistake.is("late-error") ? numbers : out, bytes);
        if (mistake.is("late-error") || mistake.is("out-of-bounds")) {
            recorder.queryError(true);
            recorder.queryError(true);
        }
        recorder.freeAll();
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        drawProgram(canvas, frame, frame.left, host(frame), brought(frame));
        if (!frame.result.launches.empty())
            drawChecks(canvas, frame, frame.right, frame.result.launches.front(), seen(frame), conclusion());
    }

    void readout(const Frame& frame, Panel& panel) const override {
        if (frame.result.launches.empty()) return;
        sayBoth(panel, host(frame), frame.result.launches.front(), brought(frame));
        const std::array set{std::pair<std::string, std::string>{"fixed", fixed ? "off" : "on"}};
        panel.action(fixed ? "Make the mistake again" : "Mend it", set, "the same program, other kernel");
        if (const std::string tryIt = untried(*this, lesson().tryIt); !fixed && !tryIt.empty())
            panel.card(Tone::Good, "Try it", tryIt);
        panel.note(
            "A host thread has one error variable; cudaErrorNotReady of cudaStreamQuery() is never in it. "
            "CUDA 3's device emulation made each thread of a block a thread of the host: it told of a "
            "misused barrier, hardly ever of a race, as few of them ran at once.");
        panel.source(frame.result.launches.front());
    }

    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || !mistake.is("barrier") || pick.id < kSeen) return false;
        come.assign(static_cast<int>(pick.id - kSeen) + 1);
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        std::string text = host(frame).describe(pick) + brought(frame).describe(pick);
        for (const CellsView& view : seen(frame)) text += view.describe(pick);
        return text;
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        const auto only = [&](auto of) { return mistake.is(of) ? "" : fmt::format("only {}", of); };
        if (&parameter == &ahead) return only("out-of-bounds");
        if (&parameter == &come) return only("barrier");
        if (&parameter == &block) return only("too-many-threads");
        if (&parameter == &sharedKib) return only("too-much-shared");
        return &parameter == &threads && limits() ? "the launch asks for its own" : "";
    }

private:
    const Lesson& lesson() const { return kLessons[mistake.index()]; }
    const char* conclusion() const {
        if (fixed) return lesson().cure;
        return mistake.is("late-error") && sync
                   ? "cudaDeviceSynchronize() waits for the kernel and gives its error, where it belongs."
                   : lesson().conclusion;
    }
    bool limits() const { return mistake.index() < 2; }
    /// That the program is about.
    int elements() const {
        if (limits()) return 256;
        if (mistake.is("barrier")) return std::min(come.value(), threads.value());
        return mistake.is("late-error") || mistake.is("out-of-bounds") ? 2 * threads : threads.value();
    }
    std::vector<int> inputs() const {
        std::vector<int> all(static_cast<std::size_t>(mistake.is("barrier") ? threads.value() : elements()));
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i) + 1;
        return all;
    }
    /// What the program without the mistake gives.
    std::vector<int> meant() const {
        const int n = elements();
        std::vector<int> all(static_cast<std::size_t>(n));
        for (int i = 0; i < n; ++i) {
            int& value = all[static_cast<std::size_t>(i)];
            value = mistake.is("race") || mistake.is("barrier") ? n - i : i + 1;
            if (mistake.is("out-of-bounds") && i + ahead < n) value += i + ahead + 1;
        }
        return all;
    }
    static HostView host(const Frame& frame) { return HostView(frame.result, 0); }
    CellsView brought(const Frame& frame) const { return returnedCells(frame.result, meant(), kBrought); }
    /// What the checks looked at.
    std::vector<CellsView> seen(const Frame& frame) const {
        if (frame.result.launches.empty() || mistake.is("late-error")) return {};
        const LaunchResult& launch = frame.result.launches.front();
        if (limits()) return {limitCells(frame.architecture, launch, kSeen)};
        if (mistake.is("race")) return raceCells(launch, kSeen);
        if (mistake.is("barrier")) return {barrierCells(launch, kSeen)};
        if (mistake.is("uninitialised")) return {unwrittenCells(launch, "total", kSeen)};
        return {reachCells(launch, "in", ahead, fixed, kSeen)};
    }
};

const Registered<Errors> kErrors{{
    .name = "errors",
    .chapter = "When it goes wrong",
    .summary = "Mistakes, each beside its mended form: what the runtime says of them, and what checks say.",
    .title = "What goes wrong, and who says so",
    .place = 170,
    .move = "seven mistakes, each with its cure",
    .see = "what every call of the CUDA runtime returns, and what the emulator's checks say: line, block, "
           "warp, lane",
}};

} // namespace lanescope::lab_errors
