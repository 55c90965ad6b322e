// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/occupancy/picture.h"

#include "kit/counted.h"
#include "kit/pictures/pictures.h"
#include "labs/occupancy/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace lanescope::lab_occupancy {

using namespace kit;

namespace {

constexpr int kColumns = 8; // places in a row

/// Neighbours differ, and so do the first few: 13 and 32 have no divisor in common.
Color colorOf(int block) {
    return render::laneColor(block * 13 % 32);
}

void drawPlaces(Canvas& canvas, const Rect& rect, const std::vector<int>& places) {
    const render::Theme& theme = canvas.theme();
    const auto rows = static_cast<float>((places.size() + kColumns - 1) / kColumns);
    const float wide = rect.width / kColumns;
    const float high = std::min(rect.height / rows, 46.F);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Rect cell = Rect{rect.x + wide * static_cast<float>(i % kColumns),
                               rect.y + high * static_cast<float>(i / kColumns), wide, high}
                              .inset(1.5F, 1.5F);
        const bool taken = places[i] >= 0;
        if (taken)
            canvas.rectangle(cell, {colorOf(places[i]), 3});
        else
            canvas.rectangle(cell, {theme.raised.faded(0.45F), 3, theme.line, 1});
        if (cell.height < 12 || cell.width < 18) continue;
        const float size = std::min(11.F, cell.height * 0.6F);
        const std::string words = taken ? (cell.width < 58 ? "" : tr("block ")) + std::to_string(places[i])
                                        : std::string(cell.width < 40 ? "" : tr("empty"));
        canvas.text(cell.center(), words,
                    {size, taken ? render::inkOn(colorOf(places[i])) : theme.faint, Font::Sans, Align::Center,
                     Align::Center, cell.width - 4});
    }
}

/// allocation: why it is more than the blocks ask for; empty: it is not.
void drawResource(Canvas& canvas, const Rect& rect, const Resource& resource, const model::Occupancy& held,
                  const std::string& allocation) {
    const render::Theme& theme = canvas.theme();
    // One that is reached with it is as much in the way.
    const bool limits =
        held.blocks > 0 ? std::cmp_equal(resource.room, held.blocks) : resource.limit == held.limit;
    const Color words = limits ? theme.warn : theme.dim;
    const std::string room =
        limits ? tr("the limit: {}", counted(resource.room, "block")) : roomText(resource);
    const render::TextStyle style{11.5F, words, limits ? Font::Bold : Font::Sans, Align::End};
    const float wide = canvas.measure(room, style).x;
    canvas.text({rect.right(), rect.y}, room, style);
    const float left = std::max(rect.width - wide - 12, 20.F);
    const render::TextStyle used{11.5F, theme.text, Font::Sans, Align::Start, Align::Start, left};
    const double share = resource.all == 0 ? 0
                                           : static_cast<double>(resource.ofBlock) * held.blocks /
                                                 static_cast<double>(resource.all);
    const std::string taken = usedText(resource, held.blocks);
    canvas.text(
        {rect.x, rect.y},
        canvas.fitting({allocation.empty() ? taken : tr("{}: {}", taken, allocation), taken,
                        tr("{}: {}", resource.name, percent(share)),
                        tr("{}: {}", resource.name.substr(0, resource.name.find(' ')), percent(share))},
                       used, left),
        used);
    const bool isLow = rect.height < 38;
    const Rect bar{rect.x, rect.y + (isLow ? 16.5F : 18.F), rect.width,
                   std::clamp(rect.height - (isLow ? 18 : 26), 7.F, 16.F)};
    canvas.rectangle(bar,
                     {theme.raised.faded(0.6F), 2, limits ? theme.warn : theme.line, limits ? 1.5F : 1.F});
    const float each = resource.all == 0 ? 0
                                         : bar.width * static_cast<float>(resource.ofBlock) /
                                               static_cast<float>(resource.all);
    for (int block = 0; block < held.blocks && each > 0; ++block)
        canvas.rectangle(Rect{bar.x + each * static_cast<float>(block), bar.y, each, bar.height}.inset(
                             each > 4 ? 0.75F : 0, isLow ? 1.F : 1.5F),
                         {colorOf(block), each > 6 ? 2.F : 0.F});
}

} // namespace

