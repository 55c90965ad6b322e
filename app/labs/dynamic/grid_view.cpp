// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/dynamic/grid_view.h"

#include "kit/counted.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_dynamic {

using namespace kit;

namespace {

constexpr double kClockSeconds = 1e-9; // of %globaltimer

} // namespace

std::string shapeText(const GridFamily& family) {
    return tr("{0} of {1}", counted(family.childBlocks, "block"), counted(family.childThreads, "thread"));
}

std::string_view streamExpression(Stream stream) {
    switch (stream) {
    case Stream::Named:
        return tr("stream");
    case Stream::FireAndForget:
        return "cudaStreamFireAndForget";
    case Stream::Tail:
        return "cudaStreamTailLaunch";
    default:
        return "0";
    }
}

std::string_view streamName(Stream stream) {
    switch (stream) {
    case Stream::Named:
        return tr("streams of their own");
    case Stream::FireAndForget:
        return tr("fire and forget");
    case Stream::Tail:
        return tr("tail launches");
    default:
        return tr("implicit stream");
    }
}

std::vector<RuleRow> launchRules(Stream chosen, int group) {
    // CUDA C++ Programming Guide, dynamic parallelism: ordering and concurrency, device runtime streams.
    std::vector<RuleRow> rows{
        {tr("implicit stream"), tr("in order within a block"),
         tr("The threads of a block share it: what they launch runs one after another, as launched."),
         Tone::Plain},
        {tr("named streams"), tr("no order"),
         tr("A block's own, made with cudaStreamCreateWithFlags: nothing orders launches into different "
            "ones."),
         Tone::Plain},
        {tr("fire and forget"), tr("no order, at once"),
         tr("Nothing orders such launches, and only the end of the whole grid waits for one."), Tone::Plain},
        {tr("tail launch"), tr("in order, after the grid"),
         tr("When all blocks of the parent and everything else that it launched have ended, one tail after "
            "another."),
         Tone::Plain}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].chosen = static_cast<Stream>(i) == chosen;
        rows[i].pick = {.kind = render::PickKind::Point, .id = static_cast<std::int64_t>(i), .group = group};
    }
    return rows;
}

std::vector<RuleRow> memoryRules(std::string_view chosen, int group) {
    // CUDA C++ Programming Guide, dynamic parallelism: coherence and consistency.
    std::vector<RuleRow> rows{
        {tr("global"), tr("one for both"),
         tr("What the launching thread wrote, or saw behind a barrier, is there. In return, nothing is "
            "guaranteed to the parent."),
         Tone::Good},
        {tr("shared"), tr("each block its own"),
         tr("In a child the same address means memory of the child's block."), Tone::Bad},
        {tr("local"), tr("each thread its own"),
         tr("So are arrays that are indexed at run time, and variables whose address is taken."), Tone::Bad},
        {tr("mapped host"), tr("one for both"),
         tr("As global memory. Kernels can neither allocate nor free it."), Tone::Good},
        {tr("constant"), tr("one for both"),
         tr("The host sets it before its launch; no kernel may change it."), Tone::Good},
        {tr("texture"), tr("one for both"),
         tr("A fetch shows what was written before the launch, not what is written meanwhile."), Tone::Good}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].chosen = rows[i].name == tr(std::string_view(chosen));
        if (i < 3)
            rows[i].pick = {
                .kind = render::PickKind::Point, .id = static_cast<std::int64_t>(i), .group = group};
    }
    return rows;
}

