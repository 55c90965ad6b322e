// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/host_calls.h"
#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "render/canvas.h"

#include <string>

namespace lanescope::lab_dynamic {

/// A launch from the device that hands its child a pointer to private memory.
struct PointerView {
    std::string memory; ///< "shared" or "local"
    std::string array;  ///< its name in the kernel
    bool asked = false; ///< __isGlobal() came before the launch, which then did not come
    kit::HostView host;
};

/// Step by step what became of the pointer, and what the host's calls returned.
void drawPointer(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                 const PointerView& view);
/// What a call's region says.
std::string describePointer(const render::Pick& pick, const kit::Frame& frame, const PointerView& view);
/// A verdict on the launch, and where it stands.
void sayPointer(kit::Panel& panel, const kit::Frame& frame, const PointerView& view);

} // namespace lanescope::lab_dynamic
