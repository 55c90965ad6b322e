// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/watched/watch.h"

#include "ptx/program/kernel.h"
#include "runtime/errors.h"
#include "runtime/recorded/program_recorder.h"
#include "runtime/runtime.h"

#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace lanescope::runtime {

namespace {

constexpr std::size_t kMostFreed = 4096, kMostOperations = 4096;

std::atomic<Watch*> g_instance{nullptr};

std::uintptr_t handleOf(const void* handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

/// The stream that a handle stands for: cudaStreamLegacy is the one without a name.
std::uintptr_t streamOf(cudaStream_t stream) {
    return stream == cudaStreamLegacy ? StreamOrder::kLegacy : handleOf(stream);
}

std::string bytesText(std::uint64_t bytes) {
    return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
}

/// Whether the host can read there.
bool isMapped(std::uint64_t address) {
    char byte = 0;
    const iovec here{&byte, 1};
    const iovec there{reinterpret_cast<void*>(address), 1}; // NOLINT(performance-no-int-to-ptr)
    return ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0) == 1;
}

/// The size of an element that was forgotten, if that is what makes one size the other: 4 to 16 bytes.
std::optional<std::uint64_t> forgottenElement(std::uint64_t less, std::uint64_t more) {
    constexpr std::array<std::uint64_t, 4> kSizes{4, 8, 12, 16};
    for (const std::uint64_t size : kSizes)
        if (less != 0 && less * size == more) return size;
    return std::nullopt;
}

std::vector<Extent> rowsOf(const void* pointer, std::size_t pitch, std::size_t width, std::size_t height) {
    if (height <= 1 || pitch == width) return {{addressOf(pointer), width * height}};
    std::vector<Extent> rows;
    for (std::size_t y = 0; y < height; ++y) rows.push_back({addressOf(pointer) + y * pitch, width});
    return rows;
}

std::uint64_t bytesOf(std::size_t pitch, std::size_t width, std::size_t height) {
    return height == 0 ? 0 : pitch * (height - 1) + width;
}

/// Where two lists of extents, each by address, meet; nothing: nowhere.
std::optional<Extent> meeting(const std::vector<Extent>& a, const std::vector<Extent>& b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const std::uint64_t first = std::max(a[i].address, b[j].address),
                            end = std::min(a[i].end(), b[j].end());
        if (first < end) return Extent{first, end - first};
        a[i].end() < b[j].end() ? ++i : ++j;
    }
    return std::nullopt;
}

const char* releaserOf(Watch::Kind kind) {
    switch (kind) {
    case Watch::Kind::PageLocked:
        return "cudaFreeHost";
    case Watch::Kind::Registered:
        return "cudaHostUnregister";
    default:
        return "cudaFree";
    }
}

} // namespace

Watch* Watch::instance() {
    return g_instance.load(std::memory_order_relaxed);
}

namespace {

/// LANESCOPE_CHECK: "0", "1", or empty where nothing is asked for.
std::string_view wantedCheck() {
    const char* const variable = std::getenv("LANESCOPE_CHECK");
    const std::string_view wanted = variable ? variable : "";
    if (wanted.empty() || wanted == "0" || wanted == "1") return wanted;
    std::fflush(stdout);
    std::fprintf(stderr, "lanescope: LANESCOPE_CHECK=%s: 0 or 1 was expected; it is ignored\n", variable);
    return {};
}

} // namespace

void Watch::begin(bool emulated) {
    const std::string_view wanted = wantedCheck();
    if (wanted == "0" || (wanted.empty() && !emulated)) return;
    // Never destroyed: programs call CUDA from the destructors of their globals, too.
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    g_instance = new Watch(emulated, !wanted.empty());
    for (Runtime* each : emulated ? Runtime::all() : std::vector<Runtime*>()) {
        Runtime& runtime = *each;
        // A kernel that has waited ends between the calls, or in another thread's: it must not wait for one
        // that waits for the device.
        runtime.explain = [](const ptx::Fault& fault, std::span<const std::byte> parameters) {
            const std::unique_lock lock(instance()->mutex, std::try_to_lock);
            if (!lock) return std::string();
            const More more = instance()->explain(fault, parameters);
            ProgramRecorder* const recorder = ProgramRecorder::instance();
            if (recorder && !more.noted.empty()) recorder->faultExplained(more.noted);
            return more.said.empty() ? more.said : "; " + more.said;
        };
        if (instance()->isThorough()) {
            Graph::whereMade = [] { return std::make_shared<const CallSite>(callSite()); };
            runtime.checks = ptx::Checks::all();
            runtime.found = [](const ptx::Finding& finding) {
                const std::unique_lock lock(instance()->mutex, std::try_to_lock);
                if (lock) instance()->found(finding);
            };
        }
    }
    watchFaults();
    std::atexit([] {
        Watch& watch = *instance();
        const std::lock_guard lock(watch.mutex);
        watch.finish();
    });
}

