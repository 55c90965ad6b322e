// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/address_resolution.h"
#include "ptx/handlers/lanes.h"

#include <array>
#include <cstring>

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

/// What one pass over the lanes' addresses finds out.
struct Survey {
    bool fits = false;     ///< all lie within bounds, and are multiples of the width
    std::uint64_t low = 0; ///< all addresses or-ed
};

/// Writes the lanes' addresses to out, and calls look(address) for each; an inactive lane gets the address of
/// the first active one.
template<class A, class Look>
[[gnu::always_inline]] inline void eachAddress(const Warp& w, const Instruction& in, std::uint32_t mask,
                                               std::uint64_t* out, Look look) {
    const A* reg = w.slot<A>(in.a);
    const A offset = static_cast<A>(in.imm), start = reg[__builtin_ctz(mask)] + offset;
    if (mask == kFullMask) {
#pragma GCC ivdep
        for (unsigned i = 0; i < 32; ++i) {
            const A a = reg[i] + offset;
            out[i] = a;
            look(a);
        }
    } else {
#pragma GCC ivdep
        for (unsigned i = 0; i < 32; ++i) {
            const A own = reg[i] + offset;
            const A a = (mask & kBit[i]) != 0 ? own : start;
            out[i] = a;
            look(a);
        }
    }
}

/// Of addresses from first to last. They are below 2^63, so the top bit of a difference says which is larger.
[[gnu::always_inline]] inline Survey surveyRange(const Warp& w, const Instruction& in, std::uint32_t mask,
                                                 std::uint64_t first, std::uint64_t last,
                                                 std::uint64_t* out) {
    std::uint64_t outside = 0, low = 0;
    eachAddress<std::uint64_t>(w, in, mask, out, [&](std::uint64_t a) {
        outside |= (a - first) | (last - a);
        low |= a;
    });
    return {(outside >> 63) == 0 && (low & (in.width - 1)) == 0, low};
}

/// Of addresses in a window that starts at 0. Those of 32 bits are eight in a vector, where there are four
/// of 64.
template<class A>
[[gnu::always_inline]] inline Survey surveyWindow(const Warp& w, const Instruction& in, std::uint32_t mask,
                                                  std::uint64_t bytes, std::uint64_t* out) {
    A highest = 0, low = 0;
    eachAddress<A>(w, in, mask, out, [&](A a) {
        highest = a > highest ? a : highest;
        low |= a;
    });
    const bool inside = bytes >= in.width && highest <= bytes - in.width;
    return {inside && (low & (in.width - 1)) == 0, low};
}

/// Out of line, so that what nobody observes costs no more than the question.
[[gnu::always_inline]] inline void tell(Warp& w, const Instruction& in, std::uint32_t mask,
                                        model::Space space) {
    if (w.block->observed) tellObservers(w, in, mask, space);
}

template<bool Generic, bool Constant>
void resolveGlobal(Warp& w, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *w.block;
    const CachedRange& range = block.ranges[in.target % block.ranges.size()];
    std::uint64_t* out = block.access.address.data();
    const Survey s = surveyRange(w, in, mask, range.low, range.end - in.width, out);
    if (!s.fits) {
        resolveSlowly(w, in, mask, Generic, Constant ? model::Space::Constant : model::Space::Global);
        return;
    }
    block.resolved = {out, range.delta};
    tell(w, in, mask, Constant ? model::Space::Constant : model::Space::Global);
}

template<class A>
void resolveShared(Warp& w, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *w.block;
    std::uint64_t* out = block.access.address.data();
    const Survey s = surveyWindow<A>(w, in, mask, block.sharedBytes, out);
    if (!s.fits) return ptx::resolveShared(w, in, mask);
    block.resolved = {out, reinterpret_cast<std::uint64_t>(block.shared)};
    tell(w, in, mask, model::Space::Shared);
}

