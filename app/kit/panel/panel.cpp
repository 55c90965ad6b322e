// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/panel.h"

#include "kit/panel/bars.h"
#include "kit/panel/run_table.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "session/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace lanescope::kit {

namespace {

const render::Color& toneColor(Tone tone) {
    const render::Theme& theme = *style().theme;
    return kit::toneColor(theme, tone, theme.text);
}

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
    std::int64_t site = -1;
};

/// How much of what a line takes it needs, and the text at its right.
struct LineMark {
    double needed = 1, taken = 1;
    std::string text, tip;
};

std::string counted(double number, std::string_view noun) {
    return fmt::format("{} {}{}", shortNumber(number), noun, number == 1 ? "" : "s");
}

/// The badge names what costs the line most; the tooltip has all of it.
LineMark markOf(const LineHeat& heat) {
    LineMark mark;
    const auto each = [](std::uint64_t sum, const model::Counts& of) {
        return static_cast<double>(sum) / static_cast<double>(std::max<std::uint64_t>(of.accesses, 1));
    };
    if (heat.shared.accesses) {
        mark.taken = each(heat.shared.wavefronts, heat.shared);
        mark.needed = each(heat.shared.idealWavefronts, heat.shared);
        mark.text = counted(mark.taken, "wavefront");
        mark.tip =
            fmt::format("{} shared accesses of a warp, {} wavefronts each, {} without conflict",
                        grouped(heat.shared.accesses), shortNumber(mark.taken), shortNumber(mark.needed));
    }
    if (heat.moved.accesses) {
        const bool sectors = heat.moved.sectors > 0;
        const double taken = each(heat.moved.transactions, heat.moved);
        const double needed = taken * std::min(1.0, heat.moved.efficiency());
        if (taken / std::max(needed, 1e-9) > mark.taken / std::max(mark.needed, 1e-9) ||
            !heat.shared.accesses) {
            mark.taken = taken;
            mark.needed = needed;
            mark.text = counted(taken, sectors ? "sector" : "transaction");
        }
        mark.tip += fmt::format("{}{} accesses of a warp, {} {} each, {} requested of {} moved",
                                mark.tip.empty() ? "" : "; ", grouped(heat.moved.accesses),
                                shortNumber(taken), sectors ? "sectors" : "transactions",
                                byteSize(static_cast<double>(heat.moved.bytesRequested)),
                                byteSize(static_cast<double>(heat.moved.bytesTransferred)));
    }
    if (heat.constant.accesses && mark.text.empty()) {
        mark.taken = each(heat.constant.requests, heat.constant);
        mark.text = counted(mark.taken, "request");
        mark.tip = fmt::format("{} constant loads of a warp, {} requests each",
                               grouped(heat.constant.accesses), shortNumber(mark.taken));
    }
    return mark;
}

std::map<std::uint32_t, LineHeat> heatByLine(const LaunchResult& launch) {
    std::map<std::uint32_t, LineHeat> lines;
    if (!launch.observation || launch.observation->reports.empty()) return lines;
    for (const model::SiteCounts& counts : launch.observation->reports.front().sites) {
        const model::Site& site = launch.observation->site(counts.site);
        if (site.line == 0 || !std::string_view(site.file).ends_with(launch.file->path)) continue;
        LineHeat& heat = lines[site.line];
        if (counts.space == model::Space::Shared)
            heat.shared += counts.counts;
        else if (counts.space == model::Space::Constant)
            heat.constant += counts.counts;
        else
            heat.moved += counts.counts;
        if (heat.site < 0) heat.site = counts.site;
    }
    return lines;
}

/// The shares of the modelled time that are worth showing, of the launch's own file.
std::map<std::uint32_t, double> timeByLine(const LaunchResult& launch) {
    constexpr double kLeast = 0.005;
    std::map<std::uint32_t, double> lines;
    if (!session::launchTime(launch)) return lines;
    for (const ptx::LineSum& line : launch.observation->lineShares.front()) {
        if (line.sum <= kLeast) break;
        if (line.line != 0 && line.file.ends_with(launch.file->path)) lines[line.line] += line.sum;
    }
    return lines;
}

/// What went wrong at a line of the launch's own file, the earlier access of a race likewise.
std::map<std::uint32_t, std::string> findingsByLine(const LaunchResult& launch) {
    std::map<std::uint32_t, std::string> lines;
    const auto note = [&](const std::string& file, std::uint32_t line, const std::string& text) {
        if (line == 0 || !std::string_view(file).ends_with(launch.file->path)) return;
        std::string& known = lines[line];
        if (known.find(text) == std::string::npos) known += (known.empty() ? "" : "\n") + text;
    };
    if (launch.fault) note(launch.fault->file, launch.fault->line, launch.fault->what());
    for (const ptx::Finding& finding : launch.record.findings) {
        note(finding.file, finding.line, finding.text);
        if (finding.earlier) note(finding.earlier->file, finding.earlier->line, finding.text);
    }
    return lines;
}

