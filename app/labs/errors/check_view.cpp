// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/errors/check_view.h"

#include "kit/charts/timeline.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::lab_errors {

using ptx::Finding;
using ptx::FindingKind;
using render::Align;
using render::Canvas;
using render::Color;
using render::Font;
using render::Rect;

namespace {

constexpr std::uint32_t kColumns = 32;

/// The gravest first.
constexpr std::array kByGravity{FindingKind::Race, FindingKind::UninitialisedRead,
                                FindingKind::DivergentBarrier, FindingKind::PartialBarrier};

const Finding* gravest(const LaunchResult& launch) {
    for (const FindingKind kind : kByGravity)
        if (const Finding* found = findingOf(launch, kind)) return found;
    return nullptr;
}

std::string headlineOf(FindingKind kind) {
    switch (kind) {
    case FindingKind::Race:
        return "Race on shared memory";
    case FindingKind::UninitialisedRead:
        return "Read of uninitialised memory";
    case FindingKind::DivergentBarrier:
    case FindingKind::PartialBarrier:
        return "A barrier that not all reach";
    default:
        return std::string(name(kind));
    }
}

std::string headlineOf(const ptx::Fault& fault) {
    switch (fault.kind) {
    case ptx::FaultKind::OutOfBounds:
        return fault.address < 0x10000 ? "Null pointer" : "Out of bounds";
    case ptx::FaultKind::Misaligned:
        return "Misaligned address";
    case ptx::FaultKind::Deadlock:
        return "Deadlock";
    case ptx::FaultKind::Budget:
        return "It does not end";
    default:
        return "The kernel was stopped";
    }
}

/// "25  out[i] = in[i];", of the launch's own file.
std::string codeOf(const LaunchResult& launch, const std::string& file, std::uint32_t line) {
    if (line == 0) return {};
    if (!launch.file || !std::string_view(file).ends_with(launch.file->path))
        return fmt::format("{}:{}", file, line);
    std::string_view rest = launch.file->source;
    for (std::uint32_t i = 1; i < line; ++i) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) return {};
        rest.remove_prefix(end + 1);
    }
    std::string_view text = rest.substr(0, rest.find('\n'));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return fmt::format("{}  {}", line, text);
}

/// An index in a shape: the number alone where that has one dimension.
std::string indexIn(const model::Dim3& shape, const model::Dim3& index) {
    return shape.y == 1 && shape.z == 1 ? std::to_string(index.x) : triple(index);
}

std::string whoOf(const LaunchResult& launch, const model::Dim3& block, std::uint32_t warp, int lane,
                  const model::Dim3& thread) {
    return fmt::format("block {}, warp {}, lane {} (thread {})", indexIn(launch.grid, block), warp, lane,
                       indexIn(launch.block, thread));
}

/// The last array that begins before an address; nullptr: none does.
const Placement* arrayBefore(const LaunchResult& launch, std::uint64_t address) {
    const Placement* best = nullptr;
    if (!launch.observation) return best;
    for (const Placement& each : launch.observation->placements)
        if (each.address <= address && (!best || each.address > best->address)) best = &each;
    return best;
}

/// "byte 512 of in, which has 512 B".
std::string placeOf(const LaunchResult& launch, std::uint64_t address) {
    const Placement* array = arrayBefore(launch, address);
    if (!array) return fmt::format("address {}", hexAddress(address));
    return fmt::format("byte {} of {}, which has {}", grouped(address - array->address), array->name,
                       byteSize(static_cast<double>(array->bytes)));
}

std::string_view verbOf(model::Operation operation) {
    const model::Direction direction = model::directionOf(operation);
    if (direction == model::Direction::Load) return "load";
    return direction == model::Direction::Store ? "store" : "atomic";
}

AccessCard cardOf(const LaunchResult& launch, const Finding& finding, const ptx::FindingAccess& access,
                  std::string_view when) {
    return {fmt::format("{}: {}, byte {} of {}", when, verbOf(access.operation), grouped(finding.offset),
                        finding.array.empty() ? "memory" : finding.array),
            whoOf(launch, finding.block, access.warp, access.lane, access.thread),
            codeOf(launch, access.file, access.line)};
}

