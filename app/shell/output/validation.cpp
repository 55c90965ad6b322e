// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/validation.h"

#include "model/format.h"
#include "session/launch_validation.h"
#include "shell/output/counters.h"
#include "shell/output/text_table.h"
#include "text/tr.h"
#include "json/document.h"

#include <algorithm>

namespace lanescope::shell {

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, Deviation>
void describe(Fields& fields, Object& object) {
    fields("modelled", object.modelled);
    fields("measured", object.measured);
    fields("access", object.access);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, ComparedQuantity>
void describe(Fields& fields, Object& object) {
    fields("quantity", object.quantity);
    fields("exact", object.exact);
    fields("off", object.off);
    fields("promised", object.promised);
    fields("largest_deviation", object.largestDeviation);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, ComparedFile>
void describe(Fields& fields, Object& object) {
    fields("file", object.file);
    fields("accesses", object.accesses);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, BundledComparison>
void describe(Fields& fields, Object& object) {
    fields("architecture", object.architecture);
    fields("device", object.device);
    fields("accesses", object.accesses);
    fields("files", object.files);
    fields("quantities", object.quantities);
    fields("holds", object.holds);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, LabQuantity>
void describe(Fields& fields, Object& object) {
    fields("kernel", object.kernel);
    fields("quantity", object.quantity);
    fields("modelled", object.modelled);
    fields("measured", object.measured);
    fields("exact", object.exact);
    fields("promised", object.promised);
    fields("reason", object.reason);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, ComparedLab>
void describe(Fields& fields, Object& object) {
    fields("lab", object.lab);
    fields("quantities", object.quantities);
    fields("skipped", object.skipped);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, LiveComparison>
void describe(Fields& fields, Object& object) {
    fields("device", object.device);
    fields("architecture", object.architecture);
    fields("accesses", object.accesses);
    fields("seed", object.seed);
    fields("seconds", object.seconds);
    fields("quantities", object.quantities);
    fields("labs", object.labs);
    fields("holds", object.holds);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, ValidationDocument>
void describe(Fields& fields, Object& object) {
    fields("bundled", object.bundled);
    fields("live", object.live);
    fields("not_live_because", object.notLiveBecause);
    fields("holds", object.holds);
}

namespace {

/// "global load tag lookups".
std::string words(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// One line a quantity of a comparison over many accesses.
void addQuantities(const std::vector<ComparedQuantity>& quantities, const std::string& part,
                   ValidationPage& page) {
    for (const ComparedQuantity& row : quantities) {
        ValidationRow line{part, words(row.quantity), row.promised, row.off == 0, {}};
        line.result =
            tr("{} of {} exact", lanescope::grouped(row.exact), lanescope::grouped(row.exact + row.off));
        if (const auto& worst = row.largestDeviation)
            line.result += tr("; furthest off: modelled {}, measured {}, {}", worst->modelled,
                              worst->measured, worst->access);
        page.rows.push_back(std::move(line));
    }
}

void addLabs(const std::vector<ComparedLab>& labs, ValidationPage& page) {
    for (const ComparedLab& lab : labs) {
        if (lab.skipped) page.rows.push_back({lab.lab, "", false, true, retold(*lab.skipped)});
        for (const LabQuantity& row : lab.quantities) {
            const bool exact = row.modelled == row.measured;
            std::string result = exact ? lanescope::grouped(row.modelled)
                                       : tr("modelled {}, counted {}", lanescope::grouped(row.modelled),
                                            lanescope::grouped(row.measured));
            if (row.reason) result += ": " + retold(*row.reason);
            page.rows.push_back({lab.lab, fmt::format("{} {}", row.kernel, words(row.quantity)), row.promised,
                                 exact, std::move(result)});
        }
    }
}

} // namespace

std::vector<ComparedQuantity> quantitiesOf(const session::Comparison& comparison) {
    std::vector<ComparedQuantity> all;
    for (const session::QuantityComparison& row : comparison.rows()) {
        ComparedQuantity& quantity = all.emplace_back();
        quantity.quantity = row.name();
        quantity.exact = row.exact;
        quantity.off = row.off;
        quantity.promised = row.promised;
        if (row.off) quantity.largestDeviation = Deviation{row.modelled, row.measured, row.where};
    }
    return all;
}

std::vector<ComparedLab> comparedLabs(const std::vector<session::LaunchValidation>& labs) {
    std::vector<ComparedLab> all;
    for (const session::LaunchValidation& lab : labs) {
        ComparedLab& compared = all.emplace_back();
        compared.lab = lab.name;
        compared.skipped = json::unlessEmpty(lab.skipped);
        for (const session::LaunchQuantity& quantity : lab.quantities)
            compared.quantities.push_back({.kernel = quantity.kernel,
                                           .quantity = session::counterName(quantity.id),
                                           .modelled = quantity.modelled,
                                           .measured = quantity.measured,
                                           .exact = quantity.modelled == quantity.measured,
                                           .promised = quantity.promised,
                                           .reason = json::unlessEmpty(quantity.reason)});
    }
    return all;
}

Json validationJson(const ValidationDocument& document) {
    return json::toJson(document);
}

ValidationDocument parseValidation(std::string_view text) {
    return json::parseDocument<ValidationDocument>(text, "not the validation that was expected");
}

std::string comparisonText(const session::Comparison& comparison) {
    using Align = TextTable::Align;
    TextTable table({{tr("quantity")},
                     {tr("exact"), Align::Right},
                     {tr("off"), Align::Right},
                     {tr("promised")},
                     {tr("modelled"), Align::Right},
                     {tr("measured"), Align::Right}});
    std::string where; // an access names 32 addresses: too wide for a column
    for (const session::QuantityComparison& row : comparison.rows()) {
        table.add({row.name(), lanescope::grouped(row.exact), lanescope::grouped(row.off),
                   row.promised ? tr("exact") : "", row.off ? std::to_string(row.modelled) : "",
                   row.off ? std::to_string(row.measured) : ""});
        if (row.off) where += fmt::format("  {}: {}\n", row.name(), row.where);
    }
    if (where.empty()) return table.text();
    return tr("{}\nThe access that deviates most, whose counts the row has\n{}", table.text(), where);
}

std::string labsText(const std::vector<session::LaunchValidation>& labs) {
    using Align = TextTable::Align;
    TextTable table({{tr("lab")},
                     {tr("kernel")},
                     {tr("quantity")},
                     {tr("modelled"), Align::Right},
                     {tr("counted"), Align::Right},
                     {tr("difference"), Align::Right},
                     {tr("reason")}});
    for (const session::LaunchValidation& lab : labs) {
        if (!lab.skipped.empty()) table.add({lab.name, "", "", "", "", "", retold(lab.skipped)});
        for (const session::LaunchQuantity& quantity : lab.quantities)
            table.add({lab.name, quantity.kernel, session::counterName(quantity.id),
                       std::to_string(quantity.modelled), std::to_string(quantity.measured),
                       difference(quantity.modelled, quantity.measured), retold(quantity.reason)});
    }
    return table.text();
}

ValidationPage validationFromJson(std::string_view text) {
    const ValidationDocument document = parseValidation(text);
    const BundledComparison& bundled = document.bundled;
    ValidationPage page;
    page.holds = document.holds;
    addQuantities(bundled.quantities, tr("bundled measurements"), page);
    page.summary = tr("The model as CC {} against {} accesses of one warp that an H200 counted.",
                      bundled.architecture, lanescope::grouped(bundled.accesses));
    if (document.live) {
        addQuantities(document.live->quantities, tr("drawn accesses"), page);
        addLabs(document.live->labs, page);
        page.summary += tr(" Live on {}: {} drawn accesses and every lab's kernels.",
                           document.live->device.name, lanescope::grouped(document.live->accesses));
    } else {
        page.summary += tr(" Not compared live: {}.", retold(document.notLiveBecause.value_or("no GPU")));
    }
    return page;
}

} // namespace lanescope::shell
