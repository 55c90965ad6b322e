// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/bars.h"
#include "kit/charts/formulas.h"
#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/pitch/model.h"
#include "labs/pitch/picture.h"
#include "labs/pitch/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <bit>

namespace lanescope::lab_pitch {

using namespace kit;

constexpr model::Dim3 kBlock{32, 8, 1}; // a warp is 32 elements of one row

const std::vector<std::string> kMemories{"packed", "pitched", "3D"};
const std::vector<std::string> kElements{"char", "short", "float", "double", "float4"};

/// Rows one right after the other, or each at a multiple of the device's pitch.
class Pitch final : public Lab,
                    public HasSweep,
                    public Clickable,
                    public Shrinkable,
                    public HasFacts,
                    public HasIdleParameters {
public:
    Choice memory{this, "memory", "packed", kMemories,
                  "cudaMalloc and rows without a gap, cudaMallocPitch, or cudaMalloc3D"};
    Integer width{this, "width", 100, 1, 4096, "elements in a row"};
    Integer height{this, "height", 64, 1, 4096, "rows"};
    Integer depth{this, "depth", 4, 1, 64, "slices of the volume"};
    Choice element{this, "element", "float", kElements, "type of an element: 1, 2, 4, 8, 16 bytes"};
    WarpFocus warp{this, 0, 1, [this] { return threads(); }, "block to look at; or click a row"};

    void record(Recorder& recorder) const override {
        const auto numbers = elements<std::uint8_t>([](std::size_t i) { return i % 100; });
        const bool packed = memory.is("packed");
        const Buffer in = packed ? recorder.packedRows("in", rowBytes(), rows(), numbers)
                                 : recorder.pitchedRows("in", rowBytes(), rows(), numbers);
        const Buffer out = packed ? recorder.packedRows("out", rowBytes(), rows())
                                  : recorder.pitchedRows("out", rowBytes(), rows());
        // What the device's pitch for such rows is, whatever is chosen.
        recorder.pitchedRows("one row", rowBytes(), 1);
        std::string type = element.value();
        type[0] = static_cast<char>(type[0] - 'a' + 'A');
        recorder.options().focus = warp.focus();
        recorder.launch((memory.is("3D") ? "pitch.volume" : "pitch.rows") + type, threads().grid, kBlock, 0,
                        in, out, PitchOf{in}, width.value(), height.value());
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        if (!shown) return drawNothing(canvas, frame.right, tr("The run recorded no access."));
        const Rows rows = rowsOf(*shown);
        if (frame.left.width > 80) drawLeft(canvas, frame, *shown, rows);
        const Heading heading{
            .title = tr("What a warp of the row moves"),
            .subtitle = tr("the pitch is in bytes, so a char* is used to find the row"),
            .expression = sourceText(*shown),
        };
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        const RowCounter counter(*shown->access, frame.architecture, frame.rules);
        const std::uint64_t pitch = devicePitch(*shown->launch);
        const bool wasteful = counter.unitsPerRow(rows) > counter.unitsPerRow(rows.withPitch(pitch));
        rest = drawComparison(canvas, frame, rest, conclusionText(frame.architecture, counter, rows, pitch),
                              wasteful ? canvas.theme().warn : canvas.theme().good);
        rest = drawFormulas(canvas, rest, rowFormulas(*shown, rows));
        drawSectorsAndWarps(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return;
        const Rows rows = rowsOf(*shown);
        const RowCounter counter(*shown->access, frame.architecture, frame.rules);
        panel.reading(readMoved(frame, *shown));
        const std::string unit =
            model::hasSectors(frame.architecture) ? tr("sectors per row, ") : tr("transactions per row, ");
        const double packed = counter.unitsPerRow(rows.withPitch(rows.rowBytes));
        const double pitched = counter.unitsPerRow(rows.withPitch(devicePitch(*shown->launch)));
        std::vector<Row> table;
        for (const Fact& fact : rowFacts(rows)) table.push_back({fact.name, fact.value, "", "", fact.tip});
        const std::string tip = tr("the mean over the first rows, each read by its warps");
        const bool isPacked = memory.is("packed");
        table.push_back({unit + "packed", shortNumber(packed), "", "", tip, !isPacked});
        table.push_back({unit + "pitched", shortNumber(pitched), "", "", tip, isPacked});
        panel.table(tr("the memory"), table);
        panel.accessTable(*shown);
        advise(panel, counter, rows, packed > pitched);
        panel.runTable();
        panel.source(*shown->launch);
    }

    std::vector<Fact> facts(const RunResult& result, const model::Architecture&, bool) const override {
        if (result.launches.empty() || !result.launches.front().observation) return {};
        const std::uint64_t pitch = memory.is("packed") ? rowBytes() : devicePitch(result.launches.front());
        return rowFacts({.rowBytes = rowBytes(), .pitch = pitch, .count = rows()});
    }
    std::optional<Sweep> sweep() const override {
        const int from = (width - 1) / 64 * 64 + 1;
        return Sweep{
            .parameter = "width",
            .first = std::to_string(from),
            .last = std::to_string(from + 63),
            .step = "1",
            .metric = "efficiency",
            .title = tr("share of the moved bytes that is used, by width"),
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0) return warp.picked(pick);
        const auto row = static_cast<std::uint32_t>(pick.id);
        const auto high = static_cast<std::uint32_t>(height.value());
        const auto column = model::indexAt(warp.focus().block, threads().grid).x * kBlock.x;
        warp.choose(placeOf(column, row % high, kBlock, threads().grid, row / high));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        const auto& shown = frame.shown;
        if (!shown || pick.id < 0) return {};
        const Rows rows = rowsOf(*shown);
        const RowCounter counter(*shown->access, frame.architecture, frame.rules);
        const auto row = static_cast<std::uint64_t>(pick.id);
        const std::uint64_t start = rows.start(row);
        return tr("row {} begins {} after a multiple of 128, {} after one of 32: {}\nclick to look at it",
                  row, counted(start % model::kLineBytes, "byte"), start % model::kSectorBytes,
                  counted(counter.units(rows, start), unitOf(frame.architecture)));
    }
    std::string shrinkTo(std::size_t bytes) override {
        while (2 * (rowBytes() + 512) * rows() > bytes)
            halveLargest({&width, &height, memory.is("3D") ? &depth : &height});
        return fmt::format("width={}, height={}, depth={}", width.value(), height.value(), depth.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        return &parameter == &depth && !memory.is("3D") ? tr("only memory=3D") : "";
    }

private:
    std::uint64_t bytesEach() const { return std::uint64_t{1} << element.index(); }
    std::size_t rowBytes() const { return static_cast<std::size_t>(width.value()) * bytesEach(); }
    int slices() const { return memory.is("3D") ? depth.value() : 1; }
    std::size_t rows() const {
        return static_cast<std::size_t>(height.value()) * static_cast<std::size_t>(slices());
    }
    Threads threads() const {
        return {
            .grid = gridOver(width, height, kBlock, slices()),
            .block = kBlock,
            .width = static_cast<std::uint64_t>(width.value()),
            .height = static_cast<std::uint64_t>(height.value()),
            .depth = static_cast<std::uint64_t>(slices()),
        };
    }
    static std::uint64_t devicePitch(const LaunchResult& launch) {
        return launch.observation->placement("one row")->pitch;
    }
    /// The rows of the buffer that an access goes to.
    Rows rowsOf(const ShownAccess& shown) const {
        const auto lane = static_cast<std::size_t>(std::countr_zero(shown.access->activeMask));
        const Placement* at = shown.launch->observation->placementAt(shown.access->address[lane]);
        return {
            .address = at->address,
            .rowBytes = rowBytes(),
            .pitch = memory.is("packed") ? rowBytes() : devicePitch(*shown.launch),
            .count = rows(),
            .elementBytes = bytesEach(),
            .rowsInSlice = memory.is("3D") ? static_cast<std::uint64_t>(height.value()) : 0,
        };
    }

    void drawLeft(render::Canvas& canvas, const Frame& frame, const ShownAccess& shown,
                  const Rows& view) const {
        const Heading heading{
            .title = tr("Where each row begins"),
            .subtitle = tr("{} of {}, {} apart; a mark every 128 bytes", counted(view.count, "row"),
                           counted(view.rowBytes, "byte"), counted(view.pitch, "byte")),
            .expression = "",
        };
        render::Rect rest = drawHeading(canvas, frame.left, heading);
        rest = drawConclusion(
            canvas, rest, rowStarts(view) + (canvas.interactive() ? tr(" Click a row to look at it.") : ""),
            canvas.theme().dim);
        const float bars = rest.height > 330 ? 150 : 0;
        drawRows(canvas, frame, rest.top(rest.height - bars), view, shown);
        if (bars > 0) drawBars(canvas, rest.belowTop(rest.height - bars + 10), rowBars(frame, shown, view));
    }

    /// The other memory where it would change something, and a width at which it is the other way about;
    /// needed: packed rows move more than pitched ones.
    void advise(Panel& panel, const RowCounter& counter, const Rows& view, bool needed) const {
        std::vector<Suggestion> all;
        if (needed) {
            const std::string enough = std::to_string(counter.bytesWithoutPitch(view) / bytesEach());
            all.push_back({.sets = {{"memory", "packed"}, {"width", enough}},
                           .outcome = tr("packed rows move as little as pitched ones")});
        } else if (const auto odd = counter.elementsThatNeedPitch(view, 4096)) {
            all.push_back({.sets = {{"memory", "packed"}, {"width", std::to_string(*odd)}},
                           .outcome = tr("rows begin inside a sector and move more"),
                           .noBetter = true});
        }
        const std::string other = memory.is("packed") ? "pitched" : "packed";
        if (needed && other == "pitched")
            all.push_back({.sets = {{"memory", other}}, .outcome = tr("each row begins at a line")});
        else if (other == "packed")
            all.push_back({.sets = {{"memory", other}},
                           .outcome = tr("rows follow each other without a gap"),
                           .noBetter = needed});
        panel.suggestions(tr("Try it"), std::move(all));
    }
};

const Registered<Pitch> kPitch{{
    .name = "pitch",
    .chapter = "Global memory",
    .summary =
        "Packed rows against cudaMallocPitch and cudaMalloc3D: where a row begins, and what that costs.",
    .title = "Pitched rows",
    .place = 70,
    .move = "packed, `cudaMallocPitch`, `cudaMalloc3D`; any width",
    .see = "where each row begins, and the sectors that costs",
    .terms = "cudaMallocPitch, row, alignment",
}};

} // namespace lanescope::lab_pitch
