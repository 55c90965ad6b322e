// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/program_recorder.h"

#include "model/architecture.h"
#include "model/clock.h"
#include "model/launch_limits.h"
#include "recording/call_errors.h"
#include "recording/file.h"
#include "recording/plain_name.h"
#include "runtime/backlog.h"
#include "runtime/conditions.h"
#include "runtime/recorded/crash.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <new>
#include <span>
#include <system_error>
#include <utility>
#include <variant>

namespace lanescope::runtime {

namespace {

constexpr std::uint64_t kMebibyte = 1 << 20;
constexpr std::uint64_t kMostMebibytes = 1024; // of a recording, where nothing else is said
constexpr std::size_t kMostFailed = 1000;      // calls, where equal ones in a row are one
constexpr std::uint64_t kCallBytes = 128;      // about what a call takes

std::atomic<ProgramRecorder*> g_instance{nullptr};

void say(std::string_view line) {
    std::fflush(stdout);
    fmt::print(stderr, "lanescope: {}\n", line);
}

/// Writes how far the recording is where Lanescope's command line looks for it; false: nobody does.
bool writeNote(std::string_view words) {
    const char* const file = std::getenv("LANESCOPE_RECORD_NOTE");
    return file && *file &&
           std::ofstream(file, std::ios::trunc)
               .write(words.data(), static_cast<std::streamsize>(words.size()))
               .flush()
               .good();
}

/// What Lanescope shows while the program runs; nullptr: nobody looks.
recording::UnderWay* sharedUnderWay() {
    const char* const name = std::getenv("LANESCOPE_RECORD_UNDER_WAY");
    const int file = name && *name ? ::open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return nullptr;
    struct stat status {};
    void* memory = MAP_FAILED;
    if (::fstat(file, &status) == 0 && status.st_size >= static_cast<off_t>(sizeof(recording::UnderWay)))
        memory = ::mmap(nullptr, sizeof(recording::UnderWay), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<recording::UnderWay*>(memory);
}

std::uint64_t mostBytes() {
    const char* const variable = std::getenv("LANESCOPE_RECORD_LIMIT");
    const std::string_view text = variable ? variable : "";
    std::uint64_t wanted = kMostMebibytes;
    if (!text.empty()) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wanted);
        if (error != std::errc{} || end != text.data() + text.size() || wanted == 0 ||
            wanted > std::numeric_limits<std::uint64_t>::max() / kMebibyte) {
            wanted = kMostMebibytes;
            say(fmt::format("LANESCOPE_RECORD_LIMIT={}: a number of MiB was expected; {} MiB is the limit",
                            text, wanted));
        }
    }
    return wanted * kMebibyte;
}

/// At the end of the process, after all that the program does there.
[[gnu::destructor]] void finishRecording() {
    if (ProgramRecorder* recorder = ProgramRecorder::instance()) recorder->finish();
}

} // namespace

void ProgramRecorder::cannotBegin(std::string_view why) {
    writeNote(why);
}

ProgramRecorder* ProgramRecorder::instance() {
    return g_instance;
}

void ProgramRecorder::begin(bool measures) {
    const char* const file = std::getenv("LANESCOPE_RECORD");
    if (!file || !*file) return;
    g_instance =
        new ProgramRecorder(file, measures); // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    // A GPU tells nobody which bodies run.
    if (!measures)
        Conditions::instance().setTold([](cudaGraphConditionalHandle handle, unsigned body) {
            instance()->conditionRuns(handle, body);
        });
    writeNote("");
    std::at_quick_exit([] { instance()->finishInOwnProcess(); });
    // What a child does is another program's, whose file must not take the place of this one's.
    ::pthread_atfork([] { instance()->mutex.lock(); }, [] { instance()->mutex.unlock(); },
                     [] {
                         instance()->m_stopped = true;
                         instance()->ownMutexInChild();
                     });
    // Not while another thread is within a call. The lock is kept until the process has ended.
    atCrash(
        [] {
            CallMutex& calls = instance()->mutex;
            for (;;) {
                if (calls.try_lock()) return pid_t{0};
                if (const pid_t owner = calls.owner()) return owner;
            }
        },
        [](int signal) {
            instance()->ownMutexInChild();
            isCrash(signal) ? instance()->finish() : instance()->finishInterrupted();
        });
}

