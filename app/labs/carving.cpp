// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/formulas.h"
#include "kit/lab.h"
#include "kit/panel.h"
#include "kit/pictures.h"
#include "kit/readings.h"
#include "kit/strip_view.h"
#include "model/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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
const std::vector<std::string> kOrders{"0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0"},
    kReads{"array0", "array1", "array2", "halves"};

/// Three arrays in one block of shared memory: where each begins, in which bank, and whether it may.
class CarvingLab final : public Lab {
public:
    Choice order{this, "order", "0 1 2", kOrders, "which array lies first, which next, which last"};
    Integer length0{this, "length0", 128, 1, 512, "elements of short array0, 2 bytes each"};
    Integer length1{this, "length1", 64, 1, 512, "elements of float array1, 4 bytes each"};
    Integer length2{this, "length2", 256, 1, 512, "elements of int array2, 4 bytes each"};
    Integer gap{this, "gap", 0, 0, 128, "unused bytes before the second array and before the third"};
    Toggle align{this, "align", false, "each start is rounded up to a multiple of the array's element"};
    Choice read{this, "read", "halves", kReads,
                "what the warp reads; halves: 16 lanes array1, 16 lanes array2"};

    void run(Run& run) const override {
        if (firstMisaligned() >= 0) return; // it would cost the process its GPU
        const device::Pointer out = run.buffer("out", model::kWarpSize * sizeof(float));
        run.launch("carving.carve", {1, 1, 1}, {32, 1, 1}, static_cast<std::uint32_t>(bytes()), out,
                   carving());
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto shown = shownAccess(frame);
        const bool subject = shown && isSubject(*shown->launch, *shown->access);
        drawBlock(frame, canvas, shown && shown->access->space == model::Space::Shared ? &*shown : nullptr);
        if (const int bad = firstMisaligned(); bad >= 0 || !shown) {
            const Heading heading{"The kernel would stop here",
                                  "an address that no access of this width may have", ""};
            const render::Rect rest = drawHeading(canvas, frame.right, heading);
            return drawNothing(canvas, rest, bad >= 0 ? why(frame, bad) : "Nothing was read.");
        }
        const Heading heading{subject ? "What the warp reads" : "Another access of the kernel",
                              accessSentence(*shown->access), sourceText(*shown)};
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        if (subject && read.is("halves"))
            rest = drawMoral(canvas, rest, halvesMoral(frame, *shown),
                             shown->counts.bankConflicts ? canvas.theme().warn : canvas.theme().good);
        drawAccess(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        if (const int bad = firstMisaligned(); bad >= 0) {
            panel.verdict(Tone::Bad, "Misaligned address", why(frame, bad) + " It was not launched.");
            const Settings round{{"align", "on"}}, sorted{{"order", "2 1 0"}, {"gap", "0"}};
            panel.action("Round each start up", round, "align=on: the arrays lie some bytes further apart");
            panel.action("Widest elements first", sorted, "order=2 1 0: nothing narrow before anything wide");
            panel.card(Tone::Warn, "Nobody checks",
                       "The cast compiles. The access is what a GPU refuses: it reports "
                       "cudaErrorMisalignedAddress at a later call, and the context is lost.");
            return;
        }
        const auto shown = shownAccess(frame);
        if (!shown) return;
        say(panel, readAccess(frame, *shown));
        panel.accessTable(*shown);
        panel.card(Tone::Good, "Try it",
                   "length0=127: array1 begins in the middle of a word\nlength1=80: array2 begins 16 banks "
                   "further on");
        panel.source(*shown->launch);
    }

    /// The load that the lab's parameter chose: the last one from shared memory.
    bool isSubject(const LaunchResult& launch, const model::WarpAccess& access) const override {
        const model::WarpAccess* last = nullptr;
        for (const model::WarpAccess& each : launch.observation->trace)
            if (each.space == model::Space::Shared && each.operation == model::Operation::Load) last = &each;
        return last && last->site == access.site;
    }
    std::optional<Sweep> sweep() const override {
        return Sweep{"length1", "64",  "96", "2", "wavefronts", "what the load takes, by array1",
                     {},        false, true};
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0 || pick.id > 2) return false;
        read.assign(static_cast<std::size_t>(pick.id));
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        if (pick.id < 0 || pick.id > 2) return {};
        const auto i = static_cast<std::size_t>(pick.id);
        return parts()[i].name + ": " + placeOf(frame, i) + "; click to let the warp read it";
    }

private:
    std::array<int, 3> lengths() const { return {length0, length1, length2}; }
    /// By array, as the kernel is told.
    std::vector<StripPart> parts() const {
        std::vector<StripPart> all(3);
        std::uint64_t at = 0;
        for (std::size_t place = 0; place < 3; ++place) {
            const auto i = static_cast<std::size_t>(order.value()[2 * place] - '0');
            const auto each = static_cast<std::uint64_t>(kBytes[i]);
            if (place > 0) at += static_cast<std::uint64_t>(gap.value());
            if (align) at = (at + each - 1) / each * each;
            all[i] = {fmt::format("{} {}[{}]", kTypes[i], kNames[i], lengths()[i]), at,
                      each * static_cast<std::uint64_t>(lengths()[i]), each};
            at += all[i].bytes;
        }
        return all;
    }
    std::uint64_t bytes() const {
        std::uint64_t end = 0;
        for (const StripPart& part : parts()) end = std::max(end, part.first + part.bytes);
        return end;
    }
    /// In the order in which the kernel fills them; -1: none.
    int firstMisaligned() const {
        const std::vector<StripPart> all = parts();
        const auto found = std::ranges::find_if(all, &StripPart::misaligned);
        return found == all.end() ? -1 : static_cast<int>(found - all.begin());
    }
    Carving carving() const {
        Carving c{{}, lengths(), static_cast<int>(read.index())};
        for (std::size_t i = 0; i < 3; ++i) c.start[i] = static_cast<int>(parts()[i].first);
        return c;
    }
    static int bankOf(const Frame& frame, std::uint64_t at) {
        return model::bankOf(at, frame.architecture, frame.rules);
    }
    std::string placeOf(const Frame& frame, std::size_t i) const {
        return fmt::format("byte {}, bank {}", parts()[i].first, bankOf(frame, parts()[i].first));
    }
    std::string why(const Frame& frame, int bad) const {
        const StripPart part = parts()[static_cast<std::size_t>(bad)];
        const std::uint64_t last = part.first + part.alignment - 1;
        return fmt::format(
            "{}[0] would be bytes {} to {} of the block, some of them in bank {} and the rest in bank {}. So "
            "the first access to it, by warp 0, would stop the kernel.",
            kNames[static_cast<std::size_t>(bad)], part.first, last, bankOf(frame, part.first),
            bankOf(frame, last));
    }
    std::string halvesMoral(const Frame& frame, const ShownAccess& shown) const {
        return fmt::format("array1 begins in bank {}, array2 in bank {}: {}.",
                           bankOf(frame, parts()[1].first), bankOf(frame, parts()[2].first),
                           shown.counts.bankConflicts ? "lanes of one half meet lanes of the other"
                                                      : "the halves do not meet");
    }

