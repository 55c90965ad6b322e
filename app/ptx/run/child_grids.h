// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/finding.h"
#include "ptx/run/launch_plan.h"
#include "ptx/state/print_buffer.h"
#include "ptx/state/warp.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lanescope::ptx {

/// Codes of the device runtime (cudaError_t); which launch gives which was measured on CC 9.0, driver 580.
enum class DeviceError : std::uint32_t {
    None = 0,
    InvalidValue = 1,
    InvalidConfiguration = 9,
    LaunchPendingCountExceeded = 69
};
/// "cudaErrorInvalidValue".
std::string_view nameOf(DeviceError error);
/// What cudaGetErrorString says of it.
std::string_view textOf(DeviceError error);

/// Launches that may be pending at once: the default of cudaLimitDevRuntimePendingLaunchCount.
inline constexpr std::size_t kMostPending = 2048;
/// Grids within grids that the emulator follows; a GPU of CC 9.0 went down 1000 (measured).
inline constexpr std::uint32_t kMostNested = 128;
/// Child grids of one launch from the host.
inline constexpr std::size_t kMostGrids = 1 << 16;

/// The grids that a kernel launches from the device, theirs, and so on. Launches of one tree come from one
/// thread, one grid runs at a time and one block of it, and time is counted in the warp instructions that
/// have been executed: what a grid sees of memory is what had been written by then.
class ChildGrids final : public LaunchWindow {
public:
    /// plan: of the grid that the host launches; addresses: of the program's variables.
    ChildGrids(const LaunchPlan& plan, const std::vector<std::uint64_t>& addresses, std::uint32_t sharedLimit,
               ChildStart start);

    /// Whoever calls the device runtime.
    struct Caller {
        std::uint32_t grid = 0; ///< number of the calling thread's grid, 0 the host's
        model::Dim3 block{0, 0, 0}, thread{0, 0, 0};
        std::uint64_t time = 0;
        std::uint64_t ownTime = 0; ///< of its block, without the grids that ran meanwhile
        std::string place, file;   ///< "dynamic.cu:30"
        std::uint32_t line = 0;
        int lane = 0;
        PrintBuffer* printed = nullptr;
    };

    /// Who is told what child grids do; nullptr: nobody.
    void tell(model::AccessSink* sink) { m_sink = sink; }

    /// A place for the arguments of a launch; 0 when no such grid can run, and why says what is wrong.
    std::uint64_t reserve(std::uint64_t function, const model::Dim3& grid, const model::Dim3& block,
                          std::uint32_t sharedBytes, std::string& why);
    /// Launches what was reserved into a stream. Throws LaneFault for arguments that point into memory of the
    /// launching block or thread, Fault for what goes wrong in the child.
    DeviceError launch(const Caller& caller, std::uint64_t buffer, std::uint64_t stream, std::string& why);
    std::uint64_t createStream(const Caller& caller);
    DeviceError destroyStream(const Caller& caller, std::uint64_t stream);
    /// cudaDeviceSynchronize of before CUDA 12: runs what the block has launched and has not run yet.
    void synchronize(const Caller& caller);

    /// Keeps the error of a thread's last failed call.
    void fail(const Caller& caller, DeviceError error);
    DeviceError lastError(const Caller& caller, bool clear);
    /// Address of what cudaGetErrorName or cudaGetErrorString gives.
    static std::uint64_t textAddress(DeviceError error, bool name);
    /// The host's view of a reserved place or of an error's text, nullptr for any other address.
    std::byte* view(std::uint64_t address, std::uint64_t bytes) const override;

    /// A block of the host's grid has ended at that time.
    void blockEnded(std::uint64_t time);
    /// Runs what waits for the end of the host's grid.
    void finish(PrintBuffer& printed);

    std::uint64_t executed() const { return m_executed; } ///< warp instructions of all child grids
    const FindingLog& findings() const { return m_findings; }
    /// The host's grid first; empty when it has launched none.
    std::vector<GridRecord> records() const;

private:
    struct Request {
        std::size_t kernel = 0; ///< index of the program's kernels
        model::Dim3 grid, block;
        std::uint32_t dynamicSharedBytes = 0, sharedBytes = 0;
        std::vector<std::uint64_t> parameters; ///< as words, which is how they are read
    };
    struct Grid {
        Request request;
        GridRecord record;
        std::uint32_t depth = 0;
        bool done = false;
        std::vector<std::uint32_t> waiting, tails; ///< launched by it and not yet run
    };
    struct Stream {
        std::uint32_t grid = 0, number = 0;
        model::Dim3 block;
        bool alive = true;
    };
    using ThreadKey = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>; ///< grid, block, thread

    void checkArguments(const Caller& caller, const Request& request) const;
    ThreadKey threadOf(const Caller& caller) const;
    std::uint64_t linearBlock(std::uint32_t grid, const model::Dim3& block) const;
    void run(std::uint32_t number, PrintBuffer& printed);
    void runBlocks(Grid& grid, std::uint32_t number, PrintBuffer& printed);
    void complete(std::uint32_t number, PrintBuffer& printed);
    const LaunchPlan& planOf(std::size_t kernel);

    LaunchPlan m_root;
    const std::vector<std::uint64_t>& m_addresses;
    std::uint32_t m_sharedLimit;
    ChildStart m_start;
    model::AccessSink* m_sink = nullptr;
    std::unique_ptr<std::byte[]> m_texts;        ///< of errors, in the launch window
    std::map<std::size_t, LaunchPlan> m_plans;   ///< by kernel, without what differs from launch to launch
    std::map<std::uint64_t, Request> m_reserved; ///< by address
    std::deque<Grid> m_grids;
    /// A grid is pending until its launching block has executed as much of its own as the grid took, for on a
    /// GPU both go on at once: until this own time of the block, the largest number while that is not known.
    std::vector<std::uint64_t> m_pendingUntil;
    std::map<std::uint64_t, Stream> m_streams;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> m_streamCounts; ///< by grid and block
    std::map<ThreadKey, DeviceError> m_errors;
    FindingLog m_findings;
    std::uint64_t m_executed = 0, m_nextBuffer = 0;
    std::uint64_t m_now = 0; ///< when the last block ended
    bool m_faultTold = false;
};

} // namespace lanescope::ptx
