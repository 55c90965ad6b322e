// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/grid_view.h"

#include "kit/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::kit {

namespace {

using ptx::LaunchStream;

constexpr double kClockSeconds = 1e-9; // of %globaltimer

/// The most children that ran at the same time.
std::size_t mostAtOnce(const GridFamily& family) {
    std::size_t most = 0;
    for (const ChildGrid& one : family.children)
        most = std::max(
            most,
            static_cast<std::size_t>(std::ranges::count_if(family.children, [&](const ChildGrid& other) {
                return other.ran.start <= one.ran.start && one.ran.start < other.ran.end;
            })));
    return most;
}

} // namespace

bool GridFamily::inOrder() const {
    return stream == LaunchStream::Implicit || stream == LaunchStream::Tail;
}

std::string_view streamExpression(LaunchStream stream) {
    switch (stream) {
    case LaunchStream::Named:
        return "stream";
    case LaunchStream::FireAndForget:
        return "cudaStreamFireAndForget";
    case LaunchStream::Tail:
        return "cudaStreamTailLaunch";
    default:
        return "0";
    }
}

std::string_view streamName(LaunchStream stream) {
    switch (stream) {
    case LaunchStream::Named:
        return "streams of their own";
    case LaunchStream::FireAndForget:
        return "fire and forget";
    case LaunchStream::Tail:
        return "tail launches";
    default:
        return "implicit stream";
    }
}

std::vector<RuleRow> launchRules(LaunchStream chosen, std::int64_t firstPick) {
    // CUDA C++ Programming Guide, dynamic parallelism: ordering and concurrency, device runtime streams.
    std::vector<RuleRow> rows{
        {"implicit stream", "in order within a block",
         "The threads of a block share it: what they launch runs one after another, as launched.",
         Tone::Plain},
        {"named streams", "no order",
         "A block's own, made with cudaStreamCreateWithFlags: nothing orders launches into different ones.",
         Tone::Plain},
        {"fire and forget", "no order, at once",
         "Nothing orders such launches, and nothing can wait for one but the end of the whole grid.",
         Tone::Plain},
        {"tail launch", "in order, after the grid",
         "When all blocks of the parent and all else that it launched have ended, one tail after another.",
         Tone::Plain}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].chosen = static_cast<LaunchStream>(i + 1) == chosen;
        rows[i].pick = firstPick + static_cast<std::int64_t>(i);
    }
    return rows;
}

std::vector<RuleRow> memoryRules(std::string_view chosen, std::int64_t firstPick) {
    // CUDA C++ Programming Guide, dynamic parallelism: coherence and consistency.
    std::vector<RuleRow> rows{
        {"global", "one for both",
         "What the launching thread wrote, or saw behind a barrier, is there. The parent is promised nothing "
         "back.",
         Tone::Good},
        {"shared", "each block its own", "In a child the same address means memory of the child's block.",
         Tone::Bad},
        {"local", "each thread its own",
         "So are arrays that are indexed at run time, and variables whose address is taken.", Tone::Bad},
        {"mapped host", "one for both", "As global memory. Kernels can neither allocate nor free it.",
         Tone::Good},
        {"constant", "one for both", "The host sets it before its launch; no kernel may change it.",
         Tone::Good},
        {"texture", "one for both",
         "A fetch shows what was written before the launch, not what is written meanwhile.", Tone::Good}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].chosen = rows[i].name == chosen;
        if (i < 3) rows[i].pick = firstPick + static_cast<std::int64_t>(i);
    }
    return rows;
}

std::string familyMoral(const GridFamily& family, bool measured) {
    const std::size_t most = mostAtOnce(family);
    std::string text = fmt::format("{} ran at once. ", most == 1   ? std::string("No two children")
                                                       : most == 2 ? std::string("Two children")
                                                                   : fmt::format("Up to {} children", most));
    if (family.stream == LaunchStream::Tail)
        text += "The tails began when the last block of the parent had ended";
    else if (family.complete() > family.parentsEnd())
        text += "The parent's blocks ended before their children";
    else
        text += "The children ended before their parent's blocks, which is luck";
    text += fmt::format(": the parent was complete after {}, with the last of them.",
                        clockText(family.complete() - family.begin(), measured));
    return text;
}

void sayTimes(Panel& panel, const GridFamily& family, bool measured) {
    const auto chosen = static_cast<std::size_t>(std::max(family.chosen, 0));
    if (chosen < family.children.size())
        panel.stat("From launch to start", clockText(family.children[chosen].delay(), measured),
                   "of the shown child, by %globaltimer");
    panel.stat("Parent complete after", clockText(family.complete() - family.begin(), measured),
               "a grid is complete only when all that it launched is");
}

