// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/executor.h"
#include "recording/recorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::device::test {
namespace {

using recording::Recording;
using recording::StreamNumber;

/// Object n lies at (n + 1) * 0x1000; it notes what is to be done.
class Notes final : public Executor {
public:
    std::vector<std::string> done;
    Arguments arguments;
    std::vector<std::byte> host, brought;
    bool wantsBytes = true;
    std::uint32_t isArray = ~0U; // which object is one
    std::unique_ptr<DeviceArray> array;

private:
    Pointer addressOf(std::uint32_t object) const override { return (object + 1) * 0x1000ULL; }
    DeviceArray* arrayOf(std::uint32_t object) const override {
        return object == isArray ? array.get() : nullptr;
    }
    std::uint64_t pitchOf(std::uint32_t /*object*/) const override { return 512; }
    std::uint64_t handleOf(std::uint32_t /*object*/) const override { return 77; }
    std::span<std::byte> source(const recording::CopyIn& call) override { return contentsOf(call, host); }
    std::optional<std::span<std::byte>> destination(const recording::CopyOut& /*call*/,
                                                    std::uint64_t bytes) override {
        if (!wantsBytes) return std::nullopt;
        brought.resize(bytes);
        return brought;
    }
    void arrived(const recording::CopyOut& /*call*/) override { note("arrived"); }
    int allocate(std::uint32_t object) override { return note("allocate {}", object); }
    int free(std::uint32_t object) override { return note("free {}", object); }
    int fill(PitchedPointer to, std::uint8_t value, Rows rows, StreamNumber stream) override {
        return note("fill {:x}+{} {} {}x{} on {}", to.pointer, to.pitch, value, rows.count, rows.bytes,
                    stream);
    }
    int upload(const Place& to, std::span<const std::byte> from, Rows rows, StreamNumber stream) override {
        return note("upload {:x}+{} {} of {}x{} on {}", to.pointer, to.pitch, from.size(), rows.count,
                    rows.bytes, stream);
    }
    int download(std::span<std::byte> to, const Place& from, Rows rows, StreamNumber stream) override {
        return note("download {} of {:x}+{} {}x{} on {}", to.size(), from.pointer, from.pitch, rows.count,
                    rows.bytes, stream);
    }
    int copy(const Place& to, const Place& from, Rows rows, StreamNumber stream) override {
        if (to.array) return note("copy byte {} of the array from {:x}", to.pointer, from.pointer);
        return note("copy {:x}+{} from {:x}+{} {}x{} on {}", to.pointer, to.pitch, from.pointer, from.pitch,
                    rows.count, rows.bytes, stream);
    }
    int writeVariable(const recording::ModulePointer& /*module*/, std::string_view name,
                      std::span<const std::byte> value) override {
        return note("write {} {}", name, value.size());
    }
    int launch(const recording::Launch& call) override {
        bindArguments(program(), call, arguments);
        return note("launch {}", program().view(call.kernel));
    }
    int recordEvent(std::uint32_t event, StreamNumber stream) override {
        return note("record {} on {}", event, stream);
    }
    int waitEvent(std::uint32_t event, StreamNumber stream) override {
        return note("wait {} on {}", event, stream);
    }
    int synchronize() override { return 7; }

