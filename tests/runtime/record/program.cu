// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Small programs that are recorded; the argument says which. Each prints what it has read back.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>
#include <thread>
#include <vector>

// of cudaMemcpyToArray and its like
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

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

/// Without a step, it goes on for ever.
__global__ void countUp(volatile int* out, int last, int step) {
    for (int i = 0; i < last; i += step) *out = i;
}

__global__ void waitFor(const volatile int* flag) {
    while (*flag == 0) {
    }
}

__global__ void raceAndFault(int* out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    out[100000 + tile[(threadIdx.x + 1) % 64]] = 1;
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

__global__ void sample(cudaTextureObject_t first, cudaTextureObject_t second, float* out, int width, int height) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height) return;
    const float x = i % width + 0.75F, y = i / width + 0.5F;
    out[i] = tex2D<float>(first, x, y) + (i % 3 ? 2 * tex2D<float>(second, x / width, y / height) : 0.0F);
}

struct Volume {
    int depth;
    cudaTextureObject_t texels;
};

__global__ void layersOf(Volume volume, cudaTextureObject_t layered, cudaTextureObject_t line, float* out) {
    const int z = threadIdx.x;
    if (z < volume.depth)
        out[z] = tex3D<float>(volume.texels, 1.5F, 1.5F, z + 0.5F) + 100 * tex2DLayered<float2>(layered, 0.5F, 1.5F, z).y +
                 10000 * tex1D<short>(line, float(z));
}

__global__ void draw(cudaSurfaceObject_t surface, int width, int height) {
    const int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height) surf2Dwrite(surf2Dread<float>(surface, x * 4, y) + x * y, surface, x * 4, y);
}

cudaTextureObject_t textureOver(cudaArray_t array, bool normalized, cudaTextureFilterMode filter, cudaTextureReadMode read) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    for (auto& mode : description.addressMode) mode = normalized ? cudaAddressModeWrap : cudaAddressModeClamp;
    description.filterMode = filter;
    description.readMode = read;
    description.normalizedCoords = normalized;
    cudaTextureObject_t made = 0;
    cudaCreateTextureObject(&made, &resource, &description, nullptr);
    return made;
}

