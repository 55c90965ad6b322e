// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/stream_timelines.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "labs/streams/model.h"
#include "labs/streams/picture.h"
#include "labs/streams/words.h"
#include "model/format.h"
#include "model/transfers/bus.h"
#include "session/transfer_table.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lanescope::lab_streams {

using namespace kit;

const std::vector<std::string> kSizes{"1MiB", "2MiB", "4MiB", "8MiB", "16MiB", "32MiB", "64MiB"};
const std::vector<std::string> kRatios{"0.25", "0.5", "1", "2", "4"};
const std::vector<std::string> kFills{"0.25", "0.5", "1", "4", "16"};
const WordsFor<Between> kBetween{{Between::None, "none"},
                                 {Between::PageLockedMalloc, "page-locked-malloc"},
                                 {Between::DeviceMalloc, "malloc"},
                                 {Between::Memset, "memset"},
                                 {Between::CopyWithin, "device-copy"},
                                 {Between::DefaultKernel, "default-stream"},
                                 {Between::CacheSwitch, "cache-switch"},
                                 {Between::StreamQuery, "stream-query"}};
const WordsFor<HostFunctions> kHostFunctions{{HostFunctions::None, "none"},
                                             {HostFunctions::BehindKernel, "behind-kernel"},
                                             {HostFunctions::BehindCopyOut, "behind-copy-out"}};

