// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What the window does with a GPU, and when it is lost in the middle. The GPU is one of the tests' own, so
// that this runs anywhere.
#include "kit/registry.h"
#include "kit/session.h"
#include "render/gl.h"
#include "script_folder.h"
#include "shell/app/app.h"
#include "shell/app/offscreen.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lanescope::shell {
namespace {

/// Says that it is a GPU, and is lost after so many launches.
class PretendedGpu final : public device::Device {
public:
    explicit PretendedGpu(int launches) : m_left(launches) {
        m_info = m_real->info();
        m_info.can = device::kOfGpus;
        m_info.choice = "cuda:0";
        m_info.name = "GPU of the tests";
        m_info.ccMajor = 9;
    }
    const device::Info& info() const override { return m_info; }
    bool lost() const override { return m_left < 0; }
    int left() const { return m_left; }
    device::Pointer allocate(std::size_t bytes, std::string_view label) override {
        return m_real->allocate(bytes, label);
    }
    device::PitchedPointer allocatePitched(std::size_t rowBytes, std::size_t rows,
                                           std::string_view label) override {
        return m_real->allocatePitched(rowBytes, rows, label);
    }
    device::Pointer variable(device::LoadedModule& module, std::string_view name) override {
        return m_real->variable(module, name);
    }
    void writeVariable(device::LoadedModule& module, std::string_view name,
                       std::span<const std::byte> value) override {
        m_real->writeVariable(module, name, value);
    }
    void release(device::Pointer pointer) noexcept override { m_real->release(pointer); }
    std::size_t freeBytes() const override { return m_real->freeBytes(); }
    void upload(device::Pointer to, std::span<const std::byte> from, device::StreamNumber stream) override {
        m_real->upload(to, from, stream);
    }
    void download(std::span<std::byte> to, device::Pointer from, device::StreamNumber stream) override {
        m_real->download(to, from, stream);
    }
    void copy(device::Pointer to, device::Pointer from, std::size_t bytes,
              device::StreamNumber stream) override {
        m_real->copy(to, from, bytes, stream);
    }
    void fill(device::Pointer to, std::byte value, std::size_t bytes, device::StreamNumber stream) override {
        m_real->fill(to, value, bytes, stream);
    }
    std::unique_ptr<device::DeviceArray> createArray(const device::ArrayDesc& desc,
                                                     std::span<const std::byte> texels) override {
        return m_real->createArray(desc, texels);
    }
    std::uint64_t createTexture(device::DeviceArray& array, const recording::Sampler& sampler) override {
        return m_real->createTexture(array, sampler);
    }
    std::uint64_t createTexture(const device::PlainTexels& texels,
                                const recording::Sampler& sampler) override {
        return m_real->createTexture(texels, sampler);
    }
    std::unique_ptr<device::DeviceArray> createLevel(device::DeviceArray& mipmap,
                                                     std::uint32_t level) override {
        return m_real->createLevel(mipmap, level);
    }
    std::uint64_t createSurface(device::DeviceArray& array) override { return m_real->createSurface(array); }
    void releaseTexture(std::uint64_t handle) noexcept override { m_real->releaseTexture(handle); }
    void uploadRows(const device::Place& to, std::span<const std::byte> from, std::size_t rowBytes,
                    device::StreamNumber stream) override {
        m_real->uploadRows(to, from, rowBytes, stream);
    }
    void downloadRows(std::span<std::byte> to, const device::Place& from, std::size_t rowBytes,
                      device::StreamNumber stream) override {
        m_real->downloadRows(to, from, rowBytes, stream);
    }
    void copyRows(const device::Place& to, const device::Place& from, std::size_t rowBytes, std::size_t rows,
                  device::StreamNumber stream) override {
        m_real->copyRows(to, from, rowBytes, rows, stream);
    }
    std::unique_ptr<device::LoadedModule> load(std::string_view ptx, std::string_view name,
                                               const ptx::KernelRegisters& registers) override {
        return m_real->load(ptx, name, registers);
    }
    void launch(const device::Launch& launch) override {
        if (--m_left < 0) throw device::Error("the GPU of the tests was lost by an illegal address");
        m_real->launch(launch);
    }
    std::vector<device::LaunchRecord> finish() override {
        if (lost()) throw device::Error("the GPU of the tests is lost");
        return m_real->finish();
    }
    std::unique_ptr<device::SharedResource> shareBuffer(unsigned glBuffer, std::size_t bytes) override {
        return m_real->shareBuffer(glBuffer, bytes);
    }
    std::unique_ptr<device::SharedResource> shareTexture(unsigned glTexture,
                                                         const device::ArrayDesc& desc) override {
        return m_real->shareTexture(glTexture, desc);
    }
    void map(std::span<device::SharedResource* const> resources) override { m_real->map(resources); }
    void unmap(std::span<device::SharedResource* const> resources) override { m_real->unmap(resources); }

private:
    std::unique_ptr<device::Device> m_real = device::openEmulated(std::size_t{1} << 28, 2);
    device::Info m_info;
    int m_left;
};

TEST(LostDevice, TheWindowGoesOnEmulated) {
    constexpr int kWidth = 1024, kHeight = 640;
    const Offscreen context(OffscreenDriver::Software);
    render::Texture color("lost", kWidth, kHeight, render::PixelFormat::Rgba8);
    render::Framebuffer framebuffer("lost", color);
    AppOptions options;
    options.lab = "wave";
    options.sets = {{"width", "32"}, {"height", "32"}};
    options.width = kWidth;
    options.height = kHeight;
    options.device = "cuda";
    std::vector<std::string> opened;
    options.openDevice = [&](const std::string& choice) -> std::shared_ptr<device::Device> {
        opened.push_back(choice);
        constexpr int kLaunches = 5;
        if (choice == "cuda") return std::make_shared<PretendedGpu>(kLaunches);
        return device::openEmulated(std::size_t{1} << 28, 2);
    };
    App app(options);
    const auto frame = [&](int number) {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(kWidth, kHeight);
        io.DeltaTime = 1.0F / 60;
        framebuffer.bind();
        app.frame(kWidth, kHeight, number / 60.0, 0.05);
        render::checkError("a frame");
    };
    frame(0);
    EXPECT_EQ(app.stamp().at("Lanescope device"), "GPU of the tests");
    EXPECT_NE(app.stamp().at("Lanescope numbers").find("measured"), std::string::npos);
    for (int number = 1; number < 60; ++number) frame(number);
    EXPECT_EQ(opened, (std::vector<std::string>{"cuda", "emulated"}));
    EXPECT_NE(app.stamp().at("Lanescope device").find("Emulated"), std::string::npos);
    EXPECT_EQ(app.stamp().at("Lanescope numbers"), "modelled");
    EXPECT_EQ(app.error(), "") << "what runs now has not failed";
    EXPECT_NE(app.messages().find("illegal address"), std::string::npos) << app.messages();
    EXPECT_NE(app.messages().find("continues on the emulator"), std::string::npos);
}

/// An animation's next kernels are launched before the step that takes their results, and once.
TEST(PretendedGpu, RunsAnAnimationBesideItsHost) {
    constexpr int kLaunches = 1000;
    const auto gpu = std::make_shared<PretendedGpu>(kLaunches);
    kit::Session session(gpu, {});
    const kit::LabEntry& entry = kit::findLab("wave");
    const std::shared_ptr<kit::Lab> lab = entry.make();
    lab->set("width", "64");
    lab->set("height", "16");
    session.setLab(entry, lab);
    ASSERT_TRUE(session.step(0, 0)) << session.error();
    const auto first = [&]() -> const session::LaunchResult& {
        return session.drawn()->result.launches.front();
    };
    const int each = kLaunches - gpu->left();
    const std::uint64_t blocks = first().record.blocksRun;
    ASSERT_GT(blocks, 0U);

    session.begin(1);
    EXPECT_EQ(gpu->left(), kLaunches - 2 * each);
    session.begin(1);
    EXPECT_EQ(session.drawn()->result.time, 0) << "until it has ended";
    EXPECT_TRUE(session.step(1, 0.01));
    EXPECT_EQ(session.drawn()->result.time, 1);
    EXPECT_EQ(gpu->left(), kLaunches - 2 * each) << "it was begun";
    EXPECT_EQ(first().record.blocksRun, blocks);

    // A slider is moved meanwhile: what was begun is nobody's, and its records are not taken for the new
    // ones.
    session.begin(2);
    lab->set("height", "64");
    EXPECT_TRUE(session.step(2, 0));
    EXPECT_EQ(gpu->left(), kLaunches - 4 * each);
    EXPECT_EQ(session.drawn()->result.time, 2);
    EXPECT_EQ(first().record.blocksRun, 4 * blocks);

    // Where nothing moves nothing is begun.
    session.begin(2);
    EXPECT_EQ(gpu->left(), kLaunches - 4 * each);
}

/// What fails when it is begun is said by the step.
TEST(PretendedGpu, IsLostBetweenTheBeginningAndTheStep) {
    const kit::LabEntry& entry = kit::findLab("wave");
    const std::shared_ptr<kit::Lab> lab = entry.make();
    kit::Session session(std::make_shared<PretendedGpu>(1), {});
    session.setLab(entry, lab);
    ASSERT_TRUE(session.step(0, 0)) << session.error();
    session.begin(1);
    EXPECT_EQ(session.error(), "");
    EXPECT_TRUE(session.step(1, 0));
    EXPECT_NE(session.error().find("illegal address"), std::string::npos) << session.error();
    EXPECT_EQ(session.drawn()->result.time, 0);
}

/// What a lab's calls return on the GPU is found out in a process apart, once the emulator's play has shown
/// what they would do: the window itself makes none of them, and waits for none.
TEST(CallsThatMayFail, AreMadeApartOnceTheEmulatorHasPlayedThem) {
    constexpr int kWidth = 1024, kHeight = 640;
    const Offscreen context(OffscreenDriver::Software);
    render::Texture color("calls", kWidth, kHeight, render::PixelFormat::Rgba8);
    render::Framebuffer framebuffer("calls", color);
    const ScriptFolder folder("calls-apart");
    const std::filesystem::path asked = folder.path() / "asked";
    AppOptions options;
    options.lab = "errors";
    options.sets = {{"mistake", "late-error"}};
    options.width = kWidth;
    options.height = kHeight;
    options.device = "cuda";
    const std::filesystem::path mayEnd = folder.path() / "may-end";
    options.program = folder.program("echo \"$@\" >> " + asked.string() + "\nuntil [ -e " + mayEnd.string() +
                                     " ]; do sleep 0.01; done\necho no GPU >&2\nexit 1");
    options.openDevice = [](const std::string&) { return std::make_shared<PretendedGpu>(0); };
    App app(options);
    const auto frame = [&] {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(kWidth, kHeight);
        io.DeltaTime = 1.0F / 60;
        framebuffer.bind();
        app.frame(kWidth, kHeight, 0, 0);
        render::checkError("a frame");
    };
    frame();
    EXPECT_FALSE(app.callsReturned()) << "what they would do is known now, and they are being made";
    std::ofstream(mayEnd).put('\n');
    constexpr double kMost = 30;
    for (int i = 0; i < 100 && !app.callsReturned(); ++i) {
        frame();
        app.waitForCalls(kMost / 100);
    }
    EXPECT_TRUE(app.callsReturned());
    std::ifstream file(asked);
    const std::string words{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(words.find("calls errors --json --device cuda:0"), 0U) << words;
    EXPECT_NE(words.find("--set mistake=late-error"), std::string::npos) << words;
    EXPECT_EQ(std::ranges::count(words, '\n'), 1) << "asked for once";
    EXPECT_EQ(app.error(), "") << "the GPU of the window was not used";
}

} // namespace
} // namespace lanescope::shell
