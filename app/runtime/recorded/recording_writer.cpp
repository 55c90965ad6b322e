// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/recording_writer.h"

#include <memory>
#include <string>

namespace lanescope::runtime {

using recording::Blob;
using recording::Contents;
using recording::Object;
using recording::Text;

RecordingWriter::RecordingWriter(bool onGpu) : isOnGpu(onGpu) {
    recording.contents.push_back(Contents::unspecified());
}

std::uint32_t RecordingWriter::contents(const TakenBytes& bytes) {
    const auto next = static_cast<std::uint32_t>(recording.contents.size());
    if (bytes.isZero) {
        if (!m_zeros) {
            m_zeros = next;
            recording.contents.emplace_back();
        }
        return *m_zeros;
    }
    const auto [found, isNew] = m_contents.emplace(std::pair(bytes.key.low, bytes.key.high), next);
    if (isNew) {
        storedBytes += bytes.size;
        recording.contents.emplace_back(std::make_shared<const Blob>(bytes.bytes, bytes.size));
    }
    return found->second;
}

std::uint32_t RecordingWriter::object(const Object& object, std::string_view name) {
    recording.objects.push_back(object);
    recording.objects.back().name = {static_cast<std::uint32_t>(recording.text.size()),
                                     static_cast<std::uint32_t>(name.size())};
    recording.text += name;
    return static_cast<std::uint32_t>(recording.objects.size() - 1);
}

std::vector<recording::Call> RecordingWriter::takeFrom(std::size_t call) {
    std::vector<recording::Call>& all = recording.calls;
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(call);
    std::vector<recording::Call> taken(from, all.end());
    all.erase(from, all.end());
    recording.callPlaces.resize(all.size());
    return taken;
}

Text RecordingWriter::placeText(std::string_view words) {
    if (words.empty()) return {};
    const auto [known, isNew] = m_places.try_emplace(words.data());
    if (isNew) known->second = text(words);
    return known->second;
}

Text RecordingWriter::text(std::string_view words) {
    const std::size_t known = recording.text.find(words);
    if (known != std::string::npos)
        return {static_cast<std::uint32_t>(known), static_cast<std::uint32_t>(words.size())};
    const Text made{static_cast<std::uint32_t>(recording.text.size()),
                    static_cast<std::uint32_t>(words.size())};
    recording.text += words;
    return made;
}

} // namespace lanescope::runtime