Watch::Watch(bool emulated, bool thorough) : m_emulated(emulated), m_thorough(thorough) {}

/// Each mistake of a line once. kind: by which those of one line are told apart: which mistake it is, with
/// what object, as loops make the same one again.
void Watch::say(const std::string& line, const CallSite& site, std::string_view kind) {
    m_isExplained = true;
    const std::string where = lineOf(site);
    if (!m_said.insert(fmt::format("{} {}", where, kind)).second) return;
    std::fflush(stdout);
    fmt::print(stderr, "lanescope: {}: {}\n", where, line);
    if (ProgramRecorder* const recorder = ProgramRecorder::instance()) recorder->foundOnHost(where, line);
}

void Watch::called(std::string_view name, const CallSite& site) {
    m_isExplained = false; // what was said between two calls is about neither
    if (!m_unseen) return;
    const Unseen unseen = *m_unseen;
    m_unseen.reset();
    const char* const error = runtime::nameOf(unseen.error);
    const char* const means = textOf(unseen.error);
    const std::string next = fmt::format("{} at {}", name, lineOf(site));
    say(unseen.site.kernel ? fmt::format("kernel {} was not launched: {} ({}). The program did not ask "
                                         "cudaGetLastError(), and went on with {}",
                                         unseen.call, error, means, next)
                           : fmt::format("{} returned {} ({}), and the program went on with {}", unseen.call,
                                         error, means, next),
        unseen.site, "unseen " + unseen.call);
    m_isExplained = false;
}

void Watch::returned(std::string_view name, cudaError_t result, const CallSite& site) {
    const bool isError = result != cudaSuccess && result != cudaErrorNotReady;
    if (m_thorough && isError && !m_isExplained) m_unseen = {std::string(name), result, site};
    m_isExplained = false;
}

Watch::Block* Watch::blockOf(std::uint64_t address) {
    const auto next = m_blocks.upper_bound(address);
    if (next == m_blocks.begin()) return nullptr;
    Block& block = std::prev(next)->second;
    return address - block.extent.address < std::max<std::uint64_t>(block.extent.bytes, 1) ? &block : nullptr;
}

const Watch::Block* Watch::blockOf(std::uint64_t address) const {
    return const_cast<Watch*>(this)->blockOf(address);
}

const Watch::Freed* Watch::freedAt(std::uint64_t address) const {
    const auto next = m_freed.upper_bound(address);
    if (next == m_freed.begin()) return nullptr;
    const Freed& freed = std::prev(next)->second;
    return address - freed.extent.address < std::max<std::uint64_t>(freed.extent.bytes, 1) ? &freed : nullptr;
}

void Watch::noteFreed(Freed freed) {
    freed.number = ++m_frees;
    m_freedOrder.emplace_back(freed.extent.address, freed.number);
    m_freed[freed.extent.address] = std::move(freed);
    if (m_freedOrder.size() <= kMostFreed) return;
    const auto [address, number] = m_freedOrder.front();
    m_freedOrder.pop_front();
    if (const auto oldest = m_freed.find(address); oldest != m_freed.end() && oldest->second.number == number)
        m_freed.erase(oldest);
}

/// Something else is there now.
void Watch::forgetFreed(const Extent& extent) {
    auto each = m_freed.lower_bound(extent.address);
    if (each != m_freed.begin() && std::prev(each)->second.extent.end() > extent.address) --each;
    while (each != m_freed.end() && each->first < extent.end()) each = m_freed.erase(each);
}

/// Which of a program's allocations it is: one that is made again by the same calls is the same one.
std::string Watch::keyOf(const Block& block) {
    std::string key = fmt::format("{} {}", block.call, block.extent.bytes);
    for (const void* const call : block.made.calls)
        if (call) key += fmt::format(" {}", call);
    return key;
}

/// "the 4096 bytes of cudaMalloc at main.cu:12".
std::string Watch::nameOf(const Block& block) const {
    return fmt::format("the {} of {} at {}", bytesText(block.extent.bytes), block.call, lineOf(block.made));
}

// Memory that comes and goes.

