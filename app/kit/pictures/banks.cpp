// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/banks.h"

#include "kit/counted.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/step_controls.h"
#include "kit/views/bank_view.h"
#include "kit/words/lanes_met.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace lanescope::kit {

namespace {

constexpr float kMarker = 16;    ///< points beneath the rows: that they are not all
constexpr float kGroupText = 10; // size of what stands over lanes that are served together
constexpr float kLabelRow = 10;  // height of a row that has room for its own label, points
constexpr float kBreak = 34;     // length, beside the grid, of the line where rows are left out

class BankPicture {
public:
    BankPicture(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown)
        : m_canvas(canvas), m_theme(canvas.theme()), m_frame(frame), m_shown(shown),
          m_view(shown.view->banks()) {
        m_site = static_cast<int>(shown.access->site);
        m_quiet = frame.view.isQuiet();
        m_steps = m_quiet || m_shown.stoppedLanes ? 0 : static_cast<int>(m_view.wavefronts.size());
        m_step = frame.view.showSteps && m_steps > 0 ? std::clamp(frame.view.step, 0, m_steps - 1) : -1;
        m_lit = litLanes(frame, shown);
        m_stepAlone = m_step >= 0 && !brushesLanes(frame, shown);
        if (m_stepAlone) {
            m_lit = m_view.wavefronts[static_cast<std::size_t>(m_step)].lanes;
            for (const model::BankWord& word : m_view.wavefronts[static_cast<std::size_t>(m_step)].words)
                m_served.insert({word.lane, word.word});
        }
        layOut(rect);
    }

    void draw() {
        drawCurves();
        drawLanes();
        drawNumbers();
        drawGrid();
        if (!m_quiet && !m_shown.stoppedLanes) drawCaption();
        if (m_listShown > 0) drawWavefronts();
        if (m_controls.height > 0)
            drawStepControls(m_canvas, m_frame, m_controls, {StepKind::Wavefront, m_step, m_steps, m_site},
                             tr("hover a lane to see its word, its bank and which lanes it meets"));
        if (m_lesson > 0) drawLesson();
    }

private:
    float cellWidth() const { return m_grid.width / static_cast<float>(m_view.banks); }
    float gap() const { return std::clamp(cellWidth() * 0.08F, 1.F, 3.F); }
    Rect cellRect(int bank, float y, float height) const {
        return Rect{m_grid.x + cellWidth() * static_cast<float>(bank), y, cellWidth(), height}.inset(
            gap() / 2, gap() / 2);
    }
    glm::vec2 laneAt(int lane) const {
        const float pitch = m_grid.width / model::kWarpSize;
        return {m_grid.x + pitch * (static_cast<float>(lane) + 0.5F), m_lanesY};
    }
    bool lit(int lane) const { return (m_lit >> lane & 1) != 0; }
    /// In words alone it may be a lane that takes no part.
    bool chosen(int lane) const { return m_quiet ? (m_frame.view.lanes >> lane & 1U) != 0 : lit(lane); }
    /// Whether a lane's word is lit: while a step is shown, only the words that it serves are.
    bool lit(int lane, std::uint64_t word) const {
        return lit(lane) && (m_served.empty() || m_served.contains({lane, word}));
    }

