// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"

#include <cuda_runtime_api.h>

#include <memory>
#include <optional>
#include <span>

namespace lanescope::device {

/// An array of texels in a GPU's memory.
class CudaArray final : public DeviceArray {
public:
    /// texels empty: zeroed. Throws Error.
    CudaArray(std::shared_ptr<CudaContext> context, const ArrayDesc& desc, std::span<const std::byte> texels);
    /// A level that a mipmap has, which shares its texels. Throws Error.
    CudaArray(const CudaArray& whole, std::uint32_t level);
    ~CudaArray() override;
    CudaArray(const CudaArray&) = delete;
    CudaArray& operator=(const CudaArray&) = delete;

    ArrayDesc desc() const override { return m_desc; }
    /// For as long as this lives; of a mipmap its first level.
    cudaArray_t array() const { return m_array; }
    /// What textures are made over.
    cudaResourceDesc resource() const;
    /// The one that it was made in.
    const CudaContext* context() const { return m_context.get(); }
    /// Tightly packed rows; returns when they have arrived.
    void download(void* to);

private:
    void upload(std::span<const std::byte> texels) const;

    std::shared_ptr<CudaContext> m_context;
    ArrayDesc m_desc;
    cudaArray_t m_array = nullptr;
    std::shared_ptr<cudaMipmappedArray> m_mipmap; // that it is, or is a level of
    std::shared_ptr<cudaArray> m_plain;           // that it is instead
};

/// A texture object over a whole array; the caller destroys it. Throws Error.
cudaTextureObject_t makeTexture(CudaContext& context, const CudaArray& array, const Sampler& sampler);
cudaTextureObject_t makeTexture(CudaContext& context, const PlainTexels& texels, const Sampler& sampler);
/// The same of a surface object.
cudaSurfaceObject_t makeSurface(CudaContext& context, cudaArray_t array);

/// Copies rows from one place to another, of which one may be the host's, and gives what the runtime's
/// function returned. stream: nullopt: the host waits, as for cudaMemcpy. Places' arrays are CudaArrays.
cudaError_t copyRows(const Place& to, const Place& from, std::size_t rowBytes, std::size_t rows,
                     cudaMemcpyKind kind, std::optional<cudaStream_t> stream);

} // namespace lanescope::device
