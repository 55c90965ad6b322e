// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/banks/lane_choice.h"
#include "labs/banks/model.h"
#include "labs/banks/words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_banks {

using namespace kit;

const std::vector<std::string> kWidths{"1", "2", "4", "8", "16"};
const std::vector<std::string> kGroups{"1", "2", "4", "8", "16", "32"};
const WordsFor<model::Direction> kOperations{{model::Direction::Load, "load"},
                                             {model::Direction::Store, "store"},
                                             {model::Direction::Atomic, "atomic"}};
const WordsFor<model::BroadcastChoice> kBroadcasts{{model::BroadcastChoice::Fixed, "fixed"},
                                                   {model::BroadcastChoice::Best, "best"},
                                                   {model::BroadcastChoice::Worst, "worst"}};

/// One warp, one access to shared memory: which lanes meet in a bank, and what that costs.
class Banks final : public Lab, public HasSubject, public HasSweep, public HasIdleParameters {
public:
    Integer stride{this, "stride", 4, 0, 64, "elements from one lane to the next"};
    Choice width{this, "width", "4", kWidths, "bytes of an element: char, short, float, double, float4"};
    Integer pad{this, "pad", 0, 0, 8, "unused elements after every row of 32"};
    Toggle swizzle{this, "swizzle", false, "swap the columns of each row by XOR with the row's number"};
    Integer offset{this, "offset", 0, 0, 64, "element of lane 0"};
    ChoiceOf<model::Direction> op{this, "op", model::Direction::Load, kOperations,
                                  "what each lane does to its element"};
    Choice broadcast{this, "broadcast", "1", kGroups, "neighbouring lanes that share an element"};
    LaneChoice lanes{this};
    Choice bankMode{this, "bank-mode", "4", {"4", "8"}, "bytes of a bank (CC 3.x)"};
    ChoiceOf<model::BroadcastChoice> broadcastChoice{
        this, "broadcast-choice", model::BroadcastChoice::Fixed, kBroadcasts,
        "which word a step broadcasts; NVIDIA leaves it open (CC 1.x)"};

    Banks() { underMore({&offset, &broadcast, &bankMode, &broadcastChoice}); }

    void record(Recorder& recorder) const override {
        if (op.is("atomic") && bytes() != 4)
            throw BadInput(
                fmt::format("op=atomic works on 4-byte elements: set width=4, not {}", width.value()));
        const auto elements = static_cast<std::uint32_t>(pattern().elements);
        const Buffer out = recorder.buffer("out", std::max(elements, 32U) * bytes());
        recorder.options().rules = {.broadcast = broadcastChoice.chosen(),
                                    .bankModeBytes = bankMode.is("8") ? 8 : 4};
        recorder.launch("banks." + kernelName(operation(), bytes()), {1, 1, 1}, {32, 1, 1},
                        elements * bytes(), out, pattern());
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        if (!shown) return drawNothing(canvas, frame.right, tr("The run recorded no access."));
        if (!isSubject(*shown->launch, *shown->access)) {
            const Heading heading{tr("Another access of the same kernel"), accessSentence(*shown->access),
                                  sourceText(*shown)};
            const render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
            const bool global = shown->access->space != model::Space::Shared;
            return global ? drawSectorsAndWarps(canvas, frame, rest, *shown)
                          : drawBanks(canvas, frame, rest, *shown);
        }
        const Heading heading{
            .title = tr("One warp {} shared memory", verbOf(operation())),
            .subtitle = ruleText(access(), *shown->access),
            .expression = expressionText(pattern()),
        };
        drawBanks(canvas, frame, drawHeading(canvas, frame.right, heading, &*shown), *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return;
        panel.reading(shown->access->space == model::Space::Shared ? readShared(frame, *shown)
                                                                   : readMoved(frame, *shown));
        panel.accessTable(*shown);
        if (isSubject(*shown->launch, *shown->access))
            panel.suggestions(tr("Try it"), suggestionsFor(frame, *shown, access()));
        panel.source(*shown->launch);
    }

    /// The last shared access of that kind in the kernel: those before it fill the array.
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const auto matches = [&](const model::WarpAccess& each) {
            return each.space == model::Space::Shared && model::directionOf(each.operation) == operation();
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
            .title = tr("wavefronts that the access takes, by stride"),
            .subject = true,
        };
    }
    std::string idle(const Parameter& parameter, const model::Architecture& architecture) const override {
        if (&parameter == &bankMode && architecture.sharedRule != model::SharedRule::Kepler)
            return tr("only on CC 3.x");
        if (&parameter == &broadcastChoice && architecture.sharedRule != model::SharedRule::BroadcastWord)
            return tr("only on CC 1.x");
        return lanes.idle(parameter);
    }

private:
    unsigned bytes() const { return 1U << width.index(); }
    model::Direction operation() const { return op.chosen(); }
    Access access() const { return {.pattern = pattern(), .bytes = bytes(), .operation = operation()}; }
    Pattern pattern() const {
        Pattern chosen{
            .offset = offset,
            .stride = stride,
            .pad = pad,
            .swizzle = swizzle ? 1 : 0,
            .group = 1 << broadcast.index(),
            .lanes = lanes.bits(),
        };
        chosen.elements = chosen.shortestArray();
        return chosen;
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
    .terms = "bank conflict, n-way, padding, swizzle, stride, broadcast",
}};

} // namespace lanescope::lab_banks
