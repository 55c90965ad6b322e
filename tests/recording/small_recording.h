// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recorder.h"

namespace lanescope::recording::test {

inline const Module kModule{
    .name = "some", .path = "kernels/some.cu", .source = "// some", .ptx = "// ptx", .olderProgram = "some"};

inline const ModuleFinder& modules() {
    static const ModuleFinder finder = [](std::string_view name) -> ModulePointer {
        static const auto some = std::make_shared<const Module>(kModule);
        return name == "some" ? some : nullptr;
    };
    return finder;
}

/// One object and one call of each kind.
inline void recordAll(Recorder& recorder, float time = 0, std::size_t modulus = 7) {
    const Buffer in = recorder.buffer(
        "in", 4096, elements<float>([](std::size_t i, std::size_t by) { return i % by; }, modulus));
    const Buffer rows =
        recorder.pitchedRows("rows", 100, 8, elements<std::uint8_t>([](std::size_t i) { return i; }));
    const Buffer packed = recorder.packedRows("packed", 100, 8);
    const Buffer result = recorder.resultBuffer("positions", 1024, {.count = 64, .columns = 16, .floats = 4});
    const Image image = recorder.resultImage("image", {16, 8, TexelFormat::Rgba8});
    const Image texture = recorder.texture("texture", {4, 4, TexelFormat::R32f},
                                           elements<float>([](std::size_t i) { return i; }),
                                           {.filter = FilterMode::Linear, .border = {1, 2, 3, 4}});
    const Buffer made = recorder.allocate("made", 256);
    recorder.clear(made);
    recorder.copyIn(made, std::vector<int>{1, 2, 3});
    recorder.copyWithin(made, in.at(64), 128);
    recorder.writeSymbol("some.table", std::as_bytes(std::span("table")));
    recorder.launch("some.kernel", {2, 3, 4}, {32, 2, 1}, 48, in, rows.at(4), PitchOf{rows}, packed, image,
                    texture, result, NullPointer{}, OnlyResults{time}, 5, -7L, 2.5,
                    Structure(1, in.at(8), char{2}), Named{"pattern", std::array<int, 3>{1, 2, 3}});
    recorder.queryError(true);
    recorder.queryError(false);
    recorder.synchronize();
    recorder.copyOut(made, 128);
    recorder.keep(in);
    recorder.in(recorder.stream());
    recorder.copyIn(in, 64, {}, model::TransferMemory::PageLocked);
    recorder.copyOut(in, 64, model::TransferMemory::Registered);
    recorder.hostFunction(5e-5);
    recorder.queryStream();
    recorder.in(recorder.stream(-1));
    recorder.allocateHost(4096);
    recorder.preferL1();
    recorder.transfer({model::Transfer::DeviceToHost, model::TransferMemory::PageLocked, true, 4096});
    const Image surface = recorder.surface("surface", {4, 4, TexelFormat::R8, 2});
    const Stream beside = recorder.stream();
    recorder.in(beside);
    recorder.launch("some.kernel", {1, 1, 1}, {32, 1, 1}, 0, surface);
    recorder.launchCooperative("some.kernel", {8, 2, 1}, {64, 1, 1}, 16, in, 7, surface);
    recorder.pace({.bytes = 1 << 20, .copies = 2.5, .fill = 0.5, .countArgument = 1, .roundsArgument = 1},
                  "some.timed");
    const Event event = recorder.recordEvent();
    recorder.in({});
    recorder.waitEvent(event);
    recorder.synchronize(event);
    recorder.synchronize(beside);
    recorder.freeAll();
    recorder.options() = {.childStart = ChildStart::AfterParent,
                          .copyEngines = 1,
                          .mayFail = true,
                          .rules = {.bankModeBytes = 8},
                          .focus = {3, 2}};
}

/// What only a program asks for: copies of rows, a variable of the device, an address in what is copied, an
/// array with a texture.
inline void addProgramsCalls(Recording& made) {
    Object variable{.kind = Object::Kind::Variable, .bytes = 64};
    variable.name = {static_cast<std::uint32_t>(made.text.size()), 5};
    made.text += "table";
    made.contents.emplace_back(
        std::make_shared<const Blob>(std::vector<std::byte>(std::size_t{48}, std::byte{5})));
    const auto contents = static_cast<std::uint32_t>(made.contents.size() - 1);
    made.contents.push_back(Contents::unspecified());
    variable.contents = contents + 1;
    const auto object = static_cast<std::uint32_t>(made.objects.size());
    made.objects.push_back(variable);
    const Range addresses{static_cast<std::uint32_t>(made.relocations.size()), 1};
    made.relocations.push_back({.object = 0, .at = 8, .add = 4});
    made.calls.emplace_back(Fill{.object = object, .value = 3, .bytes = 4, .rows = {8, 8}});
    made.calls.emplace_back(CopyIn{.object = object,
                                   .contents = contents,
                                   .offset = 8,
                                   .bytes = 16,
                                   .rows = {3, 20},
                                   .relocations = addresses});
    made.calls.emplace_back(
        CopyWithin{.to = object, .from = 0, .bytes = 8, .rows = {4, 16}, .fromPitch = 32});
    made.calls.emplace_back(
        CopyOut{.object = object, .offset = 4, .bytes = 8, .rows = {2, 30}, .digest = {1, 2}});
    const ArrayDesc desc{4, 2, TexelFormat::Rg16f, 3, ArrayShape::Volume};
    const Object array{.kind = Object::Kind::Array,
                       .setup = false,
                       .bytes = desc.bytes(),
                       .array = desc,
                       .contents = contents + 1};
    const Object texture{.kind = Object::Kind::TextureObject,
                         .setup = false,
                         .sampler = {.filter = FilterMode::Linear, .border = {1, 2, 3, 4}},
                         .contents = contents + 1,
                         .over = object + 1};
    made.objects.insert(made.objects.end(), {array, texture});
    made.hostFindings.push_back({.place = variable.name, .text = variable.name});
    made.calls.emplace_back(Failed{.call = variable.name, .code = 1, .times = 2});
    made.calls.emplace_back(AllowShared{.module = 0, .kernel = {}, .bytes = 65536});
    for (const std::string_view name : {"array", "texels"}) {
        made.objects[object + (name == "array" ? 1 : 2)].name = {static_cast<std::uint32_t>(made.text.size()),
                                                                 static_cast<std::uint32_t>(name.size())};
        made.text += name;
    }
    made.calls.emplace_back(Allocate{object + 1});
    made.calls.emplace_back(Allocate{object + 2});
    made.calls.emplace_back(
        CopyIn{.object = object + 1, .contents = contents, .offset = 20, .bytes = 8, .rows = {1, 0}});
    made.calls.emplace_back(Free{object + 2});
    // A level of a mipmap, and a texture over rows of memory.
    const ArrayDesc mipmap{.width = 8, .height = 8, .format = TexelFormat::R32f, .levels = 4};
    made.objects.push_back({.kind = Object::Kind::Mipmap,
                            .setup = false,
                            .bytes = mipmap.bytes(),
                            .array = mipmap,
                            .contents = contents + 1});
    made.objects.push_back({.kind = Object::Kind::Level,
                            .setup = false,
                            .bytes = mipmap.level(2).bytes(),
                            .array = mipmap.level(2),
                            .contents = contents + 1,
                            .over = object + 3,
                            .level = 2});
    Object plain = texture;
    plain.sampler = {.levelFilter = FilterMode::Linear, .levelBias = 0.5F, .maxLevel = 3, .maxAnisotropy = 4};
    plain.rowBytes = 32;
    plain.array = {.width = 2, .height = 2, .format = TexelFormat::R32f};
    plain.over = object;
    plain.offset = 8;
    plain.name = made.objects[object + 2].name;
    made.objects.push_back(plain);
    made.objects[object + 3].name = {static_cast<std::uint32_t>(made.text.size()), 6};
    made.objects[object + 4].name = {static_cast<std::uint32_t>(made.text.size()), 7};
    made.text += "mipmap2";
    for (std::uint32_t i = 3; i < 6; ++i) made.calls.emplace_back(Allocate{object + i});
    made.calls.emplace_back(
        CopyIn{.object = object + 4, .contents = contents, .offset = 8, .bytes = 8, .rows = {1, 0}});
}

inline Recording recordedAll(float time = 0, std::size_t modulus = 7) {
    Recording made;
    Recorder recorder(made, modules(), model::defaultArchitecture());
    recordAll(recorder, time, modulus);
    addProgramsCalls(made);
    return made;
}

} // namespace lanescope::recording::test
