// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// A program of two files, as users write them; the argument says what it does.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

__device__ int twice(int value); // of other.cu

__global__ void fill(int* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = twice(i);
}

__global__ void tooFar(int* out)
{
    out[threadIdx.x + 1000] = 1;
}

__global__ void greet()
{
    printf("thread %d of the device\n", int(threadIdx.x));
}

int sum(int count)
{
    int* device = nullptr;
    if (cudaMalloc(&device, count * sizeof(int)) != cudaSuccess)
        return -1;
    fill<<<(count + 127) / 128, 128>>>(device, count);
    std::vector<int> host(count);
    if (cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
        return -1;
    cudaFree(device);
    int total = 0;
    for (int value : host)
        total += value;
    return total;
}

__global__ void waitFor(const volatile int* flag)
{
    while (*flag == 0) {
    }
}

int main(int argc, char** argv)
{
    const char* what = argc > 1 ? argv[1] : "";
    if (std::strcmp(what, "fault") == 0) {
        int* device = nullptr;
        cudaMalloc(&device, 1000 * sizeof(int));
        tooFar<<<1, 32>>>(device);
        std::printf("launched: %s\n", cudaGetErrorName(cudaGetLastError()));
        std::printf("waited: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        std::printf("later: %s\n", cudaGetErrorName(cudaMalloc(&device, 4)));
        return 0;
    }
    if (std::strcmp(what, "waits") == 0) {
        int* flag = nullptr;
        cudaMallocManaged(&flag, sizeof(int));
        *flag = 0;
        waitFor<<<2, 64>>>(flag);
        std::printf("launched: %s\n", cudaGetErrorName(cudaGetLastError()));
        if (argc > 2)
            *flag = 1;
        std::printf("waited: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        std::printf("later: %s\n", cudaGetErrorName(cudaMalloc(&flag, 4)));
        return 0;
    }
    if (std::strcmp(what, "threads") == 0) {
        int totals[4] = {};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([i, &totals] { totals[i] = sum(100 * (i + 1)); });
        for (std::thread& thread : threads)
            thread.join();
        std::printf("%d %d %d %d\n", totals[0], totals[1], totals[2], totals[3]);
        return 0;
    }
    if (std::strcmp(what, "fork") == 0) {
        const pid_t child = fork();
        if (child == 0) {
            std::printf("child %d\n", sum(10));
            std::fflush(stdout);
            _exit(3);
        }
        int status = 0;
        waitpid(child, &status, 0);
        std::printf("parent %d after %d\n", sum(20), WEXITSTATUS(status));
        return 0;
    }
    if (std::strcmp(what, "exit") == 0) {
        greet<<<1, 2>>>();
        std::exit(5);
    }
    if (std::strcmp(what, "follow") == 0) {
        int* device = nullptr;
        cudaMalloc(&device, 4);
        return *device;
    }
    if (std::strcmp(what, "device") == 0) {
        int count = -1;
        const cudaError_t counted = cudaGetDeviceCount(&count);
        std::printf("count: %s, %d\n", cudaGetErrorName(counted), count);
        int* device = nullptr;
        std::printf("allocated: %s\n", cudaGetErrorName(cudaMalloc(&device, 4)));
        greet<<<1, 1>>>();
        std::printf("launched: %s\n", cudaGetErrorName(cudaGetLastError()));
        std::printf("waited: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    std::printf("%d\n", sum(1000));
    return 0;
}
