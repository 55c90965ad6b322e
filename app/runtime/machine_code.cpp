// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/machine_code.h"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::runtime {

namespace {

/// Reads structures at places of a file that may be damaged.
class ElfFile {
public:
    explicit ElfFile(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    template<class T>
    std::optional<T> at(std::uint64_t place) const {
        if (place > m_bytes.size() || m_bytes.size() - place < sizeof(T)) return std::nullopt;
        T value;
        std::memcpy(&value, m_bytes.data() + place, sizeof value);
        return value;
    }
    std::optional<Elf64_Shdr> section(std::uint32_t index) const {
        const auto head = at<Elf64_Ehdr>(0);
        if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
            head->e_ident[EI_CLASS] != ELFCLASS64 || index >= head->e_shnum)
            return std::nullopt;
        return at<Elf64_Shdr>(head->e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
    }
    /// A text of a section of names.
    std::string_view text(std::uint32_t section, std::uint32_t offset) const {
        const auto names = this->section(section);
        if (!names || names->sh_offset > m_bytes.size() ||
            names->sh_size > m_bytes.size() - names->sh_offset || offset >= names->sh_size)
            return {};
        const char* const first = reinterpret_cast<const char*>(m_bytes.data()) + names->sh_offset + offset;
        return {first, ::strnlen(first, names->sh_size - offset)};
    }
    /// That of the names of sections.
    std::uint32_t sectionNames() const { return at<Elf64_Ehdr>(0)->e_shstrndx; }

private:
    std::span<const std::byte> m_bytes;
};

/// How a record of .nv.info is written: its value follows in so many bytes as it says, or has two.
constexpr std::uint8_t kSized = 4;
constexpr std::uint8_t kRegisterCount = 0x2f;
struct Record {
    std::uint8_t format, attribute;
    std::uint16_t bytes;
};
struct RegisterCount {
    std::uint32_t symbol, registers;
};

void addRegisters(const ElfFile& file, const Elf64_Shdr& info, ptx::KernelRegisters& registers) {
    const auto symbols = file.section(info.sh_link);
    if (!symbols || symbols->sh_type != SHT_SYMTAB) return;
    for (std::uint64_t at = 0; at + sizeof(Record) <= info.sh_size;) {
        const auto record = file.at<Record>(info.sh_offset + at);
        if (!record) return;
        at += sizeof(Record);
        if (record->format != kSized) continue;
        const auto count = file.at<RegisterCount>(info.sh_offset + at);
        at += record->bytes;
        if (record->attribute != kRegisterCount || record->bytes != sizeof(RegisterCount) || !count) continue;
        const auto symbol =
            file.at<Elf64_Sym>(symbols->sh_offset + std::uint64_t{count->symbol} * sizeof(Elf64_Sym));
        if (!symbol) continue;
        const std::string_view name = file.text(symbols->sh_link, symbol->st_name);
        if (!name.empty() && count->registers <= 255)
            registers[std::string(name)] = static_cast<int>(count->registers);
    }
}

} // namespace

ptx::KernelRegisters registersOf(std::span<const std::byte> machineCode) {
    const ElfFile file(machineCode);
    ptx::KernelRegisters registers;
    for (std::uint32_t i = 0;; ++i) {
        const auto section = file.section(i);
        if (!section) return registers;
        if (file.text(file.sectionNames(), section->sh_name) == ".nv.info")
            addRegisters(file, *section, registers);
    }
}

} // namespace lanescope::runtime
