// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope::text {

/// The texts of one language by their English, as a gettext .po file has them.
class Catalogue {
public:
    /// Reads a .po file; what is not translated, or marked as fuzzy, is left out.
    explicit Catalogue(std::string_view po);
    /// nullptr: there is no translation. What is found stays as long as the catalogue.
    const std::string* find(std::string_view english) const;
    std::size_t size() const { return m_texts.size(); }
    /// Likewise, of those that are messages.
    const std::string* findMessage(std::string_view english) const;
    /// The English of those that are marked as messages ("#. message"): rooms below say them, with the values
    /// put in. They stay as long as the catalogue.
    const std::vector<std::string_view>& messages() const { return m_messages; }

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    std::unordered_map<std::string, std::string, Hash, std::equal_to<>> m_texts;
    std::vector<std::string_view> m_messages;
};

} // namespace lanescope::text
