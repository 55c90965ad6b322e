// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/sectors.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/views/line_view.h"
#include "kit/words/lanes_met.h"
#include "kit/words/patterns.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace lanescope::kit {

namespace {

class SectorPicture {
public:
    SectorPicture(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown)
        : m_canvas(canvas), m_theme(canvas.theme()), m_frame(frame), m_shown(shown), m_rect(rect),
          m_lines(shown.view->lines()), m_lit(litLanes(frame, shown)),
          m_sectors(model::hasSectors(frame.architecture)), m_quiet(frame.view.isQuiet()),
          m_wasteful(!m_quiet && readMoved(frame, shown).tone == Tone::Warn),
          m_site(static_cast<int>(shown.access->site)) {}

    Rect draw() {
        if (m_lines.empty() || m_rect.height < 24) return m_rect;
        const float each = m_rect.height / static_cast<float>(m_lines.size());
        const float used = each >= kLeastFull ? drawFull(each) : drawCompact();
        return {m_rect.x, m_rect.y + used, m_rect.width, std::max(m_rect.height - used, 0.F)};
    }

private:
    static constexpr float kLeastFull = 61, kWithLanes = 92;

    bool stopped(int lane) const { return (m_shown.stoppedLanes >> lane & 1) != 0; }
    bool lit(int lane) const { return (m_lit >> lane & 1) != 0; }

    /// A line under another: its lanes above it where there is room, a label, the bytes, a sentence.
    float drawFull(float each) {
        const bool lanes = each >= kWithLanes;
        const float box = std::clamp(each - (lanes ? 84.F : 46.F), 22.F, 54.F);
        const float links = lanes ? std::clamp(each - 62 - box, 22.F, 80.F) : 0;
        const float row = links + box + (lanes ? 58.F : 36.F);
        const float gap = std::clamp(each - row, 4.F, 30.F);
        float y = m_rect.y;
        for (const LineView& line : m_lines) {
            float at = y;
            const Rect bar{m_rect.x, at + (lanes ? 40.F - 18.F + links : 17.F), m_rect.width, box};
            if (lanes) drawLanes(line, at + 11, bar);
            // The label stands above the bytes where no link runs: lanes spread over the line leave none, so
            // it moves beneath it.
            drawBytes(line, bar, lanes ? 0.F : 1.F);
            const float below = bar.bottom() + 4;
            const std::string address = shortAddress(line.address);
            const render::TextStyle mono{11, m_theme.faint, Font::Mono};
            if (lanes) {
                m_canvas.text({bar.x, below}, address, mono);
                const float left = m_canvas.measure(address, mono).x + 12;
                const Rect text = m_canvas.text(
                    {bar.x + left, below - 1}, captionFor(line, bar.width - left),
                    {12, captionColor(line), Font::Sans, Align::Start, Align::Start, bar.width - left});
                right(line, bar, below - 1, text.right() + 16 - bar.x);
                at = below + 18;
            } else {
                m_canvas.text({bar.x, y + 1}, address, mono);
                right(line, bar, y, m_canvas.measure(address, mono).x + 16);
                m_canvas.text({bar.x, below - 1}, captionFor(line, bar.width),
                              {12, captionColor(line), Font::Sans, Align::Start, Align::Start, bar.width});
                at = below + 15;
            }
            y = at + gap;
        }
        return y - m_rect.y;
    }

    /// The tag of a line; of one that is moved again what its marks mean, which goes first.
    void right(const LineView& line, const Rect& bar, float y, float left) {
        const render::TextStyle style{11, m_theme.faint, Font::Sans, Align::End};
        const std::string tag = tagText(line);
        std::vector<std::string> texts{tag};
        if (line.movesAgain() && !tag.empty()) {
            const int most = std::ranges::max(line.moved, {}, &LineView::Moved::times).times;
            texts = {tr("{}; x{}: moved {} times", tag, most, most), tr("x{}: moved {} times", most, most),
                     tr("x{}: {} times", most, most)};
        }
        for (const std::string& text : texts)
            if (m_canvas.measure(text, style).x + left < bar.width) {
                m_canvas.text({bar.right(), y + 1}, text, style);
                return;
            }
    }

