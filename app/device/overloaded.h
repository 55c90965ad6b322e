// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::device {

/// A visitor of the kinds of calls, made of one function for each: a kind that it has none for does not
/// compile.
template<class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template<class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace lanescope::device
