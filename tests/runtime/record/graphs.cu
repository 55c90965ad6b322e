// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// graphs NAME: a program whose graphs have branches; what it prints shows that nothing came too early.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

namespace {

constexpr int kCount = 4096;
constexpr std::size_t kBytes = kCount * sizeof(float);

void check(cudaError_t result, int line) {
    if (result == cudaSuccess) return;
    std::printf("line %d: %s\n", line, cudaGetErrorName(result));
    std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

__global__ void add(float* values, float what) {
    values[blockIdx.x * blockDim.x + threadIdx.x] += what;
}

__global__ void scale(float* out, const float* in, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i];
    for (int round = 0; round < 200; ++round) value = value * 1.0001F + 0.001F; // so that branches overlap
    out[i] = in[i] * by + (value < 0 ? 1 : 0);
}

__global__ void sum(float* out, const float* a, const float* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}

struct Buffers {
    float *a, *b, *c, *out;
    Buffers() {
        for (float** each : {&a, &b, &c, &out}) {
            CHECK(cudaMalloc(each, kBytes));
            CHECK(cudaMemset(*each, 0, kBytes));
        }
        CHECK(cudaDeviceSynchronize());
    }
    ~Buffers() {
        for (float* each : {a, b, c, out}) CHECK(cudaFree(each));
    }
};

void show(const char* name, const float* from) {
    std::vector<float> read(kCount);
    CHECK(cudaMemcpy(read.data(), from, kBytes, cudaMemcpyDeviceToHost));
    double total = 0;
    for (const float each : read) total += each;
    std::printf("%s %.1f %.1f\n", name, read.front(), total);
}

template<class... Parameters, class... Arguments>
cudaGraphNode_t addKernel(cudaGraph_t graph, std::vector<cudaGraphNode_t> needs, void (*kernel)(Parameters...),
                          Arguments... given) {
    std::tuple<Parameters...> arguments(given...);
    void* pointers[sizeof...(Parameters)];
    std::apply(
        [&](auto&... each) {
            int at = 0;
            ((pointers[at++] = &each), ...);
        },
        arguments);
    cudaKernelNodeParams params{};
    params.func = reinterpret_cast<void*>(kernel);
    params.gridDim = dim3(kCount / 128);
    params.blockDim = dim3(128);
    params.kernelParams = pointers;
    cudaGraphNode_t node = nullptr;
    CHECK(cudaGraphAddKernelNode(&node, graph, needs.data(), needs.size(), &params));
    return node;
}

void launch(cudaGraph_t graph, cudaStream_t stream, int times = 1) {
    cudaGraphExec_t exec = nullptr;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < times; ++i) CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(exec));
}

/// One stream forks, and joins what another one has done meanwhile.
cudaGraph_t forked(const Buffers& on, cudaStream_t stream, cudaStream_t beside) {
    cudaEvent_t fork = nullptr, join = nullptr;
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<kCount / 128, 128, 0, stream>>>(on.a, 1);
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(beside, fork, 0));
    scale<<<kCount / 128, 128, 0, stream>>>(on.b, on.a, 2);
    scale<<<kCount / 128, 128, 0, beside>>>(on.c, on.a, 3);
    CHECK(cudaEventRecord(join, beside));
    CHECK(cudaStreamWaitEvent(stream, join, 0));
    sum<<<kCount / 128, 128, 0, stream>>>(on.out, on.b, on.c);
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaEventDestroy(fork));
    CHECK(cudaEventDestroy(join));
    return graph;
}

/// a += 1; b = 2 a and c = 3 a beside each other; out = b + c.
struct Diamond {
    cudaGraphNode_t top, left, right, bottom;
    Diamond(cudaGraph_t graph, const Buffers& on, std::vector<cudaGraphNode_t> needs = {}) {
        top = addKernel(graph, needs, &add, on.a, 1.0F);
        left = addKernel(graph, {top}, &scale, on.b, on.a, 2.0F);
        right = addKernel(graph, {top}, &scale, on.c, on.a, 3.0F);
        bottom = addKernel(graph, {left, right}, &sum, on.out, on.b, on.c);
    }
};

void captured(const Buffers& on, cudaStream_t stream, cudaStream_t beside) {
    cudaGraph_t graph = forked(on, stream, beside);
    launch(graph, stream, 2);
    CHECK(cudaGraphDestroy(graph));
    show("out", on.out);
}

