// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/checker.h"
#include "ptx/handlers/address_resolution.h"
#include "ptx/handlers/lanes.h"
#include "ptx/syntax/special_register.h"

#include <algorithm>
#include <cstring>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// A register of 128 bits.
__extension__ using Wide = unsigned __int128;

template<class F>
void fill(Warp& w, const Instruction& in, std::uint32_t mask, F value) {
    if (in.width == 8)
        forLanes(w.slot<std::uint64_t>(in.d), mask,
                 [=](int i) { return static_cast<std::uint64_t>(value(i)); });
    else if (in.width == 2)
        forLanes(w.slot<std::uint16_t>(in.d), mask,
                 [=](int i) { return static_cast<std::uint16_t>(value(i)); });
    else
        forLanes(w.slot<std::uint32_t>(in.d), mask,
                 [=](int i) { return static_cast<std::uint32_t>(value(i)); });
}

void readSpecial(Warp& w, const Instruction& in, std::uint32_t mask) {
    const BlockContext& b = *w.block;
    std::uint64_t one = 0;
    switch (static_cast<Special>(in.extra)) {
    case Special::TidX:
    case Special::TidY:
    case Special::TidZ: {
        const auto& index = w.thread[in.extra - static_cast<std::size_t>(Special::TidX)];
        fill(w, in, mask, [&](int i) { return index[static_cast<std::size_t>(i)]; });
        return;
    }
    case Special::LaneId:
        fill(w, in, mask, [](int i) { return i; });
        return;
    case Special::LanemaskEq:
        fill(w, in, mask, [](int i) { return kBit[i]; });
        return;
    case Special::LanemaskLt:
        fill(w, in, mask, [](int i) { return kBit[i] - 1; });
        return;
    case Special::LanemaskLe:
        fill(w, in, mask, [](int i) { return kBit[i] | (kBit[i] - 1); });
        return;
    case Special::LanemaskGt:
        fill(w, in, mask, [](int i) { return ~(kBit[i] | (kBit[i] - 1)); });
        return;
    case Special::LanemaskGe:
        fill(w, in, mask, [](int i) { return ~(kBit[i] - 1); });
        return;
    case Special::NtidX:
        one = b.blockSize.x;
        break;
    case Special::NtidY:
        one = b.blockSize.y;
        break;
    case Special::NtidZ:
        one = b.blockSize.z;
        break;
    case Special::CtaidX:
        one = b.blockIndex.x;
        break;
    case Special::CtaidY:
        one = b.blockIndex.y;
        break;
    case Special::CtaidZ:
        one = b.blockIndex.z;
        break;
    case Special::NctaidX:
        one = b.gridSize.x;
        break;
    case Special::NctaidY:
        one = b.gridSize.y;
        break;
    case Special::NctaidZ:
        one = b.gridSize.z;
        break;
    case Special::WarpId:
        one = w.index;
        break;
    case Special::NwarpId:
        one = (b.blockSize.count() + 31) / 32;
        break;
    case Special::DynamicShared:
        one = b.dynamicSharedBytes;
        break;
    case Special::TotalShared:
        one = b.sharedBytes;
        break;
    case Special::Clock:
        one = b.clock;
        break;
    case Special::ClockHigh:
        one = b.clock >> 32;
        break;
    case Special::GlobalTimer:
        one = b.startTime + b.clock;
        break;
    case Special::GlobalTimerHigh:
        one = (b.startTime + b.clock) >> 32;
        break;
    case Special::GridId:
        one = b.access.grid;
        break;
    case Special::ClusterIdX:
        one = b.blockIndex.x / b.clusterSize.x;
        break;
    case Special::ClusterIdY:
        one = b.blockIndex.y / b.clusterSize.y;
        break;
    case Special::ClusterIdZ:
        one = b.blockIndex.z / b.clusterSize.z;
        break;
    case Special::NclusterIdX:
        one = b.gridSize.x / b.clusterSize.x;
        break;
    case Special::NclusterIdY:
        one = b.gridSize.y / b.clusterSize.y;
        break;
    case Special::NclusterIdZ:
        one = b.gridSize.z / b.clusterSize.z;
        break;
    case Special::ClusterCtaidX:
        one = b.blockIndex.x % b.clusterSize.x;
        break;
    case Special::ClusterCtaidY:
        one = b.blockIndex.y % b.clusterSize.y;
        break;
    case Special::ClusterCtaidZ:
        one = b.blockIndex.z % b.clusterSize.z;
        break;
    case Special::ClusterNctaidX:
        one = b.clusterSize.x;
        break;
    case Special::ClusterNctaidY:
        one = b.clusterSize.y;
        break;
    case Special::ClusterNctaidZ:
        one = b.clusterSize.z;
        break;
    case Special::ClusterCtarank:
        one = b.clusterRank;
        break;
    case Special::ClusterNctarank:
        one = b.clusterSize.count();
        break;
    case Special::IsExplicitCluster:
        w.predicate(in.d) = (w.predicate(in.d) & ~mask) | (b.inCluster ? mask : 0);
        return;
    case Special::WorkspaceLow:
        one = b.workspaceAddress & 0xffffffff;
        break;
    case Special::WorkspaceHigh:
        one = b.workspaceAddress >> 32;
        break;
    case Special::Zero:
        one = 0;
        break;
    case Special::One:
        one = 1;
        break;
    }
    fill(w, in, mask, [=](int) { return one; });
}

