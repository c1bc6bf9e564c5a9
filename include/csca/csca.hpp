// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All of csca::core. Files, pictures and data sets (csca::io) and OpenCV (csca::opencv) have headers of their own.

#include <csca/aggregate.hpp>
#include <csca/check.hpp>
#include <csca/cloud.hpp>
#include <csca/cost.hpp>
#include <csca/depth.hpp>
#include <csca/error.hpp>
#include <csca/evaluate.hpp>
#include <csca/explain.hpp>
#include <csca/geometry.hpp>
#include <csca/image.hpp>
#include <csca/match.hpp>
#include <csca/options.hpp>
#include <csca/plane.hpp>
#include <csca/refine.hpp>
#include <csca/scale.hpp>
#include <csca/select.hpp>
#include <csca/simd.hpp>
#include <csca/stream.hpp>
#include <csca/synth.hpp>
#include <csca/tiles.hpp>
#include <csca/validity.hpp>
#include <csca/volume.hpp>
#include <csca/window.hpp>
