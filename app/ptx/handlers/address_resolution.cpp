// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/address_resolution.h"

#include "model/format.h"
#include "ptx/check/checker.h"

#include <fmt/format.h>

#include <bit>

namespace lanescope::ptx {

namespace {

std::string_view verb(const Instruction& in) {
    switch (static_cast<model::Operation>(in.operation)) {
    case model::Operation::Store:
    case model::Operation::MatrixStore:
        return "store";
    case model::Operation::Atomic:
    case model::Operation::Reduction:
    case model::Operation::Increment:
        return "atomic";
    default:
        return "load";
    }
}

[[noreturn]] void failMisaligned(const Instruction& in, int lane, std::uint64_t address) {
    throw LaneFault{FaultKind::Misaligned, lane, address,
                    fmt::format("misaligned {}-byte {} at {:#x}, not a multiple of {}", in.width, verb(in),
                                address, in.width)};
}

/// What is further from an allocation than an index of 32 bits leads has nothing to do with it.
constexpr std::uint64_t kFarthestIndex = std::uint64_t{16} << 32;

[[noreturn]] void failOutside(const Warp& warp, const Instruction& in, int lane, std::uint64_t address) {
    std::string where = "in no allocation";
    if (address - kSharedWindow < kWindowBytes)
        where = "which points to shared memory";
    else if (address - kLocalWindow < kWindowBytes)
        where = "which points to local memory";
    else if (address == 0)
        where = "a null pointer";
    else if (address < 0x10000)
        where = "a null pointer with an offset";
    if (const Memory::Allocation* const freed = warp.block->memory->retiredAt(address))
        where = fmt::format("in '{}' ({}), which was freed before", freed->name(), bytesText(freed->bytes));
    else if (const Memory::Allocation* before = warp.block->memory->before(address);
             before && address > 0xffff && address - before->address < before->bytes + kFarthestIndex) {
        const std::uint64_t offset = address - before->address;
        if (offset < before->bytes)
            where = fmt::format("{} before the end of '{}' ({})", bytesText(before->bytes - offset),
                                before->name(), bytesText(before->bytes));
        else if (offset == before->bytes)
            where = fmt::format("just past the end of '{}' ({})", before->name(), bytesText(before->bytes));
        else
            where = fmt::format("{} past the end of '{}' ({})", bytesText(offset - before->bytes),
                                before->name(), bytesText(before->bytes));
    }
    throw LaneFault{FaultKind::OutOfBounds, lane, address,
                    fmt::format("out-of-bounds {}-byte {} at {:#x}, {}", in.width, verb(in), address, where)};
}

/// For a window that starts at 0 and has so many bytes.
[[noreturn]] void failWindow(const Instruction& in, std::uint32_t mask, const std::uint64_t* addresses,
                             std::uint64_t bytes, std::string_view what) {
    for (int lane = 0; lane < 32; ++lane) {
        if (!((mask >> lane) & 1)) continue;
        const std::uint64_t address = addresses[lane];
        if (address % in.width != 0) failMisaligned(in, lane, address);
        if (bytes < in.width || address > bytes - in.width)
            throw LaneFault{FaultKind::OutOfBounds, lane, address,
                            fmt::format("out-of-bounds {}-byte {} at {:#x} in {} ({} bytes)", in.width,
                                        verb(in), address, what, bytes)};
    }
    throw LaneFault{FaultKind::OutOfBounds, -1, 0, "out-of-bounds access"};
}

std::uint64_t localLimit(const Warp& warp) {
    return std::uint64_t{warp.localBase} + warp.function->localBytes;
}

/// All but the addresses, which are there.
void describe(model::WarpAccess& access, const Warp& warp, const Instruction& in, std::uint32_t mask,
              model::Space space) {
    access.space = space;
    access.operation = static_cast<model::Operation>(in.operation);
    access.width = in.width;
    access.site = in.target;
    access.warp = warp.index;
    access.activeMask = mask;
}

/// The lanes that access memory for all in the mask: an atomic may be made by one for the others.
std::uint32_t accessing(const Instruction& in, std::uint32_t mask) {
    const bool joined = (in.mode & kJoined) != 0 || ((in.mode & kJoinedWhole) != 0 && mask == ~0U);
    return joined && verb(in) == "atomic" ? std::bit_floor(mask) : mask;
}

void tellSink(Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space,
              model::Eights eights = model::Eights::Apart) {
    BlockContext& block = *warp.block;
    model::WarpAccess& access = block.access;
    describe(access, warp, in, accessing(in, mask), space);
    if (eights == model::Eights::Apart)
        block.sink->access(access);
    else
        block.sink->accessInEights(access, eights);
}

/// Of an access at which the kernel stops now. may(lane): whether the lane's address allows it.
template<class May>
void tellStopped(Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space, May may) {
    BlockContext& block = *warp.block;
    if (!block.sink) return;
    std::uint32_t wrong = 0;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
        if (const int lane = __builtin_ctz(rest); !may(lane)) wrong |= 1U << lane;
    describe(block.access, warp, in, mask, space);
    block.sink->stopped(block.access, wrong);
}

/// Apart, so that a sink alone is told without a frame of the stack.
[[gnu::noinline]] void tellCheckerFirst(Warp& warp, const Instruction& in, std::uint32_t mask,
                                        model::Space space) {
    warp.block->checker->access(warp, in, mask, space);
    if (warp.block->sink) tellSink(warp, in, mask, space);
}

} // namespace

void tellObservers(Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space,
                   model::Eights eights) {
    if (warp.block->checker) return tellCheckerFirst(warp, in, mask, space);
    tellSink(warp, in, mask, space, eights);
}

namespace {

/// Where a shared address leads: to no block when there is none of its rank.
struct SharedPlace {
    const BlockContext* block = nullptr;
    std::uint64_t offset = 0;
};
SharedPlace placeOf(const BlockContext& block, std::uint64_t address) {
    const std::uint64_t ranked = address >> kRankShift, offset = address % kRankedBytes;
    if (ranked == 0 || ranked == std::uint64_t{block.clusterRank} + 1) return {&block, offset};
    return {ranked - 1 < block.cluster.size() ? block.cluster[ranked - 1] : nullptr, offset};
}

/// The host address of what a lane accesses in the shared memory of its cluster.
std::uint64_t sharedHost(const BlockContext& block, const Instruction& in, int lane, std::uint64_t address) {
    if (address % in.width != 0) failMisaligned(in, lane, address);
    const SharedPlace place = placeOf(block, address);
    const auto fail = [&](FaultKind kind, const std::string& where) {
        throw LaneFault{
            kind, lane, address,
            fmt::format("out-of-bounds {}-byte {} at {:#x} in {}", in.width, verb(in), address, where)};
    };
    const std::uint64_t rank = (address >> kRankShift) - 1;
    const auto own = [&] { return fmt::format("shared memory ({} bytes)", block.sharedBytes); };
    if (!place.block && block.cluster.empty()) fail(FaultKind::OutOfBounds, own());
    // a launch failure, as one that is beyond a block's memory is none, on an H200
    if (!place.block)
        fail(FaultKind::Trap,
             fmt::format("the shared memory of block {} of a cluster of {}", rank, block.cluster.size()));
    if (place.block->ended)
        fail(FaultKind::Trap,
             fmt::format("the shared memory of block {} of the cluster, which has ended", rank));
    if (block.sharedBytes < in.width || place.offset > block.sharedBytes - in.width)
        fail(FaultKind::OutOfBounds,
             place.block == &block ? own()
                                   : fmt::format("the shared memory of block {} of the cluster ({} bytes)",
                                                 rank, block.sharedBytes));
    return reinterpret_cast<std::uint64_t>(place.block->shared) + place.offset;
}

/// One access for each block whose shared memory the lanes' addresses are in.
void tellShared(Warp& warp, const Instruction& in, std::uint32_t mask,
                const std::array<std::uint64_t, 32>& addresses) {
    BlockContext& block = *warp.block;
    while (mask != 0) {
        const BlockContext* target =
            placeOf(block, addresses[static_cast<std::size_t>(__builtin_ctz(mask))]).block;
        std::uint32_t there = 0;
        for (std::size_t lane = 0; lane < 32; ++lane) {
            const SharedPlace place = placeOf(block, addresses[lane]);
            const bool reached = (mask >> lane & 1) != 0 && place.block == target;
            there |= reached ? 1U << lane : 0;
            block.access.address[lane] = reached ? place.offset : 0;
        }
        mask &= ~there;
        if (target == &block) {
            tellObservers(warp, in, there, model::Space::Shared);
            continue;
        }
        if (block.checker && target->checker)
            block.checker->accessElsewhere(*target->checker, warp, in, there);
        if (block.sink) tellSink(warp, in, there, model::Space::Shared);
    }
}

} // namespace

void resolveShared(Warp& warp, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *warp.block;
    const std::array<std::uint64_t, 32> addresses = block.access.address;
    const auto host = [&](int lane) {
        return sharedHost(block, in, lane, addresses[static_cast<std::size_t>(lane)]);
    };
    try {
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            const int lane = __builtin_ctz(rest);
            block.hostAddress[static_cast<std::size_t>(lane)] = host(lane);
        }
    } catch (const LaneFault&) {
        tellStopped(warp, in, mask, model::Space::Shared, [&](int lane) {
            try {
                return host(lane) != 0;
            } catch (const LaneFault&) {
                return false;
            }
        });
        throw;
    }
    block.resolved = {block.hostAddress.data(), 0};
    if (block.observed) tellShared(warp, in, mask, addresses);
}

