// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/counters/counter_names.h"

#include "model/by_value.h"

#include <algorithm>

namespace lanescope::device {

namespace {

using model::Direction;
using model::Space;

constexpr model::ByValue<Count, std::string_view, kCountCount>
    kNames({{Count::Requests, "requests"},
            {Count::Sectors, "sectors"},
            {Count::TagLookups, "tag_lookups"},
            {Count::Wavefronts, "wavefronts"},
            {Count::DataWavefronts, "data_wavefronts"},
            {Count::BankConflicts, "bank_conflicts"},
            {Count::L2Sectors, "l2_sectors"},
            {Count::DramBytesRead, "dram_bytes_read"},
            {Count::DramBytesWritten, "dram_bytes_written"},
            {Count::ArbitrationConflicts, "arbitration_conflicts"}});

// "lg" counts global and local accesses up to AD102; "lgds" on GH100 and later those to the shared memory of
// other blocks too. GB202 and later name the direction of a DRAM transfer as an operation.
// pred_on_any: an instruction whose lanes are all switched off is executed, but it is no request.
constexpr std::array<CounterRow, kCounterRows> kRows{{
    {{Count::Requests, Space::Global, Direction::Load}, "l1tex__t_requests_pipe_lsu_mem_global_op_ld"},
    {{Count::Requests, Space::Global, Direction::Store}, "l1tex__t_requests_pipe_lsu_mem_global_op_st"},
    {{Count::Requests, Space::Global, Direction::Atomic},
     "l1tex__t_requests_pipe_lsu_mem_global_op_atom + l1tex__t_requests_pipe_lsu_mem_global_op_red"},
    {{Count::Sectors, Space::Global, Direction::Load}, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld"},
    {{Count::Sectors, Space::Global, Direction::Store}, "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    {{Count::Sectors, Space::Global, Direction::Atomic},
     "l1tex__t_sectors_pipe_lsu_mem_global_op_atom + l1tex__t_sectors_pipe_lsu_mem_global_op_red"},
    {{Count::TagLookups, Space::Global, Direction::Load}, "l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld"},
    {{Count::TagLookups, Space::Global, Direction::Store}, "l1tex__t_set_accesses_pipe_lsu_mem_global_op_st"},
    {{Count::TagLookups, Space::Global, Direction::Atomic},
     "l1tex__t_set_accesses_pipe_lsu_mem_global_op_atom + l1tex__t_set_accesses_pipe_lsu_mem_global_op_red"},
    {{Count::Wavefronts, Space::Global, Direction::Load},
     "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld"},
    {{Count::Wavefronts, Space::Global, Direction::Store},
     "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_st"},
    {{Count::Wavefronts, Space::Global, Direction::Atomic},
     "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_atom + "
     "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_red"},
    {{Count::DataWavefronts, Space::Global, Direction::Load},
     "l1tex__data_pipe_lsu_wavefronts_mem_lgds_cmd_read | l1tex__data_pipe_lsu_wavefronts_mem_lg_cmd_read"},
    {{Count::DataWavefronts, Space::Global, Direction::Store},
     "l1tex__data_pipe_lsu_wavefronts_mem_lgds_cmd_write | l1tex__data_pipe_lsu_wavefronts_mem_lg_cmd_write"},

    {{Count::Requests, Space::Shared, Direction::Load},
     "smsp__inst_executed_op_shared_ld_pred_on_any + smsp__inst_executed_op_ldsm_pred_on_any | "
     "smsp__inst_executed_op_shared_ld + smsp__inst_executed_op_ldsm | smsp__inst_executed_op_shared_ld"},
    {{Count::Requests, Space::Shared, Direction::Store},
     "smsp__inst_executed_op_shared_st_pred_on_any + smsp__inst_executed_op_shared_stsm_pred_on_any | "
     "smsp__inst_executed_op_shared_st_pred_on_any | smsp__inst_executed_op_shared_st"},
    {{Count::Requests, Space::Shared, Direction::Atomic},
     "smsp__inst_executed_op_shared_atom_pred_on_any | smsp__inst_executed_op_shared_atom"},
    {{Count::Wavefronts, Space::Shared, Direction::Load}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld"},
    {{Count::Wavefronts, Space::Shared, Direction::Store},
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st"},
    {{Count::Wavefronts, Space::Shared, Direction::Atomic},
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom"},
    {{Count::BankConflicts, Space::Shared, Direction::Load},
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld"},
    {{Count::BankConflicts, Space::Shared, Direction::Store},
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st"},
    {{Count::BankConflicts, Space::Shared, Direction::Atomic},
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom"},

    {{Count::Requests, Space::Local, Direction::Load}, "l1tex__t_requests_pipe_lsu_mem_local_op_ld"},
    {{Count::Requests, Space::Local, Direction::Store}, "l1tex__t_requests_pipe_lsu_mem_local_op_st"},
    {{Count::Sectors, Space::Local, Direction::Load}, "l1tex__t_sectors_pipe_lsu_mem_local_op_ld"},
    {{Count::Sectors, Space::Local, Direction::Store}, "l1tex__t_sectors_pipe_lsu_mem_local_op_st"},
    {{Count::TagLookups, Space::Local, Direction::Load}, "l1tex__t_set_accesses_pipe_lsu_mem_local_op_ld"},
    {{Count::TagLookups, Space::Local, Direction::Store}, "l1tex__t_set_accesses_pipe_lsu_mem_local_op_st"},
    {{Count::Wavefronts, Space::Local, Direction::Load},
     "l1tex__t_output_wavefronts_pipe_lsu_mem_local_op_ld"},
    {{Count::Wavefronts, Space::Local, Direction::Store},
     "l1tex__t_output_wavefronts_pipe_lsu_mem_local_op_st"},

    {{Count::Requests, Space::Texture, Direction::Load},
     "l1tex__t_requests_pipe_tex_mem_texture + l1tex__t_requests_pipe_tex_mem_surface_op_ld"},
    {{Count::Requests, Space::Texture, Direction::Store}, "l1tex__t_requests_pipe_tex_mem_surface_op_st"},
    {{Count::Requests, Space::Texture, Direction::Atomic},
     "l1tex__t_requests_pipe_tex_mem_surface_op_atom + l1tex__t_requests_pipe_tex_mem_surface_op_red"},
    {{Count::Sectors, Space::Texture, Direction::Load},
     "l1tex__t_sectors_pipe_tex_mem_texture + l1tex__t_sectors_pipe_tex_mem_surface_op_ld"},
    {{Count::Sectors, Space::Texture, Direction::Store}, "l1tex__t_sectors_pipe_tex_mem_surface_op_st"},
    {{Count::Sectors, Space::Texture, Direction::Atomic},
     "l1tex__t_sectors_pipe_tex_mem_surface_op_atom + l1tex__t_sectors_pipe_tex_mem_surface_op_red"},
    {{Count::TagLookups, Space::Texture, Direction::Load},
     "l1tex__t_set_accesses_pipe_tex_mem_texture + l1tex__t_set_accesses_pipe_tex_mem_surface_op_ld"},
    {{Count::TagLookups, Space::Texture, Direction::Store},
     "l1tex__t_set_accesses_pipe_tex_mem_surface_op_st"},

    {{Count::L2Sectors}, "lts__t_sectors_srcunit_tex"},
    {{Count::DramBytesRead}, "dram__bytes_read | dram__bytes_op_read"},
    {{Count::DramBytesWritten}, "dram__bytes_write | dram__bytes_op_write"},
    {{Count::ArbitrationConflicts}, "l1tex__data_bank_conflicts_type_arbitration"}, // GH100 and later
}};

static_assert(kRows.back().id.count == Count::ArbitrationConflicts);

/// The parts between separators, without the blanks around them.
std::vector<std::string> parts(std::string_view text, char separator) {
    std::vector<std::string> all;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        std::string_view part = text.substr(begin, end - begin);
        begin = end + 1;
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        part = part.substr(0, part.find_last_not_of(' ') + 1);
        all.emplace_back(part);
    }
    return all;
}

std::size_t rowOf(const CounterId& id) {
    const auto found = std::ranges::find_if(kRows, [&](const CounterRow& row) {
        return row.id.count == id.count && (!isOfSpace(id.count) || row.id == id);
    });
    return static_cast<std::size_t>(found - kRows.begin());
}

} // namespace

std::string_view countName(Count count) {
    return kNames[count];
}

std::span<const CounterRow, kCounterRows> counterRows() {
    return kRows;
}

std::vector<std::string> metricsOf(const CounterRow& row,
                                   const std::function<bool(const std::string&)>& has) {
    for (const std::string& alternative : parts(row.metrics, '|')) {
        std::vector<std::string> metrics = parts(alternative, '+');
        if (std::ranges::all_of(metrics, has)) return metrics;
    }
    return {};
}

std::optional<std::uint64_t> CounterValues::of(const CounterId& id) const {
    const std::size_t row = rowOf(id);
    return row < m_values.size() ? m_values[row] : std::nullopt;
}

void CounterValues::take(const CounterValues& other) {
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (other.m_values[i]) m_values[i] = other.m_values[i];
}

CounterValues& CounterValues::operator+=(const CounterValues& other) {
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        if (m_values[i] && other.m_values[i])
            *m_values[i] += *other.m_values[i];
        else
            m_values[i].reset();
    }
    return *this;
}

CounterValues& CounterValues::operator-=(const CounterValues& base) {
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (m_values[i] && base.m_values[i]) *m_values[i] -= std::min(*m_values[i], *base.m_values[i]);
    return *this;
}

} // namespace lanescope::device
