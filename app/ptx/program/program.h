// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/machine_code.h"
#include "model/warp_access.h"
#include "ptx/matrix/fragment.h"
#include "ptx/program/instruction.h"
#include "ptx/program/kernel.h"
#include "ptx/syntax/types.h"
#include "ptx/tensor/tensor_map.h"
#include "ptx/texture/texture_sampling.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// A slot whose lanes all hold one value for as long as the frame lives.
struct Constant {
    enum class Kind : std::uint8_t { Plain, Global, Shared, Function };
    std::uint32_t slot = 0;
    std::uint8_t bytes = 4; ///< 2, 4, 8; 0: a predicate
    Kind kind = Kind::Plain;
    std::uint32_t symbol = 0; ///< index of a variable or function
    std::uint64_t bits = 0;   ///< value, or addend
    bool operator==(const Constant&) const = default;
};

/// Where an argument, a result, or a formal parameter is: in a register or in the parameter area of its
/// function.
struct Place {
    bool inRegister = false;
    std::uint32_t position = 0; ///< slot, or offset in the area
    std::uint32_t bytes = 0;    ///< 0: a predicate
};

/// Functions that the emulator supplies itself.
enum class Builtin : std::uint8_t {
    None,
    Vprintf,
    AssertFail,
    Malloc,
    Free,
    // of the CUDA runtime, and any thread's own business
    DeviceMalloc,
    DeviceFree,
    SetCondition,
    // the device runtime
    ParameterBuffer,
    LaunchDevice,
    StreamCreate,
    StreamDestroy,
    DeviceSynchronize,
    CopyAsync,
    FillAsync,
    GetLastError,
    PeekLastError,
    ErrorName,
    ErrorString
};
/// Whether cuda_device_runtime_api.h declares it.
constexpr bool isDeclaredByToolkit(Builtin builtin) {
    return builtin >= Builtin::DeviceMalloc;
}
/// Whether the call is one of the CUDA runtime in device code that launches, or depends on what was launched.
constexpr bool isDeviceRuntime(Builtin builtin) {
    return builtin >= Builtin::ParameterBuffer;
}

/// A call instruction; Instruction::target is its index in Program::calls.
struct CallSite {
    std::uint32_t callee = kNoTarget; ///< index of a function; kNoTarget: indirect
    Builtin builtin = Builtin::None;
    std::uint32_t address = 0;             ///< slot of an indirect call's address
    std::vector<Place> arguments, results; ///< in the order of the callee's formals
};

/// A bar or barrier instruction of a block, by index in Program::barriers.
struct BarrierSite {
    enum class Kind : std::uint8_t { Sync, Arrive, Popc, And, Or };
    Kind kind = Kind::Sync;
    /// Whose barrier it is: only a block's has a number in `id`.
    enum class Scope : std::uint8_t { Block, Cluster, Warpgroup };
    Scope scope = Scope::Block;
    bool aligned = false;            ///< of a cluster's: .aligned
    std::uint32_t id = 0;            ///< slot of a u32
    std::uint32_t count = kNoTarget; ///< slot of a u32; kNoTarget: the whole block
    std::uint32_t predicate = 0;     ///< slot of the reduction's operand
    std::uint32_t predicateFlip = 0;
};

/// cp.async.bulk and cp.reduce.async.bulk, by index in Program::bulkCopies.
struct BulkCopy {
    Instruction from, to;  ///< its accesses, with the addresses that the instruction names
    Instruction arrival;   ///< of what counts the bytes; without a handler: nobody does
    Instruction reduction; ///< of an element at its target; without a handler: it is stored
    std::uint8_t fromBytes = 8, toBytes = 8, arrivalBytes = 8; ///< of the registers with the addresses
    std::uint32_t multicast = kNoTarget; ///< slot of a u16: the blocks of the cluster that it goes to
    std::uint32_t operands = 0;          ///< slot for those of the reduction
    std::uint32_t size = 0;              ///< slot of a u32
    std::uint32_t addresses = 0;         ///< slot that takes the addresses of 32 pieces
};

/// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor, by index in Program::tensorCopies.
struct TensorCopy {
    Instruction global, shared; ///< its accesses; that of shared memory has its address
    Instruction arrival;        ///< of a load: of what counts the bytes, which its b takes
    std::uint8_t sharedBytes = 8, arrivalBytes = 8; ///< of the registers with the addresses
    std::uint8_t rank = 1;
    bool loads = true, reduces = false;
    std::uint8_t operation = 0; ///< AtomicOp
    std::uint32_t map = 0;      ///< slot of a generic address
    std::uint64_t mapOffset = 0;
    std::array<std::uint32_t, 5> coordinates{};                            ///< slots of s32
    bool asColumns = false;                                                ///< im2col
    std::array<std::uint32_t, 3> offsets{kNoTarget, kNoTarget, kNoTarget}; ///< slots of u16, within images
    std::uint32_t multicast = kNoTarget;                                   ///< as in BulkCopy
    std::uint32_t addresses = 0, operands = 0; ///< slots that take those of 32 pieces
};

