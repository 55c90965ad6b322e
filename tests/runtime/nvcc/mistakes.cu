// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Mistakes that programs make on the host's side, as students write them; the argument says which. A test finds the
/// lines by their remarks.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void twice(int* data, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        data[i] = 2 * data[i]; // access
}

__global__ void fill(int* data, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        data[i] = i;
}

__global__ void sum(int* left, const int* right, int count)
{
    if (threadIdx.x < count)
        left[threadIdx.x] += right[threadIdx.x];
}

__device__ int total = 5;

__global__ void tells(int* data)
{
    data[threadIdx.x] = total; // corrupts
    if (data[threadIdx.x] != total)
        printf("it was %d\n", total);
}

__global__ void reverse(int* data, int* scratch, int count)
{
    scratch[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = scratch[count - 1 - threadIdx.x];
}

struct Shared {
    int latch, answer;
};

__global__ void answer(Shared* shared)
{
    shared->answer = 42;
}

__global__ void countUp(int* counter)
{
    atomicAdd_system(counter, 1);
}

static __global__ void quiet(int* data)
{
    data[threadIdx.x] = 0;
}

void setFlag(void* flag)
{
    *static_cast<volatile bool*>(flag) = true;
}

constexpr int count = 256;
constexpr size_t bytes = count * sizeof(int);

int* array()
{
    int* device = nullptr;
    cudaMalloc(&device, bytes); // array
    return device;
}

int main(int, char** arguments)
{
    const auto is = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
    std::vector<int> host(count, 1);
    if (is("direction")) {
        int* device = array();
        cudaMemcpy(device, host.data(), bytes, cudaMemcpyDeviceToHost); // direction
        cudaFree(device);
    } else if (is("past")) {
        int* device = array();
        twice<<<9, 32>>>(device, count + 1);
        cudaDeviceSynchronize();
    } else if (is("elements")) {
        int* device = nullptr;
        cudaMalloc(&device, count);                                     // elements
        cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice); // too many
        cudaFree(device);
    } else if (is("fewer")) {
        int* device = array();
        cudaMemcpy(device, host.data(), count, cudaMemcpyHostToDevice); // too few
        twice<<<1, count>>>(device, count);                             // reads them all
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaFree(device);
    } else if (is("again")) {
        int* device = array();
        cudaFree(device); // once
        cudaFree(device); // again
        cudaGetLastError();
    } else if (is("kinds")) { // on one line, each once, however often
        int *device = array(), *pinned = nullptr;
        cudaMallocHost(&pinned, bytes); // locked
        for (int i = 0; i < 3; ++i)
            cudaFree(device), cudaFree(host.data()), cudaFree(pinned); // three kinds
        cudaGetLastError();
        cudaFreeHost(pinned);
    } else if (is("pair")) { // two that are allocated on one line
        int *left = nullptr, *right = nullptr;
        cudaMalloc(&left, bytes), cudaMalloc(&right, bytes); // neither
        for (int round = 0; round < 3; ++round)
            sum<<<1, count>>>(left, right, count); // reads both
        cudaMemcpy(host.data(), left, bytes, cudaMemcpyDeviceToHost);
        cudaFree(left), cudaFree(right);
    } else if (is("replaced")) { // the same size again
        int* device = array();
        cudaFree(device); // given back
        int* next = array();
        cudaMemset(next, 0, bytes);
        twice<<<1, count>>>(device, count);
        cudaDeviceSynchronize();
    } else if (is("module")) { // whose data is placed when the first of its kernels is launched
        int* device = array();
        cudaFree(device); // before the module
        tells<<<1, 32>>>(device);
        cudaDeviceSynchronize();
    } else if (is("other")) {
        int* pinned = nullptr;
        cudaMallocHost(&pinned, bytes); // pinned
        cudaFree(pinned);               // other
        cudaGetLastError();
        cudaFreeHost(pinned);
    } else if (is("follow")) {
        int* device = array();
        std::printf("%d\n", device[2]); // follow
    } else if (is("heap")) {
        int* device = array();
        std::free(device); // heap
    } else if (is("host")) {
        twice<<<1, count>>>(host.data(), count);
        cudaDeviceSynchronize();
    } else if (is("freed")) {
        int* device = array();
        cudaFree(device); // freed
        twice<<<1, count>>>(device, count);
        cudaDeviceSynchronize();
    } else if (is("peer")) { // memory of another device, without asking for access
        cudaSetDevice(1);
        int* device = array();
        cudaSetDevice(0);
        twice<<<1, count>>>(device, count);
        std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    } else if (is("late")) {
        int* device = array();
        cudaFree(device); // late
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost); // too late
        cudaGetLastError();
    } else if (is("leak")) {
        for (int i = 0; i < 3; ++i)
            array();
        int* managed = nullptr;
        cudaMallocManaged(&managed, 100); // leak
    } else if (is("leaks")) { // several on one line
        int *one = nullptr, *other = nullptr, *managed = nullptr;
        cudaMalloc(&one, 100), cudaMalloc(&other, 200), cudaMallocManaged(&managed, 20); // both
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        cudaArray_t kept = nullptr, lost = nullptr;
        cudaMallocArray(&kept, &format, 8, 8);
        cudaFreeArray(kept);
        for (int i = 0; i < 2; ++i)
            cudaMallocArray(&lost, &format, 32, 16); // texels
    } else if (is("unread")) {
        int* device = array();
        fill<<<1, count>>>(device, count); // unread
        cudaDeviceSynchronize();
        cudaFree(device); // gone
    } else if (is("over")) {
        int* device = array();
        fill<<<1, count>>>(device, count);                              // over
        cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice); // the wrong way
        cudaFree(device);
    } else if (is("rounds")) {
        int *device = array(), *last = array();
        fill<<<1, count>>>(device, count);
        for (int round = 0; round < 3; ++round)
            twice<<<1, count>>>(device, count); // rounds
        cudaMemset(last, 0, bytes);
        cudaFree(device);
        cudaFree(last);
    } else if (is("early")) {
        int *device = array(), *pinned = nullptr;
        cudaMallocHost(&pinned, bytes);
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        fill<<<1, count, 0, stream>>>(device, count);
        cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream); // early
        std::printf("%d\n", pinned[3]);                                         // not waited
        cudaStreamSynchronize(stream);
        std::printf("%d\n", pinned[4]);
        cudaFree(device);
        cudaFreeHost(pinned);
    } else if (is("staging") || is("staged")) { // filled again while it is copied from, or after that
        int *device = array(), *pinned = nullptr;
        cudaMallocHost(&pinned, bytes);
        pinned[3] = 1;
        cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice); // staging
        std::printf("%d\n", pinned[3]);
        if (is("staged"))
            cudaStreamSynchronize(nullptr);
        pinned[3] = 2; // filled again
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        std::printf("%d %d\n", host[3], pinned[3]);
        cudaFree(device);
        cudaFreeHost(pinned);
    } else if (is("graph")) { // what a graph will copy can be filled until it is launched
        int *device = array(), *pinned = nullptr;
        cudaMallocHost(&pinned, bytes);
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        cudaGraph_t graph;
        cudaGraphExec_t exec;
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, stream);
        twice<<<1, count, 0, stream>>>(device, count);
        cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream);
        cudaStreamEndCapture(stream, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        pinned[3] = 4;
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        std::printf("%d\n", pinned[3]);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
        cudaFree(device);
        cudaFreeHost(pinned);
    } else if (is("branches") || is("halves") || is("joined") || is("around") || is("behind") || is("recorded")) {
        // A graph of two branches, each with a half or both with all of it; then another stream has it, too.
        int *device = array(), *pinned = nullptr;
        cudaMallocHost(&pinned, bytes);
        cudaStream_t one, other;
        cudaEvent_t fork, join;
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        cudaEventCreate(&fork);
        cudaEventCreate(&join);
        cudaGraph_t graph;
        cudaGraphExec_t exec;
        cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
        cudaMemsetAsync(device, 0, bytes, one); // forks
        cudaEventRecord(fork, one);
        cudaStreamWaitEvent(other, fork, 0);
        twice<<<1, count / 2, 0, one>>>(device, count / 2); // one branch
        if (is("joined")) {
            cudaEventRecord(fork, one);
            cudaStreamWaitEvent(other, fork, 0);
        }
        const bool halves = !is("branches") && !is("joined");
        twice<<<1, count / 2, 0, other>>>(device + (halves ? count / 2 : 0), count / 2); // other branch
        cudaEventRecord(join, other);
        cudaStreamWaitEvent(one, join, 0);
        cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, one); // joins
        cudaStreamEndCapture(one, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        if (is("around"))
            fill<<<1, count, 0, other>>>(device, count); // around
        cudaGraphLaunch(exec, one);
        cudaGraphLaunch(exec, one);
        if (is("behind"))
            std::printf("%d\n", pinned[3]); // too soon
        cudaEventRecord(join, one);
        if (is("recorded"))
            cudaStreamWaitEvent(other, join, 0);
        else
            cudaDeviceSynchronize();
        fill<<<1, count, 0, other>>>(device, count);
        cudaStreamSynchronize(other);
        std::printf("%d\n", pinned[5]);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
        cudaFree(device);
        cudaFreeHost(pinned);
    } else if (is("turns") || is("renewed")) {
        // One executable graph in two streams runs once at a time; another one of the same graph does not wait for it.
        int* device = array();
        cudaStream_t one, other;
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        cudaGraph_t graph;
        cudaGraphExec_t exec, next;
        cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
        cudaMemsetAsync(device, 0, bytes, one);     // turn
        twice<<<1, count, 0, one>>>(device, count); // turned
        cudaStreamEndCapture(one, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, one);
        cudaGraphLaunch(exec, other);
        cudaGraphLaunch(exec, one);
        if (is("renewed")) {
            cudaGraphInstantiate(&next, graph, 0);
            cudaGraphLaunch(next, other);
            cudaGraphExecDestroy(next);
        }
        cudaDeviceSynchronize();
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
        cudaFree(device);
    } else if (is("managed")) {
        int* managed = nullptr;
        cudaMallocManaged(&managed, bytes);
        fill<<<1, count>>>(managed, count);  // managed
        std::printf("%d\n", managed[5]);     // at once
        cudaDeviceSynchronize();
        std::printf("%d\n", managed[6]);
        cudaFree(managed);
    } else if (is("refused")) {
        int* managed = nullptr;
        cudaMallocManaged(&managed, bytes);
        fill<<<1, count>>>(managed, count); // then
        std::printf("%d\n", managed[5]);    // at once, too
        fill<<<1, 4096>>>(managed, count);  // refused
        cudaDeviceSynchronize();            // went on
        cudaFree(managed);
    } else if (is("streams") || is("ordered") || is("flags") || is("legacy")) {
        int* device = array();
        cudaStream_t one, other;
        cudaEvent_t event;
        cudaStreamCreate(&one);
        cudaStreamCreate(&other);
        cudaEventCreate(&event);
        cudaMemsetAsync(device, 0, bytes, one); // one
        if (is("flags"))
            cudaEventRecordWithFlags(event, one, cudaEventRecordDefault);
        else
            cudaEventRecord(event, one);
        if (is("ordered") || is("flags"))
            cudaStreamWaitEvent(other, event, 0);
        twice<<<1, count / 2, 0, is("legacy") ? nullptr : other>>>(device, count / 2); // unordered
        cudaDeviceSynchronize();
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaFree(device);
    } else if (is("pool") || is("taken") || is("pooled")) {
        cudaStream_t one, other;
        cudaEvent_t event;
        cudaStreamCreate(&one);
        cudaStreamCreate(&other);
        cudaEventCreate(&event);
        int *device = nullptr, *pinned = nullptr;
        cudaMallocHost(&pinned, bytes);
        cudaMallocAsync(&device, bytes, one); // pool
        cudaEventRecord(event, one);
        if (!is("pool"))
            cudaStreamWaitEvent(other, event, 0);
        fill<<<1, count, 0, other>>>(device, count);                           // not there yet
        cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, other); // copied back
        cudaEventRecord(event, other);
        if (is("pooled"))
            cudaStreamWaitEvent(one, event, 0);
        cudaFreeAsync(device, one); // still in use
        cudaDeviceSynchronize();
        std::printf("%d\n", pinned[5]);
        cudaFreeHost(pinned);
    } else if (is("unseen")) {
        int* device = nullptr;
        cudaMalloc(&device, size_t{1} << 60); // unseen
        cudaMemset(device, 0, bytes);         // goes on
        cudaGetLastError();
    } else if (is("launch")) {
        int* device = array();
        cudaMemset(device, 0, bytes);
        twice<<<1, 4096>>>(device, count);                              // launch
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost); // nothing came
        cudaFree(device);
    } else if (is("last")) { // that nobody asks, and nothing comes behind it
        twice<<<1, 4096>>>(nullptr, count); // last
    } else if (is("counts")) { // kernels that count in the same words need no order
        cudaStream_t one, other;
        cudaStreamCreate(&one);
        cudaStreamCreate(&other);
        int* device = array();
        cudaMemset(device, 0, bytes);
        cudaDeviceSynchronize();
        countUp<<<4, 64, 0, one>>>(device);
        countUp<<<4, 64, 0, other>>>(device);
        cudaDeviceSynchronize();
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaFree(device);
    } else if (is("unset")) { // whichever blocks come first
        int* device = array();
        countUp<<<16, 64>>>(device); // unset
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaFree(device);
    } else if (is("static")) {
        int* device = array();
        quiet<<<1, count>>>(device); // static
        cudaFree(device);            // static gone
    } else if (is("scratch")) { // what a kernel reads again itself is no result
        int *device = array(), *scratch = array();
        cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice);
        reverse<<<1, count>>>(device, scratch, count);
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaFree(device);
        cudaFree(scratch);
    } else if (is("handed")) { // what kernels hand on to each other, and inputs that are brought again
        int *device = array(), *flags = array();
        fill<<<1, count>>>(flags, count);
        for (int round = 0; round < 3; ++round) {
            cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice);
            twice<<<1, count>>>(flags, count);
            twice<<<1, count>>>(device, count);
        }
        cudaFree(flags);
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaFree(device);
    } else if (is("reused")) { // the same address in another stream is another allocation
        cudaStream_t one, other;
        cudaStreamCreate(&one);
        cudaStreamCreate(&other);
        int* device = array();
        cudaMemsetAsync(device, 0, bytes, one);
        cudaFree(device);
        device = array();
        cudaMemsetAsync(device, 0, bytes, other);
        cudaDeviceSynchronize();
        cudaFree(device);
    } else if (is("told")) { // by a call from the stream
        volatile bool flag = false;
        int *device = array(), *pinned = nullptr;
        cudaMallocHost(&pinned, bytes);
        fill<<<1, count>>>(device, count);
        cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost);
        cudaLaunchHostFunc(nullptr, &setFlag, const_cast<bool*>(&flag));
        while (!flag) {
        }
        std::printf("%d\n", pinned[3]);
        cudaFree(device);
        cudaFreeHost(pinned);
    } else if (is("beside")) { // what the kernel does not write, and what both count in atomically
        Shared* shared = nullptr;
        cudaMallocManaged(&shared, sizeof *shared);
        answer<<<1, 1>>>(shared);
        shared->latch = 1;
        int* counter = nullptr;
        cudaMallocManaged(&counter, sizeof *counter);
        countUp<<<1, 1>>>(counter);
        __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
        cudaDeviceSynchronize();
        std::printf("%d %d\n", shared->answer, *counter);
        cudaFree(shared);
        cudaFree(counter);
    } else {
        int* device = array();
        cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice);
        twice<<<1, count>>>(device, count);
        cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost);
        cudaFree(device);
        std::printf("%d\n", host[7]);
    }
}