void Watch::allocated(const char* call, const void* pointer, std::size_t bytes, Kind kind,
                      const CallSite& site, Turn turn) {
    const Extent extent{addressOf(pointer), bytes};
    forgetFreed(extent);
    m_blocks[extent.address] = {.extent = extent, .kind = kind, .call = call, .made = site};
    if (m_thorough && turn)
        operate({m_order.begin(streamOf(*turn)), call, {}, {extent}, {}, Operation::Does::Allocates}, site);
}

std::string Watch::whyNotReleased(const char* call, const void* pointer) const {
    const std::uint64_t address = addressOf(pointer);
    const Block* const block = blockOf(address);
    if (block && block->extent.address != address)
        return fmt::format("{} of an address {} inside {}: it takes the address that {} gave", call,
                           bytesText(address - block->extent.address), nameOf(*block), block->call);
    if (block)
        return fmt::format("{} of {}: that is given back by {}", call, nameOf(*block),
                           releaserOf(block->kind));
    if (const Freed* const freed = freedAt(address))
        return fmt::format("{} of memory that was freed before, at {}", call, lineOf(freed->freed));
    if (isMapped(address)) return fmt::format("{} of {:#x}, which is the host's own memory", call, address);
    return fmt::format("{} of {:#x}, which is no memory of CUDA", call, address);
}

/// Of memory that cannot be given back: which it was, or what there is.
std::string Watch::keyOfMemory(const void* pointer) const {
    const std::uint64_t address = addressOf(pointer);
    if (const Block* const block = blockOf(address)) return keyOf(*block);
    if (const Freed* const freed = freedAt(address)) return "freed " + lineOf(freed->freed);
    return isMapped(address) ? "host" : "none";
}

void Watch::released(const char* call, const void* pointer, cudaError_t result, const CallSite& site,
                     Turn turn) {
    if (!pointer) return;
    if (result != cudaSuccess) {
        if (result == cudaErrorInvalidValue || result == cudaErrorHostMemoryNotRegistered)
            say(whyNotReleased(call, pointer), site, "release " + keyOfMemory(pointer));
        return;
    }
    const auto found = m_blocks.find(addressOf(pointer));
    if (found == m_blocks.end()) return;
    const Block block = found->second;
    noteUnread(block, fmt::format("before they are freed at {}", lineOf(site)));
    if (m_thorough && turn)
        operate({m_order.begin(streamOf(*turn)), call, {}, {block.extent}, {}, Operation::Does::Frees}, site);
    m_guards.lift(block.extent);
    forgetMemory(block.extent);
    m_blocks.erase(found);
    noteFreed({block.extent, block.call, block.made, site});
}

void Watch::arrayMade(const char* call, cudaArray_const_t array, std::size_t bytes, const CallSite& site) {
    m_arrays[array] = {call, bytes, site};
}

void Watch::arrayGone(cudaArray_const_t array) {
    m_arrays.erase(array);
}

void Watch::wasRead(Block& block) {
    block.wasRead |= !block.writer.empty();
    block.writer.clear();
}

/// A program that has got its results may leave the last of what its kernels handed on to each other.
void Watch::noteUnread(const Block& block, const std::string& until) {
    if (!m_thorough || !m_sees || m_hasFailed || block.kind != Kind::Device) return;
    const std::string kind = "unread " + keyOf(block);
    if (block.overwritten && !block.wasRead) say(block.overwritten->line, block.overwritten->site, kind);
    if (block.writer.empty()) return;
    Finding finding{
        fmt::format("kernel {} writes to {}, and nothing reads them {}: is a copy to the host missing?",
                    block.writer, nameOf(block), until),
        block.written, kind};
    if (block.wasRead)
        m_unread.push_back(std::move(finding));
    else
        say(finding.line, finding.site, finding.kind);
}

void Watch::reset() {
    m_guards.liftAll();
    m_blocks.clear();
    m_arrays.clear();
    m_operations.clear();
    m_order.hostWaitsForAll();
}

// Copies and fills.

/// What is wrong with one side of a copy that is to be the device's; empty: nothing.
std::string Watch::whyNotThere(const char* call, bool to, const void* pointer, std::size_t bytes) const {
    const std::uint64_t address = addressOf(pointer);
    if (const Block* const block = blockOf(address)) {
        const std::uint64_t room = block->extent.end() - address;
        if (bytes <= room) return {};
        const auto element = room == block->extent.bytes ? forgottenElement(room, bytes) : std::nullopt;
        std::string why = fmt::format("{} {} {} {} {}", call, to ? "writes" : "reads", bytesText(bytes),
                                      to ? "to" : "from", nameOf(*block));
        if (room != block->extent.bytes) why += fmt::format(", of which {} are left there", room);
        if (element)
            why += fmt::format(". {} takes bytes, not elements: is sizeof missing there? {} elements of {} "
                               "bytes are {} bytes",
                               block->call, room, *element, bytes);
        return why;
    }
    if (const Freed* const freed = freedAt(address))
        return fmt::format("{} {} memory that was freed at {}", call, to ? "writes to" : "reads from",
                           lineOf(freed->freed));
    return {};
}

