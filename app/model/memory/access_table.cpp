// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/access_table.h"

#include "model/memory/banks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::model {

namespace {

[[noreturn]] void fail(std::size_t line, const std::string& what) {
    throw BadInput("line " + std::to_string(line) + ": " + what);
}

/// A field as a message shows it: short, and without what would break the line.
std::string shown(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    std::string result = "'";
    for (const char c : text.substr(0, kLongest)) {
        const auto byte = static_cast<unsigned char>(c);
        result += byte < 0x20 || byte == 0x7f ? '?' : c;
    }
    return result + (text.size() > kLongest ? "...'" : "'");
}

constexpr std::string_view kBlanks = " \t\r\n"; // a quoted field may hold line ends

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Cuts a table into records, of RFC 4180: a quoted field may hold commas, doubled quotes and line ends.
class RecordReader {
public:
    explicit RecordReader(std::istream& in) : m_in(in) {
        constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
        for (const char c : kByteOrderMark) {
            if (m_in.peek() != static_cast<unsigned char>(c)) {
                break;
            }
            m_in.get();
        }
    }

    /// The fields of the next record that is not blank; false at the end.
    bool next(std::vector<std::string>& fields) {
        while (readRecord(fields)) {
            if (fields.size() > 1 || !trimmed(fields[0]).empty()) {
                return true;
            }
        }
        return false;
    }
    std::size_t line() const { return m_recordLine; }

private:
    bool readRecord(std::vector<std::string>& fields) {
        fields.assign(1, {});
        m_recordLine = m_nextLine;
        bool any = false;
        bool closed = false; // the field was quoted and has ended
        for (int c = m_in.get(); c != std::istream::traits_type::eof(); c = m_in.get()) {
            any = true;
            if (c == '\n' || c == '\r') {
                if (c == '\r' && m_in.peek() == '\n') {
                    m_in.get();
                }
                ++m_nextLine;
                return true;
            }
            if (c == ',') {
                fields.emplace_back();
                closed = false;
            } else if (c == '"' && !closed && trimmed(fields.back()).empty()) {
                fields.back().clear();
                readQuoted(fields.back());
                closed = true;
            } else if (closed && c != ' ' && c != '\t') {
                fail(m_recordLine, "text after a closing quote");
            } else if (!closed) {
                fields.back() += static_cast<char>(c);
            }
        }
        return any;
    }

    void readQuoted(std::string& field) {
        for (int c = m_in.get(); c != std::istream::traits_type::eof(); c = m_in.get()) {
            if (c == '"') {
                if (m_in.peek() != '"') {
                    return;
                }
                m_in.get();
            }
            m_nextLine += c == '\n' ? 1 : 0;
            field += static_cast<char>(c);
        }
        fail(m_recordLine, "a quote is not closed");
    }

    std::istream& m_in;
    std::size_t m_nextLine = 1;
    std::size_t m_recordLine = 1;
};

struct Columns {
    std::size_t space, op, width, offsets;
    std::optional<std::size_t> matrices;
};

std::optional<std::size_t> columnNamed(const std::vector<std::string>& heading, std::string_view name) {
    const auto found =
        std::ranges::find(heading, name, [](const std::string& field) { return trimmed(field); });
    if (found == heading.end()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - heading.begin());
}

Columns columnsOf(const std::vector<std::string>& heading, std::size_t line) {
    const auto required = [&](std::string_view name) {
        const auto column = columnNamed(heading, name);
        if (!column) {
            fail(line, "the heading has no column " + std::string(name));
        }
        return *column;
    };
    return {required("space"), required("op"), required("width_bytes"), required("lane_byte_offsets"),
            columnNamed(heading, "matrices")};
}

template<class Value, std::size_t Size>
Value valueNamed(const std::array<std::pair<std::string_view, Value>, Size>& names, std::string_view name,
                 std::string_view what, std::size_t line) {
    for (const auto& [known, value] : names) {
        if (known == name) {
            return value;
        }
    }
    std::string message = std::string(what) + " is " + shown(name) + ", not one of";
    for (const auto& [known, value] : names) {
        message += ' ' + std::string(known);
    }
    fail(line, message);
}

constexpr std::array<std::pair<std::string_view, Space>, 2> kSpaces{
    {{"global", Space::Global}, {"shared", Space::Shared}}};
constexpr std::array<std::pair<std::string_view, Operation>, 7> kOperations{
    {{"ld", Operation::Load},
     {"st", Operation::Store},
     {"atom", Operation::Atomic},
     {"red", Operation::Reduction},
     {"inc", Operation::Increment},
     {"ldmatrix", Operation::MatrixLoad},
     {"stmatrix", Operation::MatrixStore}}};
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 5> kWidths{
    {{"1", 1}, {"2", 2}, {"4", 4}, {"8", 8}, {"16", 16}}};
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 3> kMatrices{{{"1", 1}, {"2", 2}, {"4", 4}}};

void readOffsets(std::string_view text, WarpAccess& access, std::size_t line) {
    std::size_t lane = 0;
    for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (lane == kWarpSize) {
            fail(line, "lane_byte_offsets has more than 32 entries");
        }
        if (word != "-") {
            std::uint64_t offset = 0;
            const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), offset);
            if (error != std::errc{} || stop != word.data() + word.size()) {
                fail(line, "the offset of lane " + std::to_string(lane) + " is " + shown(word) +
                               ", not a byte offset or -");
            }
            if (offset % access.width != 0) {
                fail(line, "the offset " + std::to_string(offset) + " of lane " + std::to_string(lane) +
                               " is not a multiple of the width, " + std::to_string(access.width));
            }
            access.address[lane] = offset;
            access.activeMask |= 1U << lane;
        }
        ++lane;
        at = text.find_first_not_of(kBlanks, end);
    }
    if (lane != kWarpSize) {
        fail(line, "lane_byte_offsets has " + std::to_string(lane) + " entries, not 32");
    }
}

