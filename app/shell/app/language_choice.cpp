// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/language_choice.h"

#include "render/image.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/look/layout.h"
#include "shell/app/messages.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::shell {

namespace {

/// Where no font has the language's characters, that is said.
bool canShow(text::Language language, Layout& layout, Messages& messages) {
    try {
        layout.prepareFor(language);
        return true;
    } catch (const std::exception& failure) {
        messages.announce(Message::Kind::Warning, retold(failure.what()));
        return false;
    }
}

} // namespace

void LanguageChoice::begin(text::Language language, Layout& layout, Messages& messages) const {
    if (canShow(language, layout, messages)) text::setLanguage(language);
}

void LanguageChoice::apply(const Requests& asked, Layout& layout, LessonDesk& desk,
                           Messages& messages) const {
    if (asked.seeNames) {
        try {
            for (const text::LanguageInfo& each : text::languages()) layout.prepareFor(each.language);
        } catch (const std::exception&) { // who chooses the language is told
        }
    }
    if (asked.choose) choose(*asked.choose, layout, desk, messages);
}

/// All texts follow from the next frame on. Where no font has the language's characters, it stays as it is.
void LanguageChoice::choose(text::Language language, Layout& layout, LessonDesk& desk,
                            Messages& messages) const {
    if (!canShow(language, layout, messages)) return;
    const bool isOther = language != text::language();
    text::setLanguage(language);
    if (isOther) desk.languageChanged(messages);
    if (m_file.empty()) return;
    try {
        render::writeFileAtomically(m_file, fmt::format("{}\n", text::infoOf(language).code));
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Warning, retold(failure.what()));
    }
}

} // namespace lanescope::shell
