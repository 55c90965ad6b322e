// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/dynamic/pointer_view.h"

#include "kit/charts/host_calls.h"
#include "kit/pictures/pictures.h"
#include "labs/dynamic/rules_view.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lanescope::lab_dynamic {

using namespace kit;

namespace {

const ptx::Fault* faultOf(const Frame& frame) {
    return frame.result.launches.empty() ? nullptr : frame.result.launches.front().fault.get();
}

/// Without the kernel and the thread, which stand in the panel.
std::string said(const ptx::Fault& fault) {
    const std::string text = fault.what();
    return retold(text.substr(0, text.find(": kernel ")));
}

std::vector<RuleRow> stepsOf(const Frame& frame, const PointerView& view) {
    const std::string owner = view.memory == "shared" ? tr("block") : tr("thread");
    std::vector<RuleRow> rows;
    rows.push_back({fmt::format("pointer = {}", view.array),
                    tr("{} memory", tr(std::string_view(view.memory))),
                    tr("Each {} has its own memory at the same addresses.", owner), Tone::Plain});
    if (view.asked) {
        rows.push_back({"__isGlobal(pointer)", tr("false"),
                        tr("The address lies in the window of {} memory.", tr(std::string_view(view.memory))),
                        Tone::Good});
        rows.push_back({"child<<<1, n>>>", tr("not launched"),
                        tr("If it is not clear where a pointer leads, check it before the launch."),
                        Tone::Good});
        return rows;
    }
    rows.push_back({"__isGlobal(pointer)", tr("not checked"),
                    tr("The compiler warns only where it can tell."), Tone::Warn});
    const ptx::Fault* fault = faultOf(frame);
    rows.push_back({"child<<<1, n>>>", fault ? tr("caught") : tr("launched"),
                    fault ? said(*fault) : tr("The child looks for that address in memory of its own."),
                    Tone::Bad, fault != nullptr});
    return rows;
}

} // namespace

void drawPointer(Canvas& canvas, const Frame& frame, const Rect& rect, const PointerView& view) {
    Rect rest = drawHeading(canvas, rect,
                            {tr("What happens to the pointer"),
                             tr("a child would look for the same address in memory of its own"), ""});
    rest = drawRules(canvas, frame, rest, "", stepsOf(frame, view));
    if (view.asked) return;
    constexpr float kGap = 16;
    constexpr float kTitle = 20;
    rest = rest.belowTop(std::min(kGap, rest.height));
    constexpr float kFewCalls = 180;
    if (rest.height < kFewCalls) return; // the panel names the one that matters
    const render::TextStyle title{12.5F, canvas.theme().text, render::Font::Bold};
    const render::TextStyle small{11, canvas.theme().dim};
    canvas.text({rest.x, rest.y}, tr("What the host is told"), title);
    const std::string source = wrapped(canvas, sourceOf(frame.result.calls.get()), small, rest.width);
    canvas.text({rest.x, rest.y + kTitle}, source, small);
    rest = rest.belowTop(std::min(kTitle + canvas.measure(source, small).y + 6, rest.height));
    drawHostCalls(canvas, frame, rest, view.host);
}

std::string describePointer(const render::Pick& pick, const Frame&, const PointerView& view) {
    return view.asked ? "" : view.host.describe(pick);
}

void sayPointer(Panel& panel, const Frame& frame, const PointerView& view) {
    const std::string why =
        tr("{} is in {} memory, which belongs to a {}: a child has its own there.", view.array,
           tr(std::string_view(view.memory)), view.memory == "shared" ? tr("block") : tr("thread"));
    if (view.asked)
        panel.verdict(Tone::Warn, tr("Nothing was launched"), why + tr(" __isGlobal() told the difference."));
    else
        panel.verdict(Tone::Bad, tr("An illegal pointer"), why);
    if (const ptx::Fault* fault = faultOf(frame)) {
        panel.stat(tr("Found at"),
                   fmt::format("{}:{}", fault->file.substr(fault->file.rfind('/') + 1), fault->line));
        panel.stat(tr("Block, warp, lane"),
                   fmt::format("{}, {}, {}", coordinates(fault->block, 3), fault->warp, fault->lane));
    }
    if (const device::CallReturns* calls = frame.result.calls.get(); calls && !view.asked) {
        const auto failed = std::ranges::find_if(
            calls->returns, [](const device::CallReturn& each) { return each.code != 0; });
        const auto index = static_cast<std::size_t>(failed - calls->returns.begin());
        if (index < std::min(view.host.size(), calls->returns.size()))
            panel.note(tr("The host learns of it from {}: {}.", view.host.text(index), failed->name));
    }
    const std::array<std::pair<std::string, std::string>, 1> other{{{"ask", view.asked ? "off" : "on"}}};
    panel.action(view.asked ? tr("Launch without checking") : tr("Check before the launch"), other,
                 tr("what __isGlobal() saves"));
}

} // namespace lanescope::lab_dynamic
