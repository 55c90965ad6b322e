// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/child_start.h"
#include "model/report.h"
#include "recording/calls.h"
#include "recording/contents.h"
#include "recording/module.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recording {

/// The warp whose accesses are looked at.
struct Focus {
    std::uint64_t block = 0; ///< linear block index, x fastest; clamped to the grid
    std::uint32_t warp = 0;  ///< clamped to the block
    bool operator==(const Focus&) const = default;
};

using model::ChildStart;

/// PlayOptions::unendedCall where every kernel ended.
inline constexpr std::uint32_t kAllEnded = ~std::uint32_t{0};

/// Recording::firstGraphEdge where there are none.
inline constexpr std::uint32_t kNoGraphEdges = ~std::uint32_t{0};

/// How a recording is to be played and counted, where CUDA leaves it open or a user chose.
struct PlayOptions {
    ChildStart childStart = ChildStart::AtLaunch;
    int copyEngines = -1; ///< of the modelled device; -1: as its compute capability has
    /// A call may fail, or a kernel fault: the calls are played where that costs nothing, with all checks,
    /// and what each returns is part of what is observed.
    bool mayFail = false;
    /// What the calls of the program that was recorded returned after a kernel had failed; 0: none did.
    int failedWith = 0;
    /// The call that launches a kernel which had not ended when the program did, or when the emulator gave it
    /// up: it is given up sooner when it is played. kAllEnded: there is none.
    std::uint32_t unendedCall = kAllEnded;
    /// It was the program that was ended, so that nobody knows how long its kernel would have gone on.
    bool interrupted = false;
    model::Rules rules;
    Focus focus;
    /// What warps issue is observed, too: every instruction with its active lanes. Counting takes longer.
    bool instructions = false;
    bool operator==(const PlayOptions&) const = default;
    /// Whether a play looks for every mistake, whoever asks: something has failed, or may. A program that was
    /// only ended from outside has not.
    bool alwaysChecked() const { return mayFail && !(interrupted && failedWith == 0); }
};

/// One argument of a launch, as it lies in Recording::bytes.
struct Argument {
    enum class Kind : std::uint8_t {
        Signed,
        Unsigned,
        Real,
        Bytes,  ///< a structure
        Address ///< of an object, or nullptr
    };
    Kind kind = Kind::Bytes;
    bool movesOnlyResults = false; ///< its value changes what is written, never which addresses are touched
    Text name;                     ///< of a structure in the program's source; may be empty
    Range bytes;
    bool operator==(const Argument&) const = default;
};

/// What the host code of the program that was recorded does wrong.
struct HostFinding {
    Text place; ///< "main.cu:23"; without line information the function, "main()"
    Text text;
    bool operator==(const HostFinding&) const = default;
};

/// A place among a launch's arguments, or in what a copy brings, that is bound when it is played: eight
/// bytes.
struct Relocation {
    enum class Kind : std::uint8_t {
        Address, ///< of the object, plus `add`
        Pitch,   ///< bytes from row to row
        Handle   ///< of its texture or surface object
    };
    Kind kind = Kind::Address;
    std::uint32_t object = 0;
    std::uint32_t at = 0; ///< in Recording::bytes; of a copy, in its contents
    std::uint64_t add = 0;
    bool operator==(const Relocation&) const = default;
};

/// All that a program asked of a device, in order, as plain data. Addresses are objects and offsets, bound
/// when it is played. Setup objects exist before the calls, with their first contents; a player keeps them
/// from one play to the next. Everything lies in a few flat pools, so that recording anew into the same
/// object allocates nothing.
struct Recording {
    std::vector<ModulePointer> modules;
    std::vector<Object> objects;
    std::vector<Vertices> vertices; ///< of those result buffers that have some
    std::vector<Contents> contents;
    std::vector<int> streamPriorities; ///< of the streams beside the default one; the smaller goes first
    /// Those that neither wait for the default one nor hold it up (cudaStreamNonBlocking).
    std::vector<StreamNumber> nonBlockingStreams;
    /// The last so many streams are branches of graphs: none that the program has made, but where nodes go
    /// that nothing orders behind those in the stream that their graph is launched into.
    std::uint32_t graphBranches = 0;
    /// Events from this number on are edges between branches, or launches, of graphs; none of the program's.
    std::uint32_t firstGraphEdge = kNoGraphEdges;
    std::vector<Call> calls;
    /// Calls that are nodes of one graph: the program has made one call for all of them. In their order.
    std::vector<Range> graphLaunches;
    std::vector<Argument> arguments;
    std::vector<Relocation> relocations;
    std::vector<HostFinding> hostFindings;
    /// Of objects, by their index, where the program allocates them: "cudaMalloc at main.cu:23"; empty, or
    /// none so far: not known.
    std::vector<Text> places;
    /// Of calls, by their index, where the program makes them, but for launches, which say it themselves:
    /// "main.cu:30"; empty, or none so far: not known.
    std::vector<Text> callPlaces;
    /// What the program's runtime knew more of the fault that stopped one of its kernels: "the memory there
    /// was freed at main.cu:12"; may be empty.
    Text faultNote;
    std::vector<std::byte> bytes;
    std::string text;
    PlayOptions options;
    /// Names of parts of the file that it was read from which are not known, and were passed over.
    std::vector<std::string> unknownParts;