    /// Shares the height among links, rows and wavefronts; leaves rows out only when all are at their
    /// smallest.
    void layOut(const Rect& rect) {
        constexpr float kGutter = 40, kNumbers = 15, kCaption = 20, kTitle = 26, kControls = 30, kLesson = 48;
        m_bounds = rect;
        m_grid = {rect.x + kGutter, 0, std::max(rect.width - kGutter - 5, 64.F), 0};
        const float pitch = m_grid.width / model::kWarpSize;
        m_radius = std::clamp(pitch * (m_canvas.isForAudience() ? 0.48F : 0.42F), 2.F, 20.F);
        const auto rows = static_cast<int>(m_view.rows.size());
        const bool roomy = rect.height > 300;
        m_labels = roomy && m_view.groups.size() > 1;
        m_numbers = m_radius < leastNumberedRadius(m_canvas) && !m_labels;
        // Over the line that holds a group together; before an audience it is larger.
        const float label = std::max(m_canvas.measure(tr("lanes"), {.size = kGroupText}).y + 6, 18.F);
        const float lanes = 2 * m_radius + (m_labels ? label : m_numbers ? 12.F : 4.F);
        const float controls = m_steps > 1 && rect.height > 240 ? kControls : 0;
        float rest = rect.height - lanes - kNumbers - kCaption - kTitle - controls;
        // A row whose cells have numbers, one with small numbers, and two without.
        constexpr float kRow = 13, kSmallRow = 10, kThinRow = 8, kThinnerRow = 4.5F, kThinnestRow = 3.25F;
        // Smaller, rather than without the last of them.
        struct Least {
            float row, step;
        };
        constexpr std::array<Least, 3> kWhole{{{kRow, 15}, {kSmallRow, 12}, {kThinRow, 10}}};
        constexpr int kFewSteps = 4;
        constexpr float kShortCurve = 20;
        float leastCurve = std::clamp(rect.height * 0.12F, 20.F, 90.F);
        const auto everything = std::ranges::find_if(kWhole, [&](const Least& least) {
            return leastCurve + static_cast<float>(rows) * least.row +
                       static_cast<float>(m_steps) * least.step <=
                   rest;
        });
        const bool isWhole = everything != kWhole.end();
        const float leastStep = isWhole ? everything->step : kWhole.front().step;
        // All that collides at one look is worth more than numbers in the cells, and than the list of steps.
        int fewSteps = kFewSteps;
        const auto whole = [&](float row) {
            return leastCurve + static_cast<float>(rows) * row +
                   static_cast<float>(std::min(m_steps, fewSteps)) * leastStep;
        };
        const auto leastRow = [&] {
            if (isWhole) return everything->row;
            for (const float row : {kRow, kThinRow, kThinnerRow})
                if (whole(row) <= rest) return row;
            const float usual = std::exchange(leastCurve, std::min(leastCurve, kShortCurve));
            for (; fewSteps > 0; --fewSteps)
                if (whole(kThinnestRow) <= rest) return kThinnestRow;
            leastCurve = usual;
            return kRow;
        }();
        const float mostRow = std::clamp(pitch * 1.1F, leastRow, 80.F),
                    mostStep = std::clamp(pitch * 1.3F, leastStep, 92.F);
        const float mostCurve = std::clamp(pitch * 4, leastCurve, 240.F);
        m_rowsShown = rows;
        m_listShown = m_steps;
        const auto need = [&](float t) {
            return std::lerp(leastCurve, mostCurve, t) +
                   static_cast<float>(m_rowsShown) * std::lerp(leastRow, mostRow, t) +
                   static_cast<float>(m_listShown) * std::lerp(leastStep, mostStep, t);
        };
        // The grid and the list say the same in two ways: both give way.
        if (whole(leastRow) <= rest)
            while (need(0) > rest) --m_listShown;
        while (need(0) > rest && std::max(m_listShown, m_rowsShown) > kFewSteps)
            --(m_listShown >= m_rowsShown ? m_listShown : m_rowsShown);
        while (need(0) > rest && m_listShown > 0) --m_listShown;
        while (need(0) > rest && m_rowsShown > 1) --m_rowsShown;
        // In a narrow picture it has more lines than there are usually.
        const float lesson = std::max(kLesson, conclusionHeight(m_canvas, rect, lessonText()) - 6);
        if (!m_quiet && rest - lesson > need(0.3F)) {
            m_lesson = lesson;
            rest -= lesson;
        }
        const float span = need(1) - need(0);
        const float t = span > 0 ? std::clamp((rest - need(0)) / span, 0.F, 1.F) : 1;
        // Whole pixels, so that rows are as high as each other.
        const auto even = [&](float points) {
            return std::floor(points * m_canvas.scale()) / m_canvas.scale();
        };
        m_rowHeight = leastRow < kThinRow ? even(std::lerp(leastRow, mostRow, t))
                                          : std::floor(std::lerp(leastRow, mostRow, t));
        m_stepHeight = std::floor(std::lerp(leastStep, mostStep, t));
        const float spare = std::max(rest - need(t), 0.F);
        m_curve = std::lerp(leastCurve, mostCurve, t) + std::min(spare * 0.7F, mostCurve);
        const bool marker = m_rowsShown < rows;
        const float rowsMarker = marker ? kMarker : 0;
        if (marker)
            m_rowHeight = std::floor(std::max(m_rowHeight - rowsMarker / static_cast<float>(m_rowsShown),
                                              std::min(m_rowHeight, 7.F)));

        m_lanesY = rect.y + lanes - m_radius - 2;
        m_numbersY = rect.y + lanes + m_curve;
        m_grid.y = m_numbersY + kNumbers;
        m_grid.height = m_rowHeight * static_cast<float>(m_rowsShown) + rowsMarker;
        m_captionY = m_grid.bottom() + 3;
        m_titleY = m_captionY + kCaption + std::min(spare * 0.15F, 12.F);
        m_listY = m_titleY + kTitle - 2;
        // What lies under the list does not cover its last row.
        const auto listed = static_cast<float>(m_listShown);
        const float room = rect.bottom() - controls - m_lesson - 2 - m_listY;
        if (m_listShown > 0) m_stepHeight = std::max(std::min(m_stepHeight, room / listed), 4.F);
        m_listEnd = m_listY + m_stepHeight * listed;
        m_controls = {rect.x, std::min(m_listEnd + 4, rect.bottom() - controls - m_lesson), rect.width,
                      controls};
        m_listFirst =
            std::clamp(std::max(m_step, 0) - m_listShown / 2, 0, std::max(m_steps - m_listShown, 0));
        m_rowFirst = firstRow();
    }

