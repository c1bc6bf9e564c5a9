// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/guard.hpp"

#include "json.hpp"
#include "studio/service.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csca/error.hpp>

namespace csca::app::studio {
namespace {

constexpr std::size_t most_settings_bytes = 64 * 1024;

/// "127.0.0.1:8080" or "[::1]:8080" without the port, and whether the port is this one.
std::optional<std::string> name_of(const std::string& host, int port) {
  const std::string ending = fmt::format(":{}", port);
  if (!host.ends_with(ending)) return port == 80 ? std::optional(host) : std::nullopt;
  return host.substr(0, host.size() - ending.size());
}

bool is_address(std::string name) {
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  std::array<unsigned char, 16> bytes{};
  return inet_pton(AF_INET, name.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1;
}

/// Whether two texts are the same, in a time that does not tell how much of them is.
bool same_secret(const std::string& a, const std::string& b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

std::optional<http::Response> refuse_body(const http::Request& request, std::size_t most) {
  const std::string text = request.header("content-length");
  std::size_t length = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), length);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) {
    return refusal(411, "the request does not say how long it is: send a Content-Length");
  }
  if (length <= most) return std::nullopt;
  return refusal(413, fmt::format("the request has {} bytes, and {} are allowed: send less", length, most));
}

}  // namespace

http::Response refusal(int status, const std::string& sentence) {
  return {status, "application/json", Json({{"error", sentence}}).dump()};
}

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || (host.starts_with("127.") && is_address(host));
}

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw Error("the system gives no random numbers for a token; leave --host out", ErrorKind::internal);
  }
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool Guard::own_host(const std::string& name) const {
  if (name == "localhost" || name == "[::1]" || name == host || name == "[" + host + "]") return true;
  if (is_loopback(host)) return is_loopback(name);
  // Addresses cannot be made to mean another machine, as names can.
  std::array<char, 256> own{};
  return is_address(name) || (gethostname(own.data(), own.size() - 1) == 0 && name == own.data());
}

std::optional<http::Response> Guard::refuse(const http::Request& request) const {
  const std::string asked = request.header("host");
  const std::optional<std::string> name = name_of(asked, port);
  if (!name || !own_host(*name)) {
    return refusal(403, "this request is for another host: open the address that csca studio printed");
  }
  const std::string origin = request.header("origin");
  const std::string site = request.header("sec-fetch-site");
  const bool from_elsewhere =
      (!origin.empty() && origin != "http://" + asked) || site == "cross-site" || site == "same-site";
  // A link on another page may lead here; a page may not ask for data, nor be shown inside another.
  const bool followed =
      request.path == "/" && request.method == "GET" && request.header("sec-fetch-dest") == "document";
  if (from_elsewhere && !followed) return refusal(403, "this request comes from the page of another site");
  if (request.method != "GET" && request.method != "POST") {
    return refusal(405, fmt::format("csca studio answers GET and POST, not {}", request.method));
  }
  if (!token.empty()) {
    const auto in_query = request.query.find("token");
    const std::string given = in_query != request.query.end() ? in_query->second : request.header("x-csca-token");
    if (!same_secret(given, token)) {
      return refusal(401, "the token is missing or wrong: open the address that csca studio printed");
    }
  }
  if (request.method != "POST") return std::nullopt;
  return refuse_body(request, request.path == upload_path ? most_bytes : most_settings_bytes);
}

}  // namespace csca::app::studio