/// Its owner is a thread of the parent.
void ProgramRecorder::ownMutexInChild() {
    new (&mutex) CallMutex;
}

void ProgramRecorder::refuse(std::string_view what) noexcept {
    if (m_stopped) return;
    m_stopped = true;
    m_writer.recording = {};
    // `lanescope record` says it in its own words, and knows by the note that it was this runtime at all.
    if (writeNote(what)) return;
    say(what.starts_with(m_file) ? std::string(what) : fmt::format("{} is not written: {}", m_file, what));
}

/// Runs the body unless the recording has ended, and ends it where the body cannot.
template<class Body>
void ProgramRecorder::guarded(const Body& body) noexcept {
    if (m_stopped) return;
    try {
        body();
        if (m_writer.storedBytes + m_writer.recording.calls.size() * kCallBytes +
                m_writer.recording.bytes.size() >
            m_mostBytes)
            throw CannotHold(
                fmt::format("it would be larger than {} MiB (LANESCOPE_RECORD_LIMIT=MIB allows more)",
                            m_mostBytes / kMebibyte));
    } catch (const std::bad_alloc&) {
        refuse("there is not enough memory for it");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
}

ProgramRecorder::ProgramRecorder(std::string file, bool measures)
    : m_file(std::move(file)), m_process(::getpid()), m_underWay(sharedUnderWay()), m_mostBytes(mostBytes()),
      m_writer(measures) {}

// Memory.

/// A GPU has one allocation right behind the other, and the end of the one would be taken for the other's
/// first byte.
std::size_t ProgramRecorder::padded(std::size_t bytes) const {
    return bytes > 0 && m_writer.isOnGpu && !m_stopped ? bytes + 1 : bytes;
}

void ProgramRecorder::allocated(const void* pointer, std::size_t bytes, const AllocatedBy& by) noexcept {
    guarded([&] { m_memory.allocated(pointer, bytes, by); });
}

void ProgramRecorder::freed(const void* pointer, recording::MemoryFunction function,
                            cudaStream_t stream) noexcept {
    guarded([&] { m_memory.freed(pointer, {function, m_streams.of(stream)}); });
}

void ProgramRecorder::shared(const void* pointer, std::size_t bytes, bool managed,
                             const AllocatedBy& by) noexcept {
    guarded([&] { m_memory.shared(pointer, bytes, managed, by); });
}

void ProgramRecorder::prepare() noexcept {
    guarded([&] { m_memory.noteWrites(!m_graphs.isCapturing()); });
}

void ProgramRecorder::copied(const Copied& copy) noexcept {
    guarded([&] { isCapturing(copy.stream) ? noteCaptured(copy) : m_memory.copied(copy); });
}

void ProgramRecorder::filled(const Filled& fill) noexcept {
    guarded([&] { isCapturing(fill.stream) ? noteCaptured(fill) : m_memory.filled(fill); });
}

/// One of no bytes may be no node at all.
template<class Moved>
void ProgramRecorder::noteCaptured(const Moved& moved) {
    if (moved.width > 0 && moved.height > 0) m_graphs.note(moved.stream, moved);
}

void ProgramRecorder::textured(const std::function<void(TextureNotes&)>& note) noexcept {
    guarded([&] { note(m_textures); });
}

void ProgramRecorder::textureMade(cudaTextureObject_t texture, const cudaResourceDesc& resource,
                                  const cudaTextureDesc& description, bool hasView) noexcept {
    guarded([&] {
        const void* const memory = resource.resType == cudaResourceTypeLinear    ? resource.res.linear.devPtr
                                   : resource.resType == cudaResourceTypePitch2D ? resource.res.pitch2D.devPtr
                                                                                 : nullptr;
        m_textures.textureMade(texture, resource, description, hasView,
                               memory ? m_memory.placeAt(addressOf(memory)) : std::nullopt);
    });
}

// Device code.

const std::byte* ProgramRecorder::variable(const void* host) noexcept {
    const std::byte* address = nullptr;
    guarded([&] { address = m_code.variable(host); });
    return address;
}

void ProgramRecorder::sharedAllowed(const void* host, std::uint32_t bytes) noexcept {
    guarded([&] { m_writer.add(m_code.allowShared(host, bytes)); });
}

void ProgramRecorder::kernelHandle(const void* handle, const void* host) noexcept {
    guarded([&] { m_code.kernelHandle(handle, host); });
}

void ProgramRecorder::tensorMapMade(const TensorMapBytes& map, const TensorMapBytes& emulated) noexcept {
    guarded([&] { m_code.tensorMapMade(map, emulated); });
}

void ProgramRecorder::prepare(const Launched& launch) noexcept {
    prepare();
    guarded([&] {
        m_launch = m_code.launch(launch);
        m_isLaunching = !isCapturing(launch.stream);
        if (m_isLaunching && m_underWay) m_underWay->setKernel(m_writer.recording.view(m_launch.label));
    });
}

/// Also where nothing is recorded any more.
void ProgramRecorder::countLaunches(std::uint64_t more) noexcept {
    if (m_underWay) m_underWay->countLaunches(more);
}

/// Played, it is given up soon, and what the calls behind it return is looked at, too.
void ProgramRecorder::mayNotEnd(std::size_t call) {
    recording::PlayOptions& options = m_writer.recording.options;
    options.mayFail = true;
    options.unendedCall = static_cast<std::uint32_t>(call);
}

void ProgramRecorder::launched(cudaStream_t stream, bool ended) noexcept {
    m_isLaunching = false;
    if (m_underWay) m_underWay->setKernel({});
    if (!isCapturing(stream)) countLaunches(1);
    guarded([&] {
        if (isCapturing(stream)) return m_graphs.note(stream, m_launch);
        m_writer.add(m_launch);
        if (!ended) mayNotEnd(m_writer.recording.calls.size() - 1);
        m_memory.noteShared();
    });
}

void ProgramRecorder::launchRefused(cudaStream_t stream, cudaError_t error) noexcept {
    m_isLaunching = false;
    if (m_underWay) m_underWay->setKernel({});
    s_failureIsNoted = true;
    guarded([&] {
        const model::Architecture& architecture = model::defaultArchitecture();
        // What another device takes may be refused by this one, and would run when it is played.
        if ((error != cudaErrorInvalidConfiguration && error != cudaErrorInvalidValue) ||
            isCapturing(stream) ||
            model::launchRefusal(architecture, m_launch.grid, m_launch.block, m_launch.sharedBytes).empty()) {
            m_writer.place = m_launch.place;
            return failed(recording::textOf(m_writer.recording, m_launch), error);
        }
        m_writer.recording.options.mayFail = true;
        m_writer.add(m_launch);
        countLaunches(1);
    });
}

bool ProgramRecorder::isNoted(cudaError_t result) const {
    return result == cudaSuccess ||
           (recording::isKernelFault(result) && m_writer.recording.options.failedWith == 0);
}

void ProgramRecorder::returned(cudaError_t result) noexcept {
    if (m_stopped || !recording::isKernelFault(result)) return;
    m_writer.recording.options.mayFail = true;
    m_writer.recording.options.failedWith = result;
}

void ProgramRecorder::calledAt(std::string_view line) noexcept {
    guarded([&] { m_writer.place = m_writer.placeText(line); });
}

/// Of the first, which is the one that is played.
void ProgramRecorder::faultExplained(std::string_view text) noexcept {
    const std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock) return; // others may wait for the device with it
    guarded([&] {
        if (m_writer.recording.faultNote.size == 0) m_writer.recording.faultNote = m_writer.text(text);
    });
}

