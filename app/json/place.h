// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope::json {

/// Where in a document a value is, as long as it is being read.
class Place {
public:
    /// The document itself.
    Place() = default;
    /// A field of an object.
    Place(const Place& in, std::string_view field) : m_in(&in), m_field(field) {}
    /// An element of a list, counted from 1.
    Place(const Place& in, std::size_t number) : m_in(&in), m_number(number) {}

    /// "lessons.banks.7.answers.3"; empty for the document itself.
    std::string text() const;
    /// Throws BadInput: the place, and what is wrong there.
    [[noreturn]] void refuse(std::string_view what) const;

private:
    const Place* m_in = nullptr;
    std::string_view m_field;
    std::size_t m_number = 0;
};

} // namespace lanescope::json
