// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

// What the studio needs of HTTP. cpp-httplib does the work, in a module that is loaded when asked for: with OpenSSL and
// other libraries behind it, it would make every command start later.
namespace csca::http {

struct Request {
  std::string method;                          ///< GET or POST
  std::string path;                            ///< without the query, decoded
  std::map<std::string, std::string> query;    ///< decoded
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;                            ///< empty while the request is only looked at

  /// Empty where there is none.
  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::map<std::string, std::string> headers = {};
};

struct Service {
  /// Sees a request before its body is read. Says why it is refused, or nothing.
  std::function<std::optional<Response>(const Request&)> refuse;
  std::function<Response(const Request&)> answer;  ///< from several threads at once; throws nothing
  std::function<Response(int status)> failed;      ///< for what never was a request
  std::size_t most_bytes = 0;                      ///< of a body
};

class Server {
 public:
  virtual ~Server() = default;
  virtual int port() const = 0;
  /// Answers until the process ends. Returns when the socket fails.
  virtual void run() = 0;
};

struct Library {
  const char* csca_version;  ///< what the module was built with; others may have another layout
  /// Listens; port 0 is any that is free. Nothing where it cannot.
  std::unique_ptr<Server> (*listen)(const std::string& host, int port, Service service);
};

}  // namespace csca::http

extern "C" __attribute__((visibility("default"))) const csca::http::Library* csca_http();