void localAddress(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint64_t address = w.localBase + static_cast<std::uint64_t>(in.imm);
    fill(w, in, mask, [=](int) { return address; });
}

/// mov d, {a, b, c, e}: extra elements of width bytes each.
template<class E, class D>
void pack(Warp& w, const Instruction& in, std::uint32_t mask) {
    const E* const parts[4] = {w.slot<E>(in.a), w.slot<E>(in.b), w.slot<E>(in.c), w.slot<E>(in.e)};
    const int count = sizeof(D) / sizeof(E);
    forLanes(w.slot<D>(in.d), mask, [=](int i) {
        D value = 0;
        for (int k = 0; k < count; ++k)
            value |= static_cast<D>(static_cast<D>(parts[k][i]) << (k * sizeof(E) * 8));
        return value;
    });
}
template<class E, class S>
void unpack(Warp& w, const Instruction& in, std::uint32_t mask) {
    E* const parts[4] = {w.slot<E>(in.d), w.slot<E>(in.b), w.slot<E>(in.c), w.slot<E>(in.e)};
    S source[32];
    std::memcpy(source, w.slot<S>(in.a), sizeof source);
    for (unsigned k = 0; k < sizeof(S) / sizeof(E); ++k)
        forLanes(parts[k], mask, [&](int i) { return static_cast<E>(source[i] >> (k * sizeof(E) * 8)); });
}

/// The same of bytes, each in a register of 16 bits.
template<class D>
void packBytes(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint16_t* const parts[4] = {w.slot<std::uint16_t>(in.a), w.slot<std::uint16_t>(in.b),
                                           w.slot<std::uint16_t>(in.c), w.slot<std::uint16_t>(in.e)};
    forLanes(w.slot<D>(in.d), mask, [=](int i) {
        D value = 0;
        for (unsigned k = 0; k < sizeof(D); ++k) value |= static_cast<D>(D(parts[k][i] & 0xff) << (k * 8));
        return value;
    });
}
template<class S>
void unpackBytes(Warp& w, const Instruction& in, std::uint32_t mask) {
    std::uint16_t* const parts[4] = {w.slot<std::uint16_t>(in.d), w.slot<std::uint16_t>(in.b),
                                     w.slot<std::uint16_t>(in.c), w.slot<std::uint16_t>(in.e)};
    S source[32];
    std::memcpy(source, w.slot<S>(in.a), sizeof source);
    for (unsigned k = 0; k < sizeof(S); ++k)
        forLanes(parts[k], mask,
                 [&](int i) { return static_cast<std::uint16_t>(source[i] >> (k * 8) & 0xff); });
}

/// extra: 0 and, 1 or, 2 xor, 3 not, 4 mov; mode bits 1 and 2: a, b negated.
void predicateLogic(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t a = w.predicate(in.a) ^ (in.mode & 2 ? kFullMask : 0),
                        b = w.predicate(in.b) ^ (in.mode & 4 ? kFullMask : 0);
    const std::uint32_t result = in.extra == 0   ? a & b
                                 : in.extra == 1 ? a | b
                                 : in.extra == 2 ? a ^ b
                                 : in.extra == 3 ? ~a
                                                 : a;
    w.predicate(in.d) = (w.predicate(in.d) & ~mask) | (result & mask);
}

