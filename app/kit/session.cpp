// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/session.h"

#include "kit/observer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace lanescope::kit {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Blocks that stand for the grid of a GPU's launch when the emulator looks at its accesses.
constexpr std::size_t kSampledBlocks = 64;
/// Warp instructions of one warp after which an interactive run is given up: seconds, not minutes.
constexpr std::uint64_t kInteractiveBudget = 1ULL << 26;

/// Thrown out of a lab's run() when the frame's time is up; the next step runs it again from where it was.
struct Paused {};

/// Named memory of one device, kept between runs.
struct Resources {
    struct Buffer {
        device::Pointer pointer = 0;
        std::size_t bytes = 0;
        std::string key;
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
        std::unique_ptr<device::SharedResource> shared;   // with graphics
        device::Pointer pointer = 0;                      // without: plain memory
        std::unique_ptr<device::DeviceArray> array;       // without: an array of its own
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

bool sameSampler(const ptx::Sampler& a, const ptx::Sampler& b) {
    return a.address == b.address && a.filter == b.filter && a.normalizedCoordinates == b.normalizedCoordinates &&
           a.readNormalizedFloat == b.readNormalizedFloat && a.border == b.border;
}

/// One execution of a lab on one device; on an emulated device it can stop between blocks and go on later.
class Pass final : public Run {
public:
    struct Plan {
        bool graphics = false;
        bool observe = false;
        bool sample = false;                 ///< observe some blocks only
        bool interactive = false;
        std::vector<const model::Architecture*> architectures;
        const std::atomic<bool>* cancel = nullptr;
    };

    Pass(Resources& resources, std::unique_ptr<Lab> lab, double time, Plan plan)
        : m_resources(resources), m_lab(std::move(lab)), m_time(time), m_plan(std::move(plan)) {}

    /// Runs for about budget seconds (0: to the end); true when the lab's run() has come to its end.
    bool go(double budget) {
        m_start = Clock::now();
        m_budget = budget;
        m_ran = false;
        m_position = 0;
        m_usedResults.clear();
        try {
            m_lab->run(*this);
        } catch (const Paused&) {
            m_runSeconds += secondsSince(m_start);
            return false;
        }
        closeScope();
        m_runSeconds += secondsSince(m_start);
        return true;
    }

    double progress() const {
        if (m_launches.empty()) return 0;
        const auto& [done, all] = m_blocks;
        const double last = all ? static_cast<double>(done) / static_cast<double>(all) : 0;
        return (static_cast<double>(m_complete) + last) / static_cast<double>(std::max<std::size_t>(m_complete + 1, 1));
    }

    std::unique_ptr<RunResult> publish() {
        auto result = std::make_unique<RunResult>();
        result->times = times();
        result->launches = std::move(m_launches);
        result->time = m_time;
        for (int index : m_usedResults)
            result->objects.push_back(m_resources.results[static_cast<std::size_t>(index)].object);
        return result;
    }

    /// Of the steps so far.
    StageTimes times() const {
        StageTimes times;
        for (const LaunchResult& launch : m_launches) times.kernel += launch.record.milliseconds * 1e-3;
        const double joining = m_joinSeconds + (m_observer ? m_observer->joinSeconds() : 0);
        times.kernel -= joining; // the device's record has it in
        times.model = joining + m_reportSeconds;
        times.run = m_runSeconds;
        times.map = m_mapSeconds;
        times.unmap = m_unmapSeconds;
        times.span = m_spanSeconds;
        return times;
    }
    std::unique_ptr<Lab> takeLab() { return std::move(m_lab); }

    // Run
    double time() const override { return m_time; }
    const model::Architecture& architecture() const override { return *m_plan.architectures.front(); }

