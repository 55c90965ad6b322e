// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures.h"
#include "kit/pointer_view.h"
#include "kit/rules_view.h"

#include <fmt/format.h>

#include <vector>

namespace lanescope::kit {

using render::Canvas;
using render::Rect;

namespace {

const ptx::Fault* faultOf(const Frame& frame) {
    return frame.result.launches.empty() ? nullptr : frame.result.launches.front().fault.get();
}

/// Without the kernel and the thread, which stand in the panel.
std::string said(const ptx::Fault& fault) {
    const std::string text = fault.what();
    return text.substr(0, text.find(": kernel "));
}

std::vector<RuleRow> stepsOf(const Frame& frame, const PointerView& view) {
    const std::string owner = view.memory == "shared" ? "block" : "thread";
    std::vector<RuleRow> rows;
    rows.push_back({fmt::format("pointer = {}", view.array), view.memory + " memory",
                    fmt::format("Each {} has its own behind the same addresses.", owner), Tone::Plain});
    if (view.asked) {
        rows.push_back({"__isGlobal(pointer)", "false",
                        fmt::format("The address lies in the window of {} memory.", view.memory),
                        Tone::Good});
        rows.push_back({"child<<<1, n>>>(pointer)", "not launched",
                        "Whoever is not sure where a pointer leads asks before the launch.", Tone::Good});
        return rows;
    }
    rows.push_back(
        {"__isGlobal(pointer)", "not asked", "The compiler warns only where it can tell.", Tone::Warn});
    const ptx::Fault* fault = faultOf(frame);
    rows.push_back({"child<<<1, n>>>(pointer)", fault ? "caught" : "launched",
                    fault ? said(*fault) : "The child looks for that address in memory of its own.",
                    Tone::Bad, fault != nullptr});
    return rows;
}

/// A row a call; what came of it by the runtime's rules, or on the GPU.
std::vector<RuleRow> callsOf(const Frame& frame, const PointerView& view) {
    std::vector<RuleRow> rows;
    const device::HostStory* story = frame.result.calls.get();
    if (!story) return rows;
    const auto calls = view.program.calls();
    for (std::size_t i = 0; i < calls.size() && i < story->returns.size(); ++i) {
        const device::HostReturn& each = story->returns[i];
        using Kind = device::HostCall::Kind;
        if (calls[i].kind == Kind::Allocate || calls[i].kind == Kind::Clear) continue;
        rows.push_back({calls[i].text, each.name, each.note.empty() ? each.meaning : each.note,
                        each.code == 0 ? Tone::Good : Tone::Bad});
    }
    if (!story->ended.empty()) rows.push_back({"no more calls", "", story->ended, Tone::Bad});
    return rows;
}

} // namespace

void drawPointer(Canvas& canvas, const Frame& frame, const Rect& rect, const PointerView& view) {
    Rect rest = drawHeading(
        canvas, rect,
        {"What becomes of the pointer", "a child would look for the same address in memory of its own", ""});
    rest = drawRules(canvas, frame, rest, "", stepsOf(frame, view));
    const auto calls = callsOf(frame, view);
    if (calls.empty()) return;
    constexpr float kGap = 16;
    drawRules(canvas, frame, rest.belowTop(std::min(kGap, rest.height)),
              fmt::format("What the host's calls returned ({})", frame.result.calls->device), calls);
}

void sayPointer(Panel& panel, const Frame& frame, const PointerView& view) {
    const std::string why =
        fmt::format("{} is in {} memory, which belongs to a {}: a child has its own there.", view.array,
                    view.memory, view.memory == "shared" ? "block" : "thread");
    if (view.asked)
        panel.verdict(Tone::Warn, "Nothing was launched", why + " __isGlobal() told the difference.");
    else
        panel.verdict(Tone::Bad, "An illegal pointer", why);
    if (const ptx::Fault* fault = faultOf(frame)) {
        panel.stat("Found at",
                   fmt::format("{}:{}", fault->file.substr(fault->file.rfind('/') + 1), fault->line));
        panel.stat("Block, warp, lane", fmt::format("({}, {}, {}), {}, {}", fault->block.x, fault->block.y,
                                                    fault->block.z, fault->warp, fault->lane));
    }
    const std::array<std::pair<std::string, std::string>, 1> other{{{"ask", view.asked ? "off" : "on"}}};
    panel.action(view.asked ? "Launch without asking" : "Ask before the launch", other,
                 "what __isGlobal() saves");
}

} // namespace lanescope::kit
