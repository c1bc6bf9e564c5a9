// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "server.hpp"

#include <httplib.h>

#include <algorithm>
#include <cctype>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace csca::http {
namespace {

// A connection that a browser keeps open holds a thread, and a request for a map waits in one: ten tabs have room.
constexpr std::size_t threads = 96;

/// As many threads as there may be, where the system allows no more. The library's own would end the program. With none
/// at all, or no memory for a queue, a task is done by whoever brings it.
class Workers final : public httplib::TaskQueue {
 public:
  Workers() {
    workers_.reserve(threads);  // nothing may throw while threads run
    try {
      while (workers_.size() < threads) workers_.emplace_back([this] { work(); });
    } catch (const std::exception&) {
    }
  }

  void enqueue(std::function<void()> task) override {
    if (workers_.empty() || !keep(task)) return run(task);
    changed_.notify_one();
  }

  void shutdown() override {
    {
      const std::scoped_lock hold(guard_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

 private:
  bool keep(const std::function<void()>& task) {
    const std::scoped_lock hold(guard_);
    try {
      tasks_.push_back(task);
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }

  /// One connection. The library answers what goes wrong in a request; what goes wrong around one loses this
  /// connection.
  static void run(const std::function<void()>& task) {
    try {
      task();
    } catch (const std::exception&) {
    }
  }

  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock hold(guard_);
        changed_.wait(hold, [this] { return ended_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      run(task);
    }
  }

  std::mutex guard_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;  // guard_
  bool ended_ = false;                       // guard_
  std::vector<std::thread> workers_;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

Request request_of(const httplib::Request& from) {
  Request request{from.method, from.path, {from.params.begin(), from.params.end()}, {}, from.body};
  for (const auto& [name, value] : from.headers) request.headers[lower(name)] = value;
  return request;
}

void put(Response from, httplib::Response& to) {
  to.status = from.status;
  for (const auto& [name, value] : from.headers) to.set_header(name, value);
  // A provider: the library would compress text, which takes longer than sending it to the same machine.
  const auto body = std::make_shared<const std::string>(std::move(from.body));
  if (body->empty()) return to.set_content("", from.type);
  to.set_content_provider(body->size(), from.type, [body](std::size_t at, std::size_t count, httplib::DataSink& sink) {
    return sink.write(body->data() + at, count);
  });
}

class HttplibServer final : public Server {
 public:
  explicit HttplibServer(Service service) : service_(std::move(service)) {
    server_.new_task_queue = [] { return new Workers; };
    server_.set_keep_alive_max_count(1000);
    server_.set_keep_alive_timeout(2);
    server_.set_read_timeout(10);
    server_.set_write_timeout(30);
    server_.set_tcp_nodelay(true);
    server_.set_payload_max_length(service_.most_bytes);
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      std::optional<Response> refusal = service_.refuse(request_of(request));
      if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
      refusal->headers["Connection"] = "close";  // whatever body there is stays unread
      put(std::move(*refusal), response);
      return httplib::Server::HandlerResponse::Handled;
    });
    const auto answer = [this](const httplib::Request& request, httplib::Response& response) {
      put(service_.answer(request_of(request)), response);
    };
    server_.Get(".*", answer);
    server_.Post(".*", answer);
    server_.set_error_handler([this](const httplib::Request& /*request*/, httplib::Response& response) {
      if (response.body.empty() && response.content_length_ == 0) put(service_.failed(response.status), response);
    });
  }

  bool listen(const std::string& host, int port) {
    port_ = port != 0 && server_.bind_to_port(host, port) ? port : port == 0 ? server_.bind_to_any_port(host) : -1;
    return port_ > 0;
  }

  int port() const override { return port_; }
  void run() override { server_.listen_after_bind(); }

 private:
  Service service_;
  httplib::Server server_;
  int port_ = -1;
};

constexpr Library library = {CSCA_VERSION,
                             [](const std::string& host, int port, Service service) -> std::unique_ptr<Server> {
                               auto server = std::make_unique<HttplibServer>(std::move(service));
                               return server->listen(host, port) ? std::move(server) : nullptr;
                             }};

}  // namespace
}  // namespace csca::http

const csca::http::Library* csca_http() { return &csca::http::library; }
