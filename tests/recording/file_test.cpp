// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/file.h"
#include "small_recording.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace lanescope::recording::test {
namespace {

std::string refusalOf(std::span<const std::byte> file) {
    try {
        unpack(file, "a.lanescope");
    } catch (const FileError& error) {
        return error.what();
    }
    return {};
}

TEST(RecordingFile, GivesBackWhatWasWritten) {
    const Recording before = recordedAll(0.25F), after = unpack(pack(before), "");
    EXPECT_EQ(after.calls, before.calls);
    EXPECT_EQ(after.objects, before.objects);
    EXPECT_EQ(after.arguments, before.arguments);
    EXPECT_EQ(after.relocations, before.relocations);
    EXPECT_EQ(after.bytes, before.bytes);
    EXPECT_EQ(after.text, before.text);
    EXPECT_EQ(after.options, before.options);
    EXPECT_EQ(after.streamPriorities, before.streamPriorities);
    ASSERT_EQ(after.modules.size(), 1U);
    EXPECT_EQ(*after.modules[0], kModule);
    ASSERT_EQ(after.contents.size(), before.contents.size());
    for (const Object& object : before.objects) {
        std::vector<std::byte> was(object.bytes), is(object.bytes);
        before.contents[object.contents].write(was);
        after.contents[object.contents].write(is);
        EXPECT_EQ(is, was) << before.view(object.name);
        EXPECT_EQ(after.contents[object.contents].kind() == Contents::Kind::Unspecified,
                  before.contents[object.contents].kind() == Contents::Kind::Unspecified);
    }
    EXPECT_EQ(pack(after), pack(before)) << "a file of a file is the same file";
}

TEST(RecordingFile, AnythingElseIsRefusedInOneLine) {
    EXPECT_EQ(refusalOf({}), "a.lanescope: this is no recording of Lanescope");
    const std::string text = "{\"lab\": \"banks\"}";
    EXPECT_EQ(refusalOf(std::as_bytes(std::span(text))), "a.lanescope: this is no recording of Lanescope");
    std::vector<std::byte> other = pack(recordedAll());
    other[8] = std::byte{200};
    EXPECT_EQ(refusalOf(other),
              "a.lanescope: it is of version 200, and this Lanescope reads version 3: a newer "
              "one does");
    other[8] = std::byte{2};
    EXPECT_EQ(refusalOf(other),
              "a.lanescope: it is of version 2, and this Lanescope reads version 3: record it "
              "again");
}

TEST(RecordingFile, EveryCutAndEveryAlteredByteIsNoticed) {
    const std::vector<std::byte> whole = pack(recordedAll());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_NE(refusalOf(std::span(whole).first(size)), "") << size << " of " << whole.size();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::vector<std::byte> altered = whole;
        altered[at] ^= std::byte{0x10};
        const std::string refusal = refusalOf(altered);
        EXPECT_EQ(refusal.find('\n'), std::string::npos);
        // Of a chunk's head only the flags may change what a reader does not use.
        if (refusal.empty()) {
            EXPECT_EQ(pack(unpack(altered, "")), whole) << at;
        }
    }
}

TEST(RecordingFile, WhatPacksWellIsStillNoLargerThanItsFileJustifies) {
    Recording recording;
    Recorder recorder(recording, modules(), model::defaultArchitecture());
    recorder.buffer("large", 64 << 20, elements<std::uint8_t>([](std::size_t) { return 7; }));
    recorder.buffer("zeros", std::uint64_t{1} << 40);
    const std::vector<std::byte> file = pack(recording);
    EXPECT_GT(file.size(), (64U << 20) / 4096);
    EXPECT_LT(file.size(), 64U << 10);
    EXPECT_EQ(unpack(file, "").contents.front().blob()->bytes().size(), 64U << 20);
}

TEST(RecordingFile, IsWrittenWholeOrNotAtAll) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("lanescope-file-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    writeRecording(recordedAll(), folder / "a.lanescope");
    EXPECT_EQ(readRecording(folder / "a.lanescope").text, recordedAll().text);
    EXPECT_THROW(writeRecording(recordedAll(), folder / "missing" / "a.lanescope"), FileError);
    EXPECT_THROW(readRecording(folder / "no.lanescope"), FileError);
    EXPECT_THROW(readRecording(folder), FileError);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace lanescope::recording::test
