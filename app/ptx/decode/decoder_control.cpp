// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"

#include <algorithm>

namespace lanescope::ptx {

void FunctionDecoder::branch() {
    m_modifiers.take("uni");
    if (!m_modifiers.empty()) return unsupported();
    arity(1);
    const Operand& label = operand(0);
    const auto found =
        label.kind == Operand::Kind::Name ? m_syntax.labels.find(label.name) : m_syntax.labels.end();
    if (found == m_syntax.labels.end())
        fail("'" + std::string(label.name) + "' is no label of this function");
    Instruction& in = emit(nullptr);
    in.flow = Flow::Branch;
    m_branches.emplace_back(static_cast<std::uint32_t>(m_program.code.size() - 1), found->second);
}

void FunctionDecoder::branchTable() {
    const bool index = m_modifiers.take("idx");
    m_modifiers.take("uni");
    if (!index || !m_modifiers.empty()) return unsupported();
    arity(2);
    const std::uint32_t a = source(operand(0), Type::U32);
    const auto table = operand(1).kind == Operand::Kind::Name ? m_syntax.targets.find(operand(1).name)
                                                              : m_syntax.targets.end();
    if (table == m_syntax.targets.end())
        fail("'" + std::string(operand(1).name) + "' is no list of branch targets");
    BranchTable targets;
    for (const std::string_view label : table->second) {
        const auto found = m_syntax.labels.find(label);
        if (found == m_syntax.labels.end()) fail("'" + std::string(label) + "' is no label of this function");
        targets.targets.push_back(found->second); // an index of the syntax until resolveBranches
    }
    m_program.tables.push_back(std::move(targets));
    Instruction& in = emit(nullptr);
    in.flow = Flow::BranchTable;
    in.a = a;
    in.target = static_cast<std::uint32_t>(m_program.tables.size() - 1);
}

void FunctionDecoder::call() {
    m_modifiers.take("uni");
    if (!m_modifiers.empty()) return unsupported();
    arity(1, 4);
    std::size_t next = 0;
    const Operand* results = operand(0).kind == Operand::Kind::Arguments ? &operand(next++) : nullptr;
    if (next == m_in->operands.size()) fail("a call without a function");
    const Operand& target = operand(next++);
    const Operand* arguments = next < m_in->operands.size() && operand(next).kind == Operand::Kind::Arguments
                                   ? &operand(next++)
                                   : nullptr;
    const auto place = [&](const Operand& o, bool result) {
        Place p;
        if (o.kind == Operand::Kind::Variable && o.localVariable &&
            m_syntax.variables[o.variable].space == StateSpace::Param) {
            const auto& own = m_syntax.parameters;
            if (m_syntax.entry && std::find(own.begin(), own.end(), o.variable) != own.end())
                fail("a kernel's parameter as an argument");
            p.position = m_variableOffsets[o.variable];
            p.bytes = static_cast<std::uint32_t>(m_syntax.variables[o.variable].bytes());
        } else {
            p.inRegister = true;
            if (o.kind == Operand::Kind::Register && m_syntax.registers[o.reg] == Type::Pred) {
                if (o.negated) fail("a negated predicate as an argument");
                p.position = predicateSlot(o.reg);
                return p;
            }
            p.bytes = registerWidth(o) != 0 ? registerWidth(o) : 4;
            const Type type = p.bytes == 2 ? Type::B16 : p.bytes == 4 ? Type::B32 : Type::B64;
            p.position = result ? destination(o, p.bytes) : sourceOf(o, p.bytes, type);
        }
        return p;
    };
    CallSite site;
    if (arguments)
        for (const Operand& o : arguments->items) site.arguments.push_back(place(o, false));
    if (results)
        for (const Operand& o : results->items) site.results.push_back(place(o, true));
    if (target.kind == Operand::Kind::Name) {
        const auto found = m_module.syntax.functionNames.find(target.name);
        if (found == m_module.syntax.functionNames.end())
            fail("'" + std::string(target.name) + "' is not declared");
        const Function& callee = m_program.functions[found->second];
        if (callee.entry) fail("a call of a kernel");
        if (callee.parameters.size() != site.arguments.size() || callee.returns.size() != site.results.size())
            fail("a call of '" + callee.name + "' with other arguments than it takes");
        for (std::size_t i = 0; i < site.arguments.size(); ++i) {
            // an integer constant takes the width of what it is passed as
            const Operand& o = arguments->items[i];
            if (o.kind == Operand::Kind::Integer && callee.parameters[i].bytes == 0)
                site.arguments[i] = {true, constant(o.bits != 0 ? 0xffffffff : 0, 0), 0};
            else if (o.kind == Operand::Kind::Integer)
                site.arguments[i] = {
                    true,
                    constant(o.bits,
                             std::max(2u, callee.parameters[i].bytes > 8 ? 8u : callee.parameters[i].bytes)),
                    callee.parameters[i].bytes};
            if (site.arguments[i].bytes != callee.parameters[i].bytes || callee.parameters[i].bytes > 65536)
                fail("an argument of another size than '" + callee.name + "' takes");
        }
        for (std::size_t i = 0; i < site.results.size(); ++i)
            if (results->items[i].kind == Operand::Kind::Sink)
                site.results[i] = {true, callee.returns[i].bytes == 0 ? kSinkPredicate : kSinkSlot,
                                   callee.returns[i].bytes};
            else if (site.results[i].bytes != callee.returns[i].bytes)
                fail("a result of another size than '" + callee.name + "' gives");
        site.callee = found->second;
        site.builtin = callee.builtin;
        if (!callee.defined && callee.builtin == Builtin::None) return unsupported();
        const auto least = [&](std::size_t count, std::size_t values, unsigned bytes) {
            bool right = site.arguments.size() >= count && site.results.size() >= values;
            for (std::size_t i = 0; right && i < count; ++i)
                right = site.arguments[i].bytes >= bytes || (callee.builtin == Builtin::AssertFail && i == 2);
            if (!right) fail("'" + callee.name + "' is declared with other parameters than it has");
        };
        if (callee.builtin == Builtin::Vprintf)
            least(2, 1, 8);
        else if (callee.builtin == Builtin::AssertFail)
            least(4, 0, 8);
        else if (callee.builtin == Builtin::Malloc)
            least(1, 1, 8);
        else if (callee.builtin == Builtin::Free)
            least(1, 0, 8);
        m_program.usesHeap = m_program.usesHeap ||
                             (callee.builtin >= Builtin::Malloc && callee.builtin <= Builtin::DeviceFree);
        if (isDeclaredByToolkit(callee.builtin)) checkRuntimeCall(callee, site);
        m_function.callsRuntime = m_function.callsRuntime || isDeviceRuntime(callee.builtin);
        auto& callees = m_function.callees;
        if (callee.defined && std::find(callees.begin(), callees.end(), found->second) == callees.end())
            callees.push_back(found->second);
    } else {
        site.address = source(target, Type::B64);
        m_function.callsIndirectly = true;
    }
    m_program.calls.push_back(std::move(site));
    Instruction& in = emit(nullptr);
    in.flow = Flow::Call;
    in.target = static_cast<std::uint32_t>(m_program.calls.size() - 1);
}

/// Widths of the arguments and the result as cuda_device_runtime_api.h has them.
void FunctionDecoder::checkRuntimeCall(const Function& callee, const CallSite& site) const {
    std::vector<std::uint32_t> arguments;
    std::uint32_t result = 4;
    switch (callee.builtin) {
    case Builtin::ParameterBuffer:
        arguments = {8, 12, 12, 4};
        result = 8;
        break;
    case Builtin::LaunchDevice:
        arguments = {8, 8};
        break;
    case Builtin::StreamCreate:
        arguments = {8, 4};
        break;
    case Builtin::StreamDestroy:
    case Builtin::DeviceFree:
        arguments = {8};
        break;
    case Builtin::DeviceMalloc:
        arguments = {8, 8};
        break;
    case Builtin::SetCondition:
        arguments = {8, 4};
        result = 0;
        break;
    case Builtin::CopyAsync:
        arguments = {8, 8, 8, 4, 8};
        break;
    case Builtin::FillAsync:
        arguments = {8, 4, 8, 8};
        break;
    case Builtin::ErrorName:
    case Builtin::ErrorString:
        arguments = {4};
        result = 8;
        break;
    default:
        break;
    }
    bool right =
        arguments.size() == site.arguments.size() &&
        (result == 0 ? site.results.empty() : site.results.size() == 1 && site.results[0].bytes == result);
    for (std::size_t i = 0; right && i < arguments.size(); ++i)
        right =
            site.arguments[i].bytes == arguments[i] && (arguments[i] <= 8 || !site.arguments[i].inRegister);
    if (!right) fail("'" + callee.name + "' is declared with other parameters than it has");
}

void FunctionDecoder::leave() {
    m_modifiers.take("uni");
    if (!m_modifiers.empty()) return unsupported();
    arity(0);
    emit(nullptr).flow = m_in->opcode == "exit" || m_syntax.entry ? Flow::Exit : Flow::Return;
}

void FunctionDecoder::barrier() {
    if (m_modifiers.take("warp")) {
        if (!m_modifiers.take("sync") || !m_modifiers.empty()) return unsupported();
        arity(1);
        const std::uint32_t members = source(operand(0), Type::U32);
        Instruction& in = emit(nullptr);
        in.flow = Flow::WarpSync;
        in.c = members;
        return;
    }
    if (m_modifiers.take("cluster")) return clusterBarrier();
    m_modifiers.takeAny({"cta", "aligned"});
    const int action = m_modifiers.takeOne({"sync", "arrive", "red"});
    BarrierSite site;
    std::uint32_t d = kSinkSlot;
    std::uint8_t negated = 0;
    if (action == 2) {
        const int kind = m_modifiers.takeOne({"popc", "and", "or"});
        const Type type = m_modifiers.takeType();
        if (kind < 0 || !m_modifiers.empty() || type != (kind == 0 ? Type::U32 : Type::Pred))
            return unsupported();
        arity(3, 4);
        site.kind = kind == 0   ? BarrierSite::Kind::Popc
                    : kind == 1 ? BarrierSite::Kind::And
                                : BarrierSite::Kind::Or;
        site.id = source(operand(1), Type::U32);
        if (m_in->operands.size() == 4) site.count = source(operand(2), Type::U32);
        site.predicate = predicateSource(operand(m_in->operands.size() - 1), negated, 1);
        site.predicateFlip = negated ? 0xffffffff : 0;
        d = kind == 0 ? destination(operand(0), 4) : predicateDestination(operand(0));
    } else {
        if (action < 0 || !m_modifiers.empty()) return unsupported();
        arity(action == 1 ? 2 : 1, 2);
        site.kind = action == 1 ? BarrierSite::Kind::Arrive : BarrierSite::Kind::Sync;
        site.id = source(operand(0), Type::U32);
        if (m_in->operands.size() == 2) site.count = source(operand(1), Type::U32);
    }
    m_program.barriers.push_back(site);
    Instruction& in = emit(nullptr);
    in.flow = Flow::Barrier;
    in.target = static_cast<std::uint32_t>(m_program.barriers.size() - 1);
    in.d = d;
}

void FunctionDecoder::stop() {
    arity(0);
    emit(nullptr).flow = Flow::Trap;
}

void FunctionDecoder::nanosleep() {
    arity(1);
    source(operand(0), Type::U32);
    emit(nullptr).flow = Flow::Yield;
}

void FunctionDecoder::shuffle() {
    const bool sync = m_modifiers.take("sync");
    const int mode = m_modifiers.takeOne({"up", "down", "bfly", "idx"});
    const Type type = m_modifiers.takeType();
    if (mode < 0 || sizeOf(type) != 4 || !m_modifiers.empty()) return unsupported();
    arity(sync ? 5 : 4);
    const std::uint32_t a = source(operand(1), Type::B32), b = source(operand(2), Type::B32),
                        clamp = source(operand(3), Type::B32);
    const std::uint32_t members = sync ? source(operand(4), Type::B32) : constant(0xffffffff, 4);
    const Operand& result = operand(0);
    std::uint32_t d = kSinkSlot, e = kSinkPredicate;
    if (result.kind == Operand::Kind::PredicatePair) {
        if (result.reg != kNoIndex) {
            Operand plain;
            plain.kind = Operand::Kind::Register;
            plain.reg = result.reg;
            d = destination(plain, 4);
        }
        e = predicateSlot(result.second);
    } else {
        d = destination(result, 4);
    }
    Instruction& in = emit(warpHandler(static_cast<WarpOp>(static_cast<int>(WarpOp::ShflUp) + mode), type));
    in.flow = sync ? Flow::WarpSync : Flow::Plain;
    in.a = a;
    in.b = b;
    in.c = members;
    in.d = d;
    in.e = e;
    in.target = clamp;
}

void FunctionDecoder::vote() {
    const bool sync = m_modifiers.take("sync");
    const int mode = m_modifiers.takeOne({"all", "any", "uni", "ballot"});
    const Type type = m_modifiers.takeType();
    if (mode < 0 || !m_modifiers.empty() || type != (mode == 3 ? Type::B32 : Type::Pred))
        return unsupported();
    arity(sync ? 3 : 2);
    std::uint8_t flags = 0;
    const std::uint32_t a = predicateSource(operand(1), flags, 2);
    const std::uint32_t members = sync ? source(operand(2), Type::B32) : constant(0xffffffff, 4);
    const std::uint32_t d = mode == 3 ? destination(operand(0), 4) : predicateDestination(operand(0));
    Instruction& in = emit(warpHandler(static_cast<WarpOp>(static_cast<int>(WarpOp::VoteAll) + mode), type));
    in.flow = sync ? Flow::WarpSync : Flow::Plain;
    in.a = a;
    in.c = members;
    in.d = d;
    in.mode = flags;
}

void FunctionDecoder::match() {
    const int mode = m_modifiers.takeOne({"any", "all"});
    const bool sync = m_modifiers.take("sync");
    const Type type = m_modifiers.takeType();
    if (mode < 0 || !sync || !m_modifiers.empty() || (type != Type::B32 && type != Type::B64))
        return unsupported();
    arity(3);
    const std::uint32_t a = source(operand(1), type), members = source(operand(2), Type::B32);
    Operand result = operand(0);
    std::uint32_t e = kSinkPredicate;
    if (result.kind == Operand::Kind::PredicatePair) {
        e = predicateSlot(result.second);
        result.kind = result.reg == kNoIndex ? Operand::Kind::Sink : Operand::Kind::Register;
    }
    const std::uint32_t d = destination(result, 4);
    Instruction& in = emit(warpHandler(mode == 0 ? WarpOp::MatchAny : WarpOp::MatchAll, type));
    in.flow = Flow::WarpSync;
    in.a = a;
    in.c = members;
    in.d = d;
    in.e = e;
}

void FunctionDecoder::reduce() {
    const bool sync = m_modifiers.take("sync");
    const int mode = m_modifiers.takeOne({"add", "min", "max", "and", "or", "xor"});
    const Type type = m_modifiers.takeType();
    if (!sync || mode < 0 || !m_modifiers.empty() || sizeOf(type) != 4 || isFloat(type)) return unsupported();
    arity(3);
    const std::uint32_t a = source(operand(1), type), members = source(operand(2), Type::B32),
                        d = destination(operand(0), 4);
    Instruction& in = emit(warpHandler(static_cast<WarpOp>(static_cast<int>(WarpOp::ReduxAdd) + mode), type));
    in.flow = Flow::WarpSync;
    in.a = a;
    in.c = members;
    in.d = d;
}

void FunctionDecoder::activeMask() {
    const Type type = m_modifiers.takeType();
    if (type != Type::B32 || !m_modifiers.empty()) return unsupported();
    arity(1);
    const std::uint32_t d = destination(operand(0), 4);
    emit(warpHandler(WarpOp::ActiveMask, type)).d = d;
}

void FunctionDecoder::elect() {
    const bool sync = m_modifiers.take("sync");
    if (!sync || !m_modifiers.empty()) return unsupported();
    arity(2);
    const std::uint32_t members = source(operand(1), Type::B32);
    Operand result = operand(0);
    if (result.kind != Operand::Kind::PredicatePair) fail("elect gives a lane and a predicate");
    const std::uint32_t e = predicateSlot(result.second);
    result.kind = result.reg == kNoIndex ? Operand::Kind::Sink : Operand::Kind::Register;
    const std::uint32_t d = destination(result, 4);
    Instruction& in = emit(warpHandler(WarpOp::Elect, Type::B32));
    in.flow = Flow::WarpSync;
    in.c = members;
    in.d = d;
    in.e = e;
}

void FunctionDecoder::resolveBranches() {
    for (const auto& [code, target] : m_branches) m_program.code[code].target = m_codeIndex[target];
    for (std::uint32_t i = m_function.begin; i < m_function.end; ++i) {
        const Instruction& in = m_program.code[i];
        if (in.flow == Flow::BranchTable)
            for (std::uint32_t& target : m_program.tables[in.target].targets) target = m_codeIndex[target];
    }
}

} // namespace lanescope::ptx
