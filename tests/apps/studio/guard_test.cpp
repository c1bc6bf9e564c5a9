// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/guard.hpp"

#include <gtest/gtest.h>

#include <set>

namespace csca::app::studio {
namespace {

http::Request get(const std::string& host) { return {"GET", "/api/state", {}, {{"host", host}}, ""}; }

int status(const Guard& guard, const http::Request& request) {
  const auto refused = guard.refuse(request);
  return refused ? refused->status : 200;
}

TEST(Guard, KnowsItsOwnNames) {
  const Guard guard{"127.0.0.1", 8421, "", 1000};
  for (const char* host : {"127.0.0.1:8421", "localhost:8421", "[::1]:8421", "127.1.2.3:8421"}) {
    EXPECT_EQ(status(guard, get(host)), 200) << host;
  }
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.example.org:8421", "example.org:8421",
                           "192.168.0.1:8421", "[::2]:8421", "localhost:84210", "127.0.0.1:8421@example.org:8421"}) {
    EXPECT_EQ(status(guard, get(host)), 403) << host;
  }
}

TEST(Guard, OfAnOpenHostTakesAddressesButNoNames) {
  const Guard guard{"0.0.0.0", 8421, "0123", 1000};
  http::Request request = get("192.168.0.1:8421");
  EXPECT_EQ(status(guard, request), 401);
  request.query["token"] = "0123";
  EXPECT_EQ(status(guard, request), 200);
  request.headers["host"] = "example.org:8421";
  EXPECT_EQ(status(guard, request), 403);
  request = get("192.168.0.1:8421");
  for (const char* wrong : {"", "012", "01234", "0124"}) {
    request.headers["x-csca-token"] = wrong;
    EXPECT_EQ(status(guard, request), 401) << wrong;
  }
  request.headers["x-csca-token"] = "0123";
  EXPECT_EQ(status(guard, request), 200);
}

TEST(Guard, LooksAtLengthsBeforeBodies) {
  const Guard guard{"127.0.0.1", 8421, "", 10'000'000};
  http::Request request{"POST", "/api/match", {}, {{"host", "127.0.0.1:8421"}}, ""};
  EXPECT_EQ(status(guard, request), 411);
  for (const auto& [length, wanted] : std::initializer_list<std::pair<const char*, int>>{
           {"10", 200}, {"65536", 200}, {"65537", 413}, {"-1", 411}, {"1e3", 411}, {"99999999999999999999", 411}}) {
    request.headers["content-length"] = length;
    EXPECT_EQ(status(guard, request), wanted) << length;
  }
  request.path = "/api/upload";
  request.headers["content-length"] = "10000000";
  EXPECT_EQ(status(guard, request), 200);
}

TEST(Guard, KnowsWhatIsLoopback) {
  for (const char* host : {"127.0.0.1", "127.9.9.9", "localhost", "::1"}) EXPECT_TRUE(is_loopback(host)) << host;
  for (const char* host : {"0.0.0.0", "127.evil.example", "10.0.0.1", "::", ""})
    EXPECT_FALSE(is_loopback(host)) << host;
}

TEST(Guard, TokensDiffer) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(new_token());
  EXPECT_EQ(tokens.size(), 100U);
  EXPECT_EQ(tokens.begin()->size(), 32U);
}

}  // namespace
}  // namespace csca::app::studio