void ProgramRecorder::failed(std::string_view text, cudaError_t result) noexcept {
    const std::lock_guard lock(mutex);
    guarded([&] {
        recording::Recording& into = m_writer.recording;
        auto* const last = into.calls.empty() ? nullptr : std::get_if<recording::Failed>(&into.calls.back());
        if (last && last->code == result && into.view(last->call) == text &&
            into.callPlaces.back() == m_writer.place) {
            ++last->times;
        } else if (m_failed < kMostFailed) {
            ++m_failed;
            m_writer.add(recording::Failed{.call = m_writer.text(text), .code = result});
        }
    });
}

void ProgramRecorder::errorQueried(bool clears, cudaError_t result) noexcept {
    // Else it tells nothing and changes nothing.
    if (result != cudaSuccess) guarded([&] { m_writer.add(recording::QueryError{clears}); });
}

void ProgramRecorder::foundOnHost(std::string_view place, std::string_view text) noexcept {
    const std::lock_guard lock(mutex);
    guarded([&] { m_writer.recording.hostFindings.push_back({m_writer.text(place), m_writer.text(text)}); });
}

std::string ProgramRecorder::addressText(const void* pointer) noexcept {
    if (!pointer) return "nullptr";
    std::string text = "pointer";
    const std::lock_guard lock(mutex);
    guarded([&] {
        const auto place = m_memory.placeAt(addressOf(pointer));
        if (!place) {
            // Beyond these no more calls are kept.
            if (m_unknown.size() < 4 * kMostFailed) m_unknown.try_emplace(pointer, m_unknown.size() + 1);
            if (const auto number = m_unknown.find(pointer); number != m_unknown.end())
                text += fmt::format("{}", number->second);
            return;
        }
        text = recording::plainName(m_writer.recording.name(place->object));
        if (place->offset != 0) text += fmt::format(" + {}", place->offset);
    });
    return text;
}