std::string conclusionText(const GridFamily& family, bool measured) {
    if (!measured) {
        std::string text = tr("a block of the parent pauses while a child that it launched runs.");
        if (family.complete() > family.parentsEnd())
            text = tr("the children here when the parent's have ended.");
        if (family.stream == Stream::Tail) text = tr("the tails when the parent's have ended.");
        return tr("The emulator runs one block at a time: {}", text);
    }
    const std::size_t most = family.mostAtOnce();
    std::string text = tr("No two children");
    if (most == 2) text = tr("Two children");
    if (most > 2) text = tr("Up to {} children", most);
    text += tr(" ran at once. ");
    if (family.stream == Stream::Tail)
        text += tr("The tails began when the last block of the parent had ended");
    else if (family.complete() > family.parentsEnd())
        text += tr("The parent's blocks ended before their children");
    else
        text += tr("The children ended before their parent's blocks, which is luck");
    return text + tr(": the parent was complete after {}, with the last of them.",
                     clockText(family.complete() - family.begin(), true));
}

std::vector<Fact> familyFacts(const GridFamily& family, bool measured) {
    std::vector<Fact> facts{{tr("Child grids"), tr("{}, of {}", family.children.size(), shapeText(family)),
                             std::string(streamName(family.stream))}};
    const auto ran = [&](const RunSpan& span) {
        const std::uint64_t start = span.start - std::min(span.start, family.begin());
        const std::uint64_t end = span.end - std::min(span.end, family.begin());
        return tr("{} to {}", measured ? clockText(start, true) : grouped(start), clockText(end, measured));
    };
    const auto chosen = static_cast<std::size_t>(std::max(family.chosen, 0));
    if (chosen < family.children.size()) {
        const std::size_t block = chosen / family.each();
        facts.push_back({tr("Block {} ran", block), ran(family.parents[block]), tr("of the parent")});
        facts.push_back({tr("Its child {} ran", chosen % family.each() + 1), ran(family.children[chosen].ran),
                         tr("by %globaltimer")});
        facts.push_back({tr("From launch to start"), clockText(family.children[chosen].delay(), measured),
                         tr("of the shown child, by %globaltimer")});
    }
    facts.push_back({tr("Parent complete after"), clockText(family.complete() - family.begin(), measured),
                     tr("a grid is complete only when all that it launched is")});
    return facts;
}

void sayLaunchRules(Panel& panel) {
    panel.card(
        Tone::Plain, tr("Since CUDA 12"),
        tr("Older texts let a parent wait: after cudaDeviceSynchronize() in device code its thread saw the "
           "children's writes, and after one more __syncthreads() its block did. That call is gone. What "
           "needs the results goes into a tail launch, or into the next kernel of the host's stream."));
    panel.note(tr("Nothing guarantees that grids or blocks run at the same time: a child may begin at its "
                  "launch or when its parent's blocks have ended. Streams belong to the block that created "
                  "them. The emulator runs one grid after another, and the warps of a block in turn: a read "
                  "before a launch sees nothing of what that launch writes."));
}

std::string whyNoChildren(const model::Architecture& architecture) {
    constexpr model::ComputeCapability kFirst{3, 5};
    return architecture.cc < kFirst
               ? tr("CC {}: a grid cannot launch grids, the host launches what comes next.",
                    architecture.cc.text())
               : "";
}

std::vector<Fact> launchFacts(Stream stream, const model::Architecture& architecture) {
    // CUDA 12.0 release notes: the second dynamic parallelism brings both kinds, and CC 3.x is no longer
    // built for.
    constexpr model::ComputeCapability kLeast{5, 0};
    const bool newer = stream == Stream::Tail || stream == Stream::FireAndForget;
    std::string why = whyNoChildren(architecture);
    if (why.empty() && newer && architecture.cc < kLeast)
        why = tr("{} came with CUDA 12, which builds for CC 5.0 and later only.",
                 stream == Stream::Tail ? tr("Tail launches") : tr("Fire and forget"));
    if (why.empty()) return {};
    return {{tr("Beyond the hardware"),
             tr("{} No GPU of CC {} runs this; the counts follow its rules all the same.", why,
                architecture.cc.text())}};
}

