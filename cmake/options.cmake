# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# What every target of ours is compiled with, and the functions that declare a module and a test.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Precompiled headers are cached only with these.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()

find_package(Threads REQUIRED)

add_library(lanescope_options INTERFACE)
# Floats must come out as PTX says: no contraction behind our back.
target_compile_options(lanescope_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers
  # GCC 12 sees overlaps in std::string that are not there.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  -ffp-contract=off $<$<BOOL:${LANESCOPE_WERROR}>:-Werror>)

set(LANESCOPE_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address, undefined, thread")
# A test may take so many seconds; a sanitizer makes programs many times slower.
set(lanescope_test_timeout 300)
if(LANESCOPE_SANITIZE)
  set(lanescope_test_timeout 1500)
  add_compile_options(-fsanitize=${LANESCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LANESCOPE_SANITIZE})
endif()

# lanescope_module(NAME SOURCES ... [LINK ...] [OBJECT]): a folder of app/, whose includes come as "NAME/file.h" and
# only through the targets it links.
function(lanescope_module name)
  cmake_parse_arguments(ARG "OBJECT" "" "SOURCES;LINK;PRIVATE" ${ARGN})
  set(kind STATIC)
  if(ARG_OBJECT)
    set(kind OBJECT)
  endif()
  # Each folder sees itself and what it links as a prefix: the include root is a folder of links of its own.
  set(root ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)
  add_library(${name} ${kind} ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${root})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE lanescope_options ${ARG_PRIVATE})
endfunction()

# What the tests' own files are compiled with beside the rest: their time goes into the compiler, not into running.
set(LANESCOPE_TEST_FLAGS "" CACHE STRING "Compiler options of the tests' own files")

# GoogleTest and what nearly every test includes, compiled once for all test programs.
function(lanescope_test_headers name)
  if(NOT TARGET lanescope_test_pch)
    file(WRITE ${CMAKE_BINARY_DIR}/generated/test_headers.cpp "")
    add_library(lanescope_test_pch OBJECT ${CMAKE_BINARY_DIR}/generated/test_headers.cpp)
    target_link_libraries(lanescope_test_pch PRIVATE lanescope_options GTest::gtest)
    target_compile_options(lanescope_test_pch PRIVATE ${LANESCOPE_TEST_FLAGS})
    target_precompile_headers(lanescope_test_pch PRIVATE <gtest/gtest.h> <algorithm> <fstream> <functional> <map>
      <memory> <sstream> <string> <vector>)
  endif()
  target_precompile_headers(${name} REUSE_FROM lanescope_test_pch)
endfunction()

# lanescope_test_part(NAME SOURCES ... LINK ...): files that several test programs share, compiled once.
function(lanescope_test_part name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} OBJECT ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} GTest::gtest PRIVATE lanescope_options)
  target_compile_options(${name} PRIVATE ${LANESCOPE_TEST_FLAGS})
  lanescope_test_headers(${name})
endfunction()

# lanescope_test(NAME SOURCES ... LINK ...): a GoogleTest program; the name's suffix is its label:
# NAME_gpu_test needs a CUDA device, NAME_gl_test offscreen OpenGL, any other NAME_test nothing. SHARDS: so many
# processes share its tests.
function(lanescope_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT;SHARDS" "SOURCES;LINK" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT ${lanescope_test_timeout})
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE lanescope_options ${ARG_LINK} GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${LANESCOPE_TEST_FLAGS})
  lanescope_test_headers(${name})
  set(label cpu)
  if(name MATCHES "_gpu_test$")
    set(label gpu)
  elseif(name MATCHES "_gl_test$")
    set(label gl)
  endif()
  target_compile_definitions(${name} PRIVATE LANESCOPE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  set(names ${name})
  if(ARG_SHARDS)
    set(names)
    foreach(shard RANGE 1 ${ARG_SHARDS})
      list(APPEND names ${name}.${shard})
    endforeach()
  endif()
  set(index 0)
  foreach(each ${names})
    add_test(NAME ${each} COMMAND ${name})
    # A test program whose needs are not met prints the reason and exits with 77.
    set_tests_properties(${each} PROPERTIES LABELS ${label} TIMEOUT ${ARG_TIMEOUT} SKIP_RETURN_CODE 77)
    if(ARG_SHARDS)
      set_tests_properties(${each} PROPERTIES
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${index}")
    endif()
    math(EXPR index "${index} + 1")
  endforeach()
endfunction()
