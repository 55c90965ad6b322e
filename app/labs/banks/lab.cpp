// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/advice.h"
#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace lanescope::lab_banks {

using namespace kit;

/// The parameter of the kernels, as kernels/banks.cu declares it.
struct Pattern {
    int offset, stride, pad, swizzle, group, elements;
    unsigned lanes;
    /// The kernels' function of the same name.
    int element(int lane) const {
        const int i = offset + lane / group * stride, row = i / 32, column = i % 32;
        return row * (32 + pad) + (swizzle ? column ^ (row % 32) : column);
    }
};

const std::vector<std::string> kWidths{"1", "2", "4", "8", "16"};
const std::vector<std::string> kGroups{"1", "2", "4", "8", "16", "32"};
const std::vector<std::string> kBroadcasts{"fixed", "best", "worst"};

/// One warp, one access to shared memory: which lanes meet in a bank, and what that costs.
class Banks final : public Lab, public HasSubject, public HasSweep, public HasIdleParameters {
public:
    Integer stride{this, "stride", 4, 0, 64, "elements from one lane to the next"};
    Choice width{this, "width", "4", kWidths, "bytes of an element: char, short, float, double, float4"};
    Integer pad{this, "pad", 0, 0, 8, "unused elements after every row of 32"};
    Toggle swizzle{this, "swizzle", false, "exchange the columns of each row by XOR with the row's number"};
    Integer offset{this, "offset", 0, 0, 64, "element of lane 0"};
    Choice op{this, "op", "load", {"load", "store", "atomic"}, "what each lane does to its element"};
    Choice broadcast{this, "broadcast", "1", kGroups, "neighbouring lanes that share an element"};
    LaneChoice lanes{this};
    Choice bankMode{this, "bank-mode", "4", {"4", "8"}, "bytes of a bank (CC 3.x)"};
    Choice broadcastChoice{this, "broadcast-choice", "fixed", kBroadcasts,
                           "which word a step broadcasts; NVIDIA leaves it open (CC 1.x)"};

    void record(Recorder& recorder) const override {
        if (op.is("atomic") && bytes() != 4)
            throw BadInput(
                fmt::format("op=atomic works on 4-byte elements: set width=4, not {}", width.value()));
        const Pattern p = pattern();
        const auto elements = static_cast<std::uint32_t>(p.elements);
        const Buffer out = recorder.buffer("out", std::max(elements, 32U) * bytes());
        recorder.options().rules = {.broadcast = static_cast<model::BroadcastChoice>(broadcastChoice.index()),
                                    .bankModeBytes = bankMode.is("8") ? 8 : 4};
        recorder.launch("banks." + kernel(), {1, 1, 1}, {32, 1, 1}, elements * bytes(), out, p);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return drawNothing(canvas, frame.right, "The run left no access to look at.");
        if (!isSubject(*shown->launch, *shown->access)) {
            const Heading heading{"Another access of the same kernel", accessSentence(*shown->access),
                                  sourceText(*shown)};
            const render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
            const bool global = shown->access->space != model::Space::Shared;
            return global ? drawSectorsAndWarps(canvas, frame, rest, *shown)
                          : drawBanks(canvas, frame, rest, *shown);
        }
        const std::string_view verb = op.is("load") ? "reads" : op.is("store") ? "writes" : "updates";
        const Heading heading{fmt::format("One warp {} shared memory", verb), rule(*shown->access, verb),
                              expression()};
        drawBanks(canvas, frame, drawHeading(canvas, frame.right, heading, &*shown), *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return;
        say(panel, shown->access->space == model::Space::Shared ? readShared(frame, *shown)
                                                                : readMoved(frame, *shown));
        panel.accessTable(*shown);
        if (isSubject(*shown->launch, *shown->access))
            panel.card(Tone::Good, "Try it", advice(frame, *shown));
        panel.source(*shown->launch);
    }

    /// The last shared access of that kind in the kernel: those before it fill the array.
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const auto kind = static_cast<model::Direction>(op.index());
        const auto matches = [&](const model::WarpAccess& each) {
            return each.space == model::Space::Shared && model::directionOf(each.operation) == kind;
        };
        const auto& trace = launch.observation->trace;
        const auto last = std::find_if(trace.rbegin(), trace.rend(), matches);
        return last != trace.rend() && last->site == access.site;
    }
    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "stride",
            .first = "0",
            .last = "64",
            .step = "1",
            .metric = "wavefronts",
            .title = "wavefronts that the access takes, by stride",
            .subject = true,
        };
    }
    std::string idle(const Parameter& parameter, const model::Architecture& architecture) const override {
        if (&parameter == &bankMode && architecture.sharedRule != model::SharedRule::Kepler)
            return "only on CC 3.x";
        if (&parameter == &broadcastChoice && architecture.sharedRule != model::SharedRule::BroadcastWord)
            return "only on CC 1.x";
        return lanes.idle(parameter);
    }

