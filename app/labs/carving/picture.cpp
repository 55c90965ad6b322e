// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/carving/picture.h"

#include "kit/counted.h"
#include "kit/pictures/lane_marks.h"
#include "kit/words/lanes_met.h"
#include "kit/words/patterns.h"
#include "model/memory/banks.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::lab_carving {

using namespace kit;

namespace {

constexpr std::uint64_t kWord = 4; // bytes

render::Color partColor(std::size_t number) {
    constexpr std::array kColors{render::okabe::kSkyBlue, render::okabe::kOrange, render::okabe::kPurple,
                                 render::okabe::kGreen};
    return kColors[number % kColors.size()];
}

class StripPicture {
public:
    StripPicture(Canvas& canvas, const Frame& frame, const Rect& rect, const Parts& parts,
                 const ShownAccess* shown)
        : m_canvas(canvas), m_theme(canvas.theme()), m_frame(frame), m_parts(parts), m_shown(shown),
          m_rowBytes(static_cast<std::uint64_t>(frame.architecture.banks) * 4) {
        std::uint64_t end = 0;
        for (const Part& part : parts) end = std::max(end, part.end());
        m_rows = (end + m_rowBytes - 1) / m_rowBytes;
        m_grid = {rect.x + kGutter, rect.y + kNumbers, rect.width - kGutter, rect.height - kNumbers};
        m_rowHeight = std::min(m_grid.height / static_cast<float>(m_rows), 44.F);
        m_grid.height = m_rowHeight * static_cast<float>(m_rows);
    }

    void draw() {
        drawRuler();
        m_canvas.rectangle(m_grid, {m_theme.raised.faded(0.6F)});
        for (std::size_t i = 0; i < m_parts.size(); ++i) drawPart(i);
        drawGrid();
        if (m_shown) drawLanes();
        for (std::size_t i = 0; i < m_parts.size(); ++i) drawStart(i);
    }

private:
    static constexpr float kGutter = 40;
    static constexpr float kNumbers = 16;

    /// The area of bytes that lie in one row.
    Rect area(std::uint64_t first, std::uint64_t bytes) const {
        const float each = m_grid.width / static_cast<float>(m_rowBytes);
        return {m_grid.x + each * static_cast<float>(first % m_rowBytes),
                m_grid.y + m_rowHeight * static_cast<float>(first / m_rowBytes),
                each * static_cast<float>(bytes), m_rowHeight};
    }

    void drawRuler() {
        const float cell = m_grid.width / static_cast<float>(m_frame.architecture.banks);
        const float size = std::min(cell * 0.5F, 10.F);
        const int fewer = size >= 3 ? 4 : 8;
        const int every = size >= 6.5F ? 1 : fewer;
        for (int bank = 0; bank < m_frame.architecture.banks; bank += every)
            m_canvas.text({m_grid.x + cell * (static_cast<float>(bank) + 0.5F), m_grid.y - 8},
                          fmt::format("{}", bank),
                          {std::max(size, 8.5F), m_theme.faint, Font::Sans, Align::Center, Align::Center});
        m_canvas.text({m_grid.x - kGutter, m_grid.y - 8}, tr("bank"),
                      {10.5F, m_theme.faint, Font::Sans, Align::Start, Align::Center});
        const auto rowStep = static_cast<std::uint64_t>(std::max(std::ceil(11 / m_rowHeight), 1.F));
        for (std::uint64_t row = 0; row < m_rows; row += rowStep)
            m_canvas.text({m_grid.x - 6, m_grid.y + m_rowHeight * (static_cast<float>(row) + 0.5F)},
                          fmt::format("{}", row * m_rowBytes),
                          {rowStep > 1 ? 9.F : std::min(m_rowHeight * 0.9F + 2, 10.F), m_theme.faint,
                           Font::Mono, Align::End, Align::Center});
    }

