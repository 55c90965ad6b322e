// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/model.h"

#include "kit/parameters.h"
#include "model/memory/access_table.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/requests/lab_request.h"
#include "json/document.h"

#include <fmt/format.h>

#include <sstream>

namespace lanescope::shell {

namespace {

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> all(1);
    for (char c : line)
        if (c == ',')
            all.emplace_back();
        else
            all.back() += c;
    return all;
}

/// The table of counts, all of them numbers or empty, as objects.
Json countsJson(std::istream& table) {
    std::string line;
    std::getline(table, line);
    const std::vector<std::string> names = cells(line);
    Json rows = Json::array();
    while (std::getline(table, line)) {
        Json row = Json::object();
        const std::vector<std::string> values = cells(line);
        for (std::size_t i = 0; i < names.size(); ++i)
            row[names[i]] = values.at(i).empty() ? Json(nullptr) : json::parsed(values[i]);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

int modelCommand(const ModelOptions& options) {
    const model::Architecture& architecture = parseArchitecture(options.architecture);
    const model::Rules rules = parseRules(options.rules);
    std::istringstream table(readInput(options.csv, true));
    const std::string name = options.csv == "-" ? "standard input" : options.csv;
    std::vector<model::TableRow> rows;
    try {
        rows = model::readAccessTable(table);
    } catch (const BadInput& failure) {
        throw BadInput(fmt::format("{}: {}", name, failure.what()));
    }
    std::stringstream counts;
    model::writeCountTable(counts, rows, architecture, rules);
    if (!options.json) {
        writeResult(counts.str());
        return 0;
    }
    Json document{{"architecture", architecture.cc.text()},
                  {"architecture_name", architecture.name},
                  {"modelled", true},
                  {"rules", rulesJson(architecture, rules)},
                  {"rows", countsJson(counts)}};
    writeResult(json::textOf(document));
    return 0;
}

} // namespace lanescope::shell