    device::Pointer buffer(std::string_view name, std::size_t bytes, std::string_view key,
                           const Init& init) override {
        auto found = m_resources.buffers.find(name);
        if (found == m_resources.buffers.end() || found->second.bytes != bytes) {
            if (found != m_resources.buffers.end()) {
                m_resources.device.release(found->second.pointer);
                m_resources.buffers.erase(found);
            }
            Resources::Buffer made{m_resources.device.allocate(bytes, name), bytes, "zero"};
            found = m_resources.buffers.emplace(std::string(name), std::move(made)).first;
        }
        if (found->second.key != key) {
            std::vector<std::byte> host(bytes);
            if (init) init(host);
            m_resources.device.upload(found->second.pointer, host);
            found->second.key = key;
        }
        return found->second.pointer;
    }

    ResultBuffer resultBuffer(std::string_view name, std::size_t bytes) override {
        const int index = result(name, [&](const Resources::Result& r) { return r.object.bytes == bytes && !r.object.texture; });
        Resources::Result& made = m_resources.results[static_cast<std::size_t>(index)];
        if (made.object.bytes == 0) {
            made.object.name = name;
            if (m_plan.graphics) {
                made.object.buffer = std::make_shared<render::Buffer>(name, bytes);
                made.shared = m_resources.device.shareBuffer(made.object.buffer->id(), bytes);
                noteRoute(made);
            } else {
                made.pointer = m_resources.device.allocate(bytes, name);
            }
            made.object.bytes = bytes;
        }
        return {index, 0};
    }

    ResultImage resultImage(std::string_view name, const device::ArrayDesc& desc) override {
        const int index = result(name, [&](const Resources::Result& r) { return r.object.desc == desc && !r.object.buffer; });
        Resources::Result& made = m_resources.results[static_cast<std::size_t>(index)];
        if (made.object.bytes == 0) {
            made.object.name = name;
            made.object.desc = desc;
            if (m_plan.graphics) {
                made.object.texture = std::make_shared<render::Texture>(
                    name, static_cast<int>(desc.width), static_cast<int>(desc.height), glFormat(desc.format));
                made.shared = m_resources.device.shareTexture(made.object.texture->id(), desc);
                noteRoute(made);
            } else {
                made.array = m_resources.device.createArray(desc, {});
                made.surface = m_resources.device.createSurface(*made.array);
            }
            made.object.bytes = std::size_t{desc.width} * desc.height * device::bytesPerTexel(desc.format);
        }
        return {index};
    }

    std::uint64_t texture(std::string_view name, const device::ArrayDesc& desc, std::string_view key,
                          const std::function<std::vector<std::byte>()>& texels,
                          const ptx::Sampler& sampler) override {
        Resources::Image& image = m_resources.images[std::string(name)];
        const bool newPicture = !image.array || image.desc != desc || image.key != key;
        if (newPicture || !sameSampler(image.sampler, sampler)) {
            if (image.handle) m_resources.device.releaseTexture(std::exchange(image.handle, 0));
            if (newPicture) {
                image.array = m_resources.device.createArray(desc, texels());
                image.desc = desc;
                image.key = key;
            }
            image.handle = m_resources.device.createTexture(*image.array, sampler);
            image.sampler = sampler;
        }
        return image.handle;
    }

protected:
    void beginLaunch() override {
        if (m_scope) return;
        std::vector<device::SharedResource*> shared;
        for (int index : m_usedResults)
            if (auto& result = m_resources.results[static_cast<std::size_t>(index)]; result.shared)
                shared.push_back(result.shared.get());
        m_spanStart = Clock::now();
        m_scope = std::make_unique<device::MapScope>(m_resources.device, shared);
        m_mapSeconds += secondsSince(m_spanStart);
    }

