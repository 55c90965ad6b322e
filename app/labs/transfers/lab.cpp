// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "labs/transfers/model.h"
#include "labs/transfers/picture.h"
#include "labs/transfers/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <functional>

namespace lanescope::lab_transfers {

using namespace kit;
using model::Transfer;
using model::TransferMemory;

std::vector<std::string> sizeNames() {
    std::vector<std::string> names;
    for (const std::uint64_t bytes : model::transferSizes(model::kUsualMostTransfer)) {
        names.push_back(byteSize(static_cast<double>(bytes)));
        std::erase(names.back(), ' ');
    }
    return names;
}

/// A board of each generation of PCI Express.
const std::vector<std::string> kCompared{"Tesla C870", "Tesla C2050", "Tesla K40", "A100 40 GB SXM",
                                         "H200 SXM"};

/// Bytes go from the host to the device and back: what memory they lie in decides how fast.
class Transfers final : public Lab, public HasSweep, public Clickable, public HasIdleParameters {
public:
    Choice direction{this,
                     "direction",
                     "h2d",
                     {"h2d", "d2h", "d2d", "both"},
                     "from host to device, back, within the device, both ways at once"};
    Choice memory{this,
                  "memory",
                  "pageable",
                  {"pageable", "page-locked", "write-combining", "mapped", "registered"},
                  "how the host's memory was allocated"};
    Toggle portable{this, "portable", false, "page-locked for all devices, not only the current one"};
    Choice size{this, "size", "64MiB", sizeNames(), "bytes in each direction"};

    Transfers() { underMore({&portable}); }