/// Arrays with two textures over one, a surface, and copies between all of them; each round makes them anew.
void textures() {
    constexpr int kWidth = 24, kHeight = 10;
    float* out = nullptr;
    cudaMalloc(&out, kWidth * kHeight * sizeof(float));
    std::vector<float> read(kWidth * kHeight);
    for (int round = 0; round < 2; ++round) {
        const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(), bytes = cudaCreateChannelDesc<unsigned char>();
        cudaArray_t array = nullptr, small = nullptr;
        cudaMallocArray(&array, &floats, kWidth, kHeight, cudaArraySurfaceLoadStore);
        cudaMallocArray(&small, &bytes, 8, 4);
        cudaMemcpy2DToArray(array, 0, 0, ramp(30 * kHeight, float(round)).data(), 30 * sizeof(float), kWidth * sizeof(float),
                            kHeight, cudaMemcpyHostToDevice);
        std::vector<unsigned char> levels(32);
        for (int i = 0; i < 32; ++i) levels[i] = (unsigned char)(i * 8 + round);
        cudaMemcpy2DToArrayAsync(small, 0, 0, levels.data(), 8, 8, 4, cudaMemcpyHostToDevice, nullptr);
        const cudaTextureObject_t linear = textureOver(array, false, cudaFilterModeLinear, cudaReadModeElementType);
        const cudaTextureObject_t wrapped = textureOver(small, true, cudaFilterModePoint, cudaReadModeNormalizedFloat);
        sample<<<2, 128>>>(linear, wrapped, out, kWidth, kHeight);
        cudaMemcpy(read.data(), out, read.size() * sizeof(float), cudaMemcpyDeviceToHost);
        print("sampled", read);

        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaSurfaceObject_t surface = 0;
        cudaCreateSurfaceObject(&surface, &resource);
        draw<<<1, dim3(32, 16)>>>(surface, kWidth, kHeight);
        // Into the middle of the array from the memory of the device, and out again.
        cudaMemcpy2DToArray(array, 4 * sizeof(float), 2, out, kWidth * sizeof(float), 5 * sizeof(float), 3,
                            cudaMemcpyDeviceToDevice);
        cudaMemcpy2DFromArray(read.data(), kWidth * sizeof(float), array, 0, 0, kWidth * sizeof(float), kHeight,
                              cudaMemcpyDeviceToHost);
        print("drawn", read);
        cudaMemcpy2DFromArray(out, kWidth * sizeof(float), array, 0, 5, kWidth * sizeof(float), 5, cudaMemcpyDeviceToDevice);
        cudaMemcpy(read.data(), out, read.size() * sizeof(float), cudaMemcpyDeviceToHost);
        print("half", read);
        cudaDestroyTextureObject(linear);
        cudaDestroyTextureObject(wrapped);
        cudaDestroySurfaceObject(surface);
        cudaFreeArray(array);
        cudaFreeArray(small);
    }

    // A volume, layers of two channels, and an array of one dimension.
    constexpr int kDepth = 3;
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(), pairs = cudaCreateChannelDesc<float2>(),
                                shorts = cudaCreateChannelDesc<short>();
    cudaArray_t volume = nullptr, layers = nullptr, line = nullptr;
    cudaMalloc3DArray(&volume, &floats, make_cudaExtent(4, 4, kDepth));
    cudaMalloc3DArray(&layers, &pairs, make_cudaExtent(2, 3, kDepth), cudaArrayLayered);
    cudaMallocArray(&line, &shorts, kDepth);
    std::vector<float> texels = ramp(4 * 4 * kDepth);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(texels.data(), 4 * sizeof(float), 4, 4);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(4, 4, kDepth);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    copy.srcPtr = make_cudaPitchedPtr(texels.data(), 2 * sizeof(float2), 2, 3);
    copy.dstArray = layers;
    copy.extent = make_cudaExtent(2, 3, kDepth);
    cudaMemcpy3D(&copy);
    const short values[kDepth] = {-3, 5, 7};
    cudaMemcpy2DToArray(line, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice);
    const Volume what{kDepth, textureOver(volume, false, cudaFilterModePoint, cudaReadModeElementType)};
    layersOf<<<1, 32>>>(what, textureOver(layers, false, cudaFilterModePoint, cudaReadModeElementType),
                        textureOver(line, false, cudaFilterModePoint, cudaReadModeElementType), out);
    cudaMemcpy(read.data(), out, kDepth * sizeof(float), cudaMemcpyDeviceToHost);
    print("layers", std::vector<float>(read.begin(), read.begin() + kDepth));
    cudaFree(out);
}

__global__ void fetch(cudaTextureObject_t line, cudaTextureObject_t rows, float* out, int count) {
    const int i = threadIdx.x;
    if (i < count) out[i] = tex1Dfetch<float>(line, i) + 1000 * tex2D<float>(rows, 1.25F, i / 2 + 0.5F);
}

__global__ void faces(cudaTextureObject_t cube, cudaTextureObject_t lines, cudaTextureObject_t plane, float* out) {
    const int i = threadIdx.x;
    const float side = i % 2 ? -1.0F : 1.0F;
    out[i] = texCubemap<float>(cube, i / 2 == 0 ? side : 0, i / 2 == 1 ? side : 0, i / 2 == 2 ? side : 0) +
             100 * tex1DLayered<float>(lines, 1.5F, i % 2) + 10000 * tex2Dgather<float4>(plane, 1, 1, 0).y;
}

// Halves a level of a mipmap.
__global__ void halve(cudaTextureObject_t fine, cudaSurfaceObject_t coarse) {
    const float x = (threadIdx.x + 0.5F) / blockDim.x, y = (threadIdx.y + 0.5F) / blockDim.y;
    surf2Dwrite(tex2D<float>(fine, x, y), coarse, threadIdx.x * 4, threadIdx.y);
}

__global__ void zoom(cudaTextureObject_t mipmap, float* out, int count) {
    const int i = threadIdx.x;
    if (i < count)
        out[i] = i % 2 ? tex2DLod<float>(mipmap, 0.4F, 0.6F, i * 0.3F)
                       : tex2DGrad<float>(mipmap, 0.4F, 0.6F, make_float2(0.05F * i, 0), make_float2(0, 0.03F * i));
}

