// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"
#include "ptx/run/machine.h"
#include "ptx/texture/texture.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::corpus {

enum class Element : std::uint8_t { I8, U8, I16, U16, I32, U32, I64, U64, F16, Bf16, F32, F64 };
std::size_t bytesOf(Element element);
bool isFloat(Element element);

/// What a buffer holds before the launch; the same on every machine.
struct Fill {
    enum class Kind : std::uint8_t {
        Zero,
        Random,  ///< evenly between low and high
        Whole,   ///< whole numbers of low to high, so that float sums are exact
        Bits,    ///< any bits at all: of floats also infinities and NaN
        Special, ///< random floats mixed with zeros, subnormals, infinities, NaN, huge ones
        Ramp,    ///< low, low + 1, ...
        Letters  ///< printable ASCII
    };
    Kind kind = Kind::Zero;
    std::uint64_t seed = 0;
    double low = 0, high = 0;
};

/// A CUDA array of a texture or surface argument.
struct ArraySpec {
    std::uint32_t width = 1, height = 1, depth = 1;
    bool layered = false;
    ptx::ChannelKind kind = ptx::ChannelKind::Float;
    std::uint32_t channels = 1, bits = 32;
    Fill fill;
    ptx::Sampler sampler;
    std::size_t bytes() const { return std::size_t{width} * height * depth * channels * bits / 8; }
};

struct Argument {
    enum class Kind : std::uint8_t { Buffer, Scalar, Texture, Surface };
    Kind kind = Kind::Scalar;
    Element element = Element::I32; ///< buffers
    std::size_t count = 0;          ///< buffers, elements
    Fill fill;
    std::vector<std::byte> scalar;
    ArraySpec array;
};

/// The contents of a buffer, texture or surface argument before the launch, or a scalar's bytes.
std::vector<std::byte> contents(const Argument& argument);

/// A launch of kernels of the corpus that ends with comparable memory.
struct Case {
    std::string file;                 ///< "reduction": of reduction.cu
    std::vector<std::string> kernels; ///< launched one after another with the same arguments
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0;
    std::vector<Argument> arguments;
    /// Units in the last place that floats may differ between an emulator and a GPU: 0 but for textures that
    /// are filtered.
    std::int64_t ulps = 0;
    /// Relative error (of 1 or the value's magnitude) that floats may show between the optimised and the
    /// debug PTX, where the compiler may or may not fuse multiplications with additions; 0: none.
    double contraction = 0;
    bool chaotic = false;                ///< a last bit decides how often a loop runs: no comparison with -G
    std::optional<ptx::FaultKind> fault; ///< the kernel must end with this; runs on no GPU
    bool deviceOnly2d = false;           ///< all its arrays can be made by device::Device

    std::string name() const { return kernels.front(); }
};

/// Every kernel of the corpus at least once.
std::span<const Case> cases();

/// The arguments' bytes, as they are before or after a case has run; scalars are empty.
class Values {
public:
    explicit Values(const Case& each);
    explicit Values(std::vector<std::vector<std::byte>> bytes) : m_bytes(std::move(bytes)) {}
    template<class T>
    T at(std::size_t argument, std::size_t index) const {
        T value;
        std::memcpy(&value, m_bytes.at(argument).data() + index * sizeof(T), sizeof(T));
        return value;
    }
    template<class T>
    void set(std::size_t argument, std::size_t index, T value) {
        std::memcpy(m_bytes.at(argument).data() + index * sizeof(T), &value, sizeof(T));
    }
    template<class T>
    std::vector<T> all(std::size_t argument) const {
        std::vector<T> values(m_bytes.at(argument).size() / sizeof(T));
        std::memcpy(values.data(), m_bytes[argument].data(), values.size() * sizeof(T));
        return values;
    }
    std::vector<std::vector<std::byte>>& bytes() { return m_bytes; }
    const std::vector<std::vector<std::byte>>& bytes() const { return m_bytes; }

private:
    std::vector<std::vector<std::byte>> m_bytes;
};

/// How far apart two results may be.
struct Tolerance {
    std::int64_t ulps = 0;
    double relative = 0; ///< of max(1, magnitude)
};

/// Empty when the buffers agree, else the first difference in words. Every NaN equals every other.
std::string difference(const Case& each, const Values& expected, const Values& actual, Tolerance tolerance);

/// What a plain C++ loop makes of a case: changes values from before to after. False when there is none for
/// it.
struct Reference {
    std::string_view kernel;
    double relative; ///< how near floats must come: libraries round differently
    void (*run)(Values& values);
};
const Reference* findReference(std::string_view kernel);

/// The same for kernels that fetch from a texture: the result depends on the case's array and sampler.
struct TextureReference {
    std::string_view kernel;
    void (*run)(const Case& each, Values& values);
};
const TextureReference* findTextureReference(std::string_view kernel);

/// The PTX of a file of the corpus, optimised or compiled with -G. The folder is LANESCOPE_TEST_DATA/corpus
/// where that environment variable is set, else the build's. Throws std::runtime_error when it is not there.
std::string readPtx(std::string_view file, bool debug);
/// Empty when the build had no compiler to make the PTX and no other folder is named.
std::string ptxFolder();

/// What is left after a case has run on the emulator.
struct Outcome {
    Values values;
    ptx::LaunchOutcome result; ///< of the last kernel, printed text and findings of all
};
/// The kernel has other parameters than the case.
class Mismatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};
/// Runs a case on ptx::Machine. Throws ptx::Fault or Mismatch.
Outcome runOnMachine(const Case& each, const ptx::Module& module, unsigned workers,
                     std::uint64_t instructionBudget = std::uint64_t{1} << 24,
                     const ptx::Checks& checks = {});

} // namespace lanescope::corpus
