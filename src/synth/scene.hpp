// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/synth.hpp>

#include "synth/surface.hpp"

#include <vector>

namespace csca::synth {

/// Of all surfaces that a ray meets, the one with the largest disparity is seen. At least one is endless.
using Scene = std::vector<Surface>;

/// A room with boards, balls, a curtain, poles and wires, as far as the options want them.
Scene make_scene(const SynthOptions& options);

/// Casts the rays of a window of both views. Takes size, exposure, noise, format and the noise's seed from the options.
SynthPair render(const Scene& scene, const SynthOptions& options, const Window& window);

}  // namespace csca::synth
