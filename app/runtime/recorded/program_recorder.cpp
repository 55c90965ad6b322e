// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/program_recorder.h"

#include "model/architecture.h"
#include "model/launch_limits.h"
#include "recording/call_errors.h"
#include "recording/file.h"
#include "recording/plain_name.h"
#include "runtime/fat_binary.h"
#include "runtime/recorded/crash.h"
#include "runtime/recorded/device_call.h"
#include "runtime/recorded/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <span>

namespace lanescope::runtime {

namespace {

using recording::Argument;
using recording::Object;
using recording::Relocation;
using recording::Rows;

constexpr std::uint64_t kPage = HostPages::kBytes, kMebibyte = 1 << 20;
constexpr std::uint64_t kMostMebibytes = 1024; // of a recording, where nothing else is said
constexpr std::uint64_t kCallBytes = 128;      // about what a call takes
constexpr unsigned kMostCapability = 90;       // of PTX that the emulator plays
constexpr std::uint64_t kMostEvents = 1 << 16; // that a recording may have

std::atomic<ProgramRecorder*> g_instance{nullptr};

/// Ends the recording: what() says what no recording can hold.
class CannotHold : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

void say(std::string_view line) {
    std::fflush(stdout);
    fmt::print(stderr, "lanescope: {}\n", line);
}

std::uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
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

/// The number of launches that Lanescope shows while the program runs; nullptr: nobody looks.
std::uint64_t* sharedLaunches() {
    const char* const name = std::getenv("LANESCOPE_RECORD_LAUNCHES");
    const int file = name && *name ? ::open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return nullptr;
    struct stat status {};
    void* memory = MAP_FAILED;
    if (::fstat(file, &status) == 0 && status.st_size >= static_cast<off_t>(sizeof(std::uint64_t)))
        memory = ::mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<std::uint64_t*>(memory);
}

model::Dim3 toDim3(const dim3& size) {
    return {size.x, size.y, size.z};
}

std::uint64_t wordAt(const std::byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

std::uint64_t mostBytes() {
    const char* const variable = std::getenv("LANESCOPE_RECORD_LIMIT");
    const std::uint64_t wanted = variable ? std::strtoull(variable, nullptr, 10) : 0;
    return (wanted ? wanted : kMostMebibytes) * kMebibyte;
}

Argument::Kind kindOf(std::string_view type, std::uint32_t size) {
    const bool number = size == 1 || size == 2 || size == 4 || size == 8;
    if (!number || type.find('[') != std::string_view::npos) return Argument::Kind::Bytes;
    if (type.starts_with("f") && size >= 4) return Argument::Kind::Real;
    return type.starts_with("s") ? Argument::Kind::Signed : Argument::Kind::Unsigned;
}

/// Whether the text has the word, as in the declaration of a variable.
bool declares(std::string_view ptx, std::string_view word) {
    const auto isPart = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
    };
    for (std::size_t at = ptx.find(word); at != std::string_view::npos; at = ptx.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if (!isPart(ptx[at - 1]) && (end == ptx.size() || !isPart(ptx[end]))) return true;
    }
    return false;
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
    writeNote("");
    // What a child does is another program's, whose file must not take the place of this one's.
    ::pthread_atfork([] { instance()->mutex.lock(); }, [] { instance()->mutex.unlock(); },
                     [] {
                         instance()->m_stopped = true;
                         new (&instance()->mutex) std::recursive_mutex; // its owner is a thread of the parent
                     });
    atCrash([] {
        const std::unique_lock lock(instance()->mutex, std::try_to_lock);
        if (lock) instance()->finish();
    });
}

ProgramRecorder::ProgramRecorder(std::string file, bool measures)
    : m_file(std::move(file)), m_measures(measures), m_launches(sharedLaunches()), m_mostBytes(mostBytes()) {
    m_recording.contents.push_back(recording::Contents::unspecified());
}

void ProgramRecorder::refuse(std::string_view what) noexcept {
    if (m_stopped) return;
    m_stopped = true;
    m_recording = {};
    // `lanescope record` says it in its own words, and knows by the note that it was this runtime at all.
    if (!writeNote(what)) say(fmt::format("{} is not written: {}", m_file, what));
}

/// Runs the body unless the recording has ended, and ends it where the body cannot.
template<class Body>
void ProgramRecorder::guarded(const Body& body) noexcept {
    if (m_stopped) return;
    try {
        body();
        if (m_bytes + m_recording.calls.size() * kCallBytes + m_recording.bytes.size() > m_mostBytes)
            throw CannotHold(
                fmt::format("it would be larger than {} MiB (LANESCOPE_RECORD_LIMIT=MIB allows more)",
                            m_mostBytes / kMebibyte));
    } catch (const std::bad_alloc&) {
        refuse("there is not enough memory for it");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
}

// Memory.

/// A GPU has one allocation right behind the other, and the end of the one would be taken for the other's
/// first byte.
std::size_t ProgramRecorder::padded(std::size_t bytes) const {
    return bytes > 0 && m_measures && !m_stopped ? bytes + 1 : bytes;
}

void ProgramRecorder::allocated(const void* pointer, std::size_t bytes) noexcept {
    guarded([&] {
        if (!pointer || bytes == 0) return;
        freed(pointer); // the device has been reset since
        allocate(m_blocks.add({.address = addressOf(pointer), .bytes = bytes}));
    });
}

/// Gives a block its object, one of the same size that was freed where there is one.
void ProgramRecorder::allocate(Block& block) {
    if (const auto found = m_free.find(block.bytes); found != m_free.end()) {
        block.object = found->second;
        m_free.erase(found);
    } else {
        block.object =
            object({.setup = false, .bytes = block.bytes}, fmt::format("memory{}", ++m_allocations));
    }
    m_recording.calls.emplace_back(recording::Allocate{block.object});
}

void ProgramRecorder::freed(const void* pointer) noexcept {
    guarded([&] {
        const Block* const block = m_blocks.at(addressOf(pointer));
        if (!block || block->kind == Block::Kind::Variable) return;
        if (block->object != Block::kNone) {
            m_recording.calls.emplace_back(recording::Free{block->object});
            m_free.emplace(block->bytes, block->object);
        }
        m_blocks.remove(block->address);
    });
}

void ProgramRecorder::shared(const void* pointer, std::size_t bytes, bool managed) noexcept {
    guarded([&] {
        if (!pointer || bytes == 0) return;
        freed(pointer);
        Block& block = m_blocks.add({.address = addressOf(pointer),
                                     .bytes = bytes,
                                     .kind = managed ? Block::Kind::Managed : Block::Kind::Host});
        if (managed) allocate(block);
    });
}

/// The block of an address that kernels may use. Page-locked memory is in the recording from then on.
std::optional<ProgramRecorder::Place> ProgramRecorder::placeAt(std::uint64_t address) {
    Block* const block = m_blocks.holding(address);
    if (!block) return std::nullopt;
    if (block->object == Block::kNone) {
        allocate(*block);
        noteWrites(*block);
    }
    return Place{block, address - block->address};
}

/// The place on the device that a copy is about; nullopt: the host's memory.
std::optional<ProgramRecorder::Place> ProgramRecorder::placeOf(const void* pointer) {
    const Block* const block = m_blocks.holding(addressOf(pointer));
    if (!block || block->kind == Block::Kind::Host || addressOf(pointer) - block->address == block->bytes)
        return std::nullopt;
    return placeAt(addressOf(pointer));
}

Rows ProgramRecorder::rowsAt(const Place& place, std::size_t width, std::size_t height, std::size_t pitch) {
    const Rows rows{height, height > 1 ? pitch : 0};
    if (place.offset + rows.span(width) > place.block->bytes)
        throw CannotHold("a copy goes beyond the memory that it begins in");
    return rows;
}

void ProgramRecorder::prepare() noexcept {
    guarded([&] {
        for (Block* block : m_blocks.shared()) noteWrites(*block);
    });
}

/// What the host has written to shared memory since it was looked at is copied in, page by page.
void ProgramRecorder::noteWrites(Block& block) {
    const std::vector<bool> changed = changedPages(block);
    const auto found = std::ranges::find(changed, true);
    if (found == changed.end()) return block.use.unchanged();
    block.use.changed(changed);
    // A kernel that still runs may have taken a page while it was looked at.
    if (moves(block) && !m_capture) deviceCall<decltype(cudaDeviceSynchronize)>("cudaDeviceSynchronize")();
    const auto place = [&](auto page) {
        return std::min<std::uint64_t>((page - changed.begin()) * kPage, block.bytes);
    };
    for (auto page = found; page != changed.end();) {
        const auto end = std::find(page, changed.end(), false);
        const std::uint64_t at = place(page), bytes = place(end) - at;
        copyIn({&block, at}, block.host() + at, bytes, bytes, {}, 0, model::TransferMemory::Mapped,
               &block.known[at]);
        page = std::find(end, changed.end(), true);
    }
}

/// Those that the host sees otherwise than they are known. The first time they are looked at it is all of
/// them.
std::vector<bool> ProgramRecorder::changedPages(Block& block) {
    const bool isFirst = block.known.empty();
    if (isFirst) block.known.resize(block.bytes);
    // What a kernel has taken the host has not touched since. Pages of an allocation begin where it begins.
    const bool fewer = moves(block) && block.address % kPage == 0;
    const std::uint64_t faults = fewer ? HostPages::faults() : 0;
    if (fewer && block.away == faults) return {};
    const std::uint64_t pages = (block.bytes + kPage - 1) / kPage;
    std::vector<bool> changed(pages, isFirst);
    const std::vector<bool> all(fewer ? 0 : pages, true);
    const std::vector<bool>& here = fewer ? m_hostPages.mapped(block.address, block.bytes) : all;
    block.away.reset();
    if (isFirst) return here;
    if (fewer && std::ranges::find(here, true) == here.end()) {
        block.away = faults;
        return {};
    }
    constexpr std::uint64_t kPagesAtOnce = TakenBytes::kPiece / kPage; // whole words of vector<bool>
    forEachPiece((pages + kPagesAtOnce - 1) / kPagesAtOnce, [&](std::size_t piece) {
        for (std::uint64_t page = piece * kPagesAtOnce; page < std::min((piece + 1) * kPagesAtOnce, pages);
             ++page) {
            const std::uint64_t at = page * kPage;
            changed[page] = here[page] && std::memcmp(block.host() + at, &block.known[at],
                                                      std::min(kPage, block.bytes - at)) != 0;
        }
    });
    return changed;
}

/// Whether its pages move to the GPU when kernels use them, and back when the host does, at any time.
bool ProgramRecorder::moves(const Block& block) {
    if (!m_measures || block.kind != Block::Kind::Managed) return false;
    if (!m_pagesMove) {
        const auto attribute = [](cudaDeviceAttr which) {
            int device = 0, value = 0;
            deviceCall<decltype(cudaGetDevice)>("cudaGetDevice")(&device);
            deviceCall<decltype(cudaDeviceGetAttribute)>("cudaDeviceGetAttribute")(&value, which, device);
            return value != 0;
        };
        m_pagesMove = attribute(cudaDevAttrConcurrentManagedAccess) &&
                      !attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    }
    return *m_pagesMove;
}

/// On a GPU: what was put into the stream has been done.
void ProgramRecorder::settle(cudaStream_t stream) {
    if (m_measures) deviceCall<decltype(cudaStreamSynchronize)>("cudaStreamSynchronize")(stream);
}

void ProgramRecorder::copied(const Copied& given) noexcept {
    guarded([&] {
        Copied copy = given;
        if (copy.width == 0 || copy.height == 0) return;
        if (isCapturing(copy.stream)) return m_capture->emplace_back(copy), void();
        if (copy.height > 1 && copy.toPitch == copy.width && copy.fromPitch == copy.width) {
            copy.width *= copy.height;
            copy.height = 1;
        }
        const auto to = placeOf(copy.to), from = placeOf(copy.from);
        const bool lockedSource = !from && m_blocks.holding(addressOf(copy.from)) != nullptr;
        // Of page-locked memory, a copy takes what is there when its turn comes.
        if (to && !copy.waited && (lockedSource || to->block->isShared())) settle(copy.stream);
        const auto number = numberOf(copy.stream);
        if (to && from) {
            Rows rows = rowsAt(*to, copy.width, copy.height, copy.toPitch);
            const Rows source = rowsAt(*from, copy.width, copy.height, copy.fromPitch);
            m_recording.calls.emplace_back(recording::CopyWithin{.to = to->block->object,
                                                                 .from = from->block->object,
                                                                 .toOffset = to->offset,
                                                                 .fromOffset = from->offset,
                                                                 .bytes = copy.width,
                                                                 .stream = number,
                                                                 .rows = rows,
                                                                 .fromPitch = source.pitch});
        } else if (to) {
            copyIn(*to, static_cast<const std::byte*>(copy.from), copy.fromPitch, copy.width,
                   rowsAt(*to, copy.width, copy.height, copy.toPitch), number,
                   lockedSource ? model::TransferMemory::PageLocked : model::TransferMemory::Pageable);
        } else if (from) {
            copyOut(*from, copy, rowsAt(*from, copy.width, copy.height, copy.fromPitch));
        }
        if (to && !copy.toCome) noteKnown(*to->block);
    });
}

void ProgramRecorder::copyIn(const Place& to, const std::byte* from, std::size_t fromPitch, std::size_t width,
                             Rows rows, recording::StreamNumber stream, model::TransferMemory memory,
                             std::byte* known) {
    const TakenBytes bytes(from, fromPitch, width, rows.count, m_blocks.range(), known);
    for (const std::size_t at : bytes.suspects) placeAt(wordAt(&bytes.bytes[at]));
    recording::Range addresses{static_cast<std::uint32_t>(m_recording.relocations.size()), 0};
    for (const std::size_t at : bytes.suspects) noteAddress(wordAt(&bytes.bytes[at]), at, addresses);
    m_recording.calls.emplace_back(recording::CopyIn{.object = to.block->object,
                                                     .contents = contentsOf(bytes),
                                                     .offset = to.offset,
                                                     .bytes = width,
                                                     .stream = stream,
                                                     .memory = memory,
                                                     .rows = rows,
                                                     .relocations = addresses});
}

void ProgramRecorder::copyOut(const Place& from, const Copied& copy, Rows rows) {
    const bool locked = m_blocks.holding(addressOf(copy.to)) != nullptr;
    recording::CopyOut call{.object = from.block->object,
                            .offset = from.offset,
                            .bytes = copy.width,
                            .stream = numberOf(copy.stream),
                            .memory =
                                locked ? model::TransferMemory::PageLocked : model::TransferMemory::Pageable,
                            .rows = rows};
    // Into page-locked memory of a GPU it may come later.
    const bool arrived = !copy.toCome && (copy.waited || !m_measures || !locked);
    if (arrived) {
        std::vector<std::byte> bytes(copy.width * copy.height);
        for (std::size_t row = 0; row < copy.height; ++row)
            std::memcpy(&bytes[row * copy.width], static_cast<const std::byte*>(copy.to) + row * copy.toPitch,
                        copy.width);
        // Addresses are others in each play.
        const std::size_t before = m_recording.relocations.size();
        if (addressesIn(bytes.data(), bytes.size(), 0).count == 0) call.digest = recording::digestOf(bytes);
        m_recording.relocations.resize(before);
    }
    m_recording.calls.emplace_back(call);
}

void ProgramRecorder::filled(const Filled& given) noexcept {
    guarded([&] {
        Filled fill = given;
        if (isCapturing(fill.stream)) return m_capture->emplace_back(fill), void();
        const auto to = placeOf(fill.to);
        if (!to || fill.width == 0 || fill.height == 0) return;
        if (fill.height > 1 && fill.pitch == fill.width) {
            fill.width *= fill.height;
            fill.height = 1;
        }
        m_recording.calls.emplace_back(
            recording::Fill{.object = to->block->object,
                            .value = static_cast<std::uint8_t>(fill.value),
                            .offset = to->offset,
                            .bytes = fill.width,
                            .stream = numberOf(fill.stream),
                            .rows = rowsAt(*to, fill.width, fill.height, fill.pitch)});
        if (!to->block->isShared() || fill.toCome) return;
        settle(fill.stream);
        noteKnown(*to->block);
    });
}

/// Stored once, however often they are copied in.
std::uint32_t ProgramRecorder::contentsOf(const TakenBytes& bytes) {
    const auto next = static_cast<std::uint32_t>(m_recording.contents.size());
    if (bytes.isZero) {
        if (!m_zeros) {
            m_zeros = next;
            m_recording.contents.emplace_back();
        }
        return *m_zeros;
    }
    const auto [found, isNew] = m_contents.emplace(std::pair(bytes.key.low, bytes.key.high), next);
    if (isNew) {
        m_bytes += bytes.size;
        m_recording.contents.emplace_back(std::make_shared<const recording::Blob>(bytes.bytes, bytes.size));
    }
    return found->second;
}

/// The blocks whose addresses are among bytes come into the recording, with what they hold.
void ProgramRecorder::bringIn(const std::byte* bytes, std::size_t size) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t))
        placeAt(wordAt(bytes + at));
}

