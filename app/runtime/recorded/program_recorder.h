// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"
#include "recording/under_way.h"
#include "runtime/asked.h"
#include "runtime/recorded/call_mutex.h"
#include "runtime/recorded/graph_notes.h"
#include "runtime/recorded/graph_run.h"
#include "runtime/recorded/memory_notes.h"
#include "runtime/recorded/program_code.h"
#include "runtime/recorded/recording_writer.h"
#include "runtime/recorded/stream_numbers.h"
#include "runtime/recorded/texture_notes.h"

#include <driver_types.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::runtime {

/// Calls a function of the host's for a graph; node: a HostNode.
void CUDART_CB callHostNode(void* node);

/// Writes down what a program asks of its device, as a recording that can be played again on any device: what
/// it copies in is stored, addresses become objects and offsets. Each function is called with `mutex` held,
/// and after its call has succeeded if nothing else is said. Once something comes that no recording can hold,
/// one line says so and nothing more is recorded.
class ProgramRecorder {
public:
    /// nullptr: the program is not recorded.
    static ProgramRecorder* instance();
    /// Begins, where the environment asks for it (LANESCOPE_RECORD=FILE). measures: on a GPU, which goes on
    /// while its calls return.
    static void begin(bool measures);
    /// Says to those who wait for the recording that nothing runs.
    static void cannotBegin(std::string_view why);

    CallMutex mutex;

    bool isOnGpu() const { return m_writer.isOnGpu; }
    /// what: "cudaGraphLaunch". Throws nothing, as all of them.
    void refuse(std::string_view what) noexcept;
    /// What is to be asked of the device for an allocation of so many bytes.
    std::size_t padded(std::size_t bytes) const;
    /// Memory of the device, of so many bytes as the program has asked for.
    void allocated(const void* pointer, std::size_t bytes, const AllocatedBy& by) noexcept;
    /// Of no effect for memory that it does not know. stream: in whose turn, of a function that has one.
    void freed(const void* pointer, recording::MemoryFunction function, cudaStream_t stream) noexcept;
    /// Memory that host and kernels use at the same address.
    void shared(const void* pointer, std::size_t bytes, bool managed, const AllocatedBy& by) noexcept;
    /// Before any call that reads or writes memory: what the host has written to shared memory comes first.
    void prepare() noexcept;
    /// A copy between the host and the device, or within it; one within the host is nothing.
    void copied(const Copied& copy) noexcept;
    /// A fill of the device's memory, or of shared memory.
    void filled(const Filled& fill) noexcept;
    /// Before the launch.
    void prepare(const Launched& launch) noexcept;
    /// The launch that was prepared has been made. ended: its kernel ended, or nobody knows yet.
    void launched(cudaStream_t stream, bool ended) noexcept;
    /// The launch that was prepared has failed. Where there can be none of its size it is played as one that
    /// fails.
    void launchRefused(cudaStream_t stream, cudaError_t error) noexcept;
    /// Whether a call that returned this belongs into the recording: it did something, or was the first to
    /// tell of a kernel's fault.
    bool isNoted(cudaError_t result) const;
    /// Notes a call that isNoted().
    template<class Note>
    void note(cudaError_t result, const Note& notes) {
        const std::size_t before = m_writer.recording.calls.size();
        notes();
        if (result != cudaSuccess && m_writer.recording.calls.size() > before) s_failureIsNoted = true;
    }
    /// For as long as a call of the program takes, in its thread.
    class CallScope {
    public:
        CallScope() : m_outer(std::exchange(s_failureIsNoted, false)) {}
        ~CallScope() { s_failureIsNoted = m_outer; }
        CallScope(const CallScope&) = delete;
        CallScope& operator=(const CallScope&) = delete;
        /// Whether the call failed, and nothing of it is in the recording.
        bool failedUnnoted(cudaError_t result) const {
            return result != cudaSuccess && result != cudaErrorNotReady && !s_failureIsNoted;
        }

