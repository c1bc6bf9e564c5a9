// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/block_pool.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

namespace csca {
namespace {

/// Smaller ones the C library hands out again by itself, at no cost.
constexpr std::size_t least = 4096;

struct Pool {
  std::atomic<int> keepers = 0;
  std::mutex mutex;
  std::map<std::size_t, std::vector<void*>> blocks;  // by size
};

/// Never destroyed: images may be freed while the process ends.
Pool& pool() {
  static auto& only = *new Pool;
  return only;
}

}  // namespace

KeepBlocks::KeepBlocks() { ++pool().keepers; }

KeepBlocks::~KeepBlocks() {
  Pool& all = pool();
  const std::scoped_lock lock(all.mutex);
  if (--all.keepers > 0) return;
  for (const auto& [size, blocks] : all.blocks) std::for_each(blocks.begin(), blocks.end(), std::free);
  all.blocks.clear();
}

std::size_t block_size(std::size_t bytes) {
  if (bytes < least) return bytes;
  const std::size_t step = std::bit_floor(bytes) / 8;
  return (bytes + step - 1) / step * step;
}

void* take_block(std::size_t size) {
  Pool& all = pool();
  if (size < least || all.keepers == 0) return nullptr;
  const std::scoped_lock lock(all.mutex);
  const auto found = all.blocks.find(size);
  if (found == all.blocks.end() || found->second.empty()) return nullptr;
  void* const block = found->second.back();
  found->second.pop_back();
  return block;
}

bool keep_block(void* block, std::size_t size) {
  Pool& all = pool();
  if (size < least || all.keepers == 0) return false;
  const std::scoped_lock lock(all.mutex);
  if (all.keepers == 0) return false;
  try {
    all.blocks[size].push_back(block);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

}  // namespace csca