    /// CC 1.x has no cache for global memory: what is drawn as a line is a segment there.
    bool hasLines() const { return m_frame.architecture.cc.major >= 2; }

    std::string tagText(const LineView& line) const {
        if (m_quiet || m_shown.stoppedLanes) return {};
        const bool wait = std::ranges::any_of(m_lines, [](const LineView& each) { return each.tagPass > 0; });
        if (line.tagBank >= 0 && (wait || line.movesAgain()))
            return line.movesAgain() ? tr("line of 128 bytes, tag bank {}", line.tagBank)
                                     : tr("line of 128 bytes, tag bank {}, tag wavefront {}", line.tagBank,
                                          line.tagPass + 1);
        return hasLines() ? tr("line of 128 bytes") : tr("segment of 128 bytes");
    }

    std::string captionFor(const LineView& line, float width) const {
        if (m_quiet) return {};
        if (m_shown.stoppedLanes) return stopText(line);
        std::string text = line.caption(m_sectors, false);
        if (m_canvas.measure(text, {12, m_theme.text}).x <= width) return text;
        return useText(line);
    }

    std::string useText(const LineView& line) const {
        return line.movesAgain() ? line.caption(m_sectors, true)
                                 : tr("{} B used of {} B moved", line.bytesUsed(), line.bytesMoved());
    }

    /// Of a line of an access that was not made.
    std::string stopText(const LineView& line) const {
        const std::uint32_t wrong = line.lanes() & m_shown.stoppedLanes;
        return wrong ? tr("{} out of bounds", lanesText(wrong))
                     : std::string(tr("nothing moved: the kernel stopped"));
    }

    Color captionColor(const LineView& line) const {
        if (m_shown.stoppedLanes) return (line.lanes() & m_shown.stoppedLanes) ? m_theme.bad : m_theme.dim;
        return m_wasteful && line.bytesUsed() < line.bytesMoved() ? m_theme.warn : m_theme.dim;
    }