    template<class... T>
    int note(fmt::format_string<T...> form, T&&... values) {
        done.push_back(fmt::format(form, std::forward<T>(values)...));
        return 0;
    }
};

/// Two buffers, and the calls that a test adds.
struct Program {
    Program() {
        for (const std::uint64_t bytes : {4096U, 4096U}) {
            recording::Object object;
            object.bytes = bytes;
            made.objects.push_back(object);
        }
        made.contents.emplace_back();
    }
    std::vector<std::string> done() {
        Notes notes;
        for (std::size_t i = 0; i < made.calls.size(); ++i) EXPECT_EQ(notes.execute(made, i), 0);
        return notes.done;
    }
    Recording made;
};

TEST(Executor, AddsOffsetsToAddresses) {
    Program program;
    program.made.calls = {
        recording::Fill{.object = 0, .value = 3, .offset = 16, .bytes = 64, .stream = 2, .rows = {4, 256}},
        recording::CopyWithin{.to = 1,
                              .from = 0,
                              .toOffset = 8,
                              .fromOffset = 24,
                              .bytes = 32,
                              .rows = {2, 100},
                              .fromPitch = 200}};
    EXPECT_EQ(program.done(), (std::vector<std::string>{"fill 1010+256 3 4x64 on 2",
                                                        "copy 2008+100 from 1018+200 2x32 on 0"}));
}

TEST(Executor, CountsBytesInAnArray) {
    Program program;
    program.made.calls = {recording::CopyWithin{
        .to = 1, .from = 0, .toOffset = 24, .fromOffset = 8, .bytes = 8, .rows = {2, 32}, .fromPitch = 64}};
    Notes notes;
    notes.isArray = 1;
    notes.array = openEmulated(1 << 20, 1)->createArray({4, 4, TexelFormat::R32f}, {});
    EXPECT_EQ(notes.execute(program.made, 0), 0);
    EXPECT_EQ(notes.done, std::vector<std::string>{"copy byte 24 of the array from 1008"});
}

TEST(Executor, PutsAddressesIntoWhatACopyBrings) {
    Program program;
    program.made.relocations = {{.object = 1, .at = 8, .add = 5}};
    program.made.calls = {
        recording::CopyIn{.object = 0, .bytes = 8, .rows = {2, 64}, .relocations = {.first = 0, .count = 1}}};
    Notes notes;
    EXPECT_EQ(notes.execute(program.made, 0), 0);
    EXPECT_EQ(notes.done, std::vector<std::string>{"upload 1000+64 16 of 2x8 on 0"});
    std::uint64_t address = 0;
    std::memcpy(&address, &notes.host[8], sizeof address);
    EXPECT_EQ(address, 0x2005U);
}

TEST(Executor, CopiesNothingThatNobodyAsksFor) {
    Program program;
    program.made.calls = {recording::CopyOut{.object = 1, .offset = 16, .bytes = 8, .rows = {2, 64}},
                          recording::CopyOut{.object = 1}};
    Notes notes;
    EXPECT_EQ(notes.execute(program.made, 0), 0);
    EXPECT_EQ(notes.execute(program.made, 1), 0); // no bytes: all of them
    EXPECT_EQ(notes.done, (std::vector<std::string>{"download 16 of 2010+64 2x8 on 0", "arrived",
                                                    "download 4096 of 2000+0 1x4096 on 0", "arrived"}));
    notes.wantsBytes = false;
    EXPECT_EQ(notes.execute(program.made, 0), 0);
    EXPECT_EQ(notes.done.size(), 4U);
}

TEST(Executor, PutsAddressesPitchesAndHandlesIntoArguments) {
    Program program;
    using Kind = recording::Relocation::Kind;
    program.made.bytes.resize(32);
    program.made.arguments = {{.bytes = {.first = 0, .count = 8}}, {.bytes = {.first = 8, .count = 24}}};
    program.made.relocations = {{.kind = Kind::Address, .object = 0, .at = 0, .add = 4},
                                {.kind = Kind::Pitch, .object = 1, .at = 16},
                                {.kind = Kind::Handle, .object = 1, .at = 24}};
    program.made.calls = {
        recording::Launch{.arguments = {.first = 0, .count = 2}, .relocations = {.first = 0, .count = 3}}};
    Notes notes;
    EXPECT_EQ(notes.execute(program.made, 0), 0);
    const auto word = [&](std::size_t argument, std::size_t at) {
        std::uint64_t value = 0;
        std::memcpy(&value, &notes.arguments[argument][at], sizeof value);
        return value;
    };
    EXPECT_EQ(word(0, 0), 0x1004U);
    EXPECT_EQ(word(1, 0), 0U);
    EXPECT_EQ(word(1, 8), 512U);
    EXPECT_EQ(word(1, 16), 77U);
}

TEST(Executor, GivesWhatACallReturns) {
    Program program;
    program.made.calls = {recording::Synchronize{}, recording::QueryError{}};
    Notes notes;
    EXPECT_EQ(notes.execute(program.made, 0), 7);
    EXPECT_EQ(notes.execute(program.made, 1), 0);
}

} // namespace
} // namespace lanescope::device::test