/// isspacep; extra: AddressSpace.
void isSpace(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<std::uint64_t>(in.a);
    std::uint32_t result = 0;
    for (int i = 0; i < 32; ++i) {
        const std::uint64_t offset = a[i] - kSharedWindow;
        const bool shared = offset < kWindowBytes, local = a[i] - kLocalWindow < kWindowBytes,
                   parameter = a[i] - kParamWindow < kWindowBytes;
        bool holds = false;
        switch (static_cast<AddressSpace>(in.extra)) {
        case AddressSpace::Shared:
            holds = shared && (!(in.mode & kOwnBlock) || offset < kRankedBytes ||
                               (offset >> kRankShift) == w.block->clusterRank + 1);
            break;
        case AddressSpace::Local:
            holds = local;
            break;
        case AddressSpace::KernelParam:
            holds = parameter;
            break;
        case AddressSpace::Const: {
            // constants live among the global allocations, under a label of their own
            const auto range = std::find_if(w.block->constants.begin(), w.block->constants.end(),
                                            [&](const auto& c) { return a[i] - c.first < c.second; });
            holds = range != w.block->constants.end();
            break;
        }
        default:
            holds = !shared && !local && !parameter;
            break;
        }
        if (holds) result |= kBit[i];
    }
    w.predicate(in.d) = (w.predicate(in.d) & ~mask) | (result & mask);
}

/// cvta: imm is added to a.
void shiftAddress(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<std::uint64_t>(in.a);
    const auto offset = static_cast<std::uint64_t>(in.imm);
    forLanes(w.slot<std::uint64_t>(in.d), mask, [=](int i) { return a[i] + offset; });
}

/// selp: a where predicate c holds, which mode bit 1 negates, else b.
template<class T>
void chooseLoaded(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t choice = w.predicate(in.c) ^ (in.mode & 2 ? kFullMask : 0);
    if (w.block->checker) {
        w.block->checker->chosen(w, in.a, mask & choice);
        w.block->checker->chosen(w, in.b, mask & ~choice);
    }
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b);
    forLanes(w.slot<T>(in.d), mask, [=](int i) { return choice & kBit[i] ? a[i] : b[i]; });
}

void nothing(Warp&, const Instruction&, std::uint32_t) {}

void fence(Warp& w, const Instruction& in, std::uint32_t mask) {
    if (w.block->checker) w.block->checker->fence(w, mask, (in.mode & kOfBlock) != 0);
}
void commitCopies(Warp& w, const Instruction&, std::uint32_t mask) {
    if (w.block->checker) w.block->checker->commitCopies(w, mask);
}
/// imm: groups that may be under way still; -1: also what was not committed has to be there.
void waitForCopies(Warp& w, const Instruction& in, std::uint32_t mask) {
    if (!w.block->checker) return;
    if (in.imm < 0) w.block->checker->commitCopies(w, mask);
    w.block->checker->waitForCopies(w, mask, static_cast<std::uint32_t>(std::max<std::int64_t>(in.imm, 0)));
}

/// cp.async comes as two instructions: a load into the worker's scratch, then a store. Slot b of the load:
/// how many bytes to read, the rest being zero.
void copyAsyncLoad(Warp& w, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *w.block;
    const auto* size = w.slot<std::uint32_t>(in.b);
    std::uint32_t whole = 0, part = 0;
    forActive(mask, [&](int i) {
        if (size[i] >= in.width)
            whole |= kBit[i];
        else if (size[i] != 0)
            part |= kBit[i];
        std::memset(block.copied.data() + i * 16, 0, 16);
    });
    if (whole != 0) {
        in.resolve(w, in, whole);
        const Resolved r = block.resolved;
        forActive(whole, [&](int i) {
            const auto* from = reinterpret_cast<const std::uint32_t*>(r.address[i] + r.delta);
            auto* to = reinterpret_cast<std::uint32_t*>(block.copied.data() + i * 16);
            for (unsigned word = 0; word < in.width / 4U; ++word) to[word] = readElement(from + word);
        });
    }
    if (part == 0) return;
    // fewer bytes than the whole: one byte a lane is what must be readable
    forActive(part, [&](int i) {
        Instruction byte = in;
        byte.width = 1;
        for (std::uint32_t k = 0; k < size[i]; ++k) {
            byte.imm = in.imm + k;
            byte.resolve(w, byte, kBit[i]);
            const auto* from =
                reinterpret_cast<const std::uint8_t*>(block.resolved.address[i] + block.resolved.delta);
            block.copied[static_cast<std::size_t>(i) * 16 + k] = std::byte{readElement(from)};
        }
    });
}
void copyAsyncStore(Warp& w, const Instruction& in, std::uint32_t mask) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    forActive(mask, [&](int i) {
        const auto* from = reinterpret_cast<const std::uint32_t*>(w.block->copied.data() + i * 16);
        auto* to = reinterpret_cast<std::uint32_t*>(r.address[i] + r.delta);
        for (unsigned word = 0; word < in.width / 4U; ++word) writeElement(to + word, from[word]);
    });
}