std::string Watch::whyNotMoved(const Copied& move) const {
    const auto isOfDevice = [this](const void* pointer) {
        const Block* const block = blockOf(addressOf(pointer));
        return (block && block->kind == Kind::Device) || freedAt(addressOf(pointer)) ||
               (m_emulated && Memory::isDeviceAddress(pointer));
    };
    const std::uint64_t toBytes = bytesOf(move.toPitch, move.width, move.height),
                        fromBytes = bytesOf(move.fromPitch, move.width, move.height);
    if (!move.from) return whyNotThere(move.call, true, move.to, toBytes);
    const bool toDevice = isOfDevice(move.to), fromDevice = isOfDevice(move.from);
    const auto side = [](bool device) { return device ? "device" : "host"; };
    constexpr std::array<const char*, 4> kNames{"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                                "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    if (move.kind < cudaMemcpyDefault) {
        const bool saysTo = move.kind == cudaMemcpyHostToDevice || move.kind == cudaMemcpyDeviceToDevice,
                   saysFrom = move.kind == cudaMemcpyDeviceToHost || move.kind == cudaMemcpyDeviceToDevice;
        const auto isEither = [this](const void* pointer) {
            const Block* const block = blockOf(addressOf(pointer));
            return block && block->kind != Kind::Device;
        };
        if ((saysTo != toDevice && !isEither(move.to)) || (saysFrom != fromDevice && !isEither(move.from)))
            return fmt::format(
                "{} with {}, but it copies to {} memory from {} memory: {}", move.call, kNames[move.kind],
                side(toDevice), side(fromDevice),
                saysTo == fromDevice && saysFrom == toDevice && saysTo != saysFrom
                    ? "either the pointers are swapped, or the direction is wrong"
                    : fmt::format("that is {}", kNames[(toDevice ? 1 : 0) + (fromDevice ? 2 : 0)]));
    }
    std::string why = whyNotThere(move.call, true, move.to, toBytes);
    if (why.empty()) why = whyNotThere(move.call, false, move.from, fromBytes);
    return why;
}

void Watch::filled(const Filled& fill, cudaError_t result, const CallSite& site, bool isForGraph) {
    copied({.call = fill.call,
            .to = fill.to,
            .toPitch = fill.pitch,
            .width = fill.width,
            .height = fill.height,
            .stream = fill.stream,
            .waited = false},
           result, site, isForGraph);
}

/// A fill is a copy from nowhere.
void Watch::copied(const Copied& move, cudaError_t result, const CallSite& site, bool isForGraph) {
    m_guards.resume();
    if (result != cudaSuccess) {
        const bool isRefused = result == cudaErrorInvalidValue || result == cudaErrorInvalidMemcpyDirection;
        const std::string why = isRefused ? whyNotMoved(move) : "";
        if (why.empty()) return;
        const char* const returned = runtime::nameOf(result);
        say(move.from ? fmt::format("{}; {} returned {}, and nothing was copied", why, move.call, returned)
                      : fmt::format("{}; {} returned {}, and nothing was set", why, move.call, returned),
            site, "move " + why);
        return;
    }
    if (m_thorough && !isForGraph && move.width != 0 && move.height != 0) noteMove(move, site);
}

void Watch::noteMove(const Copied& move, const CallSite& site) {
    std::vector<Guards::Guard> guards = noteMove(move, m_order.begin(streamOf(move.stream)), site, 0);
    const bool isToHost = !blockOf(addressOf(move.to)),
               isFromHost = move.from && !blockOf(addressOf(move.from));
    // Copies of pageable memory end before they return.
    if (move.waited || (move.from && (isToHost || isFromHost))) {
        m_order.hostWaitsForStream(streamOf(move.stream));
        forgetWhatEnded();
        return;
    }
    for (Guards::Guard& each : guards) guard(std::move(each));
}

std::vector<Guards::Guard> Watch::noteMove(const Copied& move, const StreamOrder::Moment& moment,
                                           const CallSite& site, std::uint64_t graph) {
    const std::string label = fmt::format("{} at {}", move.call, lineOf(site));
    Operation operation{
        .moment = moment, .label = label, .reads = {}, .writes = {}, .atomics = {}, .graph = graph};
    Block* const to = blockOf(addressOf(move.to));
    Block* const from = move.from ? blockOf(addressOf(move.from)) : nullptr;
    if (to) {
        operation.writes = rowsOf(move.to, move.toPitch, move.width, move.height);
        if (to->known.empty()) to->known = Words(to->extent.bytes);
        for (const Extent& row : operation.writes) to->known.add(row.address - to->extent.address, row.bytes);
        const std::uint64_t bytes = move.width * move.height;
        if (graph == 0 && move.from && !from && !to->writer.empty() && !to->overwritten &&
            bytes == to->extent.bytes)
            to->overwritten = Finding{
                fmt::format(
                    "{} copies from the host over what kernel {} at {} has written to {}, and nothing "
                    "has read that: is cudaMemcpyDeviceToHost meant, with the pointers the other way round?",
                    move.call, to->writer, lineOf(to->written), nameOf(*to)),
                site,
                {}};
        to->writer.clear();
        const auto element = forgottenElement(bytes, to->extent.bytes);
        to->filledBy =
            graph == 0 && element && addressOf(move.to) == to->extent.address
                ? fmt::format(
                      "{} {} only {} of its {}. Its size is in bytes, not elements: is sizeof missing there?",
                      operation.label, move.from ? "copies" : "sets", bytes, bytesText(to->extent.bytes))
                : "";
    }
    if (from) {
        operation.reads = rowsOf(move.from, move.fromPitch, move.width, move.height);
        wasRead(*from);
        m_resultsCame |= !to || to->kind != Kind::Device;
    }
    operate(std::move(operation), site);
    std::vector<Guards::Guard> guards;
    const auto close = [&](const Block* block, const void* pointer, std::size_t pitch, bool isRead) {
        if (m_emulated && block && block->kind == Kind::PageLocked)
            guards.push_back({{addressOf(pointer), bytesOf(pitch, move.width, move.height)},
                              rowsOf(pointer, pitch, move.width, move.height),
                              moment,
                              label,
                              isRead});
    };
    close(to, move.to, move.toPitch, false);
    close(from, move.from, move.fromPitch, true);
    return guards;
}

// Kernels.

Footprint* Watch::begins() {
    m_guards.suspend();
    return m_thorough && m_emulated ? &beginFootprint() : nullptr;
}

Footprint& Watch::beginFootprint() {
    std::vector<Extent> extents;
    for (const auto& [address, block] : m_blocks) extents.push_back(block.extent);
    return m_footprint.emplace(extents);
}

void Watch::launched(const char* kernel, cudaStream_t stream, cudaError_t result, const CallSite& site) {
    m_guards.resume();
    if (result != cudaSuccess || !m_thorough || !m_footprint) return;
    for (Guards::Guard& each : noteLaunch(kernel, m_order.begin(streamOf(stream)), site, 0))
        guard(std::move(each));
}

std::vector<Guards::Guard> Watch::noteLaunch(std::string_view kernel, const StreamOrder::Moment& moment,
                                             const CallSite& site, std::uint64_t graph) {
    Operation operation{.moment = moment,
                        .label = fmt::format("kernel {} at {}", kernel, lineOf(site)),
                        .reads = {},
                        .writes = {},
                        .atomics = {},
                        .graph = graph};
    std::vector<Guards::Guard> guards;
    const std::map<std::uint64_t, Footprint::Touched> all = m_footprint->touched();
    for (const auto& [address, touched] : all) {
        Block* const block = blockOf(address);
        if (!block) continue;
        const bool isDevice = block->kind == Kind::Device;
        if (isDevice && m_sees && !touched.early.empty()) {
            Words unwritten = touched.early;
            unwritten.remove(block->known);
            std::uint64_t bytes = 0;
            for (const Extent& each : unwritten.extents(0)) bytes += each.bytes;
            if (bytes != 0)
                say(fmt::format("kernel {} reads {} of {}, which nothing has written{}", kernel,
                                bytes == block->extent.bytes ? "all" : bytesText(bytes), nameOf(*block),
                                block->filledBy.empty() ? "" : ": " + block->filledBy),
                    site, "unwritten " + std::string(kernel) + " " + keyOf(*block));
        }
        const auto note = [&](Words words, std::vector<Extent>& into) {
            if (&into != &operation.atomics) words.remove(touched.atomics);
            for (const Extent& each : words.extents(address)) into.push_back(each);
        };
        note(touched.reads, operation.reads);
        note(touched.writes, operation.writes);
        note(touched.atomics, operation.atomics);
        if (!touched.reads.empty()) wasRead(*block);
        if (touched.writes.empty()) continue;
        block->known.add(touched.writes);
        block->filledBy.clear();
        if (!touched.readsOwn) { // else it may be a place for its own work
            block->writer = kernel;
            block->written = site;
        }
        // Atomics are how both sides may use it at the same time.
        const bool isShared = block->kind == Kind::PageLocked || block->kind == Kind::Managed;
        m_resultsCame |= isShared;
        if (!isShared || !touched.atomics.empty()) continue;
        std::vector<Extent> written = touched.writes.extents(address);
        const Extent from{written.front().address, written.back().end() - written.front().address};
        guards.push_back({from, std::move(written), operation.moment, operation.label});
    }
    m_footprint.reset();
    operate(std::move(operation), site);
    return guards;
}

// Graphs.

void Watch::graphBegins(cudaGraphExec_t exec, cudaStream_t stream, const CallSite& site) {
    m_guards.suspend();
    m_graph.reset();
    if (!m_thorough || !m_emulated || !exec) return;
    const Graph& graph = *reinterpret_cast<const GraphExec*>(exec)->graph;
    m_graph = std::make_unique<GraphLaunch>(GraphLaunch{.order = {m_order, graph, exec, streamOf(stream)},
                                                        .site = site,
                                                        .look = {},
                                                        .moment = {},
                                                        .guards = {}});
    if (!m_graph->order.isSeen()) return m_graph.reset();
    ++m_graphs;
    m_graph->look = {[this](const Node& node) { nodeBegins(node); },
                     [this](const Node& node) { nodeEnds(node); }};
    thisThread().nodeLook = &m_graph->look;
}

/// What else runs in this thread meanwhile is no node of it.
void Watch::nodeBegins(const Node& node) {
    if (!m_graph->order.isNext(node)) return;
    m_graph->moment = m_graph->order.begin();
    if (node.enabled && node.kernel) Runtime::of(node.kernel->device).sink = &beginFootprint();
}

void Watch::nodeEnds(const Node& node) {
    if (!m_graph->order.isNext(node)) return;
    CallSite site = m_graph->site;
    if (node.made) site = *static_cast<const CallSite*>(node.made.get());
    const auto keep = [&](std::vector<Guards::Guard> guards) {
        std::ranges::move(guards, std::back_inserter(m_graph->guards));
    };
    if (node.enabled && node.kernel) {
        Runtime& runtime = Runtime::of(node.kernel->device);
        runtime.sink = nullptr;
        site.kernel = node.kernel->params.func;
        const std::string& name = runtime.modules.resolved(node.kernel->params.func).name;
        keep(noteLaunch(ptx::plainName(name), m_graph->moment, site, m_graphs));
    } else if (node.enabled) {
        for (const Copied& move : node.moves)
            if (move.width != 0 && move.height != 0) keep(noteMove(move, m_graph->moment, site, m_graphs));
    }
    m_graph->order.end();
}

void Watch::graphLaunched(cudaError_t result) {
    thisThread().nodeLook = nullptr;
    m_guards.resume();
    const std::unique_ptr<GraphLaunch> graph = std::move(m_graph);
    if (graph && result == cudaSuccess && graph->order.close()) {
        for (Guards::Guard& each : graph->guards) guard(std::move(each));
        return;
    }
    loseSight();
    waitedForAll();
}

void Watch::graphExecGone(cudaGraphExec_t exec) {
    GraphOrder::gone(m_order, exec);
}

/// Whether anything that has not ended touches the same bytes, and one of the two writes.
void Watch::operate(Operation operation, const CallSite& site) {
    for (const Operation& other : m_operations) {
        if (StreamOrder::isBefore(other.moment, operation.moment)) continue;
        // Atomics need no order among themselves.
        std::optional<Extent> both;
        bool writes = false, otherWrites = false;
        const auto meet = [&](const std::vector<Extent>& own, bool stores, const std::vector<Extent>& its,
                              bool itStores) {
            if (both || !(both = meeting(own, its))) return;
            writes = stores;
            otherWrites = itStores;
        };
        meet(operation.writes, true, other.writes, true);
        meet(operation.reads, false, other.writes, true);
        meet(operation.writes, true, other.reads, false);
        meet(operation.atomics, true, other.writes, true);
        meet(operation.writes, true, other.atomics, true);
        meet(operation.atomics, true, other.reads, false);
        meet(operation.reads, false, other.atomics, true);
        if (!both) continue;
        const Block* const block = blockOf(both->address);
        if (!block) continue;
        using Does = Operation::Does;
        const std::string call = operation.label.substr(0, operation.label.rfind(" at "));
        const std::size_t stream = m_order.numberOf(operation.moment),
                          otherStream = m_order.numberOf(other.moment);
        const char* const verb = writes ? "writes" : "reads";
        const char* const itsVerb = !otherWrites ? "reads" : writes ? "writes, too" : "writes";
        const std::uint64_t first = both->address - block->extent.address, last = first + both->bytes - 1;
        std::string line;
        if (operation.does == Does::Frees)
            line = fmt::format("{} in stream {} frees {}, which {} in stream {} {}: nothing orders the two. "
                               "Let one stream wait for an event of the other, or use one stream",
                               call, stream, nameOf(*block), other.label, otherStream,
                               otherWrites ? "writes" : "reads");
        else if (other.does == Does::Allocates)
            line = fmt::format(
                "{} in stream {} {} bytes {} to {} of {}, which are allocated in stream {}: nothing orders "
                "the two. Let one stream wait for an event of the other, or use one stream",
                call, stream, verb, first, last, nameOf(*block), otherStream);
        else if (operation.graph != 0 && operation.graph == other.graph)
            line = fmt::format("{}, a node of a graph, {} bytes {} to {} of {}, which {}, another one, {}: "
                               "nothing orders the "
                               "two. Let one of these nodes wait for the other",
                               call, verb, first, last, nameOf(*block), other.label, itsVerb);
        else
            line = fmt::format(
                "{} in stream {} {} bytes {} to {} of {}, which {} in stream {} {}: nothing orders the two. "
                "Let one stream wait for an event of the other, or use one stream",
                call, stream, verb, first, last, nameOf(*block), other.label, otherStream, itsVerb);
        say(line, site, "order " + call + " " + keyOf(*block));
    }
    if (m_operations.size() == kMostOperations) m_operations.erase(m_operations.begin());
    m_operations.push_back(std::move(operation));
}

/// Its addresses may be given to something else.
void Watch::forgetMemory(const Extent& extent) {
    const auto isThere = [&](const Extent& each) {
        return each.address < extent.end() && extent.address < each.end();
    };
    for (Operation& each : m_operations) {
        std::erase_if(each.reads, isThere);
        std::erase_if(each.writes, isThere);
        std::erase_if(each.atomics, isThere);
    }
}

void Watch::guard(Guards::Guard guard) {
    if (m_knowsWaits) m_guards.add(std::move(guard));
}

void Watch::loseWaits() {
    m_knowsWaits = false;
    m_guards.liftAll();
}

void Watch::forgetWhatEnded() {
    std::erase_if(m_operations, [this](const Operation& each) { return m_order.hostKnows(each.moment); });
    m_guards.lift(m_order);
}

// Streams and events.

void Watch::streamMade(cudaStream_t stream, unsigned flags) {
    m_order.made(handleOf(stream), (flags & cudaStreamNonBlocking) == 0);
}
void Watch::streamGone(cudaStream_t stream) {
    m_order.gone(handleOf(stream));
}
void Watch::eventRecorded(cudaEvent_t event, cudaStream_t stream) {
    m_order.recorded(handleOf(event), streamOf(stream));
}
void Watch::streamWaits(cudaStream_t stream, cudaEvent_t event) {
    m_order.waits(streamOf(stream), handleOf(event));
}
void Watch::waitedForStream(cudaStream_t stream) {
    m_order.hostWaitsForStream(streamOf(stream));
    forgetWhatEnded();
}
void Watch::waitedForEvent(cudaEvent_t event) {
    m_order.hostWaitsForEvent(handleOf(event));
    forgetWhatEnded();
}
void Watch::waitedForAll() {
    m_order.hostWaitsForAll();
    forgetWhatEnded();
}

// Faults.

Watch::More Watch::explain(const ptx::Fault& fault, std::span<const std::byte> parameters) const {
    m_hasFailed = true;
    const std::uint64_t address = fault.address;
    if (address < 0x10000) return {};
    if (const Freed* const freed = freedAt(address)) {
        const std::string line = lineOf(freed->freed);
        return {fmt::format("{:#x} was freed at {}", address, line),
                fmt::format("the address was freed at {}", line)};
    }
    if (blockOf(address) ||
        (m_emulated && Memory::isDeviceAddress(
                           reinterpret_cast<const void*>(address))) || // NOLINT(performance-no-int-to-ptr)
        !isMapped(address))
        return {};
    // Which argument leads there: the last that is not behind it.
    std::uint64_t nearest = 0;
    for (std::size_t at = 0; at + 8 <= parameters.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, &parameters[at], sizeof word);
        if (word <= address) nearest = std::max(nearest, word);
    }
    constexpr std::uint64_t kFar = std::uint64_t{1} << 30;
    const char* const given =
        address - nearest < kFar ? ", and the kernel was launched with a pointer to it" : "";
    return {fmt::format("{:#x} is the host's own memory{}: a kernel needs memory of cudaMalloc or "
                        "cudaMallocManaged",
                        address, given),
            fmt::format("the address is the host's own memory{}: a kernel needs memory of cudaMalloc or "
                        "cudaMallocManaged",
                        given)};
}