    void drawPart(std::size_t number) {
        const Part& part = m_parts[number];
        const std::int64_t hovered = m_frame.brush.pointIn(0);
        const bool bright = hovered < 0 || hovered == static_cast<std::int64_t>(number);
        const float behindLanes = bright ? 0.45F : 0.2F;
        const render::Color color =
            render::mix(m_theme.background, partColor(number), m_shown ? behindLanes : 0.7F);
        for (std::uint64_t at = part.first; at < part.end();) {
            const std::uint64_t bytes = std::min(m_rowBytes - at % m_rowBytes, part.end() - at);
            const Rect piece = area(at, bytes);
            m_canvas.rectangle(piece, {color});
            m_canvas.pick(piece, {PickKind::Point, static_cast<std::int64_t>(number)});
            at += bytes;
        }
    }

    void drawGrid() {
        for (int bank = 0; bank <= m_frame.architecture.banks; ++bank) {
            const float x = m_grid.x + m_grid.width / static_cast<float>(m_frame.architecture.banks) *
                                           static_cast<float>(bank);
            m_canvas.line({x, m_grid.y}, {x, m_grid.bottom()}, 1, m_theme.background.faded(0.7F));
        }
        if (m_rowHeight < 5) return;
        for (std::uint64_t row = 0; row <= m_rows; ++row) {
            const float y = m_grid.y + m_rowHeight * static_cast<float>(row);
            m_canvas.line({m_grid.x, y}, {m_grid.right(), y}, 1, m_theme.background);
        }
    }

    void drawLanes() {
        const std::uint32_t lit = litLanes(m_frame, *m_shown);
        std::map<std::uint64_t, std::vector<LanePart>> cells;
        forEachLane(m_shown->access->activeMask, [&](int lane) {
            cells[m_shown->access->address[static_cast<std::size_t>(lane)]].push_back({lane, 0, 1});
        });
        for (const auto& [address, lanes] : cells) {
            const Rect cell = area(address, m_shown->access->width).inset(0.75F, m_rowHeight > 8 ? 1.F : 0.F);
            drawLaneCell(m_canvas, cell, lanes, lit);
            m_canvas.pick(cell, {PickKind::Lane, lanes.front().lane, lanes.front().lane,
                                 static_cast<int>(m_shown->access->site), address});
        }
    }

    /// The first row with room for the part's name in which no lane's number would be hidden.
    std::optional<std::uint64_t> rowForName(const Part& part) const {
        for (std::uint64_t at = part.first; at < part.end();) {
            const std::uint64_t row = at / m_rowBytes;
            const std::uint64_t bytes = std::min(m_rowBytes - at % m_rowBytes, part.end() - at);
            bool touched = false;
            if (m_shown)
                forEachLane(m_shown->access->activeMask, [&](int lane) {
                    touched |= m_shown->access->address[static_cast<std::size_t>(lane)] / m_rowBytes == row;
                });
            // What begins at the end of a row has its name before it.
            const bool begins = at == part.first && part.bytes >= m_rowBytes / 4;
            if (!touched && (begins || bytes >= m_rowBytes / 4)) return row;
            at += bytes;
        }
        return std::nullopt;
    }

    /// A flag at the first byte; red round the first element where no access may begin there.
    void drawStart(std::size_t number) {
        const Part& part = m_parts[number];
        const Rect first = area(part.first, std::min(part.alignment, m_rowBytes - part.first % m_rowBytes));
        const render::Color color = part.misaligned() ? m_theme.bad : partColor(number);
        if (part.misaligned()) m_canvas.rectangle(first.inset(-1.5F), {{0, 0, 0, 0}, 2, color, 2});
        m_canvas.rectangle({first.x - 1, first.y, 3, m_rowHeight}, {color});
        const render::TextStyle style{std::clamp(m_rowHeight * 0.6F, 9.5F, 12.F), m_theme.text, Font::Bold,
                                      Align::Start, Align::Center};
        const glm::vec2 size = m_canvas.measure(part.name(), style);
        const auto row = rowForName(part);
        if (!row) return;
        const bool below = *row > part.first / m_rowBytes;
        const float x = std::min(below ? m_grid.x + 6 : first.right() + 4, m_grid.right() - size.x - 6);
        const float y = m_grid.y + m_rowHeight * (static_cast<float>(*row) + 0.5F);
        m_canvas.rectangle({x - 3, y - size.y / 2, size.x + 6, size.y}, {m_theme.background.faded(0.75F), 3});
        m_canvas.text({x, y}, part.name(), style);
    }

