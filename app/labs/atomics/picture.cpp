// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/atomics/picture.h"

#include "kit/charts/bars.h"
#include "kit/counted.h"
#include "kit/pictures/heading.h"
#include "kit/pictures/lane_marks.h"
#include "kit/words/lanes_met.h"
#include "kit/words/patterns.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string_view>
#include <vector>

namespace lanescope::lab_atomics {

using namespace kit;

Rect drawMeetings(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown,
                  const AddressName& name) {
    constexpr float kTitle = 38;
    constexpr float kLeastRow = 15;
    constexpr float kMostRow = 28;
    const std::vector<Meeting> all = meetingsOf(*shown.access);
    if (all.empty() || rect.width < 120 || rect.height < kTitle + 2 * kLeastRow) return rect;
    const render::Theme& theme = canvas.theme();
    const bool modelled = waitingIsModelled(frame.architecture, shown.access->space);
    const bool inTurn = modelled && !countsTogether(frame, shown);
    std::string_view order = tr("their turns are not modelled before CC 5.0");
    if (inTurn)
        order = tr("a word serves one lane at a time");
    else if (modelled)
        order = tr("lanes of a word are counted at once");
    // The lanes that meet nobody share the last row.
    const auto together = static_cast<std::size_t>(
        std::ranges::count_if(all, [](const Meeting& each) { return each.size() > 1; }));
    std::uint32_t alone = 0;
    for (std::size_t i = together; i < all.size(); ++i) alone |= all[i].lanes;
    const std::size_t last = alone ? 1 : 0;
    const float turns = inTurn && together > 0 ? 14.F : 0.F;
    const Rect area = rect.belowTop(kTitle + turns);
    const auto fitting = static_cast<std::size_t>(std::max(area.height / kLeastRow, 1.F));
    std::size_t rows = together;
    if (rows + last > fitting) rows = fitting - std::min(fitting, last + 1); // and a row that says so
    const bool elided = rows < together;
    if (elided && rows == 0) return rect;
    canvas.text({rect.x, rect.y},
                tr("{} at {}",
                   counted(static_cast<unsigned>(std::popcount(shown.access->activeMask)), "lane"),
                   counted(all.size(), "word")),
                {12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width});
    canvas.text({rect.x, rect.y + 17}, order,
                {11.5F, theme.dim, Font::Sans, Align::Start, Align::Start, rect.width});
    const float height = std::min(area.height / static_cast<float>(rows + last + (elided ? 1 : 0)), kMostRow);

    const render::TextStyle label{std::min(height * 0.75F, 11.5F), theme.dim, Font::Sans, Align::Start,
                                  Align::Center};
    float labels = alone ? canvas.measure(tr("one lane each"), label).x : 0;
    for (std::size_t i = 0; i < rows; ++i)
        labels = std::max(labels, canvas.measure(name(all[i].address), label).x);
    labels = std::min(labels + 10, rect.width * 0.4F);
    const auto pitchOf = [&](int lanes) {
        return std::min((area.width - labels) / static_cast<float>(std::max(lanes, 1)), height + 3);
    };
    const std::uint32_t lit = litLanes(frame, shown);
    if (turns > 0 && rows > 0) {
        const float pitch = pitchOf(all.front().size());
        canvas.text({rect.x, area.y - turns + 6}, tr("turn"),
                    {10, theme.faint, Font::Sans, Align::Start, Align::Center});
        for (int turn = 0; turn < all.front().size(); ++turn)
            if (pitch >= 17 || turn % 4 == 3)
                canvas.text({rect.x + labels + pitch * (static_cast<float>(turn) + 0.5F), area.y - turns + 6},
                            fmt::format("{}", turn + 1),
                            {10, theme.faint, Font::Sans, Align::Center, Align::Center});
    }
    float y = area.y;
    const auto row = [&](const std::string& what, std::uint32_t lanes, float pitch, bool wait) {
        const float radius = std::min(pitch, height) * 0.44F;
        render::TextStyle style = label;
        if (wait) style.color = theme.warn;
        style.maxWidth = labels - 6;
        canvas.text({rect.x, y + height / 2}, what, style);
        float x = rect.x + labels + pitch / 2;
        forEachLane(lanes, [&](int lane) {
            drawLaneDisc(canvas, {x, y + height / 2}, radius, lane, true, (lit >> lane & 1) != 0);
            canvas.pick({x, y + height / 2}, radius + 1,
                        {PickKind::Lane, lane, lane, static_cast<int>(shown.access->site),
                         shown.access->address[static_cast<std::size_t>(lane)]});
            x += pitch;
        });
        y += height;
    };
    for (std::size_t i = 0; i < rows; ++i)
        row(name(all[i].address), all[i].lanes, pitchOf(all.front().size()), inTurn || !modelled);
    if (elided) {
        canvas.text({rect.x, y + height / 2},
                    tr("\u2026 and {} more where {} lanes or fewer meet", together - rows, all[rows].size()),
                    label);
        y += height;
    }
    if (alone) row(tr("one lane each"), alone, pitchOf(std::popcount(alone)), false);
    return rect.belowTop(y + 8 - rect.y);
}

namespace {

BarsView valueBars(const CountedView& counted) {
    const PeakedValues::Amounts amounts = counted.values.amounts(counted.count);
    BarsView view{
        .title = tr("The values"),
        .caption = amounts.exact ? tr("how often each is drawn") : tr("how often each is expected"),
    };
    for (const double amount : amounts.of)
        view.bars.push_back({.value = amount, .label = std::to_string(view.bars.size())});
    return view;
}

BarsView counterBars(const Frame& frame, const CountedView& counted) {
    std::map<std::uint64_t, int> lanesByBin;
    forEachLane(counted.lanes,
                [&](int lane) { ++lanesByBin[counted.updated.at(static_cast<std::size_t>(lane))]; });
    const auto banks = static_cast<std::uint64_t>(frame.architecture.banks);
    std::map<std::uint64_t, int> binsByBank;
    for (const auto& [bin, lanes] : lanesByBin) ++binsByBank[bin % banks];
    const auto waits = [&](std::uint64_t bin) {
        return counted.countsTogether ? binsByBank[bin % banks] > 1 : lanesByBin[bin] > 1;
    };
    BarsView view{
        .title = tr("The histogram"),
        .caption = counted.countsTogether ? tr("bright: updated; orange: two in one bank")
                                          : tr("bright: updated; orange: lanes meet"),
        .unit = counted.addsOne ? tr("values in a bin") : tr("sum of the values in a bin"),
        .firstPick = counted.firstPick,
    };
    for (const unsigned count : frame.result.values<unsigned>("histogram")) {
        const std::size_t bin = view.bars.size();
        const int lanes = lanesByBin.contains(bin) ? lanesByBin[bin] : 0;
        view.bars.push_back({
            .value = static_cast<double>(count),
            .part = lanes > 0 ? -1.0 : 0.0,
            .label = std::to_string(bin),
            .tone = lanes > 0 && waits(bin) ? Tone::Warn : Tone::Plain,
        });
    }
    return view;
}

} // namespace

void drawHistogram(Canvas& canvas, const Frame& frame, const CountedView& view) {
    if (frame.left.width < 80) return;
    const Heading heading{
        .title = tr("What the kernel counts"),
        .subtitle = tr("{} from 0 to {}", counted(view.count, "value"), view.values.count - 1),
        .expression = "bin = value * bins / 1024",
    };
    const Rect rest = drawHeading(canvas, frame.left, heading);
    const BarsView values = valueBars(view);
    const float share = rest.height * 0.36F;
    const float upper = share < leastBarsHeight(values) ? 0 : share + 10;
    if (upper > 0) drawBars(canvas, rest.top(share), values);
    drawBars(canvas, rest.belowTop(upper), counterBars(frame, view));
}

} // namespace lanescope::lab_atomics
