// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/gl.h"
#include "session/resources.h"

namespace lanescope::kit {

/// Buffers and textures of the current OpenGL context.
class GlResultObjects final : public session::GraphicsObjects {
public:
    std::shared_ptr<session::GraphicsObject> makeBuffer(std::string_view name, std::size_t bytes) override;
    std::shared_ptr<session::GraphicsObject> makeTexture(std::string_view name,
                                                         const recording::ArrayDesc& desc) override;
};

/// What they made for a result; nullptr: it is none, or there is no OpenGL.
render::Buffer* bufferOf(const session::ResultObject& object);
render::Texture* textureOf(const session::ResultObject& object);

} // namespace lanescope::kit
