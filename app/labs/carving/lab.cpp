// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/formulas.h"
#include "kit/charts/host_calls.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/carving/first_element.h"
#include "labs/carving/strip_view.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace lanescope::lab_carving {

using namespace kit;

/// The parameter of the kernel, as kernels/carving.cu declares it.
struct Carving {
    std::array<int, 3> start, length;
    int read;
};

using Settings = std::vector<std::pair<std::string, std::string>>;
constexpr std::array<const char*, 3> kTypes{"short", "float", "int"}, kNames{"array0", "array1", "array2"};
constexpr std::array<int, 3> kBytes{2, 4, 4};
const std::vector<std::string> kOrders{"short-float-int", "short-int-float", "float-short-int",
                                       "float-int-short", "int-short-float", "int-float-short"};
const std::vector<std::string> kReads{"array0", "array1", "array2", "halves"};
constexpr std::size_t kArrays[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/// Three arrays in one block of shared memory: where each begins, in which bank, and whether it may.
class CarvingLab final : public Lab, public HasSubject, public HasSweep, public Clickable {
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
        Carving c{{}, lengths(), static_cast<int>(read.index())};
        for (std::size_t i = 0; i < 3; ++i) c.start[i] = static_cast<int>(parts()[i].first);
        constexpr std::size_t kOut = model::kWarpSize * sizeof(float);
        recorder.options().mayFail = misaligned() >= 0;
        const Buffer out = recorder.allocate("out", kOut);
        recorder.launch("carving.carve", {1, 1, 1}, {32, 1, 1}, static_cast<std::uint32_t>(bytes()), out,
                        recording::Named{"carving", c});
        recorder.queryError(true);
        recorder.synchronize();
        recorder.copyOut(out, kOut);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const int bad = misaligned();
        const auto shown = bad < 0 ? shownAccess(frame) : std::nullopt;
        drawBlock(frame, canvas, shown && shown->access->space == model::Space::Shared ? &*shown : nullptr);
        if (bad >= 0) return drawFault(frame, canvas, static_cast<std::size_t>(bad));
        if (!shown) return drawNothing(canvas, frame.right, "Nothing was read.");
        const bool subject = isSubject(*shown->launch, *shown->access);
        const Heading heading{subject ? "What the warp reads" : "Another access of the kernel",
                              accessSentence(*shown->access), sourceText(*shown)};
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        if (subject && read.is("halves"))
            rest = drawConclusion(canvas, rest, halvesConclusion(frame, *shown),
                                  shown->counts.bankConflicts ? canvas.theme().warn : canvas.theme().good);
        drawAccess(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        if (const int bad = misaligned(); bad >= 0) {
            panel.verdict(Tone::Bad, "Misaligned address",
                          misalignment(frame, parts()[static_cast<std::size_t>(bad)]));
            const Settings round{{"align", "on"}}, sorted{{"order", "int-float-short"}, {"gap", "0"}};
            panel.action("Round each start up", round, "align=on: the arrays lie some bytes further apart");
            panel.action("Widest elements first", sorted, "nothing narrow lies before anything wide");
            panel.card(Tone::Warn, "Nobody checks",
                       "The cast compiles, the launch succeeds. The GPU refuses the access: the host learns "
                       "of it at a later call, and every call after that fails too.");
        } else if (const auto shown = shownAccess(frame)) {
            say(panel, readAccess(frame, *shown));
            panel.action("127 shorts first",
                         Settings{{"length0", "127"}, {"gap", "0"}, {"align", "off"}, {"order", kOrders[0]}},
                         "length0=127: array1 begins in the middle of a word");
            panel.accessTable(*shown);
            if (frame.architecture.banks != 32)
                panel.card(Tone::Good, "Try it", "Model CC 2.0: with 32 banks the halves can meet");
            else if (const auto other = otherLength({frame.architecture, frame.rules}, parts(), {1, 2}, 512,
                                                    std::bind_front(&CarvingLab::lay, this)))
                panel.suggestion(
                    Settings{{"read", "halves"},
                             {fmt::format("length{}", other->part), std::to_string(other->elements)}},
                    halvesText(other->counts));
        }
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
        if (misaligned() >= 0) return std::nullopt;
        const bool between = arrays()[0] == 1 || (arrays()[0] == 0 && arrays()[1] == 1);
        const int from = std::clamp((between ? length1 : length2) / 32 * 32, 2, 480);
        const std::string over = between ? "length1" : "length2", last = std::to_string(from + 32);
        return Sweep{
            .parameter = over,
            .first = std::to_string(from),
            .last = last,
            .step = "2",
            .metric = "wavefronts",
            .title = "what the load takes",
            .subject = true,
        };
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0 || pick.id > 2) return false;
        return read.assign(static_cast<std::size_t>(pick.id)), true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        if (pick.id > 2) return HostView(frame.result, 3).describe(pick);
        const auto i = static_cast<std::size_t>(pick.id);
        return parts()[i].name + ": " + placeText(frame, parts()[i]) + "; click to let the warp read it";
    }

private:
    std::array<int, 3> lengths() const { return {length0, length1, length2}; }
    /// The arrays in the order in which they lie.
    std::span<const std::size_t, 3> arrays() const { return kArrays[order.index()]; }
    /// By array, as the kernel is told.
    std::vector<StripPart> parts() const {
        std::vector<StripPart> all(3);
        for (const std::size_t i : arrays()) {
            const auto each = static_cast<std::uint64_t>(kBytes[i]);
            all[i] = {fmt::format("{} {}[{}]", kTypes[i], kNames[i], lengths()[i]),
                      0,
                      each * static_cast<std::uint64_t>(lengths()[i]),
                      each,
                      kTypes[i],
                      kNames[i]};
        }
        lay(all);
        return all;
    }
    void lay(std::span<StripPart> all) const {
        layOut(all, arrays(), static_cast<std::uint64_t>(gap.value()), align);
    }
    std::uint64_t bytes() const { return parts()[arrays()[2]].first + parts()[arrays()[2]].bytes; }
    /// In the order in which the kernel fills them; -1: none.
    int misaligned() const { return firstMisaligned(parts()); }
    std::string halvesConclusion(const Frame& frame, const ShownAccess& shown) const {
        return fmt::format("array1 begins in bank {}, array2 in bank {}: {}.", firstBank(frame, parts()[1]),
                           firstBank(frame, parts()[2]), halvesText(shown.counts));
    }

    void drawFault(const Frame& frame, render::Canvas& canvas, std::size_t bad) const {
        const auto& launches = frame.result.launches;
        const std::string text = !launches.empty() && launches[0].fault ? launches[0].fault->what() : "";
        render::Rect rest =
            drawConclusion(canvas, drawHeading(canvas, frame.right, {"The kernel stops here", text, ""}),
                           misalignment(frame, parts()[bad]), canvas.theme().bad);
        rest = drawFirstElement(canvas, frame, rest, parts(), bad);
        drawHostCalls(canvas, frame, rest, HostView(frame.result, 3));
    }

    void drawBlock(const Frame& frame, render::Canvas& canvas, const ShownAccess* shown) const {
        if (frame.left.width < 80) return;
        const std::vector<StripPart> all = parts();
        render::Rect rest =
            drawHeading(canvas, frame.left,
                        {"One block of shared memory, three arrays",
                         fmt::format("{} bytes, a word of each bank in a row", grouped(bytes())),
                         "extern __shared__ float block[];"});
        rest =
            drawFormulas(canvas, rest,
                         startFormulas(frame, all, arrays(), static_cast<std::uint64_t>(gap.value()), align));
        drawStrip(canvas, frame, rest.belowTop(8), all, shown);
    }
};

const Registered<CarvingLab> kCarving{{
    .name = "carving",
    .chapter = "Shared memory",
    .summary = "Several arrays in one block of dynamic shared memory: offsets, alignment, first banks.",
    .title = "Carving shared memory",
    .rank = 2,
}};

} // namespace lanescope::lab_carving
