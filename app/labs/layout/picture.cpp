// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/picture.h"

#include "kit/charts/bars.h"
#include "kit/charts/matrix.h"
#include "kit/counted.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/vertices.h"
#include "kit/result_objects.h"
#include "kit/short_text.h"
#include "kit/words/readings.h"
#include "labs/layout/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lanescope::lab_layout {

using namespace kit;

namespace {

constexpr std::uint32_t kRows = 4;
constexpr std::uint32_t kColumns = 16;

std::uint64_t firstFloat(const StructView& view) {
    return view.layout.element(view.first, 0);
}

char letterOf(std::uint64_t field) {
    return static_cast<char>(field < 3 ? 'x' + field : 'a' + field - 3);
}

BarsView barsOf(const CountsByOrder& counts, StructOrder chosen, std::span<const std::string> names) {
    BarsView view{
        .title = tr("The warp's stores in each layout"),
        .caption = tr("bytes moved; bright: wanted"),
        .chosen = static_cast<int>(chosen),
        .across = true,
    };
    for (std::size_t i = 0; i < counts.size(); ++i)
        view.bars.push_back({
            .value = static_cast<double>(counts[i].bytesTransferred),
            .part = static_cast<double>(counts[i].bytesRequested),
            .label = names[i],
            .tone = counts[i].efficiency() < 0.99 ? Tone::Warn : Tone::Good,
        });
    return view;
}

} // namespace

std::string StructView::describe(const render::Pick& pick) const {
    const std::int64_t number = pick.id - firstPick;
    if (pick.kind != render::PickKind::Point || number < 0 || number >= kRows * kColumns) return {};
    const std::uint64_t element = firstFloat(*this) + static_cast<std::uint64_t>(number);
    if (element >= layout.elements()) return {};
    const StructLayout::Place at = layout.placeOf(element);
    if (at.structure >= layout.count) return {};
    return tr("byte {}: field {} of structure {}{}", 4 * element, letterOf(at.field), at.structure,
              at.field < written ? "" : tr(", which the kernel does not write"));
}

Rect drawStructOrder(Canvas& canvas, const Frame& frame, const Rect& rect, const StructView& view) {
    constexpr float kTitle = 24;
    constexpr float kMostCell = 28;
    constexpr float kLeastHeight = 340;
    constexpr float kLeastWidth = 280;
    if (rect.height < kLeastHeight || rect.width < kLeastWidth) return rect;
    const render::Theme& theme = canvas.theme();
    MatrixView matrix{
        .title = tr("In memory order"),
        .caption = tr("a letter for each field, a number for each lane; bright: written"),
        .rows = kRows,
        .columns = kColumns,
    };
    matrix.firstPick = view.firstPick;
    // Nothing is behind the last structure, where a tile is filled up.
    const auto placeAt = [&](std::uint32_t row, std::uint32_t column) -> std::optional<StructLayout::Place> {
        const std::uint64_t element = firstFloat(view) + row * kColumns + column;
        if (element >= view.layout.elements()) return std::nullopt;
        const StructLayout::Place at = view.layout.placeOf(element);
        return at.structure < view.layout.count ? std::optional(at) : std::nullopt;
    };
    const auto laneOf = [&](const StructLayout::Place& at) {
        const bool inWarp = at.structure >= view.first && at.structure - view.first < view.lanes;
        return inWarp ? static_cast<int>(at.structure - view.first) : -1;
    };
    matrix.color = [&](std::uint32_t row, std::uint32_t column) -> render::Color {
        const auto at = placeAt(row, column);
        if (!at) return {0, 0, 0, 0};
        const int lane = laneOf(*at);
        if (lane < 0) return theme.raised;
        const render::Color bright = laneFill(theme, lane, frame.brush.lane < 0 || frame.brush.lane == lane);
        return at->field < view.written ? bright : render::mix(theme.background, bright, 0.3F);
    };
    matrix.text = [&](std::uint32_t row, std::uint32_t column) -> std::string {
        const auto at = placeAt(row, column);
        if (!at) return {};
        const int lane = laneOf(*at);
        return lane < 0 ? std::string(1, letterOf(at->field))
                        : fmt::format("{}{}", letterOf(at->field), lane);
    };
    const float cell = std::min(rect.width / kColumns, kMostCell);
    const float height = kTitle + cell * kRows;
    drawMatrix(canvas, frame, rect.belowTop(rect.height - height), matrix);
    return rect.top(rect.height - height - 10);
}

void drawParticles(Canvas& canvas, const Frame& frame, const ShownAccess& shown, const StructView& view,
                   double seconds) {
    const ResultObject* object = frame.result.object("particles");
    if (!object || !bufferOf(*object) || frame.left.width < 40) return;
    const std::uint64_t count = view.layout.count;
    const Rect rest = drawResultHeading(
        canvas, frame, *object, &shown, tr("The same particles in every layout"),
        ShortText(translatable("{} particles of {} floats"), grouped(count), view.layout.fields),
        tr("Drag to turn, click to choose."));
    const Rect above = canvas.still([&] { return drawStructOrder(canvas, frame, rest, view); });
    drawCloudResult(canvas, frame, above, cloudOf(*object), &shown, [&](std::uint32_t i) {
        const auto [x, y, z] = particlePlace(i, count, seconds);
        return glm::vec3{x, y, z};
    });
}

void drawStores(Canvas& canvas, const Frame& frame, const ShownAccess& shown, const StructView& view,
                const CountsByOrder& counts, std::span<const std::string> names) {
    constexpr float kBars = 150; // height, where there is room for them
    constexpr float kLeastWithBars = 420;
    constexpr float kLeastWithMap = 240;
    const std::span<const model::WarpAccess> all = shown.launch->observation->trace;
    const Heading heading{
        .title = tr("One store into the {}", view.layout.name()),
        .subtitle = tr("field f of particle i: [{}]", view.layout.rule()),
        .expression = sourceText(shown),
    };
    Rect rest = drawHeading(canvas, frame.right, heading, &shown);
    const model::Counts& stores = counts[static_cast<std::size_t>(view.layout.order)];
    const model::Counts& arrays = counts[static_cast<std::size_t>(StructOrder::Arrays)];
    const bool torn = stores.bytesTransferred > view.written * leastBytes(*shown.access);
    const std::string conclusion = conclusionText(frame.architecture, stores, arrays, torn);
    rest = torn ? drawComparison(canvas, frame, rest, conclusion, canvas.theme().warn)
                : drawConclusion(canvas, rest, conclusion, canvas.theme().good);
    const float bars = rest.height > kLeastWithBars && frame.view.mayCompare() ? kBars : 0;
    const float map = rest.height > kLeastWithMap ? rest.height * 0.42F - bars / 2 : 0;
    drawSectors(canvas, frame, rest.top(rest.height - map - bars), shown);
    if (map > 0) {
        const Rect part = rest.belowTop(rest.height - map - bars);
        const std::string title = tr("All {} of the warp", counted(all.size(), "store"));
        canvas.text({part.x, part.y}, title, {12.5F, canvas.theme().text, render::Font::Bold});
        drawMemoryMap(canvas, frame, part.top(map - 10).belowTop(20), shown, all);
    }
    if (bars > 0)
        drawBars(canvas, rest.belowTop(rest.height - bars), barsOf(counts, view.layout.order, names));
}

} // namespace lanescope::lab_layout
