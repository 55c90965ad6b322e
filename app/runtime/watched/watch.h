// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/finding.h"
#include "ptx/fault.h"
#include "runtime/asked.h"
#include "runtime/graphs.h"
#include "runtime/watched/footprint.h"
#include "runtime/watched/graph_order.h"
#include "runtime/watched/guards.h"
#include "runtime/watched/host_line.h"
#include "runtime/watched/stream_order.h"

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::runtime {

/// Looks over a program's shoulder as it calls CUDA, and says in one line each on standard error what it does
/// wrong on the host's side, with the line of the program. What CUDA itself refuses is explained always; the
/// rest is looked for where the environment asks for it (LANESCOPE_CHECK=1). Functions are called with
/// `mutex` held.
class Watch {
public:
    /// nullptr: nobody looks.
    static Watch* instance();
    /// Begins, as the environment says. emulated: what kernels read and write can be seen.
    static void begin(bool emulated);

    std::recursive_mutex mutex;

    /// Whether all is looked for, not only what CUDA refuses.
    bool isThorough() const { return m_thorough; }

    /// A call begins: what an earlier one returned was not asked for. name: of the function.
    void called(std::string_view name, const CallSite& site);
    /// What it returned.
    void returned(std::string_view name, cudaError_t result, const CallSite& site);
    /// The program has looked at the last error, or at the name of one.
    void lookedAtError() { m_unseen.reset(); }

    using Kind = MemoryKind;
    /// The stream in whose turn memory comes or goes; nullopt: at once.
    using Turn = std::optional<cudaStream_t>;
    /// Memory that a call has given. call: by which its user knows it, "cudaMallocHost".
    void allocated(const char* call, const void* pointer, std::size_t bytes, Kind kind, const CallSite& site,
                   Turn turn = std::nullopt);
    /// A call that was to give memory back, and what it returned: it explains why not.
    void released(const char* call, const void* pointer, cudaError_t result, const CallSite& site,
                  Turn turn = std::nullopt);
    /// The same of CUDA arrays, which have handles and no addresses.
    void arrayMade(const char* call, cudaArray_const_t array, std::size_t bytes, const CallSite& site);
    void arrayGone(cudaArray_const_t array);
    /// A copy, and what it returned. A refused one is explained; of others it is noted what they read and
    /// write.
    /// isForGraph: it did not happen yet, and will when a graph is launched, which cannot be seen into.
    void copied(const Copied& copy, cudaError_t result, const CallSite& site, bool isForGraph);
    /// The same of a fill.
    void filled(const Filled& fill, cudaError_t result, const CallSite& site, bool isForGraph);
    /// The device is going to work: what a launch touches, nullptr where that is not looked at.
    Footprint* begins();
    /// The launch before it has returned so. kernel: its name without parameters.
    void launched(const char* kernel, cudaStream_t stream, cudaError_t result, const CallSite& site);
    /// A graph is going to be launched into a stream; on the emulator its nodes are looked at as they run,
    /// where all that they do can be seen.
    void graphBegins(cudaGraphExec_t exec, cudaStream_t stream, const CallSite& site);
    /// The launch has returned so. What was not seen may have done anything.
    void graphLaunched(cudaError_t result);
    /// Its handle may be another executable graph's from now on.
    void graphExecGone(cudaGraphExec_t exec);
    /// flags as cudaStreamCreateWithFlags has them: whether it waits for the default stream.
    void streamMade(cudaStream_t stream, unsigned flags);
    /// Its handle may be another stream's from now on.
    void streamGone(cudaStream_t stream);
    /// As StreamOrder has it.
    void eventRecorded(cudaEvent_t event, cudaStream_t stream);
    /// What follows in the stream comes after the event.
    void streamWaits(cudaStream_t stream, cudaEvent_t event);
    /// The host knows that all that the stream was given has ended.
    void waitedForStream(cudaStream_t stream);
    /// The same of what came before an event.
    void waitedForEvent(cudaEvent_t event);
    /// The same of all streams.
    void waitedForAll();
    /// All memory is gone.
    void reset();
    /// The program does something that cannot be seen into, which may have read or written any memory.
    void loseSight() { m_sees = false; }
    /// The program is told in other ways of what has ended, as by calls from a stream.
    void loseWaits();

    /// What else there is to say of the address of a kernel's fault; empty: nothing.
    struct More {
        std::string said;  ///< "0x7f0010 was freed at main.cu:40"
        std::string noted; ///< the same of a play, which has other addresses: "the address was freed at ..."
    };
    /// parameters: of its launch.
    More explain(const ptx::Fault& fault, std::span<const std::byte> parameters) const;
    /// What the emulator's checks have found in a kernel.
    void found(const ptx::Finding& finding);
    /// A segmentation fault of the host, which reads or writes: it says why where it can. Whether the program
    /// may go on.
    bool touched(std::uint64_t address, bool writes, const void* code);

    /// What is only known at the end of the program.
    void finish();

private:
    explicit Watch(bool emulated, bool thorough);

    /// What there is to say, if nothing comes of it in the end.
    struct Finding {
        std::string line;
        CallSite site;
        std::string kind;
    };
    struct Block {
        Extent extent;
        Kind kind = Kind::Device;
        const char* call = "";
        CallSite made;
        Words known;          ///< that something has written; empty: nothing yet, or it is not looked at
        std::string writer;   ///< the kernel whose results nobody has read yet; empty: none
        CallSite written;     ///< where that was launched
        bool wasRead = false; ///< what kernels wrote there, at any time
        std::optional<Finding> overwritten; ///< results that nobody had read, by a copy from the host
        std::string filledBy; ///< a copy of a fraction that looks like elements counted as bytes
    };
    /// What a program has to give back.
    struct Owed {
        const char* call = "";
        std::uint64_t bytes = 0;
        CallSite made;
    };
    struct Freed {
        Extent extent;
        const char* call = "";
        CallSite made, freed;
        std::uint64_t number = 0; ///< of the free, from 1
    };
    struct Operation {
        enum class Does { Uses, Allocates, Frees };
        StreamOrder::Moment moment;
        std::string label; ///< "cudaMemcpyAsync at main.cu:30"
        std::vector<Extent> reads,
            writes; ///< but for those of atomics; what it allocates or frees is written
        std::vector<Extent> atomics;
        Does does = Does::Uses;
        std::uint64_t graph = 0; ///< of a node, its graph's launch, from 1
    };
    /// A graph that is being launched.
    struct GraphLaunch {
        GraphOrder order;
        CallSite site;
        NodeLook look;
        StreamOrder::Moment moment;        ///< of the node that runs
        std::vector<Guards::Guard> guards; ///< for when the device has done its work
    };

    void say(const std::string& line, const CallSite& site, std::string_view kind);
    const Block* blockOf(std::uint64_t address) const;
    Block* blockOf(std::uint64_t address);
    const Freed* freedAt(std::uint64_t address) const;
    void noteFreed(Freed freed);
    void forgetFreed(const Extent& extent);
    std::string nameOf(const Block& block) const;
    static std::string keyOf(const Block& block);
    std::string keyOfMemory(const void* pointer) const;
    std::string whyNotReleased(const char* call, const void* pointer) const;
    std::string whyNotMoved(const Copied& move) const;
    std::string whyNotThere(const char* call, bool to, const void* pointer, std::size_t bytes) const;
    void noteMove(const Copied& move, const CallSite& site);
    std::vector<Guards::Guard> noteMove(const Copied& move, const StreamOrder::Moment& moment,
                                        const CallSite& site, std::uint64_t graph);
    std::vector<Guards::Guard> noteLaunch(std::string_view kernel, const StreamOrder::Moment& moment,
                                          const CallSite& site, std::uint64_t graph);
    Footprint& beginFootprint();
    void nodeBegins(const Node& node);
    void nodeEnds(const Node& node);
    std::vector<Owed> neverFreed() const;
    static void wasRead(Block& block);
    void noteUnread(const Block& block, const std::string& until);
    void operate(Operation operation, const CallSite& site);
    void forgetWhatEnded();
    void forgetMemory(const Extent& extent);
    void guard(Guards::Guard guard);

    bool m_emulated, m_thorough;
    bool m_sees = true, m_knowsWaits = true;
    bool m_resultsCame = false;       ///< to the host, of any kernel
    std::vector<Finding> m_unread;    ///< of memory that is gone, and of which earlier results were read
    mutable bool m_hasFailed = false; ///< a kernel has: nothing comes of what the program does after that
    std::map<std::uint64_t, Block> m_blocks;
    std::map<cudaArray_const_t, Owed> m_arrays;
    std::map<std::uint64_t, Freed> m_freed; ///< the last ones, where nothing else is now
    std::deque<std::pair<std::uint64_t, std::uint64_t>>
        m_freedOrder; ///< addresses and numbers, the oldest first
    std::uint64_t m_frees = 0;
    StreamOrder m_order;
    std::vector<Operation> m_operations; ///< that the host has not waited for
    std::optional<Footprint> m_footprint;
    std::unique_ptr<GraphLaunch> m_graph; ///< nullptr: there is none, or it is not looked at
    std::uint64_t m_graphs = 0;           ///< that were looked at
    Guards m_guards;
    struct Unseen {
        std::string call;
        cudaError_t error = cudaSuccess;
        CallSite site;
    };
    std::optional<Unseen> m_unseen;
    bool m_isExplained = false; ///< why the present call has failed
    std::set<std::string> m_said;
};

} // namespace lanescope::runtime
