import { parseArgs } from "node:util";
import { cleanText, listed } from "../domain/base/clean_text.ts";
import { likelyWord } from "../domain/references/nearest_word.ts";
import { definitions } from "../tools/_definitions.ts";
import {
  type CommandName,
  COMMANDS,
  commands,
  type FlagName,
  flagNames,
  flagOf,
  flagsOf,
  HTTP_ADDRESS,
  variableOf,
} from "./_flags.ts";
import { settingName } from "../server/advice.ts";
import { isHosted, type Terminal, UsageError } from "./_terminal.ts";
import type { ArgumentSchema } from "../server/arguments.ts";

/** Where a value comes from; a flag overrides a variable. */
export type Source = "flag" | "environment";

/**
 * The value of a flag or environment variable. An on/off flag that is on has the value `1`. If the
 * environment variable for an on/off flag is set to anything but on or off, the text is kept as the
 * value and is rejected later.
 */
export interface GivenValue {
  readonly value: string;
  readonly source: Source;
  /** Name of the flag or variable, as shown to the user, such as `--plan` or `BUDGET_PLAN_ID`. */
  readonly name: string;
}

/** A parsed command line. */
export interface CommandLine {
  readonly command: CommandName;
  /** The words after the command's name. */
  readonly operands: readonly string[];
  readonly given: Partial<Readonly<Record<FlagName, GivenValue>>>;
  /** Problems with the command line. The messages never quote values, which may be secrets. */
  readonly problems: readonly string[];
}

/** Whether a value was given. Hosts without a value for `${...}` leave it as it is. */
export function isGiven(value: string): boolean {
  return value.trim() !== "" && !value.trim().startsWith("${");
}

/**
 * Parses the arguments, and the environment variables that set flags.
 *
 * @throws {UsageError} For an unknown command or flag, naming the nearest valid one. Invalid values
 * are reported later, by the code that uses them. If a host starts the server, problems are
 * returned instead of thrown.
 */
