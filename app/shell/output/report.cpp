// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/report.h"

#include "kit/words/finding_words.h"
#include "kit/words/limit_words.h"
#include "model/format.h"
#include "model/metrics.h"
#include "ptx/decode/line_sums.h"
#include "shell/output/findings.h"
#include "shell/output/text_table.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lanescope::shell {

namespace {

using model::Counts;
using model::Direction;
using model::Space;

Json metricJson(const model::Metric& metric, const Counts& counts, const model::Architecture& architecture,
                model::Part part) {
    if (!metric.counted(architecture, part)) return nullptr;
    if (!metric.ratio) return metric.countOf(counts);
    const std::optional<double> ratio = metric.ratio(counts);
    return ratio ? Json(*ratio) : Json(nullptr);
}

Json countsJson(const Counts& counts, const model::Architecture& architecture, model::Part part) {
    Json object = Json::object();
    for (const model::Metric& metric : model::metrics())
        object[std::string(metric.name)] = metricJson(metric, counts, architecture, part);
    return object;
}

/// {"global": {"load": {...}, ...}, ...}; of(space, direction) gives the counts.
template<class F>
void addSpaces(Json& object, const model::Architecture& architecture, F of) {
    for (int s = 0; s < model::kSpaceCount; ++s) {
        const auto space = static_cast<Space>(s);
        Json& directions = object[std::string(model::spaceName(space))] = Json::object();
        for (int d = 0; d < model::kDirectionCount; ++d) {
            const auto direction = static_cast<Direction>(d);
            directions[std::string(model::directionName(direction))] =
                countsJson(of(space, direction), architecture, {space, direction});
        }
    }
}

Json dimJson(model::Dim3 value) {
    return {value.x, value.y, value.z};
}

Json limitJson(const model::LimitedTime& time) {
    return model::limitName(time.limit, time.pipe);
}

/// Lines of less are not worth a place in a list.
constexpr double kLeastShare = 0.005;

Json linesJson(const ReportedLaunch& launch) {
    if (!launch.time) return nullptr;
    Json lines = Json::array();
    for (const ptx::LineSum& line : ptx::sumByLine(*launch.module, launch.time->shares))
        if (line.sum > kLeastShare)
            lines.push_back({{"file", line.file}, {"line", line.line}, {"modelled_time_share", line.sum}});
    return lines;
}

Json launchJson(const ReportedLaunch& launch) {
    Json findings = Json::array();
    for (const ptx::Finding& finding : launch.record->findings) findings.push_back(findingJson(finding));
    return {{"kernel", launch.label},
            {"launched_at", placeJson(launch.place)},
            {"grid", dimJson(launch.grid)},
            {"block", dimJson(launch.block)},
            {"shared_bytes", launch.sharedBytes},
            {"cooperative", launch.cooperative},
            {"cluster", launch.cluster.count() != 0 ? dimJson(launch.cluster) : Json(nullptr)},
            {"device", launch.device ? Json(*launch.device) : Json(nullptr)},
            {"blocks_run", launch.report->blocksRun},
            {"blocks_total", launch.report->blocksTotal},
            {"warp_instructions",
             launch.record->warpInstructions ? Json(launch.record->warpInstructions) : Json(nullptr)},
            {"modelled_from", launch.time
                                  ? Json(launch.time->published ? "published figures" : "measured chip")
                                  : Json(nullptr)},
            {"modelled_seconds", launch.time ? Json(launch.time->cold.seconds) : Json(nullptr)},
            {"modelled_seconds_warm", launch.time ? Json(launch.time->warm.seconds) : Json(nullptr)},
            {"modelled_limit", launch.time ? limitJson(launch.time->cold) : Json(nullptr)},
            {"modelled_limit_warm", launch.time ? limitJson(launch.time->warm) : Json(nullptr)},
            {"modelled_seconds_without_limit",
             launch.time ? Json(launch.time->cold.withoutLimit) : Json(nullptr)},
            {"modelled_seconds_without_limit_warm",
             launch.time ? Json(launch.time->warm.withoutLimit) : Json(nullptr)},
            {"lines", linesJson(launch)},
            {"milliseconds", launch.onGpu ? Json(launch.record->milliseconds) : Json(nullptr)},
            {"printed", launch.record->printed},
            {"checked", launch.checked},
            {"fault", launch.fault ? faultJson(*launch.fault) : Json(nullptr)},
            {"refused", launch.refused.empty() ? Json(nullptr) : Json(launch.refused)},
            {"findings", findings}};
}

/// Consecutive entries of one site.
template<class F>
void eachSite(const model::Report& report, F f) {
    for (std::size_t begin = 0; begin < report.sites.size();) {
        std::size_t end = begin;
        while (end < report.sites.size() && report.sites[end].site == report.sites[begin].site) ++end;
        f(std::span(report.sites).subspan(begin, end - begin));
        begin = end;
    }
}

Json siteJson(const ReportedLaunch& launch, std::span<const model::SiteCounts> entries) {
    const model::Site& site = launch.module->sites()[entries.front().site];
    Json object{{"launch", 0},
                {"kernel", launch.label},
                {"file", site.file},
                {"line", site.line},
                {"width_bytes", site.width},
                {"ptx", site.ptx},
                {"joined_loads", site.merged}};
    addSpaces(object, *launch.report->architecture, [&](Space space, Direction direction) {
        Counts sum;
        for (const model::SiteCounts& entry : entries)
            if (entry.space == space && entry.direction == direction) sum += entry.counts;
        return sum;
    });
    return object;
}

constexpr std::string_view kOfLaunch = "\"launch\": "; ///< the first field of a site, and its number

/// What launches of one report have of each site, as texts, which are made once.
class SiteTexts {
public:
    const std::vector<std::string>& of(const json::Stream& document, const ReportedLaunch& launch) {
        const auto found = m_known.find({launch.report, launch.label});
        if (found != m_known.end()) return found->second;
        if (m_known.size() >= kMost) m_known.clear();
        std::vector<std::string>& texts = m_known[{launch.report, launch.label}];
        eachSite(*launch.report, [&](std::span<const model::SiteCounts> entries) {
            texts.push_back(document.textOf(siteJson(launch, entries)));
        });
        return texts;
    }
    /// A site's text for the launch of that number.
    static std::string numbered(const std::string& text, std::size_t launch) {
        const std::size_t number = text.find(kOfLaunch) + kOfLaunch.size();
        return text.substr(0, number) + std::to_string(launch) + text.substr(text.find(',', number));
    }

private:
    static constexpr std::size_t kMost = 64; // reports: a site takes some 8 KB
    std::map<std::pair<const model::Report*, std::string>, std::vector<std::string>> m_known;
};

Counts totalOf(std::span<const ReportedLaunch> launches, Space space, Direction direction) {
    Counts sum;
    for (const ReportedLaunch& launch : launches) sum += launch.report->total(space, direction);
    return sum;
}

std::string place(std::string_view file, std::uint32_t line, const ShownPaths& paths) {
    return line ? fmt::format("{}:{}", paths.in(std::string(file)), line) : tr("(no line)");
}

/// "global load".
std::string partText(Space space, Direction direction) {
    return tr("{} {}", tr(model::spaceName(space)), tr(model::directionName(direction)));
}

/// Over a column: in English by the name that JSON and CSV have for it.
std::string headingOf(const model::Metric& metric) {
    const std::string_view said = tr(metric.label);
    return std::string(said == metric.label ? metric.name : said);
}

/// The same where textures are among the accesses, of which sectors that are asked for are not all moved.
std::string headingWithTextures(const model::Metric& metric) {
    if (metric.field != &Counts::sectors) return headingOf(metric);
    constexpr std::string_view kRequested = translatable("sectors requested");
    const std::string_view said = tr(kRequested);
    return std::string(said == kRequested ? "sectors_requested" : said);
}

bool touches(std::span<const ReportedLaunch> launches, Space space) {
    return std::ranges::any_of(launches, [&](const ReportedLaunch& launch) {
        return std::ranges::any_of(launch.report->sites,
                                   [&](const model::SiteCounts& site) { return site.space == space; });
    });
}

std::vector<std::string> row(std::vector<std::string> cells, const Counts& counts,
                             const model::Architecture& architecture, model::Part part) {
    for (const model::Metric& metric : model::metrics())
        cells.push_back(metricText(metric, counts, architecture, part, Digits::Few));
    return cells;
}

/// The whole run's row: without wavefronts, whose sum over stages that are unlike says nothing.
std::vector<std::string> runRow(const Counts& run, const model::Architecture& architecture) {
    std::vector<std::string> cells = row({tr("run")}, run, architecture, {});
    for (std::size_t i = 0; i < model::metrics().size(); ++i)
        if (model::metrics()[i].addsUpUnlike()) cells[i + 1].clear();
    return cells;
}

/// "4.1 us, limited by DRAM".
std::string limitedText(const model::LimitedTime& time) {
    return tr("{}, limited by {}", lanescope::duration(time.seconds), kit::limitWords(time));
}

// Names of kernels: a column is no wider than a terminal has room for, though names of templates are.
constexpr std::size_t kMostOfName = 64;
constexpr std::string_view kLeftOut = " ... ";

/// Where what is closed at the end of the text was opened; npos: it is not.
std::size_t openingOf(std::string_view text, char opens, char closes) {
    std::size_t depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == closes) ++depth;
        if (text[i] == opens && --depth == 0) return i;
    }
    return std::string_view::npos;
}