/// Textures over memory of the device and of the host, a cubemap, layers of lines, an array to gather from, and
/// mipmaps that kernels fill; each round makes them anew.
void texels() {
    constexpr int kCount = 16;
    float *memory = nullptr, *out = nullptr, *host = nullptr, *rows = nullptr;
    std::size_t pitch = 0;
    cudaMalloc(&memory, 4096);
    cudaMalloc(&out, 4096);
    cudaMallocPitch(&rows, &pitch, 12 * sizeof(float), 8);
    cudaMallocManaged(&host, 4096);
    std::vector<float> read(kCount);
    const auto show = [&](const char* name) {
        cudaMemcpy(read.data(), out, kCount * sizeof(float), cudaMemcpyDeviceToHost);
        print(name, read);
    };
    cudaTextureDesc description{};
    for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {rows, cudaCreateChannelDesc<float>(), 12, 8, pitch};
    description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t filtered = 0;
    cudaCreateTextureObject(&filtered, &resource, &description, nullptr);
    description.filterMode = cudaFilterModePoint;
    cudaMemcpy2D(rows, pitch, ramp(12 * 8).data(), 12 * sizeof(float), 12 * sizeof(float), 8, cudaMemcpyHostToDevice);
    for (float* each : {memory, host}) {
        resource = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear = {each + 256, cudaCreateChannelDesc<float>(), 12 * sizeof(float)};
        cudaTextureObject_t line = 0;
        cudaCreateTextureObject(&line, &resource, &description, nullptr);
        for (int round = 0; round < 2; ++round) {
            if (each == host)
                for (int i = 0; i < kCount; ++i) host[256 + i] = float(round + i * i);
            else
                cudaMemcpy(each + 256, ramp(kCount, float(round)).data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
            fetch<<<1, 32>>>(line, filtered, out, kCount);
            show("fetched");
        }
        cudaDestroyTextureObject(line);
    }
    cudaDestroyTextureObject(filtered);

    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaArray_t cube = nullptr, lines = nullptr, plane = nullptr;
    cudaMalloc3DArray(&cube, &floats, make_cudaExtent(4, 4, 6), cudaArrayCubemap);
    cudaMalloc3DArray(&lines, &floats, make_cudaExtent(4, 0, 2), cudaArrayLayered);
    cudaMallocArray(&plane, &floats, 4, 4, cudaArrayTextureGather);
    std::vector<float> values = ramp(4 * 4 * 6);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), 4 * sizeof(float), 4, 4);
    copy.dstArray = cube;
    copy.extent = make_cudaExtent(4, 4, 6);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    copy.srcPtr = make_cudaPitchedPtr(values.data() + 8, 4 * sizeof(float), 4, 1);
    copy.dstArray = lines;
    copy.extent = make_cudaExtent(4, 1, 2);
    cudaMemcpy3D(&copy);
    cudaMemcpy2DToArray(plane, 0, 0, values.data(), 16, 16, 4, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 4096);
    faces<<<1, 6>>>(textureOver(cube, true, cudaFilterModePoint, cudaReadModeElementType),
                    textureOver(lines, false, cudaFilterModePoint, cudaReadModeElementType),
                    textureOver(plane, false, cudaFilterModePoint, cudaReadModeElementType), out);
    show("faces");
    cudaFreeArray(cube);
    // Runs of texels that begin and end within rows, also in a stream.
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    cudaMemcpyToArray(plane, 8, 0, values.data() + 50, 40, cudaMemcpyHostToDevice);
    cudaMemcpyToArrayAsync(plane, 4, 3, values.data() + 90, 8, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpyFromArray(out, plane, 0, 0, 64, cudaMemcpyDeviceToDevice);
    show("runs");
    cudaMemcpyFromArrayAsync(read.data(), plane, 12, 1, 24, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    print("run", std::vector<float>(read.begin(), read.begin() + 6));

    for (int round = 0; round < 2; ++round) {
        cudaMipmappedArray_t mipmap = nullptr;
        cudaMallocMipmappedArray(&mipmap, &floats, make_cudaExtent(8, 8, 0), 4, cudaArraySurfaceLoadStore);
        cudaArray_t fine = nullptr, coarse = nullptr;
        cudaGetMipmappedArrayLevel(&fine, mipmap, 0);
        cudaMemcpy2DToArray(fine, 0, 0, ramp(64, float(round)).data(), 32, 32, 8, cudaMemcpyHostToDevice);
        for (unsigned level = 1; level < 4; ++level) {
            cudaGetMipmappedArrayLevel(&coarse, mipmap, level);
            resource = {};
            resource.res.array.array = coarse;
            cudaSurfaceObject_t surface = 0;
            cudaCreateSurfaceObject(&surface, &resource);
            halve<<<1, dim3(8 >> level, 8 >> level)>>>(
                textureOver(fine, true, cudaFilterModeLinear, cudaReadModeElementType), surface);
            fine = coarse;
        }
        resource = {};
        resource.resType = cudaResourceTypeMipmappedArray;
        resource.res.mipmap.mipmap = mipmap;
        description.normalizedCoords = 1;
        description.filterMode = description.mipmapFilterMode = cudaFilterModeLinear;
        description.maxMipmapLevelClamp = 3;
        description.mipmapLevelBias = 0.25F * round;
        cudaTextureObject_t texture = 0;
        cudaCreateTextureObject(&texture, &resource, &description, nullptr);
        zoom<<<1, 32>>>(texture, out, kCount);
        show("zoomed");
        cudaGetMipmappedArrayLevel(&coarse, mipmap, 2);
        cudaMemcpy2DFromArray(read.data(), 8, coarse, 0, 0, 8, 2, cudaMemcpyDeviceToHost);
        print("level 2", std::vector<float>(read.begin(), read.begin() + 4));
        cudaDestroyTextureObject(texture);
        cudaFreeMipmappedArray(mipmap);
    }
    cudaFree(out);
}

/// A graph that is built node by node, out of order, with another one in it; then a node of it is changed.
void built() {
    float *a = nullptr, *b = nullptr;
    cudaMalloc(&a, kBytes);
    cudaMalloc(&b, kBytes);
    std::vector<float> host = ramp(kCount), read(kCount);
    cudaGraph_t inner = nullptr, graph = nullptr;
    cudaGraphCreate(&inner, 0);
    cudaGraphCreate(&graph, 0);
    const auto add = [](cudaGraph_t to, std::vector<cudaGraphNode_t> needs, float* values, float what) {
        int count = kCount;
        void* arguments[] = {&values, &what, &count};
        cudaKernelNodeParams params{};
        params.func = reinterpret_cast<void*>(&addTo<float>);
        params.gridDim = dim3(8);
        params.blockDim = dim3(128);
        params.kernelParams = arguments;
        cudaGraphNode_t node = nullptr;
        cudaGraphAddKernelNode(&node, to, needs.data(), needs.size(), &params);
        return node;
    };
    add(inner, {}, b, 3);
    // What comes last is added first.
    cudaGraphNode_t back = nullptr, in = nullptr, fill = nullptr, child = nullptr, join = nullptr;
    cudaGraphAddMemcpyNode1D(&back, graph, nullptr, 0, read.data(), b, kBytes, cudaMemcpyDeviceToHost);
    cudaGraphAddMemcpyNode1D(&in, graph, nullptr, 0, a, host.data(), kBytes, cudaMemcpyHostToDevice);
    cudaMemsetParams ones{};
    ones.dst = b;
    ones.elementSize = 4;
    ones.value = 0x3f800000; // 1.0
    ones.width = kCount;
    ones.height = 1;
    cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &ones);
    const cudaGraphNode_t added = add(graph, {in}, a, 0.5F);
    cudaGraphAddChildGraphNode(&child, graph, &fill, 1, inner);
    const cudaGraphNode_t both[] = {added, child};
    cudaGraphAddEmptyNode(&join, graph, both, 2);
    cudaMemcpy3DParms within{};
    within.srcPtr = make_cudaPitchedPtr(a, 100 * sizeof(float), 100, 10);
    within.dstPtr = make_cudaPitchedPtr(b + 500, 50 * sizeof(float), 50, 10);
    within.extent = make_cudaExtent(50 * sizeof(float), 10, 1);
    within.kind = cudaMemcpyDeviceToDevice;
    cudaGraphNode_t copy = nullptr;
    cudaGraphAddMemcpyNode(&copy, graph, &join, 1, &within);
    cudaGraphAddDependencies(graph, &copy, &back, nullptr, 1);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    for (int round = 0; round < 3; ++round) {
        cudaGraphLaunch(exec, nullptr);
        cudaDeviceSynchronize();
        print("built", read);
        cudaMemcpy(host.data(), a, kBytes, cudaMemcpyDeviceToHost);
        print("a", host);
        if (round == 0) {
            float* values = a;
            float what = 7;
            int count = kCount / 2;
            void* arguments[] = {&values, &what, &count};
            cudaKernelNodeParams params{};
            params.func = reinterpret_cast<void*>(&addTo<float>);
            params.gridDim = dim3(8);
            params.blockDim = dim3(128);
            params.kernelParams = arguments;
            cudaGraphExecKernelNodeSetParams(exec, added, &params);
        }
    }
    cudaMemcpy(read.data(), b, kBytes, cudaMemcpyDeviceToHost);
    print("b", read);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(inner);
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

__global__ void reverse(int* values, int count) {
    extern __shared__ int kept[];
    for (int i = threadIdx.x; i < count; i += blockDim.x) kept[i] = values[i];
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] = kept[count - 1 - i];
}