std::string ProgramRecorder::streamText(cudaStream_t stream) noexcept {
    const std::lock_guard lock(mutex);
    const recording::StreamNumber number = m_streams.of(stream);
    return number ? fmt::format("stream{}", number) : "0";
}

// Graphs.

void ProgramRecorder::graphed(const std::function<void(GraphNotes&)>& note) noexcept {
    guarded([&] { note(m_graphs); });
}

void ProgramRecorder::graphed(
    const Launched& launch, const std::function<void(GraphNotes&, const recording::Launch&)>& note) noexcept {
    guarded([&] { note(m_graphs, m_code.launch(launch)); });
}

HostNode* ProgramRecorder::hostNode(cudaHostFn_t function, void* data) noexcept {
    HostNode* made = nullptr;
    guarded([&] { made = &m_graphs.hostNode(function, data); });
    return made;
}

void callHostNode(void* node) {
    ProgramRecorder::instance()->runHostNode(*static_cast<const HostNode*>(node));
}

void ProgramRecorder::runHostNode(const HostNode& node) noexcept {
    {
        const std::lock_guard lock(mutex);
        guarded([&] { m_memory.beginHostNode(); });
    }
    const Clock::time_point began = Clock::now();
    node.function(node.data);
    const double seconds = secondsSince(began);
    const std::lock_guard lock(mutex);
    guarded([&] { m_graph.hostCalled(node, seconds); });
}

std::vector<std::size_t> ProgramRecorder::copiesInQuestion(cudaGraphExec_t exec) noexcept {
    std::vector<std::size_t> sizes;
    guarded([&] {
        if (m_writer.isOnGpu && !m_graphs.isCapturing())
            sizes = m_graph.copiesInQuestion(m_graphs.planOf(exec));
    });
    return sizes;
}

void ProgramRecorder::conditionRuns(cudaGraphConditionalHandle handle, unsigned body) noexcept {
    const std::lock_guard lock(mutex);
    guarded([&] { m_graph.bodyRuns(handle, body); });
}

void ProgramRecorder::capturedAllocation(const void* pointer, std::size_t bytes,
                                         cudaStream_t stream) noexcept {
    guarded([&] {
        m_memory.reservedByGraph(pointer, bytes);
        m_graphs.note(stream, GraphMemoryNode{pointer, false});
    });
}

void ProgramRecorder::capturedFree(const void* pointer, cudaStream_t stream) noexcept {
    guarded([&] { m_graphs.note(stream, GraphMemoryNode{pointer, true}); });
}

void ProgramRecorder::reservedByGraph(const void* pointer, std::size_t bytes) noexcept {
    guarded([&] { m_memory.reservedByGraph(pointer, bytes); });
}

