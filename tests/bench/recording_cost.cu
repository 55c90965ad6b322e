// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What recording costs a program: launches of an empty kernel, and 64 MiB of managed memory that the host
// uses between launches. recording_cost.sh runs it with and without. It ends by a signal that leaves no time to
// write gigabytes to a file.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr std::size_t kBytes = std::size_t{64} << 20, kPage = 4096;
constexpr int kRounds = 31, kLaunches = 1000;

__global__ void empty() {}

__global__ void addOne(std::uint64_t* words) {
    words[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x] += 1;
}

template <class Body> double medianSeconds(const Body& body) {
    std::vector<double> seconds;
    for (int round = 0; round < kRounds; ++round) {
        const auto began = std::chrono::steady_clock::now();
        body(round);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        seconds.push_back(took.count());
    }
    std::nth_element(seconds.begin(), seconds.begin() + kRounds / 2, seconds.end());
    return seconds[kRounds / 2];
}

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "recording_cost: %s\n", cudaGetErrorString(error));
    std::exit(1);
}

/// What the host does to each page before a kernel uses all of them.
enum class Host { Nothing, Reads, Writes };

double managed(std::uint64_t* words, Host host) {
    volatile std::uint64_t* const seen = words;
    return medianSeconds([&](int round) {
        constexpr std::size_t kWords = kPage / sizeof(std::uint64_t);
        for (std::size_t at = 0; host != Host::Nothing && at < kBytes / sizeof(std::uint64_t); at += kWords) {
            if (host == Host::Writes)
                seen[at] = at * 31 + static_cast<std::uint64_t>(round);
            else
                static_cast<void>(seen[at]);
        }
        addOne<<<kBytes / sizeof(std::uint64_t) / 256, 256>>>(words);
        check(cudaDeviceSynchronize());
    });
}

} // namespace

int main() {
    empty<<<1, 32>>>();
    check(cudaDeviceSynchronize());
    const double launches = medianSeconds([](int) {
        for (int i = 0; i < kLaunches; ++i) empty<<<1, 32>>>();
        check(cudaDeviceSynchronize());
    });
    std::printf("empty launch, us %.2f\n", launches / kLaunches * 1e6);
    std::uint64_t* words = nullptr;
    check(cudaMallocManaged(&words, kBytes));
    for (std::size_t at = 0; at < kBytes / sizeof(std::uint64_t); ++at) words[at] = at;
    std::printf("managed, host idle, ms %.3f\n", managed(words, Host::Nothing) * 1e3);
    std::printf("managed, host reads each page, ms %.3f\n", managed(words, Host::Reads) * 1e3);
    std::printf("managed, host writes each page, ms %.3f\n", managed(words, Host::Writes) * 1e3);
    std::fflush(stdout);
    std::raise(SIGKILL);
}
