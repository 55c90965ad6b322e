// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

namespace lanescope::shell {
namespace {

struct Candidate {
    EGLDisplay display = EGL_NO_DISPLAY;
    std::string name;
};

bool has(const char* extensions, std::string_view name) {
    const std::string_view all(extensions ? extensions : "");
    for (auto at = all.find(name); at != std::string_view::npos; at = all.find(name, at + 1)) {
        const auto end = at + name.size();
        if ((at == 0 || all[at - 1] == ' ') && (end == all.size() || all[end] == ' ')) return true;
    }
    return false;
}

template<class Function>
Function procedure(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// The GPUs that EGL knows, NVIDIA's only: Mesa's hardware drivers are left to its surfaceless platform.
std::vector<Candidate> nvidiaDevices(const char* extensions) {
    std::vector<Candidate> found;
    if (!has(extensions, "EGL_EXT_platform_device") || !has(extensions, "EGL_EXT_platform_base"))
        return found;
    const auto queryDevices = procedure<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto queryString = procedure<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    const auto getDisplay = procedure<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    std::array<EGLDeviceEXT, 32> devices{};
    EGLint count = 0;
    if (!queryDevices || !queryString || !getDisplay ||
        !queryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count))
        return found;
    for (EGLint i = 0; i < count; ++i) {
        auto* device = devices[static_cast<std::size_t>(i)];
        // Only NVIDIA's devices can be CUDA ones.
        if (!has(queryString(device, EGL_EXTENSIONS), "EGL_NV_device_cuda")) continue;
        found.push_back(
            {getDisplay(EGL_PLATFORM_DEVICE_EXT, device, nullptr), fmt::format("EGL device {} (NVIDIA)", i)});
    }
    return found;
}

std::optional<Candidate> surfaceless(const char* extensions) {
    const auto getDisplay = procedure<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (!getDisplay || !has(extensions, "EGL_MESA_platform_surfaceless")) return std::nullopt;
    return Candidate{getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
                     "EGL surfaceless (Mesa)"};
}

std::string eglError() {
    const EGLint error = eglGetError();
    switch (error) {
    case EGL_NOT_INITIALIZED:
        return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ALLOC:
        return "EGL_BAD_ALLOC";
    case EGL_BAD_CONFIG:
        return "EGL_BAD_CONFIG";
    case EGL_BAD_MATCH:
        return "EGL_BAD_MATCH";
    case EGL_BAD_DISPLAY:
        return "EGL_BAD_DISPLAY";
    default:
        return fmt::format("EGL error 0x{:x}", error);
    }
}

/// A context current without any surface, or EGL_NO_CONTEXT with the reason.
EGLContext openContext(EGLDisplay display, std::string& reason) {
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) {
        reason = eglError();
        return EGL_NO_CONTEXT;
    }
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    if (!has(extensions, "EGL_KHR_surfaceless_context") || !eglBindAPI(EGL_OPENGL_API)) {
        reason = "no OpenGL without a surface";
        return EGL_NO_CONTEXT;
    }
    EGLConfig config = EGL_NO_CONFIG_KHR;
    if (!has(extensions, "EGL_KHR_no_config_context")) {
        const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                                 EGL_NONE};
        EGLint count = 0;
        if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) {
            reason = "no configuration for OpenGL";
            return EGL_NO_CONTEXT;
        }
    }
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              4,
                              EGL_CONTEXT_MINOR_VERSION,
                              5,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_CONTEXT_OPENGL_DEBUG,
                              render::kDebugsGl ? EGL_TRUE : EGL_FALSE,
                              EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT) {
        reason = fmt::format("no OpenGL 4.5 core context ({})", eglError());
    } else if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        reason = fmt::format("the context cannot be made current ({})", eglError());
        eglDestroyContext(display, context);
        return EGL_NO_CONTEXT;
    }
    return context;
}

} // namespace

Offscreen::Offscreen(OffscreenDriver driver) {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    std::vector<Candidate> candidates;
    if (driver != OffscreenDriver::Software) candidates = nvidiaDevices(extensions);
    if (driver != OffscreenDriver::Nvidia) {
        // Mesa would take a GPU where it has a driver for one; the variable is its documented switch, and
        // only what asks for the same pixels everywhere needs it.
        if (driver == OffscreenDriver::Software) setenv("LIBGL_ALWAYS_SOFTWARE", "true", 1);
        if (const auto mesa = surfaceless(extensions)) candidates.push_back(*mesa);
    }
    std::string tried;
    for (const auto& candidate : candidates) {
        std::string reason;
        EGLContext context = openContext(candidate.display, reason);
        if (context != EGL_NO_CONTEXT) {
            m_display = candidate.display;
            m_context = context;
            m_description = candidate.name;
            break;
        }
        tried += fmt::format("{}{}: {}", tried.empty() ? "" : "; ", candidate.name, reason);
    }
    if (!m_context)
        throw OffscreenError(fmt::format(
            "no OpenGL 4.5 without a window: {}; {}", tried.empty() ? "EGL offers no device" : tried,
            driver == OffscreenDriver::Nvidia
                ? "install NVIDIA's driver with its EGL libraries"
                : "install Mesa's EGL and software renderer (libegl1, libgl1-mesa-dri)"));
    try {
        render::loadGl(eglGetProcAddress);
    } catch (...) {
        eglDestroyContext(m_display, m_context);
        throw;
    }
}

Offscreen::~Offscreen() {
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_display, m_context);
}

void Offscreen::makeCurrent() {
    if (!eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context))
        throw OffscreenError(fmt::format("the offscreen context cannot be made current: {}", eglError()));
}

} // namespace lanescope::shell