    /// The rows shown are those around the first one that is lit.
    int firstRow() const {
        const int all = static_cast<int>(m_view.rows.size());
        if (m_rowsShown >= all || (m_step < 0 && !m_frame.brush.any())) return 0;
        int index = 0;
        for (const auto& [row, cells] : m_view.rows) {
            for (const auto& [bank, cell] : cells)
                for (const LanePart& part : cell.parts)
                    if (lit(part.lane)) return std::clamp(index - m_rowsShown / 2, 0, all - m_rowsShown);
            ++index;
        }
        return 0;
    }

    void drawCurves() {
        if (m_quiet) return; // where a lane goes is what is asked
        const float top = m_lanesY + m_radius + 1, bottom = m_numbersY - 1;
        std::vector<int> used(static_cast<std::size_t>(m_view.banks), 0), seen = used;
        std::map<std::pair<int, int>, bool> links; // by lane and bank: whether it is lit
        for (const model::RequestGroup& group : m_view.groups)
            for (const model::BankWord& word : group.words) {
                const auto [link, added] = links.try_emplace({word.lane, word.bank}, false);
                link->second = link->second || lit(word.lane, word.word);
                if (added) ++used[static_cast<std::size_t>(word.bank)];
            }
        const bool single = m_lit != m_shown.access->activeMask;
        // Lit links last, so that they lie above the others.
        for (const bool bright : {false, true})
            for (const auto& [link, isLit] : links) {
                const auto& [lane, bank] = link;
                const auto b = static_cast<std::size_t>(bank);
                const int place = seen[b]++;
                if (place + 1 == used[b]) seen[b] = 0;
                if (isLit != bright) continue;
                const float spread = std::min(cellWidth() * 0.5F, 2.5F * static_cast<float>(used[b] - 1));
                const float shift =
                    used[b] > 1
                        ? (static_cast<float>(place) / static_cast<float>(used[b] - 1) - 0.5F) * spread
                        : 0;
                const glm::vec2 from{laneAt(lane).x, top};
                const glm::vec2 to{m_grid.x + cellWidth() * (static_cast<float>(bank) + 0.5F) + shift,
                                   bottom};
                const float bend = (bottom - top) * 0.5F;
                const Color color = render::laneColor(lane).faded(bright ? (single ? 1.F : 0.62F) : 0.13F);
                m_canvas.curve(from, from + glm::vec2(0, bend), to - glm::vec2(0, bend), to,
                               bright && single ? 1.8F : 1.2F, color);
            }
    }