/// Rows of cells too small to be told apart: each run of one kind as a bar over the whole width.
void drawRuns(Canvas& canvas, const Rect& rect, const CellsView& view,
              const std::function<Color(const CellKind&)>& fill) {
    const std::size_t rows = (view.cells.size() + kColumns - 1) / kColumns;
    const float high = rect.height / static_cast<float>(rows);
    const float wide = rect.width / kColumns;
    for (std::size_t first = 0; first < view.cells.size();) {
        const std::size_t row = first / kColumns;
        const std::size_t end = std::min((row + 1) * kColumns, view.cells.size());
        std::size_t last = first;
        while (last < end && view.cells[last] == view.cells[first]) ++last;
        // half a point more, so that no seam shows between rows
        const Rect run{rect.x + wide * static_cast<float>(first % kColumns),
                       rect.y + high * static_cast<float>(row), wide * static_cast<float>(last - first),
                       high};
        canvas.rectangle(run, {fill(view.kinds[view.cells[first]])});
        canvas.pick(run, {render::PickKind::Point, view.firstPick + static_cast<std::int64_t>(first)});
        first = last;
    }
}

constexpr float kTitle = 24, kLegendLine = 18, kBox = 10;

/// What the colours of cells mean, in as many lines as a width needs.
struct CellLegend {
    struct Entry {
        std::size_t kind;
        std::string text;
        float x, line;
    };
    std::vector<Entry> entries;
    render::TextStyle style;
    float height = 0;
};
CellLegend legendOf(const Canvas& canvas, const CellsView& view, float width) {
    CellLegend legend;
    legend.style = {11.5F, canvas.theme().dim, Font::Sans, Align::Start, Align::Start, width - kBox - 6};
    float x = 0;
    float lines = 1;
    for (std::size_t kind = 0; kind < view.kinds.size(); ++kind) {
        const auto count = static_cast<std::uint64_t>(std::ranges::count(view.cells, kind));
        if (count == 0) continue;
        std::string text = fmt::format("{} {}", count, view.kinds[kind].meaning);
        const float wide = kBox + 6 + canvas.measure(text, legend.style).x;
        if (x > 0 && x + wide > width) x = 0, ++lines;
        legend.entries.push_back({kind, std::move(text), x, lines - 1});
        x += wide + 18;
    }
    legend.height = lines * kLegendLine + 8;
    return legend;
}

/// In which cells can be seen at all.
float leastHeight(const Canvas& canvas, const CellsView& view, float width) {
    constexpr float kLeastRows = 14, kLeastRow = 3;
    const auto rows = static_cast<float>((view.cells.size() + kColumns - 1) / kColumns);
    return kTitle + std::max(kLeastRows, std::min(rows * kLeastRow, 4 * kLeastRows)) +
           legendOf(canvas, view, width).height;
}

/// A file's path is long and the same in every line.
std::string shortened(std::string text) {
    const std::size_t colon = text.find(':');
    const std::size_t slash = text.rfind('/', colon);
    return slash == std::string::npos || slash > colon ? text : text.substr(slash + 1);
}

} // namespace

const Finding* findingOf(const LaunchResult& launch, FindingKind kind) {
    const auto& all = launch.record.findings;
    const auto found = std::ranges::find(all, kind, &Finding::kind);
    return found == all.end() ? nullptr : &*found;
}

Statement saidByChecks(const LaunchResult& launch) {
    if (!launch.refused.empty())
        return {Tone::Bad, "Nothing was launched", fmt::format("It asks for {}.", launch.refused)};
    if (launch.fault) return {Tone::Bad, headlineOf(*launch.fault), shortened(launch.fault->what())};
    if (const Finding* finding = gravest(launch))
        return {Tone::Bad, headlineOf(finding->kind),
                shortened(finding->text) +
                    (finding->count > 1 ? fmt::format(" ({} times)", grouped(finding->count)) : ".")};
    return {
        Tone::Good, "Nothing found",
        fmt::format("Every access of {} within its array, no race on shared memory, no read of uninitialised "
                    "memory, every barrier complete.",
                    launch.label.substr(launch.label.find('.') + 1))};
}

std::vector<AccessCard> cardsOf(const LaunchResult& launch) {
    if (launch.fault) {
        const ptx::Fault& fault = *launch.fault;
        return {{"Stopped at " + placeOf(launch, fault.address),
                 whoOf(launch, fault.block, fault.warp, fault.lane, fault.thread),
                 codeOf(launch, fault.file, fault.line)}};
    }
    const Finding* finding = gravest(launch);
    if (!finding) return {};
    std::vector<AccessCard> cards;
    if (finding->earlier) cards.push_back(cardOf(launch, *finding, *finding->earlier, "Earlier"));
    if (finding->access)
        cards.push_back(
            cardOf(launch, *finding, *finding->access, finding->earlier ? "Later" : "Reads first"));
    if (cards.empty())
        cards.push_back({"The barrier", fmt::format("block {}", indexIn(launch.grid, finding->block)),
                         codeOf(launch, finding->file, finding->line)});
    return cards;
}