    /// What lies in a pool; valid until that changes.
    std::string_view view(Text part) const { return std::string_view(text).substr(part.first, part.size); }
    std::span<const std::byte> view(Range part) const {
        return std::span(bytes).subspan(part.first, part.count);
    }
    /// None: what the object holds is not known.
    Vertices verticesOf(std::uint32_t object) const;
    /// Of an object, by its index.
    std::string_view name(std::uint32_t object) const { return view(objects[object].name); }
    /// Where it is allocated; empty: not known.
    std::string_view place(std::uint32_t object) const {
        return object < places.size() ? view(places[object]) : std::string_view();
    }
    /// Where the program makes a call, by its index: "main.cu:30", or "main()" without line information;
    /// empty: not known.
    std::string_view placeOfCall(std::size_t call) const;
    template<class T>
    static std::span<const T> view(const std::vector<T>& pool, Range part) {
        return std::span(pool).subspan(part.first, part.count);
    }
    /// In the order of the kernel's parameters.
    std::span<const Argument> argumentsOf(const Launch& launch) const {
        return view(arguments, launch.arguments);
    }
    /// In the order of the bytes that they bind.
    std::span<const Relocation> relocationsOf(const Launch& launch) const {
        return view(relocations, launch.relocations);
    }
    std::span<const Relocation> relocationsOf(const CopyIn& copy) const {
        return view(relocations, copy.relocations);
    }
    /// Empties it, and keeps the memory.
    void clear();
    /// Equal recordings leave equal results when they are played.
    bool operator==(const Recording& other) const;
};

/// Whether the kernels of both touch the same addresses: they differ at most in arguments that move only
/// results.
bool sameAccesses(const Recording& a, const Recording& b);

/// Whether both leave the same in memory after each call: they differ at most in what is looked at, and how
/// it is counted.
bool sameResults(const Recording& a, const Recording& b);
/// The same, and they are counted alike: the warp that is looked at may be another.
bool sameButForFocus(const Recording& a, const Recording& b);
/// Whether what its calls return is to be told: they may fail, or some of the program's have.
bool tellsReturns(const Recording& recording);
/// Whether a play of it finds nothing that an earlier one has left: calls make all its memory, but for
/// variables, which begin as their module has them.
bool beginsAnew(const Recording& recording);

/// The stream that a call names; nullopt: it is of a kind that names none.
std::optional<StreamNumber> streamOf(const Call& call);
/// Names another one, in a call that names one.
void setStream(Call& call, StreamNumber stream);
/// The event that a call names; nullopt: it is of a kind that names none.
std::optional<std::uint32_t> eventOf(const Call& call);
/// Names another one, in a call that names one.
void setEvent(Call& call, std::uint32_t event);
/// Whether any call goes to a stream of its own.
bool usesStreams(const Recording& recording);
/// Whether any launch is there for its time, and stands for a longer one.
bool isPaced(const Recording& recording);

/// Whether a call's text says which memory it is about.
enum class Addresses : std::uint8_t {
    Named,
    LeftOut ///< "cudaMalloc(&..., 256)", so that calls that do the same read the same
};
/// What a program calls to allocate an object: "cudaMallocAsync", "cudaMallocArray"; words that stay.
std::string_view functionOf(const Recording& recording, const Allocate& call);
/// A call as it stands in a program, or in words where it is none: "cudaMalloc(&in, 256)", "add<<<4,
/// 64>>>(in, out, 1)".
std::string textOf(const Recording& recording, const Call& call, Addresses addresses = Addresses::Named);

} // namespace lanescope::recording
