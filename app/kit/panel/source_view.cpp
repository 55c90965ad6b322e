// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/source_view.h"

#include "kit/counted.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/finding_words.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "recording/plain_name.h"
#include "session/timing.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <optional>
#include <utility>

namespace lanescope::kit {

namespace {

std::vector<std::string_view> splitLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

/// What one source line's accesses come to.
struct LineHeat {
    model::Counts shared, moved; ///< shared memory; spaces that move sectors or transactions
    model::Counts constant;
    /// Of moved, what a better pattern would do without, bytes: of executions that were looked at. Nothing:
    /// they were not, and what is requested stands for what is needed.
    std::optional<double> wasted = 0;
    bool texels = false; ///< of which a lane may ask for several, and counts one: what is needed is not known
    LineAccesses accesses;
    std::map<model::Part, model::Counts> all;
    std::map<model::Part, double> fullest; ///< bytes that an access asks for at the site of `accesses`
};

/// How much of what a line takes it needs, and the text beneath it.
struct LineMark {
    double needed = 1, taken = 1;
    std::string text, brief, tip;
};

/// "2.1 wavefronts".
std::string amount(double number, std::string_view noun) {
    return counted(shortNumber(number), number == 1, noun);
}

/// "2.1 wavefronts per access on average, 1 needed"; updates: of lanes that may want the same word, and then
/// need as many as there are.
std::string averageText(double taken, double needed, std::string_view noun, bool updates = false) {
    const std::string enough = shortNumber(needed);
    const std::string each = amount(taken, noun);
    if (enough == shortNumber(taken)) return tr("{} per access on average", each);
    return updates ? tr("{} per access on average, {} where no lanes meet", each, enough)
                   : tr("{} per access on average, {} needed", each, enough);
}

/// "4 sectors per access on average, efficiency 13 %".
std::string averageMovedText(double taken, double used, std::string_view unit) {
    const std::string each = amount(taken, unit);
    constexpr double kNearlyAll = 0.995; // more than all where lanes ask for the same bytes
    return used > kNearlyAll ? tr("{} per access on average", each)
                             : tr("{} per access on average, efficiency {}", each, percent(used));
}

/// The text names what costs the line most; the tooltip has all of it.
LineMark markOf(const LineHeat& heat) {
    LineMark mark;
    const auto each = [](std::uint64_t sum, const model::Counts& of) {
        return static_cast<double>(sum) / static_cast<double>(std::max<std::uint64_t>(of.accesses, 1));
    };
    if (heat.shared.accesses) {
        mark.taken = each(heat.shared.sharedWavefronts, heat.shared);
        mark.needed = each(heat.shared.idealSharedWavefronts, heat.shared);
        mark.text = averageText(mark.taken, mark.needed, countable("wavefront"),
                                heat.all.contains({model::Space::Shared, model::Direction::Atomic}));
        mark.brief = amount(mark.taken, countable("wavefront"));
        mark.tip = tr("accesses of a warp to shared memory: {}, each {}, {} without conflict",
                      grouped(heat.shared.accesses), amount(mark.taken, countable("wavefront")),
                      shortNumber(mark.needed));
    }
    if (heat.moved.accesses) {
        const bool sectors = heat.moved.sectors > 0;
        const double taken = each(heat.moved.transactions, heat.moved);
        const auto moved = static_cast<double>(heat.moved.bytesTransferred);
        const double needed = taken * (heat.wasted && moved > 0 ? std::max(0.0, 1 - *heat.wasted / moved)
                                                                : std::min(1.0, heat.moved.efficiency()));
        const bool costsMore = !heat.shared.accesses ||
                               taken / std::max(needed, 1e-9) > mark.taken / std::max(mark.needed, 1e-9);
        if (costsMore) {
            mark.taken = taken;
            mark.needed = needed;
            mark.text = averageMovedText(taken, heat.texels ? 1 : heat.moved.efficiency(),
                                         sectors ? countable("sector") : countable("transaction"));
            mark.brief = amount(taken, sectors ? countable("sector") : countable("transaction"));
        }
        // Of a line that does both, the text says which it is about.
        if (heat.shared.accesses)
            mark.text = costsMore ? tr("global memory: {}", mark.text) : tr("shared memory: {}", mark.text);
        if (!mark.tip.empty()) mark.tip += tr("; ");
        mark.tip +=
            tr("accesses of a warp: {}, each {}, {} requested of {} moved", grouped(heat.moved.accesses),
               amount(taken, sectors ? countable("sector") : countable("transaction")),
               byteSize(static_cast<double>(heat.moved.bytesRequested)),
               byteSize(static_cast<double>(heat.moved.bytesTransferred)));
    }
    if (heat.constant.accesses && mark.text.empty()) {
        mark.taken = each(heat.constant.requests, heat.constant);
        mark.text = averageText(mark.taken, mark.needed, countable("request"));
        mark.tip = tr("{} constant loads of a warp, {} requests each", grouped(heat.constant.accesses),
                      shortNumber(mark.taken));
    }
    return mark;
}

/// A source of the launch's module and a line of it.
using SourceLine = std::pair<std::size_t, std::uint32_t>;

/// Nothing: the recording does not have that file, or the line is unknown.
std::optional<SourceLine> sourceLineOf(const LaunchResult& launch, std::string_view file,
                                       std::uint32_t line) {
    const auto source = line == 0 ? std::nullopt : recording::sourceOf(*launch.file, file);
    return source ? std::optional(SourceLine(*source, line)) : std::nullopt;
}

std::map<SourceLine, LineHeat> heatByLine(const LaunchResult& launch) {
    std::map<SourceLine, LineHeat> lines;
    if (!launch.observation || launch.observation->reports.empty()) return lines;
    for (const model::SiteCounts& counts : launch.observation->reports.front().sites) {
        const model::Site& site = launch.observation->site(counts.site);
        const auto at = sourceLineOf(launch, site.file, site.line);
        if (!at) continue;
        LineHeat& heat = lines[*at];
        if (counts.space == model::Space::Shared)
            heat.shared += counts.counts;
        else if (counts.space == model::Space::Constant)
            heat.constant += counts.counts;
        else {
            heat.moved += counts.counts;
            const session::SiteWaste waste = launch.observation->wasteAt(counts.site);
            if (waste.executions == 0) heat.wasted.reset();
            if (heat.wasted)
                *heat.wasted +=
                    waste.mean() * model::kSectorBytes * static_cast<double>(counts.counts.accesses);
        }
        const model::Part part{counts.space, counts.direction};
        // Of a loop that was unrolled the site of its body, and not that of the few lanes of its rest.
        const double bytes = static_cast<double>(counts.counts.bytesRequested) /
                             static_cast<double>(std::max<std::uint64_t>(counts.counts.accesses, 1));
        if (const auto known = heat.fullest.find(part); known == heat.fullest.end()) {
            heat.accesses.emplace_back(part, counts.site);
            heat.fullest[part] = bytes;
        } else if (bytes > known->second) {
            std::ranges::find(heat.accesses, part, &LineAccesses::value_type::first)->second = counts.site;
            known->second = bytes;
        }
        heat.all[part] += counts.counts;
        heat.texels = heat.texels || counts.space == model::Space::Texture;
    }
    return lines;
}

/// The shares of the modelled time that are worth showing.
std::map<SourceLine, double> timeByLine(const LaunchResult& launch) {
    constexpr double kLeast = 0.005;
    std::map<SourceLine, double> lines;
    if (!session::launchTime(launch)) return lines;
    for (const ptx::LineSum& line : launch.observation->lineShares.front()) {
        if (line.sum <= kLeast) break;
        if (const auto at = sourceLineOf(launch, line.file, line.line)) lines[*at] += line.sum;
    }
    return lines;
}

/// What went wrong at a line, the earlier access of a race likewise.
std::map<SourceLine, std::string> findingsByLine(const LaunchResult& launch) {
    std::map<SourceLine, std::string> lines;
    const auto note = [&](const std::string& file, std::uint32_t line, const std::string& text) {
        const auto at = sourceLineOf(launch, file, line);
        if (!at) return;
        std::string& known = lines[*at];
        if (known.find(text) == std::string::npos) known += (known.empty() ? "" : "\n") + text;
    };
    if (launch.fault) note(launch.fault->file, launch.fault->line, retold(launch.fault->what()));
    for (const ptx::Finding& finding : launch.record.findings) {
        note(finding.file, finding.line, findingText(finding));
        if (finding.earlier) note(finding.earlier->file, finding.earlier->line, findingText(finding));
    }
    return lines;
}

/// "scale" of a kernel `lab::scale<float>`: as its definition has it.
std::string definedName(const LaunchResult& launch) {
    const std::string name = recording::plainName(launch.kernel);
    const std::string_view plain = std::string_view(name).substr(0, name.find('<'));
    const std::size_t scope = plain.rfind(':');
    return std::string(scope == std::string_view::npos ? plain : plain.substr(scope + 1));
}

/// Where the kernel begins; 0 when its name is not found.
std::uint32_t lineOfKernel(const LaunchResult& launch, std::span<const std::string_view> lines) {
    const std::string name = " " + definedName(launch) + "(";
    const auto found = std::ranges::find_if(lines, [&](std::string_view line) {
        return line.find("__global__") != std::string_view::npos && line.find(name) != std::string_view::npos;
    });
    return found == lines.end() ? 0 : static_cast<std::uint32_t>(found - lines.begin()) + 1;
}

/// Where what the kernel does stands, be it in a function that it calls; nothing: in no line that is there.
std::optional<SourceLine> lineOfAccess(const LaunchResult& launch, const std::optional<ShownAccess>& shown) {
    if (!shown || shown->launch != &launch) return std::nullopt;
    return sourceLineOf(launch, shown->site->file, shown->site->line);
}

/// Of a line's share of the modelled time, what waits for what: how much a line takes says nothing of how
/// long its result is waited for.
std::string waitsText(std::string_view share, const std::map<model::Part, model::Counts>& counts,
                      std::string_view code) {
    using model::Direction;
    const auto has = [&](Direction direction) {
        return std::ranges::any_of(counts,
                                   [&](const auto& each) { return each.first.direction == direction; });
    };
    const std::string all = tr("Warps wait for this line {} of the modelled time. ", share);
    if (has(Direction::Load))
        return all +
               tr("What uses the loaded value waits until it is there: that is the latency of the memory, "
                  "even where the load takes 1 wavefront or sector. Further ones add to it.");
    if (has(Direction::Atomic))
        return all + tr("What uses the old value waits until it is there: that is the latency of the memory, "
                        "and lanes that meet add to it.");
    if (has(Direction::Store))
        return all +
               tr("No warp waits for the store itself. The wait is for what this line computes, such as "
                  "the address, and for the warp's turn to run it.");
    if (code.find("sync") != std::string_view::npos)
        return all + tr("At a barrier, warps wait until the others are there, too.");
    return all +
           tr("Each instruction waits for the results that it uses, and for the warp's turn to run it.");
}

bool isComment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first != std::string_view::npos && line.substr(first).starts_with("//");
}

} // namespace

