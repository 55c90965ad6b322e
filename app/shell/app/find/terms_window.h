// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/session.h"
#include "kit/words/terms.h"
#include "lessons/scene.h"
#include "render/canvas.h"

#include <functional>
#include <memory>
#include <string>

namespace lanescope::shell {

struct UserActions;

/// The terms, each with what it means and a picture of a lab that shows it.
class TermsWindow {
public:
    /// term: the one to explain; empty: the one that was explained last.
    void open(const std::string& term);
    bool isOpen() const { return m_open; }
    /// Draws it while it is open. hides: a state whose picture is not to be seen now.
    void show(const render::Theme& theme, const std::function<bool(const lessons::State&)>& hides,
              UserActions& actions);

private:
    /// The lab of a term's example, run in the emulator.
    struct Example;

    const kit::Term& term() const;
    void showList();
    void showTerm(const render::Theme& theme, const std::function<bool(const lessons::State&)>& hides,
                  UserActions& actions);
    void showPicture(const render::Theme& theme);

    bool m_open = false, m_opened = false;
    bool m_scroll = false;    ///< the term may be out of sight in the list
    std::size_t m_number = 0; ///< of the term among all, which stand in the same order in every language
    std::shared_ptr<Example> m_example; ///< of the term; nullptr: not run yet, or there is none
};

} // namespace lanescope::shell
