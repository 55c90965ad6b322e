// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/random_access.h"

#include "model/by_value.h"
#include "model/format.h"
#include "model/memory/banks.h"

#include <fmt/format.h>

#include <random>

namespace lanescope::session {

namespace {

using model::Operation;
using model::Space;
using model::WarpAccess;

struct Kind {
    Space space;
    Operation operation;
    std::uint8_t width;
    std::uint8_t matrices = 0;
};

std::vector<Kind> kindsOf(const model::Architecture& architecture) {
    std::vector<Kind> kinds;
    for (const Space space : {Space::Global, Space::Shared})
        for (const Operation operation : {Operation::Load, Operation::Store})
            for (const std::uint8_t width : {1, 2, 4, 8, 16}) kinds.push_back({space, operation, width});
    kinds.push_back({Space::Global, Operation::Reduction, 4});
    kinds.push_back({Space::Global, Operation::Atomic, 4});
    kinds.push_back({Space::Shared, Operation::Atomic, 4});
    if (countsLanes(Operation::Increment, architecture))
        kinds.push_back({Space::Shared, Operation::Increment, 4});
    for (const Operation operation : {Operation::MatrixLoad, Operation::MatrixStore})
        for (const std::uint8_t matrices : {1, 2, 4})
            if (hasMatrixOperation(operation, architecture))
                kinds.push_back({Space::Shared, operation, 16, matrices});
    return kinds;
}

/// Draws one after the other. Only the generator's own numbers are used: the standard's distributions differ
/// from library to library.
class Drawer {
public:
    explicit Drawer(std::uint64_t seed) : m_random(seed) {}

    std::uint64_t first() { return below(kShapes * kMasks); }
    WarpAccess next(const Kind& kind, std::uint64_t bytes, std::uint64_t turn) {
        WarpAccess access;
        access.space = kind.space;
        access.operation = kind.operation;
        access.width = kind.width;
        access.matrices = kind.matrices;
        access.activeMask = kind.matrices ? (kind.matrices == 4 ? ~0U : (1U << (8 * kind.matrices)) - 1)
                                          : mask(turn % kMasks);
        const std::uint64_t elements = bytes / kind.width;
        const std::array<std::uint64_t, 32> index = indices(turn % kShapes, elements, kind);
        for (std::size_t lane = 0; lane < index.size(); ++lane)
            access.address[lane] = index[lane] % elements * kind.width;
        return access;
    }

private:
    // Of no common divisor, so that every shape meets every mask.
    static constexpr std::uint64_t kShapes = 11, kMasks = 8;

    std::uint64_t below(std::uint64_t limit) { return m_random() % limit; }

    std::uint32_t mask(std::uint64_t which) {
        std::uint32_t lanes = ~0U;
        switch (which) {
        case 0:
        case 1:
            break;
        case 2:
            lanes = (2U << below(31)) - 1; // the first ones
            break;
        case 3:
            lanes = 0x55555555U << below(2);
            break;
        case 4:
            lanes = 0x000f000fU << (4 * below(4));
            break;
        case 5:
            lanes = 0xffffU << (16 * below(2));
            break;
        case 6:
            lanes = 1U << below(32);
            break;
        default:
            lanes = static_cast<std::uint32_t>(m_random());
        }
        return lanes ? lanes : 1U;
    }