    void endLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block, std::uint32_t sharedBytes,
                   device::Arguments arguments) override {
        const std::size_t position = m_position++;
        if (position < m_complete) return; // done in an earlier step
        const std::size_t dot = kernel.find('.');
        const device::KernelFile* file = device::findKernelFile(kernel.substr(0, dot));
        if (!file || dot == std::string_view::npos)
            throw device::Error(fmt::format("no kernel '{}': a kernel is named FILE.FUNCTION", kernel));
        std::shared_ptr<device::LoadedModule>& module = m_resources.modules[file->name];
        if (!module) module = m_resources.device.load(file->ptx, file->path);

        if (m_launches.size() == position) {
            LaunchResult& launch = m_launches.emplace_back();
            launch.label = kernel;
            launch.file = file;
            launch.grid = grid;
            launch.block = block;
            launch.sharedBytes = sharedBytes;
            launch.record.label = kernel;
            launch.record.blocksTotal = grid.count();
            m_observer.reset();
            if (m_plan.observe)
                m_observer = std::make_unique<Observer>(m_plan.architectures, m_lab->rules(), grid, block,
                                                        m_lab->focus());
            m_chosen = m_plan.sample && m_observer ? m_observer->sample(kSampledBlocks) : std::vector<std::uint64_t>{};
            m_blocks = {0, m_chosen.empty() ? grid.count() : m_chosen.size()};
        }

        device::Launch launch;
        launch.module = module.get();
        launch.kernel = kernel.substr(dot + 1);
        launch.label = kernel;
        launch.grid = grid;
        launch.block = block;
        launch.sharedBytes = sharedBytes;
        launch.arguments = std::move(arguments);
        if (m_resources.device.info().kind == device::Kind::Cuda) {
            m_resources.device.launch(launch);
            ++m_complete;
            return;
        }
        launch.sink = m_observer ? &m_observer->sink() : nullptr;
        launch.instructionBudget = m_plan.interactive ? kInteractiveBudget : 0;
        launch.cancel = m_plan.cancel;
        runSlices(launch, m_launches.back());
        if (m_observer) {
            const Clock::time_point start = Clock::now();
            m_joinSeconds += m_observer->joinSeconds();
            m_launches.back().observation = m_observer->finish(module, m_blocks.second);
            m_observer.reset();
            m_reportSeconds += secondsSince(start);
        }
        ++m_complete;
    }

    device::Pointer resolve(const ResultBuffer& buffer) const override {
        const auto& result = m_resources.results[static_cast<std::size_t>(buffer.index)];
        return (result.shared ? result.shared->pointer() : result.pointer) + buffer.offset;
    }
    std::uint64_t resolve(const ResultImage& image) const override {
        const auto& result = m_resources.results[static_cast<std::size_t>(image.index)];
        return result.shared ? result.shared->surface() : result.surface;
    }

private:
    static render::PixelFormat glFormat(device::TexelFormat format) {
        switch (format) {
        case device::TexelFormat::R8: return render::PixelFormat::R8;
        case device::TexelFormat::Rgba8: return render::PixelFormat::Rgba8;
        case device::TexelFormat::R32f: return render::PixelFormat::R32f;
        case device::TexelFormat::Rgba32f: return render::PixelFormat::Rgba32f;
        }
        return render::PixelFormat::Rgba8;
    }

    static void noteRoute(Resources::Result& result) {
        result.object.route = result.shared->route();
        result.object.reason = result.shared->reason();
    }

    /// The slot of that name, emptied unless it still fits.
    template <class Fits>
    int result(std::string_view name, Fits fits) {
        auto& all = m_resources.results;
        auto found = std::find_if(all.begin(), all.end(), [&](const auto& r) { return r.object.name == name; });
        if (found == all.end()) {
            // A slot that a failed attempt left empty may be taken again.
            found = std::find_if(all.begin(), all.end(), [](const auto& r) { return r.object.bytes == 0; });
            if (found == all.end()) found = all.insert(all.end(), Resources::Result{});
        } else if (!fits(*found)) {
            m_resources.drop(*found);
        }
        const int index = static_cast<int>(found - all.begin());
        m_usedResults.push_back(index);
        return index;
    }

