// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/syntax.h"

#include <cstdint>
#include <vector>

namespace lanescope::ptx {

/// A parameter's part that is a texture or surface object.
struct HandleParameter {
    std::uint32_t variable = 0; ///< index in FunctionSyntax::variables
    std::uint32_t offset = 0;   ///< bytes from its first one
};
/// Where a function takes the textures and surfaces from that its instructions name.
struct TextureHandles {
    bool any = false; ///< it has such instructions
    std::vector<HandleParameter> parameters;
    bool fromElsewhere = false; ///< from memory, or from what was calculated
};
/// By the registers that texture and surface instructions name, as far back as they are only copied and
/// chosen between.
TextureHandles textureHandlesOf(const FunctionSyntax& function);

} // namespace lanescope::ptx