void drawMultiprocessor(Canvas& canvas, const Rect& rect, const model::BlockResources& block,
                        const model::Architecture& architecture) {
    const model::Occupancy held = model::occupancy(block, architecture);
    const std::vector<Resource> resources = resourcesOf(block, architecture);
    if (rect.width < 120 || rect.height < 120 || resources.empty()) return;
    const std::vector<int> places = placesOf(held);
    const float most = 46 * static_cast<float>((places.size() + kColumns - 1) / kColumns);
    constexpr float kLeastResource = 26, kGap = 14;
    // In a low picture the places are smaller, rather than that it does not say what is full.
    const float beneath = kLeastResource * static_cast<float>(resources.size()) + kGap;
    const float above =
        std::min({rect.height * 0.56F, most, std::max(rect.height - beneath, rect.height * 0.25F)});
    drawPlaces(canvas, rect.top(above), places);
    const Rect under = rect.belowTop(above + kGap);
    const float each = std::min(under.height / static_cast<float>(resources.size()), 58.F);
    if (each < kLeastResource) return;
    for (std::size_t i = 0; i < resources.size(); ++i)
        drawResource(canvas, {under.x, under.y + each * static_cast<float>(i), under.width, each},
                     resources[i], held, allocationText(resources[i], block, architecture));
}

namespace {

/// Where a part's own name has no room; empty: it always has.
std::string_view shortNameOf(model::TimeLimit part) {
    switch (part) {
    case model::TimeLimit::Fill:
        return tr("L2 to L1");
    case model::TimeLimit::Data:
        return tr("data stage of L1");
    default:
        return {};
    }
}

} // namespace

BarsView sizeBars(const std::vector<Size>& sizes, std::uint32_t threads, int maxWarps,
                  const std::string& whyNone) {
    BarsView view;
    view.title = tr("Warps that fit, by threads per block");
    view.shortTitle = tr("Warps that fit");
    const auto none = std::ranges::find(sizes, 0, &Size::warps);
    if (none == sizes.end()) {
        view.caption = tr("green: full, blue: not full");
    } else {
        view.caption = whyNone.empty() ? tr("green: full, blue: not full, red: none fits")
                                       : tr("green: full, blue: not full, red from {} on: none fits, as {}",
                                            none->threads, whyNone);
        view.shortCaption = whyNone.empty() ? std::string(tr("green: full; red: none fits"))
                                            : tr("red: none fits, as {}", whyNone);
    }
    view.unit = tr("warps on a multiprocessor");
    view.along = tr("threads per block");
    view.full = maxWarps;
    for (const Size& size : sizes) {
        Tone tone = Tone::Plain;
        if (size.warps == maxWarps) tone = Tone::Good;
        if (size.warps == 0) tone = Tone::Bad;
        view.bars.push_back({.value = static_cast<double>(size.warps),
                             .label = fmt::format("{}", size.threads),
                             .tone = tone});
        if (size.threads == threads) view.chosen = static_cast<int>(view.bars.size()) - 1;
    }
    return view;
}

BarsView busyBars(const model::LimitedTime& time) {
    BarsView view;
    view.title = tr("What is busy during the kernel's {}", duration(time.seconds));
    view.shortTitle = tr("Busy during the {}", duration(time.seconds));
    view.caption = tr("DRAM and L2 of the chip, the rest of its busiest multiprocessor");
    view.shortCaption = tr("DRAM, L2: the whole chip");
    view.unit = tr("% of the time");
    view.full = 100;
    view.across = true;
    view.ranked = true;
    constexpr double kLeast = 2;
    constexpr std::size_t kMost = 6;
    for (const model::LimitedTime::Busy& each : time.busy) {
        const double share = time.seconds > 0 ? 100 * each.seconds / time.seconds : 0;
        if (share >= kLeast)
            view.bars.push_back({.value = share,
                                 .label = std::string(tr(model::limitText(each.part, each.pipe))),
                                 .shortLabel = std::string(shortNameOf(each.part)),
                                 .tone = Tone::Plain});
    }
    std::ranges::stable_sort(view.bars, std::ranges::greater(), &Bar::value);
    if (view.bars.size() > kMost) view.bars.resize(kMost);
    return view;
}

} // namespace lanescope::lab_occupancy
