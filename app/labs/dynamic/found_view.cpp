// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/dynamic/found_view.h"

#include "kit/charts/matrix.h"
#include "kit/pictures/legend.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_dynamic {

using namespace kit;

namespace {

constexpr std::uint32_t kWarp = 32;

Visibility visibilityAt(const FoundView& view, std::size_t i) {
    return visibilityOf(view.promised[i], view.found[i]);
}

Color colorOf(const render::Theme& theme, Visibility visibility) {
    switch (visibility) {
    case Visibility::Kept:
        return theme.good;
    case Visibility::Luck:
        return render::mix(theme.background, theme.warn, 0.75F);
    case Visibility::Broken:
        return theme.bad;
    case Visibility::Missing:
        break;
    }
    return theme.line;
}

std::string_view wordOf(Visibility visibility) {
    switch (visibility) {
    case Visibility::Kept:
        return tr("found, as guaranteed");
    case Visibility::Luck:
        return tr("found by luck");
    case Visibility::Broken:
        return tr("guaranteed but not found");
    case Visibility::Missing:
        break;
    }
    return tr("not written yet");
}

} // namespace

std::size_t FoundView::foundCount() const {
    return static_cast<std::size_t>(std::ranges::count(found, true));
}
std::size_t FoundView::promisedCount() const {
    return static_cast<std::size_t>(std::ranges::count(promised, true));
}
std::size_t FoundView::brokenCount() const {
    std::size_t broken = 0;
    for (std::size_t i = 0; i < found.size(); ++i) broken += promised[i] && !found[i];
    return broken;
}

std::string FoundView::describe(const render::Pick& pick) const {
    if (pick.kind != render::PickKind::Point || pick.group != group || pick.id < 0 ||
        pick.id >= static_cast<std::int64_t>(found.size()))
        return {};
    const auto i = static_cast<std::size_t>(pick.id);
    return tr("element {} (warp {}, lane {}): {}", i, i / kWarp, i % kWarp, wordOf(visibilityAt(*this, i)));
}

FoundView foundIn(const RunResult& result, std::string_view buffer, std::size_t part, std::size_t count,
                  bool promised, std::string title, int group) {
    return {
        .title = std::move(title),
        .found = writtenIn(result.values<std::uint32_t>(buffer), part, count),
        .promised = std::vector<bool>(count, promised),
        .group = group,
    };
}

namespace {

std::string foundConclusion(const FoundView& child, const FoundView& parent) {
    std::string text;
    const auto first = std::ranges::find(child.found, false);
    if (first == child.found.end())
        text = child.promisedCount() == child.found.size()
                   ? tr("The whole block had written before the child began, which is guaranteed to it.")
                   : tr("All warps had written when the child looked, though nothing made it wait for them.");
    else
        text = tr("When the child looked, {} of {} elements were written.", child.foundCount(),
                  child.found.size());
    if (!parent.never.empty())
        return text + tr(" The parent can find none of its child's results: {}", parent.never);
    text += parent.foundCount() == 0 ? tr(" The parent found none of its child's results")
                                     : tr(" The parent found {} of its child's results", parent.foundCount());
    return text + tr(": nothing makes it wait.");
}

/// Gives the rectangle left beneath.
Rect drawOne(Canvas& canvas, const Frame& frame, const Rect& rect, const FoundView& view) {
    MatrixView matrix;
    matrix.title = view.title;
    matrix.caption =
        tr("{} of {}, {} guaranteed", view.foundCount(), view.found.size(), view.promisedCount());
    matrix.shortCaption = tr("{} of {}", view.foundCount(), view.found.size());
    matrix.rows = static_cast<std::uint32_t>((view.found.size() + kWarp - 1) / kWarp);
    matrix.columns = kWarp;
    matrix.group = view.group;
    matrix.lineRows = 1;
    const render::Theme& theme = canvas.theme();
    matrix.color = [&](std::uint32_t row, std::uint32_t column) {
        const std::size_t i = std::size_t{row} * kWarp + column;
        return i < view.found.size() ? colorOf(theme, visibilityAt(view, i)) : Color{0, 0, 0, 0};
    };
    matrix.text = [&](std::uint32_t row, std::uint32_t column) {
        return std::to_string(std::size_t{row} * kWarp + column);
    };
    constexpr float kTitle = 24;
    constexpr float kMostCell = 30;
    const float cell = std::min({rect.width / static_cast<float>(kWarp), kMostCell,
                                 (rect.height - kTitle) / static_cast<float>(matrix.rows)});
    const float height = std::max(kTitle + cell * static_cast<float>(matrix.rows), 0.F);
    drawMatrix(canvas, frame, rect.top(height), matrix);
    return rect.belowTop(height);
}

/// What the colours mean, in a line or more; gives the rectangle beneath.
Rect drawMeanings(Canvas& canvas, const Rect& rect) {
    constexpr float kLeastHeight = 120;
    if (rect.height < kLeastHeight) return rect; // the cells go first
    std::vector<LegendEntry> entries;
    for (const Visibility visibility : {Visibility::Kept, Visibility::Luck, Visibility::Missing})
        entries.push_back({std::string(wordOf(visibility)), colorOf(canvas.theme(), visibility)});
    const Legend legend(canvas, std::move(entries), rect.width);
    legend.draw(canvas, {rect.x, rect.y});
    return rect.belowTop(legend.height() + 6);
}

} // namespace

Rect drawFound(Canvas& canvas, const Frame& frame, const Rect& rect, const FoundView& child,
               const FoundView& parent) {
    const Rect above = drawConclusion(canvas, rect, foundConclusion(child, parent), canvas.theme().text);
    const Rect rest = drawMeanings(canvas, above);
    constexpr float kGap = 18;
    const float half = (rest.height - kGap) / 2;
    const Rect below = drawOne(canvas, frame, rest.top(half), child);
    const Rect left = drawOne(canvas, frame, {rest.x, below.y + kGap, rest.width, half}, parent);
    return {left.x, left.y, left.width, std::max(above.bottom() - left.y, 0.F)};
}

void sayFound(Panel& panel, const FoundView& child) {
    const std::size_t all = child.found.size();
    const std::size_t found = child.foundCount();
    const std::size_t promised = child.promisedCount();
    if (promised == all)
        panel.verdict(child.brokenCount() ? Tone::Bad : Tone::Good, tr("Guaranteed and found"),
                      tr("All {} elements had been written before the child began: it is guaranteed to find "
                         "them, and found {}.",
                         all, found));
    else if (found == all)
        panel.verdict(Tone::Warn, tr("Found, but by luck"),
                      tr("The child found all {} elements, but only {} was guaranteed: the launching "
                         "thread's own. The others were fast enough this time.",
                         all, promised));
    else
        panel.verdict(Tone::Bad, tr("The child came too early"),
                      tr("It found {} of {} elements. Only {} was guaranteed: thread 0 launched before the "
                         "other warps had written.",
                         found, all, promised));
}

std::vector<Fact> foundFacts(const FoundView& child, const FoundView& parent) {
    const auto of = [](std::size_t some, const FoundView& view) {
        return tr("{} of {}", some, view.found.size());
    };
    return {{tr("Guaranteed to the child"), of(child.promisedCount(), child),
             tr("of the elements that its parent's block writes")},
            {tr("Found by the child"), of(child.foundCount(), child)},
            {tr("Guaranteed to the parent"), of(parent.promisedCount(), parent),
             tr("of its first child's results")},
            {tr("Found by the parent"), of(parent.foundCount(), parent),
             tr("after the launch, without waiting")}};
}

} // namespace lanescope::lab_dynamic