    /// Runs the rest of an emulated launch, as many blocks at a time as the frame has time for.
    void runSlices(device::Launch& launch, LaunchResult& into) {
        double& perBlock = m_resources.secondsPerBlock[launch.label];
        auto& [done, all] = m_blocks;
        while (done < all) {
            const double left = m_budget - secondsSince(m_start);
            if (m_budget > 0 && m_ran && left <= 0) throw Paused{};
            std::uint64_t take = all - done;
            if (m_budget > 0) {
                constexpr std::uint64_t kFirstSlice = 64;
                const double fit = perBlock > 0 ? std::max(left, 0.25 * m_budget) / perBlock : kFirstSlice;
                take = std::min(take, static_cast<std::uint64_t>(std::max(1.0, fit)));
            }
            launch.blocks.clear();
            if (take < launch.grid.count())
                for (std::uint64_t i = 0; i < take; ++i)
                    launch.blocks.push_back(m_chosen.empty() ? done + i : m_chosen[done + i]);
            const Clock::time_point start = Clock::now();
            m_resources.device.launch(launch);
            for (device::LaunchRecord& record : m_resources.device.finish()) merge(into.record, record);
            const double each = secondsSince(start) / static_cast<double>(take);
            perBlock = perBlock > 0 ? 0.5 * (perBlock + each) : each;
            done += take;
            m_ran = true;
        }
    }

    static void merge(device::LaunchRecord& into, device::LaunchRecord& from) {
        into.milliseconds += from.milliseconds;
        into.warpInstructions += from.warpInstructions;
        into.blocksRun += from.blocksRun;
        into.printed += from.printed;
        for (ptx::Finding& finding : from.findings) {
            auto same = std::find_if(into.findings.begin(), into.findings.end(), [&](const ptx::Finding& known) {
                return known.text == finding.text && known.line == finding.line;
            });
            if (same == into.findings.end()) into.findings.push_back(std::move(finding));
            else same->count += finding.count;
        }
    }

    void closeScope() {
        const Clock::time_point start = Clock::now();
        if (m_scope) m_scope->unmap();
        m_unmapSeconds += secondsSince(start);
        std::vector<device::LaunchRecord> records = m_resources.device.finish();
        if (m_scope) m_spanSeconds = secondsSince(m_spanStart);
        m_scope.reset();
        if (m_resources.device.info().kind == device::Kind::Cuda)
            for (std::size_t i = 0; i < records.size() && i < m_launches.size(); ++i) m_launches[i].record = records[i];
    }

    Resources& m_resources;
    std::unique_ptr<Lab> m_lab;
    double m_time;
    Plan m_plan;
    Clock::time_point m_start, m_spanStart;
    double m_budget = 0;
    bool m_ran = false;                      // a slice has run in this step
    std::size_t m_position = 0;              // of the next launch in run()
    std::size_t m_complete = 0;              // launches that have run to their end
    std::vector<int> m_usedResults;
    std::vector<LaunchResult> m_launches;
    std::unique_ptr<Observer> m_observer;    // of the launch under way
    std::vector<std::uint64_t> m_chosen;     // its blocks when sampled
    std::pair<std::uint64_t, std::uint64_t> m_blocks{0, 0}; // done and all of it
    std::unique_ptr<device::MapScope> m_scope;
    double m_runSeconds = 0, m_mapSeconds = 0, m_unmapSeconds = 0, m_spanSeconds = 0;
    double m_joinSeconds = 0, m_reportSeconds = 0; // of the launches that have ended
};

/// What the stages of a run took since `earlier`.
StageTimes since(const StageTimes& earlier, StageTimes now) {
    for (double StageTimes::*stage : {&StageTimes::run, &StageTimes::map, &StageTimes::kernel, &StageTimes::unmap,
                                      &StageTimes::model, &StageTimes::span})
        now.*stage = std::max(0.0, now.*stage - earlier.*stage);
    return now;
}

} // namespace

const ResultObject* RunResult::object(std::string_view name) const {
    for (const ResultObject& object : objects)
        if (object.name == name) return &object;
    return nullptr;
}

model::Counts RunResult::total(std::size_t architecture) const {
    model::Counts sum;
    for (const LaunchResult& launch : launches)
        if (launch.observation && architecture < launch.observation->reports.size())
            sum += launch.observation->reports[architecture].total();
    return sum;
}

model::Counts RunResult::total(model::Space space, std::size_t architecture) const {
    model::Counts sum;
    for (const LaunchResult& launch : launches)
        if (launch.observation && architecture < launch.observation->reports.size())
            sum += launch.observation->reports[architecture].total(space);
    return sum;
}