WarpAccess accessOf(const std::vector<std::string>& fields, const Columns& columns, std::size_t line) {
    const auto field = [&](std::size_t column) {
        return column < fields.size() ? trimmed(fields[column]) : std::string_view{};
    };
    WarpAccess access;
    access.space = valueNamed(kSpaces, field(columns.space), "space", line);
    access.operation = valueNamed(kOperations, field(columns.op), "op", line);
    access.width = valueNamed(kWidths, field(columns.width), "width_bytes", line);
    if (access.operation == Operation::MatrixLoad || access.operation == Operation::MatrixStore) {
        const std::string op(field(columns.op));
        if (access.space != Space::Shared) {
            fail(line, op + " works on shared memory only");
        }
        if (access.width != 16) {
            fail(line, op + " has rows of 16 bytes, so width_bytes must be 16");
        }
        access.matrices = valueNamed(
            kMatrices, columns.matrices ? field(*columns.matrices) : std::string_view{}, "matrices", line);
    }
    readOffsets(field(columns.offsets), access, line);
    return access;
}

constexpr std::string_view kHeading =
    "shared_wavefronts,shared_bank_conflicts,global_sectors,global_tag_lookups,global_tstage_wavefronts,"
    "global_data_wavefronts,global_transactions,bytes_requested,bytes_transferred\n";

bool hasOperation(const WarpAccess& access, const Architecture& architecture) {
    return access.matrices == 0 || hasMatrixOperation(access.operation, architecture);
}

} // namespace

std::vector<TableRow> readAccessTable(std::istream& table) {
    RecordReader reader(table);
    std::vector<std::string> fields;
    if (!reader.next(fields)) {
        fail(1, "the table is empty: it needs a heading with space,op,width_bytes,lane_byte_offsets");
    }
    const Columns columns = columnsOf(fields, reader.line());
    std::vector<TableRow> rows;
    while (reader.next(fields)) {
        rows.push_back({accessOf(fields, columns, reader.line()), reader.line()});
    }
    if (table.bad()) {
        throw BadInput("the table could not be read to its end");
    }
    return rows;
}

void writeCountTable(std::ostream& out, const std::vector<TableRow>& rows, const Architecture& architecture,
                     const Rules& rules) {
    out << kHeading;
    for (const TableRow& row : rows) {
        const Counts counts = count(row.access, architecture, rules);
        const bool shared = row.access.space == Space::Shared && hasOperation(row.access, architecture);
        const bool global = row.access.space == Space::Global;
        const bool sectors = global && hasSectors(architecture);
        const bool data = global && hasDataWavefronts(architecture, directionOf(row.access.operation));
        const std::array<std::pair<bool, std::uint64_t>, 9> columns{{{shared, counts.sharedWavefronts},
                                                                     {shared, counts.bankConflicts},
                                                                     {sectors, counts.sectors},
                                                                     {sectors, counts.tagLookups},
                                                                     {sectors, counts.tagWavefronts},
                                                                     {data, counts.dataWavefronts},
                                                                     {global, counts.transactions},
                                                                     {true, counts.bytesRequested},
                                                                     {global, counts.bytesTransferred}}};
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i != 0) {
                out << ',';
            }
            if (columns[i].first) {
                out << columns[i].second;
            }
        }
        out << '\n';
    }
}

} // namespace lanescope::model
