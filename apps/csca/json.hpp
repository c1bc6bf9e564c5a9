// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace csca::app {

/// A JSON value: what reports are made of, and what is read back. nlohmann-json parses and prints, in json.cpp alone:
/// its header takes seconds to compile.
class Json {
 public:
  struct Member;

  // Bodies that make values stand behind Member: clang 14 asks for all of it before.
  Json();  ///< null
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();
  Json(std::nullptr_t);
  Json(const char* text);
  Json(std::string_view text);
  Json(std::string text);
  Json(std::same_as<bool> auto flag);
  Json(std::floating_point auto number);
  /// Only negative numbers are signed ones: equal numbers are equal, wherever they come from.
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T number);
  template <class T>
  Json(const std::optional<T>& value) {
    if (value) *this = Json(*value);
  }
  template <class T, class Allocator>
  Json(const std::vector<T, Allocator>& values) : Json(elements_of(values)) {}
  template <class T, std::size_t count>
  Json(const std::array<T, count>& values) : Json(elements_of(values)) {}
  /// An object: {{"width", 3}, {"height", 4}}.
  Json(std::initializer_list<Member> members);

  static Json object();
  static Json array(std::initializer_list<Json> elements = {});
  /// Nothing where the text is no JSON.
  static std::optional<Json> parse(std::string_view text);

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
  bool is_number() const { return value_.index() >= 2 && value_.index() <= 4; }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<Elements>(value_); }
  bool is_object() const { return std::holds_alternative<Members>(value_); }

  // These throw std::exception when the value is something else.
  double number() const;
  const std::string& text() const { return std::get<std::string>(value_); }
  const std::vector<Json>& elements() const { return std::get<Elements>(value_); }
  const std::vector<Member>& members() const { return std::get<Members>(value_); }
  const Json& at(std::string_view name) const;
  const Json& at(std::size_t index) const { return elements().at(index); }

  /// The member of an object; nullptr where there is none, or no object.
  const Json* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// Of an array or an object; 0 of anything else.
  std::size_t size() const;

  /// The member of that name, added where it is missing; null becomes an object.
  Json& operator[](std::string_view name);
  /// Null becomes an array.
  void push_back(Json element);
  /// Adds the other object's members, or puts them in place of those that there are.
  void update(const Json& other);

  /// In one line without indent. Objects keep the order in which they were filled. Text that is no UTF-8 shows as
  /// U+FFFD, and numbers that are not finite as null.
  std::string dump(int indent = -1) const;

  /// Whatever the order of their members.
  friend bool operator==(const Json& a, const Json& b);

 private:
  using Elements = std::vector<Json>;
  using Members = std::vector<Member>;

  template <class Value>
  static Json from(Value value);
  template <class Values>
  static Json elements_of(const Values& values) {
    return from(Elements(values.begin(), values.end()));
  }
  std::string scalar() const;
  void print(std::string& text, int indent, int depth) const;

  /// Never there. The other alternatives move without throwing, from which libstdc++ 12 follows that a variant of them
  /// always holds one: where memory ends while it is copied, it destroys what was not made.
  struct Throwing {
    Throwing(const Throwing&) noexcept {}
    Throwing& operator=(const Throwing&) noexcept { return *this; }
    friend bool operator==(const Throwing&, const Throwing&) { return true; }
  };

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Elements, Members, Throwing>
      value_;
};

struct Json::Member {
  std::string name;
  Json value;

  friend bool operator==(const Member&, const Member&) = default;
};

inline Json::Json() = default;
inline Json::Json(const Json& other) = default;
inline Json::Json(Json&& other) noexcept = default;
inline Json& Json::operator=(const Json& other) = default;
inline Json& Json::operator=(Json&& other) noexcept = default;
inline Json::~Json() = default;
inline Json::Json(std::nullptr_t) {}
inline Json::Json(const char* text) : value_(std::string(text)) {}
inline Json::Json(std::string_view text) : value_(std::string(text)) {}
inline Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::same_as<bool> auto flag) : value_(flag) {}
Json::Json(std::floating_point auto number) : value_(static_cast<double>(number)) {}

template <std::integral T>
requires(!std::same_as<T, bool>) Json::Json(T number) {
  if (number < 0) {
    value_ = static_cast<std::int64_t>(number);
  } else {
    value_ = static_cast<std::uint64_t>(number);
  }
}

template <class Value>
Json Json::from(Value value) {
  Json json;
  json.value_ = std::move(value);
  return json;
}
inline Json Json::object() { return from(Members{}); }
inline Json Json::array(std::initializer_list<Json> elements) { return from(Elements(elements)); }

/// The same with the members of all objects in alphabetical order.
Json sorted(const Json& json);

}  // namespace csca::app
