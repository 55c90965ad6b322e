// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/launch_calls.h"

#include "runtime/observed/call_line.h"

#include <array>

using namespace lanescope::runtime;

namespace {

template<class Call>
cudaError_t launch(Launched what, const Call& call) {
    ObservedCall observed(what);
    if (observed.recorder()) what.place = launchLine(what.host);
    observed.begins(what);
    const cudaError_t result = call();
    observed.launched(what, result);
    return observed.returns(result);
}

// kernel<<<...>>>() is compiled to both, around its arguments.

unsigned pushConfiguration(dim3 grid, dim3 block, std::size_t sharedBytes, CUstream_st* stream) {
    using Function = unsigned(dim3, dim3, std::size_t, CUstream_st*);
    launchBegins(__builtin_return_address(0));
    return LANESCOPE_DEVICE_AS(__cudaPushCallConfiguration, Function)(grid, block, sharedBytes, stream);
}

cudaError_t popConfiguration(dim3* grid, dim3* block, std::size_t* sharedBytes, void* stream) {
    using Function = cudaError_t(dim3*, dim3*, std::size_t*, void*);
    launchFollows();
    return LANESCOPE_DEVICE_AS(__cudaPopCallConfiguration, Function)(grid, block, sharedBytes, stream);
}

using LaunchFunction = cudaError_t(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t launchKernel(const void* host, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                         cudaStream_t stream) {
    return launch({host, grid, block, arguments, sharedBytes, stream, false}, [&] {
        return LANESCOPE_DEVICE_AS(cudaLaunchKernel, LaunchFunction)(host, grid, block, arguments,
                                                                     sharedBytes, stream);
    });
}

cudaError_t launchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                                    std::size_t sharedBytes, cudaStream_t stream) {
    return launch({host, grid, block, arguments, sharedBytes, stream, true}, [&] {
        return LANESCOPE_DEVICE_AS(cudaLaunchCooperativeKernel, LaunchFunction)(host, grid, block, arguments,
                                                                                sharedBytes, stream);
    });
}

cudaError_t launchOfNvcc(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                         std::size_t sharedBytes, cudaStream_t stream) {
    using Function = cudaError_t(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
    return launch({kernel, grid, block, arguments, sharedBytes, stream, false}, [&] {
        return LANESCOPE_DEVICE_AS(__cudaLaunchKernel, Function)(kernel, grid, block, arguments, sharedBytes,
                                                                 stream);
    });
}

cudaError_t launchKernelExC(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
    const auto call = [&] { return LANESCOPE_DEVICE(cudaLaunchKernelExC)(config, host, arguments); };
    if (!config) {
        const ObservedCall observed(Launched{.host = host});
        return observed.returns(call());
    }
    Launched what{
        host, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream, false};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative) what.cooperative = attribute.val.cooperative != 0;
        if (attribute.id == cudaLaunchAttributeClusterDimension) {
            const auto& cluster = attribute.val.clusterDim;
            what.cluster = {cluster.x, cluster.y, cluster.z};
        }
    }
    return launch(what, call);
}

cudaError_t funcSetAttribute(const void* host, cudaFuncAttribute attribute, int value) {
    const ObservedCall observed;
    const cudaError_t result = LANESCOPE_DEVICE(cudaFuncSetAttribute)(host, attribute, value);
    if (observed.recorder() && result == cudaSuccess &&
        attribute == cudaFuncAttributeMaxDynamicSharedMemorySize)
        observed.recorder()->sharedAllowed(host, static_cast<std::uint32_t>(value));
    return result;
}

template<class Handle>
cudaError_t getKernel(const char* name, Handle* kernel, const void* host) {
    const ObservedCall observed;
    const cudaError_t result = deviceCall<cudaError_t(Handle*, const void*)>(name)(kernel, host);
    if (observed.recorder() && result == cudaSuccess && *kernel != host)
        observed.recorder()->kernelHandle(*kernel, host);
    return result;
}

cudaError_t kernelOfProgram(cudaKernel_t* kernel, const void* host) {
    return getKernel("cudaGetKernel", kernel, host);
}

cudaError_t kernelOfNvcc(cudaKernel_t* kernel, const void* host) {
    return getKernel("__cudaGetKernel", kernel, host);
}

} // namespace

namespace lanescope::runtime {

std::span<const ObservedFunction> launchCalls() {
    static const std::array kAll = {
        ObservedFunction("__cudaPushCallConfiguration", &pushConfiguration, kRecorded, kNot),
        ObservedFunction("__cudaPopCallConfiguration", &popConfiguration, kRecorded, kNot),
        observed<&launchKernel>("cudaLaunchKernel", kRecorded, kWatched),
        observed<&launchCooperativeKernel>("cudaLaunchCooperativeKernel", kRecorded, kWatched),
        observed<&launchKernelExC>("cudaLaunchKernelExC", kRecorded, kWatched),
        observed<&launchOfNvcc>("__cudaLaunchKernel", kRecorded, kWatched),
        observed<&funcSetAttribute>("cudaFuncSetAttribute", kRecorded, kNot),
        observed<&kernelOfProgram>("cudaGetKernel", kRecorded, kNot),
        observed<&kernelOfNvcc>("__cudaGetKernel", kRecorded, kNot)};
    return kAll;
}

} // namespace lanescope::runtime
