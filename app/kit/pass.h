// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/lab.h"
#include "kit/observer.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::kit {

/// Named memory of one device, kept between runs.
struct Resources {
    struct Buffer {
        device::Pointer pointer = 0;
        std::size_t bytes = 0;
        std::string key;
        std::size_t pitch = 0, rowBytes = 0; // of rows; 0: none
    };
    struct Image {
        device::ArrayDesc desc;
        std::string key;
        std::unique_ptr<device::DeviceArray> array;
        std::uint64_t handle = 0;
        ptx::Sampler sampler;
    };
    struct Result {
        ResultObject object;
        std::unique_ptr<device::SharedResource> shared; // with graphics
        device::Pointer pointer = 0;                    // without: plain memory
        std::unique_ptr<device::DeviceArray> array;     // without: an array of its own
        std::uint64_t surface = 0;
    };

    explicit Resources(device::Device& owner) : device(owner) {}
    Resources(const Resources&) = delete;
    Resources& operator=(const Resources&) = delete;
    ~Resources() {
        for (auto& [name, buffer] : buffers) device.release(buffer.pointer);
        for (auto& [name, image] : images) device.releaseTexture(image.handle);
        for (auto& result : results) drop(result);
    }
    void drop(Result& result) {
        if (result.pointer) device.release(result.pointer);
        if (result.surface) device.releaseTexture(result.surface);
        result = {};
    }

    device::Device& device;
    std::map<std::string, Buffer, std::less<>> buffers;
    std::map<std::string, Image, std::less<>> images;
    std::vector<Result> results;
    std::map<std::string, std::shared_ptr<device::LoadedModule>, std::less<>> modules;
    std::map<std::string, double, std::less<>> secondsPerBlock; // by kernel, for slicing
};

/// One execution of a lab on one device; on an emulated device it can stop between blocks and go on later.
class Pass final : public Run {
public:
    struct Plan {
        bool graphics = false;
        bool observe = false;
        /// Of grids with more blocks only some are observed, and run on an emulated device; 0: never.
        std::uint64_t sampleAbove = 0;
        bool interactive = false;
        bool keep = true;      ///< what the lab keeps is read back
        bool checks = false;   ///< races and uninitialised reads are looked for
        bool tolerant = false; ///< a launch that fails is a result
        bool cold = false;     ///< the L2 is emptied before each launch
        std::vector<const model::Architecture*> architectures;
        const std::atomic<bool>* cancel = nullptr;
    };

    Pass(Resources& resources, std::unique_ptr<Lab> lab, double time, Plan plan)
        : m_resources(resources), m_lab(std::move(lab)), m_time(time), m_plan(std::move(plan)) {}

    /// Runs for about budget seconds (0: to the end); true when the lab's run() has come to its end.
    bool go(double budget);

    double progress() const;

    std::unique_ptr<RunResult> publish();

    /// Of the steps so far.
    StageTimes times() const;
    std::unique_ptr<Lab> takeLab() { return std::move(m_lab); }

    // Run
    double time() const override { return m_time; }
    const model::Architecture& architecture() const override { return *m_plan.architectures.front(); }

    device::Pointer buffer(std::string_view name, std::size_t bytes, std::string_view key,
                           const Init& init) override;

    Pitched pitched(std::string_view name, std::size_t rowBytes, std::size_t rows, std::string_view key,
                    const PitchedInit& init) override;

    device::Pointer rawBuffer(std::string_view name, std::size_t bytes) override;

    void setSymbol(std::string_view symbol, std::span<const std::byte> value) override;

    void clear(std::string_view buffer) override;

    void keep(std::string_view buffer) override;

    ResultBuffer resultBuffer(std::string_view name, std::size_t bytes) override;

    ResultImage resultImage(std::string_view name, const device::ArrayDesc& desc) override;

    std::uint64_t texture(std::string_view name, const device::ArrayDesc& desc, std::string_view key,
                          const std::function<std::vector<std::byte>()>& texels,
                          const ptx::Sampler& sampler) override;

protected:
    void beginLaunch() override;

    void endLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block, std::uint32_t sharedBytes,
                   device::Arguments arguments) override;

    device::Pointer resolve(const ResultBuffer& buffer) const override;
    std::uint64_t resolve(const ResultImage& image) const override;

private:
    static render::PixelFormat pixelFormatOf(device::TexelFormat format);

    static void noteRoute(Resources::Result& result);

    /// The slot of that name, emptied unless it still fits.
    template<class Fits>
    int result(std::string_view name, Fits fits);

    /// Runs an emulated launch; when it fails and that is a result, the launch says why.
    void runEmulated(device::Launch& launch, LaunchResult& into);
    /// Runs the rest of an emulated launch, as many blocks at a time as the frame has time for.
    void runSlices(device::Launch& launch, LaunchResult& into);

    static void merge(device::LaunchRecord& into, device::LaunchRecord& from);

    /// The module of a kernels/ file, loaded when it is asked for first.
    std::shared_ptr<device::LoadedModule> moduleOf(const device::KernelFile& file);
    std::vector<Placement> placements() const;
    void closeScope();
    void readKept();

    Resources& m_resources;
    std::unique_ptr<Lab> m_lab;
    double m_time;
    Plan m_plan;
    std::chrono::steady_clock::time_point m_start, m_spanStart;
    double m_budget = 0;
    bool m_ran = false;         // a slice has run in this step
    std::size_t m_position = 0; // of the next launch in run()
    std::size_t m_complete = 0; // launches that have run to their end
    std::vector<int> m_usedResults;
    std::vector<std::string> m_kept; // names of buffers
    std::vector<std::string> m_raw;  // buffers that this pass has made anew
    std::shared_ptr<Values> m_values;
    std::vector<LaunchResult> m_launches;
    std::unique_ptr<Observer> m_observer;                   // of the launch under way
    std::vector<std::uint64_t> m_chosen;                    // its blocks when sampled
    std::pair<std::uint64_t, std::uint64_t> m_blocks{0, 0}; // done and all of it
    std::unique_ptr<device::MapScope> m_scope;
    double m_runSeconds = 0, m_mapSeconds = 0, m_unmapSeconds = 0, m_spanSeconds = 0;
    double m_joinSeconds = 0, m_reportSeconds = 0; // of the launches that have ended
};

} // namespace lanescope::kit
