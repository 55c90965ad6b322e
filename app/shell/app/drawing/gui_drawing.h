// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/vector/drawing.h"

#include <map>

namespace lanescope::shell {

/// Has the frame that begins draw its edges hard, as a drawing of it needs them; after the style is set and
/// before Dear ImGui's NewFrame.
void prepareGuiDrawing();

/// What Dear ImGui drew last, as shapes: texts as text, and in the place of each texture what stands for its
/// OpenGL name; other textures are left out. After ImGui::Render().
render::Drawing guiDrawing(const render::Color& background,
                           const std::map<unsigned, const render::Drawing*>& textures);

} // namespace lanescope::shell
