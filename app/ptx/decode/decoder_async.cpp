// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// mbarrier, bulk copies, and what clusters have.
#include "ptx/decode/decoder.h"

#include "ptx/state/windows.h"

#include <algorithm>
#include <array>

namespace lanescope::ptx {

Instruction& FunctionDecoder::emitMbarrier(MbarrierOp op, const Operand& at, AddressSpace space,
                                           model::Operation operation, std::uint8_t mode) {
    const Address place = address(at, space);
    m_program.usesFences = true;
    Instruction& in = emitAccess(mbarrierHandler(op), place, operation, 8);
    // one thread makes an object, and all others have to come behind that
    const bool strong = op != MbarrierOp::Init;
    in.mode = mode | (strong ? kStrongAccess : 0);
    return in;
}

void FunctionDecoder::mbarrier() {
    static constexpr std::array<std::string_view, 9> kActions{"init",        "inval",    "expect_tx",
                                                              "complete_tx", "arrive",   "arrive_drop",
                                                              "test_wait",   "try_wait", "pending_count"};
    const auto action = std::ranges::find(kActions, m_modifiers.takeFirst()) - kActions.begin();
    if (action == 4 || action == 5) return mbarrierArrive(action == 5);
    if (action == 6 || action == 7) return mbarrierWait(action == 7);
    if (action == 8) {
        if (m_modifiers.takeType() != Type::B64 || !m_modifiers.empty()) return unsupported();
        arity(2);
        const std::uint32_t a = source(operand(1), Type::B64), d = destination(operand(0), 4);
        emit(pendingCountHandler(), d, a);
        return;
    }
    const AddressSpace space = takeSpace();
    m_modifiers.takeAny({"relaxed", "cta", "cluster"});
    const Type type = m_modifiers.takeType();
    if (action > 3 || type != Type::B64 || !m_modifiers.empty() ||
        (space != AddressSpace::Shared && space != AddressSpace::Generic))
        return unsupported();
    if (action == 1) {
        arity(1);
        emitMbarrier(MbarrierOp::Invalidate, operand(0), space, model::Operation::Store, 0);
        return;
    }
    arity(2);
    const std::uint32_t count = source(operand(1), Type::U32);
    const MbarrierOp op = action == 0   ? MbarrierOp::Init
                          : action == 2 ? MbarrierOp::ExpectBytes
                                        : MbarrierOp::CompleteBytes;
    emitMbarrier(op, operand(0), space, action == 0 ? model::Operation::Store : model::Operation::Reduction,
                 0)
        .b = count;
}

void FunctionDecoder::mbarrierArrive(bool drops) {
    std::uint8_t mode = drops ? kMbarrierDrops : 0;
    if (m_modifiers.take("noComplete")) mode |= kMbarrierNeverLast;
    if (m_modifiers.take("expect_tx")) mode |= kMbarrierExpects;
    const AddressSpace space = takeSpace();
    if (!m_modifiers.take("relaxed")) mode |= kReleases;
    m_modifiers.takeAny({"release", "cta", "cluster"});
    const Type type = m_modifiers.takeType();
    if (type != Type::B64 || !m_modifiers.empty() ||
        (space != AddressSpace::Shared && space != AddressSpace::Generic))
        return unsupported();
    const std::size_t operands = m_in->operands.size();
    // without a result, the address comes first
    const std::size_t at = operands > 0 && operand(0).kind == Operand::Kind::Address ? 0 : 1;
    const bool counted = operands > at + 1;
    if ((mode & (kMbarrierExpects | kMbarrierNeverLast)) != 0 && !counted) arity(at + 2);
    arity(at + 1, at + 2);
    const std::uint32_t count = counted ? source(operand(at + 1), Type::U32) : constant(1, 4);
    const std::uint32_t d = at == 0 ? kSinkSlot : destination(operand(0), 8);
    Instruction& in = emitMbarrier(MbarrierOp::Arrive, operand(at), space, model::Operation::Atomic, mode);
    in.b = count;
    in.d = d;
}

void FunctionDecoder::mbarrierWait(bool suspends) {
    std::uint8_t mode = 0;
    const bool parity = m_modifiers.take("parity");
    if (parity) mode |= kMbarrierParity;
    const AddressSpace space = takeSpace();
    if (!m_modifiers.take("relaxed")) mode |= kAcquires;
    m_modifiers.takeAny({"acquire", "cta", "cluster"});
    const Type type = m_modifiers.takeType();
    if (type != Type::B64 || !m_modifiers.empty() ||
        (space != AddressSpace::Shared && space != AddressSpace::Generic))
        return unsupported();
    arity(3, suspends ? 4 : 3); // how long to wait at most may follow
    if (m_in->operands.size() == 4) source(operand(3), Type::U32);
    const std::uint32_t phase = source(operand(2), parity ? Type::U32 : Type::B64);
    const std::uint32_t result = predicateDestination(operand(0));
    // a look that finds nothing is no access: how often a GPU looks is a matter of time
    if (!suspends) mode |= kMbarrierTells;
    Instruction& in = emitMbarrier(MbarrierOp::Wait, operand(1), space, model::Operation::Load, mode);
    in.b = phase;
    in.e = result;
    if (!suspends) return;
    // those that wait on let others run
    Instruction& pause = emit(nullptr);
    pause.flow = Flow::Yield;
    pause.mode = kWaitsAtMbarrier;
    pause.guard = result;
    pause.guardFlip = 0xffffffff;
}

/// cp.async.mbarrier.arrive: copies have ended by then, so that the arrival that it adds comes at once.
void FunctionDecoder::arriveWithCopies() {
    const bool arrives = m_modifiers.take("arrive"), counted = m_modifiers.take("noinc");
    const AddressSpace space = takeSpace();
    const Type type = m_modifiers.takeType();
    if (!arrives || type != Type::B64 || !m_modifiers.empty() ||
        (space != AddressSpace::Shared && space != AddressSpace::Generic))
        return unsupported();
    arity(1);
    emit(stateHandler(StateOp::WaitForCopies)).imm = -1;
    const std::uint32_t count = constant(counted ? 1 : 0, 4);
    emitMbarrier(MbarrierOp::Arrive, operand(0), space, model::Operation::Reduction, kReleases).b = count;
    m_program.code.back().d = kSinkSlot;
}

void FunctionDecoder::bulkCopy() {
    if (m_modifiers.take("commit_group")) {
        if (!m_modifiers.empty()) return unsupported();
        arity(0);
        emit(stateHandler(StateOp::Nothing)); // copies end where they are asked for
        return;
    }
    if (m_modifiers.take("wait_group")) {
        m_modifiers.take("read");
        if (!m_modifiers.empty()) return unsupported();
        arity(1);
        immediate(operand(0));
        emit(stateHandler(StateOp::Nothing));
        return;
    }
    if (m_modifiers.take("prefetch")) {
        if (!m_modifiers.take("L2") || !m_modifiers.take("global")) return unsupported();
        return ignored();
    }
    if (m_modifiers.take("tensor")) return tensorCopy(false);
    bulkCopyOf(std::nullopt);
}

/// What counts the bytes that a copy has moved; size: slot of how many.
Instruction FunctionDecoder::countedBytes(const Address& barrier, std::uint32_t size) {
    m_program.usesFences = true;
    Instruction in;
    in.handler = mbarrierHandler(MbarrierOp::CompleteBytes);
    setAccess(in, {barrier.slot, 8, barrier.offset, AddressSpace::Shared}, model::Operation::Reduction, 8);
    in.mode = kStrongAccess | kReleases;
    in.b = size;
    return in;
}

/// reduction: cp.reduce.async.bulk.
void FunctionDecoder::bulkCopyOf(std::optional<AtomicOp> reduction) {
    const bool counted = m_modifiers.take("mbarrier::complete_tx::bytes"),
               grouped = m_modifiers.take("bulk_group"), multicast = m_modifiers.take("multicast::cluster");
    const bool hinted = m_modifiers.take("L2::cache_hint");
    const Type type = reduction ? m_modifiers.takeType() : Type::None;
    m_modifiers.take("noftz");
    const std::string_view to = m_modifiers.takeFirst(), from = m_modifiers.takeFirst();
    const bool toShared = to == "shared::cluster" || (to == "shared::cta" && !reduction),
               toGlobal = to == "global", fromGlobal = from == "global" && !reduction;
    const bool known = (toShared && (fromGlobal || from == "shared::cta") && counted && !grouped) ||
                       (toGlobal && from == "shared::cta" && grouped && !counted && !multicast);
    const Handler operation = reduction ? atomicHandler(*reduction, type, false, toShared) : nullptr;
    if (!known || !m_modifiers.empty() || (multicast && !fromGlobal) || (reduction && !operation))
        return unsupported();
    arity((counted ? 4U : 3U) + (multicast ? 1U : 0U) + (hinted ? 1U : 0U));
    const Address target = address(operand(0), toShared ? AddressSpace::Shared : AddressSpace::Global),
                  origin = address(operand(1), fromGlobal ? AddressSpace::Global : AddressSpace::Shared);
    BulkCopy copy;
    copy.size = source(operand(2), Type::U32);
    copy.addresses = newSlot(8);
    copy.fromBytes = static_cast<std::uint8_t>(origin.bytes);
    copy.toBytes = static_cast<std::uint8_t>(target.bytes);
    if (counted) {
        const Address barrier = address(operand(3), AddressSpace::Shared);
        copy.arrival = countedBytes(barrier, copy.size);
        copy.arrivalBytes = static_cast<std::uint8_t>(barrier.bytes);
    }
    if (multicast) copy.multicast = source(operand(4), Type::B16);
    setAccess(copy.from, origin, model::Operation::Load, 16);
    setAccess(copy.to, target, reduction ? model::Operation::Reduction : model::Operation::Store, 16);
    // pieces have their addresses in a slot of 64 bits
    copy.from.resolve = handlers().resolver(origin.space, 8);
    copy.to.resolve = handlers().resolver(target.space, 8);
    if (reduction) {
        copy.operands = newSlot(8);
        copy.reduction = copy.to;
        copy.reduction.handler = operation;
        copy.reduction.width = static_cast<std::uint8_t>(sizeOf(type));
        copy.reduction.a = copy.addresses;
        copy.reduction.imm = 0;
        copy.reduction.b = copy.reduction.c = copy.operands;
        copy.reduction.d = kSinkSlot;
        copy.reduction.mode = kStrongAccess;
    }
    Instruction& in = emit(bulkCopyHandler());
    in.target = static_cast<std::uint32_t>(m_program.bulkCopies.size());
    m_program.bulkCopies.push_back(copy);
}

/// cp.reduce.async.bulk and cp.reduce.async.bulk.tensor.
void FunctionDecoder::reduceAsync() {
    if (!m_modifiers.take("async") || !m_modifiers.take("bulk")) return unsupported();
    if (m_modifiers.take("tensor")) return tensorCopy(true);
    const int op = m_modifiers.takeOne({"add", "and", "or", "xor", "min", "max", "inc", "dec"});
    if (op < 0) return unsupported();
    bulkCopyOf(static_cast<AtomicOp>(op));
}

/// st.async and red.async: what goes to another block's memory is there at once, and its bytes are counted.
void FunctionDecoder::emitCounted(const Operand& barrier, unsigned bytes) {
    const Address at = address(barrier, AddressSpace::Shared);
    const std::uint32_t size = constant(bytes, 4);
    Instruction& in = emit(mbarrierHandler(MbarrierOp::CompleteBytes));
    setAccess(in, at, model::Operation::Reduction, 8);
    in.mode = kStrongAccess | kReleases;
    in.b = size;
    m_program.usesFences = true;
}

/// mapa and getctarank.
void FunctionDecoder::mapAddress() {
    const bool rank = m_in->opcode == "getctarank", shared = m_modifiers.take("shared::cluster");
    const Type type = m_modifiers.takeType();
    if ((type != Type::U32 && type != Type::U64) || !m_modifiers.empty()) return unsupported();
    arity(rank ? 2 : 3);
    const unsigned bytes = sizeOf(type);
    const std::uint32_t b = rank ? 0 : source(operand(2), Type::U32),
                        a = source(operand(1), bytes == 4 ? Type::B32 : Type::B64),
                        d = destination(operand(0), rank ? 4 : bytes);
    emit(clusterHandler(rank ? ClusterOp::RankOf : ClusterOp::MapAddress, bytes), d, a, b).imm =
        shared ? 0 : static_cast<std::int64_t>(kSharedWindow);
}

void FunctionDecoder::clusterBarrier() {
    const int action = m_modifiers.takeOne({"arrive", "wait"});
    m_modifiers.takeAny({"release", "relaxed", "acquire"});
    BarrierSite site;
    site.scope = BarrierSite::Scope::Cluster;
    site.aligned = m_modifiers.take("aligned");
    if (action < 0 || !m_modifiers.empty()) return unsupported();
    arity(0);
    site.kind = action == 0 ? BarrierSite::Kind::Arrive : BarrierSite::Kind::Sync;
    m_program.barriers.push_back(site);
    Instruction& in = emit(nullptr);
    in.flow = Flow::Barrier;
    in.target = static_cast<std::uint32_t>(m_program.barriers.size() - 1);
    in.d = kSinkSlot;
}

} // namespace lanescope::ptx