void Watch::found(const ptx::Finding& finding) {
    const std::string where = fmt::format("{}:{} {}", finding.file, finding.line, ptx::name(finding.kind));
    if (!m_said.insert(where).second) return;
    std::fflush(stdout);
    fmt::print(stderr, "lanescope: {}\n", finding.text());
}

bool Watch::touched(std::uint64_t address, bool writes, const void* code) {
    const std::lock_guard lock(mutex);
    if (const auto guard = m_guards.take(address, writes)) {
        if (guard->uses(address) && !stoppedInside(code))
            say(guard->isRead
                    ? fmt::format("the host writes to memory that {} may still be reading: wait for its "
                                  "stream, or for the device, first",
                                  guard->user)
                    : fmt::format("the host uses memory that {} may still be writing: wait for its stream, "
                                  "or for the device, first",
                                  guard->user),
                stoppedAt(code), "early " + guard->user);
        return true;
    }
    if (stoppedInside(code)) return false;
    constexpr std::uint64_t kHeader = 16; // of malloc's, before the memory that it gives
    const Block* const block = blockOf(address);
    if (block && block->kind == Kind::Device)
        say(fmt::format(
                "the host follows a pointer of the device: {:#x} is byte {} of {}. Copy it to the host with "
                "cudaMemcpy first",
                address, address - block->extent.address, nameOf(*block)),
            stoppedAt(code), "host");
    else if (const Block* const next = block ? nullptr : blockOf(address + kHeader);
             next && next->kind == Kind::Device)
        say(fmt::format("the host reads what is just before {}, as free() does: cudaFree frees it",
                        nameOf(*next)),
            stoppedAt(code), "host");
    else if (const Freed* const freed = freedAt(address))
        say(fmt::format("the host follows a pointer of the device, {:#x}, to memory that was freed at {}",
                        address, lineOf(freed->freed)),
            stoppedAt(code), "host");
    else if (m_emulated && Memory::isDeviceAddress(
                               reinterpret_cast<const void*>(address))) // NOLINT(performance-no-int-to-ptr)
        say(fmt::format("the host follows a pointer of the device, {:#x}, which is in no allocation",
                        address),
            stoppedAt(code), "host");
    return false;
}

