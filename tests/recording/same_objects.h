// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"

#include <algorithm>

namespace lanescope::recording {

/// Whether both have the same objects with the same first contents.
inline bool sameObjects(const Recording& a, const Recording& b) {
    const auto sameObject = [&](const Object& x, const Object& y) {
        Object other = y;
        other.name = x.name;
        other.contents = x.contents;
        return x == other && a.view(x.name) == b.view(y.name) &&
               a.contents[x.contents] == b.contents[y.contents];
    };
    return std::ranges::equal(a.objects, b.objects, sameObject);
}

} // namespace lanescope::recording
