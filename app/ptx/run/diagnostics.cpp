// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/diagnostics.h"

#include "model/format.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>
#include <utility>

namespace lanescope::ptx {

namespace {

std::string_view fileName(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace

std::string Diagnostics::placeOf(std::uint32_t pc) const {
    const SourceLine& line = m_plan.program->lines[pc];
    return line.line != 0 ? fmt::format("{}:{}", fileName(m_plan.program->files[line.file]), line.line)
                          : fmt::format("{}:{}", fileName(m_plan.program->name), line.ptxLine);
}

void Diagnostics::fail(const Warp& warp, std::uint32_t pc, const LaneFault& lane) const {
    const model::Dim3& b = m_block.blockIndex;
    const std::string_view kernel = plainName(m_plan.kernel->name);
    const bool isOfLane = lane.lane >= 0;
    const model::Dim3 thread =
        isOfLane ? model::threadIndex(m_block.blockSize, warp.index, lane.lane) : model::Dim3{0, 0, 0};
    std::string said =
        isOfLane
            ? fmt::format("{}: kernel {}, block {}, warp {}, lane {}, thread {}", lane.text, kernel,
                          checkedIndex(b), warp.index, lane.lane, checkedIndex(thread))
            : fmt::format("{}: kernel {}, block {}, warp {}", lane.text, kernel, checkedIndex(b), warp.index);
    Fault fault(lane.kind, fmt::format("{}: {}", placeOf(pc), said));
    fault.said = std::move(said);
    const SourceLine& line = m_plan.program->lines[pc];
    fault.kernel = m_plan.kernel->name;
    fault.file = m_plan.program->files[line.file];
    fault.line = line.line;
    fault.block = b;
    fault.thread = thread;
    fault.warp = warp.index;
    fault.lane = lane.lane;
    fault.address = lane.address;
    throw fault;
}

void Diagnostics::failBudget(const Warp& warp, std::uint32_t pc) const {
    fail(warp, pc,
         {FaultKind::Budget, -1, 0,
          fmt::format("a warp was still running after {} instructions (an endless loop?)", m_plan.budget)});
}

void Diagnostics::stopAt(const Instruction& in, std::uint32_t pc, std::uint32_t mask) const {
    if (in.flow == Flow::Trap)
        throw LaneFault{FaultKind::Trap, std::countr_zero(mask), 0,
                        "a trap: __trap(), or what the compiler knows to be invalid, such as an access "
                        "through a null pointer"};
    throw LaneFault{FaultKind::Unsupported, -1, 0,
                    fmt::format("not supported by the emulator: {}",
                                m_plan.program->texts[m_plan.program->lines[pc].text])};
}

void Diagnostics::report(FindingKind kind, std::uint32_t pc, const std::string& text,
                         std::vector<std::uint32_t> arrived, std::span<const std::uint32_t> missing) {
    FindingLog::Key key{kind, pc, 0, text};
    if (m_findings.again(key, 1)) return;
    const SourceLine& line = m_plan.program->lines[pc];
    Finding finding;
    finding.kind = kind;
    finding.kernel = m_plan.kernel->name;
    finding.file = m_plan.program->files[line.file];
    finding.line = line.line;
    const std::string_view kernel = plainName(m_plan.kernel->name);
    const std::uint64_t threads = m_plan.block.count();
    finding.what = fmt::format("{}: {}", placeOf(pc), text);
    finding.where = arrived.empty() ? fmt::format("kernel {}", kernel)
                                    : fmt::format("kernel {}, block {}; there: {}; missing: {}", kernel,
                                                  checkedIndex(m_block.blockIndex),
                                                  lanesText(arrived, threads), lanesText(missing, threads));
    finding.count = 1;
    finding.block = m_block.blockIndex;
    finding.arrived = std::move(arrived);
    m_findings.add(std::move(key), std::move(finding), m_order);
}

} // namespace lanescope::ptx
