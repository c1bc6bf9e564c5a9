// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "roofline.cpp"  // as seen from bench/
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

#include <cstddef>

// roofline [THREADS]: what this machine can do at best, with one thread and with THREADS (default: one a core): bytes a
// second from and to each level of the memory, and multiply-adds. Bursts of about a millisecond, of which the fastest
// counts, because anything longer meets other processes.

HWY_BEFORE_NAMESPACE();
namespace roofline::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;

/// All work on `count` floats, a multiple of 1024. What comes back keeps the compiler from leaving work out.
float read(const float* a, const float* /*b*/, float* /*out*/, std::size_t count) {
  const D d;
  const std::size_t n = hn::Lanes(d);
  auto s0 = hn::Zero(d);
  auto s1 = s0;
  auto s2 = s0;
  auto s3 = s0;
  auto s4 = s0;
  auto s5 = s0;
  auto s6 = s0;
  auto s7 = s0;
  for (std::size_t i = 0; i < count; i += 8 * n) {
    s0 = hn::Add(s0, hn::Load(d, a + i));
    s1 = hn::Add(s1, hn::Load(d, a + i + n));
    s2 = hn::Add(s2, hn::Load(d, a + i + 2 * n));
    s3 = hn::Add(s3, hn::Load(d, a + i + 3 * n));
    s4 = hn::Add(s4, hn::Load(d, a + i + 4 * n));
    s5 = hn::Add(s5, hn::Load(d, a + i + 5 * n));
    s6 = hn::Add(s6, hn::Load(d, a + i + 6 * n));
    s7 = hn::Add(s7, hn::Load(d, a + i + 7 * n));
  }
  const auto sum = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
  return hn::GetLane(hn::Add(sum, hn::Add(hn::Add(s4, s5), hn::Add(s6, s7))));
}

float copy(const float* a, const float* /*b*/, float* out, std::size_t count) {
  const D d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) hn::Store(hn::Load(d, a + i), d, out + i);
  return out[0];
}

float triad(const float* a, const float* b, float* out, std::size_t count) {
  const D d;
  const auto k = hn::Set(d, 3.0F);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Store(hn::MulAdd(k, hn::Load(d, b + i), hn::Load(d, a + i)), d, out + i);
  }
  return out[0];
}

float stream_write(const float* /*a*/, const float* /*b*/, float* out, std::size_t count) {
  const D d;
  const auto k = hn::Set(d, 3.0F);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) hn::Stream(k, d, out + i);
  hwy::FlushStream();
  return out[0];
}

float stream_triad(const float* a, const float* b, float* out, std::size_t count) {
  const D d;
  const auto k = hn::Set(d, 3.0F);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Stream(hn::MulAdd(k, hn::Load(d, b + i), hn::Load(d, a + i)), d, out + i);
  }
  hwy::FlushStream();
  return out[0];
}

/// Twelve chains cover the latency of two units; 2 * 12 * lanes operations a turn. Each starts with a value of its own,
/// or the compiler would compute one for all.
float multiply_add(const float* a, const float* /*b*/, float* /*out*/, std::size_t turns) {
  const D d;
  const auto x = hn::Load(d, a);
  const std::size_t n = hn::Lanes(d);
  auto s0 = hn::Load(d, a);
  auto s1 = hn::Load(d, a + n);
  auto s2 = hn::Load(d, a + 2 * n);
  auto s3 = hn::Load(d, a + 3 * n);
  auto s4 = hn::Load(d, a + 4 * n);
  auto s5 = hn::Load(d, a + 5 * n);
  auto s6 = hn::Load(d, a + 6 * n);
  auto s7 = hn::Load(d, a + 7 * n);
  auto s8 = hn::Load(d, a + 8 * n);
  auto s9 = hn::Load(d, a + 9 * n);
  auto s10 = hn::Load(d, a + 10 * n);
  auto s11 = hn::Load(d, a + 11 * n);
  for (std::size_t i = 0; i < turns; ++i) {
    s0 = hn::MulAdd(s0, x, x);
    s1 = hn::MulAdd(s1, x, x);
    s2 = hn::MulAdd(s2, x, x);
    s3 = hn::MulAdd(s3, x, x);
    s4 = hn::MulAdd(s4, x, x);
    s5 = hn::MulAdd(s5, x, x);
    s6 = hn::MulAdd(s6, x, x);
    s7 = hn::MulAdd(s7, x, x);
    s8 = hn::MulAdd(s8, x, x);
    s9 = hn::MulAdd(s9, x, x);
    s10 = hn::MulAdd(s10, x, x);
    s11 = hn::MulAdd(s11, x, x);
  }
  const auto sum = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
  return hn::GetLane(hn::Add(sum, hn::Add(hn::Add(s8, s9), hn::Add(s10, s11))));
}