/// Launches with more shared memory than all kernels have: as many bytes as the kernel was allowed, and more.
/// One that cannot be is among them, so that the play may fail.
void allowed() {
    constexpr int kCount = 20000, kShared = kCount * 4;
    int* memory = nullptr;
    cudaMalloc(&memory, kShared);
    std::vector<int> values(kCount);
    for (int i = 0; i < kCount; ++i) values[i] = i;
    cudaMemcpy(memory, values.data(), kShared, cudaMemcpyHostToDevice);
    reverse<<<1, 256, kShared>>>(memory, kCount);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared);
    reverse<<<1, 256, kShared>>>(memory, kCount);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    reverse<<<1, 256, kShared + 4>>>(memory, kCount);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(values.data(), memory, kShared, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", values.front(), values.back());
}

/// What a recording cannot hold.
void shareable() {
    void* memory = nullptr;
    cudaMalloc(&memory, 1024);
    cudaIpcMemHandle_t handle{};
    cudaIpcGetMemHandle(&handle, memory);
    std::printf("made %d\n", memory != nullptr);
}

struct Numbers {
    float* values;
    int count;
    float add;
};

void addOnHost(void* data) {
    const auto* numbers = static_cast<Numbers*>(data);
    for (int i = 0; i < numbers->count; ++i) numbers->values[i] += numbers->add;
}