GridFamily familyIn(const RunResult& result, std::size_t childBlocks, std::size_t childThreads,
                    Stream stream) {
    const RunNotes notes{
        .parents = result.values<RunSpan>("parents"),
        .childBlocks = result.values<RunSpan>("children"),
        .launches = result.values<std::uint64_t>("launches"),
    };
    return familyOf(notes, childBlocks, childThreads, stream);
}

void drawFamily(render::Canvas& canvas, const Frame& frame, const Rect& rect, const GridFamily& family,
                std::span<const RuleRow> rules) {
    constexpr float kRules = 88;     // what the rules' names take
    constexpr float kTimeline = 170; // when they have it
    const auto kind = static_cast<std::size_t>(family.stream);
    Rect rest = drawHeading(canvas, rect,
                            {tr("When the grids ran"), tr("{}: {}", rules[kind].name, rules[kind].verdict),
                             fmt::format("child<<<{}, {}, 0, {}>>>(...)", family.childBlocks,
                                         family.childThreads, streamExpression(family.stream))});
    rest = drawConclusion(canvas, rest, conclusionText(family, frame.measured), canvas.theme().text);
    const float keep = rest.height > kRules + kTimeline ? kRules : 0;
    const Timeline timeline = timelineOf(family, frame);
    const float used = drawTimeline(canvas, frame, rest.top(rest.height - keep), timeline).y - rest.y;
    drawRules(canvas, frame, rest.belowTop(used), tr("What orders launches"), rules);
}

std::string clockText(std::uint64_t ticks, bool measured) {
    return measured ? duration(static_cast<double>(ticks) * kClockSeconds) : tr("{} instr.", grouped(ticks));
}

Timeline timelineOf(const GridFamily& family, const Frame& frame) {
    Timeline made;
    if (!frame.measured) made.unit = tr("warp instructions");
    made.origin = frame.measured ? tr("measured on {} (%globaltimer)", frame.device.name) : tr("emulated");
    const std::uint64_t origin = family.begin();
    const double tick = frame.measured ? kClockSeconds : 1;
    const auto at = [&](std::uint64_t time) {
        return static_cast<double>(time - std::min(time, origin)) * tick;
    };
    const std::size_t each = family.each();
    const auto count = static_cast<std::int64_t>(family.children.size());
    for (std::size_t b = 0; b < family.parents.size(); ++b) {
        const std::size_t parent = made.spans.size();
        const std::size_t row = made.rows.size();
        made.rows.push_back({tr("block {}", b), tr("of the parent"), Tone::Plain});
        made.rows.push_back(
            {each == 1 ? tr("child") : tr("children"), std::string(streamName(family.stream)), Tone::Plain});
        made.spans.push_back({row, at(family.parents[b].start), at(family.parents[b].end), tr("block {}", b),
                              -1, SpanLook::Work, count + static_cast<std::int64_t>(b),
                              tr("of the parent, until its last warp has ended")});
        for (std::size_t c = 0; c < each; ++c) {
            const std::size_t index = b * each + c;
            const std::size_t span = made.spans.size();
            const ChildGrid& child = family.children[index];
            made.spans.push_back(
                {row + 1, at(child.ran.start), at(child.ran.end), tr("child {}", c + 1),
                 plainSeries(frame.theme, static_cast<int>(c)), SpanLook::Work,
                 static_cast<std::int64_t>(index),
                 tr("{}, {} after its launch", shapeText(family), clockText(child.delay(), frame.measured))});
            made.arrows.push_back({parent, span, true, true, at(child.launched)});
            if (family.inOrder() && c > 0) made.arrows.push_back({span - 1, span});
            made.marks.push_back({at(child.launched), row, "", Tone::Plain});
        }
    }
    made.end = at(family.complete()) * 1.02;
    made.marks.push_back({at(family.complete()), TimelineMark::kAllRows, tr("complete"), Tone::Plain});
    made.chosen = family.chosen;
    return made;
}

} // namespace lanescope::lab_dynamic