    void record(Recorder& recorder) const override {
        const TransferChoice chosen = choice();
        recorder.transfer({chosen.direction, chosen.memory, chosen.portable, chosen.bytes});
        // Copy engines run no kernel; of a kernel that does the copying, this much shows the accesses.
        if (!chosen.byKernel()) return;
        const ObservedCopy copy = observedCopy(chosen);
        const Buffer to = recorder.buffer("to", copy.bytes);
        const Buffer from = recorder.buffer("from", copy.bytes,
                                            elements<std::uint8_t>([](std::size_t i) { return i % 251; }));
        recorder.launch("transfers.copy", {copy.blocks(), 1, 1}, {ObservedCopy::kThreads, 1, 1}, 0, to, from,
                        copy.threads());
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const TransferView view(frame, choice());
        const std::string source = view.measured() ? tr("measured on {}", view.table().device)
                                                   : tr("modelled for {}", view.table().device);
        const bool hasTime = view.seconds().has_value();
        render::Rect rest =
            drawHeading(canvas, frame.left,
                        {tr("Bandwidth over size"), tr("{}, {}", tr(session::longName(way())), source), ""});
        if (frame.view.isQuiet())
            drawNothing(canvas, rest, tr("Hidden, as the times are."));
        else if (hasTime)
            drawTransferCurves(canvas, rest, view);
        else
            drawNothing(canvas, rest, session::transferGap(frame.architecture, way()));
        // Where there is no bus, there is no way to draw either.
        if (!hasTime && way() != Transfer::DeviceToDevice) return;
        rest = drawHeading(canvas, frame.right, {tr("The path of the bytes"), call(), ""});
        drawTransferPath(canvas, drawConclusion(canvas, rest, conclusionText(view), canvas.theme().dim),
                         view);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const TransferView view(frame, choice());
        const auto seconds = view.seconds();
        const auto modelled = view.modelledSeconds(end());
        if (!seconds) return panel.note(session::transferGap(frame.architecture, way()));
        const double gbPerSecond = view.gbPerSecond(*seconds);
        const double peak = view.table().peakGBps(way());
        const TransferVerdict said = transferVerdict(view);
        panel.verdict(said.tone, said.headline, said.sentence);
        if (peak > 0)
            panel.gauge(gbPerSecond, peak,
                        bandwidth(gbPerSecond * 1e9) + (view.measured() ? "" : tr(" modelled")),
                        tr("{} at most", bandwidth(peak * 1e9)));
        const auto row = [&](std::string label, const std::function<std::string(double)>& text,
                             std::string tip) {
            return Row{std::move(label), modelled ? text(*modelled) : "",
                       view.measured() ? text(*seconds) : "", "", std::move(tip)};
        };
        const auto half = [](const model::TransferCurve* curve) {
            return curve && curve->halfBandwidthBytes() > 0 ? byteSize(curve->halfBandwidthBytes()) : "";
        };
        std::vector<Row> rows{
            row(
                tr("time"), [](double s) { return duration(s); }, tr("the median of 5 to 100 repetitions")),
            row(
                tr("bandwidth"), [&](double s) { return bandwidth(view.gbPerSecond(s) * 1e9); },
                tr("{} / time", tr(session::countedText(way()))))};
        if (view.modelledTable().peakGBps(way()) > 0)
            rows.push_back(
                {tr("of the peak"),
                 modelled ? percent(view.gbPerSecond(*modelled) / view.modelledTable().peakGBps(way())) : "",
                 view.measured() && peak > 0 ? percent(gbPerSecond / peak) : "", "",
                 tr("bandwidth / what the link or the memory could carry")});
        rows.push_back({tr("half at"), half(view.modelledCurve()), view.measured() ? half(view.curve()) : "",
                        "", tr("the size that gets half of the best bandwidth")});
        panel.table(tr("this transfer"), rows);
        panel.card(Tone::Plain,
                   way() == Transfer::DeviceToDevice ? tr("Counted twice")
                                                     : tr("About {}", tr(std::string_view(memory.value()))),
                   aboutTransfer(choice()));
        for (const std::string& note : transferNotes(view)) panel.note(note);
        if (!frame.result.launches.empty()) panel.source(frame.result.launches.front());
    }

    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "size",
            .first = "1KiB",
            .last = "1GiB",
            .metric = "bandwidth",
            .title = way() == Transfer::DeviceToDevice ? tr("GB/s by size, on five boards")
                                                       : tr("GB/s by size, PCI Express 1.0 to 5.0"),
            .architectures = kCompared,
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0) return false;
        if (pick.group != kMemoryPicks)
            size.assign(static_cast<std::size_t>(pick.id));
        else if (way() != Transfer::DeviceToDevice)
            memory.assign(static_cast<std::size_t>(pick.id));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        return describeTransfer(pick, TransferView(frame, choice()));
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        const bool device = way() == Transfer::DeviceToDevice;
        if (&parameter == &memory && device) return tr("only between host and device");
        if (&parameter == &portable && (device || end() == TransferMemory::Pageable))
            return tr("only page-locked memory");
        return {};
    }

private:
    Transfer way() const { return *model::transferNamed(direction.value()); }
    TransferMemory end() const {
        return way() == Transfer::DeviceToDevice ? TransferMemory::CopyCall
                                                 : *model::transferMemoryNamed(memory.value());
    }
    TransferChoice choice() const {
        return {
            .direction = way(),
            .memory = end(),
            .portable = portable,
            .bytes = model::kLeastTransfer << size.index(),
        };
    }
    std::string call() const {
        if (end() == TransferMemory::Mapped) return tr("a kernel reads or writes the host's memory itself");
        if (way() == Transfer::Both) return tr("cudaMemcpyAsync on two streams");
        return fmt::format("cudaMemcpy(to, from, {}, ...)", byteSize(static_cast<double>(choice().bytes)));
    }
};

const Registered<Transfers> kTransfers{{
    .name = "transfers",
    .chapter = "Between host and device",
    .summary = "Copies to the device, back and within it, from five kinds of host memory: what carries the "
               "bytes, and how fast.",
    .title = "Transfers",
    .place = 150,
    .move = "direction, five kinds of host memory, size from 1 KiB to 1 GiB",
    .see = "the way the bytes take, leg by leg, bandwidth over size beside the peaks of bus and memory, and "
           "what pageable memory costs",
    .terms = "pinned, page-locked, PCIe, bandwidth, cudaMemcpy, copy data to the GPU, 把数据传到显卡",
}};

} // namespace lanescope::lab_transfers