/// Notes the addresses of blocks among bytes, eight by eight, once they have been brought in; `first` is
/// where the bytes are in what the relocations are about.
recording::Range ProgramRecorder::addressesIn(const std::byte* bytes, std::size_t size, std::uint32_t first) {
    recording::Range made{static_cast<std::uint32_t>(m_recording.relocations.size()), 0};
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t))
        noteAddress(wordAt(bytes + at), first + at, made);
    return made;
}

/// A word that lies `at` bytes from where the relocations begin: one more of them, if it is an address.
void ProgramRecorder::noteAddress(std::uint64_t word, std::uint64_t at, recording::Range& relocations) {
    const Block* const block = m_blocks.holding(word);
    if (!block || block->object == Block::kNone) return;
    if (at > ~0U) throw CannotHold("an address lies behind the first 4 GiB of what is copied");
    m_recording.relocations.push_back({.kind = Relocation::Kind::Address,
                                       .object = block->object,
                                       .at = static_cast<std::uint32_t>(at),
                                       .add = word - block->address});
    ++relocations.count;
}

std::uint32_t ProgramRecorder::object(const Object& object, std::string_view name) {
    m_recording.objects.push_back(object);
    m_recording.objects.back().name = {static_cast<std::uint32_t>(m_recording.text.size()),
                                       static_cast<std::uint32_t>(name.size())};
    m_recording.text += name;
    return static_cast<std::uint32_t>(m_recording.objects.size() - 1);
}