/// "cub::detail::reduce<std::plus<>>" as "reduce<plus<>>".
std::string withoutNamespaces(std::string_view name) {
    std::string made;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!name.substr(i).starts_with("::")) {
            made += name[i];
            continue;
        }
        ++i;
        if (made.ends_with('>')) made.resize(std::min(openingOf(made, '<', '>'), made.size()));
        if (made.ends_with(')')) made.resize(std::min(openingOf(made, '(', ')'), made.size()));
        while (!made.empty() && (std::isalnum(static_cast<unsigned char>(made.back())) || made.back() == '_'))
            made.pop_back();
    }
    return made;
}

std::string shortened(const std::string& name) {
    constexpr std::size_t kBegin = 44;
    if (name.size() <= kMostOfName) return name;
    const std::string bare = withoutNamespaces(name);
    if (bare.size() <= kMostOfName) return bare;
    return fmt::format("{}{}{}", bare.substr(0, kBegin), kLeftOut,
                       bare.substr(bare.size() - (kMostOfName - kBegin - kLeftOut.size())));
}

/// The function, and what comes from where these names differ on; they are too long, and begin alike.
std::vector<std::string> shortenedApart(const std::vector<std::string>& names) {
    constexpr std::size_t kMostOfFunction = 30, kBefore = 4;
    std::vector<std::string> bare;
    for (const std::string& name : names) bare.push_back(withoutNamespaces(name));
    if (std::set(bare.begin(), bare.end()).size() < bare.size()) bare = names;
    std::size_t alike = std::string::npos;
    for (const std::string& name : bare)
        alike = std::min(
            alike, static_cast<std::size_t>(std::ranges::mismatch(name, bare.front()).in1 - name.begin()));
    std::vector<std::string> made;
    for (std::size_t i = 0; i < bare.size(); ++i) {
        const std::string function = bare[i].substr(0, std::min(bare[i].find('<'), kMostOfFunction));
        const std::size_t from = std::max(alike, function.size() + kBefore) - kBefore;
        const std::size_t room = kMostOfName - function.size() - 2 * kLeftOut.size();
        std::string each = fmt::format("{}{}{}", function, kLeftOut, bare[i].substr(from, room));
        if (from + room < bare[i].size()) each += kLeftOut.substr(0, kLeftOut.size() - 1);
        if (std::ranges::find(made, each) != made.end()) each += fmt::format(" ({})", i + 1);
        made.push_back(std::move(each));
    }
    return made;
}

