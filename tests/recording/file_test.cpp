// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/file.h"
#include "recording/graph_branches.h"
#include "recording/host_write.h"
#include "recording/stream_calls.h"
#include "same_objects.h"
#include "small_recording.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

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
    Recording before = recordedAll(0.25F);
    before.nonBlockingStreams = {2, 3};
    const Recording after = unpack(pack(before), "");
    EXPECT_EQ(after.calls, before.calls);
    EXPECT_EQ(after.objects, before.objects);
    EXPECT_EQ(after.vertices, before.vertices);
    EXPECT_EQ(after.arguments, before.arguments);
    EXPECT_EQ(after.relocations, before.relocations);
    EXPECT_EQ(after.bytes, before.bytes);
    EXPECT_EQ(after.text, before.text);
    EXPECT_EQ(after.options, before.options);
    EXPECT_EQ(after.streamPriorities, before.streamPriorities);
    EXPECT_EQ(after.nonBlockingStreams, before.nonBlockingStreams);
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

TEST(RecordingFile, TellsThatItsProgramWasEndedWhileAKernelRan) {
    Recording recording = recordedAll();
    EXPECT_FALSE(unpack(pack(recording), "").options.interrupted);
    recording.options.interrupted = true;
    EXPECT_TRUE(unpack(pack(recording), "").options.interrupted);
}

/// What a reader has that does not know a chunk, which is in `with` alone and may be passed over.
Recording readWithout(const char* name, const std::vector<std::byte>& with,
                      const std::vector<std::byte>& without) {
    const auto chunk = std::as_bytes(std::span(name, 4));
    EXPECT_TRUE(std::ranges::search(without, chunk).empty());
    const auto found = std::ranges::search(with, chunk);
    if (found.empty()) throw std::runtime_error(std::string("no chunk ") + name);
    EXPECT_EQ(found.end()[0], std::byte{1}) << "its flags: a reader that does not know it may skip it";
    std::vector<std::byte> unknown = with;
    unknown[static_cast<std::size_t>(found.begin() - with.begin())] = std::byte{'X'};
    return unpack(unknown, "");
}

/// In a part that a reader may pass over: the rest is as it was before there were lines.
TEST(RecordingFile, HasTheLinesOfLaunchesBesideTheirCalls) {
    Recording made = recordedAll();
    const std::vector<std::byte> without = pack(made);
    const Text line{static_cast<std::uint32_t>(made.text.size()), 10};
    made.text += "main.cu:41";
    const auto launch = std::ranges::find_if(
        made.calls, [](const Call& call) { return std::holds_alternative<Launch>(call); });
    ASSERT_NE(launch, made.calls.end());
    std::get<Launch>(*launch).place = line;
    const std::vector<std::byte> with = pack(made);
    const Recording after = unpack(with, "");
    EXPECT_EQ(after.calls, made.calls);
    const auto number = launch - made.calls.begin();
    EXPECT_EQ(after.view(std::get<Launch>(after.calls[static_cast<std::size_t>(number)]).place),
              "main.cu:41");
    EXPECT_TRUE(after.unknownParts.empty());
    const Recording older = readWithout("LINE", with, without);
    EXPECT_EQ(older.unknownParts, std::vector<std::string>{"XINE"});
    EXPECT_EQ(older.calls.size(), made.calls.size());
    EXPECT_EQ(std::get<Launch>(older.calls[static_cast<std::size_t>(number)]).place, Text());
    // Lines of launches that there are not.
    std::get<Launch>(*launch).place = {line.first, 1000};
    EXPECT_NE(refusalOf(pack(made)), "");
}

/// Of two streams the second is a branch of graphs, with an edge from the first and one back.
Recording branched() {
    Recording made = recordedAll();
    made.calls.clear();
    made.callPlaces.clear();
    made.streamPriorities = {0, 0};
    made.nonBlockingStreams = {2};
    made.calls = {RecordEvent{0, 1}, WaitEvent{0, 1}, RecordEvent{1, 1}, WaitEvent{1, 2},
                  RecordEvent{1, 2}, WaitEvent{1, 1}, RecordEvent{2, 0}, SynchronizeStream{1}};
    made.graphBranches = 1;
    made.firstGraphEdge = 1;
    made.graphLaunches = {{2, 4}, {6, 1}};
    return made;
}