void failLocal(Warp& warp, const Instruction& in, std::uint32_t mask) {
    failWindow(in, mask, warp.block->access.address.data(), localLimit(warp), "local memory");
}
void failParameter(Warp& warp, const Instruction& in, std::uint32_t mask, std::uint32_t bytes) {
    failWindow(in, mask, warp.block->hostAddress.data(), bytes, "the parameters");
}

void resolveSlowly(Warp& warp, const Instruction& in, std::uint32_t mask, bool generic, model::Space space) {
    BlockContext& block = *warp.block;
    const std::uint64_t* addresses = block.access.address.data();
    const std::uint64_t width = in.width;
    std::uint32_t shared = 0, local = 0, parameter = 0;
    bool oneRange = true, atGridBarrier = false;
    CachedRange& range = block.ranges[in.target % block.ranges.size()];
    std::array<std::uint64_t, 32> original = block.access.address;
    const auto isWindow = [&](std::uint64_t address) {
        return generic && (address - kSharedWindow < kWindowBytes || address - kLocalWindow < kWindowBytes);
    };
    // nullptr: the lane may not access global memory so
    const auto allocationOf = [&](int lane) -> const Memory::Allocation* {
        const std::uint64_t address = addresses[lane];
        const Memory::Allocation* const allocation = block.memory->find(address);
        const bool inside = allocation && width <= allocation->bytes - (address - allocation->address);
        return inside && address % width == 0 ? allocation : nullptr;
    };
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const std::uint64_t address = addresses[lane];
        if (address % width != 0) {
            if (!isWindow(address)) tellStopped(warp, in, mask, space, allocationOf);
            failMisaligned(in, lane, address);
        }
        std::uint64_t host = 0;
        if (generic && address - kSharedWindow < kWindowBytes) {
            shared |= 1u << lane;
            original[lane] = address - kSharedWindow;
            host = sharedHost(block, in, lane, original[lane]);
        } else if (generic && address - kLocalWindow < kWindowBytes) {
            local |= 1u << lane;
            const std::uint64_t offset = address - kLocalWindow;
            if (localLimit(warp) < width || offset > localLimit(warp) - width) {
                block.access.address[lane] = offset;
                failLocal(warp, in, 1u << lane);
            }
            warp.local.touched = true;
            host = reinterpret_cast<std::uint64_t>(warp.local.at(lane, offset));
        } else if (generic && address - kParamWindow < kWindowBytes) {
            parameter |= 1u << lane;
            const std::uint64_t offset = address - kParamWindow;
            block.hostAddress[lane] = offset;
            if (block.parameterBytes < width || offset > block.parameterBytes - width || verb(in) != "load")
                failParameter(warp, in, 1u << lane, verb(in) != "load" ? 0 : block.parameterBytes);
            host = reinterpret_cast<std::uint64_t>(block.parameters) + offset;
        } else if (generic && address - kLaunchWindow < kWindowBytes) {
            // the device runtime's own memory, which is no traffic of the kernel's
            parameter |= 1u << lane;
            const std::byte* at = block.launchWindow ? block.launchWindow->view(address, width) : nullptr;
            if (!at)
                throw LaneFault{
                    FaultKind::OutOfBounds, lane, address,
                    fmt::format("out-of-bounds {}-byte {} of the arguments of a launch", width, verb(in))};
            host = reinterpret_cast<std::uint64_t>(at);
        } else if (generic && block.workspace && address - kWorkspaceWindow <= block.workspaceBytes - width) {
            // no traffic of the kernel's: how often a GPU looks at its grid's barrier is a matter of time
            parameter |= 1u << lane;
            block.polledBarrier = atGridBarrier = true;
            host = reinterpret_cast<std::uint64_t>(block.workspace) + (address - kWorkspaceWindow);
        } else {
            if (address - range.low >= range.end - range.low || range.end < range.low ||
                width > range.end - address) {
                const Memory::Allocation* const allocation = allocationOf(lane);
                if (!allocation) {
                    tellStopped(warp, in, mask, space, allocationOf);
                    failOutside(warp, in, lane, address);
                }
                if (rest != mask) oneRange = false;
                range.low = allocation->address;
                range.end = allocation->address + allocation->bytes;
                range.delta = reinterpret_cast<std::uint64_t>(allocation->host) - allocation->address;
            }
            host = address + range.delta;
        }
        block.hostAddress[lane] = host;
    }
    const std::uint32_t global = mask & ~(shared | local | parameter);
    if (global == mask && oneRange)
        block.resolved = {addresses, range.delta};
    else
        block.resolved = {block.hostAddress.data(), 0};
    if (atGridBarrier && block.checker) block.checker->gridBarrier(warp, in, parameter);
    if (atGridBarrier && block.instructions) block.instructions->gridBarrier(warp.index, verb(in) == "load");
    if (block.observed && global != 0) tellObservers(warp, in, global, space);
    if (block.observed && shared != 0) tellShared(warp, in, shared, original);
    if (block.observed && local != 0) {
        for (int lane = 0; lane < 32; ++lane)
            block.access.address[lane] = (local >> lane) & 1 ? original[lane] - kLocalWindow : 0;
        tellObservers(warp, in, local, model::Space::Local);
    }
}

std::byte* hostAddress(Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes) {
    const BlockContext& block = *warp.block;
    if (address - kSharedWindow < kWindowBytes) {
        const SharedPlace place = placeOf(block, address - kSharedWindow);
        const bool inside =
            place.block && bytes <= block.sharedBytes && place.offset <= block.sharedBytes - bytes;
        return inside ? place.block->shared + place.offset : nullptr;
    }
    if (address - kLocalWindow < kWindowBytes) {
        const std::uint64_t offset = address - kLocalWindow;
        const bool inside = bytes <= localLimit(warp) && offset <= localLimit(warp) - bytes;
        // pieces are apart from one another, so that a long run of bytes is not in one place
        if (!inside || offset / kLocalPiece != (offset + bytes - 1) / kLocalPiece) return nullptr;
        warp.local.touched = true;
        return warp.local.at(lane, offset);
    }
    if (address - kLaunchWindow < kWindowBytes)
        return block.launchWindow ? block.launchWindow->view(address, bytes) : nullptr;
    const Memory::Allocation* allocation = block.memory->find(address);
    if (!allocation || bytes > allocation->bytes - (address - allocation->address)) return nullptr;
    return allocation->host + (address - allocation->address);
}

} // namespace lanescope::ptx
