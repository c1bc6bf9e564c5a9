// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

/// A method whose result at a level depends on other levels. Where several passes over one view compete, each with
/// levels of its own, the later ones have to know what the first one found.
class SeveralPasses {
 public:
  virtual ~SeveralPasses() = default;

  /// There will be several. Each begins with a `look_ahead`.
  virtual void expect_passes() = 0;
};

}  // namespace csca
