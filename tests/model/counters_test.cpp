// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The model on CC 9.0 against what an H200's hardware counters read, 1717 accesses of one warp each.
#include "model/memory/access_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

namespace lanescope::model::test {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
        if (c == ',') {
            fields.emplace_back();
        } else if (c != '\r') {
            fields.back() += c;
        }
    }
    return fields;
}

std::vector<Row> readRows(std::istream& in) {
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = split(line);
    std::vector<Row> rows;
    while (std::getline(in, line)) {
        const std::vector<std::string> fields = split(line);
        Row row;
        for (std::size_t i = 0; i < names.size() && i < fields.size(); ++i) {
            row[names[i]] = fields[i];
        }
        rows.push_back(row);
    }
    return rows;
}

std::vector<Row> modelledRows(const std::string& path) {
    std::ifstream table(path);
    std::stringstream out;
    writeCountTable(out, readAccessTable(table), defaultArchitecture());
    return readRows(out);
}

struct Share {
    int right = 0, total = 0;
};

class Counters : public testing::TestWithParam<std::pair<const char*, std::size_t>> {
protected:
    void SetUp() override {
        const std::string path = std::string(LANESCOPE_MEASURED_DATA) + '/' + GetParam().first;
        std::ifstream file(path);
        m_measured = readRows(file);
        m_modelled = modelledRows(path);
        ASSERT_EQ(m_measured.size(), GetParam().second);
        ASSERT_EQ(m_modelled.size(), m_measured.size());
    }
    std::vector<Row> m_measured, m_modelled;
};

TEST_P(Counters, AreExactButForTheDataOfStores) {
    int compared = 0;
    for (std::size_t i = 0; i < m_measured.size(); ++i) {
        const Row& measured = m_measured[i];
        for (const auto& [column, value] : m_modelled[i]) {
            const auto known = measured.find(column);
            const bool openRule = column == "global_data_wavefronts" && measured.at("op") == "st";
            if (known == measured.end() || known->second.empty() || openRule) {
                continue;
            }
            ++compared;
            EXPECT_EQ(value, known->second)
                << column << " of row " << i + 1 << ": " << measured.at("space") << ' ' << measured.at("op")
                << ' ' << measured.at("width_bytes") << " bytes, " << measured.at("lane_byte_offsets");
        }
    }
    EXPECT_GT(compared, static_cast<int>(m_measured.size())) << "most rows have several counters";
}

INSTANTIATE_TEST_SUITE_P(H200, Counters,
                         testing::Values(std::pair{"h200_warp_counters.csv", std::size_t{640}},
                                         std::pair{"h200_warp_counters_2.csv", std::size_t{315}},
                                         std::pair{"h200_atomics.csv", std::size_t{762}}));

TEST(CountersOfStores, DataWavefrontsAreRightInTheShareStated) {
    std::map<int, Share> shares; // by width
    for (const char* name : {"h200_warp_counters.csv", "h200_warp_counters_2.csv"}) {
        const std::string path = std::string(LANESCOPE_MEASURED_DATA) + '/' + name;
        std::ifstream file(path);
        const std::vector<Row> measured = readRows(file);
        const std::vector<Row> modelled = modelledRows(path);
        for (std::size_t i = 0; i < measured.size(); ++i) {
            if (measured[i].at("space") == "global" && measured[i].at("op") == "st") {
                Share& share = shares[std::stoi(measured[i].at("width_bytes"))];
                ++share.total;
                share.right +=
                    measured[i].at("global_data_wavefronts") == modelled[i].at("global_data_wavefronts") ? 1
                                                                                                         : 0;
            }
        }
    }
    for (const auto& [width, share] : shares) {
        std::cout << "stores of " << width << " bytes: data wavefronts right in " << share.right << " of "
                  << share.total << '\n';
    }
    EXPECT_EQ(shares[16].right, shares[16].total);
    EXPECT_EQ(shares[8].right, shares[8].total);
    EXPECT_EQ(shares[4].total, 136);
    EXPECT_GE(shares[4].right, 129);
    EXPECT_EQ(shares[2].total + shares[1].total, 66);
    EXPECT_GE(shares[2].right + shares[1].right, 58);
}

} // namespace
} // namespace lanescope::model::test