/// Graphs that call the host between copies and kernels, also on memory that both use, allocate and free memory,
/// and record and wait for events: captured and built.
void hosted() {
    constexpr int kFew = 64;
    float *memory = nullptr, *managed = nullptr, *locked = nullptr;
    cudaMalloc(&memory, kFew * sizeof(float));
    cudaMallocManaged(&managed, kFew * sizeof(float));
    cudaMallocHost(&locked, kFew * sizeof(float));
    std::vector<float> plain(kFew, 1), read(kFew);
    const auto show = [&](const char* name, const float* from) {
        cudaMemcpy(read.data(), from, kFew * sizeof(float), cudaMemcpyDefault);
        print(name, read);
    };
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    for (int i = 0; i < kFew; ++i) locked[i] = float(i), managed[i] = 0;
    Numbers onLocked{locked, kFew, 5}, onManaged{managed, kFew, 100}, onPlain{plain.data(), kFew, 0.5F};

    // The host adds to what a kernel has left and the next one reads; the copy behind it takes what it has written.
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    addTo<float><<<1, kFew, 0, stream>>>(managed, 2, kFew);
    cudaLaunchHostFunc(stream, addOnHost, &onManaged);
    cudaLaunchHostFunc(stream, addOnHost, &onLocked);
    addTo<float><<<1, kFew, 0, stream>>>(managed, 3, kFew);
    cudaMemcpyAsync(memory, locked, kFew * sizeof(float), cudaMemcpyHostToDevice, stream);
    float* scratch = nullptr;
    cudaMallocAsync(&scratch, kFew * sizeof(float), stream);
    cudaMemcpyAsync(scratch, memory, kFew * sizeof(float), cudaMemcpyDeviceToDevice, stream);
    addTo<float><<<1, kFew, 0, stream>>>(scratch, 1000, kFew);
    cudaMemcpyAsync(memory, scratch, kFew * sizeof(float), cudaMemcpyDeviceToDevice, stream);
    cudaFreeAsync(scratch, stream);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    for (int round = 0; round < 3; ++round) {
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        show("memory", memory);
        show("managed", managed);
    }

    // Built: an allocation that the program frees itself, a host node, events.
    cudaGraph_t built = nullptr;
    cudaGraphCreate(&built, 0);
    cudaEvent_t event = nullptr;
    cudaEventCreate(&event);
    cudaMemAllocNodeParams allocation{};
    allocation.poolProps.allocType = cudaMemAllocationTypePinned;
    allocation.poolProps.location = {cudaMemLocationTypeDevice, 0};
    allocation.bytesize = kFew * sizeof(float);
    cudaGraphNode_t made = nullptr, called = nullptr, copied = nullptr, added = nullptr, recorded = nullptr,
                    waited = nullptr;
    cudaGraphAddMemAllocNode(&made, built, nullptr, 0, &allocation);
    cudaHostNodeParams host{addOnHost, &onPlain};
    cudaGraphAddHostNode(&called, built, nullptr, 0, &host);
    const cudaGraphNode_t both[] = {made, called};
    cudaGraphAddMemcpyNode1D(&copied, built, both, 2, allocation.dptr, plain.data(), kFew * sizeof(float),
                             cudaMemcpyHostToDevice);
    float* values = static_cast<float*>(allocation.dptr);
    float what = 7;
    int count = kFew;
    void* arguments[] = {&values, &what, &count};
    cudaKernelNodeParams kernel{};
    kernel.func = reinterpret_cast<void*>(&addTo<float>);
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(kFew);
    kernel.kernelParams = arguments;
    cudaGraphAddKernelNode(&added, built, &copied, 1, &kernel);
    cudaGraphAddEventRecordNode(&recorded, built, &added, 1, event);
    cudaGraphAddEventWaitNode(&waited, built, &recorded, 1, event);
    cudaHostNodeParams known{};
    cudaGraphHostNodeGetParams(called, &known);
    std::printf("its own function %d\n", known.fn == addOnHost && known.userData == &onPlain);
    cudaGraphExec_t again = nullptr;
    cudaGraphInstantiate(&again, built, 0);
    for (int round = 0; round < 2; ++round) {
        cudaGraphLaunch(again, stream);
        cudaStreamSynchronize(stream);
        show("allocated", values);
        cudaFree(values);
    }
    // Another event from the next launch on.
    cudaEvent_t other = nullptr, told = nullptr;
    cudaEventCreate(&other);
    cudaGraphEventRecordNodeGetEvent(recorded, &told);
    std::printf("%d %s %s\n", told == event, cudaGetErrorName(cudaGraphExecEventRecordNodeSetEvent(again, recorded, other)),
                cudaGetErrorName(cudaGraphExecEventWaitNodeSetEvent(again, waited, other)));
    onPlain.add = 20;
    host.fn = [](void* data) { addOnHost(data), addOnHost(data); };
    cudaGraphExecHostNodeSetParams(again, called, &host);
    cudaGraphLaunch(again, stream);
    cudaEventSynchronize(other);
    show("changed", values);
}