export function parseCommandLine(
  terminal: Pick<Terminal, "args" | "env" | "ask" | "onStop" | "settingsForm">,
): CommandLine {
  const { args } = terminal;
  const options = Object.fromEntries(
    flagNames.map((name) => [name, { type: isSwitch(name) ? "boolean" : "string" } as const]),
  );
  const { positionals, tokens } = parseArgs({
    args: args.flatMap(withAddress),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const used = tokens.filter((token) => token.kind === "option");
  const problems: string[] = [];
  const [word = "serve"] = positionals;
  const named = COMMANDS.find((name) => name === word);
  const operands = named === undefined ? positionals : positionals.slice(1);
  // Only the first argument is sure to be a command; a later one may be a misplaced value.
  const isCommand = args[0] === word;
  const isLenient = isHosted(terminal) && (named ?? (isCommand ? null : "serve")) === "serve";
  const isFine = (check: () => void): boolean => {
    try {
      check();
      return true;
    } catch (error) {
      if (!isLenient || !(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return false;
    }
  };
  // Check flags first, or an unknown flag's value would be mistaken for a command.
  const known = used.filter(({ rawName }) =>
    isFine(() => {
      if (named === "call") refuseArgument(rawName, operands[0]);
      knownFlag(rawName, flagNames);
    })
  );
  if (named === undefined && known.length === used.length && !isLenient) {
    throw unknownCommand(word);
  }
  const command = named ?? "serve";
  const given: Partial<Record<FlagName, GivenValue>> = variablesFor(command, terminal);
  const valid = flagsOf(command);
  for (const { rawName, value } of known) {
    isFine(() => {
      const name = knownFlag(rawName, valid, command);
      const taken = normalizedWord(name, flagValue(name, value));
      if (isGiven(taken)) given[name] = { value: taken, source: "flag", name: `--${name}` };
    });
  }
  if (given.help === undefined) {
    isFine(() => refuseIdle(given));
    if (known.length === used.length) isFine(() => refuseStray({ command, operands, isLenient }));
  }
  const [problem] = problems;
  // Only a stdio server reports the problem in its replies to the host. Otherwise, fail now.
  if (problem !== undefined && (given.help ?? given.version ?? given.http) !== undefined) {
    throw new UsageError(problem);
  }
  return { command, operands, given, problems };
}

/** A message that doesn't quote the argument, which may be a secret. */
const STRAY_WORD =
  "unexpected argument: a value that contains spaces must be a single argument, as in " +
  '["--plan", "My Budget"]';

/** If `value` is an accepted value of the flag, corrects its case and trims surrounding spaces. */
function normalizedWord(name: FlagName, value: string): string {
  const word = value.trim().toLowerCase();
  return flagOf(name).words?.find((known) => known.toLowerCase() === word) ?? value;
}

/** Rejects flags that have no effect, but not variables, which may be set for other commands. */
function refuseIdle(given: CommandLine["given"]): void {
  for (const name of flagNames) {
    const isIdle = flagOf(name).needs !== undefined && given.http === undefined;
    if (isIdle && given[name]?.source === "flag") {
      throw new UsageError(`--${name} only works with --http`);
    }
  }
}

/** Rejects words after a command that takes none, such as the rest of an unquoted plan name. */
function refuseStray(
  { command, operands, isLenient }: Pick<CommandLine, "command" | "operands"> & {
    readonly isLenient: boolean;
  },
): void {
  if (operands.length === 0 || commands[command][0] !== command) return;
  throw new UsageError(
    isLenient
      ? STRAY_WORD
      : `${command} takes no arguments: for its options, run budget-tool-server help ${command}`,
  );
}

/** Gives `--http` a value: the next argument if it looks like an address, otherwise the default. */
function withAddress(arg: string, at: number, args: readonly string[]): readonly string[] {
  if (args[at - 1] === "--http" && isAddress(arg)) return [];
  if (arg !== "--http") return [arg];
  const next = args[at + 1] ?? "";
  return [`${arg}=${isAddress(next) ? next : HTTP_ADDRESS}`];
}

function isAddress(word: string): boolean {
  return /^(?:(?:\[[\da-f:.]+\]|[\w.-]*):)?\d+$/iu.test(word) && !word.startsWith("-");
}

/** Rejects a flag that was meant as an argument for the called tool. */
function refuseArgument(rawName: string, tool: string | undefined): void {
  const { inputSchema = {} } = definitions.find(({ name }) => name === tool) ?? {};
  const key = rawName.replace(/^--/u, "").replaceAll("-", "_");
  const isArgument = Object.hasOwn((inputSchema as ArgumentSchema).properties ?? {}, key);
  if (isArgument && !flagsOf("call").some((name) => `--${name}` === rawName)) {
    throw new UsageError(`unknown flag ${rawName}: write ${key}=VALUE`);
  }
}

function knownFlag(
  rawName: string,
  valid: readonly FlagName[],
  command?: CommandName,
): FlagName {
  const [flag = "", blank] = rawName.split(/(\s)/u, 2);
  if (blank !== undefined && flagNames.some((name) => `--${name}` === flag)) {
    throw new UsageError(`${flag} and its value must be two arguments: "${flag}", "VALUE"`);
  }
  if (flag === "--token") {
    throw new UsageError(
      "there is no --token flag, because other users of this machine could read its value: put " +
        "the token in BUDGET_ACCESS_TOKEN, or save it to a file and pass the file's path with " +
        "--token-file",
    );
  }
  const found = rawName === "-h" ? "help" : valid.find((name) => `--${name}` === rawName);
  const elsewhere = flagNames.find((name) => `--${name}` === rawName);
  if (found === undefined && elsewhere !== undefined && command !== undefined) {
    const takers = listed(flagOf(elsewhere).commands, "and");
    throw new UsageError(`unknown flag ${rawName} for ${command}: it belongs to ${takers}`);
  }
  if (found !== undefined) return found;
  const near = likelyWord(rawName, valid.map((name) => `--${name}`));
  const help = near === null
    ? "to see all flags, run budget-tool-server help"
    : `did you mean ${near}?`;
  throw new UsageError(`unknown flag ${cleanText(rawName)}: ${help}`);
}

function flagValue(name: FlagName, value: string | undefined): string {
  if (isSwitch(name)) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`);
    return "1";
  }
  if (value === undefined || value === "" || value.startsWith("--")) {
    throw new UsageError(`--${name} needs a value: --${name} ${flagOf(name).value}`);
  }
  return value;
}

function variablesFor(
  command: CommandName,
  { env, settingsForm }: Pick<Terminal, "env" | "settingsForm">,
): Partial<Record<FlagName, GivenValue>> {
  const given: Partial<Record<FlagName, GivenValue>> = {};
  for (const name of flagsOf(command)) {
    const variable = variableOf(name);
    const value = variable === undefined ? undefined : env(variable)?.trim();
    if (variable === undefined || value === undefined || !isGiven(value)) continue;
    const word = isSwitch(name) || name === "http" ? switchWord(value) : value;
    if (word === null) continue;
    given[name] = {
      value: name === "http" && word === "1" ? HTTP_ADDRESS : normalizedWord(name, word),
      source: "environment",
      name: settingName(variable, settingsForm),
    };
  }
  return given;
}

/** Returns `1` for on, `null` for off, and other values unchanged, to be rejected later. */
function switchWord(value: string): string | null {
  const word = value.trim().toLowerCase();
  if (["0", "false", "no", "off"].includes(word)) return null;
  return ["1", "true", "yes", "on"].includes(word) ? "1" : value;
}

function unknownCommand(word: string): UsageError {
  return new UsageError(`unknown command ${cleanText(word)}: ${likelyMeant(word, "call ")}`);
}

/** Also suggests tools, because people sometimes type a tool's name instead of a command. */
export function likelyMeant(word: string, beforeTool: string = ""): string {
  const tools = definitions.map(({ name }) => name);
  const near = likelyWord(word, [...COMMANDS, ...tools]);
  if (near === null) return `there are ${COMMANDS.join(", ")}`;
  return `did you mean ${tools.includes(near) ? beforeTool : ""}${near}?`;
}

function isSwitch(name: FlagName): boolean {
  return flagOf(name).value === undefined;
}
