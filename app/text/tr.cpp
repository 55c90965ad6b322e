// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/tr.h"

#include "embedded/locale_catalogues.h"
#include "text/catalogue.h"
#include "text/language.h"
#include "text/retold.h"
#include "text/spacing.h"

#include <iterator>

namespace lanescope::text {

namespace {

/// nullptr where texts stay as they are.
const Catalogue* catalogue() {
    if (language() == Language::English) return nullptr;
    static const Catalogue chinese(locale_catalogues::files().front().text);
    return &chinese;
}

const std::string* found(std::string_view english) {
    const Catalogue* all = catalogue();
    return all ? all->find(english) : nullptr;
}

} // namespace

const char* tr(const char* english) {
    const std::string* other = found(english);
    return other ? other->c_str() : english;
}

std::string_view tr(std::string_view english) {
    const std::string* other = found(english);
    return other ? std::string_view(*other) : english;
}

void formatTo(Buffer& buffer, std::string_view english, fmt::format_args values) {
    if (const std::string* other = found(english)) {
        try {
            const std::string text = spaced(fmt::vformat(*other, values));
            buffer.append(text.data(), text.data() + text.size());
            return;
        } catch (const fmt::format_error&) { // the English fits
        }
    }
    fmt::vformat_to(std::back_inserter(buffer), english, values);
}

std::string formatted(std::string_view english, fmt::format_args values) {
    Buffer buffer;
    formatTo(buffer, english, values);
    return fmt::to_string(buffer);
}

std::string retold(std::string_view english) {
    const Catalogue* all = catalogue();
    if (!all) return std::string(english);
    static const Retelling retelling(*all);
    return retelling.of(english);
}

} // namespace lanescope::text
