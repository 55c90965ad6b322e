// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "json/document.h"

#include "json/place.h"

#include <algorithm>
#include <cstddef>

namespace lanescope::json {

NoJson::NoJson(std::size_t at) : BadInput(fmt::format("line {}: this is not valid JSON", at)), line(at) {}

Json parsed(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw BadInput("it is empty, which is not valid JSON");
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& failure) {
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(failure.byte, text.size()));
        throw NoJson(1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n')));
    } catch (const Json::out_of_range&) {
        throw BadInput("a number in it is too large");
    }
}

std::string textOf(const Json& document, int indent) {
    return document.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace lanescope::json