/// In a part that a reader may pass over, which then has streams and events of a program's.
TEST(RecordingFile, HasBranchesOfGraphsBesideTheStreams) {
    const Recording made = branched();
    const std::vector<std::byte> with = pack(made);
    const Recording after = unpack(with, "");
    EXPECT_EQ(after.calls, made.calls);
    EXPECT_EQ(after.graphBranches, 1U);
    EXPECT_EQ(after.firstGraphEdge, 1U);
    EXPECT_EQ(after.graphLaunches, made.graphLaunches);
    EXPECT_EQ(branchOf(after, 0), 0U);
    EXPECT_EQ(branchOf(after, 1), 0U);
    EXPECT_EQ(branchOf(after, 2), 1U);
    std::vector<std::string> said;
    for (const Call& each : after.calls) said.push_back(textOf(after, each));
    EXPECT_EQ(said, (std::vector<std::string>{
                        "cudaEventRecord(event0, stream1)", "cudaStreamWaitEvent(stream1, event0)",
                        "graph edge 1 begins in stream1", "graph edge 1 ends in branch1",
                        "graph edge 1 begins in branch1", "graph edge 1 ends in stream1",
                        "graph edge 2 begins in stream0", "cudaStreamSynchronize(stream1)"}));
    EXPECT_TRUE(noCallNote(after, after.calls[0]).empty());
    EXPECT_FALSE(noCallNote(after, after.calls[3]).empty());
    EXPECT_EQ(textOf(after, Fill{.object = 0, .bytes = 4, .stream = 2}).substr(0, 15), "cudaMemsetAsync");
    Recording plain = made;
    plain.graphBranches = 0;
    plain.firstGraphEdge = kNoGraphEdges;
    plain.graphLaunches.clear();
    EXPECT_FALSE(plain == made);
    const Recording older = readWithout("GRPH", with, pack(plain));
    EXPECT_EQ(older.calls, made.calls);
    EXPECT_EQ(textOf(older, older.calls[3]), "cudaStreamWaitEvent(stream2, event1)");
}

/// The host makes one call for all nodes of a graph: the first of them, and none for its edges.
TEST(RecordingFile, HasOneCallForAGraphInTheOrderOfStreams) {
    Recording made = branched();
    const auto node = [](StreamNumber stream) { return Fill{.object = 0, .bytes = 4, .stream = stream}; };
    made.calls = {node(1), RecordEvent{1, 1}, node(1), WaitEvent{1, 2}, node(2), node(1), node(1), node(1)};
    made.graphLaunches = {{1, 4}, {5, 2}};
    const StreamCalls calls = streamCallsOf(made);
    EXPECT_EQ(calls.program.branches, 1);
    std::vector<bool> ofGraph, edges;
    for (const model::StreamTask& each : calls.program.commands) {
        ofGraph.push_back(each.ofGraph);
        edges.push_back(each.isEdge);
    }
    EXPECT_EQ(edges, (std::vector{false, true, false, true, false, false, false, false}));
    EXPECT_EQ(ofGraph, (std::vector{false, true, false, true, true, false, true, false}));
}