/// As short as a column has room for, and no two alike: by their names.
std::map<std::string, std::string> shortNames(const std::set<std::string>& names) {
    std::map<std::string, std::vector<std::string>> byShort;
    for (const std::string& name : names) byShort[shortened(name)].push_back(name);
    std::map<std::string, std::string> made;
    for (const auto& [words, alike] : byShort) {
        const std::vector<std::string> apart = alike.size() == 1 ? std::vector{words} : shortenedApart(alike);
        for (std::size_t i = 0; i < alike.size(); ++i) made[alike[i]] = apart[i];
    }
    return made;
}

/// Launches that are one row: a program may make thousands.
struct Group {
    std::vector<const ReportedLaunch*> launches;
    std::string kernel; ///< its name, shortened
    std::string shape;  ///< "<<<7, 64>>>": tells it from other groups of its kernel; empty: not needed

    const ReportedLaunch& first() const { return *launches.front(); }
    /// "step".
    std::string name() const {
        const std::string own = kernel + shape;
        return first().device ? tr("{} on device {}", own, *first().device) : own;
    }
    /// "step", "500 x step".
    std::string label() const {
        return launches.size() == 1 ? name()
                                    : fmt::format("{} x {}", lanescope::grouped(launches.size()), name());
    }
};

bool sameSites(const model::Report& a, const model::Report& b) {
    return std::ranges::equal(a.sites, b.sites, [](const model::SiteCounts& x, const model::SiteCounts& y) {
        return x.site == y.site && x.space == y.space && x.direction == y.direction && x.counts == y.counts;
    });
}

