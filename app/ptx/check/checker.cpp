// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/checker.h"

#include "model/arithmetic.h"
#include "model/format.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <map>
#include <memory>
#include <tuple>

namespace lanescope::ptx {

namespace {

using model::Operation;
using model::Space;

template<class F>
void forLanesOf(std::uint32_t mask, F body) {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) body(std::countr_zero(rest));
}

bool writes(Operation operation) {
    return operation != Operation::Load && operation != Operation::MatrixLoad;
}
bool reads(Operation operation) {
    return operation != Operation::Store && operation != Operation::MatrixStore;
}
bool isAtomic(Operation operation) {
    return operation == Operation::Atomic || operation == Operation::Reduction ||
           operation == Operation::Increment;
}

/// "tile" of _ZZ9transposePfE4tile, a kernel's own array; other names stay.
std::string sourceName(const std::string& symbol) {
    if (!symbol.starts_with("_Z")) return symbol;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    if (status != 0 || !plain) return symbol;
    const std::string_view text = plain.get();
    const std::size_t colons = text.rfind("::");
    return std::string(colons == std::string_view::npos ? text : text.substr(colons + 2));
}

std::string_view fileName(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string accessPlace(const FindingAccess& access, const Program& program) {
    return access.line != 0 ? fmt::format("{}:{}", fileName(access.file), access.line)
                            : std::string(fileName(program.name));
}

std::string placeInArray(const Finding& finding) {
    if (finding.array.empty()) return fmt::format("byte {}", finding.offset);
    const bool isWord = finding.array.find(' ') == std::string::npos;
    return isWord ? fmt::format("{}+{}", finding.array, finding.offset)
                  : fmt::format("byte {} of '{}'", finding.offset, finding.array);
}

} // namespace

Checker::Checker(const Program& program, const Entry& entry, std::string kernel, const Checks& checks,
                 std::uint32_t threads, GlobalRaces& races, FindingLog& log)
    : m_program(program), m_kernel(std::move(kernel)), m_checks(checks), m_log(log), m_globalRaces(races),
      m_clocks(threads, !program.bulkCopies.empty() || !program.tensorCopies.empty(), races.order),
      m_sharedRaces(m_clocks, checks.lockstep), m_misuse(program, m_kernel, log),
      m_localWritten((threads + 31) / 32) {
    std::map<std::tuple<std::string_view, std::uint32_t, Operation>, std::uint32_t> places;
    for (std::uint32_t site = 0; site < program.sites.size(); ++site) {
        const model::Site& at = program.sites[site];
        const auto place =
            at.line == 0 ? places.end() : places.try_emplace({at.file, at.line, at.operation}, site).first;
        m_places.push_back(place == places.end() ? site : place->second);
    }
    for (const auto& [symbol, at] : entry.sharedOffsets) {
        const Variable& variable = program.variables[symbol];
        m_sharedArrays.push_back({sourceName(variable.name), at, variable.bytes});
    }
}

void Checker::beginBlock(const BlockContext& block, std::uint64_t order) {
    m_block = &block;
    m_inCluster = block.cluster.size() > 1;
    m_order = order;
    m_clocks.newBlock(model::linearIndex(block.blockIndex, block.gridSize));
    m_sharedRaces.newBlock();
    m_misuse.beginBlock(block, order);
    for (SyncClocks::Clock& clock : m_barriers) clock.clear();
    m_copied.clear();
    if (!m_checks.uninitialised) return;
    m_sharedWritten.assign(block.sharedBytes, 0);
    for (auto& warp : m_localWritten) std::fill(warp.begin(), warp.end(), 0);
}

void Checker::endBlock() {
    if (m_checks.synchronisation) m_misuse.endBlock();
    // in whole pages, so that nothing is left of it
    if (m_inCluster && m_checks.races)
        m_globalRaces.forget(sharedPlace(),
                             model::roundUp(std::uint64_t{m_block->sharedBytes}, GlobalRaces::kPageBytes));
}

void Checker::access(const Warp& warp, const Instruction& in, std::uint32_t mask, Space space) {
    if (space == Space::Constant || space == Space::Texture) return;
    const auto operation = static_cast<Operation>(in.operation);
    if (m_checks.races) {
        if (m_program.usesFences && (in.mode & kStrongAccess) != 0 && space != Space::Local)
            orderStrong(warp, in, mask, space);
        if (space == Space::Shared || space == Space::Global) lookForRaces(warp, in, mask, space);
        if (space == Space::Shared && m_inCluster) lookInCluster(*this, warp, in, mask);
    }
    if (!m_checks.uninitialised) return;
    if (reads(operation) && !(in.mode & kExchanges)) checkRead(*this, warp, in, mask, space);
    if (writes(operation)) noteWrite(warp, in, mask, space);
}

void Checker::accessElsewhere(Checker& owner, const Warp& warp, const Instruction& in, std::uint32_t mask) {
    const auto operation = static_cast<Operation>(in.operation);
    if (m_checks.races) lookInCluster(owner, warp, in, mask);
    if (!m_checks.uninitialised) return;
    if (reads(operation) && !(in.mode & kExchanges)) checkRead(owner, warp, in, mask, Space::Shared);
    if (!writes(operation)) return;
    forLanesOf(mask, [&](int lane) {
        owner.wroteFor(warp, lane, kSharedWindow + m_block->access.address[static_cast<std::size_t>(lane)],
                       in.width);
    });
}

SyncClocks::Strong Checker::strongOf(const Instruction& in) const {
    const auto operation = static_cast<Operation>(in.operation);
    return {.reads = reads(operation),
            .writes = writes(operation),
            .acquires = (in.mode & kAcquires) != 0,
            .releases = (in.mode & kReleases) != 0,
            .ofBlock = (in.mode & kOfBlock) != 0};
}

/// Lanes access one location one after another, in the order of their number.
void Checker::orderStrong(const Warp& warp, const Instruction& in, std::uint32_t mask, Space space) {
    const SyncClocks::Strong access = strongOf(in);
    const std::uint64_t* address = m_block->access.address.data();
    forLanesOf(mask, [&](int lane) {
        const std::uint32_t thread = threadOf(warp, lane);
        if (space == Space::Shared)
            m_clocks.strongAccess(thread, address[lane], access);
        else
            m_clocks.strongGlobalAccess(thread, address[lane], access);
    });
}

CheckedAccess Checker::checkedOf(const Warp& warp, const Instruction& in, std::uint32_t mask,
                                 Space space) const {
    const auto operation = static_cast<Operation>(in.operation);
    const ElementUse use = ElementUse::of(in.extra);
    const bool plain = operation == Operation::Store && in.extra != 0;
    const bool copy = operation == Operation::Store && (in.mode & kAsynchronousCopy) != 0;
    const Resolved resolved = m_block->resolved;
    CheckedAccess access{.site = in.target,
                         .warp = warp.index,
                         .lanes = mask,
                         .width = in.width,
                         .addresses = m_block->access.address.data(),
                         .writes = writes(operation),
                         .strong = (in.mode & kStrongAccess) != 0,
                         .atomic = isAtomic(operation),
                         .asynchronous = copy,
                         .ofBlock = space == Space::Global && (in.mode & kOfBlock) != 0,
                         .stored = {},
                         .before = {}};
    const std::array<std::uint32_t, 4> slots{in.d, in.b, in.c, in.e};
    access.stored = [this, copy, plain, use, slots, &warp](int lane, unsigned byte) -> int {
        if (copy) return std::to_integer<int>(m_block->copied[static_cast<std::size_t>(lane) * 16 + byte]);
        if (!plain) return -1;
        const std::size_t at = static_cast<std::size_t>(lane) * use.registerBytes + byte % use.elementBytes;
        return std::to_integer<int>(warp.regs[slots[byte / use.elementBytes] + at]);
    };
    access.before = [resolved](int lane, unsigned byte) {
        return reinterpret_cast<const std::byte*>(resolved.address[lane] + resolved.delta)[byte];
    };
    return access;
}

void Checker::lookForRaces(const Warp& warp, const Instruction& in, std::uint32_t mask, Space space) {
    CheckedAccess access = checkedOf(warp, in, mask, space);
    const auto found = [&](const RacingPair& race) { reportRace(access, race, space); };
    std::array<std::uint64_t, 32> addresses{};
    if (m_copy && space == Space::Shared && access.writes) {
        const std::uint32_t lane = m_copy->thread % 32;
        addresses[lane] = access.addresses[m_copy->lane];
        access.warp = m_copy->thread / 32;
        access.lanes = 1U << lane;
        access.addresses = addresses.data();
        access.before = [](int, unsigned) { return std::byte{0}; };
    }
    if (space == Space::Shared)
        m_sharedRaces.access(access, found);
    else
        m_globalRaces.access(access, m_clocks, m_checks.lockstep, found);
}

void Checker::lookInCluster(const Checker& owner, const Warp& warp, const Instruction& in,
                            std::uint32_t mask) {
    CheckedAccess access = checkedOf(warp, in, mask, Space::Shared);
    if (m_copy || access.asynchronous) return;
    std::array<std::uint64_t, 32> places{};
    forLanesOf(mask, [&](int lane) {
        places[static_cast<std::size_t>(lane)] = owner.sharedPlace() + access.addresses[lane];
        if (m_program.usesFences && access.strong)
            m_clocks.strongClusterAccess(threadOf(warp, lane), places[static_cast<std::size_t>(lane)],
                                         strongOf(in));
    });
    access.addresses = places.data();
    access.ofBlock = (in.mode & kOfBlock) != 0;
    m_globalRaces.access(access, m_clocks, m_checks.lockstep, [&](const RacingPair& race) {
        // a block's own accesses of its own memory have been looked at
        if (&owner != this || race.firstBlock != block()) reportRace(access, race, Space::Shared, &owner);
    });
}

void Checker::meetInWarp(const Warp& warp, std::uint32_t mask, std::uint32_t named) {
    if (m_checks.races) m_clocks.meet(warp.index, mask, named & ~warp.live, warp.live);
}

void Checker::arrive(const Warp& warp, std::uint32_t mask, std::uint32_t barrier) {
    if (!m_checks.races) return;
    forLanesOf(mask, [&](int lane) {
        m_clocks.release(warp.index * 32 + static_cast<std::uint32_t>(lane), m_barriers[barrier]);
    });
}

void Checker::pass(const Warp& warp, std::uint32_t mask, std::uint32_t barrier) {
    if (!m_checks.races) return;
    forLanesOf(mask, [&](int lane) {
        m_clocks.acquire(warp.index * 32 + static_cast<std::uint32_t>(lane), m_barriers[barrier]);
    });
}

void Checker::meetCluster(std::uint64_t first) {
    if (!m_checks.races) return;
    // What a location in global memory would do for threads that release and acquire there.
    m_clocks.strongGlobalAccess(
        0, first, {.reads = true, .writes = true, .acquires = true, .releases = true, .ofBlock = false});
    m_clocks.meetAll();
}

void Checker::fence(const Warp& warp, std::uint32_t mask, bool ofBlock) {
    if (!m_checks.races) return;
    forLanesOf(
        mask, [&](int lane) { m_clocks.fence(warp.index * 32 + static_cast<std::uint32_t>(lane), ofBlock); });
}

void Checker::gridBarrier(const Warp& warp, const Instruction& in, std::uint32_t mask) {
    if (m_checks.races && (in.mode & kStrongAccess) != 0) orderStrong(warp, in, mask, Space::Global);
}

void Checker::beginCopy(const Warp& warp, int lane, std::uint64_t mbarrier) {
    if (!m_checks.races) return;
    const std::uint32_t starter = warp.index * 32 + static_cast<std::uint32_t>(lane);
    m_copy = {m_clocks.startCopy(starter, mbarrier), lane};
    m_starters[m_copy->thread % 32] = starter;
}

void Checker::commitCopies(const Warp& warp, std::uint32_t mask) {
    if (m_checks.races) m_sharedRaces.commit(warp.index, mask);
}
void Checker::waitForCopies(const Warp& warp, std::uint32_t mask, std::uint32_t keep) {
    if (m_checks.races) m_sharedRaces.wait(warp.index, mask, keep);
}

void Checker::frame(const Warp& warp, std::uint32_t mask, std::uint32_t base, std::uint32_t bytes) {
    if (!m_checks.uninitialised || bytes == 0) return;
    auto& written = m_localWritten[warp.index];
    if (written.size() < std::size_t{base} + bytes) written.resize(std::size_t{base} + bytes);
    for (std::uint32_t i = 0; i < bytes; ++i) written[base + i] &= ~mask;
}

void Checker::allocated(const BlockContext& block, std::uint64_t address, std::uint64_t bytes) {
    if (m_checks.races) m_globalRaces.forget(address, bytes);
    if (m_checks.uninitialised && address != 0) block.memory->markUnwritten(address, bytes);
}

void Checker::wroteFor(const Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes) {
    if (!m_checks.uninitialised) return;
    if (address - kSharedWindow < kWindowBytes) {
        for (std::uint64_t i = 0; i < bytes; ++i) m_sharedWritten[address - kSharedWindow + i] = 1;
    } else if (address - kLocalWindow < kWindowBytes) {
        auto& written = m_localWritten[warp.index];
        const std::uint64_t first = address - kLocalWindow;
        if (written.size() < first + bytes) written.resize(first + bytes);
        for (std::uint64_t i = 0; i < bytes; ++i) written[first + i] |= 1U << lane;
    } else {
        m_block->memory->markWritten(address, bytes);
    }
}

Checker::Lanes Checker::unwritten(const Checker& owner, const Warp& warp, std::uint32_t mask, Space space,
                                  unsigned width) const {
    Lanes lanes{};
    const std::uint64_t* address = m_block->access.address.data();
    forLanesOf(mask, [&](int lane) {
        const std::uint64_t first = address[lane];
        std::uint16_t bits = 0;
        if (space == Space::Shared) {
            for (unsigned i = 0; i < width; ++i)
                bits |= static_cast<std::uint16_t>((owner.m_sharedWritten[first + i] == 0) << i);
        } else if (space == Space::Local) {
            const auto& written = m_localWritten[warp.index];
            for (unsigned i = 0; i < width; ++i) {
                const bool known = first + i < written.size() && ((written[first + i] >> lane) & 1);
                bits |= static_cast<std::uint16_t>(!known << i);
            }
        } else if (const Memory::Allocation* allocation = m_block->memory->find(first);
                   allocation && allocation->written) {
            for (unsigned i = 0; i < width; ++i) {
                std::uint8_t& written = allocation->written[first - allocation->address + i];
                const bool known = std::atomic_ref(written).load(std::memory_order_relaxed) != 0;
                bits |= static_cast<std::uint16_t>(!known << i);
            }
        }
        lanes[static_cast<std::size_t>(lane)] = bits;
    });
    return lanes;
}

void Checker::keepUnwritten(const Warp& warp, std::uint32_t slot, std::uint32_t mask, const Lanes& lanes,
                            const Read& read, unsigned first) {
    const std::byte* const key = warp.regs + slot;
    const auto found = m_copied.find(key);
    Copied kept = found == m_copied.end() ? Copied{} : found->second;
    kept.read = read;
    bool any = false;
    forLanesOf(mask, [&](int each) {
        const auto lane = static_cast<std::size_t>(each);
        kept.unwritten[lane] = static_cast<std::uint16_t>((lanes[lane] >> first) & ((1U << read.width) - 1));
        kept.address[lane] = m_block->access.address[lane] + first;
    });
    for (const std::uint16_t bits : kept.unwritten) any = any || bits != 0;
    if (any)
        m_copied[key] = kept;
    else if (found != m_copied.end())
        m_copied.erase(found);
}

void Checker::checkRead(const Checker& owner, const Warp& warp, const Instruction& in, std::uint32_t mask,
                        Space space) {
    const Lanes lanes = unwritten(owner, warp, mask, space, in.width);
    Read read{.site = in.target, .space = space, .owner = &owner == this ? nullptr : &owner};
    auto used = static_cast<std::uint16_t>((1U << in.width) - 1);
    if (static_cast<Operation>(in.operation) == Operation::Load && in.extra != 0) {
        used = 0;
        const ElementUse use = ElementUse::of(in.extra);
        const std::uint32_t slots[4] = {in.d, in.b, in.c, in.e};
        for (unsigned i = 0; i * use.elementBytes < in.width; ++i) {
            const unsigned first = i * use.elementBytes;
            if ((use.used >> i) & 1)
                used |= static_cast<std::uint16_t>(((1U << use.elementBytes) - 1) << first);
            else if ((use.copied >> i) & 1) {
                read.width = use.elementBytes;
                keepUnwritten(warp, slots[i], mask, lanes, read, first);
            }
        }
    }
    std::uint32_t wrong = 0;
    forLanesOf(mask, [&](int lane) {
        if ((lanes[static_cast<std::size_t>(lane)] & used) != 0) wrong |= 1U << lane;
    });
    if (wrong == 0) return;
    const auto first = static_cast<std::size_t>(std::countr_zero(wrong));
    read.width = in.width;
    read.address = m_block->access.address[first];
    read.unwritten = static_cast<std::uint16_t>(lanes[first] & used);
    reportRead(warp, wrong, read);
}

void Checker::chosen(const Warp& warp, std::uint32_t slot, std::uint32_t mask) {
    const auto copied = m_copied.find(warp.regs + slot);
    if (copied == m_copied.end()) return;
    const Copied& from = copied->second;
    std::uint32_t wrong = 0;
    forLanesOf(mask, [&](int lane) {
        if (from.unwritten[static_cast<std::size_t>(lane)] != 0) wrong |= 1U << lane;
    });
    if (wrong == 0) return;
    Read read = from.read;
    const auto lane = static_cast<std::size_t>(std::countr_zero(wrong));
    read.address = from.address[lane];
    read.unwritten = from.unwritten[lane];
    reportRead(warp, wrong, read);
}

/// What a store writes that copying loads found unwritten: part of a structure, or nothing but that.
Checker::Lanes Checker::copiedUnwritten(const Warp& warp, const Instruction& in, std::uint32_t mask) {
    Lanes lanes{};
    const ElementUse use = ElementUse::of(in.extra);
    const std::uint32_t slots[4] = {in.d, in.b, in.c, in.e};
    const Copied* first = nullptr;
    for (unsigned i = 0; i * use.elementBytes < in.width; ++i) {
        const auto copied = m_copied.find(warp.regs + slots[i]);
        if (copied == m_copied.end()) continue;
        if (!first) first = &copied->second;
        for (std::size_t lane = 0; lane < 32; ++lane)
            lanes[lane] |=
                static_cast<std::uint16_t>(copied->second.unwritten[lane] << (i * use.elementBytes));
    }
    const auto whole = static_cast<std::uint16_t>((1U << in.width) - 1);
    std::uint32_t wrong = 0;
    forLanesOf(mask, [&](int lane) {
        if (lanes[static_cast<std::size_t>(lane)] == whole) wrong |= 1U << lane;
    });
    // as written, structures without any content and holes of whole words are copied like the rest
    const bool structure = m_program.asWritten && first && first->read.space == Space::Local;
    if (wrong != 0 && !structure) {
        Read read = first->read;
        const auto lane = static_cast<std::size_t>(std::countr_zero(wrong));
        read.address = first->address[lane];
        read.unwritten = first->unwritten[lane];
        reportRead(warp, wrong, read);
    }
    return lanes;
}

void Checker::noteWrite(const Warp& warp, const Instruction& in, std::uint32_t mask, Space space) {
    Lanes lanes{};
    if (!m_copied.empty() && static_cast<Operation>(in.operation) == Operation::Store && in.extra != 0)
        lanes = copiedUnwritten(warp, in, mask);
    const std::uint64_t* address = m_block->access.address.data();
    forLanesOf(mask, [&](int lane) {
        const std::uint64_t first = address[lane];
        const std::uint16_t missing = lanes[static_cast<std::size_t>(lane)];
        const auto known = [&](unsigned i) { return static_cast<std::uint8_t>(!((missing >> i) & 1)); };
        if (space == Space::Shared) {
            for (unsigned i = 0; i < in.width; ++i) m_sharedWritten[first + i] = known(i);
        } else if (space == Space::Local) {
            auto& written = m_localWritten[warp.index];
            if (written.size() < first + in.width) written.resize(first + in.width);
            for (unsigned i = 0; i < in.width; ++i)
                written[first + i] = (written[first + i] & ~(1U << lane)) | (std::uint32_t{known(i)} << lane);
        } else if (const Memory::Allocation* allocation = m_block->memory->find(first);
                   allocation && allocation->written) {
            for (unsigned i = 0; i < in.width; ++i)
                std::atomic_ref(allocation->written[first - allocation->address + i])
                    .store(known(i), std::memory_order_relaxed);
        }
    });
}

FindingAccess Checker::accessOf(std::uint32_t site, const model::Dim3& block, std::uint32_t warp,
                                int lane) const {
    const model::Site& at = m_program.sites[site];
    return {at.file,
            at.line,
            at.operation,
            block,
            warp,
            lane,
            model::threadIndex(m_block->blockSize, warp, lane)};
}

std::string Checker::arrayAt(Space space, std::uint64_t address, std::uint64_t& offset) const {
    offset = address;
    if (space == Space::Global) {
        const Memory::Allocation* allocation = m_block->memory->find(address);
        if (!allocation) return {};
        offset = address - allocation->address;
        return allocation->name();
    }
    if (space != Space::Shared) return {};
    const SharedArray* best = nullptr;
    for (const SharedArray& each : m_sharedArrays) {
        // dynamic shared memory has no size of its own and goes on to the end
        const bool holds = address >= each.start && (each.bytes == 0 || address - each.start < each.bytes);
        if (holds && (!best || each.start >= best->start)) best = &each;
    }
    if (!best) return {};
    offset = address - best->start;
    return best->name;
}

/// "shared memory of block (1,0,0)", where it is another block's.
std::string Checker::ofBlock(std::string_view memory, const Checker* owner) {
    return owner ? fmt::format("{} of block {}", memory, checkedIndex(owner->m_block->blockIndex))
                 : std::string(memory);
}

void Checker::reportRead(const Warp& warp, std::uint32_t mask, const Read& read) {
    Finding finding;
    finding.array =
        arrayAt(read.space, read.address + static_cast<std::uint64_t>(std::countr_zero(read.unwritten)),
                finding.offset);
    const std::string_view what = read.space == Space::Shared  ? "shared memory"
                                  : read.space == Space::Local ? "local memory"
                                                               : "global memory";
    const FindingLog::Key key{FindingKind::UninitialisedRead, m_places[read.site], 0,
                              fmt::format("{} {}", what, finding.array)};
    const auto count = static_cast<std::uint64_t>(std::popcount(mask));
    if (m_log.again(key, count)) return;
    finding.kind = FindingKind::UninitialisedRead;
    finding.kernel = m_kernel;
    finding.count = count;
    finding.block = m_block->blockIndex;
    finding.access = accessOf(read.site, m_block->blockIndex, warp.index, std::countr_zero(mask));
    finding.file = finding.access->file;
    finding.line = finding.access->line;
    finding.space = read.space;
    finding.bytes = static_cast<std::uint32_t>(std::popcount(read.unwritten));
    const FindingAccess& by = *finding.access;
    const std::string memory = ofBlock(what, read.owner);
    finding.what =
        fmt::format("{}: read of uninitialised {}: {} of the {} bytes at {} were never written",
                    accessPlace(by, m_program), memory, finding.bytes, read.width, placeInArray(finding));
    finding.where = fmt::format("kernel {}, block {}, thread {} (warp {}, lane {})", plainName(m_kernel),
                                checkedIndex(finding.block), checkedIndex(by.thread), by.warp, by.lane);
    m_log.add(key, std::move(finding), m_order);
}

RaceCure Checker::cureOf(const CheckedAccess& access, const RacingPair& race, bool betweenBlocks,
                         bool inCluster) const {
    if (m_clocks.isCopies(race.firstWarp)) return RaceCure::AwaitCopy;
    if (m_clocks.isCopies(access.warp)) return RaceCure::CopyLater;
    if (betweenBlocks && race.firstAtomic && access.atomic) return RaceCure::DeviceScope;
    if (betweenBlocks && inCluster) return RaceCure::ClusterBarrier;
    if (betweenBlocks) return RaceCure::OneBlockEach;
    if (race.firstSite == access.site && race.firstWarp == access.warp && race.firstWrites && access.writes &&
        !access.atomic)
        return RaceCure::OneWriter;
    if (race.firstAtomic || access.atomic) return RaceCure::BlockBarrierOrAtomics;
    return race.firstWarp == access.warp ? RaceCure::WarpBarrier : RaceCure::BlockBarrier;
}

void Checker::reportRace(const CheckedAccess& access, const RacingPair& race, Space space,
                         const Checker* owner) {
    Finding finding;
    const bool global = space == Space::Global;
    finding.array = arrayAt(space, owner ? race.address % kRankedBytes : race.address, finding.offset);
    const std::string_view memory = global ? "global memory" : "shared memory";
    const FindingLog::Key key{FindingKind::Race, m_places[access.site], m_places[race.firstSite],
                              fmt::format("{} {}", memory, finding.array)};
    const std::string where = ofBlock(memory, owner);
    const auto count = static_cast<std::uint64_t>(std::popcount(race.lanes));
    const bool loads = !access.writes, firstLoads = !race.firstWrites;
    FindingLog& log = global && loads && race.firstAtomic     ? m_globalRaces.unsure(access.site)
                      : global && firstLoads && access.atomic ? m_globalRaces.unsure(race.firstSite)
                                                              : m_log;
    if (log.again(key, count)) return;
    const model::Dim3 block = m_block->blockIndex;
    const model::Dim3 firstBlock =
        global || owner ? model::indexAt(race.firstBlock, m_block->gridSize) : block;
    finding.kind = FindingKind::Race;
    finding.kernel = m_kernel;
    finding.count = count;
    finding.block = block;
    // of a bulk copy, who has started it
    const auto accessBy = [&](std::uint32_t site, const model::Dim3& of, std::uint32_t warp, int lane) {
        const std::uint32_t starter = m_starters[static_cast<std::size_t>(lane)];
        return !m_clocks.isCopies(warp) ? accessOf(site, of, warp, lane)
                                        : accessOf(site, of, starter / 32, static_cast<int>(starter % 32));
    };
    finding.access = accessBy(access.site, block, access.warp, race.lane);
    finding.earlier = accessBy(race.firstSite, firstBlock, race.firstWarp, race.firstLane);
    finding.file = finding.access->file;
    finding.line = finding.access->line;
    finding.space = space;
    finding.bytes = race.bytes;
    const std::string_view now = access.atomic ? "updates" : access.writes ? "writes" : "reads";
    const std::string_view then = race.firstAtomic ? "updates" : race.firstWrites ? "writes" : "reads";
    const bool within = access.site == race.firstSite && access.warp == race.firstWarp &&
                        firstBlock == block && race.firstWrites && access.writes;
    const FindingAccess &by = *finding.access, &other = *finding.earlier;
    const std::string how =
        within ? "in the same instruction, with another value"
               : fmt::format("at {}, and nothing orders the two", accessPlace(other, m_program));
    const std::string place = accessPlace(by, m_program), array = placeInArray(finding);
    const std::string first = checkedIndex(by.thread), second = checkedIndex(other.thread);
    const std::string_view kernel = plainName(m_kernel);
    finding.cure = cureOf(access, race, firstBlock != block, owner != nullptr);
    const bool isOneLine = by.line != 0 && by.line == other.line && by.file == other.file;
    if (isOneLine && (finding.cure == RaceCure::WarpBarrier || finding.cure == RaceCure::BlockBarrier))
        finding.cure = RaceCure::OneLine;
    if (firstBlock == block) {
        finding.what =
            fmt::format("{}: race on {} at {} ({}): thread {} (warp {}, lane {}) {} what thread {} (warp {}, "
                        "lane {}) {} {}",
                        place, where, array, bytesText(finding.bytes), first, by.warp, by.lane, now, second,
                        other.warp, other.lane, then, how);
        finding.where = fmt::format("kernel {}, block {}", kernel, checkedIndex(block));
    } else {
        finding.what = fmt::format(
            "{}: race on {} at {} ({}): thread {} of block {} (warp {}, lane {}) {} what thread {} "
            "of block {} (warp {}, lane {}) {} {}",
            place, where, array, bytesText(finding.bytes), first, checkedIndex(block), by.warp, by.lane, now,
            second, checkedIndex(firstBlock), other.warp, other.lane, then, how);
        finding.where = fmt::format("kernel {}", kernel);
    }
    log.add(key, std::move(finding), m_order);
}

} // namespace lanescope::ptx