__device__ int onEach = 5;

/// A managed variable is one for all devices.
__global__ void stepOn(int* out) { *out = ++steps; }

__global__ void raise(int* out, int by) {
    onEach += by;
    *out = onEach;
}

/// Two devices, each with its variable, a copy from one to the other, and a kernel that writes to the other's memory.
void devices() {
    int* values[2]{};
    cudaStream_t streams[2]{};
    const auto read = [](const char* what, const int* from) {
        int value = 0;
        cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost);
        std::printf("%s: %d\n", what, value);
    };
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaMalloc(&values[device], sizeof(int));
        cudaStreamCreate(&streams[device]);
    }
    const int first = 100;
    cudaMemcpyToSymbol(onEach, &first, sizeof first);
    for (int round = 0; round < 2; ++round)
        for (int device = 0; device < 2; ++device) {
            cudaSetDevice(device);
            raise<<<1, 1, 0, streams[device]>>>(values[device], device + 1);
        }
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaStreamSynchronize(streams[device]);
        read(device == 0 ? "device 0" : "device 1", values[device]);
    }
    cudaMemcpyPeer(values[0], 0, values[1], 1, sizeof(int));
    read("from device 1", values[0]);
    cudaSetDevice(0);
    cudaDeviceEnablePeerAccess(1, 0);
    raise<<<1, 1, 0, streams[0]>>>(values[1], 10);
    cudaStreamSynchronize(streams[0]);
    read("in device 1", values[1]);
    int both[2]{};
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaMemcpyFromSymbol(&both[device], onEach, sizeof(int));
    }
    std::printf("variables: %d %d\n", both[0], both[1]);
    // A thread begins on the first device.
    std::thread([&] {
        raise<<<1, 1>>>(values[0], 1);
        read("of a thread", values[0]);
    }).join();
    for (const int device : {0, 1, 0}) {
        cudaSetDevice(device);
        stepOn<<<1, 1>>>(values[device]);
        read("managed", values[device]);
        if (device == 1) steps = 20;
    }
    cudaSetDevice(1);
    int last = 0;
    cudaMemcpyFromSymbol(&last, onEach, sizeof last);
    std::printf("last: %d\n", last);
}

