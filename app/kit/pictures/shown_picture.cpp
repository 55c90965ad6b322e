// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/shown_picture.h"

#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lanescope::kit {

namespace {

/// The store that takes what a load has fetched, or the load that fetched what a store takes, when one of
/// them is of global and the other of shared memory: the n-th load goes with the n-th store. nullptr: they
/// are not as many.
const model::WarpAccess* otherEnd(const Frame& frame, const ShownAccess& shown) {
    std::vector<const model::WarpAccess*> own, others;
    for (const model::WarpAccess* access : subjectsOf(frame, *shown.launch)) {
        const bool shared = access->space == model::Space::Shared,
                   load = model::directionOf(access->operation) == model::Direction::Load;
        if (shared == isShared(shown) && load == isLoad(shown)) own.push_back(access);
        if (shared != isShared(shown) && load != isLoad(shown)) others.push_back(access);
    }
    const auto at = std::ranges::find(own, shown.access);
    return own.size() == others.size() && at != own.end() ? others[static_cast<std::size_t>(at - own.begin())]
                                                          : nullptr;
}

/// Of the picture of the other end; cost: what it takes there.
std::string otherEndTitle(bool load, bool shared, const std::string& cost) {
    if (load)
        return shared ? tr("Then it stores them in global memory: {}", cost)
                      : tr("Then it stores them in shared memory: {}", cost);
    return shared ? tr("It has read them from global memory: {}", cost)
                  : tr("It has read them from shared memory: {}", cost);
}
std::string otherEndTitle(bool load, bool shared) {
    if (load)
        return shared ? tr("Then it stores them in global memory")
                      : tr("Then it stores them in shared memory");
    return shared ? tr("It has read them from global memory") : tr("It has read them from shared memory");
}

} // namespace

void drawBothEnds(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  const ShownAccess& shown, const Heading& heading, std::string_view conclusion) {
    constexpr float kShare = 0.27F, kLeast = 100, kMost = 230, kTitle = 22, kGap = 8;
    const bool shared = isShared(shown), load = isLoad(shown);
    render::Rect rest = drawHeading(canvas, rect, heading, &shown);
    rest = drawConclusion(canvas, rest, conclusion, isWasteful(shown) ? frame.theme.warn : frame.theme.good);
    // Banks need more height than the few lines that a warp moves of global memory.
    const float ruler = std::clamp(rest.height * kShare, kLeast, kMost),
                banks = rest.height - ruler - kTitle - kGap;
    const model::WarpAccess* const other = otherEnd(frame, shown);
    if (!other || banks < 2 * ruler) return drawAccess(canvas, frame, rest, shown);
    const ShownAccess end =
        shown.with(*other, &shown.launch->observation->site(other->site), frame.architecture, frame.rules);
    const render::Rect upper = rest.top(shared ? banks : ruler), lower = rest.belowTop(upper.height + kGap);
    const std::string cost = shared ? counted(unitsOf(end.counts), unitOf(frame.architecture))
                                    : counted(end.counts.sharedWavefronts, "wavefront");
    const std::string title =
        frame.view.isQuiet() ? otherEndTitle(load, shared) : otherEndTitle(load, shared, cost);
    canvas.text({lower.x, lower.y}, title,
                {12.5F, canvas.theme().text, render::Font::Bold, render::Align::Start, render::Align::Start,
                 lower.width});
    const auto draw = [&](const render::Rect& part, const ShownAccess& access) {
        isShared(access) ? drawBanks(canvas, frame, part, access)
                         : void(drawSectors(canvas, frame, part, access));
    };
    draw(upper, shown);
    draw(lower.belowTop(kTitle), end);
}

} // namespace lanescope::kit
