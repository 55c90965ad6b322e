# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Every dependency, and where it comes from.
find_package(fmt REQUIRED)
if(LANESCOPE_TESTS)
  find_package(GTest REQUIRED)
endif()
if(LANESCOPE_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
