// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/host_calls.h"

#include "kit/counted.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "recording/graph_branches.h"
#include "recording/host_write.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace lanescope::kit {

using device::CallReturn;

namespace {

constexpr float kHeader = 20, kGpu = 44, kVariable = 58, kBox = 46;
constexpr std::size_t kNone = ~std::size_t{0};

bool isFreeThatWaits(const recording::Call& call) {
    const auto* const freed = std::get_if<recording::Free>(&call);
    return freed && !recording::isInStream(freed->by.function);
}

/// Calls that return only when the kernels before them have ended (cudaMemcpy of pageable memory, cudaFree).
bool waits(const recording::Call& call) {
    return std::holds_alternative<recording::Synchronize>(call) ||
           (std::holds_alternative<recording::CopyIn>(call) && !recording::isHostWrite(call)) ||
           std::holds_alternative<recording::CopyOut>(call) || isFreeThatWaits(call);
}

Color colorOf(const render::Theme& theme, CallState state) {
    switch (state) {
    case CallState::Error:
    case CallState::Refused:
        return theme.bad;
    case CallState::Again:
        return render::mix(theme.bad, theme.dim, 0.35F);
    case CallState::Fine:
        return theme.good;
    case CallState::Started:
        return theme.accent;
    case CallState::Unknown:
        break;
    }
    return theme.faint;
}

const CallReturn* returnOf(const HostView& view, std::size_t i) {
    return view.returned && i < view.returned->returns.size() ? &view.returned->returns[i] : nullptr;
}

std::string returnText(const HostView& view, std::size_t i) {
    const CallReturn* returned = returnOf(view, i);
    if (!recording::noCallNote(*view.recording, view.call(i)).empty()) return {};
    if (returned && view.isLaunch(i)) return tr("returns nothing");
    return returned                                              ? returned->name
           : view.returned && i == view.returned->returns.size() ? tr("did not return")
                                                                 : "";
}

/// The lines beneath a call.
std::string detailText(const HostView& view, std::size_t i, CallState state) {
    if (const std::string_view note = recording::noCallNote(*view.recording, view.call(i)); !note.empty())
        return retold(note);
    const CallReturn* returned = returnOf(view, i);
    if (!returned)
        return view.returned && i == view.returned->returns.size() ? retold(view.returned->ended) : "";
    if (!returned->note.empty()) return retold(returned->note);
    return state == CallState::Error ? retold(returned->meaning) : "";
}

/// How much room calls take.
struct CallsLayout {
    float line = 20, more = 15, gap = 4,
          text = 12; ///< heights: of a call, beneath it, between two; type size
    bool details = true;
};
/// Narrower, only the calls and what they returned are shown.
constexpr float kWhole = kGpu + kVariable + 80;
constexpr std::array<CallsLayout, 3> kLayouts{{{}, {20, 15, 4, 12, false}, {16, 13, 2, 10.5F, false}}};

/// A row of the picture, with what fits into its width.
struct CallRow {
    std::string call, returned, detail;
    CallState state = CallState::Unknown;
    bool launch = false;
    bool beside = true; ///< the return stands in the call's line
    float y = 0, height = 0;
};

std::vector<CallRow> rowsOf(const Canvas& canvas, const HostView& view, float width,
                            const CallsLayout& layout) {
    const std::vector<CallState> states = callStates(view);
    std::vector<CallRow> rows;
    const render::TextStyle mono{layout.text, {}, Font::Mono}, bold{layout.text, {}, Font::Bold},
        small{11.5F, {}};
    for (std::size_t i = 0; i < states.size(); ++i) {
        CallRow row{view.text(i), returnText(view, i), "", states[i]};
        row.launch = view.isLaunch(i);
        row.height = layout.line;
        row.beside =
            canvas.measure(row.call, mono).x + canvas.measure(row.returned, bold).x + 16 + kVariable <= width;
        if (!row.beside) row.height += layout.more;
        if (layout.details) row.detail = wrapped(canvas, detailText(view, i, states[i]), small, width);
        if (!row.detail.empty())
            row.height += layout.more * static_cast<float>(1 + std::ranges::count(row.detail, '\n'));
        rows.push_back(std::move(row));
    }
    return rows;
}

float heightOf(const std::vector<CallRow>& rows, const CallsLayout& layout) {
    float height = 0;
    for (const CallRow& row : rows) height += row.height + layout.gap;
    return height;
}

/// The call that waits for the launch at i; kNone: none does.
std::size_t waiterOf(const HostView& view, std::size_t i) {
    for (std::size_t j = i + 1; j < view.size(); ++j)
        if (waits(view.call(j))) return j;
    return kNone;
}

/// From a launch to the call that waits for it: meanwhile the host knows nothing of the kernel.
void drawKernels(Canvas& canvas, const HostView& view, const std::vector<CallRow>& rows, float x, float end,
                 float line) {
    const render::Theme& theme = canvas.theme();
    float at = x + 6;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const CallState state = rows[i].state;
        const float top = rows[i].y + line / 2;
        if (!view.isLaunch(i)) continue;
        if (state == CallState::Refused || state == CallState::Again) {
            for (const float way : {-4.F, 4.F})
                canvas.line({at - 4, top - way}, {at + 4, top + way}, 2, theme.bad);
            continue;
        }
        const std::size_t waiter = waiterOf(view, i);
        if (waiter >= rows.size() || state != CallState::Started) continue;
        const bool failed = rows[waiter].state == CallState::Error || rows[waiter].state == CallState::Again;
        const Color color = failed ? theme.bad : theme.accent;
        const float bottom = rows[waiter].y + line / 2 - 2;
        canvas.rectangle({at - 4, top, 8, std::max(bottom - top, 4.F)}, {color.faded(0.45F), 3, color, 1});
        canvas.arrow({at, bottom}, {end - 3, bottom + 2}, 1.5F, color, 6);
        at += 11;
    }
}

