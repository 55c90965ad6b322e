// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/palette.h"

#include <cstdint>

namespace lanescope::kit {

/// What a sentence means for the reader: as little traffic as possible, more than needed, broken, plain.
enum class Tone : std::uint8_t { Good, Warn, Bad, Plain };

/// plain: the colour of what is neither good nor bad, which differs from place to place.
inline const render::Color& toneColor(const render::Theme& theme, Tone tone, const render::Color& plain) {
    return tone == Tone::Good   ? theme.good
           : tone == Tone::Warn ? theme.warn
           : tone == Tone::Bad  ? theme.bad
                                : plain;
}

} // namespace lanescope::kit
