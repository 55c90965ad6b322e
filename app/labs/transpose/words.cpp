// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transpose/words.h"

#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope::lab_transpose {

using namespace kit;

namespace {

AccessWords globalWords(const ShownAccess& shown, Variant variant, int rows, const std::string& cost) {
    AccessWords said;
    said.title = isLoad(shown) ? "One warp reads the matrix" : "One warp writes the result";
    if (!isLoad(shown) && variant == Variant::Naive)
        said.conclusion = fmt::format("A column: lanes write elements {} bytes apart, {}.", rows * 4, cost);
    else
        said.conclusion = fmt::format("Neighbouring lanes, neighbouring elements: {}.", cost);
    return said;
}

AccessWords tileWords(const ShownAccess& shown, const Tile& tile, const std::string& cost) {
    if (!isLoad(shown))
        return {"One warp fills rows of the tile",
                fmt::format("Neighbouring lanes, neighbouring words: {}.", cost)};
    AccessWords said{.title = "One warp reads columns of the tile", .conclusion = ""};
    if (tile.swizzle)
        said.conclusion =
            fmt::format("Row r keeps column c at place c XOR r: a column lies in many banks, {}.", cost);
    else
        said.conclusion =
            fmt::format("From row to row of the tile it is {} words: {} for its column.", tile.pitch(), cost);
    return said;
}

} // namespace

AccessWords wordsOf(const Frame& frame, const ShownAccess& shown, Variant variant, const Tile& tile,
                    int rows) {
    if (isShared(shown)) return tileWords(shown, tile, plural(shown.counts.wavefronts, "wavefront"));
    return globalWords(shown, variant, rows, plural(unitsOf(shown.counts), unitOf(frame.architecture)));
}

std::string variantsText(const model::Architecture& architecture, const VariantCosts& costs,
                         std::span<const std::string> names) {
    std::string text;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const VariantCost& cost = costs[i];
        if (i > 0) text += "\n";
        text += fmt::format("{}: {} + {}", names[i], cost.loads, cost.stores);
        text += hasTile(static_cast<Variant>(i))
                    ? fmt::format(", in the tile {} + {} wavefronts", cost.tileStores, cost.tileLoads)
                    : fmt::format(" {}s", unitOf(architecture));
    }
    return text;
}

void offerPadding(Panel& panel, const PaddingSearch& search, bool inUse) {
    const std::pair<std::string, std::string> sets[] = {{"variant", "padded"},
                                                        {"pad", fmt::to_string(search.best())}};
    const std::string label = "Find the smallest padding";
    panel.action(inUse ? label : label + " (variant=padded)", sets,
                 fmt::format("the smallest without bank conflict: counts a block's wavefronts with pad=0 to "
                             "{} on this architecture",
                             search.costs().size() - 1));
    if (inUse) panel.card(search.found() ? Tone::Good : Tone::Warn, "The padding", search.sentence());
}

} // namespace lanescope::lab_transpose
