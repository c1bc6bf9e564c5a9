// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/block_pool.hpp"

#include <csca/aligned.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/pooled_function.hpp"

namespace csca {
namespace {

TEST(BlockPool, SizesAreFewAndHoldWhatIsAskedFor) {
  std::size_t sizes = 0;
  std::size_t last = 0;
  for (std::size_t bytes = 0; bytes < 100000; ++bytes) {
    const std::size_t size = block_size(bytes);
    ASSERT_GE(size, bytes);
    ASSERT_EQ(block_size(size), size);
    ASSERT_TRUE(size >= last && size > 0);
    ASSERT_LE(size, bytes + bytes / 8 + 64);
    sizes += size != last ? 1 : 0;
    last = size;
  }
  EXPECT_LT(sizes, 100U);
}

TEST(BlockPool, KeepsBlocksWhileSomebodyWantsThem) {
  const std::size_t size = block_size(100);
  EXPECT_EQ(take_block(size), nullptr);
  const KeepBlocks keep;
  void* const small = detail::allocate_lines(100);
  void* const large = detail::allocate_lines(100000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(small) % 64, 0U);
  detail::free_lines(small, 100);
  detail::free_lines(large, 100000);
  EXPECT_EQ(detail::allocate_lines(size - 1), small);
  EXPECT_EQ(take_block(size), nullptr);
  EXPECT_EQ(detail::allocate_lines(100000), large);
  {
    const KeepBlocks more;
    detail::free_lines(small, 100);
  }
  EXPECT_EQ(take_block(size), small);  // one of the two is still there
  detail::free_lines(small, 100);
  detail::free_lines(large, 100000);
}

TEST(BlockPool, ServesVectorsObjectsAndFunctions) {
  struct Object : Pooled {
    std::array<double, 20> values = {};
  };
  const KeepBlocks keep;
  const void* first = nullptr;
  {
    const PooledVector<double> zeros(20);
    first = zeros.data();
    EXPECT_EQ(zeros[19], 0);
  }
  const auto object = std::make_unique<Object>();
  EXPECT_EQ(static_cast<const void*>(object.get()), first);

  std::array<double, 20> captured = {};
  captured[19] = 3;
  const std::function<double()> function = pooled([captured] { return captured[19]; });
  const std::function<double()> copy = function;
  EXPECT_EQ(copy(), 3);
}

}  // namespace
}  // namespace csca