__global__ void find(const cudaTextureObject_t* list, float* out) {
    *out = tex2D<float>(list[1], 0.5F, 0.5F);
}

/// A handle that no parameter is.
void bindless() {
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &floats, 4, 4);
    cudaTextureObject_t list[2] = {};
    list[1] = textureOver(array, false, cudaFilterModePoint, cudaReadModeElementType);
    cudaTextureObject_t* onDevice = nullptr;
    cudaMalloc(&onDevice, sizeof list);
    cudaMemcpy(onDevice, list, sizeof list, cudaMemcpyHostToDevice);
    float* out = nullptr;
    cudaMalloc(&out, sizeof(float));
    find<<<1, 1>>>(onDevice, out);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
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
               {"managed", managed}, {"captured", captured}, {"stopped", stopped}, {"allowed", allowed}, {"hosted", hosted}, {"devices", devices}, {"shareable", shareable}, {"textures", textures}, {"texels", texels}, {"built", built}, {"bindless", bindless},     {"large", large}};
    for (const auto& each : all)
        if (std::strcmp(what, each.name) == 0) each.run();
    if (std::strcmp(what, "fault") == 0) {
        int* out = nullptr;
        cudaMalloc(&out, 4);
        fault<<<1, 32>>>(out);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    if (std::strcmp(what, "waits") == 0) {
        int* flag = nullptr;
        cudaMallocManaged(&flag, sizeof(int));
        *flag = 0;
        waitFor<<<1, 1>>>(flag);
        *flag = 1;
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    if (std::strcmp(what, "racing") == 0) {
        int* out = nullptr;
        cudaMalloc(&out, 4);
        raceAndFault<<<1, 64>>>(out);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    const auto runsForEver = [] {
        int* out = nullptr;
        cudaMalloc(&out, 4);
        countUp<<<1, 1>>>(out, 10, 1);
        cudaDeviceSynchronize();
        std::printf("launches\n");
        std::fflush(stdout);
        countUp<<<1, 1>>>(out, 10, 0);
        cudaDeviceSynchronize();
    };
    if (std::strcmp(what, "endless") == 0) runsForEver();
    // The thread that gets a signal is another than the one that launches.
    if (std::strcmp(what, "endless-beside") == 0) std::thread(runsForEver).join();
    if (std::strcmp(what, "many") == 0) {
        int* out = nullptr;
        cudaMalloc(&out, 4);
        for (int i = 0; i < 240; ++i) countUp<<<1 + i % 2, 1>>>(out, 10 + i, 1);
        cudaDeviceSynchronize();
    }
    if (std::strcmp(what, "exit") == 0) {
        one();
        // Such a child shares its parent's memory.
        if (const pid_t child = vfork(); child == 0) {
            _exit(0);
        } else {
            waitpid(child, nullptr, 0);
        }
        one();
        std::printf("ends");
        std::fflush(stdout);
        _exit(5);
    }
    if (std::strcmp(what, "quick") == 0) {
        one();
        std::quick_exit(6);
    }
    if (std::strcmp(what, "crash") == 0) {
        one();
        float* memory = nullptr;
        cudaMalloc(&memory, 4);
        std::abort();
    }
    // ends NUMBER [HOW]: of that signal, unless it is handled or ignored
    if (std::strcmp(what, "ends") == 0 && argc > 2) {
        const int number = std::atoi(argv[2]);
        const char* how = argc > 3 ? argv[3] : "";
        if (std::strcmp(how, "handled") == 0) std::signal(number, [](int) { _exit(9); });
        if (std::strcmp(how, "ignored") == 0) std::signal(number, SIG_IGN);
        one();
        std::raise(number);
        return 8;
    }
    // For as long as somebody reads it, while another thread may be within a call.
    if (std::strcmp(what, "prints") == 0) {
        one();
        if (argc > 2) std::thread(runsForEver).detach();
        for (;;) {
            std::printf("a line\n");
            std::fflush(stdout);
            usleep(1000);
        }
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
