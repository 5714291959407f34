import type { CommandName, Flag } from "./_flags.ts";

/** What can be completed. */
export interface Vocabulary {
  readonly commands: readonly { readonly name: CommandName; readonly meaning: string }[];
  readonly tools: readonly {
    readonly name: string;
    readonly meaning: string;
    readonly keys: readonly string[];
  }[];
  readonly flags: readonly (Flag & { readonly name: string })[];
}

const PROGRAM = "budget-tool-server";
const SHELLS = "bash zsh fish";

/** Writes the script for bash. */
export function bashScript(words: Vocabulary): string {
  return `# ${PROGRAM}: completion for bash
_budget_tool_server() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" tool="" words="" i
${scanning("COMP_WORDS[i]", "for ((i = 1; i < COMP_CWORD; i++)); do", words)}
  case "$previous" in
${valueCases(words, 'COMPREPLY=($(compgen -f -- "$current")); return')}
  esac
${choosing(words)}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _budget_tool_server ${PROGRAM}
`;
}

/** Writes the script for zsh; it works in a file of \`fpath\` and as it is. */
export function zshScript(words: Vocabulary): string {
  return `#compdef ${PROGRAM}
# ${PROGRAM}: completion for zsh
_budget_tool_server() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}"
  local command="" tool="" found="" i
${scanning("words[i]", "for ((i = 2; i < CURRENT; i++)); do", words)}
  case "$previous" in
${valueCases(words, "_files; return").replaceAll("words=", "found=")}
  esac
${choosing(words).replaceAll("words=", "found=")}
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

/** Writes the script for fish. */
export function fishScript({ commands, tools, flags }: Vocabulary): string {
  const names = commands.map(({ name }) => name).join(" ");
  const withTool = tools.map(({ name }) => name).join(" ");
  const line = (...parts: readonly string[]): string => `complete -c ${PROGRAM} ${parts.join(" ")}`;
  const when = (condition: string): string => `-n ${quoted(condition)}`;
  const isIn = (list: string): string => `__fish_seen_subcommand_from ${list}`;
  return [
    `# ${PROGRAM}: completion for fish`,
    line("-f"),
    ...commands.map(({ name, meaning }) =>
      line(when(`not ${isIn(names)}`), "-a", name, "-d", quoted(meaning))
    ),
    line(when(isIn("completion")), "-a", quoted(SHELLS)),
    line(when(isIn("store")), "-a", "clear"),
    ...tools.flatMap(({ name, meaning, keys }) => [
      line(
        when(`${isIn("call tools help")}; and not ${isIn(withTool)}`),
        "-a",
        name,
        "-d",
        quoted(meaning),
      ),
      line(when(`${isIn("call")}; and ${isIn(name)}`), "-a", quoted(keys.map(key).join(" "))),
    ]),
    ...flags.map((flag) => {
      const { name, meaning, commands: known } = flag;
      const scope = known.includes("serve")
        ? `not ${isIn(names)}; or ${isIn(known.join(" "))}`
        : isIn(known.join(" "));
      const value = flag.value === undefined
        ? []
        : flag.words === undefined
        ? flag.value === "FILE" ? ["-r", "-F"] : ["-x"]
        : ["-x", "-a", quoted(flag.words.join(" "))];
      return line(when(scope), "-l", name, ...value, "-d", quoted(meaning));
    }),
    "",
  ].join("\n");
}

/** Finds the command and the tool among the words before; a flag's value is neither. */
function scanning(word: string, loop: string, { flags }: Vocabulary): string {
  const taking = flags.filter(({ value }) => value !== undefined).map(({ name }) => `--${name}`);
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

/** What stands behind a flag that takes a value. */
function valueCases({ flags }: Vocabulary, files: string): string {
  const taking = flags.filter(({ value }) => value !== undefined);
  return taking.map(({ name, value, words }) => {
    const what = words === undefined
      ? value === "FILE" ? files : "return"
      : `command=value; words="${words.join(" ")}"`;
    return `    --${name}) ${what} ;;`;
  }).join("\n");
}

/** Chooses the words that may come next. */
function choosing({ commands, tools, flags }: Vocabulary): string {
  const flagsOf = (command: CommandName): string =>
    flags.filter((flag) => flag.commands.includes(command)).map(({ name }) => `--${name}`).join(
      " ",
    );
  const names = tools.map(({ name }) => name).join(" ");
  const commandNames = commands.map(({ name }) => name).join(" ");
  const operands: Partial<Readonly<Record<CommandName, string>>> = {
    tools: names,
    help: `${commandNames} ${names}`,
    store: "clear",
    completion: SHELLS,
  };
  const cases = commands.filter(({ name }) => name !== "call").map(({ name }) =>
    `    ${name}) words="${[operands[name] ?? "", flagsOf(name)].join(" ").trim()}" ;;`
  );
  const keys = tools.map(({ name, keys }) =>
    `        ${name}) words="${keys.map(key).join(" ")} ${flagsOf("call")}" ;;`
  );
  return `  case "$command" in
    value) ;;
    "") words="${commandNames} ${flagsOf("serve")}" ;;
    call)
      case "$tool" in
        "") words="${names} ${flagsOf("call")}" ;;
${keys.join("\n")}
      esac ;;
${cases.join("\n")}
  esac`;
}

function key(name: string): string {
  return `${name}=`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