std::int64_t siteOfClick(const LineAccesses& accesses, const std::optional<model::Part>& shown) {
    if (accesses.empty()) return -1;
    const auto at =
        shown ? std::ranges::find(accesses, *shown, &LineAccesses::value_type::first) : accesses.end();
    return (at == accesses.end() || at + 1 == accesses.end() ? accesses.begin() : at + 1)->second;
}

/// Where things stand in the lines that are shown, pixels.
struct SourceView::Columns {
    float left = 0, width = 0, timeWidth = 0, lineHeight = 0;
};

SourceView::SourceView(const Frame& frame, const LaunchResult& launch, std::uint32_t line)
    : m_file(launch.file), m_architecture(&frame.architecture), m_site(frame.view.site),
      m_asked(frame.view.asked) {
    for (std::size_t source = 0; source < recording::sourceCount(*m_file); ++source) {
        Page& page = m_pages.emplace_back();
        page.path = recording::sourcePath(*m_file, source);
        page.lines = splitLines(recording::sourceText(*m_file, source));
        page.first = lineOfKernel(launch, page.lines);
    }
    const auto here = line != 0 ? std::optional(SourceLine(0, line)) : lineOfAccess(launch, frame.shown);
    if (frame.view.isQuiet()) { // the lines without what they take, or what a remark says of it
        for (Page& page : m_pages) {
            page.leaveOutRemarks();
            page.aim = page.first;
        }
        choosePage(here);
        if (here) m_pages[m_page].aim = here->second;
        return;
    }
    std::map<SourceLine, LineHeat> heat = heatByLine(launch);
    std::set<std::int64_t> subjects;
    for (const model::WarpAccess* access : subjectsOf(frame, launch)) subjects.insert(access->site);
    for (auto& [at, of] : heat)
        std::ranges::stable_partition(of.accesses,
                                      [&](const auto& access) { return subjects.contains(access.second); });
    for (const auto& [at, of] : heat) {
        LineMark mark = markOf(of);
        markAt(at) = {.accesses = of.accesses,
                      .needed = mark.needed,
                      .taken = mark.taken,
                      .text = std::move(mark.text),
                      .brief = std::move(mark.brief),
                      .tip = std::move(mark.tip),
                      .time = {},
                      .waits = {},
                      .wrong = {},
                      .counts = of.all};
    }
    for (const auto& [at, share] : timeByLine(launch)) {
        Mark& mark = markAt(at);
        mark.time = fmt::format("{:.0f} %", share * 100);
        const Page& page = m_pages[at.first];
        mark.waits = waitsText(mark.time, mark.counts,
                               at.second <= page.lines.size() ? page.lines[at.second - 1] : "");
        m_timed = true;
    }
    for (const auto& [at, text] : findingsByLine(launch)) markAt(at).wrong = text;
    for (Page& page : m_pages) page.aim = page.firstMarked();
    choosePage(here);
    // A message that speaks of a line, and of no access, speaks of what is wrong there.
    const std::uint32_t asked = frame.view.line;
    const auto isWrong = [&](const Page& page) {
        const auto mark = page.marks.find(asked);
        return mark != page.marks.end() && !mark->second.wrong.empty();
    };
    if (const auto wrong = std::ranges::find_if(m_pages, isWrong);
        asked != 0 && !here && wrong != m_pages.end())
        m_page = static_cast<std::size_t>(wrong - m_pages.begin());
    if (frame.shown)
        m_shown = {frame.shown->access->space, model::directionOf(frame.shown->access->operation)};
    Page& page = m_pages[m_page];
    if (here) page.here = page.aim = here->second;
    if (asked != 0) page.aim = asked;
}

