// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Times of grids that launch grids, as a table: tests/data/h200_child_grids.csv is what an H200 gave.
//     nvcc -O1 -std=c++17 -arch=native -rdc=true child_grids.cu -lcudadevrt -o child_grids && ./child_grids
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kWarmUp = 4, kRepetitions = 11;
constexpr int kMost = 1 << 16;   // blocks, and calls
const char* const kStreams[] = {"implicit", "named", "fire-and-forget", "tail"};

void check(cudaError_t error, const char* what)
{
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

struct Span { unsigned long long start, end; };   // ns

__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
    return t;
}

__device__ void spend(int turns, Span* never)
{
    float x = threadIdx.x;
    for (int k = 0; k < turns; ++k) x = x * 0.999f + 1.0f;
    if (x == -12345.0f) never->start = 7;
}

__global__ void nothing() {}

__global__ void child(Span* spans, int turns)
{
    __shared__ unsigned long long first;
    if (threadIdx.x == 0) first = now();
    spend(turns, spans);
    __syncthreads();
    if (threadIdx.x == 0) spans[blockIdx.x] = {first, now()};
}

struct Notes { Span *parents, *calls, *children; };
struct Shape { int stream, parents, children, blocks, threads, turns, wait; };   // blocks 0: the child does nothing

__global__ void parent(Notes notes, Shape shape)
{
    if (threadIdx.x == 0) notes.parents[blockIdx.x].start = now();
    spend(shape.wait, notes.parents);
    if (threadIdx.x == 0)
        for (int i = 0; i < shape.children; ++i) {
            const int c = blockIdx.x * shape.children + i;
            notes.calls[c].start = now();
            cudaStream_t stream = nullptr;
            if (shape.stream == 1) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
            if (shape.stream == 2) stream = cudaStreamFireAndForget;
            if (shape.stream == 3) stream = cudaStreamTailLaunch;
            if (shape.blocks == 0)
                nothing<<<1, 32, 0, stream>>>();
            else
                child<<<shape.blocks, shape.threads, 0, stream>>>(notes.children + c * shape.blocks, shape.turns);
            if (shape.stream == 1) cudaStreamDestroy(stream);
            notes.calls[c].end = now();
        }
    if (threadIdx.x == 0) notes.parents[blockIdx.x].end = now();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double eventMicroseconds(const Notes& notes, const Shape& shape)
{
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    std::vector<double> times;
    for (int i = 0; i < kWarmUp + kRepetitions; ++i) {
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        check(cudaEventRecord(begin), "cudaEventRecord");
        parent<<<shape.parents, 32>>>(notes, shape);
        check(cudaEventRecord(end), "cudaEventRecord");
        check(cudaDeviceSynchronize(), "the launch");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
        if (i >= kWarmUp) times.push_back(milliseconds * 1e3);
    }
    check(cudaEventDestroy(begin), "cudaEventDestroy");
    check(cudaEventDestroy(end), "cudaEventDestroy");
    return median(times);
}

}   // namespace

int main()
{
    Notes notes{};
    for (Span** each : {&notes.parents, &notes.calls, &notes.children})
        check(cudaMalloc(each, kMost * sizeof(Span)), "cudaMalloc");
    std::vector<Shape> shapes;
    for (int s = 0; s < 4; ++s) {
        for (int n : {1, 2, 4, 8, 16, 64}) {
            shapes.push_back({s, 1, n, 0, 32, 0, 0});
            shapes.push_back({s, 1, n, 1, 32, 0, 0});
        }
        for (int n : {1, 4, 8})
            for (int turns : {1000, 3000, 10000, 40000}) shapes.push_back({s, 1, n, 1, 256, turns, 0});
        for (int turns : {1000, 10000}) {
            shapes.push_back({s, 1, 1, 132, 256, turns, 0});
            shapes.push_back({s, 1, 4, 132, 256, turns, 0});
            shapes.push_back({s, 1, 4, 1056, 256, turns, 0});
            shapes.push_back({s, 1, 2, 2112, 256, turns, 0});
        }
        for (int parents : {2, 4, 8, 16, 32, 64, 132, 264, 528}) {
            shapes.push_back({s, parents, 1, 1, 32, 0, 0});
            shapes.push_back({s, parents, 1, 1, 256, 3000, 0});
        }
        for (int parents : {2, 4, 8}) {
            shapes.push_back({s, parents, 3, 1, 256, 4000, 0});
            shapes.push_back({s, parents, 8, 1, 256, 4000, 0});
            shapes.push_back({s, parents, 3, 8, 32, 4000, 0});
        }
        for (int wait : {1000, 10000, 40000}) {
            shapes.push_back({s, 1, 1, 1, 32, 0, wait});
            shapes.push_back({s, 2, 3, 1, 256, 4000, wait});
        }
        shapes.push_back({s, 16, 16, 1, 32, 0, 0});
        shapes.push_back({s, 132, 8, 1, 32, 0, 0});
    }
    std::printf("stream,parents,children,blocks,threads,turns,wait,event_us\n");
    for (const Shape& s : shapes)
        std::printf("%s,%d,%d,%d,%d,%d,%d,%.2f\n", kStreams[s.stream], s.parents, s.children, s.blocks, s.threads,
                    s.turns, s.wait, eventMicroseconds(notes, s));
    return 0;
}
