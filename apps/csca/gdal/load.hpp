// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca::app {

class Arguments;

/// --gdal: from then on images are read by GDAL. Throws Error where csca was built without it.
void add_gdal_flag(Arguments& arguments);

/// Whether it was given.
bool by_gdal();

}  // namespace csca::app