model::Counts RunResult::total(model::Space space, model::Direction direction, std::size_t architecture) const {
    model::Counts sum;
    for (const LaunchResult& launch : launches)
        if (launch.observation && architecture < launch.observation->reports.size())
            sum += launch.observation->reports[architecture].total(space, direction);
    return sum;
}

bool RunResult::sampled() const {
    return std::any_of(launches.begin(), launches.end(), [](const LaunchResult& launch) {
        return launch.observation && !launch.observation->reports.empty() &&
               launch.observation->reports.front().blocksRun < launch.observation->reports.front().blocksTotal;
    });
}

struct Session::State {
    std::shared_ptr<device::Device> device;
    std::shared_ptr<device::Device> companion;   // emulated, beside a GPU
    SessionOptions options;
    const LabEntry* entry = nullptr;
    std::shared_ptr<const Lab> lab;
    std::unique_ptr<Resources> resources, companionResources;

    std::unique_ptr<Pass> pass, observation;     // under way
    std::vector<std::string> passValues;         // of the pass under way or last begun
    bool dirty = true;
    double lastTime = -1;
    StageTimes stepTimes;
    std::unique_ptr<RunResult> result;
    std::unique_ptr<Lab> resultLab;
    std::vector<std::shared_ptr<const Observation>> observations; // of the current values, by launch
    bool observing = false;                      // the pass under way makes new observations
    std::uint64_t generation = 0;
    std::exception_ptr failure;
    std::string error;
    std::size_t largestFit = 0;
    std::atomic<bool> cancelled{false};
    RunResult nothing;

    bool cuda() const { return device->info().kind == device::Kind::Cuda; }

    std::unique_ptr<Lab> snapshot() const {
        std::unique_ptr<Lab> copy = entry->make();
        copy->setValues(passValues);
        return copy;
    }

    Pass::Plan plan(bool observe, bool interactive) const {
        Pass::Plan made;
        made.graphics = options.graphics;
        made.observe = observe;
        made.interactive = interactive;
        made.architectures = options.architectures;
        made.cancel = &cancelled;
        return made;
    }

    void begin(double time, bool interactive) {
        passValues = lab->values();
        observing = dirty || observations.empty() || lab->animation() == Animation::Accesses;
        dirty = false;
        lastTime = time;
        cancelled = false;
        pass = std::make_unique<Pass>(*resources, snapshot(), time, plan(observing && !cuda(), interactive));
        if (observing && cuda()) {
            if (!companion) {
                companion = device::openEmulated();
                companionResources = std::make_unique<Resources>(*companion);
            }
            Pass::Plan made = plan(true, interactive);
            made.graphics = false;
            made.sample = !options.exact;
            observation = std::make_unique<Pass>(*companionResources, snapshot(), time, made);
        }
    }

    void publish() {
        std::unique_ptr<RunResult> made = pass->publish();
        resultLab = pass->takeLab();
        pass.reset();
        if (observing && !cuda()) {
            observations.clear();
            for (const LaunchResult& launch : made->launches) observations.push_back(launch.observation);
            ++generation;
        }
        attach(*made);
        result = std::move(made);
        error.clear();
        failure = nullptr;
        largestFit = 0;
    }

    /// A GPU's result with the observations made beside it, or an animation's with those that still hold.
    void attach(RunResult& to) const {
        if (observations.size() == to.launches.size())
            for (std::size_t i = 0; i < observations.size(); ++i) to.launches[i].observation = observations[i];
        to.generation = generation;
    }

    void finishObservation() {
        std::unique_ptr<RunResult> made = observation->publish();
        observation.reset();
        observations.clear();
        for (const LaunchResult& launch : made->launches) observations.push_back(launch.observation);
        ++generation;
        if (result) attach(*result);
    }

    void fail(std::string what, std::size_t fit) {
        failure = std::current_exception();
        error = std::move(what);
        largestFit = fit;
        pass.reset();
        observation.reset();
        try {
            device->finish(); // a sticky failure has been reported once
        } catch (const std::exception&) {
        }
    }
};

