// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/atomics/meetings.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/line_view.h"
#include "kit/words/patterns.h"
#include "model/banks.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::lab_atomics {

using render::Align;
using render::Canvas;
using render::Font;
using render::PickKind;
using render::Rect;

namespace {

bool countsTogether(const Frame& frame, const ShownAccess& shown) {
    return shown.access->space == model::Space::Shared &&
           model::countsLanes(shown.access->operation, frame.architecture);
}

/// Of the fullest bank: its number and the words that lanes want of it.
std::pair<std::uint64_t, std::vector<std::uint64_t>> fullestBank(const std::vector<Meeting>& all,
                                                                 const model::Architecture& architecture) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> words;
    for (const Meeting& each : all)
        words[each.address / 4 % static_cast<std::uint64_t>(architecture.banks)].push_back(each.address);
    return *std::ranges::max_element(words, {}, [](const auto& bank) { return bank.second.size(); });
}

} // namespace

bool waitingIsModelled(const model::Architecture& architecture, model::Space space) {
    return space == model::Space::Shared || architecture.cc >= kWaitingModelled;
}

std::string updateCost(const Frame& frame, const model::WarpAccess& access) {
    if (!waitingIsModelled(frame.architecture, access.space)) return "not modelled";
    const model::Counts counts = model::count(access, frame.architecture, frame.rules);
    return (access.space == model::Space::Shared ? plural(counts.wavefronts, "wavefront")
                                                 : plural(counts.sectors, "sector")) +
           " an update";
}

int Meeting::size() const {
    return std::popcount(lanes);
}

std::vector<Meeting> meetingsOf(const model::WarpAccess& access) {
    std::map<std::uint64_t, std::uint32_t> byAddress;
    forEachLane(access.activeMask,
                [&](int lane) { byAddress[access.address[static_cast<std::size_t>(lane)]] |= 1U << lane; });
    std::vector<Meeting> all;
    for (const auto& [address, lanes] : byAddress) all.push_back({address, lanes});
    std::ranges::stable_sort(all, std::greater(), &Meeting::size);
    return all;
}

const model::WarpAccess* nthAccess(const Observation& seen, std::uint32_t n,
                                   const std::function<bool(const model::WarpAccess&)>& matches) {
    const model::WarpAccess* last = nullptr;
    for (const model::WarpAccess& access : seen.trace)
        if (matches(access) && seen.occurrenceOf(access) <= n) last = &access;
    return last;
}

Reading readMeetings(const Frame& frame, const ShownAccess& shown, const AddressName& name) {
    const model::Counts& c = shown.counts;
    const std::vector<Meeting> all = meetingsOf(*shown.access);
    const Meeting most = all.front();
    Reading reading;
    reading.headline = most.size() == 1 ? "No two lanes meet"
                                        : fmt::format("{} lanes meet in {}", most.size(), name(most.address));
    reading.tone = most.size() > 1 ? Tone::Warn : Tone::Good;
    if (shown.access->space == model::Space::Shared) {
        reading.tone = c.bankConflicts > 0 ? Tone::Warn : Tone::Good;
        reading.needed = static_cast<double>(c.idealWavefronts);
        reading.taken = static_cast<double>(c.wavefronts);
        reading.neededText = fmt::format("{} needed", c.idealWavefronts);
        reading.takenText = fmt::format("{} taken", plural(c.wavefronts, "wavefront"));
        const bool together = countsTogether(frame, shown);
        if (together && c.bankConflicts > 0) {
            const auto& [bank, words] = fullestBank(all, frame.architecture);
            reading.headline =
                words.size() == 2
                    ? fmt::format("Bank {} holds both {} and {}", bank, name(words[0]), name(words[1]))
                    : fmt::format("Bank {} is asked for {} different words", bank, words.size());
        }
        reading.sentence =
            together
                ? fmt::format("{}: to add 1 there is an instruction that counts the lanes of a word at once; "
                              "only different words of a bank wait.",
                              plural(c.wavefronts, "wavefront"))
                : fmt::format("{}: a bank updates for one lane at a time, be it the same word or another.",
                              plural(c.wavefronts, "wavefront"));
        return reading;
    }
    if (!waitingIsModelled(frame.architecture, shown.access->space)) {
        reading.tone = most.size() > 1 ? Tone::Warn : Tone::Plain;
        reading.sentence = fmt::format("{} by address. How long the lanes of a word wait for each other is "
                                       "not modelled before CC 5.0: fewer transactions need not be faster.",
                                       plural(c.transactions, "transaction"));
        return reading;
    }
    const std::size_t lines = linesOf(*shown.access, frame.architecture, frame.rules).size();
    const std::string_view wait =
        most.size() > 1 ? "lanes that meet go one after the other" : "no lane waits for another";
    reading.needed = static_cast<double>(lines);
    reading.taken = static_cast<double>(c.tagLookups);
    reading.neededText = plural(lines, "line");
    reading.takenText = plural(c.tagLookups, "look-up");
    reading.sentence =
        fmt::format("{} in {}: {}.", plural(c.tagLookups, "look-up"),
                    c.wavefronts == 1 ? "1 pass" : fmt::format("{} passes", c.wavefronts), wait);
    return reading;
}

