// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/describe.h"

#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/views/bank_view.h"
#include "kit/views/line_view.h"
#include "kit/words/lanes_met.h"
#include "kit/words/patterns.h"
#include "kit/words/tag_lookups.h"
#include "model/format.h"
#include "model/memory/banks.h"
#include "model/memory/coalescing.h"
#include "model/memory/constant.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::kit {

namespace {

using model::Space;

std::size_t index(int lane) {
    return static_cast<std::size_t>(lane);
}

/// " = 4 x 5": the lane's number in the rule that all lanes follow; empty where there is none.
std::string expression(const model::WarpAccess& access, int lane, std::uint64_t unit) {
    const std::string text = affineText(access, unit, fmt::format("{}", lane));
    return text.find(' ') != std::string::npos ? fmt::format(" = {}", text) : "";
}

std::string describeBankLane(const Frame& frame, const ShownAccess& shown, int lane) {
    const model::WarpAccess& access = *shown.access;
    const BankView& view = shown.view->banks();
    const std::uint64_t address = access.address[index(lane)];
    const std::uint64_t unit = access.width >= 4 ? 4 : 1;
    const std::string place = fmt::format("{}{}", address / unit, expression(access, lane, unit));
    std::string text = unit == 4 ? tr("lane {}: word {}", lane, place) : tr("lane {}: byte {}", lane, place);
    if (access.width > 4)
        text += access.width == 8 ? tr(" and the word after it") : tr(" and the 3 words after it");
    std::uint32_t banks = 0;
    std::vector<std::string> passes;
    for (std::size_t i = 0; i < view.wavefronts.size(); ++i) {
        if ((view.wavefronts[i].lanes >> lane & 1) == 0) continue;
        passes.push_back(fmt::format("{}", i + 1));
        for (const model::BankWord& word : view.wavefronts[i].words)
            if (word.lane == lane) banks |= 1U << word.bank;
    }
    const std::string served = fmt::format("{}", fmt::join(passes, ", "));
    text +=
        std::popcount(banks) > 1 ? tr(", banks {}", laneList(banks, 4)) : tr(", bank {}", laneList(banks, 4));
    text += passes.size() > 1 ? tr(", wavefronts {}", served) : tr(", wavefront {}", served);
    const std::uint32_t met = lanesMet(frame, shown, lane);
    std::uint32_t together = 0;
    forEachLane(access.activeMask, [&](int other) {
        if (other != lane && access.address[index(other)] / 4 == address / 4) together |= 1U << other;
    });
    if (together) text += tr("\nthe same word as {}", lanesText(together, 8));
    text += met ? tr("\ncollides with {}", lanesText(met, 8)) : tr("\ncollides with no other lane");
    return text;
}

std::string describeGlobalLane(const Frame& frame, const ShownAccess& shown, int lane) {
    const model::WarpAccess& access = *shown.access;
    const std::uint64_t address = access.address[index(lane)];
    std::string text = tr("lane {}: {} at {}", lane, counted(access.width, "byte"), shortAddress(address));
    if (const std::optional<Affine> affine = affineOf(access))
        text += fmt::format(" = {} + {} x {}", shortAddress(static_cast<std::uint64_t>(affine->base)),
                            affine->step, lane);
    for (const LineView& line : shown.view->lines()) {
        for (const LineView::Moved& moved : line.moved) {
            if ((moved.lanes >> lane & 1) == 0 || address < moved.address ||
                address >= moved.address + static_cast<unsigned>(moved.bytes))
                continue;
            const std::uint32_t others = moved.lanes & ~(1U << lane);
            const std::string at = shortAddress(moved.address),
                              bytes = counted(static_cast<std::uint64_t>(moved.bytes), "byte");
            text += "\n";
            if (model::hasSectors(frame.architecture))
                text += moved.bytesUsed == 1 ? tr("its sector at {} moves {} of which 1 is used", at, bytes)
                                             : tr("its sector at {} moves {} of which {} are used", at, bytes,
                                                  moved.bytesUsed);
            else
                text += moved.bytesUsed == 1
                            ? tr("its transaction at {} moves {} of which 1 is used", at, bytes)
                            : tr("its transaction at {} moves {} of which {} are used", at, bytes,
                                 moved.bytesUsed);
            if (others) text += tr("; shared with {}", lanesText(others));
            return text;
        }
    }
    return text;
}

std::string describeTexelLane(const Frame& frame, const ShownAccess& shown, int lane) {
    const model::TexelFootprint& f = *shown.access->footprint;
    const std::size_t i = index(lane);
    if (f.x0[i] < 0 || f.y0[i] < 0)
        return tr("lane {}: outside the texture; the border's colour costs what the edge's texel does", lane);
    std::string text = f.x0[i] == f.x1[i] && f.y0[i] == f.y1[i]
                           ? tr("lane {}: texel ({}, {})", lane, f.x0[i], f.y0[i])
                           : tr("lane {}: the texels ({}, {}) to ({}, {}), mixed by distance", lane, f.x0[i],
                                f.y0[i], f.x1[i], f.y1[i]);
    const std::uint32_t others = lanesMet(frame, shown, lane);
    return text + (others ? tr("\nits sectors also serve {}", lanesText(others))
                          : tr("\nits sectors serve no other lane"));
}

std::string describeConstantLane(const Frame& frame, const ShownAccess& shown, int lane) {
    const auto requests = model::constantRequests(*shown.access, frame.architecture);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if ((requests[i].lanes >> lane & 1) == 0) continue;
        const std::uint32_t others = requests[i].lanes & ~(1U << lane);
        return tr("lane {}: {} at {}, request {} of {}\n{}", lane, counted(shown.access->width, "byte"),
                  shortAddress(requests[i].address), i + 1, requests.size(),
                  others ? tr("the same word goes to {}", lanesText(others))
                         : tr("no other lane uses this word"));
    }
    return {};
}