template<class A>
void resolveLocal(Warp& w, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *w.block;
    std::uint64_t* out = block.access.address.data();
    const std::uint64_t limit = std::uint64_t{w.localBase} + w.function->localBytes;
    const Survey s = surveyWindow<A>(w, in, mask, limit, out);
    if (!s.fits) failLocal(w, in, mask);
    std::uint64_t* host = block.hostAddress.data();
    w.local.touched = true;
    if (s.low < kLocalPiece) {
        const auto base = reinterpret_cast<std::uint64_t>(w.local.pieces[0].get());
        for (int i = 0; i < 32; ++i) host[i] = base + static_cast<std::uint64_t>(i) * kLocalPiece + out[i];
    } else {
        for (int i = 0; i < 32; ++i) host[i] = reinterpret_cast<std::uint64_t>(w.local.at(i, out[i]));
    }
    block.resolved = {host, 0};
    tell(w, in, mask, model::Space::Local);
}

template<class A>
void resolveParameter(Warp& w, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *w.block;
    std::uint64_t* out = block.hostAddress.data();
    const Survey s = surveyWindow<A>(w, in, mask, block.parameterBytes, out);
    if (!s.fits) failParameter(w, in, mask, block.parameterBytes);
    block.resolved = {out, reinterpret_cast<std::uint64_t>(block.parameters)};
}

/// Parameters of a device function: in its frame, lane after lane.
template<class A>
void resolveArea(Warp& w, const Instruction& in, std::uint32_t mask) {
    BlockContext& block = *w.block;
    std::uint64_t* out = block.hostAddress.data();
    const std::uint32_t bytes = w.function->areaBytes;
    const Survey s = surveyWindow<A>(w, in, mask, bytes, out);
    if (!s.fits) failParameter(w, in, mask, bytes);
    for (int i = 0; i < 32; ++i) out[i] += static_cast<std::uint64_t>(i) * bytes;
    block.resolved = {out, reinterpret_cast<std::uint64_t>(w.regs + w.function->areaOffset)};
}

template<class M>
[[gnu::always_inline]] inline M* hostOf(const Resolved& r, int lane) {
    return reinterpret_cast<M*>(r.address[lane] + r.delta);
}

// Neighbouring lanes, and the elements of .v2 and .v4, are moved by vectors, which compilers do not make of
// atomic accesses (lanes.h): on the machines that we build for, a vector does not tear its aligned elements.
// The thread sanitizer, which knows nothing of that, gets them one by one.
#if defined(__SANITIZE_THREAD__)
constexpr bool kMoveVectors = false;
#else
constexpr bool kMoveVectors = true;
#endif

using model::Eights;

/// How the addresses of all 32 lanes lie.
template<class A, unsigned Width>
[[gnu::always_inline]] inline Eights eightsOf(const A* address) {
    // spelled out: compilers make long shuffles of the plain loop
    using Vector [[gnu::vector_size(32)]] = A;
    using Words [[gnu::vector_size(32)]] = std::uint64_t;
    constexpr int kAtOnce = sizeof(Vector) / sizeof(A);
    Vector step{}, apart{}, unlike{};
    for (int i = 0; i < kAtOnce; ++i) step[i] = static_cast<A>(i) * Width;
    for (int lane = 0; lane < 32; lane += kAtOnce) {
        Vector offset;
        std::memcpy(&offset, address + lane, sizeof offset);
        offset -= address[lane / 8 * 8];
        unlike |= offset;
        apart |= offset - step - static_cast<A>(lane % 8) * Width;
    }
    const auto isZero = [](Vector all) {
        const Words words = reinterpret_cast<Words>(all);
        return (words[0] | words[1] | words[2] | words[3]) == 0;
    };
    return isZero(apart) ? Eights::InARow : isZero(unlike) ? Eights::Same : Eights::Apart;
}

/// Where the handlers of loads and stores look for addresses by themselves; elsewhere the resolver does.
enum class Reach : std::uint8_t { Global, Constant, Shared, Elsewhere };

template<Reach R>
using AddressOf = std::conditional_t<R == Reach::Shared, std::uint32_t, std::uint64_t>;
template<Reach R>
constexpr model::Space kSpace = R == Reach::Shared     ? model::Space::Shared
                                : R == Reach::Constant ? model::Space::Constant
                                                       : model::Space::Global;

/// The addresses of all 32 lanes, for who observes.
template<Reach R>
[[gnu::noinline]] void tellOfAll(Warp& w, const Instruction& in, std::uint64_t delta, Eights eights) {
    using A = AddressOf<R>;
    BlockContext& block = *w.block;
    std::uint64_t* out = block.access.address.data();
    eachAddress<A>(w, in, kFullMask, out, [](A) {});
    block.resolved = {out, delta};
    tellObservers(w, in, kFullMask, kSpace<R>, eights);
}