Rect drawAccessCards(Canvas& canvas, const Rect& rect, std::span<const AccessCard> cards) {
    constexpr float kHeight = 66, kBetween = 10, kLeast = 230;
    if (cards.empty() || rect.height < kHeight) return rect;
    const render::Theme& theme = canvas.theme();
    const auto count = static_cast<float>(cards.size());
    const float half = (rect.width - kBetween * (count - 1)) / count;
    const bool beside = half >= kLeast;
    const float width = beside ? half : rect.width;
    float x = rect.x;
    float y = rect.y;
    for (const AccessCard& card : cards) {
        if (y + kHeight > rect.bottom()) break;
        const Color color = toneColor(theme, card.tone, theme.line);
        const Rect area{x, y, width, kHeight};
        canvas.rectangle(area, {render::mix(theme.background, color, 0.1F), 5, color.faded(0.7F), 1});
        const Rect inner = area.inset(10, 8);
        canvas.text({inner.x, inner.y}, card.title,
                    {12.5F, color, Font::Bold, Align::Start, Align::Start, inner.width});
        canvas.text({inner.x, inner.y + 18}, card.who,
                    {11.5F, theme.text, Font::Sans, Align::Start, Align::Start, inner.width});
        canvas.text({inner.x, inner.y + 35}, card.code,
                    {11, theme.dim, Font::Mono, Align::Start, Align::Start, inner.width});
        if (beside)
            x += width + kBetween;
        else
            y += kHeight + kBetween;
    }
    const float used = (beside ? kHeight : y - kBetween - rect.y) + 14;
    return rect.belowTop(std::min(used, rect.height));
}

std::string CellsView::describe(const render::Pick& pick) const {
    const std::int64_t i = pick.id - firstPick;
    if (pick.kind != render::PickKind::Point || i < 0 || i >= static_cast<std::int64_t>(cells.size()))
        return {};
    const auto at = static_cast<std::size_t>(i);
    return fmt::format("{} {}: {}", noun, i,
                       at < details.size() && !details[at].empty() ? details[at] : kinds[cells[at]].meaning);
}

Rect drawCells(Canvas& canvas, const Frame& frame, const Rect& rect, const CellsView& view) {
    constexpr float kMost = 30;
    if (view.cells.empty() || rect.height < leastHeight(canvas, view, rect.width)) return rect;
    const render::Theme& theme = canvas.theme();
    const auto fill = [&](const CellKind& kind) {
        if (kind.series >= 0) return seriesColor(theme, kind.series);
        return kind.there ? toneColor(theme, kind.tone, theme.line) : Color{0, 0, 0, 0};
    };
    // the legend first: the cells have the height that it leaves
    const CellLegend legend = legendOf(canvas, view, rect.width);
    const float legendHeight = legend.height;

    const auto at = [&](std::uint32_t row, std::uint32_t column) {
        return std::size_t{row} * kColumns + column;
    };
    const auto columns = std::min<std::uint32_t>(kColumns, static_cast<std::uint32_t>(view.cells.size()));
    const auto rows = static_cast<std::uint32_t>((view.cells.size() + kColumns - 1) / kColumns);
    const float cell = std::min({rect.width / static_cast<float>(kColumns), kMost,
                                 (rect.height - kTitle - legendHeight) / static_cast<float>(rows)});
    const render::TextStyle bold{12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width};
    const float titleWidth = canvas.measure(view.title, bold).x + 8;
    canvas.text({rect.x, rect.y}, view.title, bold);
    if (rect.width - titleWidth > 40)
        canvas.text({rect.x + titleWidth, rect.y + 1}, view.caption,
                    {11.5F, theme.dim, Font::Sans, Align::Start, Align::Start, rect.width - titleWidth});
    constexpr float kSeen = 5; // below it a cell cannot be told from its neighbour
    if (cell < kSeen) {
        drawRuns(canvas, {rect.x, rect.y + kTitle, rect.width, cell * static_cast<float>(rows)}, view, fill);
    } else {
        MatrixView matrix;
        matrix.columns = columns;
        matrix.rows = rows;
        matrix.firstPick = view.firstPick;
        matrix.marks = view.marks;
        matrix.regions = view.regions;
        matrix.color = [&](std::uint32_t row, std::uint32_t column) {
            return at(row, column) < view.cells.size() ? fill(view.kinds[view.cells[at(row, column)]])
                                                       : theme.background;
        };
        matrix.text = [&](std::uint32_t row, std::uint32_t column) {
            return at(row, column) < view.cells.size() ? std::to_string(at(row, column)) : std::string();
        };
        // a matrix of one row is drawn in a rectangle that is high enough for any
        const float height = std::max(kTitle + cell * static_cast<float>(rows), 62.F);
        drawMatrix(canvas, frame, {rect.x, rect.y, cell * static_cast<float>(columns) + 0.5F, height},
                   matrix);
    }
    const float top = rect.y + kTitle + cell * static_cast<float>(rows) + 6;
    for (const CellLegend::Entry& entry : legend.entries) {
        const glm::vec2 place{rect.x + entry.x, top + entry.line * kLegendLine + 4};
        const CellKind& kind = view.kinds[entry.kind];
        canvas.rectangle({place.x, place.y, kBox, kBox}, {fill(kind), 2, theme.line, kind.there ? 0.F : 1.F});
        canvas.text({place.x + kBox + 6, place.y - 2}, entry.text, legend.style);
    }
    return rect.belowTop(std::min(top + legendHeight - rect.y, rect.height));
}