TEST(RecordingFile, WithOddBranchesOfGraphsIsRefused) {
    const auto refusal = [](const auto& change) {
        Recording made = branched();
        change(made);
        const std::string said = refusalOf(pack(made));
        return said.substr(std::min(said.rfind(": ") + 2, said.size()));
    };
    EXPECT_EQ(refusal([](Recording&) {}), "");
    EXPECT_EQ(refusal([](Recording& made) { made.graphBranches = 3; }), "a branch of a graph is not there");
    EXPECT_EQ(refusal([](Recording& made) { made.firstGraphEdge = kNoGraphEdges; }),
              "branches of graphs have no edges");
    EXPECT_EQ(refusal([](Recording& made) { made.firstGraphEdge = 1 << 16; }),
              "an edge of a graph is not there");
    EXPECT_EQ(refusal([](Recording& made) { made.nonBlockingStreams = {1}; }),
              "the default stream waits for a branch of a graph");
    EXPECT_EQ(refusal([](Recording& made) {
                  made.calls[2] = WaitEvent{1, 2};
              }),
              "an edge of a graph begins nowhere");
    EXPECT_EQ(refusal([](Recording& made) {
                  made.graphLaunches = {{2, 4}, {5, 1}};
              }),
              "launches of graphs have the same calls, or none");
    EXPECT_EQ(refusal([](Recording& made) {
                  made.graphLaunches = {{2, 0}};
              }),
              "launches of graphs have the same calls, or none");
    EXPECT_EQ(refusal([](Recording& made) {
                  made.graphLaunches = {{2, 7}};
              }),
              "a launch of a graph has no calls");
    EXPECT_EQ(refusal([](Recording& made) { made.calls.emplace_back(SynchronizeStream{2}); }),
              "the host waits for a branch of a graph");
    EXPECT_EQ(refusal([](Recording& made) { made.calls.emplace_back(QueryStream{2}); }),
              "the host waits for a branch of a graph");
    EXPECT_EQ(refusal([](Recording& made) { made.calls.emplace_back(SynchronizeEvent{1}); }),
              "the host waits for an edge of a graph");
}

/// In a part that a reader may pass over, which then has cudaMalloc and cudaFree.
TEST(RecordingFile, HasWhatAllocatesMemoryBesideItsCalls) {
    Recording made = recordedAll();
    const std::vector<std::byte> without = pack(made);
    const auto allocates = [](const Call& call) { return std::holds_alternative<Allocate>(call); };
    const auto allocate = std::ranges::find_if(made.calls, allocates);
    ASSERT_NE(allocate, made.calls.end());
    const std::uint32_t object = std::get<Allocate>(*allocate).object;
    EXPECT_EQ(textOf(made, *allocate), "cudaMalloc(&made, 256)");
    const auto said = [&](MemoryFunction function) { return textOf(made, Allocate{object, {function, 2}}); };
    EXPECT_EQ(said(MemoryFunction::MallocAsync), "cudaMallocAsync(&made, 256, stream2)");
    EXPECT_EQ(said(MemoryFunction::MallocFromPoolAsync),
              "cudaMallocFromPoolAsync(&made, 256, pool, stream2)");
    EXPECT_EQ(said(MemoryFunction::MallocManaged), "cudaMallocManaged(&made, 256)");
    EXPECT_EQ(said(MemoryFunction::HostRegister), "cudaHostRegister(made, 256)");
    EXPECT_EQ(textOf(made, Free{object, {MemoryFunction::FreeAsync, 2}}), "cudaFreeAsync(made, stream2)");
    EXPECT_EQ(textOf(made, Free{object, {MemoryFunction::FreeHost, 0}}), "cudaFreeHost(made)");
    std::get<Allocate>(*allocate).by = {MemoryFunction::MallocAsync, 2};
    const std::vector<std::byte> with = pack(made);
    EXPECT_EQ(unpack(with, "").calls, made.calls);
    const Recording older = readWithout("MEMF", with, without);
    EXPECT_EQ(older.calls, unpack(without, "").calls);
    // What nobody knows, and a stream that there is not.
    std::get<Allocate>(*allocate).by = {static_cast<MemoryFunction>(200), 0};
    EXPECT_NE(refusalOf(pack(made)), "");
    std::get<Allocate>(*allocate).by = {MemoryFunction::MallocAsync, 1000};
    EXPECT_NE(refusalOf(pack(made)), "");
}