private:
    unsigned bytes() const { return 1U << width.index(); }
    std::string kernel() const {
        if (op.is("atomic")) return "bankAtomicInt";
        constexpr std::array<std::string_view, 5> types{"Char", "Short", "Float", "Double", "Float4"};
        return fmt::format("bank{}{}", op.is("load") ? "Load" : "Store", types[width.index()]);
    }
    Pattern pattern() const {
        Pattern p{offset, stride, pad, swizzle ? 1 : 0, 1 << broadcast.index(), 1, lanes.bits()};
        for (int lane = 0; lane < 32; ++lane) p.elements = std::max(p.elements, p.element(lane) + 1);
        return p;
    }

    /// What each lane does, in words.
    std::string rule(const model::WarpAccess& access, std::string_view verb) const {
        const std::string noun = bytes() == 4 ? "word" : fmt::format("{}-byte element", bytes());
        const std::string index = affineText(access, bytes());
        if (swizzle) return "each row of 32 elements is permuted: column XOR row";
        if (pad > 0 && index.empty())
            return fmt::format("each row of 32 elements is followed by {} unused",
                               plural(static_cast<unsigned>(pad.value()), "element"));
        if (!broadcast.is("1") && stride != 0)
            return fmt::format("{} neighbouring lanes share {} {}", broadcast.value(),
                               bytes() == 4 ? "a" : "an", noun);
        if (index.empty() || index.find("lane") == std::string::npos)
            return fmt::format("{} {} {} {}",
                               std::popcount(access.activeMask) == 1 ? "one lane" : "every lane", verb, noun,
                               pattern().element(std::countr_zero(access.activeMask)));
        if (index == "lane") return fmt::format("each lane {} the {} of its own number", verb, noun);
        return fmt::format("each lane {} {} {}", verb, noun, index);
    }

    /// The index in the kernel's own words, with the numbers in it.
    std::string expression() const {
        const std::string lane =
            broadcast.is("1") ? "threadIdx.x" : fmt::format("(threadIdx.x / {})", broadcast.value());
        const std::string i =
            indexText(lane, static_cast<std::uint64_t>(broadcast.is("32") ? 0 : stride.value()),
                      static_cast<std::uint64_t>(offset.value()));
        if (pad == 0 && !swizzle) return fmt::format("s[{}]", i);
        const std::string column = swizzle ? "(i ^ i / 32 % 32)" : "i";
        const std::string row =
            pad == 0 ? "" : " + " + indexText("(i / 32)", static_cast<std::uint64_t>(pad.value()), 0);
        return fmt::format("i = {};  s[{}{}]", i, column, row);
    }

    std::string advice(const Frame& frame, const ShownAccess& shown) const {
        if (std::popcount(shown.access->activeMask) == 1) return "One lane alone meets nobody: set lanes=32.";
        Advice advice(frame, shown);
        const auto with = [&](int newStride, int newPad, bool newSwizzle) {
            Pattern p = pattern();
            p.stride = newStride, p.pad = newPad, p.swizzle = newSwizzle;
            const Advice::Setting settings[] = {{"stride", stride.text(), std::to_string(newStride)},
                                                {"pad", pad.text(), std::to_string(newPad)},
                                                {"swizzle", swizzle.text(), newSwizzle ? "on" : "off"}};
            advice.line(settings, [&](std::uint64_t lane) {
                return static_cast<std::uint64_t>(p.element(static_cast<int>(lane))) * bytes();
            });
        };
        if (shown.counts.bankConflicts == 0) {
            with(2, 0, false);
            with(32, 0, false);
            with(32, 1, false);
            return advice.text();
        }
        with(stride, 1, swizzle);
        with(stride, pad, true);
        with(std::min(stride + 1, 64), pad, swizzle);
        with(1, 0, false);
        if (advice.text().empty()) return "No other stride, padding or swizzle takes fewer wavefronts.";
        if (bytes() == 4 && broadcast.is("1") && stride % 2 == 0 && !swizzle && pad == 0 && bankMode.is("4"))
            advice.sentence(
                fmt::format("An odd stride meets every bank once: it has no divisor in common with {} banks.",
                            frame.architecture.banks));
        return advice.text();
    }
};

const Registered<Banks> kBanks{{
    .name = "banks",
    .chapter = "Shared memory",
    .summary =
        "One warp touches shared memory: lanes that want different words of one bank wait for each other.",
    .title = "Shared-memory banks",
    .place = 90,
    .move = "stride, width, padding, swizzle, broadcast, partial warps",
    .see = "which lanes want different words of one bank, and the wavefronts they take, step by step",
}};

} // namespace lanescope::lab_banks
