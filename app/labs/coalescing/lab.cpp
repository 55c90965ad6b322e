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
#include <set>

namespace lanescope::lab_coalescing {

using namespace kit;

constexpr unsigned kThreads = 256; // a block, as in the article that the kernels follow

const std::vector<std::string> kKernels{"offset", "stride"};
const std::vector<std::string> kElements{"char", "short", "float", "double", "float4"};
const std::vector<std::string> kCompared{"Tesla C870", "Tesla C1060",     "Tesla C2050",
                                         "Tesla K40",  "Tesla V100 SXM2", "H200 SXM"};

/// Threads add 1 to elements that lie in a row, in a row that begins late, or apart.
class Coalescing final : public Lab,
                         public HasSweep,
                         public Clickable,
                         public Shrinkable,
                         public HasIdleParameters {
public:
    Choice kernel{this, "kernel", "stride", kKernels,
                  "a row of elements that begins late, or elements apart"};
    Integer offset{this, "offset", 1, 0, 32, "elements by which the row begins late"};
    Integer stride{this, "stride", 2, 1, 32, "elements from one thread to the next"};
    Choice element{this, "element", "float", kElements, "type of an element: 1, 2, 4, 8, 16 bytes"};
    Integer sizeMiB{
        this, "size-mib", 4, 1, 65536, "MiB that the threads work on", Integer::Scale::PowerOfTwo};
    Toggle l1{this, "l1", true, "loads go through L1, in lines of 128 bytes (CC 2.x)"};
    WarpFocus warp{this, 1, 2, [this] { return Threads{grid(), {kThreads, 1, 1}, threads(), 1}; }};

    void record(Recorder& recorder) const override {
        const Buffer array = recorder.buffer("array", arrayBytes());
        recorder.options().focus = warp.focus();
        recorder.options().rules.l1 = l1;
        recorder.launch("coalescing." + kernelName(), grid(), {kThreads, 1, 1}, 0, array,
                        byStride() ? stride.value() : offset.value());
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return drawNothing(canvas, frame.right, "The run left no access to look at.");
        const std::vector<model::WarpAccess> block = blockAccesses(*shown);
        const bool wasteful = shown->counts.bytesTransferred > (distinctBytes(*shown->access) + 31) / 32 * 32;
        if (frame.left.width > 80) {
            render::Rect rest = drawHeading(
                canvas, frame.left,
                {fmt::format("What block {} moves of the array", shown->access->block.x),
                 fmt::format("{} threads; each small box is {}", kThreads,
                             model::hasSectors(frame.architecture) ? "a sector of 32 bytes" : "32 bytes"),
                 ""});
            constexpr float kPlace = 40;
            drawMemoryMap(canvas, frame, {rest.x, rest.y, rest.width, rest.height - kPlace}, *shown, block);
            const std::uint64_t first =
                (std::uint64_t{shown->access->block.x} * kThreads * step() + (byStride() ? 0U : start())) *
                bytes();
            drawPlace(canvas, {rest.x, rest.bottom() - kPlace + 8, rest.width, kPlace}, arrayBytes(), first,
                      first + (kThreads - 1) * step() * bytes() + bytes(),
                      fmt::format("the block's place in the array of {}",
                                  byteSize(static_cast<double>(arrayBytes()))));
        }
        const std::string rule =
            byStride()
                ? fmt::format("one {} of {} bytes every {} bytes", element.value(), bytes(), step() * bytes())
                : fmt::format("{} bytes in a row, {} bytes after a multiple of 128", 32 * bytes(),
                              start() * bytes() % 128);
        render::Rect rest =
            drawHeading(canvas, frame.right, {"What one warp moves", rule, expression()}, &*shown);
        rest = drawConclusion(canvas, rest, conclusion(frame, *shown),
                              wasteful ? canvas.theme().warn : canvas.theme().good);
        drawSectorsAndWarps(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto shown = shownAccess(frame);
        if (!shown) return;
        say(panel, readMoved(frame, *shown));
        panel.accessTable(*shown);
        panel.card(Tone::Good, "Try it", advice(frame, *shown));
        panel.runTable();
        panel.source(*shown->launch);
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = kernel.value(),
            .first = byStride() ? "1" : "0",
            .last = "32",
            .step = "1",
            .metric = "efficiency",
            .title = "useful share of the bytes moved, by " + kernel.value(),
            .architectures = kCompared,
            .bandwidth = true,
        };
    }
    std::vector<ExperimentSeries> experiment() const override {
        std::vector<ExperimentSeries> all;
        for (const char* type : {"float", "double"})
            for (const char* over : {"offset=0:32", "stride=1:32"})
                all.push_back({fmt::format("{}, by {}", type, std::string(over, 6)),
                               {{"kernel", std::string(over, 6)}, {"element", type}, {"size-mib", "512"}},
                               over});
        return all;
    }
    bool picked(const render::Pick& pick) override { return warp.picked(pick); }
    std::string shrinkTo(std::size_t most) override {
        sizeMiB.assign(static_cast<int>(
            std::min<std::size_t>(most / 1048576 / (byStride() ? step() : 1) - (byStride() ? 0 : 1), 65536)));
        return fmt::format("size-mib={}", sizeMiB.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture& architecture) const override {
        if (&parameter == &offset && byStride()) return "only kernel=offset";
        if (&parameter == &stride && !byStride()) return "only kernel=stride";
        if (&parameter == &l1 && architecture.globalRule != model::GlobalRule::FermiCached)
            return "only on CC 2.x";
        return {};
    }

private:
    bool byStride() const { return kernel.is("stride"); }
    std::uint64_t bytes() const { return std::uint64_t{1} << element.index(); }
    std::uint64_t step() const { return byStride() ? static_cast<std::uint64_t>(stride.value()) : 1; }
    std::uint64_t start() const { return byStride() ? 0 : static_cast<std::uint64_t>(offset.value()); }
    std::uint64_t threads() const { return static_cast<std::uint64_t>(sizeMiB.value()) * 1048576 / bytes(); }
    model::Dim3 grid() const { return {static_cast<std::uint32_t>(threads() / kThreads), 1, 1}; }
    std::uint64_t arrayBytes() const { return (threads() * step() + start()) * bytes(); }
    std::string kernelName() const {
        std::string type = element.value();
        type[0] = static_cast<char>(type[0] - 'a' + 'A');
        return kernel.value() + type;
    }

    std::string expression() const {
        return fmt::format("a[{}]", indexText("256 * blockIdx.x + threadIdx.x", step(), start()));
    }

    /// The same access of every warp of the block, each 32 steps after the one before.
    std::vector<model::WarpAccess> blockAccesses(const ShownAccess& shown) const {
        std::vector<model::WarpAccess> all(kThreads / model::kWarpSize, *shown.access);
        for (std::uint32_t number = 0; number < all.size(); ++number) {
            all[number].warp = number;
            for (std::uint64_t& address : all[number].address)
                address += (std::uint64_t{number} - shown.access->warp) * model::kWarpSize * step() * bytes();
        }
        return all;
    }

    /// The addresses of lanes so many elements apart, from so many elements after an aligned address.
    Advice::Address lanesAt(std::uint64_t apart, std::uint64_t late) const {
        return [apart, late, each = bytes()](std::uint64_t lane) { return (lane * apart + late) * each; };
    }

    std::string conclusion(const Frame& frame, const ShownAccess& shown) const {
        const model::Counts row = Advice(frame, shown).counts(lanesAt(1, 0));
        const std::uint64_t here = unitsOf(shown.counts), best = unitsOf(row);
        const std::string_view unit = unitOf(frame.architecture);
        if (shown.counts.bytesTransferred <= row.bytesTransferred)
            return fmt::format("{}: no {} is moved for nothing.", plural(here, unit), unit);
        if (frame.architecture.globalRule == model::GlobalRule::HalfWarpInOrder)
            return fmt::format("{} where {} would do: a half-warp that is not 16 elements in a row, on a "
                               "multiple of their size, gets one transaction a lane.",
                               plural(here, unit), best);
        if (byStride())
            return fmt::format("{} where {} would do: the rest of each {} is moved too.", plural(here, unit),
                               best, unit);
        return fmt::format("{} where {} would do: the row is cut at both ends. The neighbouring warp needs "
                           "the rest{}.",
                           plural(here, unit), best,
                           frame.architecture.cc.major == 1 ? ", and moves it again"
                                                            : ", and finds it in the cache");
    }

    std::string advice(const Frame& frame, const ShownAccess& shown) const {
        Advice advice(frame, shown);
        for (const std::uint64_t other : {1, 2, 8, 32})
            if (byStride() && other != step())
                advice.line(fmt::format("stride={}", other), lanesAt(other, 0));
        for (const auto other : std::initializer_list<std::uint64_t>{0, 1, 32 / bytes(), 16})
            if (!byStride() && other != start())
                advice.line(fmt::format("offset={}", other), lanesAt(1, other));
        for (const std::string_view name : {"1.0", "2.0", "9.0"})
            if (const auto* other = model::findArchitecture(name);
                other && other->cc != frame.architecture.cc)
                advice.line(fmt::format("this on {}", other->name), lanesAt(step(), start()), other);
        return advice.text();
    }
};

const Registered<Coalescing> kCoalescing{{
    .name = "coalescing",
    .chapter = "Global memory",
    .summary =
        "Misaligned and strided access to an array: how much of what is moved is used, from CC 1.0 to today.",
    .title = "Coalescing",
    .rank = 1,
}};

} // namespace lanescope::lab_coalescing