/// Where the lanes 0, 8, 16 and 24 find their data, as pointers.
using FirstOfEights = std::array<std::uint64_t, 4>;

/// What the resolver does, of all lanes at once: when they lie alike, eight by eight, the first ones tell
/// whether they are within bounds. Apart: it may be otherwise, and nothing is done.
template<Reach R, unsigned Width>
[[gnu::noinline]] Eights resolveEights(Warp& w, const Instruction& in, FirstOfEights& host) {
    using A = AddressOf<R>;
    const BlockContext& block = *w.block;
    const A* reg = w.slot<A>(in.a);
    const Eights eights = eightsOf<A, Width>(reg);
    if (eights == Eights::Apart) return eights;
    const std::uint64_t bytes = eights == Eights::InARow ? 8 * Width : Width;
    std::uint64_t low = 0, end = block.sharedBytes, delta = reinterpret_cast<std::uint64_t>(block.shared);
    if constexpr (R != Reach::Shared) {
        const CachedRange& range = block.ranges[in.target % block.ranges.size()];
        low = range.low;
        end = range.end;
        delta = range.delta;
    }
    std::uint64_t outside = 0, bits = 0; // as in surveyRange()
    for (std::size_t i = 0; i < host.size(); ++i) {
        const std::uint64_t first = static_cast<A>(reg[8 * i] + static_cast<A>(in.imm));
        outside |= (first - low) | (end - bytes - first);
        bits |= first;
        host[i] = first + delta;
    }
    if ((outside >> 63) != 0 || (bits & (Width - 1)) != 0) return Eights::Apart;
    if (block.observed) [[unlikely]]
        tellOfAll<R>(w, in, delta, eights);
    return eights;
}

template<class M, class R, int V>
[[gnu::always_inline]] inline void loadEights(const Warp& w, const Instruction& in, Eights eights,
                                              const FirstOfEights& host) {
    R* const d[4] = {w.slot<R>(in.d), w.slot<R>(in.b), w.slot<R>(in.c), w.slot<R>(in.e)};
    for (std::size_t eight = 0; eight < host.size(); ++eight) {
        const M* p = reinterpret_cast<const M*>(host[eight]);
        const std::size_t first = 8 * eight;
        if (eights == Eights::Same) {
            for (int k = 0; k < V; ++k) {
                const R value = static_cast<R>(readElement(p + k));
                for (std::size_t i = 0; i < 8; ++i) d[k][first + i] = value;
            }
        } else if constexpr (V == 1 && sizeof(M) == sizeof(R)) {
            std::memcpy(d[0] + first, p, 8 * sizeof(M));
        } else {
            for (std::size_t i = 0; i < 8; ++i)
                for (int k = 0; k < V; ++k) d[k][first + i] = static_cast<R>(p[i * V + k]);
        }
    }
}

template<class M, class R, int V>
[[gnu::always_inline]] inline void storeEights(const Warp& w, const Instruction& in, Eights eights,
                                               const FirstOfEights& host) {
    const R* const s[4] = {w.slot<R>(in.d), w.slot<R>(in.b), w.slot<R>(in.c), w.slot<R>(in.e)};
    for (std::size_t eight = 0; eight < host.size(); ++eight) {
        M* p = reinterpret_cast<M*>(host[eight]);
        const std::size_t first = 8 * eight;
        if (eights == Eights::Same) { // the last lane's value stays
            for (int k = 0; k < V; ++k) writeElement(p + k, static_cast<M>(s[k][first + 7]));
        } else {
#pragma GCC ivdep
            for (std::size_t i = 0; i < 8; ++i)
                for (int k = 0; k < V; ++k) p[i * V + k] = static_cast<M>(s[k][first + i]);
        }
    }
}

