import { tools } from "../tools/_manifest.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { isChanging, type Profile, profilesOf } from "../tools/_tool.ts";
import { changeStory } from "./_change_story.ts";
import { demoScenes } from "./_demo_text.ts";
import { type Derived, withPart } from "./_derived.ts";
import { EXAMPLE_DAY } from "./_examples.ts";
import { block, tableText } from "./_markdown.ts";
import { ROOT } from "./_run.ts";
import { definitionTokens } from "./tokens.ts";
import { toolsByTask } from "./_tool_tasks.ts";

/** What the household asks in README. */
const QUESTION = "How much is left for everyday things?";
const ROWS = 4;

/** Marks of a tool: it changes the plan, and it is in the profile `complete` alone. */
const CHANGES = "\\*";
const COMPLETE_ONLY = "\u2020";

/** Brings README up to date. */
export async function readme(): Promise<Derived> {
  const path = "README.md";
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const withStory = withPart(text, "story", await storyText(), true);
  const withReasons = withPart(withStory, "why", await whyText(), true);
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

/** Says what speaks for the server, with the tokens that its definitions take. */
export async function whyText(): Promise<string> {
  const [fuller, complete] = [await figures("fuller"), await figures("complete")];
  // Each within a line, so that the formatter leaves them alone.
  return [
    "- **You stay in charge:** changes are previewed, agreed to, journaled and, where YNAB can, undone.",
    "- **0 requests for a repeated question:** a local copy spares YNAB's 200 requests an hour.",
    `- **Few tokens:** defining all ${fuller.tools} tools takes ${fuller.tokens}; ` +
    `the ${complete.tools} of \`complete\` take ${complete.tokens}.`,
    "- **Exact and easy to try:** totals match YNAB to the cent; the demo needs no account.",
  ].join("\n");
}

async function figures(
  profile: Profile,
): Promise<{ readonly tools: number; readonly tokens: string }> {
  const tokens = await definitionTokens(profile, true);
  return { tools: toolsOf(profile, true).length, tokens: tokens.toLocaleString("en-US") };
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