void diamond(const Buffers& on, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    CHECK(cudaGraphCreate(&graph, 0));
    const Diamond made(graph, on);
    launch(graph, stream);
    show("out", on.out);
    launch(graph, nullptr); // in the default stream
    show("out", on.out);
    CHECK(cudaGraphDestroy(graph));
}

/// Two that nothing is before, an empty node that waits for both, and a third that nobody waits for.
void roots(const Buffers& on, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    CHECK(cudaGraphCreate(&graph, 0));
    const cudaGraphNode_t first = addKernel(graph, {}, &add, on.b, 5.0F),
                          second = addKernel(graph, {}, &add, on.c, 7.0F);
    const cudaGraphNode_t both[] = {first, second};
    cudaGraphNode_t empty = nullptr;
    CHECK(cudaGraphAddEmptyNode(&empty, graph, both, 2));
    addKernel(graph, {empty}, &sum, on.out, on.b, on.c);
    addKernel(graph, {}, &add, on.a, 9.0F);
    add<<<kCount / 128, 128, 0, stream>>>(on.a, 100);
    launch(graph, stream);
    add<<<kCount / 128, 128, 0, stream>>>(on.out, 1000);
    CHECK(cudaStreamSynchronize(stream));
    show("out", on.out);
    show("a", on.a);
    CHECK(cudaGraphDestroy(graph));
}

void line(const Buffers& on, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<kCount / 128, 128, 0, stream>>>(on.a, 1);
    scale<<<kCount / 128, 128, 0, stream>>>(on.b, on.a, 2);
    CHECK(cudaMemcpyAsync(on.c, on.b, kBytes, cudaMemcpyDeviceToDevice, stream));
    sum<<<kCount / 128, 128, 0, stream>>>(on.out, on.b, on.c);
    CHECK(cudaStreamEndCapture(stream, &graph));
    launch(graph, stream, 2);
    show("out", on.out);
    CHECK(cudaGraphDestroy(graph));
}

/// Two graphs under way at the same time, each in a stream of its own.
void together(const Buffers& on, cudaStream_t stream, cudaStream_t beside) {
    const Buffers others;
    cudaGraph_t first = nullptr, second = nullptr;
    CHECK(cudaGraphCreate(&first, 0));
    CHECK(cudaGraphCreate(&second, 0));
    const Diamond one(first, on), other(second, others);
    cudaGraphExec_t execs[2];
    CHECK(cudaGraphInstantiate(&execs[0], first, 0));
    CHECK(cudaGraphInstantiate(&execs[1], second, 0));
    for (int round = 0; round < 3; ++round) {
        CHECK(cudaGraphLaunch(execs[0], stream));
        CHECK(cudaGraphLaunch(execs[1], beside));
    }
    CHECK(cudaDeviceSynchronize());
    cudaStream_t late = nullptr; // the program's third, whatever the graphs have had
    CHECK(cudaStreamCreate(&late));
    add<<<kCount / 128, 128, 0, late>>>(on.out, 1);
    CHECK(cudaStreamSynchronize(late));
    show("out", on.out);
    show("others", others.out);
    for (cudaGraphExec_t each : execs) CHECK(cudaGraphExecDestroy(each));
    CHECK(cudaGraphDestroy(first));
    CHECK(cudaGraphDestroy(second));
    CHECK(cudaStreamDestroy(late));
}

/// A clone of a captured graph, in which another number is added.
void cloned(const Buffers& on, cudaStream_t stream, cudaStream_t beside) {
    cudaGraph_t graph = forked(on, stream, beside), clone = nullptr;
    CHECK(cudaGraphClone(&clone, graph));
    std::size_t count = 1;
    cudaGraphNode_t root = nullptr, node = nullptr;
    CHECK(cudaGraphGetRootNodes(graph, &root, &count));
    CHECK(cudaGraphNodeFindInClone(&node, root, clone));
    float* a = on.a;
    float what = 50;
    void* arguments[] = {&a, &what};
    cudaKernelNodeParams params{};
    params.func = reinterpret_cast<void*>(&add);
    params.gridDim = dim3(kCount / 128);
    params.blockDim = dim3(128);
    params.kernelParams = arguments;
    CHECK(cudaGraphKernelNodeSetParams(node, &params));
    CHECK(cudaGraphDestroy(graph));
    launch(clone, stream);
    show("out", on.out);
    CHECK(cudaGraphDestroy(clone));
}