    /// One row a line, in as many columns as it takes. What all lines have in common is said once.
    float drawCompact() {
        const std::string common = commonCaption();
        const bool captions = common.empty() && !m_quiet;
        const float leastRow = captions ? 16 : 12, leastWidth = captions ? 190 : 92;
        const float gap = captions ? 22 : 12, foot = common.empty() ? 0 : 22;
        const float room = m_rect.height - foot;
        const int count = static_cast<int>(m_lines.size());
        int columns = 1;
        const int mostColumns = std::clamp(static_cast<int>((m_rect.width + gap) / (leastWidth + gap)), 1, 4);
        const auto rowsIn = [&](int c) { return (count + c - 1) / c; };
        while (columns < mostColumns && room / static_cast<float>(rowsIn(columns)) < leastRow) ++columns;
        int rows = rowsIn(columns);
        const int fitting = std::max(static_cast<int>(room / leastRow), 1);
        const bool elided = rows > fitting;
        if (elided) rows = std::max(static_cast<int>((room - (foot > 0 ? 0 : 16.F)) / leastRow), 1);
        const float height =
            std::min((room - (elided && foot == 0 ? 16.F : 0.F)) / static_cast<float>(rows), 40.F);
        const float width =
            (m_rect.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
        const int first = elided ? firstLine(rows * columns) : 0;
        for (int i = 0; i < rows * columns && first + i < count; ++i) {
            const Rect row{m_rect.x + (width + gap) * static_cast<float>(i / rows),
                           m_rect.y + height * static_cast<float>(i % rows), width, height};
            drawRow(m_lines[static_cast<std::size_t>(first + i)], row, captions);
        }
        const float used = height * static_cast<float>(rows);
        const std::string part =
            !elided      ? std::string()
            : hasLines() ? tr("\u2026 lines {} to {} of {}", first + 1, first + rows * columns, count)
                         : tr("\u2026 segments {} to {} of {}", first + 1, first + rows * columns, count);
        float left = 0;
        if (!part.empty())
            left = m_canvas.text({m_rect.x, m_rect.y + used + 1}, part, {11.5F, m_theme.dim}).right() + 14 -
                   m_rect.x;
        if (!common.empty()) {
            const render::TextStyle style{11.5F,        captionColor(m_lines.front()),
                                          Font::Sans,   Align::Start,
                                          Align::Start, m_rect.width - left};
            const std::string use = useText(m_lines.front());
            const std::string inEach = hasLines() ? tr("each line: {}", use) : tr("each segment: {}", use);
            m_canvas.text({m_rect.x + left, m_rect.y + used + 1},
                          m_canvas.fitting({inEach, use, common}, style, style.maxWidth), style);
        }
        return used + (part.empty() && common.empty() ? 6.F : common.empty() ? 18.F : 23.F);
    }

    /// What would stand behind each row; empty: they differ, or it is not said.
    std::string commonCaption() const {
        constexpr std::size_t kFew = 4;
        if (m_quiet || m_shown.stoppedLanes || m_lines.size() < kFew) return {};
        const std::string first = m_lines.front().caption(m_sectors, true);
        const bool same = std::ranges::all_of(
            m_lines, [&](const LineView& line) { return line.caption(m_sectors, true) == first; });
        return same ? first : std::string();
    }

    int firstLine(int shown) const {
        const int count = static_cast<int>(m_lines.size());
        if (m_lit == m_shown.access->activeMask) return 0;
        for (int i = 0; i < count; ++i)
            if (m_lines[static_cast<std::size_t>(i)].lanes() & m_lit)
                return std::clamp(i - shown / 2, 0, std::max(count - shown, 0));
        return 0;
    }

    /// A text that would be too small to be read is left out.
    void drawRow(const LineView& line, const Rect& row, bool captions) {
        constexpr float kLegible = 10;
        const float size = std::clamp(row.height * 0.62F, kLegible, 11.F);
        const bool texts = row.height >= kLegible + 2;
        const render::TextStyle mono{size, m_theme.faint, Font::Mono, Align::Start, Align::Center};
        const std::string address = shortAddress(line.address);
        const bool wide = texts && row.width > 330;
        const float left = wide || (texts && row.width > 200) ? m_canvas.measure(address, mono).x + 8 : 0;
        const float y = row.center().y;
        if (left > 0) m_canvas.text({row.x, y}, address, mono);
        const render::TextStyle lanesStyle{size, m_theme.dim, Font::Sans, Align::End, Align::Center};
        constexpr float kWithWord = 360; // "lanes 0-7", where narrower rows have "0-7"
        const auto lanesOf = [&](const LineView& of) {
            return row.width > kWithWord ? lanesText(of.lanes(), 2) : laneList(of.lanes(), 2);
        };
        float lanesWidth = wide ? 54 : 0;
        for (const LineView& each : m_lines)
            if (wide) lanesWidth = std::max(lanesWidth, m_canvas.measure(lanesOf(each), lanesStyle).x + 14);
        if (wide) m_canvas.text({row.x + left + lanesWidth - 8, y}, lanesOf(line), lanesStyle);
        const std::string text = m_quiet                ? std::string()
                                 : m_shown.stoppedLanes ? stopText(line)
                                                        : line.caption(m_sectors, true);
        const render::TextStyle caption{size, captionColor(line), Font::Sans, Align::Start, Align::Center};
        const float right = captions && row.width > 130 ? m_canvas.measure("128 of 128 B", caption).x + 8 : 0;
        const float inset = row.height > 18 ? 3.F : 1.F;
        const Rect bar{row.x + left + lanesWidth, row.y + inset,
                       std::max(row.width - left - lanesWidth - right, 24.F), row.height - 2 * inset};
        drawBytes(line, bar, 1);
        if (right > 0) m_canvas.text({bar.right() + 8, y}, text, caption);
    }

    /// Discs above the bytes that their lanes use, moved apart where they would touch.
    void drawLanes(const LineView& line, float y, const Rect& bar) {
        std::vector<LanePart> parts = line.parts;
        if (parts.empty()) return; // on CC 1.0 a whole span moves, whoever asked
        std::stable_sort(parts.begin(), parts.end(),
                         [](const LanePart& a, const LanePart& b) { return a.from < b.from; });
        const auto count = static_cast<float>(parts.size());
        const float most = m_canvas.isForAudience() ? 13.F : 10.F;
        const float radius = std::clamp(bar.width / count * 0.46F, 2.F, most),
                    pitch = std::min(2 * radius + 2, bar.width / count);
        y = std::max(y, m_rect.y + radius + 1);
        std::vector<float> xs;
        for (const LanePart& part : parts) xs.push_back(bar.x + bar.width * (part.from + part.to) / 2);
        // Spread to both sides: once to the right, once back, and the mean of both keeps clusters centred.
        std::vector<float> rightward = xs, leftward = xs;
        for (std::size_t i = 1; i < xs.size(); ++i)
            rightward[i] = std::max(rightward[i], rightward[i - 1] + pitch);
        for (std::size_t i = xs.size() - 1; i-- > 0;)
            leftward[i] = std::min(leftward[i], leftward[i + 1] - pitch);
        for (std::size_t i = 0; i < xs.size(); ++i) xs[i] = (rightward[i] + leftward[i]) / 2;
        const float low = bar.x + radius, high = bar.right() - radius;
        for (std::size_t i = 0; i < xs.size(); ++i)
            xs[i] = std::max(xs[i], low + pitch * static_cast<float>(i));
        for (std::size_t i = xs.size(); i-- > 0;)
            xs[i] = std::min(xs[i], high - pitch * static_cast<float>(xs.size() - 1 - i));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const int lane = parts[i].lane;
            const glm::vec2 center{xs[i], y}, from{xs[i], y + radius},
                to{bar.x + bar.width * (parts[i].from + parts[i].to) / 2, bar.y};
            const float bend = (to.y - from.y) * 0.5F;
            m_canvas.curve(from, from + glm::vec2(0, bend), to - glm::vec2(0, bend), to, 1.3F,
                           render::laneColor(lane).faded(lit(lane) ? 0.8F : 0.15F));
            drawLaneDisc(m_canvas, center, radius, lane, true, lit(lane));
            if (stopped(lane)) drawStopMark(m_canvas, center, radius);
            m_canvas.pick(center, radius + 1,
                          {PickKind::Lane, lane, lane, m_site,
                           m_shown.access->address[static_cast<std::size_t>(lane)]});
        }
    }