TEST(RecordingFile, SaysInItsOwnWordsThatPackedBytesAreDamaged) {
    std::vector<std::byte> file = pack(recordedAll());
    constexpr std::size_t kFrameFlags = 8 + 4 + 40 + 4; // of the first chunk's frame, behind zstd's own mark
    file[kFrameFlags] ^= std::byte{1};                  // as if it needed a dictionary
    const std::string said = refusalOf(file);
    EXPECT_TRUE(said.starts_with(
        "a.lanescope: the recording is damaged: its packed bytes cannot be unpacked (zstd: "))
        << said;
}

TEST(RecordingFile, IsNotWrittenInThePlaceOfAFolder) {
    try {
        writeRecording(recordedAll(), "/");
        FAIL();
    } catch (const FileError& error) {
        EXPECT_STREQ(error.what(), "/ is a folder; name a file");
    }
}

TEST(RecordingFile, SaysThatWhatTheHostWritesIsNoCall) {
    Recording made = recordedAll();
    const auto copy = std::ranges::find_if(
        made.calls, [](const Call& call) { return std::holds_alternative<CopyIn>(call); });
    ASSERT_NE(copy, made.calls.end());
    EXPECT_FALSE(isHostWrite(*copy));
    std::get<CopyIn>(*copy).memory = model::TransferMemory::Mapped;
    EXPECT_TRUE(isHostWrite(*copy));
    EXPECT_EQ(textOf(made, *copy), "made as the host has it, 12 bytes");
}

TEST(RecordingFile, TellsTheDevicesOfModulesWhereThereAreSeveral) {
    Recording made = recordedAll(0.25F);
    const std::vector<std::byte> one = pack(made);
    Module other = *made.modules[0];
    other.device = 3;
    made.modules.push_back(std::make_shared<const Module>(other));
    const std::vector<std::byte> file = pack(made);
    const Recording after = unpack(file, "");
    ASSERT_EQ(after.modules.size(), 2U);
    EXPECT_EQ(after.modules[0]->device, 0U);
    EXPECT_EQ(after.modules[1]->device, 3U);
    EXPECT_EQ(*after.modules[1], other);
    const auto has = [](const std::vector<std::byte>& bytes, std::string_view chunk) {
        const auto words = std::as_bytes(std::span(chunk));
        return !std::ranges::search(bytes, words).empty();
    };
    EXPECT_TRUE(has(file, "DEVS"));
    EXPECT_FALSE(has(one, "DEVS"));
}

TEST(RecordingFile, HasFurtherSourcesWhereThereAreSome) {
    Recording made = recordedAll(0.25F);
    Module several = *made.modules[0];
    several.others = {{"/home/me/include/step.cuh", "// step"}, {"/home/me/other.cu", ""}};
    made.modules[0] = std::make_shared<const Module>(several);
    EXPECT_EQ(*unpack(pack(made), "").modules[0], several);
    several.others[0].text = "\xff";
    made.modules[0] = std::make_shared<const Module>(several);
    EXPECT_THROW(unpack(pack(made), ""), FileError);
}

TEST(RecordingFile, TellsTheRegistersOfKernelsWhereTheyAreKnown) {
    Recording made = recordedAll(0.25F);
    Module known = *made.modules[0];
    known.registers = {{"_Z4somePf", 40}, {"other", 12}};
    made.modules[0] = std::make_shared<const Module>(known);
    EXPECT_EQ(*unpack(pack(made), "").modules[0], known);
    known.registers["other"] = 300;
    made.modules[0] = std::make_shared<const Module>(known);
    EXPECT_THROW(unpack(pack(made), ""), FileError);
}

/// Structures of 4 floats, structures of arrays and tiles of 8, by hand.
TEST(RecordedVertices, LieInTiles) {
    const Vertices structures{.count = 20, .floats = 4}, arrays{.count = 20, .tile = 20},
        tiles{.count = 20, .floats = 5, .tile = 8};
    EXPECT_EQ(structures.element(7, 2), 30U);
    EXPECT_EQ(structures.bytes(), 320U);
    EXPECT_EQ(arrays.element(7, 2), 47U);
    EXPECT_EQ(arrays.bytes(), 240U);
    EXPECT_EQ(tiles.element(7, 2), 23U);
    EXPECT_EQ(tiles.element(9, 2), 40U + 17);
    EXPECT_EQ(tiles.bytes(), 3U * 8 * 5 * 4) << "the last tile is whole";
}

