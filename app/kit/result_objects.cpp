// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/result_objects.h"

#include "render/gl.h"

#include <memory>

namespace lanescope::kit {

namespace {

render::PixelFormat pixelFormatOf(recording::TexelFormat format) {
    switch (format) {
    case recording::TexelFormat::R8:
        return render::PixelFormat::R8;
    case recording::TexelFormat::Rgba8:
        return render::PixelFormat::Rgba8;
    case recording::TexelFormat::R32f:
        return render::PixelFormat::R32f;
    case recording::TexelFormat::Rgba32f:
        return render::PixelFormat::Rgba32f;
    }
    return render::PixelFormat::Rgba8;
}

} // namespace

unsigned GlResultObjects::makeBuffer(session::ResultObject& result, std::string_view name,
                                     std::size_t bytes) {
    result.buffer = std::make_shared<render::Buffer>(name, bytes);
    return result.buffer->id();
}

unsigned GlResultObjects::makeTexture(session::ResultObject& result, std::string_view name,
                                      const recording::ArrayDesc& desc) {
    result.texture = std::make_shared<render::Texture>(
        name, static_cast<int>(desc.width), static_cast<int>(desc.height), pixelFormatOf(desc.format));
    return result.texture->id();
}

} // namespace lanescope::kit
