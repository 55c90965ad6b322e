// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "labs/dynamic/found_view.h"
#include "labs/dynamic/grid_view.h"
#include "labs/dynamic/model.h"
#include "labs/dynamic/pointer_view.h"
#include "labs/dynamic/rules_view.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::lab_dynamic {

using namespace kit;

const WordsFor<Stream> kStreams{{Stream::Implicit, "implicit"},
                                {Stream::Named, "named"},
                                {Stream::FireAndForget, "fire-and-forget"},
                                {Stream::Tail, "tail"}};
const WordsFor<recording::ChildStart> kStarts{{recording::ChildStart::AtLaunch, "at-launch"},
                                              {recording::ChildStart::AfterParent, "after-parent"}};
const std::vector<std::string> kPointers{"global", "shared", "local"};
/// Numbers of what is picked beside the grids.
// Pick::group; that of the grids is 0
constexpr int kSeenCells = 1, kBackCells = 2, kStreamRules = 3, kMemoryRules = 4, kCalls = 5;

/// Grids launched by a grid: when they run, and who sees whose writes.
class Dynamic final : public Lab,
                      public Clickable,
                      public HasCases,
                      public HasFacts,
                      public HasIdleParameters {
public:
    ChoiceOf<Stream> stream{this, "stream", Stream::Implicit, kStreams, "where the children are launched"};
    Toggle sync{this, "sync", false,
                "__syncthreads() before the launch: all of the block has written by then"};
    Integer blocks{this, "blocks", 2, 1, 8, "blocks of the parent grid; each launches children of its own"};
    Integer children{this, "children", 3, 1, 8, "child grids that each block launches"};
    Integer warps{this, "warps", 8, 1, 8, "warps in a block of the parent; each thread writes one element"};
    Choice childThreads{
        this, "child-threads", "256", {"32", "64", "128", "256"}, "threads in a block of a child"};
    Integer work{this, "work", 1000, 0, 4000, "steps that warp w computes w times before it writes"};
    Integer childWork{this, "child-work", 4000, 0, 8000, "steps that a thread of a child computes"};
    ChoiceOf<recording::ChildStart> start{
        this, "start", recording::ChildStart::AtLaunch, kStarts,
        "when the emulator runs a child, where CUDA leaves it open; a GPU decides for itself"};
    Choice pointer{
        this, "pointer", "global", kPointers,
        "where the pointer given to a child leads: memory of all, of the launching block, or of its thread"};
    Toggle ask{this, "ask", true, "a pointer to memory that is not global is detected before the launch"};
    Integer block{this, "block", 0, 0, 7, "the block whose writes are shown; or click one"};
    Integer child{this, "child", 1, 1, 8, "the child of that block that looked at them; or click one"};

    Dynamic() {
        underMore({&warps, &work, &childWork, &ask});
        block.setMost([this] { return blocks - 1; });
        child.setMost([this] { return children.value(); });
    }

    void record(Recorder& recorder) const override {
        recorder.options().childStart = start.chosen();
        if (!pointer.is("global")) return recordPrivate(recorder);
        const Sizes all = sizes();
        const std::size_t partBytes = all.threads() * sizeof(std::uint32_t);
        const auto array = [&](std::string_view name, std::size_t bytes) {
            const Buffer made = recorder.buffer(name, bytes);
            recorder.clear(made);
            recorder.keep(made);
            return made;
        };
        const std::array arrays{
            array("data", partBytes * all.blocks),
            array("seen", partBytes * all.allChildren()),
            array("results", partBytes * all.allChildren()),
            array("back", partBytes * all.blocks),
            array("parents", sizeof(RunSpan) * all.blocks),
            array("children", sizeof(RunSpan) * all.allChildren() * all.childBlocks()),
            array("launches", sizeof(std::uint64_t) * all.allChildren()),
        };
        const auto parents = static_cast<std::uint32_t>(all.blocks);
        const auto threads = static_cast<std::uint32_t>(all.threads());
        recorder.launch("dynamic.parent", {parents, 1, 1}, {threads, 1, 1}, 0, Structure(arrays),
                        children.value(), static_cast<int>(all.childThreads), work.value(), childWork.value(),
                        static_cast<std::uint32_t>(stream.index()), bool{sync});
    }

    bool hasResultPicture(const RunResult&) const override { return true; }
    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto launch = launchRules(chosenStream(), kStreamRules);
        const auto memory = memoryRules(pointer.value(), kMemoryRules);
        if (const std::string why = whyNoPicture(frame); !why.empty() || !pointer.is("global")) {
            const Heading heading{tr("What a child sees of its parent's memory"), "", ""};
            drawRules(canvas, frame, drawHeading(canvas, frame.left, heading), "", memory);
            if (why.empty()) return drawPointer(canvas, frame, frame.right, pointerView(frame));
            const render::Rect rest = drawHeading(canvas, frame.right, {tr("From CC 3.5 on"), why, ""});
            drawRules(canvas, frame, rest, "", launch);
            return;
        }
        const Heading heading{
            .title = tr("Who sees what block {} writes", shownBlock()),
            .subtitle = tr("above: what the parent writes; below: what child 1 writes; a row is a warp"),
            .expression = "",
        };
        const render::Rect left = drawHeading(canvas, frame.left, heading);
        drawRules(canvas, frame, drawFound(canvas, frame, left, seen(frame.result), back(frame.result)),
                  tr("What both see of memory"), memory);
        drawFamily(canvas, frame, frame.right, family(frame.result), launch);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        if (const std::string why = whyNoPicture(frame); !why.empty()) {
            panel.verdict(Tone::Warn, tr("No dynamic parallelism"), why);
        } else if (!pointer.is("global")) {
            sayPointer(panel, frame, pointerView(frame));
        } else {
            sayFound(panel, seen(frame.result));
            panel.facts();
            if (!sync && !stream.is("tail"))
                panel.action(tr("Synchronize before the launch"),
                             std::array{std::pair<std::string, std::string>{"sync", "on"}},
                             tr("then the child is guaranteed to see all writes"));
        }
        sayLaunchRules(panel);
        if (!frame.result.launches.empty() && whyNoChildren(frame.architecture).empty())
            panel.source(frame.result.launches.front());
    }

    std::vector<Fact> facts(const RunResult& result, const model::Architecture& architecture,
                            bool measured) const override {
        std::vector<Fact> list = launchFacts(chosenStream(), architecture);
        if (!pointer.is("global") || result.values<RunSpan>("parents").empty()) return list;
        addFacts(list, foundFacts(seen(result), back(result)));
        return addFacts(list, familyFacts(family(result), measured));
    }
    std::vector<Sets> cases() const override {
        std::vector<Sets> all;
        for (const std::string& word : stream.allValues())
            for (const char* const synced : {"off", "on"})
                if (word != "tail" || synced == std::string_view("off")) // on is of no matter to a tail
                    all.push_back({{pointer.name(), "global"}, {stream.name(), word}, {sync.name(), synced}});
        return all;
    }
    std::vector<std::string> caseColumns() const override {
        return {std::string(tr("Guaranteed to the child")), std::string(tr("Found by the child")),
                std::string(tr("Found by the parent")), std::string(tr("Children at the same time")),
                std::string(tr("From launch to start"))};
    }
    std::vector<CaseCell> caseOf(const RunResult& result, const model::Architecture&) const override {
        if (result.values<RunSpan>("parents").empty()) return {};
        const FoundView child = seen(result), parent = back(result);
        const GridFamily grids = family(result);
        const auto of = [](std::size_t some, const FoundView& view) {
            return tr("{} of {}", some, view.found.size());
        };
        const auto chosen = static_cast<std::size_t>(std::max(grids.chosen, 0));
        return {{of(child.promisedCount(), child),
                 child.promisedCount() == child.found.size() ? Tone::Good : Tone::Warn},
                {of(child.foundCount(), child), Tone::Plain},
                {of(parent.foundCount(), parent), Tone::Plain},
                {fmt::format("{}", grids.mostAtOnce()), Tone::Plain},
                {chosen < grids.children.size() ? clockText(grids.children[chosen].delay(), false)
                                                : std::string(),
                 Tone::Plain}};
    }
    bool picked(const render::Pick& pick) override {
        if (pick.kind != render::PickKind::Point || pick.id < 0) return false;
        if (pick.group == kMemoryRules) {
            pointer.assign(static_cast<std::size_t>(pick.id));
            return true;
        }
        if (pick.group == kStreamRules) {
            stream.assign(static_cast<std::size_t>(pick.id));
            return true;
        }
        if (pick.group != 0) return false;
        const std::optional<Sizes::Picked> found = sizes().picked(static_cast<std::size_t>(pick.id));
        if (!found) return false;
        block.assign(static_cast<int>(found->block));
        if (found->child) child.assign(static_cast<int>(*found->child) + 1);
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        if (pick.group == kStreamRules || pick.group == kMemoryRules) return tr("click to choose it");
        if (!whyNoPicture(frame).empty()) return {};
        if (!pointer.is("global")) return describePointer(pick, frame, pointerView(frame));
        const std::string text = seen(frame.result).describe(pick) + back(frame.result).describe(pick);
        return text.empty() ? describeSpan(pick, timelineOf(family(frame.result), frame)) : text;
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        if (&parameter == &ask) return pointer.is("global") ? tr("the pointer is global") : "";
        if (&parameter == &sync && stream.is("tail"))
            return tr("a tail runs when the whole parent has ended");
        const bool always = &parameter == &pointer || &parameter == &warps;
        return pointer.is("global") || always ? "" : tr("only with a global pointer");
    }

