// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"

#include <cstddef>
#include <cstring>
#include <span>

namespace lanescope::kit {

/// What Run::buffer fills new memory with: element i of type T is value(i).
template<class T, class Value>
Run::Init fillWith(Value value) {
    return [value](std::span<std::byte> host) {
        for (std::size_t i = 0; i < host.size() / sizeof(T); ++i) {
            const T element = value(i);
            std::memcpy(&host[i * sizeof(T)], &element, sizeof(T));
        }
    };
}

} // namespace lanescope::kit