/// Where the kernel begins; 0 when its name is not found.
std::uint32_t lineOfKernel(const LaunchResult& launch, std::span<const std::string_view> lines) {
    const std::string name = " " + launch.label.substr(launch.label.find('.') + 1) + "(";
    const auto found = std::ranges::find_if(lines, [&](std::string_view line) {
        return line.find("__global__") != std::string_view::npos && line.find(name) != std::string_view::npos;
    });
    return found == lines.end() ? 0 : static_cast<std::uint32_t>(found - lines.begin()) + 1;
}

constexpr std::array<const char*, 4> kTitles{"", "model", "measured", "counter"};

const std::string& valueOf(const Row& row, int column) {
    return column == 1 ? row.model : column == 2 ? row.measured : row.counter;
}

/// Columns without any value give way where the labels would be cut off.
int columnsThatFit(std::string_view caption, std::span<const Row> rows) {
    float width = ImGui::CalcTextSize(caption.data(), caption.data() + caption.size()).x;
    for (const Row& row : rows) width = std::max(width, ImGui::CalcTextSize(row.label.c_str()).x);
    int columns = 1;
    for (int column = 1; column < 4; ++column) {
        float widest = ImGui::CalcTextSize(kTitles[static_cast<std::size_t>(column)]).x * 0.9F;
        bool any = column == 1;
        const FontScope mono(style().mono, 0.95F);
        for (const Row& row : rows) {
            any = any || !valueOf(row, column).empty();
            widest = std::max(widest, ImGui::CalcTextSize(valueOf(row, column).c_str()).x);
        }
        width += widest + 2 * ImGui::GetStyle().CellPadding.x;
        if (any || width <= ImGui::GetContentRegionAvail().x) columns = column + 1;
    }
    return columns;
}

} // namespace

void Panel::verdict(Tone tone, std::string_view headline, std::string_view sentence) {
    {
        const FontScope font(style().bold, 1.6F);
        wrappedText(toneColor(tone), headline);
    }
    wrappedText(style().theme->dim, sentence);
    ImGui::Dummy(ImVec2(0, points(2)));
}

void Panel::gauge(double needed, double taken, std::string_view neededText, std::string_view takenText) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = points(9);
    const float share = taken > 0 ? static_cast<float>(std::clamp(needed / taken, 0.0, 1.0)) : 1;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, ImVec2(at.x + width, at.y + height),
                       packed(share < 1 ? style().theme->warn.faded(0.45F) : style().theme->raised),
                       points(4));
    list.AddRectFilled(at, ImVec2(at.x + width * share, at.y + height), packed(style().theme->good),
                       points(4));
    ImGui::Dummy(ImVec2(width, height));
    const FontScope font(style().sans, 0.9F);
    coloredText(style().theme->good, neededText);
    ImGui::SameLine();
    rightText(share < 1 ? style().theme->warn : style().theme->good, takenText);
    ImGui::Dummy(ImVec2(0, points(4)));
}

void Panel::table(std::string_view caption, std::span<const Row> rows) {
    const FontScope font(style().sans, 0.95F);
    const std::string id = fmt::format("table {}", caption);
    const int columns = columnsThatFit(caption, rows);
    if (!ImGui::BeginTable(id.c_str(), columns,
                           ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit))
        return;
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch);
    for (int column = 1; column < columns; ++column)
        ImGui::TableSetupColumn(kTitles[static_cast<std::size_t>(column)]);
    ImGui::TableNextRow();
    for (int column = 0; column < columns; ++column) {
        ImGui::TableSetColumnIndex(column);
        const FontScope small(style().sans, 0.85F);
        if (column == 0)
            coloredText(style().theme->faint, caption);
        else
            rightText(style().theme->faint, kTitles[static_cast<std::size_t>(column)]);
    }
    for (const Row& row : rows) {
        ImGui::TableNextRow();
        ImGui::TableSetColumnIndex(0);
        coloredText(style().theme->dim, row.label);
        tooltip(row.tip);
        for (int column = 1; column < columns; ++column) {
            ImGui::TableSetColumnIndex(column);
            const std::string& value = valueOf(row, column);
            const FontScope mono(style().mono, 0.95F);
            if (value.empty())
                rightText(style().theme->faint, "-");
            else
                rightText(column == 1 ? style().theme->text : style().theme->good, value);
        }
    }
    ImGui::EndTable();
    ImGui::Dummy(ImVec2(0, points(4)));
}