recording::Text ProgramRecorder::text(std::string_view words) {
    const std::size_t known = m_recording.text.find(words);
    if (known != std::string::npos)
        return {static_cast<std::uint32_t>(known), static_cast<std::uint32_t>(words.size())};
    const recording::Text made{static_cast<std::uint32_t>(m_recording.text.size()),
                               static_cast<std::uint32_t>(words.size())};
    m_recording.text += words;
    return made;
}

// Device code.

/// The module of an image, with its variables; nullptr: it has no PTX.
ProgramRecorder::Code* ProgramRecorder::codeOf(Registered& image) {
    if (const auto found = m_code.find(image.wrapper); found != m_code.end()) return &found->second;
    std::vector<PtxImage> ptx = ptxOf(image.wrapper, kMostCapability);
    auto module = std::make_shared<const recording::Module>(moduleOf(std::move(ptx.front().text)));
    const Code code{static_cast<std::uint32_t>(m_recording.modules.size()),
                    ptx::Module::parse(module->ptx, module->path)};
    m_recording.modules.push_back(std::move(module));
    m_bytes += m_recording.modules.back()->ptx.size();
    // NVIDIA's runtime gives managed variables their memory when they are used first.
    deviceCall<char(void**)>("__cudaInitModule")(reinterpret_cast<void**>(&image));
    for (const RegisteredVariable& each : image.variables) addVariable(code, each);
    return &(m_code[image.wrapper] = code);
}

