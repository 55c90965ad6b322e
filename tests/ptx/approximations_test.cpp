// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The approximate functions against what an H200 gave, bit for bit: tests/data/h200_approximations.csv, which
// multifunction/measure.cu wrote.
#include "multifunction/inputs.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace lanescope::ptx {
namespace {

using namespace approximations;

struct Row {
    const Form* form = nullptr;
    std::string kind;
    std::uint64_t first = 0;
    std::size_t count = 0;
    std::string digest, results; ///< hexadecimal; one of the two is there
};

std::vector<Row> measuredRows() {
    std::ifstream file(LANESCOPE_TEST_DATA "/h200_approximations.csv");
    std::vector<Row> rows;
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line, "instruction,inputs,first,count,digest,results");
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::string instruction, first, count;
        Row row;
        for (std::string* field : {&instruction, &row.kind, &first, &count, &row.digest, &row.results})
            std::getline(fields, *field, ',');
        for (const Form& form : kForms)
            if (form.instruction == instruction) row.form = &form;
        row.first = std::stoull(first);
        row.count = std::stoull(count);
        rows.push_back(row);
    }
    return rows;
}

/// out[i] = instruction(in[i].a) or, of two operands, (in[i].a, in[i].b).
std::string kernelFor(const Form& form) {
    const std::string type = form.width == 'h' ? "u16" : form.width == 'w' ? "u32" : "u64";
    const std::string bits = "b" + type.substr(1);
    std::string text =
        ".visible .entry k(.param .u64 in, .param .u64 out) {\n.reg .b64 %in, %out, %o;\n"
        ".reg .b32 %t, %c, %n;\n.reg ." +
        bits +
        " %a, %b, %d;\nld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n"
        "mov.u32 %c, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmad.lo.u32 %t, %c, %n, %t;\n"
        "mul.wide.u32 %o, %t, 16;\nadd.u64 %in, %in, %o;\nmul.wide.u32 %o, %t, 8;\n"
        "add.u64 %out, %out, %o;\nld.global." +
        type + " %a, [%in];\nld.global." + type + " %b, [%in+8];\n";
    text += form.instruction + std::string(form.operands == 2 ? " %d, %a, %b;\n" : " %d, %a;\n");
    return withHeader(text + "st.global." + type + " [%out], %d;\nret;\n}\n");
}

std::vector<std::uint64_t> compute(Runner& runner, std::uint64_t in, std::uint64_t out, const Row& row) {
    constexpr std::size_t kBlock = 128; // divides every count
    std::vector<Input> inputs(row.count);
    for (std::size_t i = 0; i < row.count; ++i) inputs[i] = input(*row.form, row.kind, row.first + i);
    std::memcpy(runner.memory.view(in, row.count * sizeof(Input)).data(), inputs.data(),
                row.count * sizeof(Input));
    runner.launch("k", {static_cast<std::uint32_t>(row.count / kBlock), 1, 1}, {kBlock, 1, 1},
                  Parameters().add(in).add(out));
    return runner.read<std::uint64_t>(out, row.count);
}

TEST(Approximations, AreThoseOfAnH200) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    std::map<const Form*, std::vector<Row>> rows;
    for (const Row& row : measuredRows()) {
        ASSERT_NE(row.form, nullptr);
        ASSERT_LE(row.count, kMost);
        ASSERT_EQ(row.count % 128, 0U);
        rows[row.form].push_back(row);
    }
    EXPECT_EQ(rows.size(), std::size(kForms));
    std::size_t compared = 0;
    for (const auto& [form, all] : rows) {
        SCOPED_TRACE(form->instruction);
        Runner runner(kernelFor(*form));
        const std::uint64_t in = runner.memory.allocate(kMost * sizeof(Input), "in"),
                            out = runner.memory.allocate(kMost * sizeof(std::uint64_t), "out");
        for (const Row& row : all) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
            if (row.count == kMost && row.first / kMost % 8 != 0) continue; // slow there
#endif
            const auto results = compute(runner, in, out, row);
            compared += results.size();
            if (row.results.empty()) {
                std::uint64_t found = kNoDigest;
                for (const std::uint64_t result : results) found = digest(found, result);
                EXPECT_EQ(found, std::stoull(row.digest, nullptr, 16))
                    << row.kind << " " << row.first << ", " << row.count << " inputs";
                continue;
            }
            const std::size_t digits = form->width == 'l' ? 16 : 8;
            ASSERT_EQ(row.results.size(), results.size() * digits);
            for (std::size_t i = 0; i < results.size(); ++i) {
                const Input inputs = input(*form, row.kind, row.first + i);
                const std::uint64_t expected =
                    std::stoull(row.results.substr(i * digits, digits), nullptr, 16);
                if (results[i] == expected) continue;
                ADD_FAILURE() << std::hex << "of " << inputs.a << " " << inputs.b << ": expected " << expected
                              << ", got " << results[i];
                break; // of one row one is enough
            }
        }
    }
    RecordProperty("compared", std::to_string(compared));
}

} // namespace
} // namespace lanescope::ptx
