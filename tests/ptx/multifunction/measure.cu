// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Runs the approximate instructions on a GPU. Writes tests/data/h200_approximations.csv and, when a folder is
// given, the results that fit.cpp makes the tables of (32 MB each):
//   nvcc -std=c++17 -arch=sm_90 -o measure measure.cu && ./measure h200_approximations.csv [FOLDER]
// ptxas leaves .ftz forms the bare instruction of the multifunction unit; `cuobjdump -sass` shows it.
#include "inputs.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace lanescope::ptx::approximations;

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

// A kernel for each line of kForms, in its order.
#define ONE(n, type, constraint, text)                                                                       \
    __global__ void form##n(const Input* in, std::uint64_t* out, unsigned count) {                           \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                            \
        if (i >= count) return;                                                                              \
        const type a = static_cast<type>(in[i].a);                                                           \
        type d;                                                                                              \
        asm volatile(text " %0, %1;" : "=" constraint(d) : constraint(a));                                   \
        out[i] = d;                                                                                          \
    }
#define TWO(n, text)                                                                                         \
    __global__ void form##n(const Input* in, std::uint64_t* out, unsigned count) {                           \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                            \
        if (i >= count) return;                                                                              \
        const std::uint32_t a = static_cast<std::uint32_t>(in[i].a),                                         \
                            b = static_cast<std::uint32_t>(in[i].b);                                         \
        std::uint32_t d;                                                                                     \
        asm volatile(text " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));                                        \
        out[i] = d;                                                                                          \
    }
#define WORD(n, text) ONE(n, std::uint32_t, "r", text)
#define HALF(n, text) ONE(n, std::uint16_t, "h", text)
#define LONG(n, text) ONE(n, std::uint64_t, "l", text)
WORD(0, "rcp.approx.ftz.f32")
WORD(1, "rcp.approx.f32")
WORD(2, "rsqrt.approx.ftz.f32")
WORD(3, "rsqrt.approx.f32")
WORD(4, "sqrt.approx.ftz.f32")
WORD(5, "sqrt.approx.f32")
WORD(6, "ex2.approx.ftz.f32")
WORD(7, "ex2.approx.f32")
WORD(8, "lg2.approx.ftz.f32")
WORD(9, "lg2.approx.f32")
WORD(10, "sin.approx.ftz.f32")
WORD(11, "sin.approx.f32")
WORD(12, "cos.approx.ftz.f32")
WORD(13, "cos.approx.f32")
WORD(14, "tanh.approx.f32")
TWO(15, "div.approx.ftz.f32")
TWO(16, "div.approx.f32")
TWO(17, "div.full.ftz.f32")
TWO(18, "div.full.f32")
LONG(19, "rcp.approx.ftz.f64")
LONG(20, "rsqrt.approx.ftz.f64")
HALF(21, "ex2.approx.f16")
HALF(22, "ex2.approx.ftz.bf16")
HALF(23, "tanh.approx.f16")
HALF(24, "tanh.approx.bf16")
WORD(25, "ex2.approx.f16x2")
WORD(26, "ex2.approx.ftz.bf16x2")
WORD(27, "tanh.approx.f16x2")
WORD(28, "tanh.approx.bf16x2")

using Kernel = void (*)(const Input*, std::uint64_t*, unsigned);
constexpr Kernel kKernels[] = {form0,  form1,  form2,  form3,  form4,  form5,  form6,  form7,  form8,  form9,
                               form10, form11, form12, form13, form14, form15, form16, form17, form18, form19,
                               form20, form21, form22, form23, form24, form25, form26, form27, form28};
static_assert(std::size(kKernels) == std::size(kForms), "a kernel for each form");

class Measurement {
public:
    explicit Measurement(const char* path) : m_csv(path) {
        check(cudaMalloc(&m_in, kMost * sizeof(Input)), "cudaMalloc");
        check(cudaMalloc(&m_out, kMost * sizeof(std::uint64_t)), "cudaMalloc");
        m_csv << "instruction,inputs,first,count,digest,results\n";
    }

    std::vector<std::uint64_t> run(std::size_t form, std::string_view kind, std::uint64_t first,
                                   std::size_t count) {
        std::vector<Input> inputs(count);
        for (std::size_t i = 0; i < count; ++i) inputs[i] = input(kForms[form], kind, first + i);
        check(cudaMemcpy(m_in, inputs.data(), count * sizeof(Input), cudaMemcpyHostToDevice), "cudaMemcpy");
        kKernels[form]<<<static_cast<unsigned>((count + 255) / 256), 256>>>(m_in, m_out,
                                                                            static_cast<unsigned>(count));
        std::vector<std::uint64_t> results(count);
        check(cudaMemcpy(results.data(), m_out, count * sizeof(std::uint64_t), cudaMemcpyDeviceToHost),
              kForms[form].instruction);
        return results;
    }

    /// A digest of each 2^20 results.
    void digests(std::size_t form, std::string_view kind, std::uint64_t first, std::size_t count) {
        for (std::size_t done = 0; done < count; done += kMost) {
            const std::size_t now = count - done < kMost ? count - done : kMost;
            std::uint64_t all = kNoDigest;
            for (const std::uint64_t result : run(form, kind, first + done, now)) all = digest(all, result);
            row(form, kind, first + done, now);
            m_csv << std::hex << all << std::dec << ",\n";
        }
    }
    /// The results themselves, 128 a row.
    void values(std::size_t form, std::string_view kind, std::size_t count) {
        for (std::size_t done = 0; done < count; done += 128) {
            row(form, kind, done, 128);
            m_csv << ',';
            char digits[17];
            for (const std::uint64_t result : run(form, kind, done, 128)) {
                std::snprintf(digits, sizeof digits, kForms[form].width == 'l' ? "%016llx" : "%08llx",
                              static_cast<unsigned long long>(result));
                m_csv << digits;
            }
            m_csv << '\n';
        }
    }
    void raw(std::size_t form, std::uint64_t first, const std::string& path) {
        std::ofstream file(path, std::ios::binary);
        for (std::uint64_t done = 0; done < 1u << 23; done += kMost)
            for (const std::uint64_t result : run(form, "from", first + done, kMost)) {
                const auto word = static_cast<std::uint32_t>(result);
                file.write(reinterpret_cast<const char*>(&word), sizeof word);
            }
    }

private:
    static constexpr std::size_t kMost = std::size_t{1} << 20;
    void row(std::size_t form, std::string_view kind, std::uint64_t first, std::size_t count) {
        m_csv << kForms[form].instruction << ',' << kind << ',' << first << ',' << count << ',';
    }
    std::ofstream m_csv;
    Input* m_in = nullptr;
    std::uint64_t* m_out = nullptr;
};

std::size_t formOf(std::string_view instruction) {
    for (std::size_t i = 0; i < std::size(kForms); ++i)
        if (kForms[i].instruction == instruction) return i;
    std::exit(1);
}

std::uint64_t binade(int exponent) {
    return static_cast<std::uint64_t>(127 + exponent) << 23;
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2 && count != 3) return 2;
    Measurement measurement(arguments[1]);
    struct Binade {
        const char* instruction;
        int exponent;
        bool negative;
    };
    constexpr Binade kBinades[] = {{"rcp.approx.ftz.f32", 0, false},   {"rsqrt.approx.ftz.f32", 0, false},
                                   {"rsqrt.approx.ftz.f32", 1, false}, {"sqrt.approx.ftz.f32", 0, false},
                                   {"sqrt.approx.ftz.f32", 1, false},  {"ex2.approx.ftz.f32", -7, false},
                                   {"ex2.approx.ftz.f32", -3, false},  {"ex2.approx.ftz.f32", -2, false},
                                   {"ex2.approx.ftz.f32", -1, false},  {"ex2.approx.ftz.f32", 0, false},
                                   {"ex2.approx.ftz.f32", 2, false},   {"ex2.approx.ftz.f32", -7, true},
                                   {"ex2.approx.ftz.f32", -1, true},   {"ex2.approx.ftz.f32", 0, true},
                                   {"ex2.approx.ftz.f32", 2, true},    {"lg2.approx.ftz.f32", -3, false},
                                   {"lg2.approx.ftz.f32", -1, false},  {"lg2.approx.ftz.f32", 0, false},
                                   {"lg2.approx.ftz.f32", 1, false},   {"lg2.approx.ftz.f32", 20, false},
                                   {"tanh.approx.f32", -1, false},     {"tanh.approx.f32", 1, false}};
    for (const Binade& each : kBinades)
        measurement.digests(formOf(each.instruction), "from",
                            binade(each.exponent) | (each.negative ? 0x80000000 : 0), std::size_t{1} << 23);
    measurement.digests(formOf("rcp.approx.ftz.f64"), "from", 0x3ff00000, std::size_t{1} << 20);
    measurement.digests(formOf("rsqrt.approx.ftz.f64"), "from", 0x3ff00000, std::size_t{2} << 20);
    for (std::size_t form = 0; form < std::size(kForms); ++form) {
        if (kForms[form].width == 'h') {
            measurement.digests(form, "from", 0, 65536);
            continue;
        }
        measurement.digests(form, "any", 0, 65536);
        if (kForms[form].element == 32 && kForms[form].operands == 1)
            measurement.digests(form, "near", 1 << 20, 1 << 17);
        if (kForms[form].element != 16) measurement.values(form, "edges", 1024);
        measurement.values(form, "any", 256);
    }
    if (count == 2) return 0;
    const std::string folder = std::string(arguments[2]) + "/";
    measurement.raw(formOf("rcp.approx.ftz.f32"), binade(0), folder + "rcp_0");
    for (const int i : {0, 1}) {
        measurement.raw(formOf("rsqrt.approx.ftz.f32"), binade(i), folder + "rsqrt_" + std::to_string(i));
        measurement.raw(formOf("sqrt.approx.ftz.f32"), binade(i), folder + "sqrt_" + std::to_string(i));
    }
    measurement.raw(formOf("ex2.approx.ftz.f32"), binade(0), folder + "ex2_0");
    measurement.raw(formOf("lg2.approx.ftz.f32"), binade(1), folder + "lg2_1");
    measurement.raw(formOf("sin.approx.ftz.f32"), binade(2), folder + "sin_2");
    for (int i = -8; i <= 2; ++i)
        measurement.raw(formOf("tanh.approx.f32"), binade(i), folder + "tanh_" + std::to_string(i));
    return 0;
}