    void drawLanes() {
        m_canvas.text({m_bounds.x, m_lanesY}, tr("lanes"),
                      {11, m_theme.faint, Font::Sans, Align::Start, Align::Center});
        if (m_labels)
            for (const model::RequestGroup& group : m_view.groups) {
                if (group.part != 0) continue;
                const int first = std::countr_zero(group.lanes), last = 31 - std::countl_zero(group.lanes);
                const float a = laneAt(first).x - m_radius, b = laneAt(last).x + m_radius,
                            y = m_lanesY - m_radius - 4;
                m_canvas.line({a, y}, {b, y}, 1, m_theme.line);
                if (b - a > 60)
                    m_canvas.text({(a + b) / 2, y - 1}, tr("lanes {} together", laneList(group.lanes, 2)),
                                  {kGroupText, m_theme.faint, Font::Sans, Align::Center, Align::End, b - a});
            }
        // Discs without room for a number: as below the banks.
        for (int lane = 0; m_numbers && lane < model::kWarpSize; lane += 4)
            m_canvas.text({laneAt(lane).x, m_lanesY - m_radius - 2}, fmt::format("{}", lane),
                          {7, m_theme.faint, Font::Sans, Align::Center, Align::End});
        for (int lane = 0; lane < model::kWarpSize; ++lane) {
            const bool active = m_quiet || m_shown.access->active(lane);
            drawLaneDisc(m_canvas, laneAt(lane), m_radius, lane, active, chosen(lane));
            if (m_shown.stoppedLanes >> lane & 1U) drawStopMark(m_canvas, laneAt(lane), m_radius);
            if (active)
                m_canvas.pick(laneAt(lane), m_radius + 2,
                              {PickKind::Lane, lane, lane, m_site,
                               m_shown.access->address[static_cast<std::size_t>(lane)]});
        }
    }

    void drawNumbers() {
        const float size = numberSize(m_canvas, cellWidth() * 0.9F, 15, std::min(cellWidth() * 0.46F, 10.5F));
        const int every = size >= 6.5F ? 1 : 4;
        for (int bank = 0; bank < m_view.banks; ++bank) {
            const Rect area{m_grid.x + cellWidth() * static_cast<float>(bank), m_numbersY, cellWidth(), 15};
            const bool conflict = !m_quiet && m_view.passes[static_cast<std::size_t>(bank)] > 1;
            if (bank % every == 0)
                m_canvas.text(area.center(), fmt::format("{}", bank),
                              {std::max(size, 7.F), conflict ? m_theme.warn : m_theme.faint,
                               conflict ? Font::Bold : Font::Sans, Align::Center, Align::Center});
            m_canvas.pick(area, {PickKind::Bank, bank, -1, m_site});
        }
        // Large letters stand above the number of the first row, and not on it.
        const render::TextStyle style{11, m_theme.faint, Font::Sans, Align::Start, Align::Center};
        const float height = m_canvas.measure(tr("banks"), style).y,
                    row = m_canvas.measure("0", rowStyle()).y;
        const float above = m_grid.y + m_rowHeight / 2 - row / 2 - height / 2;
        m_canvas.text({m_bounds.x, std::min(m_numbersY + 7.5F, above)}, tr("banks"), style);
    }

    /// One of so many rows has its number.
    int labelledRows() const { return m_rowHeight < kLabelRow ? 4 : 1; }
    render::TextStyle rowStyle() const {
        return {std::min(m_rowHeight * 0.8F * static_cast<float>(labelledRows()), 10.F), m_theme.faint,
                Font::Mono, Align::End, Align::Center};
    }

    /// The first says what the numbers are, where there is room for it.
    std::string rowName(std::uint64_t byte, bool isFirst) const {
        const std::string number = fmt::format("{}", byte);
        if (!isFirst) return number;
        return m_canvas.fitting({tr("byte {}", byte), fmt::format("{} B", byte), number}, rowStyle(),
                                m_grid.x - 6 - m_bounds.x);
    }

