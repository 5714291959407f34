import { COMMANDS, type FlagName, flagNames, flagOf, flagUsage } from "../cli/_flags.ts";
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
  const rows = flagNames.filter(isOfServer).map((name) => {
    const { env, meaning, value } = flagOf(name);
    return [`\`${flagUsage(name)}\``, value === undefined ? `\`${env}=1\`` : `\`${env}\``, meaning];
  });
  return tableText(["Option", "Variable", "Meaning"], rows);
}

/** What only some commands take. */
function commandOptionTable(): string {
  const rows = flagNames.filter((name) => !isOfServer(name)).map((name) => {
    const { commands, meaning } = flagOf(name);
    const takers = commands.length === COMMANDS.length
      ? "every command"
      : commands.map((command) => `\`${command}\``).join(", ");
    return [`\`${flagUsage(name)}\``, takers, meaning];
  });
  return tableText(["Option", "Of", "Meaning"], rows);
}

function isOfServer(name: FlagName): boolean {
  const { commands, env } = flagOf(name);
  return commands.includes("serve") && env !== undefined;
}