TEST(RecordedVertices, AreKnownOfTheirBufferAlone) {
    const Recording recording = recordedAll();
    ASSERT_EQ(recording.vertices.size(), 1U);
    for (std::uint32_t i = 0; i < recording.objects.size(); ++i)
        EXPECT_EQ(recording.verticesOf(i).count, recording.name(i) == "positions" ? 64U : 0U);
    Recording other = recording;
    other.vertices.front().columns = 8;
    EXPECT_FALSE(other == recording);
    EXPECT_TRUE(sameObjects(other, recording)) << "nothing is filled again";
}

/// A reader of before, which knows of no vertices, gets along with a file that has none.
TEST(RecordedVertices, AreInAFileOnlyWhereThereAreSome) {
    const auto isIn = [](const std::vector<std::byte>& file) {
        const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
        return text.find("VERT") != std::string_view::npos;
    };
    Recording recording = recordedAll();
    EXPECT_TRUE(isIn(pack(recording)));
    recording.vertices.clear();
    EXPECT_FALSE(isIn(pack(recording)));
    EXPECT_TRUE(unpack(pack(recording), "").vertices.empty());
}

TEST(RecordedVertices, ThatLieNowhereAreRefused) {
    const auto refusal = [](auto change) {
        Recording recording = recordedAll();
        change(recording.vertices.front());
        return refusalOf(pack(recording));
    };
    EXPECT_EQ(refusal([](Vertices&) {}), "");
    const std::string damaged = "a.lanescope: the recording is damaged: ";
    EXPECT_EQ(refusal([](Vertices& each) { each.object = 0; }), damaged + "vertices are not in a result");
    EXPECT_EQ(refusal([](Vertices& each) { each.object = 1000; }),
              damaged + "a call is about an object that is not there");
    for (const std::uint32_t floats : {0U, 2U, 513U, ~0U})
        EXPECT_EQ(refusal([&](Vertices& each) { each.floats = floats; }), damaged + "vertices have no size");
    EXPECT_EQ(refusal([](Vertices& each) { each.tile = 0; }), damaged + "vertices have no size");
    EXPECT_EQ(refusal([](Vertices& each) { each.count = 0; }), damaged + "vertices have no size");
    // 1,024 bytes have 64 vertices of 16 bytes
    EXPECT_EQ(refusal([](Vertices& each) { each.count = 80; }),
              damaged + "vertices lie outside of their object");
    EXPECT_EQ(refusal([](Vertices& each) { each = {.object = each.object, .count = 2, .tile = ~0U}; }),
              damaged + "vertices lie outside of their object");
    EXPECT_EQ(refusal([](Vertices& each) { each.columns = 7; }), damaged + "a mesh is of an unknown kind");
    EXPECT_EQ(refusal([](Vertices& each) { each.tile = 8; }), damaged + "a mesh is of an unknown kind");
    EXPECT_EQ(refusal([](Vertices& each) { each.tile = 64; }), "");
}

