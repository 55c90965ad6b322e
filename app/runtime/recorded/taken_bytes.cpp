// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/taken_bytes.h"

#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <span>
#include <system_error>
#include <thread>

namespace lanescope::runtime {

namespace {

/// The program's signals are its own threads': those that begin in the scope get none.
class WithoutSignals {
public:
    WithoutSignals() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    WithoutSignals(const WithoutSignals&) = delete;
    WithoutSignals& operator=(const WithoutSignals&) = delete;

private:
    sigset_t m_before{};
};

struct Piece {
    recording::Digest digest;
    bool isZero = true;
    std::vector<std::size_t> suspects;
};

/// Not zeroed first: each thread writes its part. Many of them lie in pages of 2 MiB where the system has
/// such: to be given pages of 4 KiB one by one takes longer than to write them.
std::shared_ptr<std::byte[]> freshBytes(std::size_t size) { // NOLINT(modernize-avoid-c-arrays)
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    if (size < 2 * kHugePage)
        return std::make_shared_for_overwrite<std::byte[]>(size); // NOLINT(modernize-avoid-c-arrays)
    const std::size_t whole = (size + kHugePage - 1) / kHugePage * kHugePage;
    auto* const bytes = static_cast<std::byte*>(std::aligned_alloc(kHugePage, whole));
    if (!bytes) throw std::bad_alloc();
    ::madvise(bytes, whole, MADV_HUGEPAGE); // no more than advice: it may fail
    return {bytes, [](std::byte* all) { std::free(all); }};
}

/// Bytes `begin` to `end` of the rows, put one behind the other.
void gather(const std::byte* from, std::size_t pitch, std::size_t width, std::size_t begin, std::size_t end,
            std::byte* to) {
    while (begin < end) {
        const std::size_t row = begin / width, column = begin % width;
        const std::size_t count = std::min(width - column, end - begin);
        std::memcpy(to, from + row * pitch + column, count);
        to += count;
        begin += count;
    }
}

void look(std::span<const std::byte> bytes, std::size_t offset, AddressRange addresses, Piece& piece) {
    std::uint64_t any = 0;
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, &bytes[at], sizeof word);
        any |= word;
        if (addresses.holds(word)) piece.suspects.push_back(offset + at);
    }
    for (; at < bytes.size(); ++at) any |= static_cast<std::uint64_t>(bytes[at]);
    piece.isZero = any == 0;
    piece.digest = recording::digestOf(bytes);
}

} // namespace

void forEachPiece(std::size_t pieces, const std::function<void(std::size_t)>& body) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr thrown;
    std::once_flag isThrown;
    const auto work = [&] {
        try {
            for (std::size_t piece = next++; piece < pieces; piece = next++) body(piece);
        } catch (...) {
            std::call_once(isThrown, [&] { thrown = std::current_exception(); });
        }
    };
    {
        std::vector<std::jthread> others;
        if (pieces > 1) {
            const WithoutSignals quiet;
            const std::size_t wanted = std::min<std::size_t>(pieces, std::thread::hardware_concurrency());
            try {
                while (others.size() + 1 < wanted) others.emplace_back(work);
            } catch (const std::system_error&) {
                // The program may be allowed no more threads: those that there are do it.
            }
        }
        work();
    }
    if (thrown) std::rethrow_exception(thrown);
}

TakenBytes::TakenBytes(const std::byte* from, std::size_t pitch, std::size_t width, std::size_t rows,
                       AddressRange addresses, std::byte* mirror)
    : size(width * rows) {
    const auto memory = freshBytes(size);
    std::vector<Piece> pieces((size + kPiece - 1) / kPiece);
    forEachPiece(pieces.size(), [&](std::size_t i) {
        const std::size_t begin = i * kPiece, end = std::min(begin + kPiece, size);
        gather(from, pitch, width, begin, end, &memory[begin]);
        if (mirror) std::memcpy(mirror + begin, &memory[begin], end - begin);
        look({&memory[begin], end - begin}, begin, addresses, pieces[i]);
    });
    std::vector<recording::Digest> digests;
    for (const Piece& piece : pieces) {
        digests.push_back(piece.digest);
        isZero = isZero && piece.isZero;
        suspects.insert(suspects.end(), piece.suspects.begin(), piece.suspects.end());
    }
    key = digests.size() == 1 ? digests.front() : recording::digestOf(std::as_bytes(std::span(digests)));
    bytes = memory;
}

} // namespace lanescope::runtime
