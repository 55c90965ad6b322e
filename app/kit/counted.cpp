// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/counted.h"

#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::kit {

std::string counted(const std::string& number, bool one, std::string_view noun) {
    fmt::basic_memory_buffer<char, 64> key;
    fmt::format_to(std::back_inserter(key), "{{}} {}", noun);
    const std::string_view english(key.data(), key.size());
    if (const std::string_view other = tr(english); other != english)
        return text::formatted(other, fmt::make_format_args(number));
    return fmt::format("{} {}{}", number, noun, one ? "" : "s");
}

std::string counted(std::uint64_t count, std::string_view noun) {
    return counted(grouped(count), count == 1, noun);
}

} // namespace lanescope::kit
