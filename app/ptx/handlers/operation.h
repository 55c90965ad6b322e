// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/program/program.h"

namespace lanescope::ptx {

/// What a handler computes; together with a Type it names one handler function.
enum class Op : std::uint8_t {
    // integers
    Add,
    Sub,
    MulLow,
    MulHigh,
    MulWide,
    MadLow,
    MadHigh,
    MadWide,
    Mul24Low,
    Mul24High,
    Mad24Low,
    Mad24High,
    Sad,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    Popc,
    Clz,
    Brev,
    Bfind,
    BfindShift,
    Bfe,
    Bfi,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Lop3,
    Shl,
    Shr,
    ShfLeftClamp,
    ShfLeftWrap,
    ShfRightClamp,
    ShfRightWrap,
    Prmt,
    Dp4a,
    Dp2aLow,
    Dp2aHigh,
    AddSat,
    SubSat,
    MadHighSat,
    AddCc,
    Addc,
    AddcCc,
    SubCc,
    Subc,
    SubcCc,
    MadLowCc,
    MadcLow,
    MadcLowCc,
    MadHighCc,
    MadcHigh,
    MadcHighCc,
    Fns,
    Bmsk,
    Szext,
    // floats
    Mul,
    Fma,
    DivApprox,
    DivFull,
    FmaApprox, ///< a / b + c as DivApprox divides, rounded once
    FmaFull,
    Sqrt,
    Rcp,
    RsqrtApprox,
    SqrtApprox,
    RcpApprox,
    Sin,
    Cos,
    Ex2,
    Lg2,
    Tanh,
    Copysign,
    TestP,
    MinNan,
    MaxNan,
    MinXorsign,
    MaxXorsign,
    // comparison and selection
    Setp,
    Set,
    Selp,
    Slct,
    Mov
};

/// The comparison of setp and set: those on floats ending in U are true when an operand is not a number.
enum class Compare : std::uint8_t { Eq, Ne, Lt, Le, Gt, Ge, EqU, NeU, LtU, LeU, GtU, GeU, Num, Nan };

/// How setp and set combine the comparison with a predicate.
enum class Combine : std::uint8_t { None, And, Or, Xor };

/// The rounding modifiers of PTX: .rn .rz .rm .rp .rna.
enum class Rounding : std::uint8_t { Nearest, Zero, Down, Up, NearestAway };

/// Bits of Instruction::mode of the float handlers.
inline constexpr std::uint8_t kFlush = 1, kSaturate = 2, kRelu = 4;

/// The fixed qualities of a conversion.
struct Conversion {
    Type to = Type::None, from = Type::None;
    unsigned toRegister = 4, fromRegister = 4; ///< bytes of the registers' lanes
    bool toInteger = false;                    ///< a float rounded to an integral float
    Rounding rounding = Rounding::Nearest;
    bool flush = false, saturate = false, relu = false;
};

/// Where a memory instruction's address points.
enum class AddressSpace : std::uint8_t { Generic, Global, Const, Shared, Local, KernelParam, Area };

/// The handler functions compiled for one instruction set, by topic in integer.cpp and bits.cpp, float.cpp,
/// compare.cpp, convert.cpp, load_store.cpp, matrix_product.cpp and warpgroup_product.cpp, and the sampling
/// of textures; dispatch.cpp puts the sets together. A function gives nullptr for what PTX does not have.
struct HandlerSet {
    std::string_view name;
    Handler (*integer)(Op op, Type type);
    Handler (*floating)(Op op, Type type, std::uint8_t mode);
    Handler (*compare)(Op op, Type type, Compare compare, unsigned resultBytes);
    Handler (*convert)(const Conversion& conversion);
    /// Of elements at an address in a register of 4 or 8 bytes.
    Handler (*load)(Type type, unsigned registerBytes, unsigned elements, AddressSpace space,
                    unsigned addressBytes);
    Handler (*store)(Type type, unsigned registerBytes, unsigned elements, AddressSpace space,
                     unsigned addressBytes);
    /// Kernel parameters at an address known at decoding: imm.
    Handler (*loadUniform)(Type type, unsigned registerBytes);
    /// The resolver of an address in a register of 4 or 8 bytes.
    Handler (*resolver)(AddressSpace space, unsigned addressBytes);
    /// wmma.mma and mma; Instruction::target is the MatrixProduct.
    Handler (*product)(MatrixElement factors);
    /// wgmma.mma_async; Instruction::target is the WarpgroupProduct.
    Handler (*warpgroupProduct)(MatrixElement sum);
    /// What the handler of tex and tld4 calls.
    SampleTexture sampleTexture;
};

/// The set for this machine, chosen once.
const HandlerSet& handlers();

/// Handlers that are compiled once: what is rare, or slow for other reasons; by topic in rounded.cpp,
/// half_arithmetic.cpp, atomic.cpp, mbarrier.cpp, bulk_copy.cpp, warp_wide.cpp, state.cpp, matrix_access.cpp,
/// video.cpp and texture_access.cpp.
Handler roundedHandler(Op op, Type type, Rounding rounding);
/// Of f16, bf16 and pairs of them.
Handler halfHandler(Op op, Type type, std::uint8_t mode);
Handler halfCompareHandler(Op op, Type type, Compare compare);
/// Any conversion, slowly; takes the Conversion from imm, packed.
Handler generalConvertHandler(const Conversion& conversion);
std::int64_t packConversion(const Conversion& conversion);
Conversion unpackConversion(std::int64_t bits);
/// The operations of atom and red.
enum class AtomicOp : std::uint8_t { Add, And, Or, Xor, Min, Max, Inc, Dec, Exch, Cas };
/// result: the old value is wanted, as atom has it and red has not; plain: in shared memory, which no other
/// worker changes.
Handler atomicHandler(AtomicOp op, Type type, bool result, bool plain);
/// The same of vectors; slot e is the index of the VectorAtomic.
Handler vectorAtomicHandler(AtomicOp op, Type type);

/// Functions of the warp as a whole, of state and of textures; registers in the usual slots.
enum class WarpOp : std::uint8_t {
    ShflUp,
    ShflDown,
    ShflBfly,
    ShflIdx,
    VoteAll,
    VoteAny,
    VoteUni,
    VoteBallot,
    MatchAny,
    MatchAll,
    ReduxAdd,
    ReduxMin,
    ReduxMax,
    ReduxAnd,
    ReduxOr,
    ReduxXor,
    ActiveMask,
    Elect
};
Handler warpHandler(WarpOp op, Type type);
/// What concerns special registers, addresses, predicates, fences and copies.
enum class StateOp : std::uint8_t {
    ReadSpecial,
    LocalAddress,
    PackPair,
    UnpackPair,
    PredicateLogic,
    IsSpace,
    ShiftAddress,
    Nothing,
    Fence, ///< these tell the checks, and do nothing else
    CommitCopies,
    WaitForCopies,
    ChooseLoaded, ///< selp of what may be loaded for nothing
    CopyAsyncLoad,
    CopyAsyncStore,
    LoadMatrix,
    StoreMatrix
};
/// whole and part: for PackPair and UnpackPair, the bytes of the long register and of its parts.
Handler stateHandler(StateOp op, unsigned whole = 0, unsigned part = 0);
/// The mode of isspacep: shared memory of the thread's own block alone.
inline constexpr std::uint8_t kOwnBlock = 1;
/// mapa: the address a in the block of rank b; getctarank: the rank of the block that the address a is in.
/// imm: where the window begins that a is in.
enum class ClusterOp : std::uint8_t { MapAddress, RankOf };
Handler clusterHandler(ClusterOp op, unsigned addressBytes);
/// Slots d: state, b: count or bytes; of a wait e: the result, b: state or parity. mode: see below.
enum class MbarrierOp : std::uint8_t { Init, Invalidate, ExpectBytes, CompleteBytes, Arrive, Wait };
inline constexpr std::uint8_t kMbarrierDrops = 1, kMbarrierNeverLast = 2, kMbarrierExpects = 4;
inline constexpr std::uint8_t kMbarrierTells = 1, kMbarrierParity = 2; ///< of a wait
Handler mbarrierHandler(MbarrierOp op);
/// mbarrier.pending_count: d of the state in a.
Handler pendingCountHandler();
/// cp.async.bulk; Instruction::target is the BulkCopy.
Handler bulkCopyHandler();
/// cp.async.bulk.tensor; Instruction::target is the TensorCopy.
Handler tensorCopyHandler();
/// tensormap.replace; slot e is the index of the TensorMapChange.
Handler tensorMapHandler();
/// wmma.load and wmma.store; slot e is the index of the MatrixAccess.
Handler matrixAccessHandler();
/// movmatrix: the 8 x 8 matrix of 16-bit elements in a, transposed.
Handler transposeHandler();
/// cvt.pack of a and b, below c where there is one; extra is the Type of an element.
Handler packHandler();
/// cvt of pairs; extra 0: e4m3, 1: e5m2, 2: e2m1, 3: e2m3, 4: e3m2; mode: kRelu. Scales are ue8m0; mode: the
/// two below. Of two floats a becomes the upper half, b the lower one.
enum class SmallFloatOp : std::uint8_t {
    FromSingles,
    FromHalves,
    ToHalves,
    ScalesFromSingles,
    ScalesFromBrains,
    ScalesToBrains
};
inline constexpr std::uint8_t kScaleUp = 1, kScaleFinite = 2;
Handler smallFloatHandler(SmallFloatOp op);
/// v...2 and v...4: extra is the VideoOp, width the parts of a register.
enum class VideoOp : std::uint8_t { Add, Sub, Average, AbsoluteDifference, Min, Max, Set };
inline constexpr std::uint8_t kVideoSignedA = 1, kVideoSignedB = 2, kVideoSignedD = 4, kVideoSaturate = 8,
                              kVideoAccumulate = 16;
/// of vset...: imm is the Compare
Handler videoHandler();
/// vadd, vshr, vmad ...: d, a, b and c; imm is a ScalarVideo.
enum class ScalarVideoOp : std::uint8_t {
    Add,
    Sub,
    AbsoluteDifference,
    Min,
    Max,
    ShiftLeft,
    ShiftRight,
    Mad,
    Set
};
enum class VideoSecond : std::uint8_t { None, Add, Min, Max, Merge };
struct ScalarVideo {
    ScalarVideoOp op = ScalarVideoOp::Add;
    std::uint8_t partOfA = 0, partOfB = 0, partOfD = 0; ///< as Operand::part
    std::uint8_t flags = 0;                             ///< kVideo constants
    VideoSecond second = VideoSecond::None;
    Compare compare = Compare::Eq;
    std::uint8_t shift = 0; ///< of vmad's sum; of shifts 1: the amount wraps
};
inline constexpr std::uint8_t kVideoPlusOne = 32;
Handler scalarVideoHandler();
/// tex and tld4, suld, sust, txq and suq; Instruction::target is the TextureSite.
enum class TextureOp : std::uint8_t { Sample, SurfaceLoad, SurfaceStore, Query };
Handler textureHandler(TextureOp op);

} // namespace lanescope::ptx
