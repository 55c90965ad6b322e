// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/found_view.h"
#include "kit/grid_view.h"
#include "kit/lab.h"
#include "kit/panel.h"
#include "kit/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lanescope::lab_dynamic {

using namespace kit;

const std::vector<std::string> kStreams{"implicit", "named", "fire-and-forget", "tail"};
/// Numbers of the cells' picks, beyond those of the grids.
constexpr std::int64_t kSeenCells = 1 << 20, kBackCells = 2 << 20;

/// Grids launched by a grid: when they run, and who sees whose writes.
class Dynamic final : public Lab {
public:
    Choice stream{this, "stream", "implicit", kStreams, "where the children are launched"};
    Toggle sync{this, "sync", false,
                "__syncthreads() before the launch: all of the block has written by then"};
    Integer blocks{this, "blocks", 2, 1, 8, "blocks of the parent grid; each launches children of its own"};
    Integer children{this, "children", 3, 1, 8, "child grids that each block launches"};
    Integer warps{this, "warps", 8, 1, 8, "warps in a block of the parent; each thread writes one element"};
    Choice childThreads{
        this, "child-threads", "256", {"32", "64", "128", "256"}, "threads in a block of a child"};
    Integer work{this, "work", 1000, 0, 4000, "steps that warp w computes w times before it writes"};
    Integer childWork{this, "child-work", 4000, 0, 8000, "steps that a thread of a child computes"};
    Choice start{this,
                 "start",
                 "at launch",
                 {"at launch", "after parent"},
                 "when the emulator runs a child, of what CUDA leaves open; a GPU decides for itself"};
    Choice pointer{
        this,
        "pointer",
        "global",
        {"global", "shared", "local"},
        "what a child is handed: memory of all, of the launching block, or of the launching thread"};
    Toggle ask{this, "ask", true, "a pointer to memory that is not global is found out before the launch"};
    Integer block{this, "block", 0, 0, 7, "the block whose writes are shown; or click one"};
    Integer child{this, "child", 1, 1, 8, "the child of that block that looked at them; or click one"};

    Dynamic() {
        block.setMost([this] { return blocks - 1; });
        child.setMost([this] { return children.value(); });
    }

    void run(Run& run) const override {
        const std::size_t n = threads(), all = static_cast<std::size_t>(blocks * children);
        const auto array = [&](std::string_view name, std::size_t bytes) {
            const device::Pointer made = run.buffer(name, bytes);
            run.clear(name), run.keep(name);
            return made;
        };
        const std::array arrays{array("data", n * 4 * static_cast<std::size_t>(blocks.value())),
                                array("seen", n * 4 * all),
                                array("results", n * 4 * all),
                                array("back", n * 4 * static_cast<std::size_t>(blocks.value())),
                                array("parents", 16 * static_cast<std::size_t>(blocks.value())),
                                array("children", 16 * all * childBlocks()),
                                array("launches", 8 * all)};
        const auto size = static_cast<std::uint32_t>(n);
        if (pointer.is("global"))
            run.launch("dynamic.parent", {static_cast<std::uint32_t>(blocks.value()), 1, 1}, {size, 1, 1}, 0,
                       arrays, children.value(), 32 << childThreads.index(), work.value(), childWork.value(),
                       static_cast<std::uint32_t>(stream.index()), bool{sync});
        else
            run.launch("dynamic.passPrivate", {1, 1, 1}, {size, 1, 1}, 0, arrays[1], arrays[2],
                       static_cast<int>(size), arrays[5], pointer.is("shared"), bool{ask});
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const std::string why = whyNoPicture(frame);
        if (!pointer.is("global"))
            drawCoherence(
                canvas, drawHeading(canvas, frame.left, {"What a child sees of its parent's memory", "", ""}),
                pointer.value());
        if (!why.empty()) return drawNothing(canvas, frame.right, why);
        const render::Rect left =
            drawHeading(canvas, frame.left,
                        {fmt::format("Who sees what of block {}", shownBlock()),
                         "above the parent's writes, below those of child 1; a row is a warp", ""});
        drawFound(canvas, frame, left, seen(frame), back(frame));

        const GridFamily family = familyOf(frame);
        render::Rect right = drawHeading(canvas, frame.right,
                                         {"When the grids ran", std::string(streamRule(kind())),
                                          fmt::format("child<<<{}, {}, 0, {}>>>(...)", childBlocks(),
                                                      childThreads.value(), streamExpression(kind()))});
        right = drawMoral(canvas, right, familyMoral(family, frame.measured), canvas.theme().text);
        drawTimeline(canvas, frame, right, timelineOf(family, frame));
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const std::string why = whyNoPicture(frame);
        if (!why.empty()) {
            panel.verdict(Tone::Warn,
                          pointer.is("global") ? "No dynamic parallelism" : "Nothing was launched", why);
        } else {
            sayFound(panel, seen(frame), back(frame));
            sayTimes(panel, familyOf(frame), frame.measured);
        }
        const std::array on{std::pair<std::string, std::string>{"sync", "on"}};
        if (why.empty() && !sync && !stream.is("tail"))
            panel.action("Synchronize before the launch", on, "then all writes are promised to the child");
        panel.card(
            Tone::Plain, "Since CUDA 12",
            "Older texts let a parent wait: after cudaDeviceSynchronize() in device code its thread saw the "
            "children's writes. That call is gone. What needs the results goes into a tail launch, or into "
            "the next kernel of the host's stream.");
        panel.note(
            "Parent and child share global, constant, texture and mapped host memory, not shared and local "
            "memory. Constants may change only before the host launches.");
        if (!frame.result.launches.empty()) panel.source(frame.result.launches.front());
    }

