// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Registers from a program's machine code: whatever is wrong with it, what is read is of it, and nothing else
// is.
#include "runtime/fat_binary.h"
#include "runtime/machine_code.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <elf.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lanescope::runtime {
namespace {

using Bytes = std::vector<std::byte>;

template<class T>
std::size_t put(Bytes& into, const T& value) {
    const std::size_t at = into.size();
    into.resize(at + sizeof value);
    std::memcpy(&into[at], &value, sizeof value);
    return at;
}

template<class T>
T get(const Bytes& from, std::size_t at) {
    T value;
    std::memcpy(&value, &from[at], sizeof value);
    return value;
}

template<class T>
void set(Bytes& in, std::size_t at, const T& value) {
    std::memcpy(&in[at], &value, sizeof value);
}

/// A record of .nv.info, as ptxas writes it.
struct Record {
    std::uint8_t format, attribute;
    std::uint16_t bytes;
    std::uint32_t symbol, registers;
};

/// A cubin with two kernels, "step" and "sum", of 40 and 24 registers.
struct Cubin {
    Bytes bytes;
    std::size_t sections = 0; ///< where their heads begin
    std::size_t info = 0;     ///< where .nv.info begins

    enum Section : std::uint16_t { kNone, kNames, kTexts, kSymbols, kInfo, kCount };

    Cubin() {
        put(bytes, Elf64_Ehdr{});
        const std::string names("\0.shstrtab\0.strtab\0.symtab\0.nv.info\0", 36), texts("\0step\0sum\0", 10);
        const std::size_t namesAt = text(names), textsAt = text(texts), symbolsAt = bytes.size();
        for (const std::uint32_t name : {0U, 1U, 6U}) put(bytes, Elf64_Sym{.st_name = name});
        info = bytes.size();
        put(bytes, Record{3, 1, 7, 0, 0}.format); // one whose value is in its head
        bytes.insert(bytes.end(), 3, std::byte{0});
        put(bytes, Record{4, 0x2f, 8, 1, 40});
        put(bytes, Record{4, 0x12, 8, 1, 99}); // another attribute
        put(bytes, Record{4, 0x2f, 8, 2, 24});
        const std::size_t infoEnd = bytes.size();
        sections = bytes.size();
        const auto section = [&](std::uint32_t name, std::uint32_t type, std::size_t at, std::size_t end,
                                 std::uint32_t link) {
            put(bytes,
                Elf64_Shdr{
                    .sh_name = name, .sh_type = type, .sh_offset = at, .sh_size = end - at, .sh_link = link});
        };
        section(0, SHT_NULL, 0, 0, 0);
        section(1, SHT_STRTAB, namesAt, namesAt + names.size(), 0);
        section(11, SHT_STRTAB, textsAt, textsAt + texts.size(), 0);
        section(19, SHT_SYMTAB, symbolsAt, info, kTexts);
        section(27, SHT_LOUSER, info, infoEnd, kSymbols);
        Elf64_Ehdr head{.e_shoff = sections, .e_shnum = kCount, .e_shstrndx = kNames};
        std::memcpy(head.e_ident, ELFMAG, SELFMAG);
        head.e_ident[EI_CLASS] = ELFCLASS64;
        set(bytes, 0, head);
    }
    std::size_t text(const std::string& words) {
        const std::size_t at = bytes.size();
        for (const char letter : words) bytes.push_back(static_cast<std::byte>(letter));
        return at;
    }
    /// The head of a section, to be changed.
    template<class Change>
    void change(Section which, const Change& how) {
        const std::size_t at = sections + which * sizeof(Elf64_Shdr);
        auto head = get<Elf64_Shdr>(bytes, at);
        how(head);
        set(bytes, at, head);
    }
};

/// Of bytes in memory of just their size, so that the address sanitizer sees what is read beyond them.
ptx::KernelRegisters registersIn(const Bytes& bytes) {
    const auto own = std::make_unique<std::byte[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), own.get());
    return registersOf({own.get(), bytes.size()});
}