void ProgramRecorder::addVariable(const Code& code, const RegisteredVariable& variable) {
    if (!declares(m_recording.modules[code.module]->ptx, variable.name)) return; // unused, and left out
    void* address = nullptr;
    const void* const host = variable.host;
    if (variable.managed)
        address = *static_cast<void**>(variable.host);
    else if (deviceCall<cudaError_t(void**, const void*)>("cudaGetSymbolAddress")(&address, host) !=
             cudaSuccess)
        return;
    if (!address) return;
    m_variables[host] = static_cast<const std::byte*>(address);
    m_blocks.add(
        {.address = addressOf(address),
         .bytes = variable.bytes,
         .kind = variable.managed ? Block::Kind::Managed : Block::Kind::Variable,
         .object = object({.kind = Object::Kind::Variable, .bytes = variable.bytes, .module = code.module},
                          variable.name)});
}

const std::byte* ProgramRecorder::variable(const void* host) noexcept {
    const std::byte* address = nullptr;
    guarded([&] {
        for (Registered& image : registered())
            if (std::ranges::find(image.variables, host, &RegisteredVariable::host) != image.variables.end())
                codeOf(image);
        const auto found = m_variables.find(host);
        if (found != m_variables.end()) address = found->second;
    });
    return address;
}

void ProgramRecorder::kernelHandle(const void* handle, const void* host) noexcept {
    guarded([&] { m_handles[handle] = host; });
}

