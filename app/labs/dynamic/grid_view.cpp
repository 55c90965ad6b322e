// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/dynamic/grid_view.h"

#include "kit/pictures/pictures.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_dynamic {

namespace {

using ptx::LaunchStream;
using render::Rect;

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

std::string GridFamily::shape() const {
    return fmt::format("{} of {}", plural(childBlocks, "block"), plural(childThreads, "thread"));
}

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

std::string familyConclusion(const GridFamily& family, bool measured) {
    if (!measured) {
        const bool tails = family.stream == LaunchStream::Tail;
        const std::string text =
            tails ? "the tails when the parent's have ended."
            : family.complete() > family.parentsEnd()
                ? "the children here when the parent's have ended."
                : "a block of the parent stands still while a child that it launched runs.";
        return "The emulator runs one block at a time: " + text;
    }
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
    return text + fmt::format(": the parent was complete after {}, with the last of them.",
                              clockText(family.complete() - family.begin(), true));
}

std::vector<Fact> familyFacts(const GridFamily& family, bool measured) {
    std::vector<Fact> facts{{"Child grids", fmt::format("{}, of {}", family.children.size(), family.shape()),
                             std::string(streamName(family.stream))}};
    const auto ran = [&](const RunSpan& span) {
        const std::uint64_t start = span.start - std::min(span.start, family.begin()),
                            end = span.end - std::min(span.end, family.begin());
        return fmt::format("{} to {}", measured ? clockText(start, true) : grouped(start),
                           clockText(end, measured));
    };
    const auto chosen = static_cast<std::size_t>(std::max(family.chosen, 0));
    if (chosen < family.children.size()) {
        const std::size_t block = chosen / family.each();
        facts.push_back({fmt::format("Block {} ran", block), ran(family.parents[block]), "of the parent"});
        facts.push_back({fmt::format("Its child {} ran", chosen % family.each() + 1),
                         ran(family.children[chosen].ran), "by %globaltimer"});
        facts.push_back({"From launch to start", clockText(family.children[chosen].delay(), measured),
                         "of the shown child, by %globaltimer"});
    }
    facts.push_back({"Parent complete after", clockText(family.complete() - family.begin(), measured),
                     "a grid is complete only when all that it launched is"});
    return facts;
}

void sayLaunchRules(Panel& panel) {
    panel.card(
        Tone::Plain, "Since CUDA 12",
        "Older texts let a parent wait: behind cudaDeviceSynchronize() in device code its thread saw the "
        "children's writes, and behind one more __syncthreads() its block did. That call is gone. What "
        "needs the results goes into a tail launch, or into the next kernel of the host's stream.");
    panel.note(
        "That grids or blocks run side by side is promised nowhere: a child may begin at its launch or "
        "when its parent's blocks have ended. Streams belong to the block that made them. The emulator runs "
        "one grid after another, and the warps of a block by turns: what looked before a launch found "
        "nothing "
        "of it.");
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

std::vector<Fact> launchFacts(LaunchStream stream, const model::Architecture& architecture) {
    // CUDA 12.0 release notes: the second dynamic parallelism brings both kinds, and CC 3.x is no longer
    // built for.
    constexpr model::ComputeCapability kLeast{5, 0};
    const bool newer = stream == LaunchStream::Tail || stream == LaunchStream::FireAndForget;
    std::string why = whyNoChildren(architecture);
    if (why.empty() && newer && architecture.cc < kLeast)
        why = fmt::format("{} came with CUDA 12, which builds for CC 5.0 and later only.",
                          stream == LaunchStream::Tail ? "Tail launches" : "Fire and forget");
    if (why.empty()) return {};
    return {{"Beyond the hardware",
             fmt::format("{} No GPU of CC {} runs this; the counts follow its rules all the same.", why,
                         architecture.cc.text())}};
}

GridFamily familyIn(const RunResult& result, std::size_t childBlocks, std::size_t childThreads,
                    LaunchStream stream) {
    GridFamily family;
    family.stream = stream;
    family.childBlocks = childBlocks;
    family.childThreads = childThreads;
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

void drawFamily(render::Canvas& canvas, const Frame& frame, const Rect& rect, const GridFamily& family,
                std::span<const RuleRow> rules) {
    constexpr float kRules = 88, kTimeline = 170; // what the rules' names take, and when they have it
    const auto kind =
        static_cast<std::size_t>(family.stream) - static_cast<std::size_t>(LaunchStream::Implicit);
    Rect rest = drawHeading(canvas, rect,
                            {"When the grids ran", rules[kind].name + ": " + rules[kind].verdict,
                             fmt::format("child<<<{}, {}, 0, {}>>>(...)", family.childBlocks,
                                         family.childThreads, streamExpression(family.stream))});
    rest = drawConclusion(canvas, rest, familyConclusion(family, frame.measured), canvas.theme().text);
    const float keep = rest.height > kRules + kTimeline ? kRules : 0;
    const Timeline timeline = timelineOf(family, frame);
    const float used = drawTimeline(canvas, frame, rest.top(rest.height - keep), timeline).y - rest.y;
    drawRules(canvas, frame, rest.belowTop(used), "What orders launches", rules);
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
                                  fmt::format("child {}", c + 1),
                                  plainSeries(frame.theme, static_cast<int>(c)), SpanLook::Work,
                                  static_cast<std::int64_t>(index),
                                  fmt::format("{}, {} after its launch", family.shape(),
                                              clockText(child.delay(), frame.measured))});
            made.arrows.push_back({parent, span, true, true, at(child.launched)});
            if (family.inOrder() && c > 0) made.arrows.push_back({span - 1, span});
            made.marks.push_back({at(child.launched), row, "", Tone::Plain});
        }
    }
    made.end = at(family.complete()) * 1.02;
    made.marks.push_back({at(family.complete()), TimelineMark::kAllRows, "complete", Tone::Plain});
    made.chosen = family.chosen;
    return made;
}

} // namespace lanescope::lab_dynamic
