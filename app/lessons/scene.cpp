// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/scene.h"

#include "device/device.h"
#include "kit/registry.h"
#include "kit/session.h"
#include "model/memory/banks.h"
#include "model/memory/coalescing.h"
#include "model/memory/usage.h"
#include "model/metrics.h"
#include "model/occupancy.h"
#include "model/spelling.h"
#include "model/transfers/streams_simulation.h"
#include "session/stream_timeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <utility>

namespace lanescope::lessons {

namespace {

constexpr std::array<std::string_view, 9> kLaneNames{"lane", "address", "element", "word",     "sector",
                                                     "line", "bank",    "ways",    "wavefront"};
constexpr std::array<std::string_view, 5> kAccessNames{"ideal_wavefronts", "excess", "lanes", "width",
                                                       "distinct_bytes"};
constexpr std::array<std::string_view, 16> kLaunchNames{
    "blocks",          "threads",        "warps",     "threads_per_block",
    "warps_per_block", "shared_bytes",   "grid_x",    "grid_y",
    "grid_z",          "block_x",        "block_y",   "block_z",
    "resident_blocks", "resident_warps", "occupancy", "registers_per_thread"};
constexpr std::array<std::string_view, 3> kWorkNames{"bytes", "seconds", "gb_per_second"};
constexpr std::array<std::string_view, 6> kStreamNames{
    "copy_engines", "hardware_queues", "seconds", "one_stream_seconds", "gain", "overlapped_seconds"};

template<std::size_t Count>
bool isOneOf(const std::array<std::string_view, Count>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

template<std::size_t Count>
void checkIsOneOf(const std::array<std::string_view, Count>& names, std::string_view root,
                  std::string_view name) {
    if (isOneOf(names, name)) return;
    const std::string between = fmt::format(", {}.", root);
    throw BadInput(fmt::format("no '{0}.{1}'; there are: {0}.{2}", root, name, fmt::join(names, between)) +
                   model::didYouMean(name, {names.begin(), names.end()}));
}

/// Up to the first dot, and what is behind it.
std::pair<std::string_view, std::string_view> atDot(std::string_view name) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return {name, {}};
    return {name.substr(0, dot), name.substr(dot + 1)};
}

[[noreturn]] void unknownMetric(std::string_view name) {
    std::vector<std::string_view> known;
    for (const model::Metric& metric : model::metrics()) known.push_back(metric.name);
    throw BadInput(fmt::format("no metric '{}'; there are: {}", name, fmt::join(known, ", ")) +
                   model::didYouMean(name, known));
}

/// "shared.load.wavefronts"
struct TotalName {
    model::Space space = model::Space::Global;
    model::Direction direction = model::Direction::Load;
    std::string_view metric;
};
TotalName totalName(std::string_view name) {
    const auto [space, rest] = atDot(name);
    const auto [direction, metric] = atDot(rest);
    TotalName all{{}, {}, metric};
    const auto fail = [&] {
        return BadInput(fmt::format("'total.{}': write total.SPACE.DIRECTION.METRIC, as in "
                                    "total.global.load.sectors",
                                    name));
    };
    bool known = false;
    for (int i = 0; i < model::kSpaceCount; ++i)
        if (model::spaceName(static_cast<model::Space>(i)) == space) {
            all.space = static_cast<model::Space>(i);
            known = true;
        }
    if (!known) throw fail();
    known = false;
    for (int i = 0; i < model::kDirectionCount; ++i)
        if (model::directionName(static_cast<model::Direction>(i)) == direction) {
            all.direction = static_cast<model::Direction>(i);
            known = true;
        }
    if (!known) throw fail();
    return all;
}

std::string underscored(std::string_view name) {
    std::string text(name);
    std::ranges::replace(text, '-', '_');
    return text;
}

/// Seconds of a step that none takes: one with a limit gives up a kernel that never ends, after so many
/// instructions of a warp.
constexpr double kLimited = 3600;

kit::SessionOptions optionsFor(const State& state) {
    kit::SessionOptions options;
    options.exact = true;
    if (!state.architecture.empty()) options.architectures = {&architectureOf(state)};
    return options;
}

} // namespace

std::string State::command() const {
    std::string text = lab;
    for (const Setting& set : sets) text += fmt::format(" --set {}={}", set.parameter, set.value);
    if (!architecture.empty())
        text += architecture.find(' ') == std::string::npos ? fmt::format(" --arch {}", architecture)
                                                            : fmt::format(" --arch \"{}\"", architecture);
    if (site >= 0) text += fmt::format(" --site {}", site);
    return text;
}

struct Scene::Run {
    kit::Session session;
    std::shared_ptr<kit::Lab> lab;
    std::optional<kit::ShownAccess> shown;