    private:
        bool m_outer;
    };
    /// Where the call is made that this thread is in: "main.cu:30"; words that stay. Empty: not known.
    void calledAt(std::string_view line) noexcept;
    /// What else is known of the fault that has stopped a kernel: "the memory there was freed at main.cu:12".
    void faultExplained(std::string_view text) noexcept;
    /// The call has failed. text: as it stands in the program.
    void failed(std::string_view text, cudaError_t result) noexcept;
    /// cudaGetLastError, which clears, or cudaPeekAtLastError has returned this.
    void errorQueried(bool clears, cudaError_t result) noexcept;
    /// The host's code does something wrong there.
    void foundOnHost(std::string_view place, std::string_view text) noexcept;
    /// What a pointer leads to: "array1 + 16", "nullptr", or "pointer1" where nobody knows, by the order in
    /// which such pointers come.
    std::string addressText(const void* pointer) noexcept;
    std::string streamText(cudaStream_t stream) noexcept;
    /// A call has returned this. A kernel's fault is played as one, so that what came before it can be seen.
    void returned(cudaError_t result) noexcept;
    /// The address of a variable of the device by the host variable that stands for it; nullptr: none.
    const std::byte* variable(const void* host) noexcept;
    /// A kernel's launches may ask for so many bytes of dynamic shared memory.
    void sharedAllowed(const void* host, std::uint32_t bytes) noexcept;
    /// A handle stands for the kernel that this host function stands for.
    void kernelHandle(const void* handle, const void* host) noexcept;
    /// A GPU's driver has made a tensor map; emulated: the same as the emulator has it.
    void tensorMapMade(const TensorMapBytes& map, const TensorMapBytes& emulated) noexcept;
    /// A CUDA array, or a texture or surface object.
    void textured(const std::function<void(TextureNotes&)>& note) noexcept;
    /// A texture object, which may be over plain memory.
    void textureMade(cudaTextureObject_t texture, const cudaResourceDesc& resource,
                     const cudaTextureDesc& description, bool hasView) noexcept;
    /// A graph, or what it is made of: what the body throws ends the recording.
    void graphed(const std::function<void(GraphNotes&)>& note) noexcept;
    /// The same of a node that launches a kernel: it gets the call.
    void graphed(const Launched& launch,
                 const std::function<void(GraphNotes&, const recording::Launch&)>& note) noexcept;
    /// Whether what this stream is given becomes part of a graph.
    bool isCapturing(cudaStream_t stream) const { return m_graphs.isCapturing(stream); }
    /// What a graph is to call in the place of a function of the host's: callHostNode() with it. nullptr:
    /// nothing is recorded any more.
    HostNode* hostNode(cudaHostFn_t function, void* data) noexcept;
    /// A graph calls it: what it changes is there for what comes behind it. In any thread, without the mutex.
    void runHostNode(const HostNode& node) noexcept;
    /// Memory that a stream in a capture allocates, or frees.
    void capturedAllocation(const void* pointer, std::size_t bytes, cudaStream_t stream) noexcept;
    void capturedFree(const void* pointer, cudaStream_t stream) noexcept;
    /// A node of a graph allocates it.
    void reservedByGraph(const void* pointer, std::size_t bytes) noexcept;
    /// Before prepareGraph(): the sizes of its copies of which takesPageableAtLaunch() is to say when they
    /// are made, and what it says.
    std::vector<std::size_t> copiesInQuestion(cudaGraphExec_t exec) noexcept;
    void copiesAreTaken(std::size_t bytes, bool atLaunch) noexcept {
        m_graph.copiesAreTaken(bytes, atLaunch);
    }
    /// Before the launch, and after it, when it is known whether it was one.
    void prepareGraph(cudaGraphExec_t exec, cudaStream_t stream) noexcept;
    /// Whether the graph under way calls functions of the host's: it has to have ended before
    /// graphLaunched().
    bool callsHost() const noexcept { return m_graph.callsHost(); }
    void graphLaunched(bool succeeded) noexcept;
    /// Its handle may be another executable graph's from now on.
    void graphExecGone(cudaGraphExec_t exec) noexcept;
    void streamMade(cudaStream_t stream) noexcept;
    void streamGone(cudaStream_t stream) noexcept;
    /// Where the stream is now.
    /// isNode: where the stream is captured, the graph does it.
    void eventRecorded(cudaEvent_t event, cudaStream_t stream, bool isNode) noexcept;
    /// What follows in the stream comes after the event.
    void eventWaited(cudaEvent_t event, cudaStream_t stream, bool isNode) noexcept;
    void eventGone(cudaEvent_t event) noexcept;
    /// The host has waited for the device, or below for a stream or an event.
    void synchronized() noexcept;
    void synchronized(cudaStream_t stream) noexcept;
    void synchronized(cudaEvent_t event) noexcept;

    /// Writes the file. At the end of the program.
    void finish() noexcept;
    /// The same, unless this is a child that shares the program's memory, as behind vfork.
    void finishInOwnProcess() noexcept;
    /// The same where the program is ended from outside: what it launched last may never have ended.
    void finishInterrupted() noexcept;

private:
    ProgramRecorder(std::string file, bool measures);

    template<class Body>
    void guarded(const Body& body) noexcept;
    void ownMutexInChild();
    void countLaunches(std::uint64_t more) noexcept;
    void mayNotEnd(std::size_t call);
    template<class Moved>
    void noteCaptured(const Moved& moved);
    void conditionRuns(cudaGraphConditionalHandle handle, unsigned body) noexcept;

    static inline thread_local bool s_failureIsNoted = false; // of the call under way
    std::string m_file;
    ::pid_t m_process;
    bool m_stopped = false;
    recording::UnderWay* m_underWay; // in memory that Lanescope's command line looks at; nullptr: it does not
    std::uint64_t m_mostBytes;
    std::size_t m_failed = 0;                     // calls
    std::map<const void*, std::size_t> m_unknown; // pointers that lead nowhere, from 1
    RecordingWriter m_writer;
    StreamNumbers m_streams{m_writer};
    TextureNotes m_textures{m_writer};
    MemoryNotes m_memory{m_writer, m_streams, m_textures};
    ProgramCode m_code{m_writer, m_memory, m_streams, m_textures};
    GraphNotes m_graphs;
    GraphRun m_graph{m_writer, m_memory, m_streams}; // that is being launched
    recording::Launch m_launch;                      // that is being made
    bool m_isLaunching = false;                      // it has been prepared, and nothing is known of it yet
};

} // namespace lanescope::runtime