std::vector<Watch::Owed> Watch::neverFreed() const {
    std::vector<Owed> all;
    for (const auto& [address, block] : m_blocks)
        if (block.kind != Kind::Registered) all.push_back({block.call, block.extent.bytes, block.made});
    for (const auto& [array, owed] : m_arrays) all.push_back(owed);
    return all;
}

void Watch::finish() {
    if (!m_thorough || m_hasFailed) return;
    // Of other calls it may have looked at what they returned, and ended for that.
    if (m_unseen && m_unseen->site.kernel)
        say(fmt::format("kernel {} was not launched: {} ({}). The program did not ask cudaGetLastError() "
                        "before it ended",
                        m_unseen->call, runtime::nameOf(m_unseen->error), textOf(m_unseen->error)),
            m_unseen->site, "unseen");
    for (const auto& [address, block] : m_blocks) noteUnread(block, "until the program ends");
    if (!m_resultsCame)
        for (const Finding& each : m_unread) say(each.line, each.site, each.kind);
    struct Leak {
        std::string where; ///< the line, and the call on it
        Owed first;
        std::uint64_t bytes = 0, count = 0;
    };
    std::vector<Leak> leaks;
    for (const Owed& each : neverFreed()) {
        const std::string where = fmt::format("{} {}", lineOf(each.made), each.call);
        auto found = std::ranges::find(leaks, where, &Leak::where);
        if (found == leaks.end()) found = leaks.insert(leaks.end(), {where, each});
        found->bytes += each.bytes;
        ++found->count;
    }
    for (const Leak& leak : leaks)
        say(leak.count == 1 ? fmt::format("{} of {} were never freed", bytesText(leak.bytes), leak.first.call)
                            : fmt::format("{} allocations of {}, {} in all, were never freed", leak.count,
                                          leak.first.call, bytesText(leak.bytes)),
            leak.first.made, fmt::format("leak {}", leak.first.call));
}

} // namespace lanescope::runtime
