// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "device/device.h"
#include "model/issues.h"
#include "model/memory/dram.h"
#include "model/occupancy.h"
#include "model/report.h"
#include "model/time/launch_time.h"
#include "model/warp_access.h"
#include "ptx/decode/line_sums.h"
#include "recording/recording.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lanescope::device {
struct StreamMeasurement;
}

namespace lanescope::session {

/// Where a named buffer of the lab lies in the memory that the accesses are of.
struct Placement {
    std::string name;
    std::uint64_t address = 0;
    std::size_t bytes = 0;
    std::size_t pitch = 0; ///< bytes from row to row of pitched memory, else 0
    bool holds(std::uint64_t at) const { return at >= address && at - address < bytes; }
};

/// Who of those that were looked at makes an access of a site.
struct SiteUse {
    std::uint64_t address = 0; ///< of global memory, that a warp touched there; 0: none did
    bool isUsed = false;       ///< by a warp of the launch; else only by child grids
    model::Dim3 block{0, 0, 0};
    std::uint32_t warp = 0; ///< of that block: the first to be there

    bool operator<(const SiteUse& other) const {
        const auto place = [](const SiteUse& use) {
            return std::tuple(!use.isUsed, use.block.z, use.block.y, use.block.x);
        };
        return place(*this) < place(other);
    }
};

/// What executions of a memory instruction waste, of which some were looked at, throughout the grid.
struct SiteWaste {
    std::uint64_t executions = 0; ///< that were looked at
    double excess = 0;            ///< model::excessOf, of all of them
    double most = 0;              ///< of one
    std::uint64_t block = 0;      ///< who makes the first one that wastes so much; linear
    std::uint32_t warp = 0;

    bool operator==(const SiteWaste&) const = default;
    double mean() const { return executions == 0 ? 0 : excess / static_cast<double>(executions); }
};

/// What the model and the pictures know of one launch: made on the emulated device, over all blocks or a
/// sample.
struct Observation {
    std::shared_ptr<const device::LoadedModule> module; ///< whose sites the accesses name
    std::vector<model::Report> reports;                 ///< one for each architecture asked for
    std::vector<model::DramTraffic> dram;               ///< likewise, of the blocks that the reports count
    /// Likewise; nullopt: no time is known.
    std::vector<std::optional<model::LaunchTime>> times;
    /// Likewise: the share of each source line in the waiting of that time's warps; empty: no time is known.
    std::vector<std::vector<ptx::LineSum>> lineShares;
    std::uint64_t warpInstructions = 0; ///< PTX instructions of those blocks' warps
    /// Likewise, one by one, with the steps of the focus warp; nullopt: the recording does not ask for them.
    std::optional<model::IssuedInstructions> issued;
    model::BlockResources resources; ///< of a block; registers as ptxas is likely to give them, 0: unknown
    std::vector<model::WarpAccess> trace; ///< of the focus warp, in program order
    bool isCut = false;                   ///< that warp makes more accesses than the trace has
    /// Of each site only the first access was kept, and none of other warps.
    bool isBrief = false;
    /// The lanes at which the kernel stopped, for their addresses do not allow the last access of the trace,
    /// which was not made; 0: that warp did not stop at an access.
    std::uint32_t stoppedLanes = 0;
    /// By access of the trace: how often the warp made it before. What stands in one line of source and goes
    /// the same way counts as one, for an unrolled loop has it several times.
    std::vector<std::uint32_t> occurrence;
    std::vector<std::unique_ptr<model::TexelFootprint>> footprints; ///< what the trace points to
    model::Dim3 focusBlock{0, 0, 0};
    std::uint32_t focusWarp = 0;
    std::vector<Placement> placements; ///< of the lab's buffers, by name
    /// Of all warps of that block, each in program order, without footprints; the first few thousand.
    std::vector<model::WarpAccess> blockTrace;
    std::vector<SiteUse> uses; ///< by site; shorter where the last ones are not used

    std::vector<SiteWaste> waste; ///< likewise, by the first architecture; empty: nobody asked

    /// Of a site; none: nobody has looked.
    SiteWaste wasteAt(std::uint32_t site) const { return site < waste.size() ? waste[site] : SiteWaste(); }
    /// nullptr when the lab has no buffer of that name.
    const Placement* placement(std::string_view name) const;
    /// The buffer that holds an address; nullptr: none of the lab's.
    const Placement* placementAt(std::uint64_t address) const;
    const model::Site& site(std::uint32_t index) const { return module->module().sites()[index]; }
    /// Of an access of the trace: the lanes at which the kernel stopped there; 0: it was made.
    std::uint32_t stoppedAt(const model::WarpAccess& access) const {
        return !trace.empty() && &access == &trace.back() ? stoppedLanes : 0;
    }
    /// The line of the kernel's source that an instruction stands in, 1-based; 0: it is not known.
    std::uint32_t lineOf(std::uint32_t instruction) const;
    /// Of an access of the trace.
    std::uint32_t occurrenceOf(const model::WarpAccess& access) const {
        return occurrence[static_cast<std::size_t>(&access - trace.data())];
    }
};

/// One launch of a run: what it was, how long it took, what its accesses come to.
struct LaunchResult {
    std::string label;  ///< "wave.createVertices"
    std::string kernel; ///< the function's name in its module, which may be mangled
    recording::ModulePointer file;
    std::string place; ///< where the program launches it: "main.cu:41"; empty: not known
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0;
    bool cooperative = false;
    model::Dim3 cluster{0, 0, 0}; ///< blocks; 0 x 0 x 0: as the kernel is compiled for
    /// What stopped it, where the lab's calls may fail: a fault of the kernel, or why it was not launched.
    std::shared_ptr<const ptx::Fault> fault;
    std::string refused;
    /// By architecture asked for: why it does not take a launch that ran, as another one may; empty, or
    /// shorter: it does. The reports of those that do not are empty.
    std::vector<std::string> refusedBy;
    bool wasRunning =
        false; ///< the fault: it had not ended when its program was ended, and nobody knows more
    device::LaunchRecord record;                    ///< of the device that made the result
    std::shared_ptr<const Observation> observation; ///< nullptr until it has been made