    render::Pick sectorPick(const LineView::Moved& moved) const {
        return {PickKind::Sector, static_cast<std::int64_t>(moved.address / model::kSectorBytes), -1, m_site,
                moved.address};
    }

    /// The line: what is moved tinted, what lanes use in their colours, what is not moved as an outline.
    void drawBytes(const LineView& line, const Rect& bar, float numbers) {
        const float sector = bar.width / 4;
        for (int i = 0; i < 4; ++i) {
            const Rect area =
                Rect{bar.x + sector * static_cast<float>(i), bar.y, sector, bar.height}.inset(1, 0);
            m_canvas.rectangle(area, {{0, 0, 0, 0}, 3, m_theme.line, 1});
            m_canvas.pick(area, {PickKind::Line, static_cast<std::int64_t>(line.address / model::kLineBytes),
                                 -1, m_site, line.address});
        }
        const auto along = [&](std::uint64_t address) {
            return bar.x + bar.width * static_cast<float>(address - line.address) /
                               static_cast<float>(model::kLineBytes);
        };
        // What is moved is what is asked.
        const bool silent = m_quiet || m_shown.stoppedLanes;
        for (const LineView::Moved& moved : silent ? std::span<const LineView::Moved>() : line.moved) {
            const Rect area =
                Rect{along(moved.address), bar.y,
                     along(moved.address + static_cast<unsigned>(moved.bytes)) - along(moved.address),
                     bar.height}
                    .inset(1, 0);
            const bool wasted = m_wasteful && (moved.bytesUsed < moved.bytes || moved.times > 1);
            const bool bright = !m_frame.brush.any() || (m_lit & moved.lanes) != 0 ||
                                m_frame.brush.touches(moved.address, static_cast<std::uint32_t>(moved.bytes));
            const Color edge = wasted ? m_theme.warn : m_theme.good;
            m_canvas.rectangle(
                area, {edge.faded(bright ? 0.16F : 0.06F), 3, edge.faded(bright ? 0.95F : 0.3F), 1.25F});
            m_canvas.pick(area, sectorPick(moved));
        }
        const float inset = bar.height > 16 ? 4.F : 2.F;
        for (std::size_t i = 0; i < line.parts.size(); ++i) {
            const LanePart& part = line.parts[i];
            // Lanes at the same bytes lie one over another.
            float place = 0, same = 0;
            for (std::size_t k = 0; k < line.parts.size(); ++k)
                if (line.parts[k].from == part.from) {
                    if (k < i) ++place;
                    ++same;
                }
            const float width = bar.width * (part.to - part.from), full = bar.height - 2 * inset;
            const Rect byte =
                Rect{bar.x + bar.width * part.from, bar.y + inset + full * place / same, width, full / same}
                    .inset(std::min(width * 0.08F, 1.F), 0);
            const Color fill = laneFill(m_theme, part.lane, lit(part.lane));
            if (stopped(part.lane))
                m_canvas.rectangle(byte, {fill, std::min(2.F, byte.height / 3), m_theme.bad, 2});
            else
                m_canvas.rectangle(byte, {fill, std::min(2.F, byte.height / 3)});
            const float size = numberSize(m_canvas, byte.width, byte.height,
                                          std::min({byte.height * 0.7F, byte.width * 0.62F, 11.F}));
            if (numbers > 0 && size >= 6.5F)
                m_canvas.text(byte.center(), fmt::format("{}", part.lane),
                              {size, render::inkOn(fill), Font::Sans, Align::Center, Align::Center});
            m_canvas.pick(byte, {PickKind::Lane, part.lane, part.lane, m_site,
                                 m_shown.access->address[static_cast<std::size_t>(part.lane)]});
        }
        for (const LineView::Moved& moved : line.moved)
            if (!silent && moved.times > 1 && bar.height >= 11) {
                const std::string text = fmt::format("x{}", moved.times);
                const float size = std::min(11.F, bar.height * 0.75F);
                const float x = along(moved.address + static_cast<unsigned>(moved.bytes)) - 5;
                const float width = m_canvas.measure(text, {size, m_theme.text, Font::Bold}).x;
                const Rect mark{x - width - 3, bar.y + 1, width + 6, size + 3};
                m_canvas.rectangle(mark, {m_theme.background.faded(0.8F), 3});
                m_canvas.pick(mark, sectorPick(moved)); // what it says is what the sector's tooltip says
                m_canvas.text({x, bar.y + 2 + size / 2}, text,
                              {size, m_theme.warn, Font::Bold, Align::End, Align::Center});
            }
    }

    Canvas& m_canvas;
    const render::Theme& m_theme;
    const Frame& m_frame;
    const ShownAccess& m_shown;
    Rect m_rect;
    const std::vector<LineView>& m_lines;
    std::uint32_t m_lit;
    bool m_sectors;
    bool m_quiet;    ///< what it comes to is not said
    bool m_wasteful; ///< fewer sectors would hold what the lanes use
    int m_site;
};

} // namespace

Rect drawSectors(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (shown.access->space != model::Space::Global || rect.width < 60 || rect.height < 24) return rect;
    const auto clip = canvas.clip(Rect{rect.x - 2, rect.y, rect.width + 4, rect.height});
    return SectorPicture(canvas, frame, rect, shown).draw();
}

} // namespace lanescope::kit
