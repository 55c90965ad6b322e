// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/launch_plan.h"

#include "model/arithmetic.h"

#include <fmt/format.h>

namespace lanescope::ptx {

std::shared_ptr<const LaunchPlan::Values> resolveConstants(const Program& program, const Entry& entry,
                                                           const std::vector<std::uint64_t>& addresses) {
    auto values = std::make_shared<LaunchPlan::Values>(program.functions.size());
    for (const std::uint32_t index : entry.reachable) {
        (*values)[index].reserve(program.functions[index].constants.size());
        for (const Constant& constant : program.functions[index].constants) {
            std::uint64_t value = constant.bits;
            switch (constant.kind) {
            case Constant::Kind::Plain:
                break;
            case Constant::Kind::Global:
                value += addresses[constant.symbol];
                break;
            case Constant::Kind::Function:
                value += functionAddress(constant.symbol);
                break;
            case Constant::Kind::Shared: {
                const auto found = entry.sharedOffsets.find(constant.symbol);
                if (found != entry.sharedOffsets.end()) value += found->second;
                break;
            }
            }
            (*values)[index].push_back({constant.slot, constant.bytes, value});
        }
    }
    return values;
}

std::uint64_t sharedBytesOf(const Entry& entry, std::uint32_t dynamicBytes) {
    const std::uint64_t statics = entry.staticSharedBytes, alignment = entry.dynamicAlignment;
    return dynamicBytes == 0 ? statics : model::roundUp(statics, alignment) + dynamicBytes;
}

std::string whyNotLaunched(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& block,
                           std::uint64_t shared, std::uint64_t limit) {
    const model::Dim3 &b = block, &g = grid;
    if (b.count() == 0 || g.count() == 0) return "an empty block or grid";
    if (b.x > 1024 || b.y > 1024 || b.z > 64 || b.count() > 1024)
        return fmt::format("a block of {} x {} x {} threads, more than 1024 or 64 deep", b.x, b.y, b.z);
    if (b.count() > kernel.maxThreads)
        return fmt::format("a block of {} threads, its bounds allow {}", b.count(), kernel.maxThreads);
    if (g.x > 0x7fffffff || g.y > 65535 || g.z > 65535)
        return fmt::format("a grid of {} x {} x {} blocks", g.x, g.y, g.z);
    if (shared > limit)
        return fmt::format("{} bytes of shared memory per block, {} are allowed", shared, limit);
    return {};
}

} // namespace lanescope::ptx
