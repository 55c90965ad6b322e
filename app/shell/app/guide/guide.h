// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/find/find_box.h"
#include "shell/app/find/terms_window.h"
#include "shell/app/guide/key_list.h"
#include "shell/app/guide/tour.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/program_view.h"

#include <optional>
#include <string>

namespace lanescope::shell {

/// What helps to find the way, over the window: the search, the terms, the list of keys, the tour.
class Guide {
public:
    struct Requests {
        bool find = false;               ///< the search opens
        bool findFile = false;           ///< the search opens with the files of this folder
        std::optional<std::string> term; ///< to be explained; empty: the list of them
        bool showKeys = false;
        bool toggleKeys = false; ///< the list of keys opens, or is closed again
        bool tour = false;
    };
    /// tour: it begins at once.
    explicit Guide(bool tour) {
        if (tour) m_tour.start();
    }
    /// bookmarks, and what can be done with the program: are found, too. The tour is of the window that is no
    /// presenter's.
    void apply(const Requests& asked, const Runner& runner, const Bookmarks& bookmarks,
               const ProgramView& program, Layout& layout);

    bool isFinding() const { return m_find.isOpen(); }
    /// The search and the terms, before the panels.
    void show(const Layout& layout, const LessonDesk& desk, UserActions& actions);
    /// The list of keys and the tour, over the panels. A lesson that is opened ends the tour.
    void showOver(const Layout& layout, const LessonDesk& desk, UserActions& actions);

private:
    FindBox m_find;
    TermsWindow m_terms;
    KeyList m_keys;
    Tour m_tour;
    bool m_hadLesson = false; ///< in the frame before
};

} // namespace lanescope::shell
