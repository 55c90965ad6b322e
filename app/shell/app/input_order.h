// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::shell {

/// ImGui::NewFrame(), which sees each key with the modifiers that were held when it was pressed: one that is
/// pressed or let go of behind it, within one frame, is taken in with the next.
void newGuiFrame();

} // namespace lanescope::shell