TEST(RecordingFile, RowsAddressesAndVariablesAreLookedAt) {
    const auto refusal = [](const std::function<void(Recording&)>& change) {
        Recording made;
        made.options.mayFail = false;
        made.contents.emplace_back();
        for (int i = 0; i < 2; ++i) made.objects.push_back({.bytes = 256});
        made.relocations.push_back({.object = 1, .at = 24});
        made.calls.emplace_back(CopyIn{.offset = 16, .bytes = 16, .rows = {2, 100}, .relocations = {0, 1}});
        change(made);
        return refusalOf(pack(made));
    };
    const auto copy = [](Recording& made) -> CopyIn& { return std::get<CopyIn>(made.calls.front()); };
    const std::string damaged = "a.lanescope: the recording is damaged: ";
    EXPECT_EQ(refusal([](Recording&) {}), "");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).rows.pitch = 225; }),
              damaged + "a copy goes beyond its object");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).rows.pitch = 15; }), damaged + "a copy has no rows");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).rows.count = 0; }), damaged + "a copy has no rows");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).rows.count = std::uint64_t{1} << 46; }),
              damaged + "a copy is too long");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).relocations.count = 2; }),
              damaged + "a copy has no relocations");
    EXPECT_EQ(refusal([&](Recording& made) { made.relocations.front().at = 25; }),
              damaged + "a relocation lies outside of its copy");
    EXPECT_EQ(refusal([&](Recording& made) { made.objects.front().kind = Object::Kind::Variable; }),
              damaged + "a variable has no module");
}

TEST(RecordingFile, ArraysAndWhatIsOverThemAreLookedAt) {
    const auto refusal = [](const std::function<void(Recording&)>& change) {
        Recording made;
        made.contents.emplace_back();
        const ArrayDesc desc{8, 4, TexelFormat::Rg32f, 2, ArrayShape::Layers};
        made.objects = {{.kind = Object::Kind::Array, .setup = false, .bytes = desc.bytes(), .array = desc},
                        {.kind = Object::Kind::TextureObject, .setup = false, .over = 0},
                        {.kind = Object::Kind::SurfaceObject, .setup = false, .over = 0}};
        made.calls = {CopyIn{.object = 0, .offset = 64 + 8, .bytes = 16, .rows = {3, 64}}, Allocate{0},
                      Allocate{1}, Free{1}};
        change(made);
        return refusalOf(pack(made));
    };
    const auto copy = [](Recording& made) -> CopyIn& { return std::get<CopyIn>(made.calls.front()); };
    const std::string damaged = "a.lanescope: the recording is damaged: ";
    const std::string rows = damaged + "a copy does not fit the rows of its array";
    EXPECT_EQ(refusal([](Recording&) {}), "");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).rows.count = 4; }), rows) << "into the next layer";
    EXPECT_EQ(refusal([&](Recording& made) { copy(made) = {.bytes = 64, .rows = {8, 64}}; }), "");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).offset = 64 + 56; }), rows);
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).bytes = 12; }), rows);
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).rows.pitch = 32; }), rows);
    EXPECT_EQ(refusal([&](Recording& made) {
                  copy(made).rows = {9, 64};
              }),
              damaged + "a copy goes beyond its object");
    EXPECT_EQ(refusal([&](Recording& made) { copy(made).object = 1; }), damaged + "a copy is about an image");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[1].over = 2; }),
              damaged + "a texture is over no array");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[1].over = 9; }),
              damaged + "a texture is over no array");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[0].setup = true; }),
              damaged + "an object of this kind is not made so");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[0].array.shape = ArrayShape::Line; }),
              damaged + "a line has rows");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[0].array.shape = ArrayShape::Cube; }),
              damaged + "a cube has no six faces");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[0].array.levels = 2; }),
              damaged + "an image has too many levels");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[1].offset = 4; }),
              damaged + "a texture over an array has rows");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[1].sampler.levelFilter = FilterMode(2); }),
              damaged + "a sampler is unknown");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[0].array.format = TexelFormat(24); }),
              damaged + "an image has no size");
    EXPECT_EQ(refusal([](Recording& made) {
                  made.objects[0].array.format = TexelFormat::Rg32i;
                  made.objects[1].sampler.filter = FilterMode::Linear;
              }),
              damaged + "a sampler does not fit its array");
}