std::string describeRequest(const Frame& frame, const ShownAccess& shown, std::int64_t number) {
    const auto requests = model::constantRequests(*shown.access, frame.architecture);
    if (number < 0 || number >= static_cast<std::int64_t>(requests.size())) return {};
    const model::ConstantRequest& request = requests[static_cast<std::size_t>(number)];
    return tr("request {} of {}: the word at {} goes to {}", number + 1, requests.size(),
              shortAddress(request.address), lanesText(request.lanes));
}

std::string describeLane(const Frame& frame, const ShownAccess& shown, int lane) {
    if (!shown.access->active(lane)) return tr("lane {} is inactive", lane);
    if (shown.access->footprint) return describeTexelLane(frame, shown, lane);
    if (shown.access->space == Space::Shared) return describeBankLane(frame, shown, lane);
    if (shown.access->space == Space::Constant) return describeConstantLane(frame, shown, lane);
    return describeGlobalLane(frame, shown, lane);
}

std::string describeCell(const Frame& frame, const ShownAccess& shown, const Pick& pick) {
    const int bank = model::bankOf(pick.address, frame.architecture, frame.rules);
    std::uint32_t lanes = 0;
    const BankView& view = shown.view->banks();
    for (const model::RequestGroup& group : view.groups)
        for (const model::BankWord& word : group.words)
            if (word.word == pick.address / 4) lanes |= 1U << word.lane;
    return tr("word {} (byte {}) lies in bank {}: {}", pick.address / 4, pick.address, bank,
              lanes == 0                  ? tr("no lane requests it")
              : std::popcount(lanes) == 1 ? tr("{} requests it", lanesText(lanes))
                                          : tr("{} request it", lanesText(lanes)));
}

std::string describeBank(const ShownAccess& shown, int bank) {
    const BankView& view = shown.view->banks();
    if (bank < 0 || bank >= view.banks) return {};
    const int passes = view.passes[index(bank)];
    if (passes == 0) return tr("bank {}: idle in this access", bank);
    return passes == 1 ? tr("bank {}: one word, one wavefront", bank)
                       : tr("bank {}: {} lanes or words in turn, so {} wavefronts", bank, passes, passes);
}