const ProgramRecorder::Kernel* ProgramRecorder::kernelOf(const void* given) {
    const auto handle = m_handles.find(given);
    const void* const host = handle == m_handles.end() ? given : handle->second;
    if (const auto found = m_kernels.find(host); found != m_kernels.end()) return &found->second;
    for (Registered& image : registered())
        for (const RegisteredFunction& each : image.functions)
            if (each.host == host) {
                const Code& code = *codeOf(image);
                if (const ptx::Kernel* kernel = code.parsed->find(each.name))
                    return &(m_kernels[host] = {code.module, kernel});
            }
    return nullptr;
}

void ProgramRecorder::addArgument(const ptx::Parameter& parameter, const void* value) {
    Argument argument{.kind = kindOf(parameter.type, parameter.size)};
    const auto* const bytes = static_cast<const std::byte*>(value);
    argument.bytes = {static_cast<std::uint32_t>(m_recording.bytes.size()), parameter.size};
    m_recording.bytes.insert(m_recording.bytes.end(), bytes, bytes + parameter.size);
    const recording::Range addresses = addressesIn(bytes, parameter.size, argument.bytes.first);
    if (parameter.size == sizeof(std::uint64_t) && addresses.count > 0)
        argument.kind = Argument::Kind::Address;
    m_recording.arguments.push_back(argument);
}