    /// As new, but for the memory of its names.
    void clear();
    /// Why it does not run on that one of the architectures asked for; empty: it does.
    const std::string& refusedOn(std::size_t architecture) const {
        return architecture < refusedBy.size() && !refusedBy[architecture].empty() ? refusedBy[architecture]
                                                                                   : refused;
    }
};

/// Seconds of the stages of a frame, as `bench` and the Frame panel show them; 0 for what a frame did not do.
struct StageTimes {
    double run = 0, map = 0, kernel = 0, unmap = 0, draw = 0, ui = 0, swap = 0;
    /// Counting accesses. On the emulated device the workers count as the kernel runs, which is part of
    /// kernel, and this is the end of it: joining what they counted and making the reports. Beside a GPU it
    /// is all that the emulator's run of the sampled blocks takes.
    double model = 0;
    double span = 0; ///< from before map to after the last kernel and unmap have ended
};

/// A buffer or texture of OpenGL, whoever draws it.
class GraphicsObject {
public:
    virtual ~GraphicsObject() = default;
    virtual unsigned name() const = 0; ///< OpenGL's
};

/// A buffer or image of a run as OpenGL has it.
struct ResultObject {
    std::string name;
    std::shared_ptr<GraphicsObject> graphics; ///< nullptr: there is no OpenGL
    device::ArrayDesc desc;
    recording::Vertices vertices; ///< of a buffer; none: what it holds is not known
    std::size_t bytes = 0;
    device::Route route = device::Route::Emulated;
    std::string reason;
};

/// What the buffers that a lab keeps held when the run had ended.
struct Values {
    /// What one of them held.
    struct Buffer {
        std::vector<std::byte> bytes;
        std::size_t pitch = 0; ///< bytes from row to row of pitched memory, else 0
    };
    std::map<std::string, Buffer, std::less<>> buffers;
};

/// What came back to the host, beside what came back when the recording was made.
struct ComparedReads {
    std::size_t reads = 0;              ///< of which that is known
    std::vector<std::size_t> differing; ///< the calls among them that brought something else
};

/// What a complete run left; immutable once it is published.
struct RunResult {
    std::vector<LaunchResult> launches;
    std::vector<ResultObject> objects;
    double time = 0;              ///< animation time the run was made for, seconds
    double observedTime = 0;      ///< the one of its observations, which an animation makes now and then
    std::uint64_t generation = 0; ///< counts published observations
    StageTimes times;
    std::shared_ptr<const Values> kept;
    /// The recording's streams as the GPU ran them; nullptr: not measured, or not yet.
    std::shared_ptr<const device::StreamMeasurement> streams;
    /// What the calls returned, where one may fail; nullptr: none may, or it is not known yet.
    std::shared_ptr<const device::CallReturns> calls;
    /// What they return by the rules of CUDA's runtime, where `calls` is what a GPU has returned; else
    /// nullptr.
    std::shared_ptr<const device::CallReturns> callsByRules;
    ComparedReads compared;
    /// Launches that the recording has beyond those of the result: the play was stopped before it came to
    /// them.
    std::size_t missing = 0;
    /// What was played; its options say how.
    std::shared_ptr<const recording::Recording> recording;

    /// A kept buffer as elements of T; empty when the run did not keep it.
    template<class T>
    std::span<const T> values(std::string_view buffer) const {
        const Values::Buffer* found = keptBuffer(buffer);
        if (!found) return {};
        return {reinterpret_cast<const T*>(found->bytes.data()), found->bytes.size() / sizeof(T)};
    }
    /// nullptr: the run did not keep it.
    const Values::Buffer* keptBuffer(std::string_view buffer) const;
    /// nullptr: there is none of that name.
    const ResultObject* object(std::string_view name) const;
    /// The counts of all launches together; architecture: which of those asked for.
    model::Counts total(std::size_t architecture = 0) const;
    /// The same of one space.
    model::Counts total(model::Space space, std::size_t architecture = 0) const;
    /// The same of one space and direction.
    model::Counts total(model::Space space, model::Direction direction, std::size_t architecture = 0) const;
    bool sampled() const; ///< reports come from some of the blocks only

    /// As new, but for the memory of what it holds: as many launches, each cleared.
    void clear();
};

} // namespace lanescope::session