/// Also in what was found in them. What a GPU's clock says of the one and of the other is left aside.
bool areAlike(const ReportedLaunch& a, const ReportedLaunch& b) {
    const auto said = [](const ReportedLaunch& launch) {
        return launch.time ? limitedText(launch.time->cold) + limitedText(launch.time->warm) : std::string();
    };
    return !a.fault && !b.fault && a.refused == b.refused && a.record->findings == b.record->findings &&
           a.label == b.label && a.module == b.module && a.device == b.device && a.grid == b.grid &&
           a.block == b.block && a.sharedBytes == b.sharedBytes && a.cooperative == b.cooperative &&
           a.cluster == b.cluster && a.checked == b.checked && a.report->blocksRun == b.report->blocksRun &&
           a.record->warpInstructions == b.record->warpInstructions && sameSites(*a.report, *b.report) &&
           said(a) == said(b);
}

/// Of the same kernel, and of the same fate.
bool haveSameKernel(const ReportedLaunch& a, const ReportedLaunch& b) {
    return !a.fault && !b.fault && a.refused == b.refused && a.label == b.label && a.module == b.module &&
           a.device == b.device && a.checked == b.checked;
}

bool haveSameShape(const ReportedLaunch& a, const ReportedLaunch& b) {
    return haveSameKernel(a, b) && a.grid == b.grid && a.block == b.block && a.sharedBytes == b.sharedBytes &&
           a.cooperative == b.cooperative && a.cluster == b.cluster;
}

/// More rows than these nobody reads.
constexpr std::size_t kMostGroups = 50;

template<class Same>
std::vector<Group> groupsBy(std::span<const ReportedLaunch> launches, const Same& same) {
    std::vector<Group> all;
    for (const ReportedLaunch& launch : launches) {
        const auto own =
            std::ranges::find_if(all, [&](const Group& each) { return same(each.first(), launch); });
        (own == all.end() ? all.emplace_back() : *own).launches.push_back(&launch);
    }
    return all;
}

/// Those in a row that cannot be told apart; where these are too many, all of the same kernel and shape, and
/// else all of the same kernel. Without their kernels' names.
std::vector<Group> unnamedGroupsOf(std::span<const ReportedLaunch> launches) {
    std::vector<Group> all;
    for (const ReportedLaunch& launch : launches) {
        if (all.empty() || !areAlike(all.back().first(), launch)) all.emplace_back();
        all.back().launches.push_back(&launch);
    }
    if (all.size() <= kMostGroups) return all;
    all = groupsBy(launches, haveSameShape);
    if (all.size() > kMostGroups) return groupsBy(launches, haveSameKernel);
    for (Group& group : all)
        if (std::ranges::count_if(
                all, [&](const Group& each) { return each.first().label == group.first().label; }) > 1)
            group.shape = fmt::format("<<<{}, {}>>>", lanescope::triple(group.first().grid),
                                      lanescope::triple(group.first().block));
    return all;
}

std::vector<Group> groupsOf(std::span<const ReportedLaunch> launches) {
    std::vector<Group> all = unnamedGroupsOf(launches);
    std::set<std::string> names;
    for (const Group& group : all) names.insert(group.first().label);
    const std::map<std::string, std::string> shorts = shortNames(names);
    for (Group& group : all) group.kernel = shorts.at(group.first().label);
    return all;
}

/// What they all have, or else "several".
template<class Text>
std::string commonText(const Group& group, const Text& text) {
    const std::string common = text(group.first());
    return std::ranges::all_of(group.launches, [&](const auto* each) { return text(*each) == common; })
               ? common
               : std::string(tr("several"));
}

/// "16", "16 to 64".
template<class Value, class Text>
std::string rangeText(const Group& group, const Value& value, const Text& text) {
    const auto [least, most] =
        std::ranges::minmax(group.launches, {}, [&](const auto* e) { return value(*e); });
    const std::string from = text(value(*least)), to = text(value(*most));
    return from == to ? from : tr("{} to {}", from, to);
}