void ProgramRecorder::prepare(const Launched& launch) noexcept {
    guarded([&] {
        const Kernel* const kernel = kernelOf(launch.host);
        if (!kernel) throw CannotHold("a kernel is launched that the program has no PTX of");
        for (Block* block : m_blocks.shared()) noteWrites(*block);
        for (std::size_t i = 0; i < kernel->kernel->parameters.size(); ++i)
            bringIn(static_cast<const std::byte*>(launch.arguments[i]), kernel->kernel->parameters[i].size);
        m_launch = {.module = kernel->module,
                    .kernel = text(kernel->kernel->name),
                    .label = text(recording::plainName(kernel->kernel->name)),
                    .grid = toDim3(launch.grid),
                    .block = toDim3(launch.block),
                    .sharedBytes = static_cast<std::uint32_t>(launch.sharedBytes),
                    .stream = numberOf(launch.stream),
                    .cooperative = launch.cooperative};
        m_launch.arguments.first = static_cast<std::uint32_t>(m_recording.arguments.size());
        m_launch.relocations.first = static_cast<std::uint32_t>(m_recording.relocations.size());
        for (std::size_t i = 0; i < kernel->kernel->parameters.size(); ++i)
            addArgument(kernel->kernel->parameters[i], launch.arguments[i]);
        m_launch.arguments.count =
            static_cast<std::uint32_t>(m_recording.arguments.size()) - m_launch.arguments.first;
        m_launch.relocations.count =
            static_cast<std::uint32_t>(m_recording.relocations.size()) - m_launch.relocations.first;
    });
}

/// Also where nothing is recorded any more.
void ProgramRecorder::countLaunches(std::uint64_t more) noexcept {
    if (m_launches) std::atomic_ref(*m_launches).fetch_add(more, std::memory_order_relaxed);
}

void ProgramRecorder::launched(cudaStream_t stream) noexcept {
    if (!isCapturing(stream)) countLaunches(1);
    guarded([&] {
        if (isCapturing(stream)) return m_capture->emplace_back(m_launch), void();
        m_recording.calls.emplace_back(m_launch);
        noteShared();
    });
}

void ProgramRecorder::launchRefused(cudaStream_t stream, cudaError_t error) noexcept {
    if (error != cudaErrorInvalidConfiguration && error != cudaErrorInvalidValue) return;
    guarded([&] {
        const model::Architecture& architecture = model::defaultArchitecture();
        // What another device takes may be refused by this one, and would run when it is played.
        if (isCapturing(stream) ||
            model::launchRefusal(architecture, m_launch.grid, m_launch.block, m_launch.sharedBytes).empty())
            return;
        m_recording.options.mayFail = true;
        m_recording.calls.emplace_back(m_launch);
    });
}

