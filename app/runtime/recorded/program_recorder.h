// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/decode/module.h"
#include "recording/recording.h"
#include "runtime/asked.h"
#include "runtime/chosen/registered.h"
#include "runtime/recorded/blocks.h"
#include "runtime/recorded/host_pages.h"
#include "runtime/recorded/taken_bytes.h"

#include <driver_types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanescope::runtime {

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

    std::recursive_mutex mutex;

    /// what: "cudaGraphLaunch". Throws nothing, as all of them.
    void refuse(std::string_view what) noexcept;
    /// What is to be asked of the device for an allocation of so many bytes.
    std::size_t padded(std::size_t bytes) const;
    /// Memory of the device, of so many bytes as the program has asked for.
    void allocated(const void* pointer, std::size_t bytes) noexcept;
    /// Of no effect for memory that it does not know.
    void freed(const void* pointer) noexcept;
    /// Memory that host and kernels use at the same address.
    void shared(const void* pointer, std::size_t bytes, bool managed) noexcept;
    /// Before any call that reads or writes memory: what the host has written to shared memory comes first.
    void prepare() noexcept;
    /// A copy between the host and the device, or within it; one within the host is nothing.
    void copied(const Copied& copy) noexcept;
    /// A fill of the device's memory, or of shared memory.
    void filled(const Filled& fill) noexcept;
    /// Before the launch.
    void prepare(const Launched& launch) noexcept;
    /// The launch that was prepared has been made.
    void launched(cudaStream_t stream) noexcept;
    /// The launch that was prepared has been refused, as there can be none of its size: it is played as one
    /// that fails.
    void launchRefused(cudaStream_t stream, cudaError_t error) noexcept;
    /// A call has returned this. A kernel's fault is played as one, so that what came before it can be seen.
    void returned(cudaError_t result) noexcept;
    /// The address of a variable of the device by the host variable that stands for it; nullptr: none.
    const std::byte* variable(const void* host) noexcept;
    /// A handle stands for the kernel that this host function stands for.
    void kernelHandle(const void* handle, const void* host) noexcept;
    /// A stream's calls become a graph: those that are noted until then come again with each launch of it.
    void captureBegun() noexcept;
    /// What was noted since captureBegun() is this graph; nullptr: the capture has failed.
    void captured(cudaGraph_t graph) noexcept;
    /// Whether what this stream is given becomes part of a graph.
    bool isCapturing(cudaStream_t stream) const;
    /// Of a host function in a capture: what it changes would come too late for the copies behind it.
    void hostFunction(cudaStream_t stream) noexcept;
    /// The executable graph is what the graph is now.
    void instantiated(cudaGraphExec_t exec, cudaGraph_t graph) noexcept;
    /// Its handle may be another's from now on.
    void execGone(cudaGraphExec_t exec) noexcept;
    /// Before the launch, and after it, when it is known whether it was one.
    void prepareGraph(cudaGraphExec_t exec, cudaStream_t stream) noexcept;
    void graphLaunched(bool succeeded) noexcept;
    /// It takes the number of one that is gone and had its priority, or the next.
    void streamMade(cudaStream_t stream) noexcept;
    /// Its number is free for another.
    void streamGone(cudaStream_t stream) noexcept;
    /// Where the stream is now.
    void eventRecorded(cudaEvent_t event, cudaStream_t stream) noexcept;
    /// What follows in the stream comes after the event.
    void eventWaited(cudaEvent_t event, cudaStream_t stream) noexcept;
    /// Its number is free for another.
    void eventGone(cudaEvent_t event) noexcept;
    /// The host has waited for the device, or below for a stream or an event.
    void synchronized() noexcept;
    void synchronized(cudaStream_t stream) noexcept;
    void synchronized(cudaEvent_t event) noexcept;

    /// Writes the file. At the end of the program.
    void finish() noexcept;

