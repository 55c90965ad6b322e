// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/formulas.h"
#include "kit/charts/host_calls.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/carving/model.h"
#include "labs/carving/picture.h"
#include "labs/carving/words.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace lanescope::lab_carving {

using namespace kit;

using Settings = std::vector<std::pair<std::string, std::string>>;
const std::vector<std::string> kOrders{"short-float-int", "short-int-float", "float-short-int",
                                       "float-int-short", "int-short-float", "int-float-short"};
const std::vector<std::string> kReads{"array0", "array1", "array2", "halves"};
constexpr int kMostElements = 512;

/// Three arrays in one block of shared memory: where each begins, in which bank, and whether it may.
class Carving final : public Lab, public HasSubject, public HasSweep, public Clickable {
public:
    Choice order{this, "order", kOrders[0], kOrders, "which array lies first, which next, which last"};
    Integer length0{this, "length0", 128, 1, 512, "elements of short array0, 2 bytes each"};
    Integer length1{this, "length1", 64, 1, 512, "elements of float array1, 4 bytes each"};
    Integer length2{this, "length2", 256, 1, 512, "elements of int array2, 4 bytes each"};
    Integer gap{this, "gap", 0, 0, 128, "unused bytes before the second array and before the third"};
    Toggle align{this, "align", false, "each start is rounded up to a multiple of the array's element"};
    Choice read{this, "read", "halves", kReads,
                "what the warp reads; halves: 16 lanes array1, 16 lanes array2"};

    void record(Recorder& recorder) const override {
        Arrays arrays{
            .start = {}, .length = {length0, length1, length2}, .read = static_cast<int>(read.index())};
        const Parts parts = plan().parts();
        for (std::size_t i = 0; i < kArrays; ++i) arrays.start[i] = static_cast<int>(parts[i].first);
        constexpr std::size_t kOut = model::kWarpSize * sizeof(float);
        recorder.options().mayFail = firstMisaligned(parts).has_value();
        const Buffer out = recorder.allocate("out", kOut);
        recorder.launch("carving.carve", {1, 1, 1}, {32, 1, 1}, static_cast<std::uint32_t>(plan().bytes()),
                        out, recording::Named{"carving", arrays});
        recorder.queryError(true);
        recorder.synchronize();
        recorder.copyOut(out, kOut);
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const std::optional<std::size_t> bad = firstMisaligned(plan().parts());
        const auto shown = bad ? std::nullopt : frame.shown;
        drawBlock(frame, canvas, shown && shown->access->space == model::Space::Shared ? &*shown : nullptr);
        if (bad) return drawFault(frame, canvas, *bad);
        if (!shown) return drawNothing(canvas, frame.right, tr("Nothing was read."));
        const bool subject = isSubject(*shown->launch, *shown->access);
        const Heading heading{subject ? tr("What the warp reads") : tr("Another access of the kernel"),
                              accessSentence(*shown->access), sourceText(*shown)};
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        if (subject && read.is("halves"))
            rest = drawConclusion(canvas, rest, conclusionText(frame, plan().parts(), shown->counts),
                                  shown->counts.bankConflicts ? canvas.theme().warn : canvas.theme().good);
        drawAccess(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const Parts parts = plan().parts();
        if (const auto bad = firstMisaligned(parts))
            sayMisaligned(panel, misalignmentText(frame, parts[*bad]));
        else if (const auto shown = frame.shown)
            sayAccess(panel, frame, *shown);
        for (const LaunchResult& launch : frame.result.launches) panel.source(launch);
    }

    /// The load that the lab's parameter chose: the last one from shared memory.
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const model::WarpAccess* last = nullptr;
        for (const model::WarpAccess& each : launch.observation->trace)
            if (each.space == model::Space::Shared && each.operation == model::Operation::Load) last = &each;
        return last && last->site == access.site;
    }
    std::optional<Sweep> sweep() const override {
        if (firstMisaligned(plan().parts())) return std::nullopt;
        const std::size_t array = plan().lengthBetween();
        const int length = array == 1 ? length1 : length2;
        const int from = std::clamp(length / 32 * 32, 2, 480);
        return Sweep{
            .parameter = lengthName(array),
            .first = std::to_string(from),
            .last = std::to_string(from + 32),
            .step = "2",
            .metric = "wavefronts",
            .title = tr("wavefronts of the load"),
            .subject = true,
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.group == kCalls || pick.id < 0 || pick.id > 2)
            return false;
        read.assign(static_cast<std::size_t>(pick.id));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        if (pick.group == kCalls) return HostView(frame.result, kCalls).describe(pick);
        const Part part = plan().parts().at(static_cast<std::size_t>(pick.id));
        return tr("{}: {}", part.name(), placeText(frame, part)) + tr("; click to let the warp read it");
    }

private:
    static constexpr int kCalls = 1; // Pick::group; that of the arrays is 0