void sayLaunchRules(Panel& panel) {
    panel.card(
        Tone::Plain, "Since CUDA 12",
        "Older texts let a parent wait: behind cudaDeviceSynchronize() in device code its thread saw the "
        "children's writes, and behind one more __syncthreads() its block did. That call is gone. What "
        "needs the results goes into a tail launch, or into the next kernel of the host's stream.");
    panel.note(
        "That grids or blocks run side by side is promised nowhere: a child may begin at its launch or "
        "when its parent's blocks have ended. Streams belong to the block that made them.");
}

std::uint64_t GridFamily::parentsEnd() const {
    std::uint64_t end = 0;
    for (const RunSpan& parent : parents) end = std::max(end, parent.end);
    return end;
}

std::uint64_t GridFamily::complete() const {
    std::uint64_t end = parentsEnd();
    for (const ChildGrid& child : children) end = std::max(end, child.ran.end);
    return end;
}

std::uint64_t GridFamily::begin() const {
    std::uint64_t first = parents.empty() ? 0 : parents.front().start;
    for (const RunSpan& parent : parents) first = std::min(first, parent.start);
    return first;
}

std::string whyNoChildren(const model::Architecture& architecture) {
    constexpr model::ComputeCapability kFirst{3, 5};
    return architecture.cc < kFirst
               ? fmt::format("CC {}: a grid cannot launch grids, the host launches what comes next.",
                             architecture.cc.text())
               : "";
}

GridFamily familyIn(const RunResult& result, std::size_t childBlocks, std::size_t childThreads,
                    LaunchStream stream) {
    GridFamily family;
    family.stream = stream;
    family.shape = fmt::format("{} of {} threads", plural(childBlocks, "block"), childThreads);
    const auto parents = result.values<RunSpan>("parents"), blocks = result.values<RunSpan>("children");
    family.parents.assign(parents.begin(), parents.end());
    for (const std::uint64_t launched : result.values<std::uint64_t>("launches")) {
        if ((family.children.size() + 1) * childBlocks > blocks.size()) break;
        const auto own = blocks.subspan(family.children.size() * childBlocks, childBlocks);
        ChildGrid child{launched, own.front()};
        for (const RunSpan& block : own) {
            child.ran.start = std::min(child.ran.start, block.start);
            child.ran.end = std::max(child.ran.end, block.end);
        }
        family.children.push_back(std::move(child));
    }
    return family;
}

std::string clockText(std::uint64_t ticks, bool measured) {
    return measured ? duration(static_cast<double>(ticks) * kClockSeconds) : grouped(ticks) + " instr.";
}

Timeline timelineOf(const GridFamily& family, const Frame& frame) {
    Timeline made;
    if (!frame.measured) made.unit = "warp instructions";
    made.origin = frame.measured ? "measured on " + frame.device.name + " (%globaltimer)" : "emulated";
    const std::uint64_t origin = family.begin();
    const double tick = frame.measured ? kClockSeconds : 1;
    const auto at = [&](std::uint64_t time) {
        return static_cast<double>(time - std::min(time, origin)) * tick;
    };
    const std::size_t each = family.each();
    const auto count = static_cast<std::int64_t>(family.children.size());
    for (std::size_t b = 0; b < family.parents.size(); ++b) {
        const std::size_t parent = made.spans.size(), row = made.rows.size();
        made.rows.push_back({fmt::format("block {}", b), "of the parent", Tone::Plain});
        made.rows.push_back(
            {each == 1 ? "child" : "children", std::string(streamName(family.stream)), Tone::Plain});
        made.spans.push_back({row, at(family.parents[b].start), at(family.parents[b].end),
                              fmt::format("block {}", b), -1, SpanLook::Work,
                              count + static_cast<std::int64_t>(b),
                              "of the parent, until its last warp has ended"});
        for (std::size_t c = 0; c < each; ++c) {
            const std::size_t index = b * each + c, span = made.spans.size();
            const ChildGrid& child = family.children[index];
            made.spans.push_back({row + 1, at(child.ran.start), at(child.ran.end),
                                  fmt::format("child {}", c + 1), static_cast<int>(c), SpanLook::Work,
                                  static_cast<std::int64_t>(index),
                                  fmt::format("{}, {} after its launch", family.shape,
                                              clockText(child.delay(), frame.measured))});
            made.arrows.push_back({parent, span, true, true, at(child.launched)});
            if (family.inOrder() && c > 0) made.arrows.push_back({span - 1, span});
            made.marks.push_back({at(child.launched), row, "", Tone::Good});
        }
    }
    made.end = at(family.complete()) * 1.02;
    made.marks.push_back({at(family.complete()), TimelineMark::kAllRows, "complete", Tone::Plain});
    made.chosen = family.chosen;
    return made;
}

} // namespace lanescope::kit
