import { COMMANDS, type Flag, flagNames, flags } from "../cli/_flags.ts";
import { type Derived, withPart } from "./_derived.ts";
import { tableText } from "./_markdown.ts";
import { ROOT } from "./_run.ts";

/** Brings the page up to date. */
export async function terminalPage(): Promise<Derived> {
  const path = "docs/terminal.md";
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const withOptions = withPart(text, "options", optionTable());
  return { path, text: withPart(withOptions, "command-options", commandOptionTable()) };
}

/** The options of the server itself. */
function optionTable(): string {
  const rows = everyFlag.filter(isOfServer).map(([name, flag]) => [
    written(name, flag),
    flag.value === undefined ? `\`${flag.env}=1\`` : `\`${flag.env}\``,
    flag.meaning,
  ]);
  return tableText(["Option", "Variable", "Meaning"], rows);
}

/** What only some commands take. */
function commandOptionTable(): string {
  const rows = everyFlag.filter((one) => !isOfServer(one)).map(([name, flag]) => [
    written(name, flag),
    flag.commands.length === COMMANDS.length
      ? "every command"
      : flag.commands.map((command) => `\`${command}\``).join(", "),
    flag.meaning,
  ]);
  return tableText(["Option", "Of", "Meaning"], rows);
}

const everyFlag = flagNames.map((name): readonly [string, Flag] => [name, flags[name]]);

function isOfServer([, { commands, env }]: readonly [string, Flag]): boolean {
  return commands.includes("serve") && env !== undefined;
}

function written(name: string, { value }: Flag): string {
  return value === undefined ? `\`--${name}\`` : `\`--${name} ${value}\``;
}