    std::array<std::uint64_t, 32> indices(std::uint64_t shape, std::uint64_t elements, const Kind& kind) {
        const std::uint64_t base = below(2) ? 0 : below(elements);
        const std::uint64_t stride = 1 + below(below(3) ? 40 : 1100);
        const std::uint64_t power = std::uint64_t{1} << below(5);
        const std::uint64_t pitch = 32 + below(9) + 32 * below(4);
        const std::uint64_t bits = below(32), span = 1 + below(below(2) ? 64 : 2048);
        const std::uint64_t line = std::max<std::uint64_t>(1, 128 / kind.width);
        std::array<std::uint64_t, 32> order{}; // a permutation of the lanes
        for (std::uint64_t i = 0; i < 32; ++i) {
            const std::uint64_t j = below(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        std::array<std::uint64_t, 32> result{};
        for (std::uint64_t lane = 0; lane < 32; ++lane) {
            std::uint64_t& index = result[lane];
            switch (shape) {
            case 0: // a stride, as a field of a structure has it
                index = base + lane * stride;
                break;
            case 1:
                index = base + (31 - lane) * stride;
                break;
            case 2:
                index = base + order[lane];
                break;
            case 3: // a swizzled column
                index = lane * 32 + (bits ^ lane);
                break;
            case 4: // neighbours share an element
                index = base + lane / power * stride;
                break;
            case 5: // a 2-D block of a matrix
                index = base + lane % power + lane / power * pitch;
                break;
            case 6: // a padded column
                index = lane * pitch + bits;
                break;
            case 7: // a gather nearby
                index = base + below(span);
                break;
            case 8: // a gather from anywhere
                index = below(elements);
                break;
            case 9: // every lane a line of its own, some lines apart
                index = base / line * line + order[lane] * line * (1 + below(3));
                break;
            default: // partners at a distance of 1, 2 or 4 agree
                index = base + (lane & ~(std::uint64_t{1} << (bits % 3))) * (1 + span % 8);
            }
        }
        return result;
    }

    std::mt19937_64 m_random;
};

/// The kernel of kernels/validate.cu that makes an access.
std::string kernelOf(const WarpAccess& access) {
    constexpr model::ByValue<Operation, std::string_view, 7> kVerbs({{Operation::Load, "load"},
                                                                     {Operation::Store, "store"},
                                                                     {Operation::Atomic, "atomic"},
                                                                     {Operation::Reduction, "reduce"},
                                                                     {Operation::MatrixLoad, "load"},
                                                                     {Operation::MatrixStore, "store"},
                                                                     {Operation::Increment, "increment"}});
    const std::string_view verb = kVerbs[access.operation];
    if (access.matrices) return fmt::format("{}Matrix{}", verb, access.matrices);
    return fmt::format("{}{}{}", verb, access.space == Space::Global ? "Global" : "Shared", access.width);
}

/// The structure Lanes of kernels/validate.cu.
struct Lanes {
    std::array<std::uint32_t, 32> offset{};
    std::uint32_t active = 0;
    std::uint32_t never = 0x9e3779b9U;
};

/// The kernels storeMatrix1, 2 and 4: stmatrix asks for sm_90, which kernels/ is not compiled for.
std::string matrixStores() {
    std::string text =
        ".version 7.8\n.target sm_90\n.address_size 64\n.extern .shared .align 16 .b8 cells[];\n";
    for (const auto& [matrices, registers] :
         {std::pair{1, "%r1"}, std::pair{2, "%r1, %r1"}, std::pair{4, "%r1, %r1, %r1, %r1"}})
        text += fmt::format(R"(
.visible .entry storeMatrix{0}(.param .u64 memory, .param .align 4 .b8 lanes[{2}])
{{
    .reg .b32 %r<5>;
    .reg .b64 %rd<4>;
    mov.u32 %r1, %tid.x;
    mov.b64 %rd1, lanes;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.param.u32 %r2, [%rd3];
    mov.u32 %r3, cells;
    add.s32 %r4, %r3, %r2;
    stmatrix.sync.aligned.m8n8.x{0}.shared.b16 [%r4], {{{1}}};
    ret;
}}
)",
                            matrices, registers, sizeof(Lanes));
    return text;
}

} // namespace

std::vector<WarpAccess> randomAccesses(std::size_t count, std::uint64_t seed,
                                       const model::Architecture& architecture,
                                       const RandomAccessLimits& limits) {
    const std::vector<Kind> kinds = kindsOf(architecture);
    Drawer drawer(seed);
    const std::uint64_t first = drawer.first(); // other combinations of shape and mask for another seed
    std::vector<WarpAccess> all;
    for (std::size_t i = 0; i < count; ++i) {
        const Kind& kind = kinds[i % kinds.size()];
        all.push_back(drawer.next(kind, kind.space == Space::Global ? limits.globalBytes : limits.sharedBytes,
                                  first + first + i / kinds.size()));
    }
    return all;
}

std::string describeAccess(const WarpAccess& access) {
    std::string text =
        fmt::format("{} {}, ", spaceName(access.space), model::operationName(access.operation));
    text += access.matrices ? fmt::format("{}, rows at", plural(access.matrices, "matrix"))
                            : fmt::format("{}, lanes at", plural(access.width, "byte"));
    for (int lane = 0; lane < model::kWarpSize; ++lane)
        text +=
            access.active(lane) ? fmt::format(" {}", access.address[static_cast<std::size_t>(lane)]) : " -";
    return text;
}

AccessKernels::AccessKernels(device::Device& device, const RandomAccessLimits& limits, bool matrixStoresToo)
    : m_device(device), m_limits(limits) {
    const recording::ModulePointer file = device::kernelFile("validate");
    m_module = device.load(file->ptx, file->path);
    if (matrixStoresToo) m_matrixStores = device.load(matrixStores(), "the matrix stores");
    m_allocation = device.allocate(2 * limits.globalBytes, "the memory of the accesses");
    m_memory = (m_allocation + limits.globalBytes - 1) / limits.globalBytes * limits.globalBytes;
}

AccessKernels::~AccessKernels() {
    m_device.release(m_allocation);
}

void AccessKernels::launch(const WarpAccess& access, model::AccessSink* sink) {
    launch(access.operation == Operation::MatrixStore ? *m_matrixStores : *m_module, kernelOf(access), access,
           sink);
}

void AccessKernels::launchNothing() {
    WarpAccess none;
    none.activeMask = ~0U;
    launch(*m_module, "nothing", none, nullptr);
}

void AccessKernels::launch(device::LoadedModule& module, const std::string& kernel, const WarpAccess& access,
                           model::AccessSink* sink) {
    Lanes lanes;
    lanes.active = access.activeMask;
    for (std::size_t lane = 0; lane < lanes.offset.size(); ++lane)
        lanes.offset[lane] = static_cast<std::uint32_t>(access.address[lane]);
    device::Launch launch;
    launch.module = &module;
    launch.kernel = kernel;
    launch.block = {32, 1, 1};
    launch.sharedBytes = static_cast<std::uint32_t>(m_limits.sharedBytes);
    launch.arguments = device::Arguments(m_memory, lanes);
    if (sink)
        m_device.watcher()->launch(launch, {.sink = sink});
    else
        m_device.launch(launch);
    m_device.finish();
}

} // namespace lanescope::session