void drawRow(Canvas& canvas, const CallRow& row, const CallReturn* returned, const Rect& rect,
             const CallsLayout& layout, bool lit) {
    const render::Theme& theme = canvas.theme();
    const Color color = colorOf(theme, row.state);
    const bool first = row.state == CallState::Error, wrong = first || row.state == CallState::Again;
    const Color ground = wrong ? render::mix(theme.background, theme.bad, first ? 0.22F : 0.09F)
                               : render::mix(theme.background, theme.raised, lit ? 1.F : 0.5F);
    canvas.rectangle(rect, {ground, 4, lit ? theme.accent : theme.bad, lit || first ? 1.F : 0.F});
    const bool boxed = rect.width >= kWhole - 30;
    const float left = rect.x + 8, beforeBox = rect.width - 14 - (boxed ? kVariable : 0);
    const float middle = rect.y + layout.line / 2;
    render::TextStyle call{layout.text, row.state == CallState::Unknown ? theme.faint : theme.text,
                           Font::Mono, Align::Start, Align::Center};
    const float room = row.beside ? beforeBox : rect.width - 16;
    while (call.size > 9 && canvas.measure(row.call, call).x > room) call.size -= 0.5F;
    call.maxWidth = room;
    canvas.text({left, middle}, row.call, call);
    const float y = row.beside ? middle : middle + layout.more;
    canvas.text({row.beside ? left + beforeBox - 6 : left, y}, row.returned,
                {layout.text, row.launch ? theme.dim : color, row.launch ? Font::Sans : Font::Bold,
                 row.beside ? Align::End : Align::Start, Align::Center, beforeBox});
    if (!row.detail.empty()) canvas.text({left, y + layout.line / 2}, row.detail, {11.5F, theme.dim});
    if (!returned || !boxed) return;
    const Rect box{rect.right() - kBox - 6, y - layout.line / 2 + 3, kBox, layout.line - 6};
    const bool set = returned->lastCode != 0;
    canvas.rectangle(box,
                     {set ? theme.bad.faded(0.3F) : Color{0, 0, 0, 0}, 3, set ? theme.bad : theme.line, 1});
    canvas.text(box.center(), std::to_string(returned->lastCode),
                {std::min(layout.text, 11.F), set ? theme.text : theme.faint, Font::Mono, Align::Center,
                 Align::Center});
}

} // namespace

std::string callText(const recording::Recording& recording, std::size_t call) {
    std::string text = textOf(recording, recording.calls[call]);
    return recording::noCallNote(recording, recording.calls[call]).empty() ? text : retold(text);
}

std::vector<CallState> callStates(const HostView& view) {
    std::vector<CallState> states(view.size(), CallState::Unknown);
    bool told = false;
    for (std::size_t i = 0; i < view.size(); ++i) {
        const CallReturn* returned = returnOf(view, i);
        if (!returned) break;
        const bool launch = view.isLaunch(i);
        if (returned->code == 0) {
            states[i] = launch ? CallState::Started : CallState::Fine;
        } else if (launch) {
            // its code is what a query after it gives
            states[i] = told ? CallState::Again : CallState::Refused;
        } else {
            states[i] = told ? CallState::Again : CallState::Error;
            told = true;
        }
    }
    return states;
}

