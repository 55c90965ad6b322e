// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Copies of tensors, and changes of tensor maps.
#include "ptx/decode/decoder.h"

#include <array>
#include <vector>

namespace lanescope::ptx {

namespace {

/// A word that ptxas 13.0 accesses to change a field of a map, for sm_90: where it is in the hardware's 128
/// bytes (ours are others), and whether it is read, too.
struct MapWord {
    unsigned offset = 8, bytes = 4;
    bool reads = true;
};
std::vector<MapWord> wordsOf(TensorField field, unsigned which) {
    switch (field) {
    case TensorField::Address:
        return {{.offset = 0, .bytes = 8, .reads = false}};
    case TensorField::Size:
        return {{.offset = 0x20 + 4 * which, .reads = false}};
    case TensorField::Stride: // its upper bits are in a word with those of the others
        return {{.offset = 0x0c + 4 * which, .reads = false}, {.offset = 0x1c}};
    case TensorField::Step:
        return {{.offset = 0x34}};
    case TensorField::Box:
        return {{.offset = which == 0 ? 0x34U : 0x38U}};
    default:
        return {{}};
    }
}

bool isOfEachDimension(TensorField field) {
    return field >= TensorField::Box && field <= TensorField::Step;
}

} // namespace

/// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor.
void FunctionDecoder::tensorCopy(bool reduces) {
    TensorCopy copy;
    copy.reduces = reduces;
    const int dimensions = m_modifiers.takeOne({"1d", "2d", "3d", "4d", "5d"});
    const int op = reduces ? m_modifiers.takeOne({"add", "and", "or", "xor", "min", "max", "inc", "dec"}) : 0;
    const bool counted = m_modifiers.take("mbarrier::complete_tx::bytes"),
               grouped = m_modifiers.take("bulk_group"), multicast = m_modifiers.take("multicast::cluster"),
               hinted = m_modifiers.take("L2::cache_hint");
    const int mode = m_modifiers.takeOne({"tile", "im2col", "im2col_no_offs"});
    const std::string_view to = m_modifiers.takeFirst(), from = m_modifiers.takeFirst();
    copy.loads = (to == "shared::cluster" || to == "shared::cta") && from == "global" && counted &&
                 !grouped && !reduces;
    const bool stores = to == "global" && from == "shared::cta" && grouped && !counted && !multicast;
    copy.asColumns = mode > 0;
    if (dimensions < 0 || op < 0 || (!copy.loads && !stores) || !m_modifiers.empty() ||
        mode == (copy.loads ? 2 : 1) || (copy.asColumns && dimensions < 2))
        return unsupported();
    const bool hasOffsets = mode == 1;
    arity((copy.loads ? 3U : 2U) + (hasOffsets ? 1U : 0U) + (multicast ? 1U : 0U) + (hinted ? 1U : 0U));
    copy.rank = static_cast<std::uint8_t>(dimensions + 1);
    copy.operation = static_cast<std::uint8_t>(op);
    const Operand& tensor = operand(copy.loads ? 1 : 0);
    if (tensor.kind != Operand::Kind::Address || tensor.items.size() != 2)
        fail("a tensor map and coordinates are expected");
    copy.map = source(tensor.items[0], Type::B64);
    copy.mapOffset = tensor.bits;
    const auto take = [&](const Operand& from, std::size_t count, Type type, std::uint32_t* to,
                          const char* what) {
        const bool several = from.kind == Operand::Kind::Vector;
        if ((several ? from.items.size() : 1) != count) fail(what);
        for (std::size_t i = 0; i < count; ++i) to[i] = source(several ? from.items[i] : from, type);
    };
    take(tensor.items[1], copy.rank, Type::B32, copy.coordinates.data(),
         "a coordinate is expected for each dimension");
    if (hasOffsets)
        take(operand(3), copy.rank - 2U, Type::B16, copy.offsets.data(),
             "an offset is expected for each dimension of an image");
    const Address shared = address(operand(copy.loads ? 0 : 1), AddressSpace::Shared);
    copy.sharedBytes = static_cast<std::uint8_t>(shared.bytes);
    copy.addresses = newSlot(8);
    copy.operands = newSlot(8);
    if (copy.loads) {
        const Address barrier = address(operand(2), AddressSpace::Shared);
        copy.arrival = countedBytes(barrier, copy.operands);
        copy.arrivalBytes = static_cast<std::uint8_t>(barrier.bytes);
        if (multicast) copy.multicast = source(operand(hasOffsets ? 4 : 3), Type::B16);
    }
    using enum model::Operation;
    setAccess(copy.shared, shared, copy.loads ? Store : Load, 16);
    copy.shared.resolve = handlers().resolver(AddressSpace::Shared, 8);
    setAccess(copy.global, {copy.addresses, 8, 0, AddressSpace::Global},
              copy.loads ? Load
              : reduces  ? Reduction
                         : Store,
              16);
    copy.global.mode = reduces ? kStrongAccess : 0;
    Instruction& in = emit(tensorCopyHandler());
    in.target = static_cast<std::uint32_t>(m_program.tensorCopies.size());
    m_program.tensorCopies.push_back(copy);
}

void FunctionDecoder::tensorMap() {
    if (m_modifiers.take("cp_fenceproxy")) return copyTensorMap();
    const bool replaces = m_modifiers.take("replace"), tiles = m_modifiers.take("tile");
    const auto field = tensorFieldNamed(m_modifiers.takeFirst());
    const AddressSpace space = takeSpace();
    const bool whole = m_modifiers.take("b1024");
    const Type type = m_modifiers.takeType();
    if (!replaces || !tiles || !field || !whole || !m_modifiers.empty() ||
        (space != AddressSpace::Generic && space != AddressSpace::Global && space != AddressSpace::Shared))
        return unsupported();
    const bool wide = *field == TensorField::Address || *field == TensorField::Stride,
               each = isOfEachDimension(*field);
    if (type != (wide ? Type::B64 : Type::B32)) fail("a value of another type is expected");
    arity(each ? 3 : 2);
    const Operand& value = operand(each ? 2 : 1);
    if (*field >= TensorField::Element && !isChoice(*field, immediate(value))) return unsupported();
    TensorMapChange change{.field = *field};
    const std::uint64_t dimensions = kMostDimensions - (*field == TensorField::Stride ? 1 : 0),
                        which = each ? immediate(operand(1)) : 0;
    if (which >= dimensions) fail("a dimension that there is not");
    change.which = static_cast<unsigned>(which);
    change.valueBytes = wide ? 8 : 4;
    change.value = source(value, type);
    const Address map = address(operand(0), space);
    if (map.space != AddressSpace::Generic && map.space != AddressSpace::Global &&
        map.space != AddressSpace::Shared)
        return unsupported();
    change.mapOffset = static_cast<std::uint64_t>(map.offset);
    change.addressBytes = static_cast<std::uint8_t>(map.bytes);
    change.inShared = map.space == AddressSpace::Shared;
    const auto at = [&](const MapWord& word) {
        Address there = map;
        there.offset += word.offset;
        return there;
    };
    const std::vector<MapWord> words = wordsOf(*field, change.which);
    for (const MapWord& word : words)
        if (word.reads) {
            const std::uint32_t read = newSlot(4);
            Instruction& in = emitAccess(handlers().load(Type::B32, 4, 1, map.space, map.bytes), at(word),
                                         model::Operation::Load, word.bytes);
            in.extra = ElementUse{4, 4, 1, 0}.packed();
            in.d = read;
            in.b = in.c = in.e = kSinkSlot;
        }
    for (const MapWord& word : words) {
        Instruction& in = emitAccess(tensorMapHandler(), at(word), model::Operation::Store, word.bytes);
        in.e = static_cast<std::uint32_t>(m_program.tensorMapChanges.size());
    }
    m_program.tensorMapChanges.push_back(change);
}

/// tensormap.cp_fenceproxy, as ptxas 13.0 has it for sm_90: each lane moves a word, and exchanges it with
/// what is there.
void FunctionDecoder::copyTensorMap() {
    const bool known = m_modifiers.take("global") && m_modifiers.take("shared::cta") &&
                       m_modifiers.take("tensormap::generic") && m_modifiers.take("release");
    const int scope = m_modifiers.takeOne({"cta", "cluster", "gpu", "sys"});
    const bool sync = m_modifiers.take("sync");
    m_modifiers.take("aligned");
    if (!known || scope < 0 || !sync || !m_modifiers.empty()) return unsupported();
    arity(3);
    if (immediate(operand(2)) != kTensorMapBytes) fail("a tensor map has 128 bytes");
    const Address to = address(operand(0), AddressSpace::Global),
                  from = address(operand(1), AddressSpace::Shared);
    const std::uint32_t members = constant(0xffffffff, 4), four = constant(4, 4);
    Instruction& meeting = emit(nullptr);
    meeting.flow = Flow::WarpSync;
    meeting.c = members;
    Operand laneIndex;
    laneIndex.kind = Operand::Kind::Special;
    laneIndex.name = "%laneid";
    const std::uint32_t lane = source(laneIndex, Type::U32);
    const auto wordOf = [&](const Address& map) {
        Address word = map;
        word.slot = newSlot(map.bytes);
        emit(handlers().integer(map.bytes == 8 ? Op::MadWide : Op::MadLow, Type::U32), word.slot, lane, four,
             map.slot);
        return word;
    };
    const Address target = wordOf(to), origin = wordOf(from);
    const std::uint32_t word = newSlot(4);
    Instruction& read = emitAccess(handlers().load(Type::B32, 4, 1, origin.space, origin.bytes), origin,
                                   model::Operation::Load, 4);
    read.extra = ElementUse{4, 4, 1, 0}.packed();
    read.d = word;
    read.b = read.c = read.e = kSinkSlot;
    m_program.usesFences = true;
    Instruction& exchange = emitAccess(atomicHandler(AtomicOp::Exch, Type::B32, true, false), target,
                                       model::Operation::Atomic, 4);
    exchange.mode = kStrongAccess | kReleases | kExchanges | (scope == 0 ? kOfBlock : 0);
    exchange.b = exchange.c = word;
    exchange.d = kSinkSlot;
}

} // namespace lanescope::ptx
