# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
file(REMOVE_RECURSE ${WORK})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(result)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G Ninja -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${WORK}/installed)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
foreach(file bin/csca share/man/man1/csca.1 share/bash-completion/completions/csca)
  if(NOT EXISTS ${WORK}/installed/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
