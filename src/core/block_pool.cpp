// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/block_pool.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <utility>

namespace csca {
namespace {

/// Kept blocks of one size. Each holds the address of the next one, so that keeping needs no memory.
struct Block {
  Block* next;
};

constexpr std::size_t line = 64;

struct Pool {
  std::atomic<int> keepers = 0;
  std::mutex mutex;
  std::map<std::size_t, Block*> blocks;  // by size; null: all are in use
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
  for (auto [size, block] : all.blocks) {
    while (block != nullptr) std::free(std::exchange(block, block->next));
  }
  all.blocks.clear();
}

std::size_t block_size(std::size_t bytes) {
  const std::size_t step = std::max(std::bit_floor(bytes) / 8, line);
  return std::max(bytes + step - 1, step) / step * step;
}

void* take_block(std::size_t size) {
  Pool& all = pool();
  if (all.keepers == 0) return nullptr;
  const std::scoped_lock lock(all.mutex);
  const auto found = all.blocks.find(size);
  if (found == all.blocks.end() || found->second == nullptr) return nullptr;
  return std::exchange(found->second, found->second->next);
}

bool keep_block(void* memory, std::size_t size) {
  Pool& all = pool();
  if (all.keepers == 0) return false;
  const std::scoped_lock lock(all.mutex);
  if (all.keepers == 0) return false;
  try {
    Block*& first = all.blocks[size];
    first = new (memory) Block{first};
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

}  // namespace csca
