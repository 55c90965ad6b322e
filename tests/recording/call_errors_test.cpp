// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/call_errors.h"
#include "recording/error_codes.h"

#include <gtest/gtest.h>

#include <string_view>

namespace lanescope::recording::test {
namespace {

constexpr int kIllegalAddress = 700;

TEST(CallErrors, AKernelsFaultShowsAtTheNextCallThatWaits) {
    DeviceErrors errors;
    EXPECT_EQ(errors.begin(true), 0);
    errors.kernelFailed(kIllegalAddress);
    EXPECT_TRUE(errors.isPending());
    EXPECT_EQ(errors.begin(false), 0) << "nobody has been told";
    EXPECT_EQ(errors.begin(true), kIllegalAddress);
    EXPECT_FALSE(errors.isPending());
    EXPECT_EQ(errors.begin(false), kIllegalAddress) << "it stays";
    EXPECT_EQ(errors.sticky(), kIllegalAddress);
    errors.reset();
    EXPECT_EQ(errors.begin(true), 46) << "cudaErrorDevicesUnavailable: the process has lost the device";
}

TEST(CallErrors, AResetOfADeviceThatHasNotFailedChangesNothing) {
    DeviceErrors errors;
    errors.reset();
    EXPECT_EQ(errors.begin(true), 0);
}

TEST(CallErrors, AQueryClearsTheVariableAndNothingElse) {
    DeviceErrors errors;
    LastError last;
    errors.kernelFailed(kIllegalAddress);
    last.note(errors.begin(true));
    EXPECT_EQ(last.peek(), kIllegalAddress);
    EXPECT_EQ(last.take(), kIllegalAddress);
    EXPECT_EQ(last.take(), 0);
    last.note(errors.begin(false));
    EXPECT_EQ(last.peek(), kIllegalAddress) << "the next call sets it again";
}

TEST(CallErrors, AnAnswerIsNotKept) {
    LastError last;
    last.note(1);
    last.note(0);
    last.note(600); // cudaErrorNotReady
    EXPECT_EQ(last.peek(), 1);
}

TEST(CallErrors, ALaunchIsRefusedAtOnceForWhatTheDeviceDoesNotHave) {
    const model::Architecture& architecture = model::defaultArchitecture();
    const auto codeOf = [&](const LaunchRequest& request) {
        const auto refused = launchRefusal(architecture, request);
        EXPECT_TRUE(!refused || !refused->why.empty());
        return refused ? std::string_view(errorCodeOf(refused->code).name) : "";
    };
    const model::Dim3 one{1, 1, 1}, warp{32, 1, 1}, many{1 << 20, 1, 1}, large{1024, 1, 1};
    EXPECT_EQ(codeOf({.grid = one, .block = warp, .cooperative = true}), "");
    EXPECT_EQ(codeOf({.grid = one, .block = {2048, 1, 1}}), "cudaErrorInvalidValue");
    EXPECT_EQ(codeOf({.grid = one, .block = warp, .sharedBytes = 60000}), "cudaErrorInvalidValue");
    EXPECT_EQ(codeOf({.grid = one, .block = warp, .sharedBytes = 60000, .allowedShared = 60000}), "");
    EXPECT_EQ(codeOf({.grid = one, .block = warp, .sharedBytes = 101, .allowedShared = 100}),
              "cudaErrorInvalidValue");
    EXPECT_EQ(codeOf({.grid = one, .block = large, .mostThreads = 512}), "cudaErrorInvalidValue");
    EXPECT_EQ(codeOf({.grid = one, .block = warp, .clusters = "too large"}), "cudaErrorInvalidClusterSize");
    EXPECT_EQ(codeOf({.grid = one, .block = {2048, 1, 1}, .clusters = "too large"}), "cudaErrorInvalidValue");
    EXPECT_EQ(codeOf({.grid = many, .block = large, .cooperative = true}),
              "cudaErrorCooperativeLaunchTooLarge");
}

TEST(CallErrors, FaultsOfKernelsAndOtherLossesHaveTheirNames) {
    for (int code = 0; code < 1000; ++code) {
        const std::string_view name = errorCodeOf(code).name;
        EXPECT_EQ(isKernelFault(code),
                  name == "cudaErrorIllegalAddress" || name == "cudaErrorAssert" ||
                      name == "cudaErrorHardwareStackError" || name == "cudaErrorIllegalInstruction" ||
                      name == "cudaErrorMisalignedAddress" || name == "cudaErrorInvalidAddressSpace" ||
                      name == "cudaErrorInvalidPc" || name == "cudaErrorLaunchFailure")
            << name;
        EXPECT_EQ(losesDevice(code), isKernelFault(code) || name == "cudaErrorLaunchTimeout" ||
                                         name == "cudaErrorECCUncorrectable" || name == "cudaErrorContained")
            << name;
    }
}

} // namespace
} // namespace lanescope::recording::test
