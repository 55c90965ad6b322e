// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/list.h"

#include "device/cuda/cuda_probe.h"
#include "device/device.h"
#include "kit/lab.h"
#include "kit/registry.h"
#include "lessons/library.h"
#include "model/architecture.h"
#include "model/format.h"
#include "shell/output/device.h"
#include "shell/output/lesson.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/text_table.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <array>

namespace lanescope::shell {

namespace {

/// What a kind of parameter has beside name, type, range, default and help.
struct AddBounds final : kit::ParameterVisitor {
    explicit AddBounds(Json& into) : object(into) {}
    void visit(const kit::Integer& parameter) override { between(parameter.minimum(), parameter.maximum()); }
    void visit(const kit::Real& parameter) override { between(parameter.minimum(), parameter.maximum()); }
    void visit(const kit::Choice& parameter) override { object["choices"] = parameter.choices(); }
    void visit(const kit::Toggle&) override {}
    void visit(const kit::File& parameter) override { object["choices"] = parameter.builtIn(); }

private:
    template<class T>
    void between(T minimum, T maximum) {
        object["minimum"] = minimum;
        object["maximum"] = maximum;
    }
    Json& object;
};

Json parameterJson(const kit::Parameter& parameter) {
    Json object{{"name", parameter.name()},
                {"type", parameter.typeName()},
                {"range", parameter.range()},
                {"default", parameter.defaultText()},
                {"help", parameter.help()}};
    AddBounds bounds(object);
    parameter.accept(bounds);
    return object;
}

Json labsJson() {
    Json all = Json::array();
    for (const kit::LabEntry& entry : kit::labs()) {
        Json parameters = Json::array();
        const std::unique_ptr<kit::Lab> lab = entry.make();
        for (const kit::Parameter* parameter : lab->parameters())
            parameters.push_back(parameterJson(*parameter));
        all.push_back({{"name", entry.name},
                       {"chapter", entry.chapter},
                       {"title", entry.title},
                       {"summary", entry.summary},
                       {"parameters", std::move(parameters)}});
    }
    return all;
}

std::string labListText() {
    std::string text;
    for (const kit::LabEntry& entry : kit::labs()) {
        TextTable table({{""}, {""}, {""}, {""}, {""}});
        const std::unique_ptr<kit::Lab> lab = entry.make();
        for (const kit::Parameter* parameter : lab->parameters())
            table.add({parameter->name(), std::string(tr(parameter->typeName())), parameter->range(),
                       tr("default {}", parameter->defaultText()), tr(parameter->help().c_str())});
        text += fmt::format("{}{}  [{}]  {}\n{}", text.empty() ? "" : "\n", kit::shownName(entry),
                            tr(entry.chapter.c_str()), tr(entry.summary.c_str()), table.text(2));
    }
    return text;
}

/// A figure of the table: null where it is unknown.
template<class T>
Json knownFigure(T value) {
    return json::toJson(json::unlessZero(value));
}
std::string figureText(double value) {
    return value > 0 ? lanescope::shortNumber(value) : "";
}

Json architecturesJson() {
    Json all = Json::array();
    for (const model::Architecture& row : model::architectures())
        all.push_back({{"architecture", row.cc.text()},
                       {"name", row.name},
                       {"banks", row.banks},
                       {"bank_bytes", row.bankBytes},
                       {"request_lanes", row.requestLanes},
                       {"multiprocessors", knownFigure(row.multiprocessors)},
                       {"core_clock_mhz", knownFigure(row.coreClockMHz)},
                       {"memory_clock_mhz", knownFigure(row.memoryClockMHz)},
                       {"bus_bits", knownFigure(row.busBits)},
                       {"peak_gb_per_second", knownFigure(row.peakGBps())},
                       {"vendor_gb_per_second", knownFigure(row.vendorGBps)},
                       {"shared_peak_gb_per_second", knownFigure(row.sharedPeakGBps())},
                       {"max_threads_per_block", row.maxThreadsPerBlock},
                       {"max_threads_per_multiprocessor", row.maxThreadsPerMultiprocessor},
                       {"shared_kib_per_multiprocessor", row.sharedKiBPerMultiprocessor},
                       {"l2_mib", knownFigure(row.l2MiB)},
                       {"dram_fetch_bytes", knownFigure(row.dramFetchBytes)},
                       {"source", row.source}});
    return all;
}

std::string architecturesText() {
    using Align = TextTable::Align;
    TextTable table({{"CC"},
                     {tr("name")},
                     {tr("banks"), Align::Right},
                     {"SMs", Align::Right},
                     {tr("bus bits"), Align::Right},
                     {tr("peak GB/s"), Align::Right},
                     {tr("L2 MiB"), Align::Right},
                     {tr("shared KiB/SM"), Align::Right}});
    for (const model::Architecture& row : model::architectures())
        table.add({row.cc.text(), std::string(row.name), fmt::format("{} x {} B", row.banks, row.bankBytes),
                   figureText(row.multiprocessors), figureText(row.busBits), figureText(row.peakGBps()),
                   figureText(row.l2MiB), figureText(row.sharedKiBPerMultiprocessor)});
    return table.text();
}

Json devicesJson(const device::Info& emulated, const device::CudaProbe& cuda) {
    std::vector<DeviceDocument> all;
    for (const device::Info& info : cuda.devices) all.emplace_back(documentOf(info)).choice = info.choice;
    all.emplace_back(documentOf(emulated)).choice = device::kEmulated;
    return json::toJson(all);
}

std::string devicesText(const device::Info& emulated, const device::CudaProbe& cuda) {
    TextTable table(
        {{"--device"}, {tr("name")}, {"CC"}, {tr("memory"), TextTable::Align::Right}, {tr("driver")}});
    for (const device::Info& info : cuda.devices)
        table.add({info.choice, info.name, fmt::format("{}.{}", info.ccMajor, info.ccMinor),
                   lanescope::byteSize(static_cast<double>(info.memoryBytes)), info.driver});
    table.add({"emulated", retold(emulated.name), "",
               lanescope::byteSize(static_cast<double>(emulated.memoryBytes)), ""});
    std::string text = table.text();
    if (!cuda.available) text += tr("no CUDA device: {}\n", retold(cuda.reason));
    return text;
}

} // namespace

int listCommand(const ListOptions& options) {
    const auto wants = [&](std::string_view what) { return options.what.empty() || options.what == what; };
    Json document = Json::object();
    std::string text;
    const auto section = [&](std::string_view title, const std::string& body) {
        if (options.what.empty()) text += fmt::format("{}{}\n\n", text.empty() ? "" : "\n", title);
        text += body;
    };
    if (wants("labs"))
        options.json ? void(document["labs"] = labsJson()) : section(tr("LABS"), labListText());
    if (wants("lessons"))
        options.json ? document.update(lessonListJson(lessons::lessons()))
                     : section(tr("LESSONS"), lessonListText(lessons::lessons()));
    if (wants("architectures"))
        options.json ? void(document["architectures"] = architecturesJson())
                     : section(tr("ARCHITECTURES"), architecturesText());
    if (wants("devices")) {
        const device::Info emulated = device::openEmulated()->info();
        const device::CudaProbe cuda = device::probeCuda();
        if (options.json) {
            document["devices"] = devicesJson(emulated, cuda);
            if (!cuda.available) document["no_cuda"] = oneLine(cuda.reason);
        } else {
            section(tr("DEVICES"), devicesText(emulated, cuda));
        }
    }
    writeResult(options.json ? json::textOf(document) : text);
    return 0;
}

} // namespace lanescope::shell
