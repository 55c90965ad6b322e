// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Small programs that are recorded; the argument says which. Each prints what it has read back.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

__constant__ float factor;
__device__ int visits;
__device__ float table[16];

__global__ void scaleAdd(const float* a, const float* b, float* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    out[i] = factor * a[i] + b[i] + table[i % 16];
    atomicAdd(&visits, 1);
}

template<class T>
__global__ void addTo(T* values, T what, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += what;
}

struct Rows {
    float* first;
    std::size_t pitch;
    int width, height;
};

__global__ void transposeInPlace(Rows rows) {
    const int x = threadIdx.x, y = threadIdx.y;
    auto at = [&](int column, int row) {
        return reinterpret_cast<float*>(reinterpret_cast<char*>(rows.first) + row * rows.pitch) + column;
    };
    if (x <= y || x >= rows.width || y >= rows.height) return;
    const float kept = *at(x, y);
    *at(x, y) = *at(y, x);
    *at(y, x) = kept;
}

__global__ void follow(float* const* list, float* sums, int count) {
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += list[threadIdx.x][i];
    sums[threadIdx.x] = sum;
}

__global__ void fault(int* out) {
    out[threadIdx.x + 100000] = 1;
}

namespace {

std::vector<float> ramp(int count, float first = 0) {
    std::vector<float> values(count);
    for (int i = 0; i < count; ++i) values[i] = first + i;
    return values;
}

void print(const char* name, const std::vector<float>& values) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i] * (1 + i % 7);
    std::printf("%s %.9g\n", name, sum);
}

constexpr int kCount = 1000;
constexpr std::size_t kBytes = kCount * sizeof(float);

/// Copies, launches, variables of the device and of the whole program.
void symbols() {
    float *a = nullptr, *b = nullptr, *out = nullptr;
    cudaMalloc(&a, kBytes);
    cudaMalloc(&b, kBytes);
    cudaMalloc(&out, kBytes);
    cudaMemcpy(a, ramp(kCount).data(), kBytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, ramp(kCount, 5).data(), kBytes, cudaMemcpyHostToDevice);
    const float three = 3;
    cudaMemcpyToSymbol(factor, &three, sizeof three);
    cudaMemcpyToSymbol(table, ramp(8, 1).data(), 8 * sizeof(float), 4 * sizeof(float));
    scaleAdd<<<(kCount + 127) / 128, 128>>>(a, b, out, kCount);
    void* address = nullptr;
    cudaGetSymbolAddress(&address, table);
    cudaMemset(address, 0, sizeof(float));
    addTo<float><<<1, 32>>>(static_cast<float*>(address), 0.5F, 16);
    scaleAdd<<<(kCount + 127) / 128, 128>>>(out + 1, b, a, kCount - 1);
    std::vector<float> read(kCount), tableRead(16);
    cudaMemcpy(read.data(), a, kBytes, cudaMemcpyDeviceToHost);
    print("a", read);
    int count = 0;
    cudaMemcpyFromSymbol(&count, visits, sizeof count);
    cudaMemcpyFromSymbol(tableRead.data(), table, 16 * sizeof(float));
    std::printf("visits %d\n", count);
    print("table", tableRead);
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
}

/// One launch, to be counted.
void one() {
    float* memory = nullptr;
    cudaMalloc(&memory, 3 * kBytes);
    cudaMemset(memory, 0, 3 * kBytes);
    scaleAdd<<<8, 128>>>(memory, memory + kCount, memory + 2 * kCount, kCount);
    cudaDeviceSynchronize();
}

/// Two streams, an event that one waits for, page-locked memory, copies within the device.
void streams() {
    cudaStream_t first = nullptr, second = nullptr;
    cudaStreamCreate(&first);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEvent_t ready = nullptr;
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    float *host = nullptr, *a = nullptr, *b = nullptr;
    cudaMallocHost(&host, kBytes);
    cudaMallocAsync(&a, kBytes, first);
    cudaMalloc(&b, kBytes);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < kCount; ++i) host[i] = float(i * round);
        cudaMemcpyAsync(a, host, kBytes, cudaMemcpyHostToDevice, first);
        addTo<<<8, 128, 0, first>>>(a, 1.25F, kCount);
        cudaEventRecord(ready, first);
        cudaStreamWaitEvent(second, ready, 0);
        cudaMemcpyAsync(b, a, kBytes, cudaMemcpyDeviceToDevice, second);
        addTo<<<8, 128, 0, second>>>(b, float(round), kCount);
        cudaMemcpyAsync(host, b, kBytes, cudaMemcpyDeviceToHost, second);
        cudaStreamSynchronize(second);
        print("round", std::vector<float>(host, host + kCount));
    }
    cudaEventSynchronize(ready);
    cudaFreeAsync(a, first);
    cudaFree(b);
    cudaFreeHost(host);
    cudaEventDestroy(ready);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaDeviceSynchronize();
}