    Plan plan() const {
        return {
            .order = orderNumber(order.index()),
            .elements = {static_cast<std::uint64_t>(length0.value()),
                         static_cast<std::uint64_t>(length1.value()),
                         static_cast<std::uint64_t>(length2.value())},
            .gap = static_cast<std::uint64_t>(gap.value()),
            .align = align,
        };
    }
    static std::string lengthName(std::size_t array) { return fmt::format("length{}", array); }

    static void sayMisaligned(Panel& panel, const std::string& why) {
        panel.verdict(Tone::Bad, tr("Misaligned address"), why);
        const Settings round{{"align", "on"}};
        const Settings sorted{{"order", "int-float-short"}, {"gap", "0"}};
        panel.action(tr("Round each start up"), round,
                     tr("align=on: the arrays lie some bytes further apart"));
        panel.action(tr("Widest elements first"), sorted, tr("nothing narrow lies before anything wide"));
        panel.card(
            Tone::Warn, tr("Nobody checks"),
            tr("The cast compiles, the launch succeeds. The GPU refuses the access: the host learns of "
               "it at a later call, and every call after that fails too."));
    }

    void sayAccess(Panel& panel, const Frame& frame, const ShownAccess& shown) const {
        panel.reading(readAccess(frame, shown));
        panel.action(tr("Put 127 shorts first"),
                     Settings{{"length0", "127"}, {"gap", "0"}, {"align", "off"}, {"order", kOrders[0]}},
                     tr("length0=127: array1 begins in the middle of a word"));
        panel.accessTable(shown);
        if (frame.architecture.banks != 32) {
            panel.card(Tone::Good, tr("Try it"), tr("Model CC 2.0: with 32 banks the halves can meet"));
            return;
        }
        if (const auto other = otherLength(plan(), kMostElements, frame.architecture, frame.rules)) {
            panel.suggestion(
                {.sets = {{"read", "halves"}, {lengthName(other->array), std::to_string(other->elements)}},
                 .outcome = halvesText(other->counts)});
        }
    }

    void drawFault(const Frame& frame, render::Canvas& canvas, std::size_t bad) const {
        const auto& launches = frame.result.launches;
        const std::string text =
            !launches.empty() && launches[0].fault ? retold(launches[0].fault->what()) : "";
        const Parts parts = plan().parts();
        render::Rect rest = drawHeading(canvas, frame.right, {tr("The kernel stops here"), text, ""});
        rest = drawConclusion(canvas, rest, misalignmentText(frame, parts[bad]), canvas.theme().bad);
        rest = drawFirstElement(canvas, frame, rest, parts, bad);
        drawHostCalls(canvas, frame, rest, HostView(frame.result, kCalls));
    }

    void drawBlock(const Frame& frame, render::Canvas& canvas, const ShownAccess* shown) const {
        if (frame.left.width < 80) return;
        const Heading heading{
            .title = tr("One block of shared memory, three arrays"),
            .subtitle = tr("{} bytes, a word of each bank in a row", grouped(plan().bytes())),
            .expression = "extern __shared__ float block[];",
        };
        render::Rect rest = drawHeading(canvas, frame.left, heading);
        rest = drawFormulas(canvas, rest, startFormulas(frame, plan()));
        drawStrip(canvas, frame, rest.belowTop(8), plan().parts(), shown);
    }
};

const Registered<Carving> kCarving{{
    .name = "carving",
    .chapter = "Shared memory",
    .summary = "Several arrays in one block of dynamic shared memory: offsets, alignment, first banks.",
    .title = "Carving shared memory",
    .place = 100,
    .move = "order, lengths and gaps of three arrays",
    .see = "several arrays in one `extern __shared__` block: offsets, first banks, and the misaligned "
           "pointer of a bad order",
    .terms = "race, barrier, alignment, dynamic shared memory",
}};

} // namespace lanescope::lab_carving
