// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/panel.h"

#include "kit/lab_interfaces.h"
#include "kit/panel/bars.h"
#include "kit/panel/run_table.h"
#include "kit/panel/source_view.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/terms.h"
#include "model/format.h"
#include "model/memory/banks.h"
#include "session/measurements.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lanescope::kit {

namespace {

const render::Color& toneColor(Tone tone) {
    const render::Theme& theme = *style().theme;
    return kit::toneColor(theme, tone, theme.text);
}

constexpr std::size_t kMostBeside = 36; // letters of a fact that stand beside its name

constexpr std::array<const char*, 4> kTitles{"##label", translatable("model"), translatable("measured"),
                                             translatable("counter")};

const std::string& valueOf(const Row& row, int column) {
    return column == 1 ? row.model : column == 2 ? row.measured : row.counter;
}

/// The model's, and those in which a row has a value: without a GPU there are no others.
std::span<const int> columnsOf(std::span<const Row> rows) {
    static constexpr std::array<int, 4> kAll{0, 1, 2, 3};
    static constexpr std::array<int, 3> kWithCounters{0, 1, 3};
    const auto any = [&](int column) {
        return std::ranges::any_of(rows, [&](const Row& row) { return !valueOf(row, column).empty(); });
    };
    const bool measured = any(2), counted = any(3);
    if (counted && !measured) return kWithCounters;
    return std::span(kAll).first(counted ? 4 : measured ? 3 : 2);
}

/// A tooltip on the last item, with what the term means that stands in its text.
void explain(std::string_view text, std::string_view tip = {}) {
    if (!wantsTooltip()) return;
    const Term* const term = termIn(text);
    if (!term) return tooltip(tip);
    tooltip(fmt::format("{}{}{}", tip, tip.empty() ? "" : "\n\n", tr("{}: {}", term->name, term->meaning)));
}

void showGauge(double needed, double taken, std::string_view neededText, std::string_view takenText) {
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

/// Points of its widest text: Dear ImGui finds that out only after it has shown a frame of the table, which
/// would cut the texts off meanwhile, and after each new row.
float widthOf(int column, std::span<const Row> rows) {
    const auto widthOf = [](std::string_view text) {
        return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    };
    float widest = 0;
    {
        const FontScope small(style().sans, 0.85F);
        widest = widthOf(tr(kTitles[static_cast<std::size_t>(column)]));
    }
    const FontScope mono(style().mono, 0.95F);
    for (const Row& row : rows) {
        const std::string& value = valueOf(row, column);
        widest = std::max(widest, widthOf(value.empty() ? "-" : std::string_view(value)));
    }
    return std::ceil(widest);
}

void showTable(const std::string& id, std::string_view caption, std::span<const Row> rows) {
    const FontScope font(style().sans, 0.95F);
    const std::span<const int> columns = columnsOf(rows);
    if (!ImGui::BeginTable(id.c_str(), static_cast<int>(columns.size()),
                           ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit))
        return;
    for (const int column : columns)
        ImGui::TableSetupColumn(kTitles[static_cast<std::size_t>(column)],
                                column == 0 ? ImGuiTableColumnFlags_WidthStretch
                                            : ImGuiTableColumnFlags_WidthFixed,
                                column == 0 ? 0 : widthOf(column, rows));
    ImGui::TableNextRow();
    for (const int column : columns) {
        ImGui::TableNextColumn();
        const FontScope small(style().sans, 0.85F);
        if (column == 0)
            coloredText(style().theme->faint, caption);
        else
            rightText(style().theme->faint, tr(kTitles[static_cast<std::size_t>(column)]));
    }
    for (const Row& row : rows) {
        ImGui::TableNextRow();
        for (const int column : columns) {
            ImGui::TableNextColumn();
            if (column == 0) {
                wrappedText(style().theme->dim, row.label);
                explain(row.label, row.tip);
                continue;
            }
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

/// What was shown last, and is about something in a launch, leads there.
void leadTo(const std::optional<FoundAt>& at, PanelActions& actions) {
    if (!at || at->line == 0) return;
    tooltip(tr(kLeadsToLine));
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) actions.found = at;
}

/// A coloured frame with a title, and within it what show() shows. A click leads to `at`.
template<class Show>
void showCard(const std::string& id, Tone tone, std::string_view title, const std::optional<FoundAt>& at,
              PanelActions& actions, Show show) {
    const render::Color& color = toneColor(tone);
    // What is neither good nor bad does not stand out.
    const render::Color& ground = tone == Tone::Plain ? style().theme->dim : color;
    coloredCard(id.c_str(), ground, ImVec2(12, 9), [&] {
        {
            const FontScope font(style().bold);
            wrappedText(color, title);
        }
        show();
    });
    leadTo(at, actions);
    ImGui::Dummy(ImVec2(0, points(4)));
}

/// Whether there is no room for what a suggestion comes to beside its button.
bool goesBelow(const Suggestion& one, const std::string& settings) {
    const ImGuiStyle& look = ImGui::GetStyle();
    return ImGui::CalcTextSize(settings.c_str()).x + 2 * look.FramePadding.x + look.ItemSpacing.x +
               ImGui::CalcTextSize(one.outcome.c_str()).x >
           ImGui::GetContentRegionAvail().x;
}

void showSuggestion(const Suggestion& one, const std::string& settings, bool below, Tone tone,
                    PanelActions& actions) {
    if (settings.empty()) return wrappedText(style().theme->text, one.outcome);
    const render::Theme& theme = *style().theme;
    const render::Color& color = toneColor(theme, tone, theme.dim);
    ImGui::PushStyleColor(ImGuiCol_Button, toImGui(render::mix(theme.panel, color, 0.35F)));
    ImGui::BeginDisabled(one.now);
    if (ImGui::SmallButton(settings.c_str())) actions.sets = one.sets;
    ImGui::EndDisabled();
    ImGui::PopStyleColor();
    if (!one.now) tooltip(tr("Sets it; Ctrl+Z takes it back."));
    if (!below) ImGui::SameLine();
    wrappedText(one.now ? style().theme->dim : style().theme->text, one.outcome);
}

/// What came of it, as soon as somebody has tried; nullptr: nobody has, or its time is not known.
const PanelMemory::Tried* triedOf(const Suggestion& one, double before, PanelMemory& memory) {
    if (!one.timed || before <= 0) return nullptr;
    const auto tried = memory.tried.find(one.sets);
    if (tried == memory.tried.end() || tried->second <= 0) return nullptr;
    PanelMemory::Tried& made = memory.triedTexts[one.sets];
    if (const double after = tried->second;
        made.before != before || made.after != after || made.texts != text::edition())
        made = {before, after, text::edition(), timeText(before, after), takesLonger(before, after)};
    return &made;
}

/// Beneath what is suggested.
void showTime(const Suggestion& one, double before, PanelMemory& memory) {
    if (const PanelMemory::Tried* tried = triedOf(one, before, memory))
        wrappedText(tried->longer ? style().theme->warn : style().theme->dim, tried->text);
}

void showStat(std::string_view label, std::string_view value, std::string_view tip) {
    coloredText(style().theme->dim, label);
    tooltip(tip);
    ImGui::SameLine();
    const FontScope mono(style().mono, 0.95F);
    // A value for which there is no room beside its name gets a line of its own.
    if (ImGui::CalcTextSize(value.data(), value.data() + value.size()).x > ImGui::GetContentRegionAvail().x)
        ImGui::NewLine();
    rightText(style().theme->text, value);
}

void showAction(const std::string& text, const Sets& sets, std::string_view tip, PanelActions& actions) {
    if (!style().interactive) return;
    ImGui::Dummy(ImVec2(0, points(1)));
    {
        const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
        const FontScope font(style().sans, std::clamp(room / ImGui::CalcTextSize(text.c_str()).x, 0.7F, 1.F));
        if (ImGui::Button(text.c_str(), ImVec2(-1, 0))) actions.sets = sets;
    }
    if (!tip.empty()) tooltip(tip);
    ImGui::Dummy(ImVec2(0, points(1)));
}

void showCountersButton(bool again, bool busy, PanelActions& actions) {
    if (!style().interactive) return;
    ImGui::BeginDisabled(busy);
    if (ImGui::Button(again ? tr("Measure counters again") : tr("Measure counters")))
        actions.measureCounters = true;
    ImGui::EndDisabled();
    tooltip(
        tr("Runs the kernels once more in a process of its own and reads the GPU's hardware counters: the "
           "third column. It takes about a second."));
}

} // namespace

void showVerdict(Tone tone, std::string_view headline, std::string_view sentence) {
    {
        const FontScope font(style().bold, 1.6F);
        wrappedText(toneColor(tone), headline);
    }
    explain(headline);
    wrappedText(style().theme->dim, sentence);
    ImGui::Dummy(ImVec2(0, points(2)));
}

void showNote(std::string_view text) {
    const FontScope font(style().sans, 0.9F);
    wrappedText(style().theme->dim, text);
    ImGui::Dummy(ImVec2(0, points(2)));
}

void Panel::verdict(Tone tone, std::string_view headline, std::string_view sentence,
                    std::optional<FoundAt> at) {
    m_contents.note({tone, std::string(headline), std::string(sentence)});
    m_contents.add([tone, headline = std::string(headline), sentence = std::string(sentence),
                    at = std::move(at)](auto&, PanelActions& actions) {
        ImGui::BeginGroup();
        showVerdict(tone, headline, sentence);
        ImGui::EndGroup();
        leadTo(at, actions);
    });
}

void Panel::gauge(double needed, double taken, std::string_view neededText, std::string_view takenText) {
    m_contents.add([needed, taken, neededText = std::string(neededText), takenText = std::string(takenText)](
                       auto&, auto&) { showGauge(needed, taken, neededText, takenText); });
}

void Panel::reading(const Reading& reading) {
    verdict(reading.tone, reading.headline, reading.sentence);
    if (reading.taken > 0) gauge(reading.needed, reading.taken, reading.neededText, reading.takenText);
}

void Panel::table(std::string_view caption, std::span<const Row> rows) {
    std::vector<Row> shown(rows.begin(), rows.end());
    if (!m_frame.view.mayCompare()) std::erase_if(shown, [](const Row& row) { return row.compares; });
    m_contents.add([id = fmt::format("table {}", caption), caption = std::string(caption),
                    rows = std::move(shown)](auto&, auto&) { showTable(id, caption, rows); });
}

void Panel::card(Tone tone, std::string_view title, std::string_view text, std::optional<FoundAt> at) {
    m_contents.add([id = fmt::format("card {}", title), tone, title = std::string(title),
                    text = std::string(text), at = std::move(at)](auto&, PanelActions& actions) {
        showCard(id, tone, title, at, actions, [&] { wrappedText(style().theme->text, text); });
    });
}

void Panel::comparison(Tone tone, std::string_view title, std::string_view text) {
    if (m_frame.view.mayCompare()) card(tone, title, text);
}

void Panel::stat(std::string_view label, std::string_view value, std::string_view tip) {
    m_contents.add([label = std::string(label), value = std::string(value),
                    tip = std::string(tip)](auto&, auto&) { showStat(label, value, tip); });
}

void Panel::note(std::string_view text) {
    m_contents.add([text = std::string(text)](auto&, auto&) { showNote(text); });
}

void Panel::action(std::string_view label, std::span<const std::pair<std::string, std::string>> sets,
                   std::string_view tip) {
    if (!m_frame.view.mayCompare()) return;
    m_contents.add(
        [label = std::string(label), sets = Sets(sets.begin(), sets.end()),
         tip = std::string(tip)](auto&, PanelActions& actions) { showAction(label, sets, tip, actions); });
}

namespace {

/// Whether the lab has all that is suggested: there is nothing to try.
bool isSet(const Lab& lab, const Suggestion& one) {
    return !one.sets.empty() && std::ranges::all_of(one.sets, [&](const auto& set) {
        const Parameter* parameter = lab.findParameter(set.first);
        return parameter && parameter->text() == set.second;
    });
}

} // namespace

void Panel::offer(std::string_view title, Tone tone, std::vector<Suggestion> all) {
    if (!m_frame.view.mayCompare()) return;
    if (all.empty()) return;
    std::vector<std::pair<Suggestion, std::string>> lines;
    for (Suggestion& one : all) {
        if (!one.now && isSet(m_frame.lab, one)) continue;
        std::string settings = settingsText(one);
        one.outcome =
            std::string(tr(std::string_view(one.outcome))); // that of a table is still to be looked up
        if (one.now) one.outcome = tr("{} (now)", one.outcome);
        if (one.timed) m_contents.tryOut(one.sets);
        lines.emplace_back(std::move(one), std::move(settings));
    }
    const double before =
        session::modelledSeconds(m_frame.result, model::Cache::Cold, session::TimeOf::Kernels);
    m_contents.add([id = fmt::format("card {}", title), title = std::string(title), tone, before,
                    noBetterId = fmt::format("card no better {}", title),
                    lines = std::move(lines)](PanelMemory& memory, PanelActions& actions) {
        bool hasCard = false;
        const auto isRemark = [](const auto& line) { return line.first.sets.empty(); };
        const auto isNoBetter = [&](const auto& line) {
            const PanelMemory::Tried* tried = triedOf(line.first, before, memory);
            if (!tried) return line.first.noBetter;
            // What costs more by its counts is better only where it is faster.
            return tried->longer || (line.first.noBetter && !takesLonger(tried->after, tried->before));
        };
        const auto show = [&](bool noBetter, const std::string& card, Tone tone, std::string_view caption) {
            const auto isOfCard = [&](const auto& line) {
                return isRemark(line) ? !hasCard : isNoBetter(line) == noBetter;
            };
            // What is set already is there to be compared: alone, or beside a remark, it suggests nothing.
            const bool suggests = std::ranges::any_of(lines, [&](const auto& line) {
                return isOfCard(line) && !line.first.now && !isRemark(line);
            });
            const bool compares = std::ranges::any_of(lines, [](const auto& line) { return line.first.now; });
            if (!suggests && (compares || std::ranges::none_of(lines, isOfCard))) return;
            showCard(card, tone, caption, {}, actions, [&] {
                const bool below = std::ranges::any_of(lines, [&](const auto& line) {
                    return isOfCard(line) && !line.second.empty() && goesBelow(line.first, line.second);
                });
                for (const auto& line : lines) {
                    if (!isOfCard(line)) continue;
                    showSuggestion(line.first, line.second, below, tone, actions);
                    showTime(line.first, before, memory);
                }
            });
            hasCard = true;
        };
        show(false, id, tone, title);
        show(true, noBetterId, Tone::Plain, tr("No better"));
    });
}

void Panel::source(const LaunchResult& launch, std::uint32_t line) {
    if (launch.file->source.empty() && !launch.file->path.empty())
        return note(tr("The recording does not have this kernel's source: {}", launch.file->path));
    m_contents.add([view = SourceView(m_frame, launch, line)](PanelMemory& memory, PanelActions& actions) {
        view.show(memory, actions);
    });
}

void Panel::countersButton(bool again, bool busy) {
    m_contents.add([again, busy](auto&, PanelActions& actions) { showCountersButton(again, busy, actions); });
}

void Panel::access(const ShownAccess& shown) {
    reading(readAccess(m_frame, shown));
    accessTable(shown);
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
        row(tr("shared wavefronts"), count(c.sharedWavefronts),
            tr("Passes through the shared-memory data stage that this access takes."));
        // Of most atomics, to wait for the same word is a conflict for the hardware's counter, too.
        const bool inTurn = model::directionOf(shown.access->operation) == model::Direction::Atomic &&
                            !model::countsLanes(shown.access->operation, arch);
        row(inTurn ? tr("if no lanes met") : tr("without conflict"), count(c.idealSharedWavefronts),
            inTurn ? tr("Passes that the same update would take if each lane had a bank of its own.")
                   : tr("Passes that the same access would take without bank conflicts."));
        row(inTurn ? tr("conflicts, same word too") : tr("bank conflicts"), count(c.bankConflicts),
            inTurn ? tr("wavefronts - wavefronts if no lanes met")
                   : tr("wavefronts - wavefronts without conflict"));
        row(tr("n-way"), count(c.maxWays),
            tr("The largest number of different words that one bank has to serve."));
        row(tr("bytes requested"), count(c.bytesRequested), tr("active lanes x bytes per lane"));
        row(tr("bytes per wavefront"),
            shortNumber(static_cast<double>(c.bytesRequested) /
                        static_cast<double>(std::max<std::uint64_t>(c.sharedWavefronts, 1))),
            tr("bytes requested / wavefronts. {} banks x {} bytes hold {}; a word that lanes share counts "
               "for each of them.",
               arch.banks, arch.bankBytes, arch.banks * arch.bankBytes));
    } else {
        row(tr("requests"), count(c.requests),
            shown.access->space == model::Space::Constant
                ? tr("Different addresses: the constant cache serves one at a time, to all lanes that want "
                     "it.")
                : tr("What the load/store unit hands to the memory pipeline for one warp instruction."));
        const bool fetch = shown.access->space == model::Space::Texture;
        if (c.sectors)
            row(fetch ? tr("sectors requested from L1") : tr("sectors"), count(c.sectors),
                fetch ? tr("32-byte sectors requested from L1, by groups of lanes one after another: four "
                           "lanes for a texture, eight for a surface.")
                      : tr("32-byte sectors requested from L1: each distinct one once; for an atomic, once "
                           "for each lane at a word."));
        if (fetch && c.sectors)
            row(tr("sectors moved"), count(c.transactions), tr("distinct 32-byte sectors, each moved once"));
        if (c.tagLookups)
            row(tr("tag lookups"), count(c.tagLookups),
                fetch ? tr("128-byte cache lines looked up, by the same groups of lanes.")
                      : tr("128-byte cache lines looked up: each distinct one once; for an atomic, once for "
                           "each lane at a word."));
        if (!c.sectors && c.transactions)
            row(tr("transactions"), count(c.transactions),
                tr("Memory transactions, in this architecture's own unit."));
        if (c.tagWavefronts)
            row(tr("tag wavefronts"), count(c.tagWavefronts),
                arch.measuredTagBanks
                    ? tr("Passes of the tag stage: the most lines in one of its four banks.")
                    : tr("At least this many passes of the tag stage: lines / 4. Its banks "
                         "are unmeasured on this chip."));
        // A filter reads several texels for a lane: what it asks for is then no measure of what is used.
        const std::uint64_t distinct = distinctBytes(*shown.access);
        const bool texels = shown.access->footprint != nullptr;
        if (!texels) row(tr("bytes requested"), count(c.bytesRequested), tr("active lanes x bytes per lane"));
        if (texels || distinct != c.bytesRequested)
            row(tr("distinct bytes"), count(distinct),
                tr("bytes that at least one lane reads or writes, each counted once"));
        if (c.bytesTransferred) {
            const auto moved = static_cast<double>(c.bytesTransferred);
            row(tr("bytes moved"), count(c.bytesTransferred), tr("The sum of the transactions' sizes."));
            if (texels)
                row(tr("used"), percent(static_cast<double>(distinct) / moved),
                    tr("distinct bytes / bytes moved"));
            else
                row(distinct < c.bytesRequested ? tr("efficiency, words shared") : tr("efficiency"),
                    percent(c.efficiency()),
                    tr("bytes requested / bytes moved; a word that lanes share counts for each of them"));
        }
    }
    table(tr("this access"), rows);
    if (const std::string beyond = beyondHardware(m_frame, shown); !beyond.empty()) note(beyond);
    if (shown.access->space == model::Space::Shared && shown.launch->observation &&
        shown.launch->observation->module->module().sites()[shown.access->site].merged)
        note(tr("The GPU's assembler is likely to join this load with those beside it (LDS.64 or LDS.128): "
                "its counters then show fewer shared requests here than this PTX has, and perhaps fewer "
                "wavefronts and conflicts."));
}

void Panel::bars(const BarsView& view) {
    m_contents.add([view](auto&, auto&) { drawPanelBars(view); });
}

void Panel::runTable() {
    sayRunTable(*this, m_frame);
    if (!m_frame.measured || m_frame.result.launches.empty()) return;
    const session::Measurements nothing;
    const session::Measurements& known = m_frame.measurements ? *m_frame.measurements : nothing;
    countersButton(known.counters.has_value(), known.measuring);
    if (!known.counterTrouble.empty()) note(retold(known.counterTrouble));
}

void Panel::facts() {
    for (const Fact& fact : factsOf(m_frame.lab, m_frame.result, m_frame.architecture, m_frame.measured))
        if (fact.value.size() > kMostBeside)
            note(tr("{}: {}", fact.name, fact.value));
        else
            stat(fact.name, fact.value, fact.tip);
}

} // namespace lanescope::kit
