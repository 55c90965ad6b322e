// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/resources.h"

namespace lanescope::kit {

/// Buffers and textures of the current OpenGL context.
class GlResultObjects final : public session::GraphicsObjects {
public:
    unsigned makeBuffer(session::ResultObject& result, std::string_view name, std::size_t bytes) override;
    unsigned makeTexture(session::ResultObject& result, std::string_view name,
                         const recording::ArrayDesc& desc) override;
};

} // namespace lanescope::kit
