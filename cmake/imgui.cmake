# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Dear ImGui 1.92 (docking), ImPlot and imgui_test_engine as our own static targets, from the source distribution
# of the Python package imgui-bundle, which pip fetches, pinned by version and hash, into ${LANESCOPE_DEPS}.
#   imgui           the library, with FreeType fonts and the std::string inputs
#   imgui_backends  for GLFW and OpenGL 3+
#   implot          plots
#   imgui_test_engine  drives the user interface in tests; hooked into imgui only when LANESCOPE_UI_TESTS is on
option(LANESCOPE_UI_TESTS "Compile the hooks of imgui_test_engine into Dear ImGui" ${LANESCOPE_TESTS})
set(LANESCOPE_IMGUI_SOURCE "" CACHE PATH
  "To use instead of what is fetched: an unpacked source distribution of imgui-bundle 1.92.x, or Dear ImGui's own \
docking branch from 1.92 on, beside which ImPlot and imgui_test_engine are still taken from the pinned archive")

# Unpacks the pinned archive into LANESCOPE_DEPS once, and sets out to its folder.
function(lanescope_fetch_imgui out)
  file(READ ${PROJECT_SOURCE_DIR}/cmake/requirements.txt requirements)
  string(REGEX MATCH "imgui-bundle==([0-9.]+) --hash=sha256:([0-9a-f]+)" found "${requirements}")
  set(version ${CMAKE_MATCH_1})
  set(hash ${CMAKE_MATCH_2})
  set(folder ${LANESCOPE_DEPS}/imgui_bundle-${version})
  set(${out} ${folder} PARENT_SCOPE)
  # Two configurations may share the folder: one fetches, the others wait.
  file(MAKE_DIRECTORY ${LANESCOPE_DEPS})
  file(LOCK ${LANESCOPE_DEPS}/imgui.lock GUARD FUNCTION TIMEOUT 600)
  if(EXISTS ${folder}/complete)
    return()
  endif()
  message(STATUS "Fetching imgui-bundle ${version} (48 MB) with pip")
  set(log "no Python with pip was found")
  foreach(python ${LANESCOPE_PYTHON} python3 /usr/bin/python3)
    execute_process(COMMAND ${python} -m pip --version RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(NOT result EQUAL 0)
      continue()
    endif()
    execute_process(COMMAND ${python} -m pip download --quiet --no-deps --no-binary imgui-bundle --require-hashes
        --requirement ${PROJECT_SOURCE_DIR}/cmake/requirements.txt --dest ${LANESCOPE_DEPS}/download
      RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
    if(result EQUAL 0)
      break()
    endif()
  endforeach()
  file(GLOB archive ${LANESCOPE_DEPS}/download/imgui_bundle-${version}.tar.gz
    ${LANESCOPE_DEPS}/download/imgui-bundle-${version}.tar.gz)
  if(archive)
    file(SHA256 ${archive} actual)
  endif()
  if(NOT actual STREQUAL hash)
    message(FATAL_ERROR "Dear ImGui could not be fetched: 'pip download imgui-bundle==${version}' failed.\n${log}\n"
      "Install pip (python3-pip) and see that it reaches its package index, or unpack that source distribution "
      "yourself and configure with -DLANESCOPE_IMGUI_SOURCE=DIR.")
  endif()
  set(top imgui_bundle-${version}/external)
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${LANESCOPE_DEPS}
    PATTERNS ${top}/imgui/imgui/* ${top}/implot/implot/* ${top}/imgui_test_engine/imgui_test_engine/*)
  file(TOUCH ${folder}/complete)
  file(REMOVE_RECURSE ${LANESCOPE_DEPS}/download)
endfunction()

set(imgui_root)
if(LANESCOPE_IMGUI_SOURCE AND EXISTS ${LANESCOPE_IMGUI_SOURCE}/external/imgui/imgui/imgui.h)
  set(imgui_bundle ${LANESCOPE_IMGUI_SOURCE})
elseif(LANESCOPE_IMGUI_SOURCE AND NOT EXISTS ${LANESCOPE_IMGUI_SOURCE}/imgui.h)
  message(FATAL_ERROR "LANESCOPE_IMGUI_SOURCE=${LANESCOPE_IMGUI_SOURCE} has neither imgui.h (Dear ImGui's docking branch) "
    "nor external/imgui/imgui/imgui.h (the unpacked source distribution of imgui-bundle 1.92.x).")
else()
  set(imgui_root ${LANESCOPE_IMGUI_SOURCE})
  lanescope_fetch_imgui(imgui_bundle)
endif()
if(NOT imgui_root)
  set(imgui_root ${imgui_bundle}/external/imgui/imgui)
endif()
set(implot_root ${imgui_bundle}/external/implot/implot)
set(engine_parent ${imgui_bundle}/external/imgui_test_engine/imgui_test_engine)
set(engine_root ${engine_parent}/imgui_test_engine)
foreach(file ${imgui_root}/imgui.h ${implot_root}/implot.h ${engine_root}/imgui_te_engine.h)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "${file} is missing: LANESCOPE_IMGUI_SOURCE must be the unpacked source distribution of "
      "imgui-bundle 1.92.x, or Dear ImGui's docking branch.")
  endif()
endforeach()
file(STRINGS ${imgui_root}/imgui.h imgui_marks REGEX "define IMGUI_(VERSION_NUM|HAS_DOCK)")
string(REGEX MATCH "IMGUI_VERSION_NUM +([0-9]+)" found "${imgui_marks}")
if(NOT imgui_marks MATCHES "IMGUI_HAS_DOCK" OR CMAKE_MATCH_1 LESS 19200)
  message(FATAL_ERROR "${imgui_root}/imgui.h is not of Dear ImGui's docking branch from version 1.92 on.")
endif()

# Third-party code: optimised whatever the build type, its warnings are not ours.
set(LANESCOPE_THIRD_PARTY_FLAGS "-O2" CACHE STRING "Compiler options of Dear ImGui and its companions")
separate_arguments(third_party_flags UNIX_COMMAND "${LANESCOPE_THIRD_PARTY_FLAGS}")
function(lanescope_third_party name)
  add_library(${name} STATIC ${ARGN})
  target_compile_options(${name} PRIVATE -w ${third_party_flags})
endfunction()
# Files that are known to go together in one translation unit.
function(lanescope_unite_third_party name)
  if(LANESCOPE_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()

lanescope_third_party(imgui
  ${imgui_root}/imgui.cpp ${imgui_root}/imgui_demo.cpp ${imgui_root}/imgui_draw.cpp ${imgui_root}/imgui_tables.cpp
  ${imgui_root}/imgui_widgets.cpp ${imgui_root}/misc/cpp/imgui_stdlib.cpp
  ${imgui_root}/misc/freetype/imgui_freetype.cpp)
# The bundle's own addition, which its Dear ImGui calls.
if(EXISTS ${imgui_root}/imgui_stacklayout.cpp)
  target_sources(imgui PRIVATE ${imgui_root}/imgui_stacklayout.cpp)
endif()
lanescope_unite_third_party(imgui)
target_include_directories(imgui SYSTEM PUBLIC ${imgui_root} ${imgui_root}/misc/cpp ${imgui_root}/misc/freetype)
# The demo windows would be a quarter of the compile time.
target_compile_definitions(imgui PUBLIC IMGUI_ENABLE_FREETYPE PRIVATE IMGUI_DISABLE_DEMO_WINDOWS)
target_link_libraries(imgui PUBLIC Freetype::Freetype)

lanescope_third_party(imgui_backends
  ${imgui_root}/backends/imgui_impl_glfw.cpp ${imgui_root}/backends/imgui_impl_opengl3.cpp)
target_include_directories(imgui_backends SYSTEM PUBLIC ${imgui_root}/backends)
target_link_libraries(imgui_backends PUBLIC imgui glfw PRIVATE ${CMAKE_DL_LIBS})

# Its templates are made for the one type that kit/plot.cpp uses: the rest is a minute and a gigabyte of compiling.
lanescope_third_party(implot ${implot_root}/implot.cpp ${implot_root}/implot_items.cpp)
target_compile_definitions(implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)")
target_include_directories(implot SYSTEM PUBLIC ${implot_root})
target_link_libraries(implot PUBLIC imgui)

if(LANESCOPE_UI_TESTS)
  lanescope_third_party(imgui_test_engine
    ${engine_root}/imgui_capture_tool.cpp ${engine_root}/imgui_te_context.cpp ${engine_root}/imgui_te_coroutine.cpp
    ${engine_root}/imgui_te_engine.cpp ${engine_root}/imgui_te_exporters.cpp ${engine_root}/imgui_te_perftool.cpp
    ${engine_root}/imgui_te_ui.cpp ${engine_root}/imgui_te_utils.cpp)
  lanescope_unite_third_party(imgui_test_engine)
  target_include_directories(imgui_test_engine SYSTEM PUBLIC ${engine_parent} ${engine_root})
  target_compile_options(imgui_test_engine PRIVATE ${LANESCOPE_TEST_FLAGS})
  # imgui calls the engine's hooks and the engine calls imgui: static libraries may depend on each other.
  target_compile_definitions(imgui PUBLIC IMGUI_ENABLE_TEST_ENGINE
    IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1 IMGUI_TEST_ENGINE_ENABLE_STD_FUNCTION=1)
  target_link_libraries(imgui_test_engine PUBLIC imgui Threads::Threads)
  target_link_libraries(imgui PUBLIC imgui_test_engine)
endif()
