// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// When each call of a program would run that uses streams: a discrete-event model of copy engines and
/// hardware queues by the rules of the CUDA C Programming Guide (Asynchronous Concurrent Execution).
namespace lanescope::model {

/// What the model tells apart of the calls that a host makes.
enum class StreamTaskKind : std::uint8_t {
    CopyIn,       ///< cudaMemcpyAsync, host to device
    Kernel,       ///< a launch
    CopyOut,      ///< cudaMemcpyAsync, device to host
    Memset,       ///< cudaMemset
    CopyWithin,   ///< cudaMemcpy between two addresses of the same device memory
    EventRecord,  ///< cudaEventRecord
    EventWait,    ///< cudaStreamWaitEvent
    HostFunction, ///< cudaLaunchHostFunc, of old cudaStreamAddCallback
    StreamQuery,  ///< cudaStreamQuery: whether the stream has work left
    StreamMalloc, ///< cudaMallocAsync, which takes the stream's turn and, as far as is known, no time there
    StreamFree,   ///< cudaFreeAsync, the same
    HostWait,     ///< cudaStreamSynchronize, cudaEventSynchronize, cudaDeviceSynchronize
    PageLockedMalloc, ///< cudaMallocHost: from here on each synchronizes implicitly in any stream
    DeviceMalloc,     ///< cudaMalloc
    CacheSwitch       ///< another split of L1 and shared memory
};
/// The default (NULL) stream, which is none of a program's own.
inline constexpr int kDefaultStream = -1;

/// What the model has to know of one call.
struct StreamTask {
    StreamTaskKind kind = StreamTaskKind::Kernel;
    int stream = 0;     ///< from 0; kDefaultStream; of no meaning for an allocation and a switch of the cache
    double seconds = 0; ///< alone on the device or the bus; of an allocation: how long it holds up the host
    std::uint64_t bytes = 0; ///< of a copy
    bool pageable = false;   ///< the host's end of a copy
    double fill = 1;         ///< a kernel's blocks / those that the device holds at once
    int event = -1;          ///< of a record or a wait: which
    /// What a program calls where its kind alone does not say it: "cudaMallocManaged"; words that stay.
    std::string_view function{};
    /// The host makes no call for it: it is in a graph that has been launched with another one, or an edge.
    bool ofGraph = false;
    bool isEdge = false; ///< between branches of a graph: an event that is none of the program's
    bool operator==(const StreamTask&) const = default;
};
/// Whether commands of different streams before and after it cannot run at the same time (Guide, Implicit
/// Synchronization): allocations, another split of the cache, and all that goes to the default stream.
bool synchronizesImplicitly(const StreamTask& task);
/// The number by which people know its stream: 1 the first that a program has made, 0 the default stream.
int streamNumber(const StreamTask& task);
/// Whether it only orders or asks, and is no work itself.
bool isMark(StreamTaskKind kind);
/// "copy in", "kernel", "copy out", "event record", "graph edge begins", ...
std::string_view nameOf(const StreamTask& task);
/// The call as a program has it: of a query and of what synchronizes implicitly.
std::string_view callOf(const StreamTask& task);

/// Calls in the order in which one host thread makes them.
struct StreamProgram {
    int streams = 1;
    std::vector<int> priorities; ///< by stream, the smaller first; empty: all alike
    std::vector<StreamTask> commands;
    /// Streams that the default one has no order with (cudaStreamNonBlocking).
    std::vector<int> nonBlocking{};
    int branches =
        0; ///< the last so many streams are branches of graphs beside the one that these are launched into
    bool operator==(const StreamProgram&) const = default;
};

/// Whether what synchronizes implicitly keeps another command apart from what comes on its other side: the
/// default stream's work does not where the other is in a stream that does not block.
bool keepsApart(const StreamProgram& program, const StreamTask& implicit, const StreamTask& other);

/// Which branch of graphs a stream is, from 1; 0: it is one that a program has made, or the default one.
int branchOf(const StreamProgram& program, int stream);
/// Streams that are no branches.
int ownStreams(const StreamProgram& program);
/// Whether anything can run beside something else: branches do beside the stream of their graph.
bool hasSeveralStreams(const StreamProgram& program);

/// "copy in, stream 1", "kernel, graph branch 1", "cudaMalloc": the command of that index.
std::string commandName(const StreamProgram& program, int command);

/// What decides how streams overlap on a device.
struct StreamDevice {
    int copyEngines = 2;             ///< asyncEngineCount: 0: copies never overlap; 1: not with each other
    int concurrentKernels = 128;     ///< grids that run at once; 1: kernels one after the other
    int hardwareQueues = 32;         ///< 1, or Hyper-Q's 32
    bool checksDependencies = false; ///< of launches, as devices of CC 3.0 or lower with concurrent kernels
    bool priorities = true;          ///< of streams; from CC 3.5 on
    bool splitsCache = true;         ///< L1 and shared memory are one store, split as a kernel asks
    bool mallocSeparates = true;     ///< streams by cudaMalloc, as the Guide has it
    bool pageableAlone = true;       ///< nothing overlaps a copy of pageable memory, as the Guide has it
    double issueSeconds = 4e-6;      ///< the host's time for one call; assumed
    /// From the end of what stands before a host function until a thread of the host runs it, and from its
    /// end until its stream goes on: on an H100 (CUDA 13.0) 31 to 78 us, and 21.
    double beforeHostFunction = 55e-6, behindHostFunction = 21e-6;
    double bothWays = 1; ///< speed of a copy while the other direction copies too
    bool operator==(const StreamDevice&) const = default;
};
/// By compute capability: concurrent kernels of its table of technical specifications, copy engines as
/// deviceQuery reports them of usual boards; bothWays by the board's bus. That cudaMalloc separates no
/// streams was measured on an H100 and an H200 (CUDA 13.0), from 4 KiB to 1 GiB; cudaMallocHost and cudaFree
/// wait for all that runs. That kernels issued before a copy of pageable memory run beside it was measured on
/// an H200 (CUDA 13.0); what is issued behind it waits with the host.
StreamDevice streamDevice(const Architecture& architecture);
/// Whether commands before and after it cannot run at the same time on this device.
bool separatesStreams(const StreamTask& task, const StreamDevice& device);

/// What does the work.
enum class Engine : std::uint8_t { Host, CopyIn, Compute, CopyOut };
/// What carries a command out; Host: what only orders or asks, and what synchronizes implicitly.
Engine engineOf(StreamTaskKind kind);

/// Why a command did not start when it was issued.
enum class StreamWait : std::uint8_t {
    None,
    StreamOrder, ///< the command before it in its stream
    Engine,      ///< the engine worked on another command
    QueueOrder,  ///< one engine for both ways takes copies as they were issued; the one before had not begun
    DeviceFull,  ///< other kernels had all of the device, or it runs one at a time
    KernelQueue, ///< a single hardware queue: a kernel issued before had not begun
    DependencyCheck, ///< CC 3.0 or lower: until all blocks of all launches before have started
    CheckedLaunch,   ///< CC 3.0 or lower: a command issued before waits for its stream's kernel
    Implicit,        ///< an operation that synchronizes implicitly
    Event,
    HostSignal, ///< device and host tell each other that a host function may begin, or has ended
    Pageable    ///< the host waits for copies of pageable memory; where pageableAlone, nothing overlaps them
};
/// Whether it is work that is waited for, rather than a rule: what waits for work loses nothing.
bool isWork(StreamWait wait);
/// The rule in a few words: "waits for the command before it in its stream".
std::string_view ruleOf(StreamWait wait);

/// One command as it ran.
struct ScheduledCommand {
    double issued = 0;   ///< when the host's call began, seconds
    double returned = 0; ///< when it gave the host back
    double start = 0, end = 0;
    Engine engine = Engine::Host;
    StreamWait wait = StreamWait::None;
    int waitedFor = -1; ///< the command whose end let it start; -1: none
    double ready = 0;   ///< issued, and what came before it in its stream has ended
    double lost = 0;    ///< seconds since a rule, not work, first held it back
    double held = 0;    ///< of them those until work did
    int heldBy = -1;    ///< the command that this rule was about
    /// While a kernel runs: what part it has of the places that its blocks can fill.
    struct Share {
        double start = 0, end = 0; ///< seconds
        double part = 0;           ///< 0: other kernels have all its places; to 1
    };
    std::vector<Share> shares{}; ///< modelled, one after the other
};

/// How a program's commands ran, or would by the model.
struct Schedule {
    std::vector<ScheduledCommand> commands; ///< by the program's order
    double seconds = 0;                     ///< until the last one has ended