/// Copy, kernel, copy in several streams: what overlaps, and which rule keeps the rest apart.
class Streams final : public Lab,
                      public HasSweep,
                      public Clickable,
                      public HasIdleParameters,
                      public HasUsualSize {
public:
    Choice order{this,
                 "order",
                 "depth-first",
                 {"depth-first", "breadth-first"},
                 "stream after stream; or all copies in, all kernels, all copies out"};
    Integer streams{this, "streams", 4, 1, 8, "the array's parts, each in a stream of its own"};
    Choice size{this, "size", "16MiB", kSizes, "bytes of the whole array, copied in and out"};
    Choice work{this, "work", "1", kRatios,
                "time of a kernel, as a multiple of its copy in from page-locked memory"};
    Choice fill{this, "fill", "1", kFills,
                "blocks of a kernel, as a multiple of what the device holds at once"};
    Choice memory{
        this, "memory", "page-locked", {"page-locked", "pageable"}, "host memory: cudaMallocHost or malloc"};
    Choice engines{
        this,
        "engines",
        "as-CC",
        {"as-CC", "none", "one", "two"},
        "copy engines of the modelled device: with none, never beside a kernel; one serves both directions"};
    ChoiceOf<Between> between{
        this, "between", Between::None, kBetween,
        translatable("a call among the kernels; all but the query synchronize the streams implicitly, "
                     "cudaMalloc only before CC 9.0")};
    Toggle event{this, "event", false,
                 "each kernel waits for an event after the kernel of the previous stream"};
    ChoiceOf<HostFunctions> callback{
        this, "callback", HostFunctions::None, kHostFunctions,
        "a host function of 50 us in each stream: what comes after it waits for it"};
    Toggle priority{this, "priority", false, "the last stream's kernels go before the others'"};
    Integer command{this, "command", 0,
                    0,    64,        "highlights what this command waited for; 0: none. Or click one"};

    Streams() { underMore({&fill, &engines, &priority, &callback}); }

    void record(Recorder& recorder) const override {
        recordPlan(recorder, plan());
        if (!engines.is("as-CC")) recorder.options().copyEngines = static_cast<int>(engines.index()) - 1;
    }

    bool hasResultPicture(const RunResult&) const override { return false; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const std::string gap = session::transferGap(frame.architecture, model::Transfer::HostToDevice);
        if (!gap.empty()) return drawNothing(canvas, frame.right, gap);
        const StreamView view(frame);
        const Heading heading{
            .title = tr("Streams: in order within each, side by side where the device can"),
            .subtitle = view.commandsText() + tr(", as the host issues them, and when each runs"),
            .expression = "process<<<blocks, 256, 0, stream[i]>>>(...)",
        };
        const render::Rect rest = drawHeading(canvas, frame.right, heading);
        const render::Rect picture = drawConclusion(canvas, rest, conclusionText(view), canvas.theme().dim);
        const float list = std::clamp(picture.width * 0.24F, 110.F, 210.F);
        drawStreamProgram(canvas, frame, picture.left(list), view, command - 1);
        drawStreams(canvas, picture.rightOf(list + 18), view, command - 1);
    }

    StagePoints usualSize() const override { return {980, 600}; }

    void readout(const Frame& frame, Panel& panel) const override {
        if (const std::string gap = session::transferGap(frame.architecture, model::Transfer::HostToDevice);
            !gap.empty())
            return panel.note(gap);
        const StreamView view(frame);
        sayStreams(panel, view);
        const bool depth = order.is("depth-first");
        panel.comparison(Tone::Plain, tr("Order and hardware"),
                         gainsText(plan(), frame.architecture, deviceOf(frame.architecture)));
        const std::array<std::pair<std::string, std::string>, 1> other{
            {{"order", depth ? "breadth-first" : "depth-first"}}};
        panel.action(depth ? tr("Issue breadth-first") : tr("Issue depth-first"), other,
                     tr("the same commands in the other order"));
        const std::array<std::pair<std::string, std::string>, 3> queue{
            {{"order", "breadth-first"}, {"work", "4"}, {"fill", "4"}}};
        if (priority)
            panel.action(tr("Make kernels wait for each other"), queue,
                         tr("so that a priority makes a difference"));
        if (!frame.result.launches.empty()) panel.source(frame.result.launches.front());
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "streams",
            .first = "1",
            .last = "8",
            .step = "1",
            .metric = "bandwidth",
            .title = tr("GB/s in and out of the array, by streams"),
            .architectures = {"Tesla C1060", "Tesla C2050", "Tesla K40", "A100 40 GB SXM", "H200 SXM"},
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0) return false;
        command.assign(command == pick.id + 1 ? 0 : static_cast<int>(pick.id) + 1);
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        return describeCommand(pick, StreamView(frame));
    }
    std::string idle(const Parameter& parameter, const model::Architecture& architecture) const override {
        if (&parameter == &priority && !model::streamDevice(architecture).priorities)
            return tr("from CC 3.5 on");
        if (&parameter == &event && streams == 1) return tr("there is one stream");
        if (&parameter == &between && between.is("stream-query") &&
            !model::streamDevice(architecture).checksDependencies)
            return tr("only CC 2.0 to 3.0 check dependencies");
        if (&parameter == &between && between.is("cache-switch") &&
            !model::streamDevice(architecture).splitsCache)
            return tr("this architecture has no such switch");
        if (&parameter == &between && between.is("malloc") &&
            !model::streamDevice(architecture).mallocSeparates)
            return tr("from CC 9.0 on, cudaMalloc does not separate streams");
        return {};
    }

private:
    model::StreamDevice deviceOf(const model::Architecture& architecture) const {
        model::StreamDevice device = model::streamDevice(architecture);
        if (!engines.is("as-CC")) device.copyEngines = static_cast<int>(engines.index()) - 1;
        return device;
    }
    StreamPlan plan() const {
        return {
            .depthFirst = order.is("depth-first"),
            .streams = streams,
            .bytes = std::uint64_t{1} << (20 + size.index()),
            .kernelRatio = std::stod(work.value()),
            .fill = std::stod(fill.value()),
            .pageable = memory.is("pageable"),
            .events = event,
            .hostFunctions = callback.chosen(),
            .lastFirst = priority,
            .between = between.chosen(),
        };
    }
};

const Registered<Streams> kStreams{{
    .name = "streams",
    .chapter = "Between host and device",
    .summary = "Copy, kernel, copy in several streams: which overlap, by the order of issue, the copy "
               "engines and the rules of each compute capability.",
    .title = "Streams",
    .place = 160,
    .move = "order of issue, streams, copy engines, priorities, calls in between",
    .see = "which copies and kernels overlap, by the rules of each compute capability, measured on a GPU; "
           "what waits for what",
    .terms = "overlap, asynchronous, event, cudaMemcpyAsync",
}};

} // namespace lanescope::lab_streams