Rect drawStrayAddress(Canvas& canvas, const Rect& rect, std::span<const Placement> arrays,
                      std::uint64_t address, std::string_view label) {
    constexpr float kHeight = 92, kBox = 26, kMargin = 4;
    if (rect.height < kHeight || rect.width < 120) return rect;
    const render::Theme& theme = canvas.theme();
    std::vector<Placement> all(arrays.begin(), arrays.end());
    all.push_back({std::string(), address, 0});
    std::ranges::sort(all, {}, &Placement::address);
    const float each = rect.width / static_cast<float>(all.size());
    const float middle = rect.y + 34;
    canvas.line({rect.x, middle + kBox / 2}, {rect.right(), middle + kBox / 2}, 1, theme.line);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Placement& array = all[i];
        const Rect slot{rect.x + each * static_cast<float>(i), middle, each, kBox};
        const float x = slot.center().x;
        const auto text = [&](float y, std::string_view words, const Color& color, Font font, float size) {
            canvas.text({x, y}, words, {size, color, font, Align::Center, Align::Center, each - 2 * kMargin});
        };
        if (array.bytes == 0) {
            canvas.arrow({x, middle - 14}, {x, middle + kBox / 2 - 2}, 2, theme.bad, 7);
            canvas.circle({x, middle + kBox / 2}, 4, {theme.bad});
            text(middle - 24, "nothing is here", theme.bad, Font::Bold, 12);
            text(middle + kBox + 10, label, theme.text, Font::Sans, 11.5F);
        } else {
            const Rect box = slot.inset(std::max(each * 0.18F, kMargin), 0);
            canvas.rectangle(box, {render::mix(theme.background, theme.accent, 0.3F), 3, theme.accent, 1});
            text(slot.center().y, array.name, theme.text, Font::Mono, 12);
            text(middle + kBox + 10, byteSize(static_cast<double>(array.bytes)), theme.dim, Font::Sans,
                 11.5F);
        }
        text(middle + kBox + 26, hexAddress(array.address), theme.faint, Font::Mono, 10);
        if (i + 1 < all.size())
            canvas.text({slot.right(), middle + kBox / 2}, "\u2026",
                        {14, theme.dim, Font::Sans, Align::Center, Align::Center});
    }
    return rect.belowTop(std::min(kHeight + 14, rect.height));
}

void drawProgram(Canvas& canvas, const Frame& frame, const Rect& rect, const HostView& host,
                 const CellsView& brought) {
    const Rect calls =
        drawHeading(canvas, rect, {"What the runtime says", sourceOf(host.returned.get()), ""});
    drawCells(canvas, frame, drawHostCalls(canvas, frame, calls, host), brought);
}

