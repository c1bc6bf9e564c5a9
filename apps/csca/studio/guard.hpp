// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/server.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace csca::app::studio {

/// A sentence for people, as JSON.
http::Response refusal(int status, const std::string& sentence);

/// Who may ask. Pages of other sites reach a server on this machine through the browser of whoever opens them, by
/// requests of their own or by a name of theirs that resolves to this machine.
struct Guard {
  std::string host;  ///< that the server listens on
  int port = 0;
  std::string token;           ///< empty: none is needed, since only this machine can connect
  std::size_t most_bytes = 0;  ///< of an upload; everything else is small

  std::optional<http::Response> refuse(const http::Request& request) const;

 private:
  bool own_host(const std::string& name) const;
};

/// Whether only this machine can connect to an address.
bool is_loopback(const std::string& host);

/// 128 bits that nobody guesses, in hexadecimal digits.
std::string new_token();

}  // namespace csca::app::studio
