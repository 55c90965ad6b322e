// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"
#include "render/gl.h"

#include <cstdint>
#include <string>

namespace lanescope::shell {

/// No OpenGL 4.5 without a window on this machine: what was tried, and what to do. One line.
class OffscreenError : public Unavailable {
public:
    using Unavailable::Unavailable;
};

/// Which driver draws.
enum class OffscreenDriver : std::uint8_t {
    Any,     ///< an NVIDIA GPU's if there is one, else Mesa's
    Nvidia,  ///< so that CUDA can write OpenGL's memory
    Software ///< Mesa's llvmpipe: the same pixels everywhere
};

/// An OpenGL 4.5 core context without a window or a display, current on the thread that made it.
class Offscreen {
public:
    /// Makes it current and loads OpenGL. Throws OffscreenError.
    explicit Offscreen(OffscreenDriver driver = OffscreenDriver::Any);
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    void makeCurrent();
    /// "EGL device 0 (NVIDIA)" or "EGL surfaceless (Mesa)".
    const std::string& description() const { return m_description; }

private:
    void* m_display = nullptr;
    void* m_context = nullptr;
    std::string m_description;
};

} // namespace lanescope::shell
