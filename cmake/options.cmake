# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# What every target of ours is compiled with, and the functions that declare a module and a test.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Precompiled headers are cached only with this sloppiness. What a file includes is known from the compiler's own list
  # (-MD): without it, each file that is not in the cache would be preprocessed twice.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
    ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()

find_package(Threads REQUIRED)

# Modules that the runtime for users' programs, a shared library, is made of, too: only CUDA's functions show in it.
function(lanescope_shareable)
  set_target_properties(${ARGN} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler's collection of its own garbage costs more time than the memory is worth.
  add_compile_options(--param=ggc-min-heapsize=1000000)
  # Every test is a program: the faster of binutils' two linkers, where there is one.
  find_program(LANESCOPE_GOLD ld.gold)
  if(LANESCOPE_TESTS AND LANESCOPE_GOLD)
    add_link_options(-fuse-ld=gold)
  endif()
endif()

# Several files a translation unit: the headers are read once for all of them, which halves the time of a first
# build. Off where each file is to stand on its own (preset dev).
option(LANESCOPE_UNITY "Compile several source files together" OFF)
if(LANESCOPE_UNITY)
  find_program(LANESCOPE_UNITY_PYTHON python3 REQUIRED)
endif()

add_library(lanescope_options INTERFACE)
# Floats must come out as PTX says: no contraction behind our back.
target_compile_options(lanescope_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers
  # GCC 12 sees overlaps in std::string that are not there.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # These would warn of files that happen to share a translation unit.
  $<$<BOOL:${LANESCOPE_UNITY}>:-Wno-shadow$<SEMICOLON>-Wno-subobject-linkage>
  -ffp-contract=off $<$<BOOL:${LANESCOPE_WERROR}>:-Werror>)

set(LANESCOPE_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")
if(LANESCOPE_SANITIZE)
  add_compile_options(-fsanitize=${LANESCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LANESCOPE_SANITIZE})
endif()

# lanescope_unite(NAME [FILE...]): shares the sources of a target, or these of them, out among translation units
# (cmake/unity.py), when its folder is complete. Files that are compiled in a way of their own stay alone.
function(lanescope_unite name)
  if(NOT LANESCOPE_UNITY)
    return()
  endif()
  set(sources ${ARGN})
  if(NOT sources)
    get_target_property(sources ${name} SOURCES)
  endif()
  set(files)
  foreach(file ${sources})
    if(NOT file MATCHES "\\.cpp$" OR file MATCHES "^\\$<")
      continue()
    endif()
    get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
    get_source_file_property(options ${file} COMPILE_OPTIONS)
    if(definitions OR options)
      continue()
    endif()
    get_filename_component(path ${file} ABSOLUTE)
    list(APPEND files ${path})
  endforeach()
  list(LENGTH files count)
  if(count LESS 2)
    return()
  endif()
  execute_process(COMMAND ${LANESCOPE_UNITY_PYTHON} ${PROJECT_SOURCE_DIR}/cmake/unity.py
    ${CMAKE_BINARY_DIR}/unity_names 60 ${files}
    OUTPUT_VARIABLE units OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  string(REPLACE ";" "|" units "${units}")
  string(REPLACE "\n" ";" units "${units}")
  foreach(unit ${units})
    get_property(index TARGET ${name} PROPERTY LANESCOPE_UNITS)
    math(EXPR index "0${index} + 0")
    string(REPLACE "|" ";" unit "${unit}")
    set_source_files_properties(${unit} PROPERTIES UNITY_GROUP ${name}_${index})
    math(EXPR index "${index} + 1")
    set_property(TARGET ${name} PROPERTY LANESCOPE_UNITS ${index})
  endforeach()
  # which files go together depends on the names in them
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/unity.py)
endfunction()

# They come last: the handlers are compiled with -O3 otherwise.
set(LANESCOPE_HOT_FLAGS "" CACHE STRING "Compiler options of the model and the emulator, where a run spends its time")

# What nearly every file of a module includes, compiled once for all modules.
function(lanescope_shared_headers name)
  if(NOT TARGET lanescope_pch)
    file(WRITE ${CMAKE_BINARY_DIR}/generated/headers.cpp "")
    add_library(lanescope_pch OBJECT ${CMAKE_BINARY_DIR}/generated/headers.cpp)
    target_link_libraries(lanescope_pch PRIVATE lanescope_options fmt::fmt)
    target_precompile_headers(lanescope_pch PRIVATE <fmt/format.h> <algorithm> <array> <atomic> <bit> <chrono> <cmath>
      <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread> <unordered_map>
      <variant> <vector>)
  endif()
  target_precompile_headers(${name} REUSE_FROM lanescope_pch)
endfunction()

# Precompiled headers of a module of its own, where its files are not compiled together.
function(lanescope_precompile_headers name)
  if(NOT LANESCOPE_UNITY)
    target_precompile_headers(${name} PRIVATE ${ARGN})
  endif()
endfunction()

# lanescope_module(NAME SOURCES ... [LINK ...] [PRIVATE ...] [OBJECT] [HOT]): a folder of app/, whose includes come as
# "NAME/file.h" and only through the targets it links. HOT: compiled with LANESCOPE_HOT_FLAGS.
function(lanescope_module name)
  cmake_parse_arguments(ARG "OBJECT;HOT" "" "SOURCES;LINK;PRIVATE" ${ARGN})
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
  if(ARG_HOT)
    # GCC 12 takes headers that were compiled with other optimisations, and crashes.
    target_compile_options(${name} PRIVATE ${LANESCOPE_HOT_FLAGS})
  elseif(LANESCOPE_UNITY)
    lanescope_shared_headers(${name})
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER CALL lanescope_unite ${name})")
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
    target_precompile_headers(lanescope_test_pch PRIVATE <gtest/gtest.h> <algorithm> <array> <bit> <chrono> <cmath>
      <fstream> <functional> <map> <memory> <optional> <random> <span> <sstream> <string> <variant> <vector>)
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
  cmake_language(EVAL CODE "cmake_language(DEFER CALL lanescope_unite ${name})")
endfunction()

# Builds the tests that run under the thread sanitizer.
add_custom_target(threaded_tests)

# lanescope_test(NAME SOURCES ... LINK ... [TIMEOUT SECONDS] [COST SECONDS] [SHARDS N] [THREADS]): a GoogleTest program;
# the name's suffix is its label: NAME_gpu_test needs a CUDA device, NAME_gl_test offscreen OpenGL, any other NAME_test
# nothing. COST: what takes long begins early, so that nothing is left to wait for at the end. SHARDS: so many processes
# share its tests. THREADS: what it tests runs on several, or is asked by several; it has that label too.
function(lanescope_test name)
  cmake_parse_arguments(ARG "THREADS" "TIMEOUT;COST;SHARDS" "SOURCES;LINK" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(NOT ARG_COST)
    set(ARG_COST 1)
  endif()
  if(LANESCOPE_SANITIZE)
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 4")
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE lanescope_options ${ARG_LINK} GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${LANESCOPE_TEST_FLAGS})
  lanescope_test_headers(${name})
  cmake_language(EVAL CODE "cmake_language(DEFER CALL lanescope_unite ${name})")
  set(label cpu)
  if(name MATCHES "_gpu_test$")
    set(label gpu)
  elseif(name MATCHES "_gl_test$")
    set(label gl)
  endif()
  # CUDA is not run with a sanitizer, so it is not built.
  if(LANESCOPE_SANITIZE AND label STREQUAL gpu)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  if(ARG_THREADS)
    list(APPEND label threads)
    add_dependencies(threaded_tests ${name})
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
    set_tests_properties(${each} PROPERTIES LABELS "${label}" TIMEOUT ${ARG_TIMEOUT} COST ${ARG_COST} SKIP_RETURN_CODE 77)
    if(ARG_SHARDS)
      set_tests_properties(${each} PROPERTIES
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${index}")
    endif()
    math(EXPR index "${index} + 1")
  endforeach()
endfunction()