/// "saxpy.cu:9 (71 %), saxpy.cu:8 (12 %)": the lines before whose instructions warps wait most.
std::string slowestText(const ReportedLaunch& launch, const ShownPaths& paths) {
    constexpr std::size_t kMost = 3;
    std::string text;
    std::size_t said = 0;
    for (const ptx::LineSum& line : ptx::sumByLine(*launch.module, launch.time->shares)) {
        if (said == kMost || line.sum <= kLeastShare) break;
        text += fmt::format("{}{} ({:.0f} %)", said++ ? ", " : "", place(line.file, line.line, paths),
                            line.sum * 100);
    }
    return text;
}

/// "  step: from a cold L2 4.1 us, limited by DRAM; from a warm one 2 us, limited by L2".
std::string ownTimeText(const std::string& label, const model::LaunchTime& time) {
    return tr("  {}: from a cold L2 {}; from a warm one {}\n", label, limitedText(time.cold),
              limitedText(time.warm));
}

/// All of them have a time. launches: of the run, among which the longest has its number.
std::string groupTimeText(const Group& group, std::span<const ReportedLaunch> launches,
                          const ShownPaths& paths) {
    const auto cold = [](const ReportedLaunch& launch) { return launch.time->cold.seconds; };
    const auto warm = [](const ReportedLaunch& launch) { return launch.time->warm.seconds; };
    const auto said = [](const ReportedLaunch& launch) { return ownTimeText("", *launch.time); };
    const ReportedLaunch& longest =
        **std::ranges::max_element(group.launches, {}, [&](const auto* each) { return cold(*each); });
    std::string text;
    if (std::ranges::all_of(group.launches, [&](const auto* e) { return said(*e) == said(group.first()); })) {
        text = ownTimeText(group.label(), *group.first().time);
    } else {
        double allCold = 0, allWarm = 0;
        for (const ReportedLaunch* each : group.launches) {
            allCold += cold(*each);
            allWarm += warm(*each);
        }
        text = tr("  {}: from a cold L2 {}, together {}; from a warm one {}, together {}\n", group.label(),
                  rangeText(group, cold, lanescope::duration), lanescope::duration(allCold),
                  rangeText(group, warm, lanescope::duration), lanescope::duration(allWarm)) +
               ownTimeText(tr("  the longest, launch {}", &longest - launches.data() + 1), *longest.time);
    }
    text += tr("    from a cold L2: {}\n", kit::gainText(longest.time->cold));
    if (const std::string slowest = slowestText(longest, paths); !slowest.empty())
        text += tr("    warps wait most before {}\n", slowest);
    return text;
}

/// What the launches take; empty where nobody knows.
std::string modelledText(std::span<const Group> groups, std::span<const ReportedLaunch> launches,
                         const ShownPaths& paths) {
    std::string text;
    bool published = false;
    for (const Group& group : groups) {
        Group known = group;
        std::erase_if(known.launches, [](const ReportedLaunch* each) { return each->time == nullptr; });
        if (known.launches.empty()) continue;
        published = published || known.first().time->published;
        text += groupTimeText(known, launches, paths);
    }
    if (text.empty()) return text;
    if (published) text += tr("  by published figures of this chip, and not checked against one\n");
    return tr("modelled time of a launch, not measured, from the kernel's start to its end\n") + text + "\n";
}

/// A row of the table of accesses: all of a group's sites that it cannot tell apart, summed.
struct Line {
    std::vector<std::string> cells;
    model::Part part;
    Counts counts;
};

std::vector<Line> linesOf(const Group& group, bool named, const ShownPaths& paths) {
    const std::string label = named ? group.label() : "";
    std::map<std::tuple<std::uint32_t, Space, Direction>, Counts> sums;
    for (const ReportedLaunch* launch : group.launches)
        for (const model::SiteCounts& entry : launch->report->sites)
            sums[{entry.site, entry.space, entry.direction}] += entry.counts;
    std::vector<Line> lines;
    for (const auto& [key, counts] : sums) {
        const auto& [number, space, direction] = key;
        const model::Site& site = group.first().module->sites()[number];
        std::vector<std::string> cells{label, place(site.file, site.line, paths), partText(space, direction),
                                       fmt::format("{} B", site.width)};
        const auto same = std::ranges::find(lines, cells, &Line::cells);
        if (same != lines.end())
            same->counts += counts;
        else
            lines.push_back({std::move(cells), {space, direction}, counts});
    }
    return lines;
}