    /// Seconds that two or more engines other than the host worked at the same time.
    double overlap() const;
    /// Seconds that an engine works, whatever else does.
    double busy(Engine engine) const;
};

/// The same commands in one stream, with all that the host does between them. Seconds.
double serialSeconds(const StreamProgram& program, const StreamDevice& device);
/// Seconds of work that the busiest of the engines has, whatever the order: no schedule is shorter.
double leastSeconds(const StreamProgram& program, const StreamDevice& device);

/// Seconds of the engine with the most work; of all work where copies run on no engine of their own.
/// copyEngines: 0 copies never run beside kernels, 1 one engine has both directions, 2 one each.
double busiestSeconds(const Schedule& schedule, int copyEngines);
/// The call that should synchronize implicitly, where commands from before and behind it ran at the same
/// time; nothing: there is none.
std::optional<std::size_t> passedCall(const StreamProgram& program, const Schedule& ran);

/// A rule that holds commands back, beside the order within streams and engines at work.
struct StreamLoss {
    StreamWait wait = StreamWait::None;
    double seconds = 0; ///< summed over the commands that waited
    int command = -1;   ///< the first one of those that waited longest
    int heldBy = -1;    ///< what the rule was about then
};
/// The rules that held commands back, each once, the longest first.
std::vector<StreamLoss> losses(const Schedule& schedule);
/// Seconds of the program if a rule did not hold: by a device with two copy engines, with a queue for each
/// stream, or without dependency checks; of Implicit and Pageable by a program without their cause.
double secondsWithout(StreamWait rule, const StreamProgram& program, const StreamDevice& device);

} // namespace lanescope::model