std::string describeMoved(const Frame& frame, const ShownAccess& shown, const Pick& pick) {
    for (const LineView& line : shown.view->lines()) {
        if (pick.address / model::kLineBytes * model::kLineBytes != line.address) continue;
        if (pick.kind == PickKind::Sector)
            for (const LineView::Moved& moved : line.moved)
                if (pick.address >= moved.address &&
                    pick.address < moved.address + static_cast<unsigned>(moved.bytes))
                    return fmt::format("{}{}: {}{}",
                                       model::hasSectors(frame.architecture)
                                           ? tr("sector at {}", shortAddress(moved.address))
                                           : tr("transaction at {}", shortAddress(moved.address)),
                                       moved.times > 1 ? tr(", moved {} times", moved.times) : "",
                                       tr("{} of {} bytes used", moved.bytesUsed, moved.bytes),
                                       moved.lanes ? "\n" + lanesText(moved.lanes) : "");
        const std::string caption = line.caption(model::hasSectors(frame.architecture), false);
        std::string text = frame.architecture.cc.major < 2
                               ? tr("segment at {}: {}", shortAddress(line.address), caption)
                               : tr("line at {}: {}", shortAddress(line.address), caption);
        const std::string tag =
            describeTag(model::tagLookups(*shown.access, frame.architecture), line.address);
        return tag.empty() ? text : text + "\n" + tag;
    }
    return tr("{}: this warp does not touch it", shortAddress(pick.address));
}

std::string describeWavefront(const Frame& frame, const ShownAccess& shown, const Pick& pick) {
    const BankView& view = shown.view->banks();
    if (pick.id < 0 || pick.id >= static_cast<std::int64_t>(view.wavefronts.size())) return {};
    const model::Wavefront& wavefront = view.wavefronts[static_cast<std::size_t>(pick.id)];
    std::string text = tr("wavefront {} of {}: {}", pick.id + 1, view.wavefronts.size(),
                          wavefront.lanes ? lanesText(wavefront.lanes) : tr("no lane"));
    if (wavefront.broadcastLane >= 0)
        text += tr("; the word of lane {} is broadcast", wavefront.broadcastLane);
    if (pick.lane >= 0) text += "\n" + describeLane(frame, shown, pick.lane);
    return text;
}

std::string describeControl(Control control) {
    switch (control) {
    case Control::Camera:
        return {};
    case Control::PreviousSite:
        return tr("the access before (Up or <)");
    case Control::NextSite:
        return tr("the next access (Down or >)");
    case Control::PlaySteps:
        return tr("play them one after another (Space)");
    case Control::PreviousStep:
        return tr("back by one (Left)");
    case Control::NextStep:
        return tr("forward by one (Right)");
    case Control::AllSteps:
        return tr("all at once");
    case Control::Times:
        return {};
    case Control::AllTimes:
        return tr("the whole timeline (double click beside its bars)");
    }
    return {};
}

} // namespace

std::string describe(const Pick& pick, const Frame& frame) {
    if (pick.kind == PickKind::Control) return describeControl(static_cast<Control>(pick.id));
    if (pick.kind == PickKind::Warp)
        return choosesWarps(frame.lab)
                   ? tr("warp {}: threads {} to {} of the block; click to look at it", pick.id, pick.id * 32,
                        pick.id * 32 + 31)
                   : tr("warp {}: threads {} to {} of the block", pick.id, pick.id * 32, pick.id * 32 + 31);
    if (pick.kind == PickKind::Point) return describePick(frame.lab, pick, frame);
    const std::optional<ShownAccess>& shown = frame.shown;
    if (!shown) return {};
    const bool bankPicture = shown->access->space == Space::Shared;
    switch (pick.kind) {
    case PickKind::Lane:
    case PickKind::Texel:
        return pick.lane >= 0 && pick.lane < model::kWarpSize ? describeLane(frame, *shown, pick.lane) : "";
    case PickKind::Vertex: {
        std::string name = describePick(frame.lab, pick, frame);
        if (name.empty()) name = tr("vertex {}", pick.id);
        return name + (pick.lane >= 0 ? "\n" + describeLane(frame, *shown, pick.lane)
                                      : tr("; click to look at the warp that writes it"));
    }
    case PickKind::Cell:
        return bankPicture ? describeCell(frame, *shown, pick) : "";
    case PickKind::Bank:
        return bankPicture ? describeBank(*shown, static_cast<int>(pick.id)) : "";
    case PickKind::Wavefront:
        if (shown->access->space == Space::Constant) return describeRequest(frame, *shown, pick.id);
        return bankPicture ? describeWavefront(frame, *shown, pick)
                           : describePass(model::tagLookups(*shown->access, frame.architecture),
                                          static_cast<int>(pick.id));
    case PickKind::Sector:
    case PickKind::Line:
        return shown->access->space == Space::Global ? describeMoved(frame, *shown, pick) : "";
    case PickKind::Block:
        return tr("block {}", pick.id);
    default:
        return {};
    }
}

} // namespace lanescope::kit
