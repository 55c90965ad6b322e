// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "json/fields.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::shell {

/// A device as documents name it; what is not known, or means nothing for an emulated one, is not there.
struct DeviceDocument {
    std::string kind, name; ///< kind: "cuda", "emulated"
    std::optional<int> ordinal;
    std::optional<std::string> computeCapability;
    std::uint64_t memoryBytes = 0;
    std::optional<int> multiprocessors;
    std::uint32_t sharedLimitBytes = 0;
    std::optional<std::string> driver;
    std::optional<double> peakBytesPerSecond;
    std::optional<std::string> choice; ///< what chooses it on the command line, in a list
    bool operator==(const DeviceDocument&) const = default;
};

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, DeviceDocument>
void describe(Fields& fields, Object& device) {
    fields("kind", device.kind);
    fields("name", device.name);
    fields.orNothing("ordinal", device.ordinal);
    fields("compute_capability", device.computeCapability);
    fields("memory_bytes", device.memoryBytes);
    fields("multiprocessors", device.multiprocessors);
    fields("shared_limit_bytes", device.sharedLimitBytes);
    fields("driver", device.driver);
    fields("peak_bytes_per_second", device.peakBytesPerSecond);
    fields.orNothing("choice", device.choice);
}

DeviceDocument documentOf(const device::Info& info);

} // namespace lanescope::shell