    /// A scene whose run has failed was never made.
    kit::Drawn drawn() const { return session.drawn().value(); }
    const kit::ShownAccess& access() const {
        if (!shown) throw BadInput("this state shows no access");
        return *shown;
    }
    /// A count, where the architecture has it.
    double metric(const model::Counts& counts, model::Part part, std::string_view name,
                  std::string_view whole) const {
        const model::Metric* found = model::findMetric(name);
        if (!found) unknownMetric(name);
        const model::Architecture& architecture = drawn().architecture;
        if (!found->counted(architecture, part))
            throw BadInput(fmt::format("{} is not counted here on CC {}", whole, architecture.cc.text()));
        return model::metricValue(counts, name);
    }

    double ofAccess(std::string_view name) const {
        const kit::ShownAccess& shownAccess = access();
        const model::WarpAccess& warp = *shownAccess.access;
        const model::Counts& counts = shownAccess.counts;
        if (name == "lanes") return std::popcount(warp.activeMask);
        if (name == "width") return warp.width;
        if (name == "distinct_bytes") return static_cast<double>(model::distinctBytes(warp));
        if (name == "ideal_wavefronts") return static_cast<double>(counts.idealWavefrontsIn(warp.space));
        if (name == "excess") return model::excessOf(warp, counts);
        return metric(counts, {warp.space, model::directionOf(warp.operation)}, name,
                      fmt::format("access.{}", name));
    }
    double ofRun(std::string_view name) const {
        const session::RunResult& result = drawn().result;
        if (name == model::kActiveLanes) return activeLanes();
        if (const auto stage = model::stageSpace(name)) return model::metricValue(result.total(*stage), name);
        return metric(result.total(), {}, name, fmt::format("run.{}", name));
    }

    double activeLanes() const {
        model::Issues issued;
        for (const session::LaunchResult& launch : drawn().result.launches)
            if (launch.observation) issued += launch.observation->reports.front().issued;
        if (issued.warps == 0)
            throw BadInput(
                fmt::format("run.{}: only the lab divergence counts instructions", model::kActiveLanes));
        return issued.lanesPerInstruction();
    }

    double ofTotal(std::string_view name) const {
        const TotalName total = totalName(name);
        return metric(drawn().result.total(total.space, total.direction), {total.space, total.direction},
                      total.metric, fmt::format("total.{}", name));
    }

    double ofLaunch(std::string_view name) const {
        if (drawn().result.launches.empty()) throw BadInput("this state launches no kernel");
        const session::LaunchResult& launch = drawn().result.launches.front();
        const auto threads = static_cast<double>(launch.block.count());
        const auto warps =
            static_cast<double>((launch.block.count() + model::kWarpSize - 1) / model::kWarpSize);
        const auto blocks = static_cast<double>(launch.grid.count());
        if (name == "blocks") return blocks;
        if (name == "threads") return blocks * threads;
        if (name == "warps") return blocks * warps;
        if (name == "threads_per_block") return threads;
        if (name == "warps_per_block") return warps;
        if (name == "shared_bytes") return launch.sharedBytes;
        if (name == "occupancy") return occupancyOf(launch).fraction();
        if (name == "resident_blocks") return occupancyOf(launch).blocks;
        if (name == "resident_warps") return occupancyOf(launch).warps;
        if (name == "registers_per_thread")
            return static_cast<double>(resourcesOf(launch).registersPerThread);
        const model::Dim3& of = name.starts_with("grid") ? launch.grid : launch.block;
        return name.ends_with('x') ? of.x : name.ends_with('y') ? of.y : of.z;
    }

    static const model::BlockResources& resourcesOf(const session::LaunchResult& launch) {
        if (!launch.observation) throw BadInput("the kernel of this state did not run");
        return launch.observation->resources;
    }
    model::Occupancy occupancyOf(const session::LaunchResult& launch) const {
        return model::occupancy(resourcesOf(launch), drawn().architecture);
    }