void Panel::card(Tone tone, std::string_view title, std::string_view text) {
    const render::Color& color = toneColor(tone);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, toImGui(render::mix(style().theme->panel, color, 0.12F)));
    ImGui::PushStyleColor(ImGuiCol_Border, toImGui(color.faded(0.7F)));
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, points(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(points(12), points(9)));
    const std::string id = fmt::format("card {}", title);
    if (ImGui::BeginChild(id.c_str(), ImVec2(0, 0),
                          ImGuiChildFlags_Borders | ImGuiChildFlags_AutoResizeY |
                              ImGuiChildFlags_AlwaysUseWindowPadding)) {
        {
            const FontScope font(style().bold);
            coloredText(color, title);
        }
        wrappedText(style().theme->text, text);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(2);
    ImGui::Dummy(ImVec2(0, points(4)));
}

void Panel::stat(std::string_view label, std::string_view value, std::string_view tip) {
    coloredText(style().theme->dim, label);
    tooltip(tip);
    ImGui::SameLine();
    const FontScope mono(style().mono, 0.95F);
    // A value for which there is no room beside its name gets a line of its own.
    if (ImGui::CalcTextSize(value.data(), value.data() + value.size()).x > ImGui::GetContentRegionAvail().x)
        ImGui::NewLine();
    rightText(style().theme->text, value);
}

void Panel::suggestion(std::span<const std::pair<std::string, std::string>> sets, std::string_view outcome) {
    std::string settings;
    for (const auto& [name, value] : sets)
        settings += fmt::format("{}{}={}", settings.empty() ? "" : ", ", name, value);
    card(Tone::Good, "Try it", fmt::format("{}: {}", settings, outcome));
    action(settings, sets, outcome);
}

void Panel::action(std::string_view label, std::span<const std::pair<std::string, std::string>> sets,
                   std::string_view tip) {
    ImGui::Dummy(ImVec2(0, points(1)));
    const std::string text(label);
    {
        const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
        const FontScope font(style().sans, std::clamp(room / ImGui::CalcTextSize(text.c_str()).x, 0.7F, 1.F));
        if (ImGui::Button(text.c_str(), ImVec2(-1, 0))) m_actions.sets.assign(sets.begin(), sets.end());
    }
    if (!tip.empty()) tooltip(tip);
    ImGui::Dummy(ImVec2(0, points(1)));
}

void Panel::note(std::string_view text) {
    const FontScope font(style().sans, 0.9F);
    wrappedText(style().theme->faint, text);
    ImGui::Dummy(ImVec2(0, points(2)));
}

