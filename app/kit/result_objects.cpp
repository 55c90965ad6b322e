// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/result_objects.h"

#include <memory>
#include <utility>

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
    default: // no recording has such a result
        return render::PixelFormat::Rgba8;
    }
}

template<class Object>
struct Shared final : session::GraphicsObject {
    template<class... Arguments>
    explicit Shared(Arguments&&... arguments) : object(std::forward<Arguments>(arguments)...) {}
    unsigned name() const override { return object.id(); }
    Object object;
};

template<class Object>
Object* sharedIn(const session::ResultObject& result) {
    auto* shared = dynamic_cast<Shared<Object>*>(result.graphics.get());
    return shared ? &shared->object : nullptr;
}

} // namespace

std::shared_ptr<session::GraphicsObject> GlResultObjects::makeBuffer(std::string_view name,
                                                                     std::size_t bytes) {
    return std::make_shared<Shared<render::Buffer>>(name, bytes);
}

std::shared_ptr<session::GraphicsObject> GlResultObjects::makeTexture(std::string_view name,
                                                                      const recording::ArrayDesc& desc) {
    return std::make_shared<Shared<render::Texture>>(
        name, static_cast<int>(desc.width), static_cast<int>(desc.height), pixelFormatOf(desc.format));
}

render::Buffer* bufferOf(const session::ResultObject& object) {
    return sharedIn<render::Buffer>(object);
}

render::Texture* textureOf(const session::ResultObject& object) {
    return sharedIn<render::Texture>(object);
}

} // namespace lanescope::kit
