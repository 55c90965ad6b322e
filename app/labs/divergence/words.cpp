// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/divergence/words.h"

#include "kit/counted.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <bit>

namespace lanescope::lab_divergence {

using kit::Reading;
using kit::Row;
using kit::Tone;

std::string lanesText(const model::Issues& issued) {
    return tr("{} of {}", shortNumber(issued.lanesPerInstruction()), model::kWarpSize);
}

Reading readIssues(const model::Issues& issued, Kernel kernel) {
    constexpr double kMost = 0.75;
    const double share = issued.lanesPerInstruction() / model::kWarpSize;
    Reading reading{
        .tone = share >= kNearlyAllLanes ? Tone::Good
                : share >= kMost         ? Tone::Plain
                                         : Tone::Warn,
        .headline = share >= kNearlyAllLanes
                        ? std::string(share > 0.999 ? tr("All lanes work") : tr("Nearly all lanes work"))
                        : tr("{} lanes active on average", lanesText(issued)),
        .sentence = std::string(lessonOf(kernel, share < kNearlyAllLanes)),
        .needed = static_cast<double>(issued.leastWarps()),
        .taken = static_cast<double>(issued.warps),
        .neededText = tr("{} needed", grouped(issued.leastWarps())),
        .takenText = tr("{} issued", grouped(issued.warps)),
    };
    return reading;
}

std::string_view lessonOf(Kernel kernel, bool parts) {
    switch (kernel) {
    case Kernel::Branch:
        return parts
                   ? tr("Lanes of a warp take both sides of the branch, so the warp runs both, one after the "
                        "other. "
                        "Each side keeps the lanes of the other waiting.")
                   : tr("All lanes of a warp take the same side, so no warp runs both. Other warps may take "
                        "the "
                        "other side: that costs nothing.");
    case Kernel::Data:
        return parts ? tr("A warp works as long as one of its lanes has something to do. The others wait.")
                     : tr("The lanes of a warp agree: all of them have work, or none has.");
    case Kernel::Gathered:
        return parts
                   ? tr("Votes and shuffles line up the work, so that whole warps work and whole warps rest. "
                        "What is left is that lining up, and the last, partly filled warp of each block.")
                   : tr("Votes and shuffles line up the work: whole warps work and whole warps rest.");
    case Kernel::Loop:
        break;
    }
    return parts ? tr("A warp stays in the loop until its last lane leaves. Lanes that are done wait for it.")
                 : tr("The lanes of a warp need about the same number of iterations, so they leave the loop "
                      "together.");
}

std::vector<Row> issueRows(const model::Issues& issued) {
    return {
        {tr("instructions issued"), grouped(issued.warps), "", "",
         tr("one for all active lanes of a warp; the profiler's smsp__inst_executed.sum, which counts the "
            "GPU's own instructions")},
        {tr("needed if no lane waited"), grouped(issued.leastWarps()), "", "",
         tr("the instructions of all lanes, divided by 32")},
        {tr("active lanes per instruction"), shortNumber(issued.lanesPerInstruction()), "", "",
         tr("smsp__thread_inst_executed_per_inst_executed.ratio; the GPU's compiler may turn short branches "
            "into instructions that all lanes share")}};
}

std::string describeStretch(const Stretch& stretch, int lane, std::string_view source) {
    const auto lanes = static_cast<std::uint64_t>(std::popcount(stretch.lanes));
    const std::string work = counted(stretch.instructions, "instruction");
    std::string text;
    if (lane < 0)
        text = tr("{} for {}", work, counted(lanes, "lane"));
    else if ((stretch.lanes >> lane & 1U) == 0)
        text = tr("lane {} waits while {} run {}", lane, counted(lanes, "lane"), work);
    else
        text = lanes == 1 ? tr("lane {} runs {} alone", lane, work)
                          : tr("lane {} is one of {} lanes that run {}", lane, lanes, work);
    if (stretch.line > 0) text += tr("\nline {}: {}", stretch.line, source);
    if (stretch.otherLines > 0) text += tr("\nand {}", counted(stretch.otherLines, "other line"));
    return text;
}

} // namespace lanescope::lab_divergence
