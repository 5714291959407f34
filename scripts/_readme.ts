/**
 * Writes the parts of README that are derived.
 *
 * @module
 */

import { type Flag, flagNames, flags } from "../commands/_flags.ts";
import { tools } from "../tools/_manifest.ts";
import { isChanging } from "../tools/_tool.ts";
import { type Derived, withPart } from "./_derived.ts";
import { hostsPart } from "./_hosts_page.ts";
import { tableText } from "./_markdown.ts";
import { ROOT } from "./_run.ts";

/**
 * Brings README up to date.
 *
 * @returns README as it should be.
 */
export async function readme(): Promise<Derived> {
  const path = "README.md";
  const parts = { hosts: hostsPart(), tools: toolTable(), options: optionTable() };
  const text = Object.entries(parts).reduce(
    (rest, [name, part]) => withPart(rest, name, part),
    await Deno.readTextFile(new URL(path, ROOT)),
  );
  return { path, text };
}

function toolTable(): string {
  const rows = tools.map((tool) => {
    const { name, summary } = tool;
    const notes = [
      ...(isChanging(tool) ? ["changes the plan"] : []),
      ...(summary.profiles.includes("reduced") ? [] : ["fuller only"]),
    ];
    return [
      `[\`${name}\`](docs/tools/${name}.md)`,
      summary.description,
      notes.join(", ") || "reads",
    ];
  });
  return tableText(["Tool", "What it does", "Notes"], rows);
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
