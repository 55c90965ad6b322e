// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/file_static.h"

#include <charconv>
#include <cstddef>
#include <system_error>

namespace lanescope::model {

std::string_view withoutFile(std::string_view name) {
    constexpr std::string_view kBegin = "__nv_static_";
    if (!name.starts_with(kBegin)) return name;
    const std::string_view rest = name.substr(kBegin.size());
    std::size_t length = 0; // of the file's part
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    const std::size_t file =
        static_cast<std::size_t>(end - rest.data()) + 1; // an underscore on both sides of it
    if (error != std::errc() || length >= rest.size() || file + length + 1 >= rest.size()) return name;
    return rest.substr(file + length + 1);
}

} // namespace lanescope::model