/// A graph within another, beside a fill; then a node is taken out, and another one waits in its place.
void changed(const Buffers& on, cudaStream_t stream) {
    float* filled = nullptr;
    CHECK(cudaMalloc(&filled, kBytes));
    cudaGraph_t inner = nullptr, graph = nullptr;
    CHECK(cudaGraphCreate(&inner, 0));
    CHECK(cudaGraphCreate(&graph, 0));
    const Diamond within(inner, on);
    cudaGraphNode_t child = nullptr, fill = nullptr;
    CHECK(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
    cudaMemsetParams zeros{};
    zeros.dst = filled;
    zeros.elementSize = 4;
    zeros.width = kCount;
    zeros.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zeros));
    const cudaGraphNode_t more = addKernel(graph, {fill}, &add, filled, 8.0F);
    const cudaGraphNode_t last = addKernel(graph, {child, more}, &sum, on.c, on.out, filled);
    launch(graph, stream);
    show("c", on.c);
    // Its edges go with a node.
    CHECK(cudaGraphDestroyNode(more));
    CHECK(cudaGraphAddDependencies(graph, &fill, &last, nullptr, 1));
    launch(graph, stream);
    show("c", on.c);
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(inner));
    CHECK(cudaFree(filled));
}

struct Numbers {
    float* values;
    float what;
};

void CUDART_CB addOnHost(void* data) {
    const auto* numbers = static_cast<Numbers*>(data);
    for (int i = 0; i < kCount; ++i) numbers->values[i] += numbers->what;
}

/// The host is called in one branch, and what it leaves is copied in behind it; the other has memory of its own.
void hosted(const Buffers& on, cudaStream_t stream, cudaStream_t beside) {
    float *locked = nullptr, *managed = nullptr;
    CHECK(cudaMallocHost(&locked, kBytes));
    CHECK(cudaMallocManaged(&managed, kBytes));
    for (int i = 0; i < kCount; ++i) locked[i] = 1, managed[i] = 2;
    Numbers onLocked{locked, 3}, onManaged{managed, 4};
    cudaEvent_t fork = nullptr, join = nullptr;
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(beside, fork, 0));
    float* scratch = nullptr;
    CHECK(cudaMallocAsync(&scratch, kBytes, stream));
    CHECK(cudaMemsetAsync(scratch, 0, kBytes, stream));
    add<<<kCount / 128, 128, 0, stream>>>(scratch, 6);
    CHECK(cudaLaunchHostFunc(beside, &addOnHost, &onManaged));
    CHECK(cudaLaunchHostFunc(beside, &addOnHost, &onLocked));
    add<<<kCount / 128, 128, 0, beside>>>(managed, 5);
    CHECK(cudaMemcpyAsync(on.b, locked, kBytes, cudaMemcpyHostToDevice, beside));
    CHECK(cudaEventRecord(join, beside));
    CHECK(cudaStreamWaitEvent(stream, join, 0));
    sum<<<kCount / 128, 128, 0, stream>>>(on.out, scratch, on.b);
    sum<<<kCount / 128, 128, 0, stream>>>(on.out, on.out, managed);
    CHECK(cudaFreeAsync(scratch, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    launch(graph, stream, 2);
    show("out", on.out);
    show("managed", managed);
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(managed));
    CHECK(cudaFreeHost(locked));
    CHECK(cudaEventDestroy(fork));
    CHECK(cudaEventDestroy(join));
}

