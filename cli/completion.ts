import { definitions } from "../tools/_definitions.ts";
import { type CommandName, COMMANDS, commands, flagNames, flagOf, flagsOf } from "./_flags.ts";
import type { CommandLine } from "./_parse.ts";
import type { ArgumentSchema } from "../server/arguments.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

const PROGRAM = "budget-tool-server";
const SHELLS = "bash zsh fish";

const tools = definitions.map(({ name, title, inputSchema }) => ({
  name,
  title,
  keys: Object.keys((inputSchema as ArgumentSchema).properties ?? {}).map((key) => `${key}=`),
}));
const toolNames = tools.map(({ name }) => name).join(" ");
const commandNames = COMMANDS.join(" ");
const fileCommands = COMMANDS.filter((name) => commands[name][0].includes(" FILE"));
const flagsWithValue = flagNames.filter((name) => flagOf(name).value !== undefined);

/** Words that may follow a command, except the names of tools and files. */
const OPERANDS: Partial<Readonly<Record<CommandName, string>>> = {
  help: commandNames,
  store: "clear",
  users: "list block unblock remove authorizations",
  completion: SHELLS,
};

const BASH_FILES = 'COMPREPLY=($(compgen -f -- "$current")); return';
const ZSH_FILES = "_files; return";

const SCRIPTS: Readonly<Record<string, () => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completion({ operands }: CommandLine, { out }: Terminal): number {
  const [shell = "", ...more] = operands;
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined || more.length > 0) {
    throw new UsageError(
      "the completion command takes the name of a shell: completion bash|zsh|fish",
    );
  }
  out(script());
  return 0;
}

function bashScript(): string {
  return `# ${PROGRAM}: completion for bash
_budget_tool_server() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" tool="" words="" i
${scanning("COMP_WORDS[i]", "for ((i = 1; i < COMP_CWORD; i++)); do")}
  case "$previous" in
${valueCases(BASH_FILES)}
  esac
${choosing(BASH_FILES)}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _budget_tool_server ${PROGRAM}
`;
}

/** Writes the completion script for zsh, which can be sourced or put in a folder in `fpath`. */
function zshScript(): string {
  return `#compdef ${PROGRAM}
# ${PROGRAM}: completion for zsh
_budget_tool_server() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}"
  local command="" tool="" found="" i
${scanning("words[i]", "for ((i = 2; i < CURRENT; i++)); do")}
  case "$previous" in
${valueCases(ZSH_FILES).replaceAll("words=", "found=")}
  esac
${choosing(ZSH_FILES).replaceAll("words=", "found=")}
  local -a plain keys
  plain=(\${\${=found}:#*=})
  keys=(\${(M)\${=found}:#*=})
  (( \${#plain} )) && compadd -- $plain
  (( \${#keys} )) && compadd -S '' -- $keys
}
if [[ "\${funcstack[1]}" == _budget[-_]tool[-_]server ]]; then
  _budget_tool_server "$@"
else
  compdef _budget_tool_server ${PROGRAM}
fi
`;
}

function fishScript(): string {
  const line = (...parts: readonly string[]): string => `complete -c ${PROGRAM} ${parts.join(" ")}`;
  const when = (condition: string): string => `-n ${quoted(condition)}`;
  const isIn = (list: string): string => `__fish_seen_subcommand_from ${list}`;
  return [
    `# ${PROGRAM}: completion for fish`,
    line("-f"),
    ...COMMANDS.map((name) =>
      line(when(`not ${isIn(commandNames)}`), "-a", name, "-d", quoted(commands[name][1]))
    ),
    ...Object.entries(OPERANDS).map(([name, words]) => {
      const others = words.split(" ").filter((word) => word !== name).join(" ");
      return line(when(`${isIn(name)}; and not ${isIn(others)}`), "-a", quoted(words));
    }),
    line(when(isIn(fileCommands.join(" "))), "-F"),
    ...tools.flatMap(({ name, title, keys }) => {
      const isNext = when(`${isIn("call tools help")}; and not ${isIn(toolNames)}`);
      return [
        line(isNext, "-a", name, "-d", quoted(title)),
        line(when(`${isIn("call")}; and ${isIn(name)}`), "-a", quoted(keys.join(" "))),
      ];
    }),
    ...flagNames.map((name) => {
      const { commands: known, meaning, value, words } = flagOf(name);
      const scope = known.includes("serve")
        ? `not ${isIn(commandNames)}; or ${isIn(known.join(" "))}`
        : isIn(known.join(" "));
      const values = value === undefined
        ? []
        : words === undefined
        ? isPath(value) ? ["-r", "-F"] : ["-x"]
        : ["-x", "-a", quoted(words.join(" "))];
      return line(when(scope), "-l", name, ...values, "-d", quoted(meaning));
    }),
    "",
  ].join("\n");
}

function isPath(value: string | undefined): boolean {
  return value === "FILE" || value === "FOLDER";
}

/** Finds the command and the tool among the preceding words, skipping flag values. */
function scanning(word: string, loop: string): string {
  const taking = flagsWithValue.map((name) => `--${name}`);
  return `  ${loop}
    case "\${${word}}" in
      ${taking.join("|")}) i=$((i + 1)) ;;
      -*) ;;
      *)
        if [[ -z "$command" ]]; then command="\${${word}}"
        elif [[ -z "$tool" ]]; then tool="\${${word}}"; fi ;;
    esac
  done`;
}

/** Completes the value of a flag. */
function valueCases(files: string): string {
  return flagsWithValue.map((name) => {
    const { value, words } = flagOf(name);
    const what = words === undefined
      ? isPath(value) ? files : "return"
      : `command=value; words="${words.join(" ")}"`;
    return `    --${name}) ${what} ;;`;
  }).join("\n");
}

/** Writes the shell code that determines the possible next words. */
function choosing(files: string): string {
  const flags = (command: CommandName): string =>
    flagsOf(command).map((name) => `--${name}`).join(" ");
  const operands = {
    ...OPERANDS,
    tools: toolNames,
    help: `${commandNames} ${toolNames}`,
  };
  const cases = COMMANDS.filter((name) => name !== "call").map((name) => {
    const operand = fileCommands.includes(name) ? `[[ "$current" == -* ]] || { ${files}; }; ` : "";
    return `    ${name}) ${operand}words="${`${operands[name] ?? ""} ${flags(name)}`.trim()}" ;;`;
  });
  const keys = tools.map(({ name, keys }) =>
    `        ${name}) words="${keys.join(" ")} ${flags("call")}" ;;`
  );
  return `  case "$command" in
    value) ;;
    "") words="${commandNames} ${flags("serve")}" ;;
    call)
      case "$tool" in
        "") words="${toolNames} ${flags("call")}" ;;
${keys.join("\n")}
      esac ;;
${cases.join("\n")}
  esac`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
