// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "complete.hpp"
#include "streams.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>

namespace csca::app {
namespace {

// Each script asks csca itself, `csca completion SHELL -- WORDS`, and hands on what it says: names, a line each, with a
// tab and a help behind them; or ":files png|jpg" or ":folders", which shells know better how to list.

constexpr const char* bash_script = R"sh(# bash completion for csca
_csca() {
  local IFS=$'\n' i piece last word words=() answer=() pattern
  # Bash cuts words at '=': csca wants them whole.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    piece=${COMP_WORDS[i]}
    last=$((${#words[@]} - 1))
    if ((last >= 0)) && [[ $piece == = || ${COMP_WORDS[i-1]} == = ]]; then
      words[last]+=$piece
    else
      words+=("$piece")
    fi
  done
  mapfile -t answer < <("${COMP_WORDS[0]/#\~/$HOME}" completion bash -- "${words[@]}" 2>/dev/null)
  word=${words[-1]}
  [[ $word != --*=* ]] || word=${word#*=}
  case ${answer[0]} in
    :folders)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -d -- "$word")) ;;
    :files*)
      compopt -o filenames 2>/dev/null
      pattern="\\.(${answer[0]#:files })\$"
      COMPREPLY=()
      for piece in $(compgen -f -- "$word"); do
        if [[ -d ${piece/#\~/$HOME} || ${answer[0]} == ':files ' || ${piece,,} =~ $pattern ]]; then
          COMPREPLY+=("$piece")
        fi
      done ;;
    *)
      COMPREPLY=("${answer[@]%%$'\t'*}")
      # What stands before a '=' where bash cuts is no part of the word that it completes.
      if [[ ${words[-1]} == *=* && $COMP_WORDBREAKS == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#*=}"); fi
      if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi ;;
  esac
}
complete -F _csca csca
)sh";

constexpr const char* zsh_script = R"sh(#compdef csca
# zsh completion for csca
_csca() {
  local -a answer described
  local line
  answer=("${(@f)$("${words[1]/#\~/$HOME}" completion zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  case $answer[1] in
    :folders)
      compset -P '--*='
      _files -/ ;;
    ':files ')
      compset -P '--*='
      _files ;;
    :files*)
      compset -P '--*='
      _files -g "*.(#i)(${answer[1]#:files })" ;;
    ?*)
      for line in $answer; do
        described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
      done
      _describe csca described ;;
  esac
}
if [[ $funcstack[1] == _csca ]]; then
  _csca "$@"
else
  compdef _csca csca
fi
)sh";

constexpr const char* fish_script = R"sh(# fish completion for csca
function __csca_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l answer ($words[1] completion fish -- $words[2..] "$last" 2>/dev/null)
    if not string match -q -- ':f*' "$answer[1]"
        printf '%s\n' $answer
        return
    end
    set -l start (string match -r -- '^--[^=]*=' "$last")
    set -l value (string replace -r -- '^--[^=]*=' '' "$last")
    set -l endings (string replace -r -- '^:files ?' '' "$answer[1]")
    for line in (complete -C "'' $value")
        set -l file (string split -- \t $line)[1]
        if string match -q -- '*/' $file
            echo "$start$file"
        else if test "$answer[1]" != :folders; and begin
                test -z "$endings"; or string match -riq -- "\.($endings)\$" $file
            end
            echo "$start$file"
        end
    end
end
complete -c csca -f -a '(__csca_complete)'
)sh";

struct Shell {
  const char* name;
  const char* script;
};
constexpr std::array<Shell, 3> shells = {{{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}}};

const Shell& find_shell(const std::string& name) {
  for (const Shell& shell : shells) {
    if (shell.name == name) return shell;
  }
  throw Error(fmt::format("shell is '{}': allowed is bash, zsh, fish", name));
}

std::string answer(const Offer& offer) {
  if (offer.folders) return ":folders\n";
  if (!offer.endings.empty()) return fmt::format(":files {}\n", fmt::join(offer.endings, "|"));
  std::string text;
  for (const Choice& choice : offer.words) {
    // Help of one line, with nothing in it that a shell would take for the next word.
    const std::string help = wrapped(choice.help, 1 << 20, 0);
    text += help.empty() ? choice.name + "\n" : fmt::format("{}\t{}\n", choice.name, help);
  }
  return text;
}

struct CompletionCommand {
  std::string shell;
  std::vector<std::string> words;

  void run(const CommandHelp& tool) const {
    const Shell& found = find_shell(shell);
    print_out(words.empty() ? std::string(found.script) : answer(complete(tool, words)));
  }
};

}  // namespace

Run completion_command(Arguments& arguments) {
  auto command = std::make_shared<CompletionCommand>();
  arguments.option("SHELL", command->shell, "the shell").required().takes("SHELL", choices("bash,zsh,fish"));
  arguments
      .option("WORD", command->words,
              "after --, the words of a command line: prints what may stand for the last one instead of the script")
      .takes("WORD");
  arguments.notes(
      "bash\tsource <(csca completion bash)\n"
      "zsh\tcsca completion zsh >_csca, in a folder of $fpath\n"
      "fish\tcsca completion fish >~/.config/fish/completions/csca.fish");
  arguments.examples({"csca completion bash >csca.bash"});
  return [command, &arguments] { command->run(arguments.whole_tool()); };
}

}  // namespace csca::app
