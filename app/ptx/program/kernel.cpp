// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/program/kernel.h"

#include "model/file_static.h"

#include <charconv>
#include <cstddef>
#include <system_error>

namespace lanescope::ptx {

std::string_view plainName(std::string_view name) {
    const std::string_view mangled = model::withoutFile(name);
    if (!mangled.starts_with("_Z")) return mangled;
    std::string_view rest = mangled.substr(2);
    const bool nested = rest.starts_with("N");
    if (nested) rest.remove_prefix(1);
    std::string_view last;
    do {
        while (!rest.empty() && (rest.front() == 'L' || rest.front() == 'K')) rest.remove_prefix(1);
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        if (error != std::errc()) break;
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        if (length > rest.size()) break;
        last = rest.substr(0, length);
        rest.remove_prefix(length);
    } while (nested);
    return last.empty() ? mangled : last;
}

} // namespace lanescope::ptx