namespace {

/// One under the other; those for which there is no room are named.
void drawAllCells(Canvas& canvas, const Frame& frame, Rect rect, std::span<const CellsView> cells) {
    constexpr float kBetween = 8, kLine = 16;
    float left = rect.height;
    std::size_t fit = 0;
    for (; fit < cells.size(); ++fit) {
        const float least = leastHeight(canvas, cells[fit], rect.width) + (fit > 0 ? kBetween : 0);
        if (least > left) break;
        left -= least;
    }
    std::string hidden;
    for (const CellsView& view : cells.subspan(fit)) hidden += (hidden.empty() ? "" : ", ") + view.title;
    if (!hidden.empty() && left >= kLine) {
        canvas.text({rect.x, rect.bottom() - kLine}, "No room for: " + hidden,
                    {11.5F, canvas.theme().dim, Font::Sans, Align::Start, Align::Start, rect.width});
        rect.height -= kLine;
    }
    float others = 0; // the least of those beneath
    for (std::size_t i = 1; i < fit; ++i) others += leastHeight(canvas, cells[i], rect.width) + kBetween;
    for (std::size_t i = 0; i < fit; ++i) {
        // what one needs less than its share is for those beneath
        const float least = leastHeight(canvas, cells[i], rect.width);
        const float share = (rect.height + kBetween) / static_cast<float>(fit - i) - kBetween;
        const float height = std::max(least, std::min(share, rect.height - others));
        const Rect rest = drawCells(canvas, frame, rect.top(height), cells[i]);
        rect = rect.belowTop(std::min(rest.y - rect.y + kBetween, rect.height));
        if (i + 1 < fit) others -= leastHeight(canvas, cells[i + 1], rect.width) + kBetween;
    }
}

} // namespace

void drawChecks(Canvas& canvas, const Frame& frame, const Rect& rect, const LaunchResult& launch,
                std::span<const CellsView> cells, std::string_view conclusion) {
    Rect rest =
        drawHeading(canvas, rect,
                    {"What the checks say: " + saidByChecks(launch).headline,
                     launch.refused.empty() ? "the emulator runs the same PTX and looks at every access"
                                            : "what the launch asks for, and what a block may have",
                     ""});
    rest = drawConclusion(canvas, rest, conclusion, canvas.theme().text);
    rest = drawAccessCards(canvas, rest, cardsOf(launch));
    const ptx::Fault* fault = launch.fault.get();
    if (fault && fault->kind == ptx::FaultKind::OutOfBounds && launch.observation) {
        constexpr std::uint64_t kNear = 128; // seen among the elements
        const Placement* array = arrayBefore(launch, fault->address);
        if (!array)
            rest = drawStrayAddress(canvas, rest, launch.observation->placements, fault->address,
                                    fault->address == 0 ? "a null pointer" : "no array's address");
        else if (const std::uint64_t past = fault->address - array->address - array->bytes; past >= kNear)
            rest = drawStrayAddress(
                canvas, rest, launch.observation->placements, fault->address,
                fmt::format("{} past the end of {}", byteSize(static_cast<double>(past)), array->name));
    }
    drawAllCells(canvas, frame, rest, cells);
}

std::string untried(const Lab& lab, std::string_view lines) {
    std::string left;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        const std::string_view set = line.substr(0, line.find(':'));
        const Parameter* parameter = lab.findParameter(set.substr(0, set.find('=')));
        if (parameter && parameter->text() == set.substr(set.find('=') + 1)) continue;
        left.append(left.empty() ? "" : "\n").append(line);
    }
    return left;
}

namespace {

/// Who tells of the mistake: asked: the runtime's answer is there.
std::string_view whoSays(bool wrong, bool refused, bool asked) {
    if (!wrong) return "Neither the runtime nor the checks have anything to say.";
    if (!asked) return "The runtime is being asked.";
    return refused ? "Both say so; nothing ran." : "Both say so; the checks also say where.";
}

} // namespace

void sayBoth(Panel& panel, const HostView& host, const LaunchResult& launch, const CellsView& brought) {
    const Statement runtime = saidByRuntime(host), checks = saidByChecks(launch);
    const bool wrong = checks.tone == Tone::Bad;
    const auto right = static_cast<std::size_t>(std::ranges::count(brought.cells, std::size_t{0}));
    const bool brings = !brought.cells.empty() && brought.kinds[brought.cells.front()].there;
    if (wrong && host.returned && runtime.tone != Tone::Bad)
        panel.verdict(Tone::Bad,
                      brings && right == brought.cells.size() ? "Right by luck" : "Wrong, and no error",
                      "Every call succeeds. Only who looks at the accesses sees the mistake.");
    else
        panel.verdict(checks.tone, checks.headline,
                      whoSays(wrong, !launch.refused.empty(), host.returned != nullptr));
    panel.stat("Result",
               brings ? fmt::format("{} of {} as meant", right, brought.cells.size()) : brought.caption);
    panel.card(runtime.tone, "What the runtime says", runtime.headline + ". " + runtime.sentence);
    panel.card(checks.tone, "What the checks say", checks.headline + ". " + checks.sentence);
}

} // namespace lanescope::lab_errors
