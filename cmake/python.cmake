# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# Sets CSCA_PYTHON_FOUND where the Python module can be built, and says why where it cannot. Known before any target is
# made, since the libraries are then compiled for it.
set(CSCA_PYTHON_FOUND OFF)
option(CSCA_REQUIRE_PYTHON "Stop when the Python module cannot be built" OFF)

function(csca_no_python why)
  if(CSCA_REQUIRE_PYTHON)
    message(FATAL_ERROR "The Python module cannot be built: ${why}")
  endif()
  message(STATUS "No Python module: ${why}")
endfunction()

# The first python3 on the path may be one without numpy or headers, while Debian's has both.
function(csca_choose_python result)
  find_program(first NAMES python3 NO_CACHE)
  foreach(candidate ${first} /usr/bin/python3)
    execute_process(COMMAND ${candidate} -c
                    "import numpy, os, sysconfig; assert os.path.exists(sysconfig.get_path('include') + '/Python.h')"
                    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
      set(${result} ${candidate} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

if(NOT CSCA_BUILD_PYTHON)
  return()
endif()
if(CSCA_SANITIZE)
  csca_no_python("a Python that is not built with the sanitizer cannot load a module that is")
  return()
endif()
if(NOT Python_EXECUTABLE)
  csca_choose_python(chosen)
  if(NOT chosen)
    csca_no_python("no python3 with numpy and headers; install python3-dev and python3-numpy, or set Python_EXECUTABLE")
    return()
  endif()
  set(Python_EXECUTABLE ${chosen} CACHE FILEPATH "The Python that the module is for")
endif()
find_package(Python 3.8 COMPONENTS Interpreter Development.Module)
if(NOT Python_FOUND)
  csca_no_python("${Python_EXECUTABLE} has no headers; install python3-dev, or set Python_EXECUTABLE to another")
  return()
endif()
find_package(pybind11 2.10 CONFIG)
if(NOT pybind11_FOUND)
  csca_no_python("pybind11 is missing; install pybind11-dev")
  return()
endif()
set(CSCA_PYTHON_FOUND ON)