/// What is there of damaged code is a kernel's name, or what is left of one, with registers that there are.
void expectSound(const ptx::KernelRegisters& registers, const std::string& what) {
    for (const auto& [kernel, count] : registers) {
        EXPECT_FALSE(kernel.empty()) << what;
        EXPECT_LE(kernel.size(), 36U) << what;
        EXPECT_TRUE(count >= 0 && count <= 255) << what << ": " << count;
    }
}

TEST(MachineCode, SaysTheRegistersOfItsKernels) {
    EXPECT_EQ(registersIn(Cubin().bytes), (ptx::KernelRegisters{{"step", 40}, {"sum", 24}}));
}

TEST(MachineCode, ThatIsNoneHasNoRegisters) {
    EXPECT_TRUE(registersIn({}).empty());
    EXPECT_TRUE(registersIn(Bytes(3)).empty());
    EXPECT_TRUE(registersIn(Bytes(4096)).empty());
    Cubin of32Bits;
    of32Bits.bytes[EI_CLASS] = std::byte{ELFCLASS32};
    EXPECT_TRUE(registersIn(of32Bits.bytes).empty());
}

TEST(MachineCode, ThatIsCutOffIsReadAsFarAsItGoes) {
    const Bytes whole = Cubin().bytes;
    for (std::size_t size = 0; size < whole.size(); ++size)
        expectSound(registersIn(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
                    std::to_string(size) + " bytes");
}

TEST(MachineCode, WithAnyByteDamagedIsReadWithoutGoingBeyondIt) {
    const Bytes whole = Cubin().bytes;
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const unsigned value : {0U, 1U, 0x7FU, 0x80U, 0xFFU}) {
            Bytes damaged = whole;
            damaged[at] = static_cast<std::byte>(value);
            expectSound(registersIn(damaged), "byte " + std::to_string(at));
        }
}

TEST(MachineCode, WhosePlacesAreBeyondAllMeasureIsReadWithoutGoingThere) {
    for (const std::uint64_t far : {~0ULL, ~0ULL - 3, ~0ULL - 63, 1ULL << 63, 1ULL << 32})
        for (const auto which : {Cubin::kNames, Cubin::kTexts, Cubin::kSymbols, Cubin::kInfo}) {
            Cubin offset, size, link;
            offset.change(which, [&](Elf64_Shdr& head) { head.sh_offset = far; });
            size.change(which, [&](Elf64_Shdr& head) { head.sh_size = far; });
            link.change(which, [&](Elf64_Shdr& head) { head.sh_link = static_cast<std::uint32_t>(far); });
            for (const Cubin* each : {&offset, &size, &link})
                expectSound(registersIn(each->bytes), std::to_string(which));
        }
    Cubin heads;
    auto head = get<Elf64_Ehdr>(heads.bytes, 0);
    head.e_shoff = ~0ULL - sizeof(Elf64_Shdr);
    head.e_shnum = 0xFFFF;
    set(heads.bytes, 0, head);
    EXPECT_TRUE(registersIn(heads.bytes).empty());
}

TEST(MachineCode, KernelsOfMoreRegistersThanThereAreAreLeftOut) {
    Cubin many;
    set(many.bytes, many.info + 4 + 8, std::uint32_t{256});
    EXPECT_EQ(registersIn(many.bytes), (ptx::KernelRegisters{{"sum", 24}}));
}

// The fat binary around it.

struct FatHeader {
    std::uint32_t magic = 0xBA55ED50;
    std::uint16_t version = 1, headerBytes = 16;
    std::uint64_t bytes = 0;
};
struct Entry {
    std::uint16_t kind = 1, version = 0x101;
    std::uint32_t headerBytes = 64;
    std::uint64_t bytes = 0;
    std::uint32_t packedBytes = 0, unknown = 0;
    std::uint16_t minor = 0, major = 0;
    std::uint32_t capability = 75, nameOffset = 0, nameBytes = 0;
    std::uint64_t flags = 0, zero = 0, unpackedBytes = 0;
};
constexpr std::uint64_t kZstd = 0x8000;

