// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/guide/guide.h"

#include "lessons/library.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/user_actions.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace lanescope::shell {

void Guide::apply(const Requests& asked, const Runner& runner, const Bookmarks& bookmarks,
                  const ProgramView& program, Layout& layout) {
    if (asked.find || asked.findFile) {
        std::vector<Findable> own = bookmarksToFind(bookmarks);
        std::ranges::move(program.toFind(), std::back_inserter(own));
        m_find.open(runner, std::move(own), asked.findFile ? "./" : "");
    }
    if (asked.term) m_terms.open(*asked.term);
    if (asked.showKeys) m_keys.show();
    if (asked.toggleKeys) m_keys.toggle();
    if (asked.tour) {
        layout.setPresenter(false);
        m_tour.start();
    }
}

void Guide::show(const Layout& layout, const LessonDesk& desk, UserActions& actions) {
    m_find.show(actions);
    m_terms.show(
        layout.theme(), [&](const lessons::State& state) { return desk.wouldAnswer(state); }, actions);
}

void Guide::showOver(const Layout& layout, const LessonDesk& desk, UserActions& actions) {
    const bool takesEscape = !m_keys.isOpen() && !m_terms.isOpen();
    m_keys.draw();
    if (desk.isOpen() && !m_hadLesson) m_tour.stop();
    m_hadLesson = desk.isOpen();
    if (!m_find.isOpen() && m_tour.show(layout, takesEscape))
        actions.lesson.open = lessons::lessons().front().name;
}

} // namespace lanescope::shell