SourceView::Mark& SourceView::markAt(const std::pair<std::size_t, std::uint32_t>& line) {
    return m_pages[line.first].marks[line.second];
}

/// That of the line which the picture shows, else where the kernel is, else the first with something to say.
void SourceView::choosePage(const std::optional<std::pair<std::size_t, std::uint32_t>>& here) {
    const auto kernel = std::ranges::find_if(m_pages, [](const Page& page) { return page.first != 0; });
    const auto marked = std::ranges::find_if(m_pages, [](const Page& page) { return !page.marks.empty(); });
    const auto best = kernel != m_pages.end() ? kernel : marked != m_pages.end() ? marked : m_pages.begin();
    m_page = here ? here->first : static_cast<std::size_t>(best - m_pages.begin());
}

/// The line that says most without being asked for one; 0: none.
std::uint32_t SourceView::Page::firstMarked() const {
    const auto wrong =
        std::ranges::find_if(marks, [](const auto& each) { return !each.second.wrong.empty(); });
    if (wrong != marks.end()) return wrong->first;
    const auto touches = std::ranges::find_if(marks, [](const auto& each) { return each.second.touches(); });
    return touches != marks.end() ? touches->first : first;
}

/// With the empty lines that they leave.
void SourceView::Page::leaveOutRemarks() {
    bool afterBlank = true;
    for (std::uint32_t number = 1; std::string_view & line : lines) {
        const bool remark = isComment(line);
        line = line.substr(0, std::min(line.find("//"), line.size()));
        const bool blank = line.find_first_not_of(' ') == std::string_view::npos;
        if (remark || (blank && afterBlank)) leftOut.insert(number);
        if (!remark) afterBlank = blank;
        ++number;
    }
}