    double ofWork(std::string_view name) const {
        const auto work = session::copyTimeOf(*session.recording(), drawn().architecture);
        if (!work) throw BadInput("this state has no copies: 'work' is of transfers and streams");
        if (name == "bytes") return work->bytes;
        if (!(work->seconds > 0))
            throw BadInput(fmt::format("the times of CC {} are not known", drawn().architecture.cc.text()));
        return name == "seconds" ? work->seconds : work->bytes / work->seconds / 1e9;
    }
    double ofStreams(std::string_view name) const {
        const auto work =
            session::streamTimelineOf(*session.recording(), drawn().architecture, drawn().result.launches);
        if (!work) throw BadInput("this state has no streams");
        if (name == "copy_engines") return work->device.copyEngines;
        if (name == "hardware_queues") return work->device.hardwareQueues;
        const double serial = model::serialSeconds(work->program, work->device);
        if (name == "one_stream_seconds") return serial;
        const model::Schedule schedule = model::simulate(work->program, work->device);
        if (name == "overlapped_seconds") return schedule.overlap();
        if (name == "seconds") return schedule.seconds;
        if (!(schedule.seconds > 0)) throw BadInput("the streams have nothing to do");
        return serial / schedule.seconds;
    }

    double ofParameter(std::string_view name) const {
        for (const kit::Parameter* parameter : lab->parameters()) {
            if (underscored(parameter->name()) != name) continue;
            if (const std::optional<double> number = parameter->number()) return *number;
            // words that are numbers: the width of an element
            return Expression::parse(parameter->text()).value(*none());
        }
        throw BadInput(fmt::format("the lab has no parameter '{}'", name));
    }
    /// Of a lab's choice that is a word.
    static const Names* none() {
        struct None final : Names {
            double value(std::string_view name) const override {
                throw BadInput(fmt::format("'{}' is a word, not a number", name));
            }
            double ofLane(std::string_view name, int) const override { return value(name); }
        };
        static const None names;
        return &names;
    }