/// The row of the table of launches.
std::vector<std::string> launchedRow(const Group& group) {
    const auto blocks = [](const ReportedLaunch& launch) {
        const model::Report& report = *launch.report;
        if (launch.fault) return std::string(tr("until it stopped"));
        if (report.blocksRun == report.blocksTotal) return lanescope::grouped(report.blocksRun);
        return tr("{} of {}", lanescope::grouped(report.blocksRun), lanescope::grouped(report.blocksTotal));
    };
    const auto number = [](std::uint64_t value) { return value ? lanescope::grouped(value) : ""; };
    std::string instructions = rangeText(
        group, [](const ReportedLaunch& each) { return each.record->warpInstructions; }, number);
    // Beside counts that are summed.
    if (group.launches.size() > 1 && !instructions.empty()) instructions = tr("{} each", instructions);
    return {group.label(),
            commonText(group, [](const ReportedLaunch& each) { return each.place; }),
            commonText(group, [](const ReportedLaunch& each) { return lanescope::triple(each.grid); }),
            commonText(group, [](const ReportedLaunch& each) { return lanescope::triple(each.block); }),
            commonText(group,
                       [](const ReportedLaunch& each) {
                           return each.sharedBytes ? lanescope::byteSize(each.sharedBytes) : "";
                       }),
            commonText(group, blocks),
            std::move(instructions),
            group.first().onGpu
                ? rangeText(
                      group, [](const ReportedLaunch& each) { return each.record->milliseconds * 1e-3; },
                      lanescope::duration)
                : ""};
}

/// Lines of findings of one group that has several launches.
constexpr std::size_t kMostFindings = 20;

/// What is to be said of a launch, a line each.
std::vector<std::string> findingsOf(const Group& group, const ReportedLaunch& launch,
                                    const ShownPaths& paths) {
    std::vector<std::string> lines;
    for (const ptx::Finding& finding : launch.record->findings)
        if (std::string line = kit::findingText(finding); std::ranges::find(lines, line) == lines.end())
            lines.push_back(std::move(line));
    if (launch.fault) lines.push_back(retold(launch.fault->what()));
    if (!launch.refused.empty())
        lines.push_back(tr("{} did not run: {}", group.name(), retold(launch.refused)));
    for (std::string& line : lines) line = kit::withPlace(paths.in(std::move(line)), launch.place);
    return lines;
}

/// The findings of all launches. What several of them have is said once, with how many they are.
std::string findingsOf(std::span<const Group> groups, const ShownPaths& paths) {
    std::map<std::string, std::size_t> launchesWith;
    for (const Group& group : groups)
        for (const ReportedLaunch* launch : group.launches)
            for (const std::string& line : findingsOf(group, *launch, paths)) ++launchesWith[line];
    std::string text;
    std::set<std::string> said;
    for (const Group& group : groups) {
        std::size_t shown = 0, more = 0;
        for (const ReportedLaunch* launch : group.launches)
            for (const std::string& line : findingsOf(group, *launch, paths)) {
                if (!said.insert(line).second) continue;
                if (group.launches.size() > 1 && shown == kMostFindings) {
                    ++more;
                    continue;
                }
                ++shown;
                const std::size_t launches = launchesWith[line];
                text += launches == 1 ? fmt::format("  {}\n", line)
                                      : tr("  {} (in {} launches)\n", line, lanescope::grouped(launches));
            }
        if (more > 0)
            text += tr("  {} more of {}; --json has all\n", lanescope::grouped(more), group.label());
    }
    return text;
}

/// What the checks of a group came to; empty: it was not checked, or did not run.
std::string checksOf(const Group& group) {
    if (!group.first().checked || !group.first().refused.empty()) return {};
    if (group.first().fault) return tr("  {}: looked at until it stopped\n", group.label());
    std::vector<ptx::Finding> found; // each once, as they are listed
    std::set<std::string> said;
    std::uint64_t run = 0, total = 0;
    for (const ReportedLaunch* launch : group.launches) {
        for (const ptx::Finding& finding : launch->record->findings)
            if (said.insert(kit::findingText(finding)).second) found.push_back(finding);
        run += launch->report->blocksRun;
        total += launch->report->blocksTotal;
    }
    return tr("  {}: {}\n", group.label(), checkedText(found, run, total));
}

/// Where launches are one row that are not alike.
std::string howToSeeOne(std::span<const Group> groups) {
    const bool isMixed = std::ranges::any_of(groups, [](const Group& group) {
        return group.launches.size() > 1 && std::ranges::any_of(group.launches, [&](const auto* each) {
                   return !areAlike(group.first(), *each);
               });
    });
    if (!isMixed) return {};
    return tr(
        "launches that are not alike are put together by kernel: their counts are summed, and ranges are "
        "those of single launches. `lanescope run` and `shot` show one with --launch N; --json has each\n");
}

} // namespace

