// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "model/metrics.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct ImDrawList;
struct ImVec2;

namespace lanescope::kit {

/// The kinds of access that a line of source makes, each with a site of it.
using LineAccesses = std::vector<std::pair<model::Part, std::int64_t>>;
/// The site that a click on such a line shows: the first, or where one of them is shown the one after it, so
/// that each click leads to another. -1: there are none.
std::int64_t siteOfClick(const LineAccesses& accesses, const std::optional<model::Part>& shown);

/// A kernel's source with what each line takes: made once for a launch, shown in every frame.
class SourceView {
public:
    /// line: what the picture shows; 0: the access shown.
    SourceView(const Frame& frame, const LaunchResult& launch, std::uint32_t line);
    void show(PanelMemory& memory, PanelActions& actions) const;

private:
    /// What is said of a line beside and beneath its code.
    struct Mark {
        LineAccesses accesses; ///< what the lab is about first; none: the line does not touch memory
        double needed = 1, taken = 1;
        std::string text, brief, tip; ///< of what it touches; brief: where there is no room for the text
        std::string time;             ///< its share of the modelled time; empty: too little
        std::string waits;            ///< what of it waits for what, in a sentence or two
        std::string wrong;            ///< what went wrong at it
        std::map<model::Part, model::Counts> counts; ///< all that it touches
        bool touches() const { return !accesses.empty(); }
        bool isWasteful() const { return taken > needed * 1.01; }
    };
    /// One of the files that the kernel's code is from.
    struct Page {
        std::string_view path;
        std::vector<std::string_view> lines;
        std::set<std::uint32_t> leftOut; ///< numbers of lines that are not shown
        std::map<std::uint32_t, Mark> marks;
        std::uint32_t here = 0;  ///< the line that the picture shows; 0: none of this file
        std::uint32_t aim = 0;   ///< the line to bring into view; 0: none
        std::uint32_t first = 0; ///< the line to be seen first, if the aim is in view then; 0: any

        void leaveOutRemarks();
        std::uint32_t firstMarked() const;
        /// Rows from the kernel's beginning to below a line.
        float rowsTo(std::uint32_t line) const;
    };
    struct Columns;

    Mark& markAt(const std::pair<std::size_t, std::uint32_t>& line);
    void choosePage(const std::optional<std::pair<std::size_t, std::uint32_t>>& here);
    /// The one that is to be shown.
    std::size_t showFiles(PanelMemory& memory) const;
    static void showHeadings();
    void showLine(const Page& page, std::uint32_t number, const Columns& columns, PanelMemory& memory,
                  PanelActions& actions) const;
    void showGround(const Mark& mark, bool here, const ImVec2& at, const Columns& columns) const;
    void showTip(const Mark& mark) const;
    void showCounts(const Mark& mark) const;

    recording::ModulePointer m_file;
    const model::Architecture* m_architecture;
    std::vector<Page> m_pages;          ///< by the module's sources
    std::size_t m_page = 0;             ///< with what is shown
    std::optional<model::Part> m_shown; ///< the kind of access that the picture shows
    std::int64_t m_site = -1;
    std::uint64_t m_asked = 0;
    bool m_timed = false;
};

} // namespace lanescope::kit