std::string mergeText(std::uint64_t merged, int updates) {
    return fmt::format("A warp's own set does not help its lanes, but no other warp waits for its words. At "
                       "its end each block adds its counters to the histogram: {} on global memory, not {}.",
                       plural(merged, "atomic"), grouped(static_cast<std::uint64_t>(updates)));
}

Rect drawMeetings(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown,
                  const AddressName& name) {
    constexpr float kTitle = 38, kLeastRow = 15, kMostRow = 28;
    const std::vector<Meeting> all = meetingsOf(*shown.access);
    if (all.empty() || rect.width < 120 || rect.height < kTitle + 2 * kLeastRow) return rect;
    const render::Theme& theme = canvas.theme();
    const bool known = waitingIsModelled(frame.architecture, shown.access->space),
               inTurn = known && !countsTogether(frame, shown);
    canvas.text({rect.x, rect.y},
                fmt::format("{} at {}",
                            plural(static_cast<unsigned>(std::popcount(shown.access->activeMask)), "lane"),
                            plural(all.size(), "word")),
                {12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width});
    canvas.text({rect.x, rect.y + 17},
                inTurn  ? "a word serves one lane at a time"
                : known ? "lanes of a word are counted at once"
                        : "their turns are not modelled before CC 5.0",
                {11.5F, theme.dim, Font::Sans, Align::Start, Align::Start, rect.width});

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
    const float height = std::min(area.height / static_cast<float>(rows + last + (elided ? 1 : 0)), kMostRow);

    const render::TextStyle label{std::min(height * 0.75F, 11.5F), theme.dim, Font::Sans, Align::Start,
                                  Align::Center};
    float labels = alone ? canvas.measure("one lane each", label).x : 0;
    for (std::size_t i = 0; i < rows; ++i)
        labels = std::max(labels, canvas.measure(name(all[i].address), label).x);
    labels = std::min(labels + 10, rect.width * 0.4F);
    const auto pitchOf = [&](int lanes) {
        return std::min((area.width - labels) / static_cast<float>(std::max(lanes, 1)), height + 3);
    };
    const std::uint32_t lit = litLanes(frame, shown);
    if (turns > 0 && rows > 0) {
        const float pitch = pitchOf(all.front().size());
        canvas.text({rect.x, area.y - turns + 6}, "turn",
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
        row(name(all[i].address), all[i].lanes, pitchOf(all.front().size()), inTurn || !known);
    if (elided) {
        canvas.text(
            {rect.x, y + height / 2},
            fmt::format("\u2026 and {} more where {} lanes or fewer meet", together - rows, all[rows].size()),
            label);
        y += height;
    }
    if (alone) row("one lane each", alone, pitchOf(std::popcount(alone)), false);
    return rect.belowTop(y + 8 - rect.y);
}

} // namespace lanescope::lab_atomics