TEST(RecordingFile, MipmapsAndTexturesOverMemoryAreLookedAt) {
    const auto refusal = [](const std::function<void(Recording&)>& change) {
        Recording made;
        made.contents.emplace_back();
        const ArrayDesc desc{.width = 8, .height = 4, .format = TexelFormat::R32f, .levels = 4};
        EXPECT_EQ(desc.bytes(), 4 * (32 + 8 + 2 + 1));
        const ArrayDesc level = desc.level(1);
        const Sampler sampler{.normalizedCoordinates = true};
        made.objects = {{.kind = Object::Kind::Mipmap, .setup = false, .bytes = desc.bytes(), .array = desc},
                        {.kind = Object::Kind::Level,
                         .setup = false,
                         .bytes = level.bytes(),
                         .array = level,
                         .over = 0,
                         .level = 1},
                        {.kind = Object::Kind::TextureObject, .setup = false, .sampler = sampler, .over = 0},
                        {.kind = Object::Kind::Buffer, .setup = false, .bytes = 1000},
                        {.kind = Object::Kind::TextureObject,
                         .setup = false,
                         .rowBytes = 64,
                         .array = {.width = 10, .height = 5, .format = TexelFormat::R32f},
                         .over = 3,
                         .offset = 256}};
        made.calls = {CopyIn{.object = 1, .offset = 16, .bytes = 8, .rows = {1, 16}}};
        for (std::uint32_t i = 0; i < 5; ++i) made.calls.emplace_back(Allocate{i});
        change(made);
        return refusalOf(pack(made));
    };
    const std::string damaged = "a.lanescope: the recording is damaged: ";
    EXPECT_EQ(refusal([](Recording&) {}), "");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[1].level = 2; }),
              damaged + "a level is none of its mipmap");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[1].over = 3; }),
              damaged + "a level is none of its mipmap");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[0].array.levels = 5; }),
              damaged + "an image has too many levels");
    EXPECT_EQ(refusal([](Recording& made) {
                  made.objects[0].array.format = made.objects[1].array.format = TexelFormat::R32;
                  made.objects[2].sampler.levelFilter = FilterMode::Linear;
              }),
              damaged + "a sampler does not fit its array");
    EXPECT_EQ(refusal([](Recording& made) { std::get<CopyIn>(made.calls[0]).object = 0; }),
              damaged + "a copy is about an image");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[4].rowBytes = 36; }),
              damaged + "a texture has no rows");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[4].offset = 705; }),
              damaged + "a texture lies outside of its buffer");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[4].array.shape = ArrayShape::Volume; }),
              damaged + "a texture over a buffer has no size");
    EXPECT_EQ(refusal([](Recording& made) { made.objects[4].kind = Object::Kind::SurfaceObject; }),
              damaged + "a texture is over no array");
}

TEST(RecordingFile, AnythingElseIsRefusedInOneLine) {
    EXPECT_EQ(refusalOf({}), "a.lanescope: this is not a Lanescope recording");
    const std::string text = "{\"lab\": \"banks\"}";
    EXPECT_EQ(refusalOf(std::as_bytes(std::span(text))), "a.lanescope: this is not a Lanescope recording");
    std::vector<std::byte> other = pack(recordedAll());
    const std::string read = "this Lanescope reads version " + std::to_string(int(other[8]));
    other[8] = std::byte{200};
    EXPECT_EQ(refusalOf(other), "a.lanescope: it is of version 200, and " + read + ": a newer one does");
    other[8] = std::byte{2};
    EXPECT_EQ(refusalOf(other), "a.lanescope: it is of version 2, and " + read + ": record it again");
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

TEST(RecordingFile, NothingStandsBehindItsEnd) {
    const std::vector<std::byte> whole = pack(recordedAll());
    for (const std::size_t more : {std::size_t{1}, std::size_t{40}, whole.size()}) {
        std::vector<std::byte> longer = whole;
        longer.insert(longer.end(), whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(more));
        EXPECT_EQ(refusalOf(longer), "a.lanescope: the recording is damaged: something stands behind its end")
            << more;
    }
}

TEST(RecordingFile, WhatPacksWellIsStillNoLargerThanItsFileJustifies) {
    Recording recording;
    Recorder recorder(recording, modules(), model::defaultArchitecture());
    recorder.buffer("large", 64 << 20,
                    elements<std::uint64_t>([](std::size_t) { return 0x0707070707070707; }));
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