/// Rows with padding, in two and three dimensions.
void rows() {
    constexpr int kWidth = 20, kHeight = 20;
    Rows in{nullptr, 0, kWidth, kHeight};
    cudaMallocPitch(&in.first, &in.pitch, kWidth * sizeof(float), kHeight);
    cudaMemset2D(in.first, in.pitch, 0, kWidth * sizeof(float), kHeight);
    cudaMemcpy2D(in.first, in.pitch, ramp(30 * kHeight).data(), 30 * sizeof(float), kWidth * sizeof(float), kHeight,
                 cudaMemcpyHostToDevice);
    transposeInPlace<<<1, dim3(32, 32)>>>(in);
    cudaPitchedPtr cube{};
    const cudaExtent extent = make_cudaExtent(kWidth * sizeof(float), 10, 4);
    cudaMalloc3D(&cube, extent);
    cudaMemset3D(cube, 0, extent);
    cudaMemcpy2D(static_cast<char*>(cube.ptr) + cube.pitch, cube.pitch, in.first, in.pitch, kWidth * sizeof(float),
                 kHeight, cudaMemcpyDeviceToDevice);
    std::vector<float> read(kWidth * kHeight), all(kWidth * 10 * 4);
    cudaMemcpy2D(read.data(), kWidth * sizeof(float), in.first, in.pitch, kWidth * sizeof(float), kHeight,
                 cudaMemcpyDeviceToHost);
    print("rows", read);
    cudaMemcpy3DParms back{};
    back.srcPtr = cube;
    back.dstPtr = make_cudaPitchedPtr(all.data(), kWidth * sizeof(float), kWidth, 10);
    back.extent = extent;
    back.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&back);
    print("cube", all);
    cudaFree(in.first);
    cudaFree(cube.ptr);
}