float SourceView::Page::rowsTo(std::uint32_t line) const {
    float rows = 0;
    for (std::uint32_t each = first; each <= line; ++each) {
        const auto mark = marks.find(each);
        rows += leftOut.contains(each) ? 0.F : mark != marks.end() && mark->second.touches() ? 2.F : 1.F;
    }
    return rows;
}

/// The path, and where there are several files with something to say, their list.
std::size_t SourceView::showFiles(PanelMemory& memory) const {
    const FontScope font(style().sans, 0.9F);
    const PanelMemory::File asked{m_file.get(), m_site, m_asked, m_page};
    if (memory.fileFor != asked) { // another access, or another launch: its own file again
        memory.fileFor = asked;
        memory.file = m_page;
    }
    const auto isListed = [&](std::size_t page) {
        return page == m_page || page == memory.file || !m_pages[page].marks.empty();
    };
    std::size_t listed = 0;
    for (std::size_t page = 0; page < m_pages.size(); ++page) listed += isListed(page) ? 1 : 0;
    if (listed == 1) {
        coloredText(style().theme->faint, m_pages[memory.file].path);
        tooltip(tr("The kernel that runs. A bar marks each line that touches memory; it is longer for more "
                   "work, and orange where less would do. Click a line to see its access. Left of the code: "
                   "the share of the modelled time that warps wait for the line."));
        return memory.file;
    }
    const auto nameOf = [](std::string_view path) { return path.substr(path.rfind('/') + 1); };
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::BeginCombo("##files", ShortText(translatable("{}, one of {} files"),
                                               nameOf(m_pages[memory.file].path), listed)
                                         .c_str())) {
        for (std::size_t page = 0; page < m_pages.size(); ++page) {
            if (!isListed(page)) continue;
            if (ImGui::Selectable(std::string(m_pages[page].path).c_str(), page == memory.file))
                memory.file = page;
        }
        ImGui::EndCombo();
    }
    tooltip(tr("The files that this kernel's code is from. Each shows its own lines."));
    return memory.file;
}

