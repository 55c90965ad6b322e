// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "text/language.h"

#include <optional>
#include <string>
#include <utility>

namespace lanescope::shell {

class Layout;
class LessonDesk;
class Messages;

/// The language of the window, and the file that keeps it.
class LanguageChoice {
public:
    struct Requests {
        std::optional<text::Language> choose;
        bool seeNames = false; ///< of the languages, each in its own characters
    };

    /// Empty: it is kept nowhere.
    explicit LanguageChoice(std::string file) : m_file(std::move(file)) {}
    /// Of this start: it is not kept.
    void begin(text::Language language, Layout& layout, Messages& messages) const;
    void apply(const Requests& asked, Layout& layout, LessonDesk& desk, Messages& messages) const;

private:
    void choose(text::Language language, Layout& layout, LessonDesk& desk, Messages& messages) const;

    std::string m_file;
};

} // namespace lanescope::shell
