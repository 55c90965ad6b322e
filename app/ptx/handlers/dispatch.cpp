// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/operation.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace lanescope::ptx {

#define LANESCOPE_DECLARE(isa)                                                                               \
    namespace isa {                                                                                          \
    Handler integerHandler(Op op, Type type);                                                                \
    Handler floatHandler(Op op, Type type, std::uint8_t mode);                                               \
    Handler compareHandler(Op op, Type type, Compare compare, unsigned resultBytes);                         \
    Handler convertHandler(const Conversion& conversion);                                                    \
    Handler loadHandler(Type type, unsigned registerBytes, unsigned elements, AddressSpace space,            \
                        unsigned addressBytes);                                                              \
    Handler storeHandler(Type type, unsigned registerBytes, unsigned elements, AddressSpace space,           \
                         unsigned addressBytes);                                                             \
    Handler loadUniformHandler(Type type, unsigned registerBytes);                                           \
    Handler resolverHandler(AddressSpace space, unsigned addressBytes);                                      \
    Handler productHandler(MatrixElement factors);                                                           \
    Handler warpgroupProductHandler(MatrixElement sum);                                                      \
    std::uint32_t sampleTexture(const TextureTable& table, const SampleOperation& operation,                 \
                                const SampleOperands& operands, std::uint32_t activeMask,                    \
                                std::array<LaneWords, 4>& result, model::TexelFootprint* footprint,          \
                                model::TexelFootprint* coarser);                                             \
    static constexpr HandlerSet set(std::string_view name) {                                                 \
        return {name,           integerHandler,          floatHandler,                                       \
                compareHandler, convertHandler,          loadHandler,                                        \
                storeHandler,   loadUniformHandler,      resolverHandler,                                    \
                productHandler, warpgroupProductHandler, sampleTexture};                                     \
    }                                                                                                        \
    }

LANESCOPE_DECLARE(baseline)
#ifdef LANESCOPE_WITH_V3
LANESCOPE_DECLARE(v3)
#endif

const HandlerSet& handlers() {
    static const HandlerSet chosen = [] {
#ifdef LANESCOPE_WITH_V3
        // the variable lets tests run the other set where both would do
        const char* wanted = std::getenv("LANESCOPE_ISA");
        const std::string_view word = wanted ? wanted : "";
        const bool plain = word == "x86-64";
        if (!plain && !word.empty() && word != "x86-64-v3")
            std::fprintf(stderr,
                         "lanescope: LANESCOPE_ISA=%s: x86-64 or x86-64-v3 was expected; it is as if it were "
                         "not set\n",
                         wanted);
        if (!plain && __builtin_cpu_supports("x86-64-v3")) return v3::set("x86-64-v3");
#endif
        return baseline::set("x86-64");
    }();
    return chosen;
}

} // namespace lanescope::ptx