/// Events that a graph itself records and waits for, captured in a branch; then the graph as part of another one.
void within(const Buffers& on, cudaStream_t stream, cudaStream_t beside) {
    cudaEvent_t fork = nullptr, join = nullptr, ready = nullptr, reached = nullptr;
    for (cudaEvent_t* each : {&fork, &join, &ready, &reached}) CHECK(cudaEventCreate(each));
    cudaGraph_t graph = nullptr, outer = nullptr;
    cudaGraphExec_t exec = nullptr;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaStreamWaitEvent(stream, ready, cudaEventWaitExternal));
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(beside, fork, 0));
    add<<<kCount / 128, 128, 0, stream>>>(on.a, 1);
    add<<<kCount / 128, 128, 0, beside>>>(on.b, 2);
    CHECK(cudaEventRecordWithFlags(reached, beside, cudaEventRecordExternal));
    CHECK(cudaEventRecord(join, beside));
    CHECK(cudaStreamWaitEvent(stream, join, 0));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    add<<<kCount / 128, 128, 0, beside>>>(on.a, 10);
    CHECK(cudaEventRecord(ready, beside));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamWaitEvent(beside, reached, 0));
    add<<<kCount / 128, 128, 0, beside>>>(on.b, 20);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphCreate(&outer, 0));
    cudaGraphNode_t inner = nullptr;
    CHECK(cudaGraphAddChildGraphNode(&inner, outer, nullptr, 0, graph));
    addKernel(outer, {inner}, &sum, on.out, on.a, on.b);
    launch(outer, stream, 2);
    show("out", on.out);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(outer));
    for (cudaEvent_t each : {fork, join, ready, reached}) CHECK(cudaEventDestroy(each));
}

/// The same many times in one stream.
void often(const Buffers& on, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    CHECK(cudaGraphCreate(&graph, 0));
    const cudaGraphNode_t top = addKernel(graph, {}, &add, on.a, 1.0F);
    addKernel(graph, {top}, &scale, on.b, on.a, 1.0F);
    addKernel(graph, {top}, &scale, on.c, on.a, 1.0F);
    addKernel(graph, {top}, &scale, on.out, on.a, 1.0F);
    launch(graph, stream, 1000);
    show("b", on.b);
    show("c", on.c);
    show("out", on.out);
    CHECK(cudaGraphDestroy(graph));
}

/// One executable graph in two streams, in turn, and beside it what is in none of its launches' way; another one in one
/// stream, and one in the handle of one that is gone.
void turns(const Buffers& on, cudaStream_t stream, cudaStream_t beside) {
    const Buffers others;
    cudaGraph_t graph = nullptr, apart = nullptr;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphCreate(&apart, 0));
    for (std::vector<cudaGraphNode_t> last; last.size() < 4;) // longer than a launch takes
        last.push_back(addKernel(graph, last, &scale, on.b, on.a, 2.0F));
    for (std::vector<cudaGraphNode_t> last; last.size() < 4;)
        last.push_back(addKernel(apart, last, &scale, others.b, others.a, 2.0F));
    cudaGraphExec_t exec = nullptr, alone = nullptr;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphInstantiate(&alone, apart, 0));
    for (int round = 0; round < 2; ++round) {
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaGraphLaunch(exec, beside));
        CHECK(cudaGraphLaunch(alone, stream));
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaDeviceSynchronize());
    show("b", on.b);
    for (cudaGraphExec_t each : {exec, alone}) CHECK(cudaGraphExecDestroy(each));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(apart));
}

/// What two branches write nothing orders.
void racing(const Buffers& on, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    CHECK(cudaGraphCreate(&graph, 0));
    const cudaGraphNode_t top = addKernel(graph, {}, &add, on.a, 1.0F);
    addKernel(graph, {top}, &scale, on.b, on.a, 2.0F);
    addKernel(graph, {top}, &scale, on.b, on.a, 2.0F);
    launch(graph, stream);
    show("b", on.b);
    CHECK(cudaGraphDestroy(graph));
}

} // namespace

int main(int count, char** arguments) {
    const std::string name = count > 1 ? arguments[1] : "";
    {
        const Buffers on;
        cudaStream_t stream = nullptr, beside = nullptr;
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CHECK(cudaStreamCreate(&beside));
        if (name == "captured") captured(on, stream, beside);
        if (name == "diamond") diamond(on, stream);
        if (name == "roots") roots(on, stream);
        if (name == "line") line(on, stream);
        if (name == "together") together(on, stream, beside);
        if (name == "cloned") cloned(on, stream, beside);
        if (name == "changed") changed(on, stream);
        if (name == "hosted") hosted(on, stream, beside);
        if (name == "within") within(on, stream, beside);
        if (name == "often") often(on, stream);
        if (name == "turns") turns(on, stream, beside);
        if (name == "racing") racing(on, stream);
        CHECK(cudaStreamDestroy(stream));
        CHECK(cudaStreamDestroy(beside));
    }
    CHECK(cudaDeviceSynchronize());
    return 0;
}
