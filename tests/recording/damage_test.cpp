// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Recordings with damage that no digest shows: what is let through holds together.
#include "recording/byte_stream.h"
#include "recording/file.h"
#include "small_recording.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <array>
#include <random>

namespace lanescope::recording::test {
namespace {

/// A chunk as it lies in a file.
struct Chunk {
    std::vector<std::byte> head, bytes;
    std::vector<std::byte> packed; ///< the bytes, as pack() left them

    void pack() {
        packed.resize(ZSTD_compressBound(bytes.size()));
        packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1));
    }
};

std::vector<Chunk> chunksOf(std::span<const std::byte> file) {
    std::vector<Chunk> all;
    ByteReader in(file.subspan(12));
    while (!in.atEnd()) {
        Chunk& chunk = all.emplace_back();
        const auto head = in.raw(40);
        chunk.head.assign(head.begin(), head.end());
        ByteReader fields(head.subspan(8));
        const auto packed = in.raw(fields.number<std::uint64_t>());
        chunk.bytes.resize(fields.number<std::uint64_t>());
        EXPECT_EQ(ZSTD_decompress(chunk.bytes.data(), chunk.bytes.size(), packed.data(), packed.size()),
                  chunk.bytes.size());
        chunk.pack();
    }
    return all;
}

/// With digests that fit.
std::vector<std::byte> fileOf(std::span<const std::byte> start, const std::vector<Chunk>& chunks) {
    ByteWriter out;
    out.raw(start.first(12));
    for (const Chunk& chunk : chunks) {
        out.raw(std::span(chunk.head).first(8));
        out.number(std::uint64_t{chunk.packed.size()});
        out.number(std::uint64_t{chunk.bytes.size()});
        const Digest digest = digestOf(chunk.bytes);
        out.number(digest.low);
        out.number(digest.high);
        out.raw(chunk.packed);
    }
    return std::move(out).take();
}

/// Overwrites, drops or adds some bytes of one chunk.
void damage(std::vector<std::byte>& bytes, std::mt19937& random) {
    static constexpr std::array<int, 6> kValues{0, 1, 0x7f, 0x80, 0xfe, 0xff};
    if (random() % 8 == 0) return bytes.resize(random() % (bytes.size() + 8));
    const std::size_t count = 1 + random() % 3;
    for (std::size_t i = 0; i < count && !bytes.empty(); ++i)
        bytes[random() % bytes.size()] =
            static_cast<std::byte>(random() % 2 ? kValues[random() % kValues.size()] : random());
}

TEST(DamagedRecording, IsRefusedOrHoldsTogether) {
    std::mt19937 random(2026);
    const std::vector<std::byte> whole = pack(recordedAll());
    const std::vector<Chunk> sound = chunksOf(whole);
    int accepted = 0, refused = 0;
    for (int i = 0; i < 20000; ++i) {
        std::vector<Chunk> chunks = sound;
        Chunk& damaged = chunks[random() % chunks.size()];
        damage(damaged.bytes, random);
        damaged.pack();
        const std::vector<std::byte> file = fileOf(whole, chunks);
        try {
            const Recording recording = unpack(file, "damaged");
            ++accepted;
            // What a player looks at is there.
            for (const Vertices& each : recording.vertices) {
                ASSERT_LT(each.object, recording.objects.size());
                ASSERT_GT(each.tile, 0U);
                ASSERT_LE(4 * each.element(each.count - 1, 2), recording.objects[each.object].bytes);
            }
            for (const Call& call : recording.calls) {
                EXPECT_FALSE(textOf(recording, call).empty());
                const auto* launch = std::get_if<Launch>(&call);
                if (!launch) continue;
                ASSERT_LT(launch->module, recording.modules.size());
                for (const Relocation& each : recording.relocationsOf(*launch))
                    ASSERT_LT(each.object, recording.objects.size());
            }
        } catch (const FileError& error) {
            ++refused;
            ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
    EXPECT_GT(accepted, 500);
    EXPECT_GT(refused, 5000);
}

TEST(DamagedRecording, RandomBytesAreRefused) {
    std::mt19937 random(7);
    const std::vector<std::byte> whole = pack(recordedAll());
    for (int i = 0; i < 5000; ++i) {
        std::vector<std::byte> file = whole;
        const std::size_t first = 12 + random() % (file.size() - 12), count = 1 + random() % 64;
        for (std::size_t k = first; k < std::min(first + count, file.size()); ++k)
            file[k] = static_cast<std::byte>(random());
        try {
            unpack(file, "damaged");
        } catch (const FileError& error) {
            ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
}

} // namespace
} // namespace lanescope::recording::test