/// Pairs of small numbers, which are no addresses, whatever allocations there are.
void pairs() {
    std::vector<int> values(20000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = int(i * 7919 % 10007);
    int* memory = nullptr;
    cudaMalloc(&memory, values.size() * sizeof(int));
    for (int highest = 1; highest < 32768; highest *= 2) {
        for (std::size_t i = 1; i < values.size(); i += 2) values[i] = highest;
        cudaMemcpy(memory, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
        addTo<int><<<160, 128>>>(memory, 1, int(values.size()));
        cudaMemcpy(values.data(), memory, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
    }
    std::printf("pairs %d\n", values[10]);
    cudaFree(memory);
}

/// Addresses of device memory in what the host copies.
void addresses() {
    constexpr int kLists = 4;
    float* list[kLists] = {};
    for (int i = 0; i < kLists; ++i) {
        cudaMalloc(&list[i], kBytes);
        cudaMemcpy(list[i], ramp(kCount, float(i)).data(), kBytes, cudaMemcpyHostToDevice);
        list[i] += i; // also within an allocation
    }
    float **onDevice = nullptr, *sums = nullptr;
    cudaMalloc(&onDevice, sizeof list);
    cudaMalloc(&sums, kLists * sizeof(float));
    cudaMemcpy(onDevice, list, sizeof list, cudaMemcpyHostToDevice);
    follow<<<1, kLists>>>(onDevice, sums, kCount - kLists);
    std::vector<float> read(kLists);
    cudaMemcpy(read.data(), sums, kLists * sizeof(float), cudaMemcpyDeviceToHost);
    print("sums", read);
}

__managed__ int steps = 7;

__global__ void step(float* values, int count) {
    if (threadIdx.x == 0) steps += 1;
    for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] *= 2;
}

/// Memory that the host writes between launches.
void managed() {
    float* values = nullptr;
    cudaMallocManaged(&values, kBytes);
    float* mapped = nullptr;
    cudaHostAlloc(&mapped, kBytes, cudaHostAllocMapped);
    for (int i = 0; i < kCount; ++i) values[i] = mapped[i] = float(i);
    steps = 10;
    for (int round = 0; round < 3; ++round) {
        step<<<1, 64>>>(values, kCount);
        step<<<1, 64>>>(mapped, kCount);
        cudaDeviceSynchronize();
        values[round * 300] += 1000; // seen by the next launch
        mapped[5] = values[6];
    }
    std::vector<float> read(kCount);
    cudaMemcpy(read.data(), values, kBytes, cudaMemcpyDefault);
    print("values", read);
    print("mapped", std::vector<float>(mapped, mapped + kCount));
    std::printf("steps %d\n", steps);
    float* copy = nullptr;
    cudaMalloc(&copy, kBytes);
    cudaMemcpy(copy, mapped, kBytes, cudaMemcpyDefault);
    addTo<<<8, 128>>>(copy, 1.0F, kCount);
    cudaMemcpy(read.data(), copy, kBytes, cudaMemcpyDefault);
    print("copy", read);
    cudaFree(copy);
    cudaFree(values);
    cudaFreeHost(mapped);
}

/// A graph that is captured of two streams, and launched three times with other inputs.
void captured() {
    cudaStream_t stream = nullptr, beside = nullptr;
    cudaStreamCreate(&stream);
    cudaStreamCreate(&beside);
    cudaEvent_t fork = nullptr, join = nullptr;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    float *host = nullptr, *a = nullptr, *b = nullptr;
    cudaMallocHost(&host, kBytes);
    cudaMalloc(&a, kBytes);
    cudaMalloc(&b, kBytes);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(a, host, kBytes, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(beside, fork, 0);
    cudaMemsetAsync(b, 0, kBytes, beside);
    addTo<<<8, 128, 0, beside>>>(b, 2.0F, kCount);
    addTo<<<8, 128, 0, stream>>>(a, 1.0F, kCount);
    cudaEventRecord(join, beside);
    cudaStreamWaitEvent(stream, join, 0);
    addTo<<<8, 128, 0, stream>>>(b, 0.5F, kCount);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    std::vector<float> read(kCount);
    for (int round = 1; round < 4; ++round) {
        for (int i = 0; i < kCount; ++i) host[i] = float(i * round);
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        cudaMemcpy(read.data(), a, kBytes, cudaMemcpyDeviceToHost);
        print("a", read);
        cudaMemcpy(read.data(), b, kBytes, cudaMemcpyDeviceToHost);
        print("b", read);
    }
    cudaGraphExecDestroy(exec);
    cudaFree(a);
    cudaFree(b);
}

/// A launch that cannot be, and one whose kernel faults.
void stopped() {
    int* memory = nullptr;
    cudaMalloc(&memory, 128);
    cudaMemset(memory, 0, 128);
    addTo<int><<<1, 32>>>(memory, 1, 32);
    addTo<int><<<1, 2048>>>(memory, 1, 32);
    cudaGetLastError();
    fault<<<1, 32>>>(memory);
    cudaDeviceSynchronize();
}

/// What a recording cannot hold.
void graph() {
    cudaGraph_t made = nullptr;
    cudaGraphCreate(&made, 0);
    std::printf("made %d\n", made != nullptr);
}

void large() {
    char* memory = nullptr;
    cudaMalloc(&memory, 8 << 20);
    std::vector<char> values(8 << 20);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = char(i * 2654435761U >> 24);
    cudaMemcpy(memory, values.data(), values.size(), cudaMemcpyHostToDevice);
    std::printf("copied\n");
}

} // namespace

int main(int argc, char** argv) {
    const char* what = argc > 1 ? argv[1] : "";
    const struct {
        const char* name;
        void (*run)();
    } all[] = {{"one", one},         {"symbols", symbols}, {"pairs", pairs}, {"streams", streams}, {"rows", rows},   {"addresses", addresses},
               {"managed", managed}, {"captured", captured}, {"stopped", stopped}, {"graph", graph},     {"large", large}};
    for (const auto& each : all)
        if (std::strcmp(what, each.name) == 0) each.run();
    if (std::strcmp(what, "fault") == 0) {
        int* out = nullptr;
        cudaMalloc(&out, 4);
        fault<<<1, 32>>>(out);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    if (std::strcmp(what, "crash") == 0) {
        one();
        float* memory = nullptr;
        cudaMalloc(&memory, 4);
        std::abort();
    }
    if (std::strcmp(what, "child") == 0) {
        one();
        if (const pid_t child = fork(); child == 0) {
            for (int i = 0; i < 3; ++i) one();
            std::printf("child 3 ");
            std::exit(0);
        } else {
            waitpid(child, nullptr, 0);
        }
        one();
        std::printf("parent 2");
    }
    return argc > 2 ? std::atoi(argv[2]) : 0;
}