void SourceView::show(PanelMemory& memory, PanelActions& actions) const {
    const Page& page = m_pages[showFiles(memory)];
    if (m_timed) showHeadings();
    ImGui::PushStyleColor(ImGuiCol_ChildBg, toImGui(style().theme->raised));
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, points(5));
    const float wanted = ImGui::GetContentRegionAvail().y;
    const FontScope mono(style().mono, kCodeSize);
    const float lineHeight = ImGui::GetTextLineHeight() + points(3);
    const float least = lineHeight * 8;
    const auto rows =
        static_cast<float>(page.lines.size() - page.leftOut.size() +
                           static_cast<std::size_t>(std::ranges::count_if(
                               page.marks, [](const auto& mark) { return mark.second.touches(); })));
    const float most = ImGui::GetTextLineHeightWithSpacing() * rows + 2 * ImGui::GetStyle().WindowPadding.y +
                       ImGui::GetStyle().ScrollbarSize;
    const float height = std::clamp(wanted, least, std::max(least, most));
    if (ImGui::BeginChild("source", ImVec2(0, height), ImGuiChildFlags_AlwaysUseWindowPadding,
                          ImGuiWindowFlags_HorizontalScrollbar)) {
        Columns columns;
        columns.left = ImGui::GetWindowPos().x;
        columns.width = ImGui::GetWindowWidth() - (most > height ? ImGui::GetStyle().ScrollbarSize : 0);
        columns.lineHeight = lineHeight;
        if (m_timed) columns.timeWidth = ImGui::CalcTextSize("100 %").x + points(6);
        // The first memory line is brought into view when another kernel or access is shown, or asked for, or
        // in another size.
        const PanelMemory::Sight sight{m_file.get(), page.aim, m_site, height, m_asked, memory.file};
        const bool scroll = page.aim != 0 && memory.seen != sight;
        const bool fromFirst =
            page.first != 0 && page.first <= page.aim && page.rowsTo(page.aim) < height / lineHeight - 2;
        for (std::uint32_t number = 1; number <= page.lines.size(); ++number) {
            if (page.leftOut.contains(number)) continue;
            if (scroll && fromFirst && number == page.first && memory.clickedLine != page.aim)
                ImGui::SetScrollHereY(0);
            const float top = ImGui::GetCursorScreenPos().y - points(1.5F); // as showLine() has it
            showLine(page, number, columns, memory, actions);
            if (!scroll || number != page.aim) continue;
            if (memory.clickedLine == number) { // it stays under the mouse, whatever stands above it now
                const float first = ImGui::GetWindowPos().y, last = first + height - 3 * lineHeight;
                ImGui::SetScrollY(ImGui::GetScrollY() + top -
                                  std::clamp(memory.clickedAt, first, std::max(first, last)));
            } else if (!fromFirst) {
                ImGui::SetScrollHereY(0.5F);
            }
            memory.seen = sight;
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

/// Over the columns, which scroll beneath them.
void SourceView::showHeadings() {
    const float left = ImGui::GetCursorPosX() + ImGui::GetStyle().WindowPadding.x;
    float end = left; // of the column of times
    {
        const FontScope mono(style().mono, kCodeSize);
        end += ImGui::CalcTextSize("999 ").x + points(6) + ImGui::CalcTextSize("100 %").x;
    }
    const FontScope small(style().sans, 0.78F);
    const char *const timeText = tr("waits"), *const lineText = tr("line");
    const float time = end - ImGui::CalcTextSize(timeText).x;
    ImGui::SetCursorPosX(left);
    if (left + ImGui::CalcTextSize(lineText).x < time) {
        coloredText(style().theme->faint, lineText);
        ImGui::SameLine();
    }
    ImGui::SetCursorPosX(time);
    coloredText(style().theme->faint, timeText);
    tooltip(tr(
        "The share of the modelled time that warps wait for the line: for what it loads or computes, at its "
        "barrier, or for their turn to run it. A load is waited for even if it takes 1 wavefront: its value "
        "needs the memory's latency to arrive. No warp waits for a store, so what stores cost shows at other "
        "lines. The tooltip of a line says what waits there."));
    ImGui::SameLine(0, points(6));
    coloredText(style().theme->faint, tr("code"));
}

void SourceView::showLine(const Page& page, std::uint32_t number, const Columns& columns, PanelMemory& memory,
                          PanelActions& actions) const {
    static const Mark kNone;
    const render::Theme& theme = *style().theme;
    const auto found = page.marks.find(number);
    const Mark& mark = found == page.marks.end() ? kNone : found->second;
    const bool touches = mark.touches(), wrong = !mark.wrong.empty();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at(columns.left, ImGui::GetCursorScreenPos().y - points(1.5F));
    const float height = columns.lineHeight * (touches ? 2 : 1);
    const bool here = number == page.here;
    if (touches) showGround(mark, here, at, columns);
    if (here) {
        if (!touches)
            list.AddRectFilled(at, ImVec2(at.x + columns.width, at.y + height),
                               packed(theme.accent.faded(0.12F)));
        list.AddRectFilled(at, ImVec2(at.x + points(3), at.y + height), packed(theme.accent));
    }
    if (wrong) list.AddRectFilled(at, ImVec2(at.x + points(3), at.y + height), packed(theme.bad));
    // On a coloured ground only the first rank of text can be read.
    coloredText(touches ? theme.text
                : wrong ? theme.bad
                        : theme.faint,
                ShortText("{:>3}{}", number, wrong ? "!" : " "));
    if (wrong) tooltip(mark.wrong);
    ImGui::SameLine(0, points(6));
    if (m_timed) {
        const float next = ImGui::GetCursorPosX() + columns.timeWidth;
        const float width = ImGui::CalcTextSize(mark.time.c_str()).x;
        ImGui::SetCursorPosX(next - width - points(6));
        coloredText(touches ? theme.text : theme.dim, mark.time);
        ImGui::SameLine();
        ImGui::SetCursorPosX(next);
    }
    const std::string_view line = page.lines[number - 1];
    const float codeX = ImGui::GetCursorPosX();
    {
        ImGui::PushStyleColor(ImGuiCol_Text, toImGui(isComment(line) ? theme.dim : theme.text));
        ImGui::TextUnformatted(line.data(), line.data() + line.size());
        ImGui::PopStyleColor();
    }
    if (touches) {
        ImGui::SetCursorPosX(codeX);
        const ImVec2 under = ImGui::GetCursorScreenPos();
        const float row = ImGui::GetTextLineHeight();
        const float code = ImGui::GetFontSize();
        const FontScope small(style().sans, 0.78F);
        ImGui::PushFont(nullptr, std::min(ImGui::GetFontSize(), code)); // a presenter's words are larger
        const float room = columns.width - points(12);
        const bool isWhole = ImGui::CalcTextSize(mark.text.c_str()).x <= room;
        const std::string& text = isWhole || mark.brief.empty() ? mark.text : mark.brief;
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        ImGui::Dummy(ImVec2(width, row));
        // Close to its code, above the bar, and further left where it would not be seen whole.
        const float left = std::min(under.x, at.x + columns.width - width - points(6));
        list.AddText(ImVec2(std::max(left, at.x + points(6)), under.y - points(2)), packed(theme.text),
                     text.c_str());
        ImGui::PopFont();
    }
    if (!touches && mark.time.empty()) return;
    const float mouse = ImGui::GetMousePos().y;
    if (!ImGui::IsWindowHovered() || mouse < at.y || mouse >= at.y + height) return;
    showTip(mark);
    if (!touches || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    actions.clickedSite = siteOfClick(mark.accesses, number == page.here ? m_shown : std::nullopt);
    memory.clickedLine = number;
    memory.clickedAt = at.y;
}

/// The bars behind the code of a line that touches memory, and what it takes.
void SourceView::showGround(const Mark& mark, bool here, const ImVec2& at, const Columns& columns) const {
    const render::Color color = mark.isWasteful() ? style().theme->warn : style().theme->good;
    // Longer for more work, so that the costly line stands out among the memory lines.
    const float length = static_cast<float>(std::clamp(mark.taken / 32, 0.08, 1.0));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = at.y + 2 * columns.lineHeight;
    list.AddRectFilled(at, ImVec2(at.x + columns.width, bottom), packed(color.faded(here ? 0.26F : 0.12F)));
    list.AddRectFilled(ImVec2(at.x, bottom - points(2)), ImVec2(at.x + columns.width * length, bottom),
                       packed(color.faded(0.8F)));
}

/// Every count that the line has, by the names that reports have for them.
void SourceView::showCounts(const Mark& mark) const {
    if (!ImGui::BeginTable("counts", static_cast<int>(mark.counts.size()) + 1,
                           ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings))
        return;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    for (const auto& [part, counts] : mark.counts) {
        ImGui::TableNextColumn();
        coloredText(style().theme->dim, tr("{} {}", tr(std::string_view(spaceName(*part.space))),
                                           tr(std::string_view(directionName(part.direction)))));
    }
    for (const model::Metric& metric : model::metrics()) {
        const auto has = [&](const auto& each) { return metric.counted(*m_architecture, each.first); };
        if (std::ranges::none_of(mark.counts, has)) continue;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        // Beside a column of shared memory a name is that of all.
        const bool shared = std::ranges::any_of(
            mark.counts, [](const auto& each) { return each.first.space == model::Space::Shared; });
        coloredText(style().theme->dim,
                    tr(metric.labelIn(shared ? model::Space::Shared : *mark.counts.begin()->first.space)));
        for (const auto& each : mark.counts) {
            ImGui::TableNextColumn();
            if (!has(each)) continue;
            rightText(style().theme->text, metric.ratio ? percent(metric.valueOf(each.second))
                                                        : grouped(metric.countOf(each.second)));
        }
    }
    ImGui::EndTable();
}

void SourceView::showTip(const Mark& mark) const {
    if (!ImGui::BeginTooltip()) return;
    {
        const FontScope sans(style().sans);
        if (mark.touches()) ImGui::TextUnformatted(mark.tip.c_str());
        showCounts(mark);
        if (!mark.waits.empty()) wrapWithin(points(340), mark.waits);
        if (mark.accesses.size() > 1)
            coloredText(style().theme->dim,
                        tr("A click shows one of these accesses, another click the next."));
    }
    ImGui::EndTooltip();
}

} // namespace lanescope::kit
