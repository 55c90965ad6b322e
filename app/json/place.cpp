// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "json/place.h"

#include "model/error.h"

#include <fmt/format.h>

namespace lanescope::json {

std::string Place::text() const {
    if (!m_in) return {};
    const std::string before = m_in->text();
    return fmt::format("{}{}{}", before, before.empty() ? "" : ".",
                       m_number ? std::to_string(m_number) : std::string(m_field));
}

void Place::refuse(std::string_view what) const {
    const std::string here = text();
    throw BadInput(fmt::format("{}{}{}", here, here.empty() ? "" : ": ", what));
}

} // namespace lanescope::json
