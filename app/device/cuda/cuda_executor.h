// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_array.h"
#include "device/cuda/context/cuda_module.h"
#include "device/cuda/device_memory.h"
#include "device/executor.h"
#include "model/clock.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::device {

/// cudaFreeHost.
struct FreeHost {
    void operator()(void* memory) const { ignoreError(cudaFreeHost(memory)); }
};
/// Page-locked memory of the host.
using LockedMemory = std::unique_ptr<void, FreeHost>;

/// A PTX module as the driver has compiled it, with what its variables held when it was loaded.
struct CompiledModule {
    std::unique_ptr<CudaModule> module;
    std::map<std::string, std::vector<std::byte>, std::less<>> initial; ///< of variables that were asked for
};
/// Kept from one recording to the next.
using CudaModules = std::map<recording::ModulePointer, CompiledModule>;

/// Makes a recording's calls on a GPU as the thread of a host program does, by the functions that the calls
/// are named after: one that names no stream goes to the legacy default stream, and the host waits where CUDA
/// lets it wait. What a call returns is given as it is, and stays in the runtime's error variable.
class CudaExecutor : public Executor {
public:
    /// Makes the recording's streams and events, and loads modules whose variables it uses; it outlives this,
    /// as do the modules. Throws as LANESCOPE_CUDA does.
    CudaExecutor(std::shared_ptr<CudaContext> context, const Info& info, CudaModules& modules,
                 const recording::Recording& recording);
    /// Frees all memory.
    ~CudaExecutor() override;
    CudaExecutor(const CudaExecutor&) = delete;
    CudaExecutor& operator=(const CudaExecutor&) = delete;

    /// A launch, ready to be made but for the addresses of what the calls allocate.
    struct Bound {
        const void* function = nullptr;
        dim3 grid, block;
        std::uint32_t sharedBytes = 0; ///< dynamic
        bool cooperative = false;
        model::Dim3 cluster{0, 0, 0}; ///< as recording::Launch has it
        Arguments arguments;
    };
    /// Finds the kernel of that name in the launch's module, and its arguments. allowsShared: dynamic bytes
    /// that the driver is asked to allow. Throws Error where there is no such kernel.
    Bound& bindLaunch(std::size_t call, std::string_view kernel, std::uint32_t allowsShared);
    /// Makes a launch that is bound, in a stream of one's own.
    int launch(std::size_t call, cudaStream_t stream);

    /// Allocates the setup with its first contents. Throws OutOfMemory.
    void setUp();
    /// What a call allocates, for launches that are tried before. Throws OutOfMemory.
    void allocateObjects();
    /// Frees what calls have allocated, on the host too.
    void freeObjects();

    /// When a host function of the recording has worked, in seconds since its clock was started.
    struct HostWork {
        Clock::time_point zero;
        double seconds = 0, start = 0, end = 0;
    };
    /// Of a call; a function that has not run since the clock was started has no times.
    const HostWork& hostWork(std::size_t call) const { return m_hostWork.at(call); }
    /// From now on; gives when that was.
    Clock::time_point startHostClock();

    /// Where a call of that number goes.
    virtual cudaStream_t on(recording::StreamNumber number) { return m_streams[number]; }

protected:
    const std::shared_ptr<CudaContext>& context() const { return m_context; }
    const Info& info() const { return m_info; }

    Pointer addressOf(std::uint32_t object) const override;
    std::uint64_t pitchOf(std::uint32_t object) const override;
    std::uint64_t handleOf(std::uint32_t object) const override;
    DeviceArray* arrayOf(std::uint32_t object) const override;
    std::uint64_t bytesOf(std::uint32_t object) const override;
    int allocate(std::uint32_t object) override;
    int free(std::uint32_t object) override;
    int fill(PitchedPointer to, std::uint8_t value, Rows rows, recording::StreamNumber stream) override;
    int upload(const Place& to, std::span<const std::byte> from, Rows rows,
               recording::StreamNumber stream) override;
    int download(std::span<std::byte> to, const Place& from, Rows rows,
                 recording::StreamNumber stream) override;
    int copy(const Place& to, const Place& from, Rows rows, recording::StreamNumber stream) override;
    int writeVariable(const recording::ModulePointer& module, std::string_view name,
                      std::span<const std::byte> value) override;
    int launch(const recording::Launch& call) override;
    int recordEvent(std::uint32_t event, recording::StreamNumber stream) override;
    int waitEvent(std::uint32_t event, recording::StreamNumber stream) override;
    int queryError(bool clears) override;
    int synchronize() override;
    int synchronizeStream(recording::StreamNumber stream) override;
    int synchronizeEvent(std::uint32_t event) override;
    int queryStream(recording::StreamNumber stream) override;
    int hostFunction(double seconds, recording::StreamNumber stream) override;
    int allocateHost(std::uint64_t bytes) override;
    int preferL1() override;
    int allowShared(const recording::AllowShared& call) override;

private:
    using Variable = std::pair<void*, std::size_t>; // address and bytes
    /// An object of the recording.
    struct Made {
        void* pointer = nullptr; ///< stays when it has been freed, as a program's pointer does
        DeviceMemory memory;     ///< of it; none: a variable's is its module's
        std::size_t pitch = 0;   ///< bytes from row to row; 0: no rows
        std::unique_ptr<CudaArray> array;
        std::uint64_t handle = 0; ///< of its texture or surface object
    };
    int move(const Place& to, const Place& from, Rows rows, cudaMemcpyKind way,
             recording::StreamNumber stream);
    int start(const Bound& bound, cudaStream_t stream);
    CudaModule& moduleOf(const recording::ModulePointer& file);
    void makeObject(std::uint32_t object);
    void makeHandle(std::uint32_t object);
    void fillSetup(std::uint32_t object);
    void resetVariable(std::uint32_t object);
    int release(std::uint32_t object) noexcept;

    std::shared_ptr<CudaContext> m_context;
    Info m_info;
    CudaModules& m_modules;
    const recording::Recording& m_recording;
    CudaStreams m_streams;
    std::vector<Made> m_objects;
    std::map<std::size_t, Bound> m_launches;     // by call, as those below
    std::map<std::size_t, Variable> m_variables; // that calls write
    std::map<std::size_t, HostWork> m_hostWork;  // by call
    std::vector<LockedMemory> m_locked;          // that calls have allocated
};

} // namespace lanescope::device