/// tensormap.replace, by index in Program::tensorMapChanges.
struct TensorMapChange {
    TensorField field = TensorField::Address;
    unsigned which = 0;                            ///< dimension
    std::uint64_t mapOffset = 0;                   ///< of the map, from the address in its slot
    std::uint32_t value = 0;                       ///< slot
    std::uint8_t valueBytes = 4, addressBytes = 8; ///< of the slots
    bool inShared = false;                         ///< an address of shared memory, else a generic one
};

inline constexpr std::uint32_t kBlockBarriers = 16;
/// The numbers behind those of the block: of its warpgroups' barriers, then that of its cluster.
inline constexpr std::uint32_t kWarpgroups = 8, kClusterBarrier = kBlockBarriers + kWarpgroups;

/// The targets of a brx, as indices into Program::code.
struct BranchTable {
    std::vector<std::uint32_t> targets;
};

/// tex, tld4, suld, sust, txq, suq.
struct TextureSite {
    SampleOperation sample;
    SurfaceOperation surface;
    TexelQuery query = TexelQuery::Width;
    bool surfaceQuery = false;
    std::uint32_t handle = 0;
    std::uint32_t layer = kNoTarget;
    std::uint32_t coordinate[3] = {kNoTarget, kNoTarget, kNoTarget};
    std::uint32_t lod = kNoTarget;
    std::uint32_t gradientX[3] = {kNoTarget, kNoTarget, kNoTarget};
    std::uint32_t gradientY[3] = {kNoTarget, kNoTarget, kNoTarget};
    std::uint32_t values[4] = {kSinkSlot, kSinkSlot, kSinkSlot, kSinkSlot};
    std::uint8_t valueBytes[4] = {4, 4, 4, 4}; ///< register width
    std::uint32_t resident = kNoTarget;
};

/// The registers of a matrix that the lanes of a warp hold together.
struct MatrixOperand {
    MatrixElement element = MatrixElement::F16;
    std::uint32_t layout = 0; ///< index in Program::fragments
    std::array<std::uint32_t, 8> registers{};
};

/// atom and red of vectors, by index in Program::vectorAtomics.
struct VectorAtomic {
    unsigned elements = 2;
    std::array<std::uint32_t, 8> operands{}, results{}; ///< slots
};

/// mma.sp and wgmma.mma_async.sp: of every few elements along k half are in A, and which ones is in the
/// metadata.
struct Sparsity {
    bool given = false;
    std::uint32_t metadata = 0; ///< slot of a u32
    unsigned selector = 0;
    unsigned group = 4; ///< elements that metadata of 4 bits speaks of: 2, 4, or 8 (in pairs)
};

/// wmma.mma and mma, by index in Program::products.
struct MatrixProduct {
    MatrixOperand a, b, c, d;
    MatrixShape shape;
    unsigned step = 0;      ///< products that the hardware adds at once
    bool saturates = false; ///< .satfinite
    bool exclusive = false; ///< bits: .xor, else .and
    Sparsity sparsity;
};

/// wmma.load and wmma.store, by index in Program::matrixAccesses.
struct MatrixAccess {
    MatrixOperand matrix;
    unsigned copies = 1;        ///< of the fragment, in as many registers each
    bool byRows = true;         ///< the elements of a row are neighbours in memory
    bool asMatrixLoads = false; ///< done as ldmatrix does it
    bool stores = false;
    std::uint32_t stride = 0;    ///< slot of a u32: elements from one row, or column, to the next
    std::uint32_t addresses = 0; ///< slot that takes the lanes' addresses
    std::uint8_t addressBytes = 8;
};

/// wgmma.mma_async, by index in Program::warpgroupProducts.
struct WarpgroupProduct {
    MatrixElement a = MatrixElement::F16, b = MatrixElement::F16, sum = MatrixElement::F32;
    MatrixShape shape;
    SumRule rule;
    bool aInRegisters = false, aTransposed = false, bTransposed = false, aNegated = false, bNegated = false;
    bool saturates = false;
    Sparsity sparsity; ///< metadata for the 16 rows of each warp
    std::array<std::uint32_t, 4> aRegisters{};
    std::uint32_t aDescriptor = 0, bDescriptor = 0; ///< slots of u64
    std::vector<std::uint32_t> sums;                ///< slots
    std::uint32_t scale = 0, scaleFlip = 0;         ///< predicate: what is in the sums is added to
    Instruction load;                               ///< of 16-byte pieces of the factors
    std::uint32_t addresses = 0;                    ///< slot that takes theirs
};