    void drawGrid() {
        float y = m_grid.y;
        int index = -1;
        std::optional<std::uint64_t> above; // the row before
        std::vector<std::pair<float, float>> extent(static_cast<std::size_t>(m_view.banks), {0, 0});
        for (const auto& [row, cells] : m_view.rows) {
            if (++index < m_rowFirst || index >= m_rowFirst + m_rowsShown) continue;
            // Rows that no lane uses are left out.
            if (std::exchange(above, row).value_or(row - 1) + 1 != row && m_rowHeight >= kLabelRow)
                m_canvas.line({m_grid.x - kBreak, y}, {m_grid.right(), y}, 1, m_theme.faint.faded(0.6F));
            if (index % labelledRows() == 0)
                m_canvas.text({m_grid.x - 6, y + m_rowHeight / 2},
                              rowName(row * m_view.rowBytes(), index == m_rowFirst), rowStyle());
            for (int bank = 0; bank < m_view.banks; ++bank) {
                const Rect cell = cellRect(bank, y, m_rowHeight);
                const auto found = m_quiet ? cells.end() : cells.find(bank);
                const std::uint64_t word =
                    found != cells.end()
                        ? found->second.word
                        : row * m_view.rowBytes() / 4 + static_cast<unsigned>(bank * m_view.wordsPerCell);
                if (found == cells.end()) {
                    m_canvas.rectangle(cell, {m_theme.raised.faded(0.7F), std::min(3.F, cell.height / 4)});
                } else {
                    std::uint32_t shining = 0;
                    for (const LanePart& part : found->second.parts)
                        for (std::uint64_t k = 0; k < static_cast<unsigned>(m_view.wordsPerCell); ++k)
                            if (lit(part.lane, word / static_cast<unsigned>(m_view.wordsPerCell) *
                                                       static_cast<unsigned>(m_view.wordsPerCell) +
                                                   k))
                                shining |= 1U << part.lane;
                    drawLaneCell(m_canvas, cell, found->second.parts, shining);
                    auto& [first, last] = extent[static_cast<std::size_t>(bank)];
                    if (last == 0) first = y;
                    last = y + m_rowHeight;
                }
                const int lane = found != cells.end() && found->second.parts.size() == 1
                                     ? found->second.parts[0].lane
                                     : -1;
                m_canvas.pick(cell,
                              {PickKind::Cell, static_cast<std::int64_t>(word), lane, m_site, word * 4});
            }
            y += m_rowHeight;
        }
        for (int bank = 0; bank < m_view.banks; ++bank) {
            const auto& [first, last] = extent[static_cast<std::size_t>(bank)];
            if (m_quiet || last == 0 || m_view.passes[static_cast<std::size_t>(bank)] < 2) continue;
            m_canvas.rectangle(cellRect(bank, first, last - first).inset(-1.5F),
                               {{0, 0, 0, 0}, 4, m_theme.warn, 1.5F});
        }
        if (m_rowsShown >= static_cast<int>(m_view.rows.size())) return;
        const render::TextStyle style{10.5F, m_theme.dim, Font::Sans, Align::Start, Align::End};
        const int last = m_rowFirst + m_rowsShown;
        const std::size_t all = m_view.rows.size();
        m_canvas.text(
            {m_grid.x, y + kMarker},
            m_canvas.fitting({tr("\u2026 rows {} to {} of the {} that lanes use", m_rowFirst + 1, last, all),
                              tr("\u2026 rows {} to {} of {}", m_rowFirst + 1, last, all)},
                             style, m_grid.width),
            style);
    }

    void drawCaption() {
        const bool conflict = m_view.mostPasses() > 1;
        const auto operation = model::directionOf(m_shown.access->operation);
        const render::TextStyle right{
            12, conflict ? m_theme.warn : m_theme.good, Font::Sans, Align::End, Align::Start, m_grid.width};
        const BankView::Use use =
            m_view.use(operation == model::Direction::Atomic &&
                           !model::countsLanes(m_shown.access->operation, m_frame.architecture),
                       m_frame.architecture.sharedRule == model::SharedRule::BroadcastWord);
        const std::string whole = use.served + use.rest;
        const std::string sentence = m_canvas.fitting({whole, use.served}, right, right.maxWidth);
        m_canvas.text({m_grid.right(), m_captionY}, sentence, right);
        const std::string left = tr("{} banks, {} bytes each per cycle", m_view.banks,
                                    m_frame.architecture.sharedRule == model::SharedRule::Kepler ? 8 : 4);
        const render::TextStyle style{11, m_theme.faint};
        if (m_canvas.measure(left, style).x + m_canvas.measure(sentence, right).x + 20 < m_grid.width)
            m_canvas.text({m_grid.x, m_captionY + 1}, left, style);
    }

