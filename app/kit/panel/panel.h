// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/tone.h"
#include "kit/words/facts.h"
#include "kit/words/finding_words.h"
#include "kit/words/readings.h"
#include "kit/words/suggestion.h"
#include "text/tr.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::kit {

struct BarsView;

/// What a panel keeps from frame to frame; whoever shows one owns it.
struct PanelMemory {
    /// What decides which line of the source is brought into view; another one scrolls there.
    struct Sight {
        const void* file = nullptr;
        std::uint32_t line = 0;
        std::int64_t site = -1;
        float height = 0; ///< pixels
        std::uint64_t asked = 0;
        std::size_t page = 0;
        bool operator==(const Sight&) const = default;
    };
    Sight seen;
    std::uint32_t clickedLine = 0; ///< of the source; 0: none
    float clickedAt = 0;           ///< where its upper edge was, pixels
    /// For what a file of a program's source was chosen; for anything else it is the view's own.
    struct File {
        const void* module = nullptr;
        std::int64_t site = -1;
        std::uint64_t asked = 0;
        std::size_t own = 0;
        bool operator==(const File&) const = default;
    };
    File fileFor;
    std::size_t file = 0; ///< by the module's sources
    /// What is said of a suggestion that was tried, put together once.
    struct Tried {
        double before = 0, after = 0; ///< modelled seconds of the kernels
        std::uint64_t texts = 0;      ///< text::edition() of the text
        std::string text;
        bool longer = false;
    };
    std::map<Sets, Tried> triedTexts;
    std::map<Sets, double> tried; ///< modelled seconds of the kernels with what was suggested; 0: not known
};

/// What a user did to a panel in this frame.
struct PanelActions {
    std::int64_t clickedSite = -1; ///< of a clicked source line
    bool measureCounters = false;  ///< the button was pressed
    Sets sets;                     ///< parameters and values of a pressed action
    std::optional<FoundAt> found;  ///< what was clicked is about that
};

/// What was said in a panel. It is said once, and shown in every frame until something else is to be said.
class PanelContents {
public:
    using Part = std::function<void(PanelMemory&, PanelActions&)>;
    /// The first verdict that was said; empty when none was.
    struct Verdict {
        Tone tone = Tone::Plain;
        std::string headline, sentence;
    };
    const Verdict& verdict() const { return m_verdict; }
    void note(Verdict verdict) {
        if (m_verdict.headline.empty()) m_verdict = std::move(verdict);
    }
    /// What is suggested and is to be tried, to know its time.
    const std::vector<Sets>& trials() const { return m_trials; }
    void tryOut(Sets sets) { m_trials.push_back(std::move(sets)); }
    void clear() {
        m_parts.clear();
        m_trials.clear();
        m_verdict = {};
    }
    void add(Part part) { m_parts.push_back(std::move(part)); }
    void show(PanelMemory& memory, PanelActions& actions) const {
        for (const Part& part : m_parts) part(memory, actions);
    }

private:
    std::vector<Part> m_parts;
    std::vector<Sets> m_trials;
    Verdict m_verdict;
};

// Of what a panel says, what needs no frame: shown at once where there is no result.
void showVerdict(Tone tone, std::string_view headline, std::string_view sentence);
void showNote(std::string_view text);

/// What the right-hand column says, in a small vocabulary over Dear ImGui.
class Panel {
public:
    /// Adds to the contents; the frame is looked at only now.
    Panel(const Frame& frame, PanelContents& contents) : m_frame(frame), m_contents(contents) {}

    /// The main sentence: a headline of at most five words and what it costs. at: where a click leads.
    void verdict(Tone tone, std::string_view headline, std::string_view sentence,
                 std::optional<FoundAt> at = {});
    /// A bar of what was needed within what was taken.
    void gauge(double needed, double taken, std::string_view neededText, std::string_view takenText);
    /// A reading: its verdict and the gauge.
    void reading(const Reading& reading);
    /// model | measured | counter, a row each; caption stands over the labels ("per warp request").
    void table(std::string_view caption, std::span<const Row> rows);
    /// A coloured card: a title and a sentence or two. at: where a click leads.
    void card(Tone tone, std::string_view title, std::string_view text, std::optional<FoundAt> at = {});
    /// A card that says what other settings come to; nothing while that is withheld.
    void comparison(Tone tone, std::string_view title, std::string_view text);
    void stat(std::string_view label, std::string_view value, std::string_view tip = {});
    void note(std::string_view text);
    /// Amounts side by side, upright; the chosen one is outlined and the mouse over one says its number.
    void bars(const BarsView& view);
    /// A button that sets parameters of the lab, as one step of undo; tip says what it will do.
    void action(std::string_view label, std::span<const std::pair<std::string, std::string>> sets,
                std::string_view tip = {});
    /// A card that says what other settings come to, each with a button that makes them, as one step of undo;
    /// apart from them, in a card of its own, those that cost more. Nothing when there are none.
    void suggestions(std::string_view title, std::vector<Suggestion> all) {
        offer(title, Tone::Good, std::move(all));
    }
    /// The same of settings whose costs have units of their own, so that none is better by its number.
    void alternatives(std::string_view title, std::vector<Suggestion> all) {
        offer(title, Tone::Plain, std::move(all));
    }
    void suggestion(Suggestion one) { suggestions(tr("Try it"), {std::move(one)}); }
    /// The kernel's source with a heat bar on each memory line; a click on one shows its access. line: what
    /// the picture shows, 1-based; 0: the access shown.
    void source(const LaunchResult& launch, std::uint32_t line = 0);

    /// What most labs show of one access: its reading and its table.
    void access(const ShownAccess& shown);
    /// The rows that most labs show of one access: requests, sectors, wavefronts, bytes, efficiency.
    void accessTable(const ShownAccess& shown);
    /// Whole-run rows: bytes, DRAM traffic, kernel time, bandwidth and its share of the peak, each modelled,
    /// measured and counted; whether the pattern matters for the kernel's time; the button for the counters.
    void runTable();
    /// The facts of the lab whose result the frame is, a line each, or a note where one is long.
    void facts();

private:
    void offer(std::string_view title, Tone tone, std::vector<Suggestion> all);
    void countersButton(bool again, bool busy);

    const Frame& m_frame;
    PanelContents& m_contents;
};

} // namespace lanescope::kit