void Panel::source(const LaunchResult& launch) {
    const std::map<std::uint32_t, LineHeat> heat = heatByLine(launch);
    const std::vector<std::string_view> lines = splitLines(launch.file->source);
    const std::optional<ShownAccess> shown = shownAccess(m_frame);
    const std::map<std::uint32_t, std::string> found = findingsByLine(launch);
    const std::map<std::uint32_t, double> times = timeByLine(launch);
    {
        const FontScope font(style().sans, 0.9F);
        coloredText(style().theme->faint, launch.file->path);
        tooltip(
            "The kernel that runs. A bar marks each line that touches memory: its length is what the line "
            "takes, green what it needs. Click a line to see its access. Beside it: how much of the modelled "
            "time passes before the line.");
    }
    ImGui::PushStyleColor(ImGuiCol_ChildBg, toImGui(style().theme->raised));
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, points(5));
    const float wanted = ImGui::GetContentRegionAvail().y;
    const FontScope mono(style().mono, 0.88F);
    const float lineHeight = ImGui::GetTextLineHeight() + points(3);
    const float least = lineHeight * 8;
    const float most = ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(lines.size()) +
                       2 * ImGui::GetStyle().WindowPadding.y + ImGui::GetStyle().ScrollbarSize;
    const float height = std::clamp(wanted, least, std::max(least, most));
    if (ImGui::BeginChild("source", ImVec2(0, height), ImGuiChildFlags_AlwaysUseWindowPadding,
                          ImGuiWindowFlags_HorizontalScrollbar)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float left = ImGui::GetWindowPos().x;
        const float width = ImGui::GetWindowWidth() - (most > height ? ImGui::GetStyle().ScrollbarSize : 0);
        // Code ends before the column of the lines' times.
        const float timeWidth = times.empty() ? 0 : ImGui::CalcTextSize("time 100 %").x + points(12);
        const float marksEnd = left + width - timeWidth;
        // The first memory line is brought into view when another kernel or access is shown, or asked for, or
        // in another size.
        const std::uint32_t aim = m_frame.view.line != 0              ? m_frame.view.line
                                  : shown && shown->launch == &launch ? shown->site->line
                                  : !found.empty()                    ? found.begin()->first
                                  : !heat.empty()                     ? heat.begin()->first
                                                                      : lineOfKernel(launch, lines);
        const PanelMemory::Sight sight{launch.file.get(), aim, m_frame.view.site, height, m_frame.view.asked};
        const bool scroll = aim != 0 && m_memory.seen != sight;
        for (std::uint32_t number = 1; number <= lines.size(); ++number) {
            const ImVec2 at(left, ImGui::GetCursorScreenPos().y - points(1.5F));
            const auto hot = heat.find(number);
            const LineMark mark = hot == heat.end() ? LineMark{} : markOf(hot->second);
            const bool here = shown && shown->site->line == number && shown->launch == &launch;
            if (hot != heat.end()) {
                const bool wasteful = mark.taken > mark.needed * 1.01;
                const render::Color color = wasteful ? style().theme->warn : style().theme->good;
                // Longer for more work, so that the costly line stands out among the memory lines.
                const float length = static_cast<float>(std::clamp(mark.taken / 32, 0.08, 1.0));
                list.AddRectFilled(at, ImVec2(at.x + width, at.y + lineHeight),
                                   packed(color.faded(here ? 0.26F : 0.12F)));
                list.AddRectFilled(at, ImVec2(at.x + width * length, at.y + lineHeight),
                                   packed(color.faded(0.30F)));
                if (here)
                    list.AddRectFilled(at, ImVec2(at.x + points(3), at.y + lineHeight),
                                       packed(style().theme->accent));
            }
            const auto wrong = found.find(number);
            if (wrong != found.end())
                list.AddRectFilled(at, ImVec2(at.x + points(3), at.y + lineHeight),
                                   packed(style().theme->bad));
            coloredText(wrong != found.end() ? style().theme->bad : style().theme->faint,
                        fmt::format("{:>3}{}", number, wrong != found.end() ? "!" : " "));
            if (wrong != found.end()) tooltip(wrong->second);
            ImGui::SameLine(0, points(6));
            const std::string_view line = lines[number - 1];
            const bool comment = line.find_first_not_of(' ') != std::string_view::npos &&
                                 line.substr(line.find_first_not_of(' ')).starts_with("//");
            const ImVec2 from = ImGui::GetCursorScreenPos();
            const char *begin = line.data(), *end = begin + line.size();
            // The end of a long line can be scrolled to: it has the column's room behind it.
            ImGui::Dummy(ImVec2(ImGui::CalcTextSize(begin, end).x + timeWidth, ImGui::GetTextLineHeight()));
            if (ImGui::IsItemVisible()) {
                const ImVec4 beside(left, at.y, marksEnd, at.y + lineHeight);
                list.AddText(nullptr, 0, from, packed(comment ? style().theme->dim : style().theme->text),
                             begin, end, 0, &beside);
            }
            const auto timed = times.find(number);
            if (timed != times.end()) {
                const std::string text = fmt::format("time {:.0f} %", timed->second * 100);
                list.AddText(ImVec2(at.x + width - ImGui::CalcTextSize(text.c_str()).x - points(8),
                                    at.y + points(1.5F)),
                             packed(style().theme->text), text.c_str());
            }
            if (hot != heat.end()) {
                const float textWidth = ImGui::CalcTextSize(mark.text.c_str()).x;
                const ImVec2 to(marksEnd - textWidth - points(8), at.y + points(1.5F));
                list.AddRectFilled(ImVec2(to.x - points(4), at.y), ImVec2(marksEnd, at.y + lineHeight),
                                   packed(render::mix(style().theme->raised,
                                                      mark.taken > mark.needed * 1.01 ? style().theme->warn
                                                                                      : style().theme->good,
                                                      0.3F)));
                list.AddText(to, packed(style().theme->text), mark.text.c_str());
            }
            if ((hot != heat.end() || timed != times.end()) && ImGui::IsWindowHovered() &&
                ImGui::GetMousePos().y >= at.y && ImGui::GetMousePos().y < at.y + lineHeight) {
                if (ImGui::BeginTooltip()) {
                    {
                        const FontScope sans(style().sans);
                        if (hot != heat.end()) ImGui::TextUnformatted(mark.tip.c_str());
                        if (timed != times.end())
                            ImGui::Text("time %.0f %%, modelled: of the time that warps wait before the "
                                        "instructions of this line",
                                        timed->second * 100);
                    }
                    ImGui::EndTooltip();
                }
                if (hot != heat.end() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
                    m_actions.clickedSite = hot->second.site;
            }
            if (scroll && number == aim) {
                ImGui::SetScrollHereY(0.5F);
                m_memory.seen = sight;
            }
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

void Panel::accessTable(const ShownAccess& shown) {
    const model::Counts& c = shown.counts;
    const model::Architecture& arch = m_frame.architecture;
    std::vector<Row> rows;
    rows.reserve(16);
    const auto row = [&](std::string label, std::string value, std::string tip) {
        rows.push_back({std::move(label), std::move(value), {}, {}, std::move(tip)});
    };
    const auto count = [](std::uint64_t value) { return grouped(value); };
    if (shown.access->space == model::Space::Shared) {
        row("shared wavefronts", count(c.wavefronts),
            "Passes through the shared-memory data stage that this access takes.");
        row("without conflict", count(c.idealWavefronts),
            "Passes that the same access would take if no two lanes met in a bank.");
        row("bank conflicts", count(c.bankConflicts), "wavefronts - wavefronts without conflict");
        row("n-way", count(c.maxWays), "The most different words that one bank has to serve.");
        row("bytes requested", count(c.bytesRequested), "active lanes x bytes a lane");
        row("bytes a wavefront",
            shortNumber(static_cast<double>(c.bytesRequested) /
                        static_cast<double>(std::max<std::uint64_t>(c.wavefronts, 1))),
            fmt::format(
                "bytes requested / wavefronts. {} banks x {} bytes hold {}; a word that lanes share counts "
                "for each of them.",
                arch.banks, arch.bankBytes, arch.banks * arch.bankBytes));
    } else {
        row("requests", count(c.requests),
            shown.access->space == model::Space::Constant
                ? "Different addresses: the constant cache gives one at a time, to all lanes that want it."
                : "What the load/store unit hands to the memory pipeline for one warp instruction.");
        const bool fetch = shown.access->space == model::Space::Texture;
        if (c.sectors)
            row(fetch ? "sectors asked of L1" : "sectors", count(c.sectors),
                fetch
                    ? "32-byte sectors that L1 is asked for, by groups of lanes one after another: four of a "
                      "texture, eight of a surface."
                    : "32-byte sectors that L1 is asked for: distinct ones, of an atomic once for each lane "
                      "at a word.");
        if (fetch && c.sectors)
            row("sectors moved", count(c.transactions), "distinct 32-byte sectors, each moved once");
        if (c.tagLookups)
            row("tag lookups", count(c.tagLookups),
                fetch ? "128-byte cache lines looked up, by the same groups of lanes."
                      : "128-byte cache lines looked up: distinct ones, of an atomic once for each lane at a "
                        "word.");
        if (!c.sectors && c.transactions)
            row("transactions", count(c.transactions),
                "Memory transactions, in this architecture's own unit.");
        if (c.wavefronts)
            row("tag wavefronts", count(c.wavefronts),
                arch.measuredTagBanks ? "Passes of the tag stage: the most lines in one of its four banks."
                                      : "At least this many passes of the tag stage: lines / 4. Its banks "
                                        "are unmeasured on this chip.");
        // A filter reads several texels for a lane: what it asks for is then no measure of what is used.
        const std::uint64_t distinct = distinctBytes(*shown.access);
        const bool texels = shown.access->footprint != nullptr;
        if (!texels) row("bytes requested", count(c.bytesRequested), "active lanes x bytes a lane");
        if (texels || distinct != c.bytesRequested)
            row("distinct bytes", count(distinct),
                "bytes that one lane or more reads or writes, each counted once");
        if (c.bytesTransferred) {
            const auto moved = static_cast<double>(c.bytesTransferred);
            row("bytes moved", count(c.bytesTransferred), "The sum of the transactions' sizes.");
            if (texels)
                row("used", percent(static_cast<double>(distinct) / moved), "distinct bytes / bytes moved");
            else
                row(c.efficiency() > 1 ? "efficiency, words shared" : "efficiency", percent(c.efficiency()),
                    "bytes requested / bytes moved; above 100 % when lanes share words");
        }
    }
    table("this access", rows);
    if (const std::string beyond = beyondHardware(m_frame, shown); !beyond.empty()) note(beyond);
}

void Panel::bars(const BarsView& view) {
    drawPanelBars(view);
}

void Panel::runTable() {
    drawRunTable(*this, m_frame, m_actions);
}

} // namespace lanescope::kit
