// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "json.hpp"

#include <nlohmann/json.hpp>

#include "io/json_depth.hpp"

#include <algorithm>
#include <stdexcept>

namespace csca::app {
namespace {

using Parsed = nlohmann::ordered_json;

Json json_of(const Parsed& parsed) {
  switch (parsed.type()) {
    case Parsed::value_t::boolean:
      return parsed.get<bool>();
    case Parsed::value_t::number_integer:
      return parsed.get<std::int64_t>();
    case Parsed::value_t::number_unsigned:
      return parsed.get<std::uint64_t>();
    case Parsed::value_t::number_float:
      return parsed.get<double>();
    case Parsed::value_t::string:
      return parsed.get_ref<const std::string&>();
    case Parsed::value_t::array: {
      Json array = Json::array();
      for (const Parsed& element : parsed) array.push_back(json_of(element));
      return array;
    }
    case Parsed::value_t::object: {
      Json object = Json::object();
      for (const auto& [name, value] : parsed.items()) object[name] = json_of(value);
      return object;
    }
    default:
      return nullptr;
  }
}

std::string print_scalar(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Json::Json(std::initializer_list<Member> members) : value_(Members(members)) {}

std::optional<Json> Json::parse(std::string_view text) {
  if (io::nests_too_deeply(text)) return std::nullopt;
  const Parsed parsed = Parsed::parse(text, nullptr, false);
  return parsed.is_discarded() ? std::nullopt : std::optional(json_of(parsed));
}

double Json::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*whole);
  return std::get<double>(value_);
}

const Json* Json::find(std::string_view name) const {
  const auto* members = std::get_if<Members>(&value_);
  if (members == nullptr) return nullptr;
  const auto found = std::find_if(members->begin(), members->end(), [&](const Member& m) { return m.name == name; });
  return found == members->end() ? nullptr : &found->value;
}

const Json& Json::at(std::string_view name) const {
  if (const Json* found = find(name)) return *found;
  throw std::out_of_range("JSON has no member '" + std::string(name) + "'");
}

std::size_t Json::size() const {
  if (is_array()) return elements().size();
  return is_object() ? members().size() : 0;
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) value_ = Members();
  if (const Json* found = find(name)) return const_cast<Json&>(*found);
  return std::get<Members>(value_).emplace_back(Member{std::string(name), {}}).value;
}

void Json::push_back(Json element) {
  if (is_null()) value_ = Elements();
  std::get<Elements>(value_).push_back(std::move(element));
}

void Json::update(const Json& other) {
  for (const auto& [name, value] : other.members()) (*this)[name] = value;
}

std::string Json::scalar() const {
  return std::visit(
      [](const auto& value) -> std::string {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (!std::is_same_v<Value, Elements> && !std::is_same_v<Value, Members> &&
                      !std::is_same_v<Value, Throwing>) {
          return print_scalar(value);
        } else {
          return {};
        }
      },
      value_);
}

void Json::print(std::string& text, int indent, int depth) const {
  if (!is_array() && !is_object()) {
    text += scalar();
    return;
  }
  const auto new_line = [&](int level) {
    if (indent >= 0) text.append("\n").append(static_cast<std::size_t>(indent * level), ' ');
  };
  text += is_array() ? '[' : '{';
  for (std::size_t i = 0; i < size(); ++i) {
    if (i > 0) text += ',';
    new_line(depth + 1);
    if (is_object()) text.append(print_scalar(members()[i].name)).append(indent >= 0 ? ": " : ":");
    (is_array() ? elements()[i] : members()[i].value).print(text, indent, depth + 1);
  }
  if (size() > 0) new_line(depth);
  text += is_array() ? ']' : '}';
}

std::string Json::dump(int indent) const {
  std::string text;
  print(text, indent, 0);
  return text;
}

bool operator==(const Json& a, const Json& b) {
  if (a.value_.index() != b.value_.index() || a.size() != b.size()) return false;
  if (!a.is_object()) return a.value_ == b.value_;
  return std::all_of(a.members().begin(), a.members().end(), [&](const Json::Member& m) {
    const Json* other = b.find(m.name);
    return other != nullptr && m.value == *other;
  });
}

Json sorted(const Json& json) {
  if (json.is_array()) {
    Json array = Json::array();
    for (const Json& element : json.elements()) array.push_back(sorted(element));
    return array;
  }
  if (!json.is_object()) return json;
  std::vector<const Json::Member*> members;
  for (const Json::Member& member : json.members()) members.push_back(&member);
  std::sort(members.begin(), members.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  Json object = Json::object();
  for (const Json::Member* member : members) object[member->name] = sorted(member->value);
  return object;
}

}  // namespace csca::app
