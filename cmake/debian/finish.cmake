# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# CPack runs this on the installed files, one folder a component: what Debian wants of packages and `cmake --install` does
# not do.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(trees ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr)

file(GLOB folders ${trees}/share/doc/*)
foreach(folder ${folders})
  file(COPY_FILE ${CPACK_CSCA_CHANGELOG} ${folder}/changelog)
  file(COPY_FILE ${CPACK_CSCA_DEBIAN_CHANGELOG} ${folder}/changelog.Debian)
endforeach()
file(GLOB pages ${trees}/share/man/*/*.1 ${trees}/share/doc/*/changelog*)
foreach(page ${pages})
  execute_process(COMMAND gzip -9n ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# Debian's loader knows where its libraries are; only the TGZ looks beside itself. The rest is what CPack's own stripping
# leaves: the compiler's name, and symbols that nobody can link to.
file(GLOB_RECURSE objects ${trees}/*.so ${trees}/*.so.* ${trees}/bin/*)
foreach(object ${objects})
  if(NOT IS_SYMLINK ${object})
    file(RPATH_REMOVE FILE ${object})
    execute_process(COMMAND strip --strip-unneeded --remove-section=.comment --remove-section=.note ${object}
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
file(GLOB_RECURSE archives ${trees}/*.a)
foreach(archive ${archives})
  execute_process(COMMAND strip --strip-debug --remove-section=.comment --enable-deterministic-archives ${archive}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
