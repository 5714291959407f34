/**
 * Writes the parts of README that are derived.
 *
 * @module
 */

import { tools } from "../tools/_manifest.ts";
import { isChanging, profilesOf } from "../tools/_tool.ts";
import { changeStory } from "./_change_story.ts";
import { demoScenes } from "./_demo_text.ts";
import { type Derived, withPart } from "./_derived.ts";
import { EXAMPLE_DAY } from "./_examples.ts";
import { block, tableText } from "./_markdown.ts";
import { ROOT } from "./_run.ts";
import { toolsByTask } from "./_tool_tasks.ts";

/** What the household asks in README. */
const QUESTION = "How much is left for everyday things?";
const ROWS = 4;

/** Marks of a tool: it changes the plan, and it is in the profile `complete` alone. */
const CHANGES = "\\*";
const COMPLETE_ONLY = "\u2020";

/**
 * Brings README up to date.
 *
 * @returns README as it should be.
 */
export async function readme(): Promise<Derived> {
  const path = "README.md";
  const economy = await Deno.readTextFile(new URL("docs/economy.md", ROOT));
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const withStory = withPart(text, "story", await storyText(), true);
  const withReasons = withPart(withStory, "why", whyText(economy), true);
  return { path, text: withPart(withReasons, "tools", toolTable()) };
}

async function storyText(): Promise<string> {
  const scene = (await demoScenes(EXAMPLE_DAY)).find(({ question }) => question === QUESTION);
  if (scene === undefined) throw new Error(`The demo does not ask "${QUESTION}"`);
  const heading = scene.answer.findIndex((line) => line.startsWith("name "));
  const rows = scene.answer.slice(heading, heading + 1 + ROWS);
  const lines = [
    `> ${QUESTION}`,
    "",
    ...rows,
    scene.requests,
    "",
    ...await changeStory(EXAMPLE_DAY),
  ];
  // Blank lines only where the person asks for something.
  const told = lines.filter((line, at) => line !== "" || /^> (?!Yes)/u.test(lines[at + 1] ?? ""));
  return block("text", told.join("\n"));
}

/**
 * Says what speaks for the server, with the figures that were measured.
 *
 * @param economy The page about economy.
 * @returns Markdown.
 * @throws {Error} When the page does not have a figure.
 */
export function whyText(economy: string): string {
  const [count, tokens] = figures(economy, /\| (\d+) tools without output schemas \| (\d+) \|/u);
  const [share] = figures(economy, /\| text answers and arguments \| ([\d.]+) %/u);
  // Each within a line, so that the formatter leaves them alone.
  return [
    "- **You stay in charge:** changes are previewed, agreed to, journaled and, where YNAB can, undone.",
    "- **0 requests for a repeated question:** a local copy spares YNAB's 200 requests an hour.",
    `- **Few tokens:** ${count} tools take ${thousands(tokens)}, answers ` +
    `[${share} %](docs/economy.md) of what YNAB's data would.`,
    "- **Exact and easy to try:** totals match YNAB to the cent; the demo needs no account.",
  ].join("\n");
}

function figures(page: string, pattern: RegExp): readonly string[] {
  const found = pattern.exec(page);
  if (found === null) throw new Error(`docs/economy.md has no ${pattern.source}`);
  return found.slice(1);
}

function thousands(figure = ""): string {
  return Number(figure).toLocaleString("en-US");
}

/** Lists every tool by what it is for. */
export function toolTable(): string {
  const rows = toolsByTask(tools).map(([task, ofTask]) => [
    task,
    ofTask.map((tool) => {
      const { name } = tool;
      const marks = [
        isChanging(tool) ? CHANGES : "",
        profilesOf(tool.summary).length === 1 ? COMPLETE_ONLY : "",
      ];
      return `[${name}](docs/tools/${name}.md)${marks.join("")}`;
    }).join(", "),
  ]);
  const heading = `Tools (${CHANGES} changes the plan, ${COMPLETE_ONLY} in \`complete\` alone)`;
  return tableText(["To", heading], rows);
}