Rect drawHostCalls(Canvas& canvas, const Frame& frame, const Rect& rect, const HostView& view) {
    if (view.size() == 0 || rect.width < 90) return rect;
    const render::Theme& theme = canvas.theme();
    const bool whole = rect.width >= kWhole;
    const float left = !whole ? 0.F : rect.width < 300 ? 30.F : kGpu, width = rect.width - left - 16;
    std::vector<CallRow> rows;
    const CallsLayout* layout = nullptr;
    for (const CallsLayout& each : kLayouts) {
        layout = &each;
        rows = rowsOf(canvas, view, width, each);
        if (kHeader + heightOf(rows, each) <= rect.height) break;
    }
    const render::TextStyle header{10.5F, theme.faint, Font::Sans, Align::Start, Align::Center};
    const float middle = rect.y + kHeader / 2 - 2;
    if (left == kGpu) canvas.text({rect.x, middle}, tr("kernel"), header);
    canvas.text({rect.x + left + 8, middle}, tr("the host's call"), header);
    render::TextStyle end = header;
    end.h = Align::End;
    if (whole) canvas.text({rect.right() - 4, middle}, tr("last error"), end);
    if (rect.width > 330) canvas.text({rect.right() - kVariable - 14, middle}, tr("returns"), end);
    float y = rect.y + kHeader;
    std::size_t shown = 0;
    for (CallRow& row : rows) {
        if (y + row.height > rect.bottom()) break;
        row.y = y;
        const Rect area{rect.x + left, y, rect.width - left, row.height};
        const render::Pick pick{
            .kind = render::PickKind::Point, .id = static_cast<std::int64_t>(shown), .group = view.group};
        drawRow(canvas, row, returnOf(view, shown), area, *layout,
                frame.brush.pointIn(view.group) == pick.id);
        canvas.pick(area, pick);
        y += row.height + layout->gap;
        ++shown;
    }
    if (shown < rows.size())
        canvas.text({rect.x + left + 8, y + 6}, tr("and {}", counted(rows.size() - shown, "more call")),
                    header);
    rows.resize(shown);
    if (whole) drawKernels(canvas, view, rows, rect.x, rect.x + left, layout->line);
    return rect.belowTop(std::min(y + 8 - rect.y, rect.height));
}

std::string HostView::describe(const render::Pick& pick) const {
    if (pick.kind != render::PickKind::Point || pick.group != group || pick.id < 0 ||
        pick.id >= static_cast<std::int64_t>(size()))
        return {};
    const auto index = static_cast<std::size_t>(pick.id);
    const CallReturn* told = returnOf(*this, index);
    std::string text = this->text(index);
    if (const std::string_view note = recording::noCallNote(*recording, call(index)); !note.empty())
        return text + "\n" + retold(note);
    if (!told) return text + tr("\nnot known");
    if (isLaunch(index))
        text += told->code == 0 ? tr("\na launch returns nothing; the host goes on while the kernel runs")
                                : tr("\nnot launched: {}; only a query reports it", told->name);
    else
        text += tr("\nreturned {} = {}: {}", told->name, told->code, retold(told->meaning));
    if (!told->note.empty()) text += "\n" + retold(told->note);
    if (const auto* asked = std::get_if<recording::QueryError>(&call(index)))
        text += asked->clears ? tr("\nreturns the error variable and sets it to cudaSuccess")
                              : tr("\nreturns the error variable and leaves it as it is");
    return text + tr("\nerror variable after it: {} = {}", told->lastName, told->lastCode);
}

Statement saidByRuntime(const HostView& view) {
    if (!view.returned) return {Tone::Plain, tr("Not known yet"), tr("The calls are being made on the GPU.")};
    const std::vector<CallState> states = callStates(view);
    const auto firstOf = [&](CallState state) {
        return static_cast<std::size_t>(std::ranges::find(states, state) - states.begin());
    };
    const std::size_t error = firstOf(CallState::Error), refused = firstOf(CallState::Refused);
    const std::string ended = view.returned->ended.empty()
                                  ? ""
                                  : tr(" After that nothing is known: {}.", retold(view.returned->ended));
    if (error >= states.size() && !ended.empty())
        return {Tone::Bad, tr("The calls did not finish"),
                tr("Nothing more is known: {}.", retold(view.returned->ended))};
    if (error >= states.size()) // of launches nothing is said: they return nothing
        return {Tone::Plain, tr("No error"),
                tr("All {} calls returned cudaSuccess.", std::ranges::count(states, CallState::Fine))};
    const CallReturn& told = view.returned->returns[error];
    if (refused < error)
        return {Tone::Bad, tr("The launch was refused"),
                tr("{}: {}. The launch itself returned nothing; the kernel never ran, and the copy returns "
                   "data that nothing computed.{}",
                   told.name, retold(told.meaning), ended)};
    std::size_t launches = 0;
    for (std::size_t i = 0; i < error; ++i) launches += states[i] == CallState::Started;
    const auto after = static_cast<std::size_t>(std::ranges::count(states, CallState::Again));
    return {Tone::Bad, tr("A kernel failed"),
            tr("{}, reported by {}. It does not say in which {}; {} of the calls after it failed too.{}",
               told.name, view.text(error),
               launches > 1 ? tr("of the {} kernels before", launches) : std::string(tr("line or thread")),
               after, ended)};
}

std::string sourceOf(const device::CallReturns* answers) {
    if (!answers) return tr("reported by the GPU");
    return answers->emulated ? tr("by the CUDA runtime's rules, {}", retold(answers->device))
                             : tr("measured on {}", answers->device);
}

} // namespace lanescope::kit