std::string metricText(const model::Metric& metric, const Counts& counts,
                       const model::Architecture& architecture, model::Part part, Digits digits) {
    if (!metric.counted(architecture, part)) return {};
    if (!metric.ratio) return std::to_string(metric.countOf(counts));
    const std::optional<double> ratio = metric.ratio(counts);
    if (!ratio) return {};
    return digits == Digits::All ? fmt::format("{}", *ratio) : fmt::format("{:.4g}", *ratio);
}

Json rulesJson(const model::Architecture& architecture, const model::Rules& rules) {
    Json object = Json::object();
    if (architecture.sharedRule == model::SharedRule::BroadcastWord) {
        object["broadcast"] = model::kBroadcastNames[rules.broadcast];
    }
    if (architecture.sharedRule == model::SharedRule::Kepler) object["bank_mode_bytes"] = rules.bankModeBytes;
    if (architecture.globalRule == model::GlobalRule::FermiCached) object["l1"] = rules.l1;
    return object;
}

void addReport(json::Stream& document, std::size_t launches,
               const std::function<ReportedLaunch(std::size_t)>& at) {
    const model::Report& first = *at(0).report;
    const model::Architecture& architecture = *first.architecture;
    document.field("architecture", architecture.cc.text());
    document.field("architecture_name", architecture.name);
    document.field("rules", rulesJson(architecture, first.rules));
    document.name("launches");
    document.beginList();
    for (std::size_t i = 0; i < launches; ++i) document.value(launchJson(at(i)));
    document.end();
    document.name("sites");
    document.beginList();
    Counts run;
    std::array<std::array<Counts, model::kDirectionCount>, model::kSpaceCount> sums;
    SiteTexts sites;
    for (std::size_t i = 0; i < launches; ++i) {
        const ReportedLaunch launch = at(i);
        run += launch.report->total();
        for (const model::SiteCounts& entry : launch.report->sites)
            sums[static_cast<std::size_t>(entry.space)][static_cast<std::size_t>(entry.direction)] +=
                entry.counts;
        for (const std::string& site : sites.of(document, launch))
            document.written(SiteTexts::numbered(site, i));
    }
    document.end();
    Json total = Json::object();
    addSpaces(total, architecture, [&](Space space, Direction direction) {
        return sums[static_cast<std::size_t>(space)][static_cast<std::size_t>(direction)];
    });
    document.field("total", total);
    document.field("run", countsJson(run, architecture, {}));
    document.field(
        "notes",
        {{"run.wavefronts", "a sum of unlike things: passes of shared memory's data stage and of global "
                            "memory's tag stage; total has each by itself"},
         {"sites.joined_loads",
          "counts are those of the PTX; where this is true, ptxas is likely to join "
          "neighbouring loads of shared memory (LDS.64 or LDS.128), and a GPU makes fewer "
          "requests, and perhaps fewer wavefronts"}});
}

void addWork(json::Stream& document, const model::Architecture& architecture, const session::CopyTime& work,
             bool hasLaunches) {
    if (!hasLaunches) {
        document.field("architecture", architecture.cc.text());
        document.field("architecture_name", architecture.name);
        document.field("launches", Json::array());
    }
    const bool known = work.seconds > 0;
    document.field("modelled_work",
                   {{"bytes", static_cast<std::uint64_t>(work.bytes)},
                    {"seconds", known ? Json(work.seconds) : Json(nullptr)},
                    {"gb_per_second", known ? Json(work.bytes / work.seconds / 1e9) : Json(nullptr)}});
}

Json factsJson(std::span<const kit::Fact> facts) {
    Json list = Json::array();
    for (const kit::Fact& fact : facts) list.push_back({{"name", fact.name}, {"value", fact.value}});
    return list;
}

std::string factsText(std::span<const kit::Fact> facts) {
    if (facts.empty()) return {};
    TextTable table({{tr("besides the counts")}, {""}});
    for (const kit::Fact& fact : facts) table.add({fact.name, fact.value});
    return table.text() + "\n";
}

std::string workText(const session::CopyTime& work) {
    if (work.seconds <= 0) return tr("the architecture has no figure for the time of this\n");
    return tr("modelled: {} in {}, {}\n", lanescope::byteSize(work.bytes), lanescope::duration(work.seconds),
              lanescope::bandwidth(work.bytes / work.seconds));
}

