// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/input_order.h"

#include <imgui_internal.h>

namespace lanescope::shell {

namespace {

bool isModifier(ImGuiKey key) {
    return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

bool isPress(const ImGuiInputEvent& event) {
    if (event.Type == ImGuiInputEventType_MouseButton) return event.MouseButton.Down;
    return event.Type == ImGuiInputEventType_Key && event.Key.Down && !isModifier(event.Key.Key);
}

} // namespace

void newGuiFrame() {
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    ImVector<ImGuiInputEvent> later;
    bool pressed = false;
    for (int i = 0; i < queue.Size && later.empty(); ++i) {
        const ImGuiInputEvent& event = queue[i];
        const bool changesModifier = event.Type == ImGuiInputEventType_Key && isModifier(event.Key.Key);
        if (pressed && changesModifier) {
            for (int k = i; k < queue.Size; ++k) later.push_back(queue[k]);
            queue.resize(i);
        } else {
            pressed |= isPress(event);
        }
    }
    ImGui::NewFrame();
    // Dear ImGui may have left some for the next frame, too: they come first.
    for (const ImGuiInputEvent& event : later) queue.push_back(event);
}

} // namespace lanescope::shell
