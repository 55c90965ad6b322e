// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transpose/words.h"

#include "kit/counted.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope::lab_transpose {

using namespace kit;

namespace {

AccessWords globalWords(const ShownAccess& shown, Variant variant, int rows, const std::string& cost) {
    AccessWords said;
    said.title = isLoad(shown) ? tr("One warp reads the matrix") : tr("One warp writes the result");
    if (!isLoad(shown) && variant == Variant::Naive)
        said.conclusion = tr("A column: lanes write elements {} bytes apart, {}.", rows * 4, cost);
    else
        said.conclusion = tr("Neighbouring lanes, neighbouring elements: {}.", cost);
    return said;
}

AccessWords tileWords(const ShownAccess& shown, const Tile& tile, const std::string& cost) {
    if (!isLoad(shown))
        return {tr("One warp fills rows of the tile"),
                tr("Neighbouring lanes, neighbouring words: {}.", cost)};
    AccessWords said{.title = tr("One warp reads columns of the tile"), .conclusion = ""};
    if (tile.swizzle)
        said.conclusion = tr("Row r keeps column c at place c XOR r: a column lies in many banks, {}.", cost);
    else
        said.conclusion = tr("Rows of the tile are {} words apart: {} for a column.", tile.pitch(), cost);
    return said;
}

} // namespace

AccessWords wordsOf(const Frame& frame, const ShownAccess& shown, Variant variant, const Tile& tile,
                    int rows) {
    if (isShared(shown)) return tileWords(shown, tile, counted(shown.counts.sharedWavefronts, "wavefront"));
    return globalWords(shown, variant, rows, counted(unitsOf(shown.counts), unitOf(frame.architecture)));
}

std::vector<Suggestion> variantsToTry(const model::Architecture& architecture, const VariantCosts& costs,
                                      std::span<const std::string> names, std::string_view now) {
    std::vector<Suggestion> all;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const VariantCost& cost = costs[i];
        const bool sectors = model::hasSectors(architecture);
        std::string outcome = sectors ? tr("{} + {} sectors", cost.loads, cost.stores)
                                      : tr("{} + {} transactions", cost.loads, cost.stores);
        if (hasTile(static_cast<Variant>(i)))
            outcome += tr(", in the tile {} + {} wavefronts", cost.tileStores, cost.tileLoads);
        const bool isNow = names[i] == now;
        all.push_back(
            {.sets = {{"variant", names[i]}}, .outcome = std::move(outcome), .now = isNow, .timed = !isNow});
    }
    return all;
}

void offerPadding(Panel& panel, const PaddingSearch& search, bool inUse) {
    const std::pair<std::string, std::string> sets[] = {{"variant", "padded"},
                                                        {"pad", fmt::to_string(search.best())}};
    const std::string label = tr("Find the smallest padding");
    panel.action(inUse ? label : label + tr(" (variant=padded)"), sets,
                 tr("the smallest without bank conflict: counts a block's wavefronts with pad=0 to "
                    "{} on this architecture",
                    search.costs().size() - 1));
    if (inUse)
        panel.comparison(search.found() ? Tone::Good : Tone::Warn, tr("The padding"), search.sentence());
}

} // namespace lanescope::lab_transpose