/// PTX and machine code, which is packed as nvcc packs it.
struct Fat {
    Bytes bytes;
    std::size_t code = 0; ///< where the entry of the machine code begins

    Fat() {
        put(bytes, FatHeader{});
        const std::string ptx(".version 8.0\n.target sm_75\n.address_size 64\n\0\0\0\0", 48);
        put(bytes, Entry{.kind = 1, .bytes = ptx.size()});
        for (const char letter : ptx) bytes.push_back(static_cast<std::byte>(letter));
        const Bytes cubin = Cubin().bytes;
        Bytes packed(ZSTD_compressBound(cubin.size()));
        packed.resize(ZSTD_compress(packed.data(), packed.size(), cubin.data(), cubin.size(), 3));
        code = put(bytes, Entry{.kind = 2,
                                .bytes = packed.size(),
                                .packedBytes = static_cast<std::uint32_t>(packed.size()),
                                .capability = 90,
                                .flags = kZstd,
                                .unpackedBytes = cubin.size()});
        bytes.insert(bytes.end(), packed.begin(), packed.end());
        set(bytes, 0, FatHeader{.bytes = bytes.size() - sizeof(FatHeader)});
    }
};

struct Wrapper {
    std::uint32_t magic = 0x466243B1, version = 1;
    const std::byte* data = nullptr;
    const void* const* more = nullptr;
};

std::vector<PtxImage> imagesOf(const Bytes& fat) {
    const auto own = std::make_unique<std::byte[]>(fat.size());
    std::copy(fat.begin(), fat.end(), own.get());
    const Wrapper wrapper{.data = own.get()};
    return ptxOf(&wrapper, 90);
}

TEST(FatBinary, HasThePtxAndTheRegisters) {
    const auto images = imagesOf(Fat().bytes);
    ASSERT_EQ(images.size(), 1U);
    EXPECT_EQ(images[0].text, ".version 8.0\n.target sm_75\n.address_size 64\n");
    EXPECT_EQ(images[0].registers, (ptx::KernelRegisters{{"step", 40}, {"sum", 24}}));
}

TEST(FatBinary, WithDamagedMachineCodeHasItsPtxAllTheSame) {
    for (const std::size_t at : {sizeof(Entry) + 1, sizeof(Entry) + 9}) {
        Fat fat;
        fat.bytes[fat.code + at] ^= std::byte{0xFF};
        const auto images = imagesOf(fat.bytes);
        ASSERT_EQ(images.size(), 1U);
        EXPECT_FALSE(images[0].text.empty());
    }
    Fat huge;
    auto entry = get<Entry>(huge.bytes, huge.code);
    entry.unpackedBytes = ~0ULL;
    set(huge.bytes, huge.code, entry);
    EXPECT_TRUE(imagesOf(huge.bytes).front().registers.empty());
}

TEST(FatBinary, WhoseEntriesDoNotFitIsRefused) {
    const auto refuses = [](const auto& change) {
        Fat fat;
        auto entry = get<Entry>(fat.bytes, fat.code);
        change(entry);
        set(fat.bytes, fat.code, entry);
        EXPECT_THROW(imagesOf(fat.bytes), std::runtime_error);
    };
    refuses([](Entry& entry) { entry.headerBytes = 0, entry.bytes = 0; }); // no end
    refuses([](Entry& entry) { entry.headerBytes = ~0U; });
    refuses([](Entry& entry) { entry.bytes = ~0ULL; });
    refuses([](Entry& entry) { entry.bytes += 1; });
}

} // namespace
} // namespace lanescope::runtime