/// ldmatrix and stmatrix of 8x8 matrices of 16-bit elements; extra: how many, mode bit 0: transposed. Lane l
/// of the first 8 x extra gives the address of row l % 8 of matrix l / 8; registers d, b, c, e.
template<bool Load>
void matrix(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t rows = in.extra == 4 ? kFullMask : (1u << (8 * in.extra)) - 1;
    w.block->access.matrices = static_cast<std::uint8_t>(in.extra);
    if ((mask & rows) != 0) in.resolve(w, in, mask & rows);
    w.block->access.matrices = 0;
    const Resolved r = w.block->resolved;
    std::uint32_t* const registers[4] = {w.slot<std::uint32_t>(in.d), w.slot<std::uint32_t>(in.b),
                                         w.slot<std::uint32_t>(in.c), w.slot<std::uint32_t>(in.e)};
    const bool transposed = in.mode & 1;
    for (int m = 0; m < in.extra; ++m) {
        forActive(mask, [&](int lane) {
            std::uint32_t value = registers[m][lane];
            if (Load) value = 0;
            for (int k = 0; k < 2; ++k) {
                const int row = transposed ? (lane % 4) * 2 + k : lane / 4,
                          column = transposed ? lane / 4 : (lane % 4) * 2 + k;
                const int owner = m * 8 + row;
                if (!((mask >> owner) & 1)) continue;
                auto* p = reinterpret_cast<std::uint16_t*>(r.address[owner] + r.delta) + column;
                if (Load)
                    value |= std::uint32_t{*p} << (16 * k);
                else
                    *p = static_cast<std::uint16_t>(value >> (16 * k));
            }
            if (Load) registers[m][lane] = value;
        });
    }
}

} // namespace

Handler stateHandler(StateOp op, unsigned whole, unsigned part) {
    switch (op) {
    case StateOp::ReadSpecial:
        return readSpecial;
    case StateOp::LocalAddress:
        return localAddress;
    case StateOp::PackPair:
        if (whole == 4 && part == 2) return pack<std::uint16_t, std::uint32_t>;
        if (whole == 8 && part == 2) return pack<std::uint16_t, std::uint64_t>;
        if (whole == 8 && part == 4) return pack<std::uint32_t, std::uint64_t>;
        if (whole == 2 && part == 1) return packBytes<std::uint16_t>;
        if (whole == 4 && part == 1) return packBytes<std::uint32_t>;
        if (whole == 16 && part == 4) return pack<std::uint32_t, Wide>;
        if (whole == 16 && part == 8) return pack<std::uint64_t, Wide>;
        if (whole == 16 && part == 16) return pack<Wide, Wide>;
        return nullptr;
    case StateOp::UnpackPair:
        if (whole == 4 && part == 2) return unpack<std::uint16_t, std::uint32_t>;
        if (whole == 8 && part == 2) return unpack<std::uint16_t, std::uint64_t>;
        if (whole == 8 && part == 4) return unpack<std::uint32_t, std::uint64_t>;
        if (whole == 2 && part == 1) return unpackBytes<std::uint16_t>;
        if (whole == 4 && part == 1) return unpackBytes<std::uint32_t>;
        if (whole == 16 && part == 4) return unpack<std::uint32_t, Wide>;
        if (whole == 16 && part == 8) return unpack<std::uint64_t, Wide>;
        return nullptr;
    case StateOp::PredicateLogic:
        return predicateLogic;
    case StateOp::IsSpace:
        return isSpace;
    case StateOp::ShiftAddress:
        return shiftAddress;
    case StateOp::Nothing:
        return nothing;
    case StateOp::Fence:
        return fence;
    case StateOp::CommitCopies:
        return commitCopies;
    case StateOp::WaitForCopies:
        return waitForCopies;
    case StateOp::ChooseLoaded:
        return whole == 2   ? chooseLoaded<std::uint16_t>
               : whole == 4 ? chooseLoaded<std::uint32_t>
                            : chooseLoaded<std::uint64_t>;
    case StateOp::CopyAsyncLoad:
        return copyAsyncLoad;
    case StateOp::CopyAsyncStore:
        return copyAsyncStore;
    case StateOp::LoadMatrix:
        return matrix<true>;
    case StateOp::StoreMatrix:
        return matrix<false>;
    }
    return nullptr;
}

} // namespace lanescope::ptx
