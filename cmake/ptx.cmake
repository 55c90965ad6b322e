# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# lanescope_test_ptx(TARGET OUTPUT_FOLDER FILES... [ARCH compute_XX] [FLAGS ...]): PTX of CUDA files, for compute_75
# unless ARCH says otherwise, optimised as NAME.ptx and as written (-G) as NAME.debug.ptx, built with TARGET. Without
# nvcc TARGET builds nothing; programs that read the files skip then.
find_program(LANESCOPE_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin PATHS /usr/local/cuda/bin)

function(lanescope_test_ptx target folder)
  cmake_parse_arguments(ARG "" "ARCH" "FLAGS" ${ARGN})
  if(NOT ARG_ARCH)
    set(ARG_ARCH compute_75)
  endif()
  set(outputs)
  if(LANESCOPE_NVCC)
    file(MAKE_DIRECTORY ${folder})
    foreach(file ${ARG_UNPARSED_ARGUMENTS})
      get_filename_component(name ${file} NAME_WE)
      file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${file})
      foreach(variant "" ".debug")
        set(mode -lineinfo -O3)
        if(variant STREQUAL ".debug")
          set(mode -G)
        endif()
        set(output ${folder}/${name}${variant}.ptx)
        # from the project's folder, so that line information holds no path of this machine
        add_custom_command(OUTPUT ${output}
          COMMAND ${LANESCOPE_NVCC} -ptx ${mode} ${ARG_FLAGS} -std=c++17 -arch=${ARG_ARCH} -ccbin ${CMAKE_CXX_COMPILER}
            -o ${output} ${relative}
          DEPENDS ${file} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
          COMMENT "PTX of ${relative}${variant}" VERBATIM)
        list(APPEND outputs ${output})
      endforeach()
    endforeach()
  endif()
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()