std::string modelledAs(const model::Architecture& architecture) {
    const std::string cc = fmt::format("CC {}", architecture.cc.text());
    return architecture.name == cc ? tr("\nmodelled as {}\n", cc)
                                   : tr("\nmodelled as {} ({})\n", architecture.name, cc);
}

namespace {

/// Lines of which a GPU's counters show fewer shared requests; empty: there are none.
std::string mergedText(std::span<const ReportedLaunch> launches, const ShownPaths& paths) {
    std::vector<std::string> lines;
    const model::Report* last = nullptr;
    for (const ReportedLaunch& launch : launches) {
        if (std::exchange(last, launch.report) == launch.report || launch.report->sites.empty()) continue;
        for (const model::SiteCounts& entry : launch.report->sites) {
            const model::Site& site = launch.module->sites()[entry.site];
            if (!site.merged) continue;
            std::string line = place(site.file, site.line, paths);
            if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
        }
    }
    if (lines.empty()) return {};
    return tr(
        "\nat {} ptxas is likely to join neighbouring loads (LDS.64 or LDS.128): a GPU's counters then show "
        "fewer shared requests there than this PTX has, and perhaps fewer wavefronts and conflicts\n",
        fmt::join(lines, ", "));
}

} // namespace

std::string reportText(std::span<const ReportedLaunch> launches, const ShownPaths& paths) {
    using Align = TextTable::Align;
    const model::Architecture& architecture = *launches.front().report->architecture;
    TextTable launched({{tr("kernel")},
                        {tr("launched at")},
                        {tr("grid")},
                        {tr("block")},
                        {tr("shared"), Align::Right},
                        {tr("blocks counted"), Align::Right},
                        {tr("warp instructions"), Align::Right},
                        {tr("first launch"), Align::Right}});
    std::vector<TextTable::Column> columns{
        {tr("kernel")}, {tr("where")}, {tr("access")}, {tr("width"), Align::Right}};
    std::vector<TextTable::Column> totals{{tr("total")}};
    const bool textures = touches(launches, Space::Texture) && model::hasSectors(architecture);
    for (const model::Metric& metric : model::metrics()) {
        const std::string heading = textures ? headingWithTextures(metric) : headingOf(metric);
        columns.push_back({heading, Align::Right});
        totals.push_back({heading, Align::Right});
    }
    TextTable sites(columns), total(totals);
    std::string checks;
    Counts run;
    const std::vector<Group> groups = groupsOf(launches);
    for (const Group& group : groups) {
        launched.add(launchedRow(group));
        for (const Line& line : linesOf(group, launches.size() > 1, paths))
            sites.add(row(line.cells, line.counts, architecture, line.part));
        checks += checksOf(group);
    }
    for (const ReportedLaunch& launch : launches) run += launch.report->total();
    for (int s = 0; s < model::kSpaceCount; ++s)
        for (int d = 0; d < model::kDirectionCount; ++d) {
            const auto space = static_cast<Space>(s);
            const auto direction = static_cast<Direction>(d);
            if (const Counts sum = totalOf(launches, space, direction); sum.accesses)
                total.add(row({partText(space, direction)}, sum, architecture, {space, direction}));
        }
    total.add(runRow(run, architecture));

    std::string text = launched.text() + howToSeeOne(groups) + "\n";
    // What is wrong goes before what is slow.
    const bool checked = std::ranges::any_of(launches, &ReportedLaunch::checked);
    if (!checked)
        text += tr("not looked for: {} (--check)\n", tr(kChecked));
    else if (!checks.empty())
        text +=
            tr("checks of each launch by itself, in the emulator; not of textures and surfaces\n") + checks;
    if (const std::string findings = findingsOf(groups, paths); !findings.empty())
        text += tr("\nfindings\n") + findings;
    text += "\n" + modelledText(groups, launches, paths);
    if (!sites.empty()) text += sites.text() + "\n";
    text += total.text();
    if (textures)
        text += tr("\n{} are those asked of L1: of a texture, groups of four lanes (of a surface, eight) may "
                   "ask for the same one, which is moved once; {} has what is moved\n",
                   headingWithTextures(*model::findMetric("sectors")),
                   headingOf(*model::findMetric("bytes_transferred")));
    if (touches(launches, Space::Shared) || touches(launches, Space::Constant))
        text += tr(
            "\nthe run's bytes and efficiency leave out shared and constant memory, its requests do not\n");
    return text + mergedText(launches, paths);
}

} // namespace lanescope::shell
