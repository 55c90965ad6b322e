// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/fat_binary.h"

#include "runtime/machine_code.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

namespace lanescope::runtime {

namespace {

// As nvcc 12 and 13 write them (found by looking at what they write).
constexpr std::uint32_t kWrapperMagic = 0x466243B1, kFatMagic = 0xBA55ED50;
struct Wrapper {
    std::uint32_t magic, version;
    const std::byte* data;
    const void* const* more; ///< version 2: fat binaries of the linked files, then nullptr
};
struct FatHeader {
    std::uint32_t magic;
    std::uint16_t version, headerBytes;
    std::uint64_t bytes; ///< of all entries
};
struct Entry {
    std::uint16_t kind, version; ///< kind 1: PTX, 2: machine code
    std::uint32_t headerBytes;
    std::uint64_t bytes; ///< until the next entry's header
    std::uint32_t packedBytes, unknown;
    std::uint16_t minor, major;
    std::uint32_t capability, nameOffset, nameBytes;
    std::uint64_t flags, zero, unpackedBytes;
};
static_assert(sizeof(Entry) == 64);
constexpr std::uint16_t kPtx = 1, kMachineCode = 2;
constexpr std::uint64_t kPackedLz4 = 0x2000, kPackedZstd = 0x8000;
constexpr std::uint64_t kSpecific = 0x100000; ///< of compute_90a: runs on that capability alone

template<class T>
T read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

struct Damaged : std::runtime_error {
    Damaged() : std::runtime_error("the program's device code is damaged") {}
};

/// Code does not pack better than that.
constexpr std::uint64_t kMostRatio = 4096;

/// The bytes that an entry stands for; nothing where they are packed as nvcc before 12.8 did.
std::optional<std::string> unpacked(const Entry& entry, const std::byte* data) {
    if (entry.flags & kPackedLz4) return std::nullopt;
    if (!(entry.flags & kPackedZstd)) return std::string(reinterpret_cast<const char*>(data), entry.bytes);
    if (entry.packedBytes > entry.bytes || entry.unpackedBytes > entry.packedBytes * kMostRatio)
        throw Damaged();
    std::string bytes(entry.unpackedBytes, '\0');
    const std::size_t size = ZSTD_decompress(bytes.data(), bytes.size(), data, entry.packedBytes);
    if (ZSTD_isError(size)) throw Damaged();
    bytes.resize(size);
    return bytes;
}

std::string textOf(const Entry& entry, const std::byte* data) {
    std::optional<std::string> text = unpacked(entry, data);
    if (!text)
        throw std::runtime_error("the program's PTX is packed as nvcc before 12.8 did: build it again with "
                                 "`lanescope nvcc`, or with -Xfatbinary=-compress-mode=none");
    // It ends with a zero, and may be filled up with more of them.
    text->resize(std::strlen(text->c_str()));
    return std::move(*text);
}

/// Calls look(entry, data) for each that a fat binary has.
template<class Look>
void forEntries(const std::byte* fat, Look look) {
    const auto header = read<FatHeader>(fat);
    if (header.magic != kFatMagic || header.headerBytes < sizeof(FatHeader)) throw Damaged();
    const std::byte* at = fat + header.headerBytes;
    for (std::uint64_t left = header.bytes; left >= sizeof(Entry);) {
        const auto entry = read<Entry>(at);
        if (entry.headerBytes < sizeof(Entry) || entry.headerBytes > left ||
            entry.bytes > left - entry.headerBytes)
            throw Damaged();
        look(entry, at + entry.headerBytes);
        at += entry.headerBytes + entry.bytes;
        left -= entry.headerBytes + entry.bytes;
    }
}

ptx::KernelRegisters registersIn(const std::byte* fat, unsigned capability) {
    ptx::KernelRegisters registers;
    forEntries(fat, [&](const Entry& entry, const std::byte* data) {
        if (entry.kind != kMachineCode || entry.capability != capability) return;
        try {
            if (const auto code = unpacked(entry, data))
                registers.merge(registersOf(std::as_bytes(std::span(*code))));
        } catch (const Damaged&) {
            // The PTX is there, and registers are estimated without it.
        }
    });
    return registers;
}

PtxImage imageOf(const std::byte* fat, unsigned most) {
    std::optional<Entry> best;
    const std::byte* bestData = nullptr;
    unsigned lowest = ~0U;
    forEntries(fat, [&](const Entry& entry, const std::byte* data) {
        if (entry.kind != kPtx) return;
        lowest = std::min(lowest, entry.capability);
        const bool isSpecific = (entry.flags & kSpecific) != 0;
        if ((isSpecific ? entry.capability == most : entry.capability <= most) &&
            (!best || entry.capability > best->capability || isSpecific)) {
            best = entry;
            bestData = data;
        }
    });
    if (!best && lowest != ~0U)
        throw std::runtime_error(
            fmt::format("the program's PTX is for compute capability {}.{} and later, the "
                        "emulated device has {}.{}: build it with -arch=compute_{}",
                        lowest / 10, lowest % 10, most / 10, most % 10, most));
    if (!best)
        throw std::runtime_error(
            fmt::format("the program has no PTX, only machine code, which needs its GPU: build "
                        "it with -arch=compute_{}",
                        most));
    return {textOf(*best, bestData), best->capability, registersIn(fat, most)};
}

/// The texts of files that were compiled apart (-rdc), one after the other (ptx::filesOf() parts them again).
PtxImage linked(const std::vector<PtxImage>& images) {
    PtxImage all;
    for (const PtxImage& image : images) {
        all.capability = std::max(all.capability, image.capability);
        all.text += image.text;
        if (!all.text.ends_with('\n')) all.text += '\n';
    }
    return all;
}

} // namespace

std::vector<PtxImage> ptxOf(const void* given, unsigned most) {
    const auto wrapper = read<Wrapper>(static_cast<const std::byte*>(given));
    if (wrapper.magic != kWrapperMagic || (wrapper.version != 1 && wrapper.version != 2))
        throw std::runtime_error(fmt::format(
            "the program's device code is of a kind that is not known (version {})", wrapper.version));
    if (wrapper.version == 1) return {imageOf(wrapper.data, most)};
    // NVIDIA's device runtime is among the linked files. It has no PTX, and the emulator has one of its own.
    std::vector<PtxImage> images;
    std::optional<std::runtime_error> refused;
    for (const void* const* next = wrapper.more; next && *next; ++next) {
        try {
            images.push_back(imageOf(static_cast<const std::byte*>(*next), most));
        } catch (const std::runtime_error& error) {
            if (!refused) refused = error;
        }
    }
    if (images.empty() && refused) throw std::runtime_error(*refused);
    PtxImage all = linked(images);
    // Its own fat binary has the machine code that nvcc has linked of all files; those of the files do not
    // know how many registers the functions of others take.
    if (wrapper.data && read<FatHeader>(wrapper.data).magic == kFatMagic)
        all.registers = registersIn(wrapper.data, most);
    return {all};
}

} // namespace lanescope::runtime