private:
    ProgramRecorder(std::string file, bool measures);

    struct Kernel {
        std::uint32_t module = 0;
        const ptx::Kernel* kernel = nullptr;
    };
    struct Code {
        std::uint32_t module = 0;
        std::shared_ptr<const ptx::Module> parsed;
    };
    /// Where an address lies on the device.
    struct Place {
        Block* block = nullptr;
        std::uint64_t offset = 0;
    };

    /// What was captured, in the order of the calls, which is one that the graph allows.
    using Captured = std::vector<std::variant<Copied, Filled, recording::Launch>>;

    template<class Body>
    void guarded(const Body& body) noexcept;
    void countLaunches(std::uint64_t more) noexcept;
    void noteShared();

    std::optional<Place> placeOf(const void* pointer);
    std::optional<Place> placeAt(std::uint64_t address);
    /// The rows of a copy at a place of a device; refuses what lies beyond the block.
    recording::Rows rowsAt(const Place& place, std::size_t width, std::size_t height, std::size_t pitch);
    void allocate(Block& block);
    void settle(cudaStream_t stream);
    void noteWrites(Block& block);
    void noteKnown(Block& block);
    void lookAtUsed();
    std::vector<bool> changedPages(Block& block);
    bool moves(const Block& block);
    void copyIn(const Place& to, const std::byte* from, std::size_t fromPitch, std::size_t width,
                recording::Rows rows, recording::StreamNumber stream, model::TransferMemory memory,
                std::byte* known = nullptr);
    void copyOut(const Place& from, const Copied& copy, recording::Rows rows);

    std::uint32_t contentsOf(const TakenBytes& bytes);
    void bringIn(const std::byte* bytes, std::size_t size);
    recording::Range addressesIn(const std::byte* bytes, std::size_t size, std::uint32_t first);
    void noteAddress(std::uint64_t word, std::uint64_t at, recording::Range& relocations);
    std::uint32_t object(const recording::Object& object, std::string_view name);
    recording::Text text(std::string_view words);
    recording::StreamNumber numberOf(cudaStream_t stream) const;
    std::uint32_t eventNumber(cudaEvent_t event);

    Code* codeOf(Registered& image);
    const Kernel* kernelOf(const void* host);
    void addVariable(const Code& code, const RegisteredVariable& variable);
    void addArgument(const ptx::Parameter& parameter, const void* value);

    std::string m_file;
    bool m_measures;
    bool m_stopped = false;
    std::uint64_t* m_launches; // in memory that Lanescope's command line looks at; nullptr: it does not
    std::uint64_t m_bytes = 0, m_mostBytes;
    recording::Recording m_recording;
    Blocks m_blocks;
    HostPages m_hostPages;
    std::optional<bool> m_pagesMove;                    // of managed memory; nullopt: not asked yet
    std::multimap<std::uint64_t, std::uint32_t> m_free; // objects that were freed, by their bytes
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> m_contents; // by digest
    std::optional<std::uint32_t> m_zeros;
    std::map<const void*, Code> m_code; // by wrapper
    std::map<const void*, Kernel> m_kernels;
    std::map<const void*, const void*> m_handles;
    std::map<const void*, const std::byte*> m_variables;
    std::map<cudaStream_t, recording::StreamNumber> m_streams;
    std::vector<recording::StreamNumber> m_freeStreams;
    std::map<cudaEvent_t, std::uint32_t> m_events;
    std::vector<std::uint32_t> m_freeEvents;
    std::uint32_t m_eventCount = 0;
    std::uint32_t m_allocations = 0;     // so far, for their names
    recording::Launch m_launch;          // that is being made
    std::shared_ptr<Captured> m_capture; // under way
    std::map<cudaGraph_t, std::shared_ptr<const Captured>> m_graphs;
    std::map<cudaGraphExec_t, std::shared_ptr<const Captured>> m_execs;
    std::size_t m_beforeGraph = 0; // calls before the graph that is launched
};

} // namespace lanescope::runtime
