/**
 * Writes the part of the page about the terminal that is derived.
 *
 * @module
 */

import { type Flag, flagNames, flags } from "../commands/_flags.ts";
import { type Derived, withPart } from "./_derived.ts";
import { tableText } from "./_markdown.ts";
import { ROOT } from "./_run.ts";

/**
 * Brings the page up to date.
 *
 * @returns The page.
 */
export async function terminalPage(): Promise<Derived> {
  const path = "docs/terminal.md";
  const text = await Deno.readTextFile(new URL(path, ROOT));
  return { path, text: withPart(text, "options", optionTable()) };
}

/** The options of the server itself; each command's own help has the others. */
function optionTable(): string {
  const rows = flagNames
    .map((name): readonly [string, Flag] => [name, flags[name]])
    .filter(([, { commands, env }]) => commands.includes("serve") && env !== undefined)
    .map(([name, { value, env, meaning }]) => [
      value === undefined ? `\`--${name}\`` : `\`--${name} ${value}\``,
      value === undefined ? `\`${env}=1\`` : `\`${env}\``,
      meaning,
    ]);
  return tableText(["Option", "Variable", "Meaning"], rows);
}