    Canvas& m_canvas;
    const render::Theme& m_theme;
    const Frame& m_frame;
    const Parts& m_parts;
    const ShownAccess* m_shown;
    std::uint64_t m_rowBytes;
    std::uint64_t m_rows = 0;
    Rect m_grid;
    float m_rowHeight = 0;
};

} // namespace

void drawStrip(Canvas& canvas, const Frame& frame, const Rect& rect, const Parts& parts,
               const ShownAccess* shown) {
    if (rect.width < 100 || rect.height < 40) return;
    StripPicture(canvas, frame, rect, parts, shown).draw();
}

Rect drawFirstElement(Canvas& canvas, const Frame& frame, const Rect& rect, const Parts& parts,
                      std::size_t number) {
    constexpr float kBank = 18;
    constexpr float kMostByte = 44;
    constexpr float kMarks = 34;
    constexpr float kGapBelow = 14;
    const render::Theme& theme = canvas.theme();
    const Part& part = parts[number];
    const std::uint64_t end = part.first + part.alignment; // of the element
    // A word before and one behind.
    const std::uint64_t from = std::max(part.first / kWord, std::uint64_t{1}) * kWord - kWord;
    const std::uint64_t to = (end + kWord - 1) / kWord * kWord + kWord;
    const float each = std::min(rect.width / static_cast<float>(to - from), kMostByte);
    const float height = std::min(each, rect.height - kBank - kMarks);
    if (height < 12) return rect;
    const auto x = [&](std::uint64_t byte) { return rect.x + each * static_cast<float>(byte - from); };
    const float top = rect.y + kBank;

    for (std::uint64_t word = from; word < to; word += kWord)
        canvas.text({x(word) + 2 * each, rect.y + kBank / 2},
                    tr("bank {}", model::bankOf(word, frame.architecture, frame.rules)),
                    {10.5F, theme.faint, Font::Sans, Align::Center, Align::Center});
    for (std::uint64_t byte = from; byte < to; ++byte) {
        const bool mine = byte >= part.first && byte < end;
        const auto owner = std::ranges::find_if(parts, [&](const Part& p) { return p.holds(byte); });
        const std::size_t of = mine ? number : static_cast<std::size_t>(owner - parts.begin());
        const render::Color color = !mine && owner == parts.end()
                                        ? theme.raised
                                        : render::mix(theme.background, partColor(of), mine ? 0.85F : 0.35F);
        const Rect cell = Rect{x(byte), top, each, height}.inset(0.5F);
        canvas.rectangle(cell, {color});
        if (each >= 18)
            canvas.text(cell.center(), std::to_string(byte),
                        {std::min(each * 0.32F, 12.F), mine ? render::okabe::kBlack : theme.dim, Font::Mono,
                         Align::Center, Align::Center});
    }
    for (std::uint64_t word = from; word < to; word += kWord)
        canvas.rectangle({x(word), top, 4 * each, height}, {{0, 0, 0, 0}, 2, theme.line, 1.5F});
    const render::Color said = part.misaligned() ? theme.bad : theme.good;
    canvas.rectangle(Rect{x(part.first), top, each * static_cast<float>(part.alignment), height}.inset(-2),
                     {{0, 0, 0, 0}, 3, said, 2.5F});

    const float below = top + height + 6;
    const auto mark = [&](std::uint64_t byte, const render::Color& color) {
        const float at = x(byte);
        canvas.triangle({at, below}, {at - 5, below + 9}, {at + 5, below + 9}, color);
    };
    for (std::uint64_t byte = from; byte < to; byte += part.alignment) mark(byte, theme.good);
    if (part.misaligned()) mark(part.first, theme.bad);
    canvas.text({rect.x, below + 20}, tr("green: where {} may begin", counted(part.alignment, "byte")),
                {11.5F, theme.dim, Font::Sans, Align::Start, Align::Center, rect.width});
    return rect.belowTop(kBank + height + kMarks + kGapBelow);
}

} // namespace lanescope::lab_carving