/// Loads V elements of type M into registers of type R: slots d, b, c, e. This one lane by lane.
template<class M, class R, int V>
void loadLanes(Warp& w, const Instruction& in, std::uint32_t mask) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    R* const d[4] = {w.slot<R>(in.d), w.slot<R>(in.b), w.slot<R>(in.c), w.slot<R>(in.e)};
    forActive(mask, [&](int i) {
        const M* p = hostOf<const M>(r, i);
        M value[V]; // read before the address register, which may be a destination, is of no more use
        for (int k = 0; k < V; ++k) value[k] = kMoveVectors && V > 1 ? p[k] : readElement(p + k);
        for (int k = 0; k < V; ++k) d[k][i] = static_cast<R>(value[k]);
    });
}

template<class M, class R, int V>
void storeLanes(Warp& w, const Instruction& in, std::uint32_t mask) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    const R* const s[4] = {w.slot<R>(in.d), w.slot<R>(in.b), w.slot<R>(in.c), w.slot<R>(in.e)};
    forActive(mask, [&](int i) {
        M* p = hostOf<M>(r, i);
        for (int k = 0; k < V; ++k) {
            if constexpr (kMoveVectors && V > 1)
                p[k] = static_cast<M>(s[k][i]);
            else
                writeElement(p + k, static_cast<M>(s[k][i]));
        }
    });
}

template<class M, class R, int V, Reach From>
void load(Warp& w, const Instruction& in, std::uint32_t mask) {
    FirstOfEights host;
    const Eights eights =
        kMoveVectors && mask == kFullMask ? resolveEights<From, sizeof(M) * V>(w, in, host) : Eights::Apart;
    if (eights == Eights::Apart) return loadLanes<M, R, V>(w, in, mask);
    loadEights<M, R, V>(w, in, eights, host);
}

template<class M, class R, int V, Reach To>
void store(Warp& w, const Instruction& in, std::uint32_t mask) {
    FirstOfEights host;
    const Eights eights =
        kMoveVectors && mask == kFullMask ? resolveEights<To, sizeof(M) * V>(w, in, host) : Eights::Apart;
    if (eights == Eights::Apart) return storeLanes<M, R, V>(w, in, mask);
    storeEights<M, R, V>(w, in, eights, host);
}

template<class M, class R>
void loadUniform(Warp& w, const Instruction& in, std::uint32_t mask) {
    const M value = *reinterpret_cast<const M*>(w.block->parameters + in.imm);
    forLanes(w.slot<R>(in.d), mask, [=](int) { return static_cast<R>(value); });
}

Reach reachOf(AddressSpace space, unsigned addressBytes) {
    switch (space) {
    case AddressSpace::Generic:
    case AddressSpace::Global:
        return Reach::Global;
    case AddressSpace::Const:
        return Reach::Constant;
    case AddressSpace::Shared:
        return addressBytes == 4 ? Reach::Shared : Reach::Elsewhere;
    default:
        return Reach::Elsewhere;
    }
}

template<class M, class R, int V>
Handler loadFrom(Reach reach) {
    switch (reach) {
    case Reach::Global:
        return load<M, R, V, Reach::Global>;
    case Reach::Constant:
        return load<M, R, V, Reach::Constant>;
    case Reach::Shared:
        return load<M, R, V, Reach::Shared>;
    case Reach::Elsewhere:
        break;
    }
    return loadLanes<M, R, V>;
}
template<class M, class R, int V>
Handler storeTo(Reach reach) {
    return reach == Reach::Global   ? store<M, R, V, Reach::Global>
           : reach == Reach::Shared ? store<M, R, V, Reach::Shared>
                                    : storeLanes<M, R, V>;
}
template<class M, class R>
Handler loadOf(unsigned elements, Reach reach) {
    return elements == 1   ? loadFrom<M, R, 1>(reach)
           : elements == 2 ? loadFrom<M, R, 2>(reach)
           : elements == 4 ? loadFrom<M, R, 4>(reach)
                           : nullptr;
}
template<class M, class R>
Handler storeOf(unsigned elements, Reach reach) {
    return elements == 1   ? storeTo<M, R, 1>(reach)
           : elements == 2 ? storeTo<M, R, 2>(reach)
           : elements == 4 ? storeTo<M, R, 4>(reach)
                           : nullptr;
}

} // namespace