    std::string emulatedOnly() const override {
        return pointer.is("global") || ask ? ""
                                           : "a child that follows such a pointer costs the program the GPU; "
                                             "set ask=on, or take the emulated device";
    }
    ptx::ChildStart childStart() const override {
        return start.is("at launch") ? ptx::ChildStart::AtLaunch : ptx::ChildStart::AfterParent;
    }
    bool picked(const render::Pick& pick) override {
        const std::int64_t all = blocks * children;
        if (pick.kind != render::PickKind::Point || pick.id < 0 || pick.id >= all + blocks) return false;
        block.assign(static_cast<int>(pick.id < all ? pick.id / children : pick.id - all));
        if (pick.id < all) child.assign(static_cast<int>(pick.id % children) + 1);
        return true;
    }
    std::string describe(const render::Pick& pick, const Frame& frame) const override {
        if (!whyNoPicture(frame).empty()) return {};
        std::string text = seen(frame).describe(pick);
        if (text.empty()) text = back(frame).describe(pick);
        return text.empty() ? describeSpan(pick, timelineOf(familyOf(frame), frame)) : text;
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        if (&parameter == &ask) return pointer.is("global") ? "the pointer is global" : "";
        if (&parameter == &sync && stream.is("tail")) return "a tail runs when the whole parent has ended";
        return pointer.is("global") || &parameter == &pointer || &parameter == &warps
                   ? ""
                   : "only with a global pointer";
    }

private:
    std::size_t threads() const { return static_cast<std::size_t>(warps.value()) * 32; }
    std::size_t childBlocks() const { return (threads() - 1) / (32U << childThreads.index()) + 1; }
    std::size_t shownBlock() const { return static_cast<std::size_t>(std::min(block.value(), blocks - 1)); }
    std::size_t shownChild() const {
        return shownBlock() * static_cast<std::size_t>(children.value()) +
               static_cast<std::size_t>(std::min(child, children) - 1);
    }
    FoundView seen(const Frame& frame) const {
        FoundView view{fmt::format("What child {} found", std::min(child.value(), children.value())),
                       writtenIn(frame.result, "seen", shownChild(), threads()),
                       std::vector<bool>(threads(), sync || stream.is("tail")), kSeenCells};
        view.promised[0] = true; // thread 0 launches, and had written before
        return view;
    }
    FoundView back(const Frame& frame) const {
        return {"What the parent found", writtenIn(frame.result, "back", shownBlock(), threads()),
                std::vector<bool>(threads()), kBackCells};
    }
    GridFamily familyOf(const Frame& frame) const {
        GridFamily family = familyIn(frame.result, childBlocks());
        family.stream = kind();
        family.shape = fmt::format("{} of {} threads", plural(childBlocks(), "block"), childThreads.value());
        family.chosen = static_cast<int>(shownChild());
        return family;
    }
    ptx::LaunchStream kind() const { return static_cast<ptx::LaunchStream>(stream.index() + 1); }
    /// Why there are no grids to draw; empty: there are.
    std::string whyNoPicture(const Frame& frame) const {
        if (frame.architecture.cc < model::ComputeCapability{3, 5})
            return fmt::format("CC {}: a grid cannot launch grids; that came with CC 3.5. The host launches "
                               "what comes next.",
                               frame.architecture.cc.text());
        if (pointer.is("global"))
            return frame.result.values<RunSpan>("parents").empty() ? "The run has left nothing to see." : "";
        return fmt::format(
            "__isGlobal() told {} memory from global, and nothing was launched: a child would look for that "
            "address in memory of its own.",
            pointer.value());
    }
};

const Registered<Dynamic> kDynamic{
    {"dynamic", "Threads", "A grid launches grids: when they run, and who is promised to see whose writes.",
     "Grids that launch grids", 2}};

} // namespace lanescope::lab_dynamic
