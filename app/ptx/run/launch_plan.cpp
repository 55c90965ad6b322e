// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/launch_plan.h"

#include "model/arithmetic.h"
#include "model/launch_limits.h"

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
    if (std::string why = model::shapeRefusal(model::LaunchLimits{}, "a GPU", grid, block); !why.empty())
        return why;
    if (block.count() > kernel.maxThreads)
        return fmt::format("a block of {} threads, its bounds allow {}", block.count(), kernel.maxThreads);
    if (shared > limit)
        return fmt::format("{} bytes of shared memory per block, {} are allowed", shared, limit);
    return {};
}

} // namespace lanescope::ptx