    double ofBank(std::string_view name, int lane) const {
        const model::WarpAccess& warp = *access().access;
        if (warp.space != model::Space::Shared)
            throw BadInput(fmt::format("'{}' is of shared memory, which this access does not touch", name));
        const model::Architecture& architecture = drawn().architecture;
        const auto at = warp.address[static_cast<std::size_t>(lane)];
        const int bank = model::bankOf(at, architecture, drawn().rules);
        if (name == "bank") return bank;
        if (name == "ways") {
            for (const model::RequestGroup& group : model::requestGroups(warp, architecture, drawn().rules))
                if (group.lanes >> lane & 1U) return group.waysByBank[static_cast<std::size_t>(bank)];
            return 0;
        }
        const auto passes = model::wavefronts(warp, architecture, drawn().rules);
        for (std::size_t i = 0; i < passes.size(); ++i)
            if (passes[i].lanes >> lane & 1U) return static_cast<double>(i + 1);
        return 0;
    }
};

namespace {

kit::SessionOptions optionsFor(const State& state, bool keep, const Scene::File* other) {
    kit::SessionOptions options = optionsFor(state);
    options.keepBuffers = keep;
    if (other)
        options.otherCode = std::make_shared<const recording::Module>(
            recording::Module{other->name, other->path, other->source, other->ptx});
    return options;
}

} // namespace

Scene::Scene(const State& state, bool keep, const File* other)
    : m_run(new Run{.session = kit::Session(device::openEmulated(), optionsFor(state, keep, other)),
                    .lab = labOf(state),
                    .shown = {}}) {
    m_run->session.setLab(kit::findLab(state.lab), m_run->lab);
    if (other)
        while (!m_run->session.step(0, kLimited)) {
        }
    else
        m_run->session.step(0, 0);
    if (const auto& stopped = m_run->session.stoppedAt()) throw Stopped(m_run->session.error(), *stopped);
    m_run->session.throwError();
    m_run->shown = m_run->drawn().access(state.site);
}

Scene::~Scene() = default;

double Scene::value(std::string_view name) const {
    const auto [root, rest] = atDot(name);
    if (root == "access") return m_run->ofAccess(rest);
    if (root == "run") return m_run->ofRun(rest);
    if (root == "total") return m_run->ofTotal(rest);
    if (root == "launch") return m_run->ofLaunch(rest);
    if (root == "set") return m_run->ofParameter(rest);
    if (root == "work") return m_run->ofWork(rest);
    if (root == "streams") return m_run->ofStreams(rest);
    throw BadInput(fmt::format("nothing is called '{}'", name));
}

double Scene::ofLane(std::string_view name, int lane) const {
    const model::WarpAccess& warp = *m_run->access().access;
    if (name == "lane") return lane;
    if (!warp.active(lane)) throw BadInput(fmt::format("lane {} is inactive in this access", lane));
    if (warp.footprint) throw BadInput(fmt::format("a texel has no '{}'", name));
    const std::uint64_t address = warp.address[static_cast<std::size_t>(lane)];
    if (name == "address") return static_cast<double>(address);
    if (name == "word") return static_cast<double>(address / 4);
    if (name == "sector") return static_cast<double>(address / model::kSectorBytes);
    if (name == "line") return static_cast<double>(address / model::kLineBytes);
    if (name == "element") {
        const session::Placement* buffer = warp.space == model::Space::Global
                                               ? m_run->access().launch->observation->placementAt(address)
                                               : nullptr;
        return static_cast<double>((address - (buffer ? buffer->address : 0)) / warp.width);
    }
    return m_run->ofBank(name, lane);
}

std::vector<Scene::File> Scene::files() const {
    std::vector<File> all;
    for (const auto& module : m_run->session.recording()->modules)
        all.push_back({module->name, module->path, module->source, {}});
    return all;
}

bool Scene::hasSameResults(const Scene& other) const {
    const auto& ours = m_run->drawn().result.kept;
    const auto& theirs = other.m_run->drawn().result.kept;
    if (!ours || !theirs) return false;
    return std::ranges::equal(ours->buffers, theirs->buffers, [](const auto& a, const auto& b) {
        return a.first == b.first && a.second.bytes == b.second.bytes;
    });
}

std::uint32_t Scene::activeLanes() const {
    return m_run->access().access->activeMask;
}

const model::Architecture& Scene::architecture() const {
    return m_run->drawn().architecture;
}

void checkSceneName(std::string_view name) {
    const auto [root, rest] = atDot(name);
    std::string_view metric = rest;
    if (root == "access" && isOneOf(kAccessNames, rest)) return;
    if (root == "launch") return checkIsOneOf(kLaunchNames, root, rest);
    if (root == "set" && !rest.empty()) return;
    if (root == "work") return checkIsOneOf(kWorkNames, root, rest);
    if (root == "streams") return checkIsOneOf(kStreamNames, root, rest);
    if (root == "run") {
        if (model::stageSpace(metric) || metric == model::kActiveLanes) return;
        if (const model::Metric* const found = model::findMetric(metric); found && found->addsUpUnlike())
            throw BadInput(fmt::format("'run.{}' would add up passes of different stages; there are run.{} "
                                       "and run.{}",
                                       found->name, model::kSharedWavefronts, model::kTagWavefronts));
    } else if (root == "total") {
        metric = totalName(rest).metric;
    } else if (root != "access") {
        throw BadInput(
            fmt::format("nothing is called '{}': draw a value before it is used, as in {{{{{}: 2..16}}}}; "
                        "the model's names begin with access, run, total, launch, set, work or streams",
                        name, name));
    }
    if (!model::findMetric(metric)) unknownMetric(metric);
}

bool isLaneName(std::string_view name) {
    return isOneOf(kLaneNames, name);
}

void checkState(const State& state) {
    const std::unique_ptr<kit::Lab> lab = kit::findLab(state.lab).make();
    for (const Setting& set : state.sets)
        if (!lab->findParameter(set.parameter)) lab->set(set.parameter, set.value); // says what there is
    if (state.architecture.find("{{") == std::string::npos) optionsFor(state);
}

std::unique_ptr<kit::Lab> labOf(const State& state) {
    std::unique_ptr<kit::Lab> lab = kit::findLab(state.lab).make();
    for (const Setting& set : state.sets) lab->set(set.parameter, set.value);
    return lab;
}

const model::Architecture& architectureOf(const State& state) {
    if (state.architecture.empty()) return model::defaultArchitecture();
    const model::Architecture* found = model::findArchitecture(state.architecture);
    if (!found)
        throw BadInput(
            fmt::format("no architecture '{}' (lanescope list architectures)", state.architecture));
    return *found;
}

bool showsTheSame(const State& a, const State& b, std::span<const std::string> but) {
    if (a.lab != b.lab || &architectureOf(a) != &architectureOf(b)) return false;
    const std::unique_ptr<kit::Lab> one = labOf(a), other = labOf(b);
    for (std::size_t i = 0; i < one->parameters().size(); ++i) {
        const kit::Parameter& parameter = *one->parameters()[i];
        if (std::ranges::find(but, parameter.name()) == but.end() &&
            parameter.usedText() != other->parameters()[i]->usedText())
            return false;
    }
    return true;
}

} // namespace lanescope::lessons