std::size_t lanes() { return hn::Lanes(D()); }

}  // namespace
}  // namespace roofline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <fmt/format.h>
#include <hwy/aligned_allocator.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <charconv>
#include <chrono>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace roofline {
namespace {

HWY_EXPORT(read);
HWY_EXPORT(copy);
HWY_EXPORT(triad);
HWY_EXPORT(stream_write);
HWY_EXPORT(stream_triad);
HWY_EXPORT(multiply_add);
HWY_EXPORT(lanes);

using Kernel = float (*)(const float*, const float*, float*, std::size_t);

struct Traffic {
  const char* name;
  Kernel kernel;
  int arrays;     // that move
  bool in_cache;  // stores that go around the cache have nothing to tell of it
};

constexpr int bursts = 200;

/// Runs work(thread, burst) on all threads at once, `bursts` times; the seconds of the fastest burst, whose end is that
/// of its slowest thread.
double fastest(int threads, const std::function<void(int thread, int burst)>& work) {
  using Clock = std::chrono::steady_clock;
  std::barrier start(threads);
  std::vector<std::array<double, bursts>> seconds(threads);
  const auto run = [&](int thread) {
    for (int burst = 0; burst < bursts; ++burst) {
      start.arrive_and_wait();
      const auto begin = Clock::now();
      work(thread, burst);
      seconds[thread][burst] = std::chrono::duration<double>(Clock::now() - begin).count();
    }
  };
  std::vector<std::thread> pool;
  for (int thread = 1; thread < threads; ++thread) pool.emplace_back(run, thread);
  run(0);
  for (std::thread& thread : pool) thread.join();
  double best = 1e30;
  for (int burst = 0; burst < bursts; ++burst) {
    double slowest = 0;
    for (int thread = 0; thread < threads; ++thread) slowest = std::max(slowest, seconds[thread][burst]);
    best = std::min(best, slowest);
  }
  return best;
}

std::atomic<float> seen;  // where results go

/// Three arrays a thread, touched by nobody else.
struct Arrays {
  float* a;
  float* b;
  float* out;
};

/// GB/s of a kernel on windows of its arrays, three of `window` floats, or as much in fewer, of `total` that bursts go
/// round: the same window again and again for a cache, windows that the caches have long forgotten for the memory.
double bandwidth(const Traffic& traffic, const std::vector<Arrays>& memory, int threads, std::size_t window,
                 std::size_t total) {
  constexpr std::size_t burst_floats = std::size_t{1} << 21;
  const bool in_cache = total <= window;
  const std::size_t floats = in_cache ? 3 * window / static_cast<std::size_t>(traffic.arrays) / 1024 * 1024 : window;
  const std::size_t repeats = in_cache ? std::max<std::size_t>(1, burst_floats / floats) : 1;
  const double seconds = fastest(threads, [&](int thread, int burst) {
    const std::size_t at = static_cast<std::size_t>(burst) % (total / window) * window;
    const Arrays& mine = memory[thread];
    for (std::size_t i = 0; i < repeats; ++i) seen = traffic.kernel(mine.a + at, mine.b + at, mine.out + at, floats);
  });
  return 1e-9 * static_cast<double>(sizeof(float) * floats * repeats) * traffic.arrays * threads / seconds;
}

double multiply_adds(Kernel kernel, float* one, int threads, std::size_t width) {
  constexpr std::size_t turns = 200'000;
  const double seconds = fastest(threads, [&](int, int) { seen = kernel(one, one, one, turns); });
  return 1e-9 * 2 * 12 * static_cast<double>(turns * width) * threads / seconds;
}

/// The system's word on a cache, in bytes, or what is common.
std::size_t cache(int name, std::size_t usual) {
  const long size = sysconf(name);
  return size > 0 ? static_cast<std::size_t>(size) : usual;
}

/// Floats of one of three arrays that together fill 3/4 of a share of so many bytes.
std::size_t floats_for(std::size_t bytes) { return std::max<std::size_t>(1024, bytes / 16 / 1024 * 1024); }

int run(int threads) {
  const std::size_t l1 = cache(_SC_LEVEL1_DCACHE_SIZE, 32 << 10);
  const std::size_t l2 = cache(_SC_LEVEL2_CACHE_SIZE, 512 << 10);
  const std::size_t l3 = cache(_SC_LEVEL3_CACHE_SIZE, 16 << 20);
  constexpr std::size_t window = std::size_t{1} << 20;
  // Of the last level, which others share, a quarter for all threads; of the memory four times what caches hold.
  const std::size_t total = std::max<std::size_t>(4 * l3 / sizeof(float) / 3 / window * window, 16 * window);
  struct Place {
    const char* name;
    std::size_t window;
    std::size_t total;
  };
  const auto places = [&](int sharing) {
    const std::size_t share = floats_for(std::max<std::size_t>(l3 / 4 / static_cast<std::size_t>(sharing), 2 * l2));
    return std::array{Place{"L1", floats_for(l1), floats_for(l1)}, Place{"L2", floats_for(l2), floats_for(l2)},
                      Place{"L3", share, share}, Place{"DRAM", window, total}};
  };

  std::vector<Arrays> memory(threads);
  std::vector<hwy::AlignedFreeUniquePtr<float[]>> owners;
  constexpr std::size_t stagger = 336;  // or a store would look like the next load: their addresses' last 12 bits agree
  for (Arrays& arrays : memory) {
    std::size_t offset = 0;
    for (float* Arrays::*array : {&Arrays::a, &Arrays::b, &Arrays::out}) {
      const std::size_t size = total + 3 * stagger;
      owners.push_back(hwy::AllocateAligned<float>(size));
      std::fill_n(owners.back().get(), size, 1.0F);  // pages exist only once written
      arrays.*array = owners.back().get() + offset;
      offset += stagger;
    }
  }
  const Traffic kernels[] = {
      {"read", [](auto... x) { return HWY_DYNAMIC_DISPATCH(read)(x...); }, 1, true},
      {"copy", [](auto... x) { return HWY_DYNAMIC_DISPATCH(copy)(x...); }, 2, true},
      {"triad a + k b", [](auto... x) { return HWY_DYNAMIC_DISPATCH(triad)(x...); }, 3, true},
      {"write, non-temporal", [](auto... x) { return HWY_DYNAMIC_DISPATCH(stream_write)(x...); }, 1, false},
      {"triad, non-temporal", [](auto... x) { return HWY_DYNAMIC_DISPATCH(stream_triad)(x...); }, 3, false}};
  const std::size_t width = HWY_DYNAMIC_DISPATCH(lanes)();
  fmt::print("L1 {} KiB, L2 {} KiB, L3 {} KiB, vectors of {} floats; GB/s of what the program reads and writes\n\n",
             l1 >> 10, l2 >> 10, l3 >> 10, width);
  for (const int used : threads == 1 ? std::vector{1} : std::vector{1, threads}) {
    fmt::print("| {:2} thread{}           |", used, used == 1 ? " " : "s");
    for (const Place& place : places(used)) fmt::print(" {:>6} |", place.name);
    fmt::print("\n|----------------------|-------:|-------:|-------:|-------:|\n");
    for (const Traffic& kernel : kernels) {
      fmt::print("| {:20} |", kernel.name);
      for (const Place& place : places(used)) {
        const bool told = kernel.in_cache || place.total > place.window;
        fmt::print(" {:>6} |",
                   told ? fmt::format("{:.1f}", bandwidth(kernel, memory, used, place.window, place.total)) : "-");
      }
      fmt::print("\n");
    }
    fmt::print("\nmultiply-add, float32: {:.1f} GFLOP/s\n\n",
               multiply_adds([](auto... x) { return HWY_DYNAMIC_DISPATCH(multiply_add)(x...); }, memory.front().a, used,
                             width));
  }
  return 0;
}

}  // namespace
}  // namespace roofline

int main(int argc, char** argv) {
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (argc > 1) {
    const auto [end, error] = std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), threads);
    if (argc > 2 || error != std::errc() || *end != '\0' || threads < 1 || threads > 1024) {
      fmt::print(stderr, "usage: roofline [THREADS]\n");
      return 2;
    }
  }
  return roofline::run(threads);
}
#endif