Session::Session(std::shared_ptr<device::Device> device, SessionOptions options)
    : m_state(std::make_unique<State>()) {
    m_state->options = std::move(options);
    if (m_state->options.architectures.empty())
        m_state->options.architectures.push_back(&model::defaultArchitecture());
    setDevice(std::move(device));
}

Session::~Session() = default;

void Session::setLab(const LabEntry& entry, std::shared_ptr<const Lab> lab) {
    State& s = *m_state;
    s.pass.reset();
    s.observation.reset();
    // Another lab's memory is of no use any more.
    if (s.entry != &entry) {
        s.resources = std::make_unique<Resources>(*s.device);
        if (s.companion) s.companionResources = std::make_unique<Resources>(*s.companion);
        s.result.reset();
        s.resultLab.reset();
        s.observations.clear();
        s.error.clear();
        s.failure = nullptr;
    }
    s.entry = &entry;
    s.lab = std::move(lab);
    s.dirty = true;
}

void Session::setDevice(std::shared_ptr<device::Device> device) {
    State& s = *m_state;
    s.pass.reset();
    s.observation.reset();
    s.result.reset();
    s.resultLab.reset();
    s.observations.clear();
    s.resources.reset();
    s.device = std::move(device);
    s.resources = std::make_unique<Resources>(*s.device);
    s.dirty = true;
}

void Session::setArchitectures(std::vector<const model::Architecture*> architectures) {
    if (architectures.empty() || architectures == m_state->options.architectures) return;
    m_state->options.architectures = std::move(architectures);
    m_state->dirty = true;
}

device::Device& Session::device() const { return *m_state->device; }
const model::Architecture& Session::architecture() const { return *m_state->options.architectures.front(); }

bool Session::step(double time, double budgetSeconds) {
    State& s = *m_state;
    if (!s.lab) return false;
    const bool changed = s.dirty || s.lab->values() != s.passValues;
    if (changed) {
        s.pass.reset();
        s.observation.reset();
        s.dirty = true;
    }
    const bool animated = s.lab->animation() != Animation::None && time != s.lastTime && s.error.empty();
    const Clock::time_point start = Clock::now();
    bool published = false;
    s.stepTimes = {};
    try {
        if (!s.pass && !s.observation && !changed && !animated) return false;
        if (!s.pass && (changed || (animated && !s.observation))) s.begin(time, budgetSeconds > 0);
        if (s.pass) {
            const StageTimes before = s.pass->times();
            const bool complete = s.pass->go(budgetSeconds);
            s.stepTimes = since(before, s.pass->times());
            if (complete) {
                s.publish();
                published = true;
            }
        }
        if (!s.pass && s.observation) {
            const Clock::time_point observing = Clock::now();
            const double left = budgetSeconds > 0 ? std::max(0.002, budgetSeconds - secondsSince(start)) : 0;
            if (s.observation->go(left)) {
                s.finishObservation();
                published = true;
            }
            s.stepTimes.model += secondsSince(observing);
        }
    } catch (const device::OutOfMemory& failure) {
        s.fail(failure.what(), failure.largestBytes);
    } catch (const std::exception& failure) {
        s.fail(failure.what(), 0);
    }
    if (!s.error.empty()) published = true;
    return published;
}

const StageTimes& Session::stepTimes() const { return m_state->stepTimes; }

void Session::invalidate() { m_state->dirty = true; }
void Session::cancel() { m_state->cancelled = true; }

const RunResult& Session::result() const { return m_state->result ? *m_state->result : m_state->nothing; }
bool Session::hasResult() const { return m_state->result != nullptr; }
const Lab& Session::resultLab() const { return m_state->resultLab ? *m_state->resultLab : *m_state->lab; }

double Session::progress() const {
    if (m_state->pass) return m_state->pass->progress();
    return m_state->observation ? m_state->observation->progress() : 1;
}

const std::string& Session::error() const { return m_state->error; }
std::size_t Session::largestFit() const { return m_state->largestFit; }

void Session::throwError() const {
    if (m_state->failure) std::rethrow_exception(m_state->failure);
}

} // namespace lanescope::kit
