// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/constant/model.h"
#include "labs/constant/picture.h"
#include "labs/constant/words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <array>

namespace lanescope::lab_constant {

using namespace kit;

constexpr model::Dim3 kOne{1, 1, 1};
constexpr model::Dim3 kWarp{32, 1, 1};

const WordsFor<model::Space> kMemories{{model::Space::Constant, "constant"},
                                       {model::Space::Global, "global"},
                                       {model::Space::Shared, "shared"},
                                       {model::Space::Texture, "texture"}};
const std::vector<std::string> kPatterns{"uniform", "few", "per-lane"};

/// A table read by one warp from constant, global and shared memory and through a texture.
class Constant final : public Lab,
                       public HasSubject,
                       public HasSweep,
                       public Clickable,
                       public HasIdleParameters {
public:
    ChoiceOf<model::Space> memory{this, "memory", model::Space::Constant, kMemories, "where the table lies"};
    Choice pattern{this, "pattern", "few", kPatterns, "how many different elements the lanes read"};
    Integer distinct{this, "distinct", 4, 1, 32, "different elements that the lanes take in turn"};
    Integer stride{this, "stride", 1, 1, 64, "elements from one to the next; element 256 is element 0 again"};
    Integer first{this, "first", 0, 0, kElements - 1, "element of lane 0; or click one in the picture"};
    Choice contents{
        this, "contents", "sine", {"sine", "ramp"}, "the numbers that the host writes into the table"};

    void record(Recorder& recorder) const override {
        const Pattern lanes = chosen();
        const auto table = elements<float>(
            [](std::size_t i, bool ramp) { return valueAt(static_cast<int>(i), ramp); }, isRamp());
        const Buffer out = recorder.buffer("out", model::kWarpSize * sizeof(float));
        recorder.keep(out);
        if (memory.is(model::Space::Constant)) {
            std::array<std::byte, kElements * sizeof(float)> values;
            table.write(values);
            recorder.writeSymbol("constant.table", values);
            return recorder.launch("constant.fromConstant", kOne, kWarp, 0, out, lanes);
        }
        if (memory.is(model::Space::Texture)) {
            const Image texture =
                recorder.texture("table", {kSide, kSide, recording::TexelFormat::R32f}, table);
            return recorder.launch("constant.fromTexture", kOne, kWarp, 0, out, texture, lanes);
        }
        const Buffer copy = recorder.buffer("copy", kElements * sizeof(float), table);
        recorder.launch(memory.is(model::Space::Global) ? "constant.fromGlobal" : "constant.fromShared", kOne,
                        kWarp, 0, out, copy, lanes);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        if (!shown) return drawNothing(canvas, frame.right, tr("Nothing was read."));
        const bool subject = isSubject(*shown->launch, *shown->access);
        drawTable(canvas, frame, {chosen(), isRamp(), place(), subject}, *shown);
        const std::string title =
            subject ? tr("How {} serves it", place()) : tr("Another access of the kernel");
        render::Rect rest = drawHeading(canvas, frame.right,
                                        {title, accessSentence(*shown->access), sourceText(*shown)}, &*shown);
        const bool good = readAccess(frame, *shown).tone == Tone::Good;
        if (subject)
            rest = drawConclusion(canvas, rest, costRule(frame, *shown),
                                  good ? canvas.theme().good : canvas.theme().warn);
        if (!shown->access->footprint) return drawAccess(canvas, frame, rest, *shown);
        const Picture grey = greyTexels(isRamp());
        drawTexels(canvas, frame, rest, *shown, &grey);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return;
        panel.reading(readAccess(frame, *shown));
        panel.accessTable(*shown);
        std::vector<Suggestion> others =
            memoriesToTry(costsOf(chosen(), shown->access->activeMask, frame.architecture, frame.rules),
                          frame.architecture, memory.value());
        panel.alternatives(tr("The same read from each memory"), std::move(others));
        panel.note(tr("A request, a wavefront and a sector are not the same amount of work: compare patterns "
                      "within one memory."));
        panel.note(memory.is(model::Space::Texture) ? aboutTextures(frame.architecture)
                                                    : aboutConstantMemory());
        panel.source(*shown->launch);
    }

    /// The load of the table from the memory that was chosen.
    bool isSubject(const LaunchResult&, const model::WarpAccess& access) const override {
        return access.operation == model::Operation::Load && access.space == memory.chosen();
    }
    std::optional<Sweep> sweep() const override {
        constexpr std::array kMetrics{"requests", "transactions", "wavefronts", "transactions"};
        const std::array<std::string, 4> titles{tr("requests of the load"), tr("sectors of the load"),
                                                tr("wavefronts of the load"), tr("sectors of the load")};
        struct Range {
            const char *parameter, *last, *step;
        };
        constexpr std::array kRanges{Range{"first", "255", "6"}, Range{"distinct", "32", "1"},
                                     Range{"stride", "64", "1"}};
        const Range& over = kRanges[pattern.index()];
        return Sweep{
            .parameter = over.parameter,
            .first = "1",
            .last = over.last,
            .step = over.step,
            .metric = kMetrics[memory.index()],
            .title = titles.at(memory.index()),
            .subject = true,
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id >= kElements) return false;
        first.assign(static_cast<int>(pick.id));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        if (pick.id < kElements)
            return tr("element {}: {:.3f}; click to begin here", pick.id,
                      valueAt(static_cast<int>(pick.id), isRamp()));
        const auto lane = static_cast<std::size_t>(pick.id - kElements);
        const auto out = frame.result.values<float>("out");
        return lane < out.size() ? tr("lane {} got {:.3f}", lane, out[lane]) : std::string();
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        if (&parameter == &distinct && !pattern.is("few")) return tr("only pattern=few");
        if (&parameter == &stride && chosen().distinct == 1) return tr("only with several elements");
        return {};
    }

private:
    Pattern chosen() const {
        Pattern lanes{.first = first, .distinct = 1, .stride = stride};
        if (pattern.is("few")) lanes.distinct = distinct;
        if (pattern.is("per-lane")) lanes.distinct = model::kWarpSize;
        return lanes;
    }
    std::string place() const {
        return memory.is(model::Space::Texture) ? tr("a texture")
                                                : tr("{} memory", tr(std::string_view(memory.value())));
    }
    bool isRamp() const { return contents.is("ramp"); }
};

const Registered<Constant> kConstant{{
    .name = "constant",
    .chapter = "Global memory",
    .summary = "A warp reads a table from constant memory, one address at a time, and from elsewhere.",
    .title = "Constant memory",
    .place = 80,
    .move = "how many different elements a warp reads",
    .see = "constant memory answering one address at a time; the same table through global, shared and "
           "texture memory",
    .terms = "broadcast, cache",
}};

} // namespace lanescope::lab_constant
