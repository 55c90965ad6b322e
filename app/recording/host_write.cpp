// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/host_write.h"

#include "model/format.h"

#include <fmt/format.h>

namespace lanescope::recording {

bool isHostWrite(const Call& call) {
    const auto* const copy = std::get_if<CopyIn>(&call);
    return copy && copy->memory == model::TransferMemory::Mapped;
}

std::string hostWriteText(const CopyIn& write, std::string_view name) {
    return fmt::format("{} as the host has it, {} bytes", name, grouped(write.bytes * write.rows.count));
}

std::string_view hostWriteNote() {
    return "not a call of the program: host and kernels share this memory";
}

} // namespace lanescope::recording