#define LANESCOPE_WIDTHS(M, act)                                                                             \
    switch (registerBytes) {                                                                                 \
    case 2:                                                                                                  \
        if constexpr (sizeof(M) <= 2)                                                                        \
            return act(M, std::uint16_t);                                                                    \
        else                                                                                                 \
            return nullptr;                                                                                  \
    case 4:                                                                                                  \
        if constexpr (sizeof(M) <= 4)                                                                        \
            return act(M, std::uint32_t);                                                                    \
        else                                                                                                 \
            return nullptr;                                                                                  \
    case 8:                                                                                                  \
        return act(M, std::uint64_t);                                                                        \
    default:                                                                                                 \
        return nullptr;                                                                                      \
    }
#define LANESCOPE_LOAD(M, R) loadOf<M, R>(elements, reach)
#define LANESCOPE_UNIFORM(M, R) loadUniform<M, R>
#define LANESCOPE_STORE(M, R) storeOf<M, R>(elements, reach)

/// By the type of what is loaded: signed ones are extended.
#define LANESCOPE_BY_TYPE(act)                                                                               \
    switch (type) {                                                                                          \
    case Type::S8:                                                                                           \
        LANESCOPE_WIDTHS(std::int8_t, act)                                                                   \
    case Type::S16:                                                                                          \
        LANESCOPE_WIDTHS(std::int16_t, act)                                                                  \
    case Type::S32:                                                                                          \
        LANESCOPE_WIDTHS(std::int32_t, act)                                                                  \
    default:                                                                                                 \
        break;                                                                                               \
    }                                                                                                        \
    switch (sizeOf(type)) {                                                                                  \
    case 1:                                                                                                  \
        LANESCOPE_WIDTHS(std::uint8_t, act)                                                                  \
    case 2:                                                                                                  \
        LANESCOPE_WIDTHS(std::uint16_t, act)                                                                 \
    case 4:                                                                                                  \
        LANESCOPE_WIDTHS(std::uint32_t, act)                                                                 \
    case 8:                                                                                                  \
        LANESCOPE_WIDTHS(std::uint64_t, act)                                                                 \
    default:                                                                                                 \
        return nullptr;                                                                                      \
    }

Handler loadHandler(Type type, unsigned registerBytes, unsigned elements, AddressSpace space,
                    unsigned addressBytes) {
    const Reach reach = reachOf(space, addressBytes);
    LANESCOPE_BY_TYPE(LANESCOPE_LOAD)
}

Handler loadUniformHandler(Type type, unsigned registerBytes){LANESCOPE_BY_TYPE(LANESCOPE_UNIFORM)}

Handler storeHandler(Type type, unsigned registerBytes, unsigned elements, AddressSpace space,
                     unsigned addressBytes) {
    const Reach reach = reachOf(space, addressBytes);
    switch (sizeOf(type)) {
    case 1:
        LANESCOPE_WIDTHS(std::uint8_t, LANESCOPE_STORE)
    case 2:
        LANESCOPE_WIDTHS(std::uint16_t, LANESCOPE_STORE)
    case 4:
        LANESCOPE_WIDTHS(std::uint32_t, LANESCOPE_STORE)
    case 8:
        LANESCOPE_WIDTHS(std::uint64_t, LANESCOPE_STORE)
    default:
        return nullptr;
    }
}

Handler resolverHandler(AddressSpace space, unsigned addressBytes) {
    const bool wide = addressBytes == 8;
    switch (space) {
    case AddressSpace::Generic:
        return wide ? resolveGlobal<true, false> : nullptr;
    case AddressSpace::Global:
        return wide ? resolveGlobal<false, false> : nullptr;
    case AddressSpace::Const:
        return wide ? resolveGlobal<false, true> : nullptr;
    case AddressSpace::Shared:
        return wide ? resolveShared<std::uint64_t> : resolveShared<std::uint32_t>;
    case AddressSpace::Local:
        return wide ? resolveLocal<std::uint64_t> : resolveLocal<std::uint32_t>;
    case AddressSpace::KernelParam:
        return wide ? resolveParameter<std::uint64_t> : resolveParameter<std::uint32_t>;
    case AddressSpace::Area:
        return wide ? resolveArea<std::uint64_t> : resolveArea<std::uint32_t>;
    }
    return nullptr;
}

} // namespace lanescope::ptx::LANESCOPE_ISA
