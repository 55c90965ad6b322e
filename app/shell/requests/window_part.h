// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope::shell {

/// A part of the window. Of all but the list of labs there are pictures.
enum class WindowPart : std::uint8_t { Window, Stage, Result, Access, Reading, Plots, Labs };
inline constexpr std::size_t kWindowParts = static_cast<std::size_t>(WindowPart::Labs) + 1;

/// Points that the part has in a window of the usual size.
struct PartRoom {
    float width, height;
};
PartRoom roomOf(WindowPart part);

/// As --view names it; empty: there is no picture of it.
std::string_view wordOf(WindowPart part);
/// What --view names. Throws BadInput that says what there is.
WindowPart parseView(std::string_view word);
/// Whether it is drawn on the stage: then a picture of it is drawn anew, of any size.
constexpr bool isOnStage(WindowPart part) {
    return part == WindowPart::Stage || part == WindowPart::Result || part == WindowPart::Access;
}

} // namespace lanescope::shell
