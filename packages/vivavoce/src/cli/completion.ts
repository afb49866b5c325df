import type { Command } from "commander";
import { refuseUnknown } from "../base/index.ts";
import { commandOf } from "./command.ts";
import { writeReport } from "./streams.ts";

const shells = ["bash", "zsh"];

/** The program has all of its commands loaded here, so that their options are known. */
export default function describe(command: Command): Command {
  return commandOf({
    takes: [["<shell>", shells.join(" or ")]],
    notes: `Put this line at the end of ~/.bashrc or ~/.zshrc, with the name of your shell:
  eval "$(viva completion bash)"`,
    act(_flags, shell: string) {
      refuseUnknown("completion for", [shell], shells);
      if (command.parent) writeReport(scriptFor(shell, command.parent));
    },
  })(command);
}

/** zsh reads completions of bash, once it has been told to. */
function scriptFor(shell: string, program: Command): string {
  const head = shell === "zsh" ? "autoload -Uz compinit bashcompinit && compinit && bashcompinit\n" : "";
  const names = ({ commands }: Command) => commands.map((one) => one.name()).join(" ");
  const flags = (command: Command): string[] => [
    ...command.options.flatMap(({ long }) => long ?? []),
    ...command.commands.flatMap(flags),
  ];
  const lines = program.commands.flatMap((command) => [
    ...(command.commands.length > 0 ? [`    "${command.name()} 2 "*) words="${names(command)}" ;;`] : []),
    `    "${command.name()} "*" -"*) words="${[...new Set(flags(command)), "--store", "--help"].join(" ")}" ;;`,
  ]);
  return `${head}_viva() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[1]} $COMP_CWORD $word" in
    *" 1 "*) words="${names(program)} help" ;;
${lines.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _viva viva
`;
}
