// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/parameter_editor.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/look/layout.h"
#include "shell/app/runner.h"
#include "shell/app/user_actions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::shell {

/// The list of labs with its filter, and the parameters of the lab that is edited.
class LabsPanel {
public:
    void show(Runner& runner, const LessonDesk& desk, Layout& layout, UserActions& actions);
    /// The parameters that matter beside one another, as many as there is room for, without the list.
    void showStrip(Runner& runner, const LessonDesk& desk);
    /// The next frame has the keyboard in the filter.
    void focusFilter() {
        m_focusFilter = true;
        m_lessons = false;
    }
    /// The parameter of that name gets the keyboard once it is shown; another one does not.
    void focusParameter(std::string name) { m_focusParameter = std::move(name); }

private:
    void showTabs();
    void showChoice(const kit::LabEntry& chosen, UserActions& actions) const;
    bool filterField(const char* hint, std::string& filter);
    void showFilter(UserActions& actions);
    void showLessonFilter(UserActions& actions);
    void showList(const Runner& runner, UserActions& actions);
    void findIdle(const Runner& runner);
    void showParameters(Runner& runner, const LessonDesk& desk);
    void showParameter(Runner& runner, std::size_t number, bool brief);
    void showMore(Runner& runner, const LessonDesk& desk);

    std::string m_filter, m_lessonFilter;
    bool m_focusFilter = false;
    std::string m_focusParameter;            ///< empty: none
    bool m_more = false;                     ///< what a beginner does not need is shown
    const kit::LabEntry* m_moreOf = nullptr; ///< the lab that this was decided for
    bool m_lessons = false;                  ///< lessons are listed, not labs
    const kit::LabEntry* m_listed = nullptr; ///< that the list has been scrolled to
    float m_listRoom = 0;                    ///< pixels of height that it then had at most
    kit::ParameterEditor m_parameters;
    const kit::LabEntry* m_scrolled = nullptr; ///< whose parameters were shown last
    // why parameters have no effect, by their order; of these values, on this architecture
    std::vector<std::string> m_idle;
    const kit::LabEntry* m_idleLab = nullptr;
    std::uint64_t m_idleRevision = 0, m_idleEdition = 0;
    const model::Architecture* m_idleArchitecture = nullptr;
};

} // namespace lanescope::shell