/// A function of the module, an entry or one that is called: where its code is, and what a frame of it holds.
struct Function {
    std::string name;
    bool entry = false;
    bool defined = false;
    Builtin builtin = Builtin::None;
    std::uint32_t begin = 0, end = 0; ///< in Program::code
    std::uint32_t frameBytes = kFirstSlot;
    std::uint32_t areaOffset = 0; ///< in the frame: 32 x areaBytes of parameters, lane after lane
    std::uint32_t areaBytes = 0;
    std::uint32_t localBytes = 0;     ///< of a lane
    std::uint32_t parameterBytes = 0; ///< of a kernel
    int registers = 0;                ///< registersOf()
    std::vector<Constant> constants;
    std::vector<Place> parameters, returns;
    std::vector<std::uint32_t> callees;
    bool callsIndirectly = false;
    bool callsRuntime = false; ///< the CUDA runtime's device side
    std::vector<std::uint32_t> sharedVariables;
    std::vector<Unsupported> unsupported;
};

/// A .global, .const or .shared variable.
struct Variable {
    std::string name;
    bool shared = false, constant = false, external = false;
    bool managed = false; ///< __managed__: one for the host and all devices
    std::uint64_t bytes = 0;
    std::uint32_t alignment = 1;
    std::vector<std::byte> initial; ///< the first bytes; the rest is zero
    struct Relocation {
        std::uint64_t offset = 0;
        std::uint8_t bytes = 8;
        bool function = false;
        std::uint32_t symbol = 0;
        std::uint64_t addend = 0;
        std::uint64_t mask = 0;
    };
    std::vector<Relocation> relocations;
};

/// Where an instruction stands in the source and in the PTX; lines are 1-based, 0 unknown.
struct SourceLine {
    std::uint32_t file = 0; ///< index into Program::files
    std::uint32_t line = 0;
    std::uint32_t ptxLine = 0;
    std::uint32_t text = 0; ///< index into Program::texts, 0 none
};

/// What is fixed of a kernel besides its function.
struct Entry {
    std::uint32_t function = 0;
    std::vector<std::uint32_t> reachable;                           ///< functions, the kernel's first
    std::unordered_map<std::uint32_t, std::uint32_t> sharedOffsets; ///< of variables
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicAlignment = 16;
};

/// The decoded form of a module: code and tables that its instructions point into. Nothing of it changes
/// while kernels run.
struct Program {
    std::string name;
    std::vector<Instruction> code;
    std::vector<SourceLine> lines; ///< one an instruction
    /// Likewise: of lanes that parted in a function, those in the lower place go first.
    std::vector<std::uint32_t> order;
    model::MachineCode machine; ///< likewise
    std::vector<std::string> files, texts;
    std::vector<Function> functions;
    std::vector<Variable> variables;
    std::unordered_map<std::string, std::uint32_t> variableNames;
    std::vector<CallSite> calls;
    std::vector<BarrierSite> barriers;
    std::vector<BranchTable> tables;
    std::vector<TextureSite> textures;
    std::vector<FragmentLayout> fragments;
    std::vector<BulkCopy> bulkCopies;
    std::vector<TensorCopy> tensorCopies;
    std::vector<TensorMapChange> tensorMapChanges;
    std::vector<VectorAtomic> vectorAtomics;
    std::vector<MatrixProduct> products;
    std::vector<MatrixAccess> matrixAccesses;
    std::vector<WarpgroupProduct> warpgroupProducts;
    std::vector<model::Site> sites;
    std::vector<Kernel> kernels;
    std::vector<Entry> entries; ///< one a kernel
    bool asWritten = false;     ///< compiled with -G
    bool usesHeap = false;
    bool usesFences = false; ///< or acquires or releases: atomics may put threads in order
};

/// A header of the toolkit, or of the system, by where these are installed: its code says less to a user than
/// the line that called it.
bool isToolkitHeader(std::string_view path);

/// A function's address, as function pointers hold it; 0 is none.
constexpr std::uint64_t functionAddress(std::uint32_t index) {
    return 0x10000 + std::uint64_t{index} * 128;
}
inline constexpr std::uint32_t kMaxFunctions = 1 << 20;

} // namespace lanescope::ptx