    void drawWavefronts() {
        const render::TextStyle style{14,           m_theme.text, Font::Bold,
                                      Align::Start, Align::Start, m_bounds.width};
        const bool alone = std::popcount(m_shown.access->activeMask) == 1;
        const std::string does = tr("What the hardware does: "),
                          count = counted(static_cast<std::uint64_t>(m_steps), "wavefront"),
                          all = count + (m_steps > 1 ? tr(", one after another")
                                         : alone     ? tr(", for a single lane")
                                                     : tr(", all lanes at once"));
        std::string some;
        if (m_listShown == 1 && m_steps > 1)
            some = tr("  (number {} shown)", m_listFirst + 1);
        else if (m_listShown < m_steps)
            some = tr("  ({} to {} shown)", m_listFirst + 1, m_listFirst + m_listShown);
        m_canvas.text({m_bounds.x, m_titleY},
                      m_canvas.fitting({does + all + some, all + some, count + some}, style, m_bounds.width),
                      style);
        for (int i = m_listFirst; i < m_listFirst + m_listShown; ++i)
            drawWavefront(i, m_listY + m_stepHeight * static_cast<float>(i - m_listFirst));
    }

    void drawWavefront(int index, float y) {
        const model::Wavefront& wavefront = m_view.wavefronts[static_cast<std::size_t>(index)];
        const bool here = index == m_step;
        const std::uint32_t lit = m_stepAlone ? (here ? wavefront.lanes : 0U) : m_lit;
        const Rect box =
            Rect{m_bounds.x, y, m_bounds.width, m_stepHeight}.inset(0, m_stepHeight > 20 ? 2.F : 0.75F);
        m_canvas.rectangle(box, {m_theme.panel, 5, here ? m_theme.accent : m_theme.line, here ? 1.5F : 1.F});
        m_canvas.text({box.x + 9, box.center().y}, fmt::format("{}", index + 1),
                      {std::min(13.F, m_stepHeight * 0.75F), here ? m_theme.text : m_theme.dim, Font::Bold,
                       Align::Start, Align::Center});
        m_canvas.pick(box, {PickKind::Wavefront, index, -1, m_site});
        if (wavefront.lanes == 0) {
            m_canvas.text(
                {m_grid.x + 4, box.center().y}, tr("the pass that CC 2.x adds to every 128-bit request"),
                {std::min(11.5F, m_stepHeight * 0.7F), m_theme.dim, Font::Sans, Align::Start, Align::Center});
            return;
        }
        const auto& cells = m_view.served[static_cast<std::size_t>(index)];
        const float inset = m_stepHeight > 24 ? 4.F : 2.5F;
        for (int bank = 0; bank < m_view.banks; ++bank) {
            const Rect cell = cellRect(bank, box.y, box.height).inset(0, inset - gap() / 2);
            const auto found = cells.find(bank);
            if (found == cells.end()) {
                m_canvas.rectangle(cell, {m_theme.background, 3});
                continue;
            }
            drawLaneCell(m_canvas, cell, found->second.parts, lit);
            const int lane = found->second.parts.size() == 1 ? found->second.parts[0].lane : -1;
            m_canvas.pick(cell, {PickKind::Wavefront, index, lane, m_site, found->second.word * 4});
        }
    }

    /// The rule, for who has never heard of it.
    std::string lessonText() const {
        if (m_shown.stoppedLanes) return {};
        return m_view.lesson(m_frame.architecture, m_shown.access->operation);
    }
    void drawLesson() const { drawConclusion(m_canvas, m_bounds, lessonText(), m_theme.dim); }

    Canvas& m_canvas;
    const render::Theme& m_theme;
    const Frame& m_frame;
    const ShownAccess& m_shown;
    const BankView& m_view;
    int m_site = -1, m_steps = 0, m_step = -1;
    bool m_stepAlone = false; ///< nothing but the step is lit
    std::uint32_t m_lit = 0;
    std::set<std::pair<int, std::uint64_t>> m_served; // lanes and words of the step shown

    Rect m_bounds, m_grid, m_controls;
    float m_radius = 0, m_lanesY = 0, m_curve = 0, m_numbersY = 0, m_rowHeight = 0, m_captionY = 0,
          m_titleY = 0;
    float m_listY = 0, m_listEnd = 0, m_stepHeight = 0, m_lesson = 0;
    int m_rowsShown = 0, m_rowFirst = 0, m_listShown = 0, m_listFirst = 0;
    bool m_labels = false, m_numbers = false;
    bool m_quiet = false; ///< what it comes to is not said
};

} // namespace

void drawBanks(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (shown.access->space != model::Space::Shared || rect.width < 80 || rect.height < 60) return;
    const auto clip = canvas.clip(Rect{rect.x - 4, rect.y, rect.width + 8, rect.height});
    BankPicture(canvas, frame, rect, shown).draw();
}

} // namespace lanescope::kit