void ProgramRecorder::returned(cudaError_t result) noexcept {
    if (!m_stopped && recording::isKernelFault(result)) m_recording.options.mayFail = true;
}

/// What kernels have left in shared memory is no write of the host's.
void ProgramRecorder::noteShared() {
    std::vector<Block*> shared = m_blocks.shared();
    std::erase_if(shared, [&](const Block* block) { return moves(*block); });
    if (shared.empty()) return;
    if (m_measures) deviceCall<decltype(cudaDeviceSynchronize)>("cudaDeviceSynchronize")();
    for (Block* block : shared) noteKnown(*block);
}

/// What is there now, the host has not written. Pages that move stay where they are, but for those of
/// lookAtUsed(): what the host finds there counts as written by it, and is what was there.
void ProgramRecorder::noteKnown(Block& block) {
    if (!block.isShared() || moves(block)) return;
    block.known.resize(block.bytes);
    const std::uint64_t pieces = (block.bytes + TakenBytes::kPiece - 1) / TakenBytes::kPiece;
    forEachPiece(pieces, [&](std::size_t piece) {
        const std::uint64_t at = piece * TakenBytes::kPiece;
        std::memcpy(&block.known[at], block.host() + at,
                    std::min<std::uint64_t>(TakenBytes::kPiece, block.bytes - at));
    });
}

/// The host has waited for kernels: what it is likely to read next has been left by them.
void ProgramRecorder::lookAtUsed() {
    for (Block* block : m_blocks.shared()) {
        if (!moves(*block) || block->known.empty()) continue;
        const std::vector<bool>& pages = block->use.pagesToLookAt();
        constexpr std::uint64_t kPagesAtOnce = TakenBytes::kPiece / kPage;
        forEachPiece((pages.size() + kPagesAtOnce - 1) / kPagesAtOnce, [&](std::size_t piece) {
            const std::uint64_t end = std::min<std::uint64_t>((piece + 1) * kPagesAtOnce, pages.size());
            for (std::uint64_t page = piece * kPagesAtOnce; page < end; ++page) {
                const std::uint64_t at = page * kPage;
                if (pages[page])
                    std::memcpy(&block->known[at], block->host() + at, std::min(kPage, block->bytes - at));
            }
        });
    }
}

// Graphs that were captured.

bool ProgramRecorder::isCapturing(cudaStream_t stream) const {
    if (!m_capture) return false;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    deviceCall<decltype(cudaStreamIsCapturing)>("cudaStreamIsCapturing")(stream, &status);
    return status != cudaStreamCaptureStatusNone;
}

void ProgramRecorder::captureBegun() noexcept {
    guarded([&] {
        if (m_capture) throw CannotHold("the program captures two graphs at a time");
        m_capture = std::make_shared<Captured>();
    });
}

void ProgramRecorder::captured(cudaGraph_t graph) noexcept {
    guarded([&] {
        if (graph) m_graphs[graph] = m_capture;
        m_capture = nullptr;
    });
}

void ProgramRecorder::hostFunction(cudaStream_t stream) noexcept {
    guarded([&] {
        if (isCapturing(stream))
            throw CannotHold("the program captures a host function, which a recording cannot hold yet");
    });
}

void ProgramRecorder::instantiated(cudaGraphExec_t exec, cudaGraph_t graph) noexcept {
    guarded([&] {
        const auto found = m_graphs.find(graph);
        if (found == m_graphs.end())
            throw CannotHold("the program launches a graph that it has not captured");
        m_execs[exec] = found->second;
    });
}

void ProgramRecorder::execGone(cudaGraphExec_t exec) noexcept {
    guarded([&] { m_execs.erase(exec); });
}

void ProgramRecorder::prepareGraph(cudaGraphExec_t exec, cudaStream_t stream) noexcept {
    prepare();
    m_beforeGraph = m_recording.calls.size();
    guarded([&] {
        const auto found = m_execs.find(exec);
        if (found == m_execs.end()) throw CannotHold("the program launches a graph that it has not captured");
        settle(stream); // what the graph copies in is as it is now
        for (const auto& each : *found->second) {
            if (const auto* copy = std::get_if<Copied>(&each)) {
                Copied now = *copy;
                now.stream = stream;
                now.toCome = true;
                copied(now);
            } else if (const auto* fill = std::get_if<Filled>(&each)) {
                Filled now = *fill;
                now.stream = stream;
                now.toCome = true;
                filled(now);
            } else {
                recording::Launch now = std::get<recording::Launch>(each);
                now.stream = numberOf(stream);
                m_recording.calls.emplace_back(now);
            }
        }
    });
}