void ProgramRecorder::prepareGraph(cudaGraphExec_t exec, cudaStream_t stream) noexcept {
    prepare();
    m_graph.drop();
    guarded([&] { m_graph.begin(exec, m_graphs.planOf(exec), stream); });
}

void ProgramRecorder::graphLaunched(bool succeeded) noexcept {
    guarded([&] {
        if (!succeeded) m_graph.drop();
        if (!m_graph.isUnderWay()) return;
        countLaunches(m_graph.write());
        m_memory.noteShared();
    });
}

void ProgramRecorder::graphExecGone(cudaGraphExec_t exec) noexcept {
    guarded([&] {
        m_graphs.gone(exec);
        m_graph.gone(exec);
    });
}

// Streams and events.

void ProgramRecorder::streamMade(cudaStream_t stream) noexcept {
    guarded([&] { m_streams.made(stream); });
}

void ProgramRecorder::streamGone(cudaStream_t stream) noexcept {
    guarded([&] { m_streams.gone(stream); });
}

void ProgramRecorder::eventRecorded(cudaEvent_t event, cudaStream_t stream, bool isNode) noexcept {
    guarded([&] {
        const bool captured = isCapturing(stream); // else it is the graph's own order
        if (captured && isNode) m_graphs.note(stream, GraphEvent{event, false});
        if (captured) return;
        m_writer.add(recording::RecordEvent{m_streams.of(event), m_streams.of(stream)});
    });
}

void ProgramRecorder::eventWaited(cudaEvent_t event, cudaStream_t stream, bool isNode) noexcept {
    guarded([&] {
        if (isNode && isCapturing(stream)) return m_graphs.note(stream, GraphEvent{event, true});
        if (m_streams.knows(event) && !isCapturing(stream))
            m_writer.add(recording::WaitEvent{m_streams.of(event), m_streams.of(stream)});
    });
}

void ProgramRecorder::eventGone(cudaEvent_t event) noexcept {
    guarded([&] { m_streams.gone(event); });
}

void ProgramRecorder::synchronized() noexcept {
    guarded([&] {
        m_writer.add(recording::Synchronize{});
        m_memory.lookAtUsed();
    });
}

void ProgramRecorder::synchronized(cudaStream_t stream) noexcept {
    guarded([&] {
        m_writer.add(recording::SynchronizeStream{m_streams.of(stream)});
        m_memory.lookAtUsed();
    });
}

void ProgramRecorder::synchronized(cudaEvent_t event) noexcept {
    guarded([&] {
        if (m_streams.knows(event)) m_writer.add(recording::SynchronizeEvent{m_streams.of(event)});
        m_memory.lookAtUsed();
    });
}

void ProgramRecorder::finish() noexcept {
    const std::lock_guard lock(mutex);
    guarded([&] {
        if (Backlog::instance().hasGoneOn())
            throw CannotHold("a kernel has waited for what came after its launch");
        countLaunches(m_graph.write());
        m_streams.placeBranches();
        if (const std::string why = recording::whyInconsistent(m_writer.recording); !why.empty())
            throw CannotHold(fmt::format("the recording is not sound: {}", why));
        recording::writeRecording(m_writer.recording, m_file);
        m_stopped = true;
    });
}

void ProgramRecorder::finishInOwnProcess() noexcept {
    if (::getpid() == m_process) finish();
}

/// The emulator's kernels end before their launch does, a GPU's before a call that waits.
void ProgramRecorder::finishInterrupted() noexcept {
    guarded([&] {
        countLaunches(m_graph.write());
        const std::vector<recording::Call>& calls = m_writer.recording.calls;
        if (m_isLaunching) m_writer.add(m_launch);
        std::size_t end = calls.size();
        while (end > 0 && StreamNumbers::isOfEdge(calls[end - 1])) --end; // behind the last kernel of a graph
        const bool isOpen = m_writer.isOnGpu && end > 0;
        if (m_isLaunching || (isOpen && std::holds_alternative<recording::Launch>(calls[end - 1]))) {
            mayNotEnd(end - 1);
            m_writer.recording.options.interrupted = true;
        }
    });
    finish();
}

} // namespace lanescope::runtime