private:
    Sizes sizes() const {
        return {
            .blocks = static_cast<std::size_t>(blocks.value()),
            .children = static_cast<std::size_t>(children.value()),
            .warps = static_cast<std::size_t>(warps.value()),
            .childThreads = std::size_t{32} << childThreads.index(),
        };
    }
    Stream chosenStream() const { return stream.chosen(); }
    std::size_t shownBlock() const { return static_cast<std::size_t>(std::min(block.value(), blocks - 1)); }
    std::size_t shownChild() const {
        return sizes().childNumber(shownBlock(), static_cast<std::size_t>(std::min(child, children) - 1));
    }
    FoundView seen(const RunResult& result) const {
        FoundView view = foundIn(result, "seen", shownChild(), sizes().threads(), sync || stream.is("tail"),
                                 tr("Child {} found", std::min(child, children)), kSeenCells);
        view.promised[0] = true; // thread 0 launches, and had written before
        return view;
    }
    FoundView back(const RunResult& result) const {
        FoundView view = foundIn(result, "back", shownBlock(), sizes().threads(), false,
                                 tr("The parent found"), kBackCells);
        if (stream.is("tail")) view.never = tr("a tail begins when the whole parent has ended.");
        return view;
    }
    GridFamily family(const RunResult& result) const {
        GridFamily grids = familyIn(result, sizes().childBlocks(), sizes().childThreads, chosenStream());
        grids.chosen = static_cast<int>(shownChild());
        return grids;
    }
    PointerView pointerView(const Frame& frame) const {
        return {
            .memory = pointer.value(),
            .array = pointer.is("shared") ? "tile" : "array",
            .asked = ask,
            .host = HostView(frame.result, kCalls),
        };
    }
    /// Hands a child the block's or the thread's own memory.
    void recordPrivate(Recorder& recorder) const {
        const auto threads = static_cast<std::uint32_t>(sizes().threads());
        const std::size_t bytes = threads * sizeof(std::uint32_t);
        recorder.options().mayFail = !ask;
        const Buffer seen = recorder.allocate("seen", bytes);
        const Buffer results = recorder.allocate("results", bytes);
        const Buffer spans = recorder.allocate("spans", sizeof(RunSpan));
        recorder.clear(seen, bytes);
        recorder.launch("dynamic.passPrivate", {1, 1, 1}, {threads, 1, 1}, 0, seen, results, threads, spans,
                        pointer.is("shared"), bool{ask});
        recorder.queryError(true);
        recorder.synchronize();
        recorder.copyOut(seen, bytes);
    }
    /// Why there are no grids to draw; empty: there are.
    std::string whyNoPicture(const Frame& frame) const {
        const bool nothing = pointer.is("global") && frame.result.values<RunSpan>("parents").empty();
        const std::string lacks = whyNoChildren(frame.architecture);
        return lacks.empty() && nothing ? tr("The run recorded nothing to show.") : lacks;
    }
};

const Registered<Dynamic> kDynamic{{
    .name = "dynamic",
    .chapter = "Threads",
    .summary = "A grid launches grids: when they run, and whose writes each is guaranteed to see.",
    .title = "Grids that launch grids",
    .place = 40,
    .move = "stream of the children, `__syncthreads()`, pointers",
    .see = "grids that launch grids: when each ran, and which writes it was promised to see",
    .terms = "dynamic parallelism, child grid",
}};

} // namespace lanescope::lab_dynamic