void ProgramRecorder::graphLaunched(bool succeeded) noexcept {
    guarded([&] {
        if (!succeeded) return m_recording.calls.resize(m_beforeGraph);
        const auto calls = std::span(m_recording.calls).subspan(m_beforeGraph);
        const auto launches = std::ranges::count_if(calls, [](const recording::Call& call) {
            return std::holds_alternative<recording::Launch>(call);
        });
        countLaunches(static_cast<std::uint64_t>(launches));
        noteShared();
    });
}

// Streams and events.

void ProgramRecorder::streamMade(cudaStream_t stream) noexcept {
    guarded([&] {
        int priority = 0;
        deviceCall<decltype(cudaStreamGetPriority)>("cudaStreamGetPriority")(stream, &priority);
        const auto found = std::ranges::find_if(m_freeStreams, [&](recording::StreamNumber number) {
            return m_recording.streamPriorities[number - 1] == priority;
        });
        if (found != m_freeStreams.end()) {
            m_streams[stream] = *found;
            m_freeStreams.erase(found);
            return;
        }
        m_recording.streamPriorities.push_back(priority);
        m_streams[stream] = static_cast<recording::StreamNumber>(m_recording.streamPriorities.size());
    });
}

void ProgramRecorder::streamGone(cudaStream_t stream) noexcept {
    guarded([&] {
        const auto found = m_streams.find(stream);
        if (found == m_streams.end()) return;
        m_freeStreams.push_back(found->second);
        m_streams.erase(found);
    });
}

recording::StreamNumber ProgramRecorder::numberOf(cudaStream_t stream) const {
    const auto found = m_streams.find(stream);
    return found == m_streams.end() ? 0 : found->second;
}

std::uint32_t ProgramRecorder::eventNumber(cudaEvent_t event) {
    const auto [found, isNew] = m_events.emplace(event, m_eventCount);
    if (!isNew) return found->second;
    if (!m_freeEvents.empty()) {
        found->second = m_freeEvents.back();
        m_freeEvents.pop_back();
    } else if (++m_eventCount == kMostEvents) {
        throw CannotHold(fmt::format("it has more than {} events at a time", kMostEvents - 1));
    }
    return found->second;
}

void ProgramRecorder::eventRecorded(cudaEvent_t event, cudaStream_t stream) noexcept {
    guarded([&] {
        if (isCapturing(stream)) return; // the graph's own order
        m_recording.calls.emplace_back(recording::RecordEvent{eventNumber(event), numberOf(stream)});
    });
}

void ProgramRecorder::eventWaited(cudaEvent_t event, cudaStream_t stream) noexcept {
    guarded([&] {
        if (m_events.contains(event) && !isCapturing(stream))
            m_recording.calls.emplace_back(recording::WaitEvent{eventNumber(event), numberOf(stream)});
    });
}

void ProgramRecorder::eventGone(cudaEvent_t event) noexcept {
    guarded([&] {
        const auto found = m_events.find(event);
        if (found == m_events.end()) return;
        m_freeEvents.push_back(found->second);
        m_events.erase(found);
    });
}

void ProgramRecorder::synchronized() noexcept {
    guarded([&] {
        m_recording.calls.emplace_back(recording::Synchronize{});
        lookAtUsed();
    });
}

void ProgramRecorder::synchronized(cudaStream_t stream) noexcept {
    guarded([&] {
        m_recording.calls.emplace_back(recording::SynchronizeStream{numberOf(stream)});
        lookAtUsed();
    });
}

void ProgramRecorder::synchronized(cudaEvent_t event) noexcept {
    guarded([&] {
        if (m_events.contains(event))
            m_recording.calls.emplace_back(recording::SynchronizeEvent{eventNumber(event)});
        lookAtUsed();
    });
}

void ProgramRecorder::finish() noexcept {
    const std::lock_guard lock(mutex);
    guarded([&] {
        if (const std::string why = recording::whyInconsistent(m_recording); !why.empty())
            throw CannotHold(fmt::format("the recording is not sound: {}", why));
        recording::writeRecording(m_recording, m_file);
        m_stopped = true;
    });
}

} // namespace lanescope::runtime
