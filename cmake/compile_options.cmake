# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# csca_compile_options(target [level]): everything that is compiled here gets its language level, warnings, sanitizers and,
# in releases, its level of optimisation from this function. What runs once a pixel or more is in csca_core, which asks for
# -O3, and in csca_io, which is content with -O2. The tool, the Python module, the tests and the examples call these and
# wait for them: with -O1 they compile in three quarters of the time.
function(csca_compile_options target)
  set(level -O1)
  if(ARGC GREATER 1)
    set(level ${ARGV1})
  endif()
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  # No contraction: a product and a sum that fuse on one path and not on the other would break "the same bits".
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                           -ffp-contract=off $<$<CONFIG:Release>:${level}>)
  if(CSCA_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CSCA_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${CSCA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${CSCA_SANITIZE})
    if(CSCA_SANITIZE MATCHES undefined)
      # The address sanitizer, or the processor, finds these too. In kernels, checks of each pointer take minutes to compile.
      target_compile_options(${target} PRIVATE -fno-sanitize=null,object-size,pointer-overflow,alignment)
    endif()
  endif()
endfunction()

# csca_compile_together(target): a few sources at a time are compiled as one, which saves two thirds of a clean build where
# headers are heavier than sources. Names in such a target's anonymous namespaces have to differ, those of overloads too: a
# call could take another file's function. The preset dev compiles every file by itself, so that each still includes what
# it uses, and says which names hide others.
function(csca_compile_together target)
  if(CSCA_COMPILE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    target_compile_options(${target} PRIVATE -Wno-shadow -Wno-subobject-linkage)  # of names in files that are strangers
  endif()
endfunction()