    void drawBlock(const Frame& frame, render::Canvas& canvas, const ShownAccess* shown) const {
        if (frame.left.width < 80) return;
        const std::vector<StripPart> all = parts();
        render::Rect rest =
            drawHeading(canvas, frame.left,
                        {"One block of shared memory, three arrays",
                         fmt::format("{} bytes, a word of each bank in a row", grouped(bytes())),
                         "extern __shared__ float block[];"});
        std::vector<Formula> steps;
        for (std::size_t place = 0; place < 3; ++place) {
            const auto i = static_cast<std::size_t>(order.value()[2 * place] - '0');
            steps.push_back({kNames[i],
                             fmt::format("({}*)", kTypes[i]) + (place == 0 ? "block" : before(place)), "",
                             placeOf(frame, i), all[i].misaligned() ? Tone::Bad : Tone::Plain});
        }
        rest = drawFormulas(canvas, rest, steps);
        drawStrip(canvas, frame, rest.belowTop(8), all, shown);
    }
    /// "&array0[128]": what the array at a place begins behind.
    std::string before(std::size_t place) const {
        const auto i = static_cast<std::size_t>(order.value()[2 * place - 2] - '0');
        return fmt::format("&{}[{}]{}{}", kNames[i], lengths()[i],
                           gap > 0 ? fmt::format(" + {} bytes", gap.value()) : "",
                           align ? ", rounded up" : "");
    }
};

const Registered<CarvingLab> kCarving{
    {"carving", "Shared memory",
     "Several arrays in one block of dynamic shared memory: offsets, alignment, first banks.",
     "Carving shared memory", 2}};

} // namespace lanescope::lab_carving
