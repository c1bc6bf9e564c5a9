// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "complete.hpp"

#include <algorithm>

namespace csca::app {
namespace {

bool is_flag(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

std::string own_name(const CommandHelp& tool, const CommandHelp& command) {
  return command.name.substr(tool.name.size() + 1);
}

const CommandHelp* find_command(const CommandHelp& tool, const std::string& name) {
  for (const CommandHelp& command : tool.commands) {
    if (own_name(tool, command) == name) return &command;
  }
  return nullptr;
}

/// The option of a word such as "--method" or "--method=gf".
const OptionHelp* find_option(const CommandHelp& command, const std::string& word) {
  const std::string flag = word.substr(0, word.find('='));
  for (const OptionHelp& option : command.options) {
    if (std::find(option.flags.begin(), option.flags.end(), flag) != option.flags.end()) return &option;
  }
  return nullptr;
}

void offer_word(Offer& offer, const std::string& typed, const std::string& word, const std::string& help) {
  if (word.starts_with(typed)) offer.words.push_back({word, help});
}

void offer_commands(Offer& offer, const CommandHelp& tool, const std::string& typed) {
  for (const CommandHelp& command : tool.commands) offer_word(offer, typed, own_name(tool, command), command.help);
}

void offer_flags(Offer& offer, const CommandHelp& command, const std::string& typed) {
  for (const OptionHelp& option : command.options) {
    for (const std::string& flag : option.flags) offer_word(offer, typed, flag, option.help);
  }
}

/// Values of an option; `start` is what stands before the value in the same word.
Offer values(const CommandHelp& tool, const OptionHelp& option, const std::string& start, const std::string& typed) {
  Offer offer;
  offer.endings = option.files;
  offer.folders = option.folder;
  if (option.placeholder == "COMMAND") offer_commands(offer, tool, typed);
  // In a list the last name is being typed; a mixture's may have a weight before it.
  const std::string joints = option.joined_by + (option.joined_by.find('+') == std::string::npos ? "" : "*");
  const std::size_t joint = joints.empty() ? std::string::npos : typed.find_last_of(joints);
  const std::string before = joint == std::string::npos ? "" : typed.substr(0, joint + 1);
  for (const Choice& choice : option.offered.empty() ? option.choices : option.offered) {
    if (!before.empty() && choice.name == "none") continue;
    offer_word(offer, start + typed, start + before + choice.name, choice.help);
  }
  return offer;
}

/// Where the last word of a command stands.
struct Position {
  const OptionHelp* option = nullptr;  ///< whose value it is, where the word before says so
  std::size_t arguments = 0;           ///< arguments before it
  bool only_arguments = false;         ///< -- came before it
};

Position position_of_last(const CommandHelp& command, const std::vector<std::string>& words) {
  Position at;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (!at.only_arguments && is_flag(word)) {
      at.only_arguments = word == "--";
      at.option = find_option(command, word);
      const bool has_value = word.find('=') != std::string::npos;
      if (at.option != nullptr && (at.option->placeholder.empty() || has_value)) at.option = nullptr;
    } else if (at.option != nullptr) {
      if (!at.option->repeats) at.option = nullptr;
    } else {
      ++at.arguments;
    }
  }
  return at;
}

const OptionHelp* argument(const CommandHelp& command, std::size_t place) {
  const OptionHelp* last = nullptr;
  for (const OptionHelp& option : command.options) {
    if (option.argument.empty()) continue;
    last = &option;
    if (place-- == 0) return last;
  }
  return last != nullptr && last->repeats ? last : nullptr;
}

}  // namespace

Offer complete(const CommandHelp& tool, const std::vector<std::string>& words) {
  Offer offer;
  if (words.empty()) return offer;
  const std::string& typed = words.back();
  if (words.size() == 1) {
    offer_commands(offer, tool, typed);
    if (is_flag(typed) || typed == "-") offer_flags(offer, tool, typed);
    return offer;
  }
  const CommandHelp* command = find_command(tool, words.front());
  if (command == nullptr) return offer;
  const Position at = position_of_last(*command, words);
  if (at.option != nullptr && !is_flag(typed)) return values(tool, *at.option, "", typed);
  if (!at.only_arguments && is_flag(typed)) {
    const std::size_t equals = typed.find('=');
    const OptionHelp* option = equals == std::string::npos ? nullptr : find_option(*command, typed);
    if (option != nullptr) return values(tool, *option, typed.substr(0, equals + 1), typed.substr(equals + 1));
  } else if (const OptionHelp* next = argument(*command, at.arguments); next != nullptr && typed != "-") {
    return values(tool, *next, "", typed);
  }
  if (!at.only_arguments) offer_flags(offer, *command, typed);
  return offer;
}

}  // namespace csca::app
