// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

/// to = weight * (factor * from) for the `stride` cells of each pixel; no factors: the weight alone. `to` may be
/// `from`.
void weigh_cells(float weight, const float* factors, int width, int stride, const float* from, float* to);

}  // namespace csca
