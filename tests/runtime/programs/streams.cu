// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Streams, events and callbacks.
#include "program.h"

#include <string>
#include <thread>

namespace {

PROGRAM(streamsInOrder) {
    int* value = zeros<int>(1);
    cudaStream_t a = nullptr, b = nullptr, c = nullptr;
    SAY(cudaStreamCreate(&a));
    SAY(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    SAY(cudaStreamCreateWithPriority(&c, cudaStreamDefault, -1));
    cudaEvent_t first = nullptr, second = nullptr;
    SAY(cudaEventCreateWithFlags(&first, cudaEventDisableTiming));
    SAY(cudaEventCreateWithFlags(&second, cudaEventBlockingSync | cudaEventDisableTiming));
    append<<<1, 1, 0, a>>>(value, 1);
    SAY(cudaEventRecord(first, a));
    SAY(cudaStreamWaitEvent(b, first, 0));
    append<<<1, 1, 0, b>>>(value, 2);
    SAY(cudaEventRecord(second, b));
    SAY(cudaStreamWaitEvent(c, second, cudaEventWaitDefault));
    append<<<1, 1, 0, c>>>(value, 3);
    append<<<1, 1>>>(value, 4);
    append<<<1, 1, 0, a>>>(value, 5);
    SAY(cudaStreamSynchronize(a));
    printDevice("value", value, 1);
    SAY(cudaStreamQuery(b));
    SAY(cudaStreamQuery(nullptr));
    SAY(cudaStreamSynchronize(cudaStreamLegacy));
    SAY(cudaStreamSynchronize(cudaStreamPerThread));
    append<<<1, 1, 0, cudaStreamPerThread>>>(value, 6);
    SAY(cudaStreamSynchronize(cudaStreamPerThread));
    printDevice("value", value, 1);
    SAY(cudaStreamWaitEvent(a, nullptr, 0));
    SAY(cudaStreamWaitEvent(a, first, 7));
    for (const cudaStream_t each : {a, b, c}) SAY(cudaStreamDestroy(each));
    SAY(cudaStreamDestroy(nullptr));
}

PROGRAM(streamsAsked) {
    cudaStream_t a = nullptr, b = nullptr;
    int least = 7, greatest = 7, priority = 7;
    unsigned flags = 7;
    SAY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    VALUE(least);
    VALUE(greatest);
    for (const int wanted : {0, -1, -5, -100, 3}) {
        SAY(cudaStreamCreateWithPriority(&a, cudaStreamNonBlocking, wanted));
        SAY(cudaStreamGetPriority(a, &priority));
        VALUE(priority);
    }
    SAY(cudaStreamGetFlags(a, &flags));
    VALUE(flags);
    SAY(cudaStreamGetFlags(nullptr, &flags));
    VALUE(flags);
    SAY(cudaStreamGetPriority(nullptr, &priority));
    VALUE(priority);
    SAY(cudaStreamCreateWithFlags(&b, 9));
    SAY(cudaStreamCreate(nullptr));
    SAY(cudaStreamGetFlags(a, nullptr));
    int device = -1;
    SAY(cudaStreamGetDevice(a, &device));
    VALUE(device);
    unsigned long long first = 0, second = 0;
    SAY(cudaStreamCreate(&b));
    SAY(cudaStreamGetId(a, &first));
    SAY(cudaStreamGetId(b, &second));
    VALUE(first != second);
    SAY(cudaStreamGetId(cudaStreamLegacy, &first));
    SAY(cudaStreamGetId(nullptr, &second));
    VALUE(first == second);
    cudaStreamAttrValue attribute{};
    attribute.syncPolicy = cudaSyncPolicyBlockingSync;
    SAY(cudaStreamSetAttribute(a, cudaStreamAttributeSynchronizationPolicy, &attribute));
    SAY(cudaStreamCopyAttributes(b, a));
    attribute = {};
    SAY(cudaStreamGetAttribute(b, cudaStreamAttributeSynchronizationPolicy, &attribute));
    VALUE(attribute.syncPolicy);
    attribute = {};
    attribute.accessPolicyWindow.hitRatio = 1;
    attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    SAY(cudaStreamSetAttribute(a, cudaStreamAttributeAccessPolicyWindow, &attribute));
    SAY(cudaCtxResetPersistingL2Cache());
}

PROGRAM(events) {
    cudaEvent_t start = nullptr, end = nullptr, untimed = nullptr;
    SAY(cudaEventCreate(&start));
    SAY(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
    SAY(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    float milliseconds = -1;
    SAY(cudaEventQuery(start));
    SAY(cudaEventSynchronize(start));
    SAY(cudaEventElapsedTime(&milliseconds, start, end));
    SAY(cudaEventRecord(start));
    SAY(cudaEventElapsedTime(&milliseconds, start, end));
    SAY(cudaEventRecordWithFlags(end, nullptr, cudaEventRecordDefault));
    SAY(cudaEventRecord(untimed, cudaStreamPerThread));
    SAY(cudaEventSynchronize(end));
    SAY(cudaEventQuery(end));
    SAY(cudaEventElapsedTime(&milliseconds, start, end));
    VALUE(milliseconds >= 0);
    SAY(cudaDeviceSynchronize());
    SAY(cudaEventElapsedTime(&milliseconds, start, untimed));
    SAY(cudaEventElapsedTime(&milliseconds, untimed, untimed));
    SAY(cudaEventElapsedTime(nullptr, start, end));
    SAY(cudaEventElapsedTime(&milliseconds, nullptr, end));
    SAY(cudaEventCreate(nullptr));
    SAY(cudaEventCreateWithFlags(&end, 0x80));
    SAY(cudaEventCreateWithFlags(&end, cudaEventInterprocess));
    SAY(cudaEventRecord(nullptr));
    SAY(cudaEventSynchronize(nullptr));
    SAY(cudaEventQuery(nullptr));
    SAY(cudaEventDestroy(nullptr));
    SAY(cudaEventDestroy(untimed));
    SAY(cudaGetLastError());
}

std::string heard;
cudaError_t within = cudaSuccess;

void hear(void* data) {
    heard += "host " + std::to_string(*static_cast<int*>(data)) + " ";
}
void hearStatus(cudaStream_t, cudaError_t status, void* data) {
    heard += std::string("callback ") + cudaGetErrorName(status) + (data ? " data" : " none");
}
/// What a callback may not do.
void waitWithin(void*) {
    within = cudaDeviceSynchronize();
}

PROGRAM(callbacks) {
    cudaStream_t stream = nullptr;
    SAY(cudaStreamCreate(&stream));
    int* value = zeros<int>(1);
    static int seen = -1;
    append<<<1, 1, 0, stream>>>(value, 7);
    SAY(cudaMemcpyAsync(&seen, value, sizeof seen, cudaMemcpyDeviceToHost, stream));
    SAY(cudaLaunchHostFunc(stream, hear, &seen));
    SAY(cudaStreamAddCallback(stream, hearStatus, nullptr, 0));
    SAY(cudaStreamSynchronize(stream));
    std::printf("%s\n", heard.c_str());
    SAY(cudaLaunchHostFunc(stream, nullptr, nullptr));
    SAY(cudaStreamAddCallback(stream, nullptr, nullptr, 0));
    SAY(cudaStreamAddCallback(stream, hearStatus, nullptr, 1));
    SAY(cudaLaunchHostFunc(stream, waitWithin, nullptr));
    SAY(cudaStreamSynchronize(stream));
    std::printf("within: %s\n", cudaGetErrorName(within));
}

PROGRAM(threads) {
    SAY(cudaSetDevice(1000));
    std::thread([] {
        // Each thread has an error and a device of its own.
        SAY(cudaGetLastError());
        SAY(cudaFree(reinterpret_cast<void*>(16)));
        SAY(cudaPeekAtLastError());
    }).join();
    SAY(cudaGetLastError());
    int* value = zeros<int>(1);
    std::vector<std::thread> all;
    for (int i = 0; i < 4; ++i)
        all.emplace_back([value] {
            for (int n = 0; n < 5; ++n) append<<<1, 1, 0, cudaStreamPerThread>>>(value + 0, 0);
            cudaStreamSynchronize(cudaStreamPerThread);
        });
    for (std::thread& each : all) each.join();
    append<<<1, 1>>>(value, 3);
    printDevice("value", value, 1);
}

} // namespace
