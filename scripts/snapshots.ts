/**
 * Writes snapshots of each tool, prompt and resource as clients receive them.
 *
 * Usage: deno run -RWE scripts/snapshots.ts [--check]
 */

import { defineTool } from "./generate.ts";
import { describeTool, toolsOf } from "../server/offered_tools.ts";
import { tools } from "../tools/_manifest.ts";
import { type Derived, hasLeftOver, settle } from "./_derived.ts";
import { z } from "zod";
import type { PromptArguments, PromptModule } from "../prompts/_prompt.ts";
import { prompts } from "../prompts/_definitions.ts";
import { resources } from "../resources/_definitions.ts";
import { profiles } from "../tools/_tool.ts";

const TODAY = "2026-11-20";

/** Arguments that change a prompt's text. Each text is also shown without arguments. */
const ASKED: Readonly<Record<string, readonly PromptArguments[]>> = {
  monthly_review: [{}, { month: "2026-09" }],
  plan_next_month: [{}, { month: "2027-02" }],
  reconcile: [{ account: "Checking" }, { account: "Checking", bank_balance: "-12.5" }],
  bank_statement: [{}, { account: "Checking", file: "newest" }],
  year_in_review: [{ year: "2025" }, { year: "2026" }],
};

/** Returns the distinct texts of a prompt, each with its clients. */
function wordsOf(
  { summary: { name }, lines }: PromptModule,
): Readonly<Record<string, readonly string[]>> {
  const contents = new Map<string, { readonly lines: readonly string[]; readonly who: string[] }>();
  for (const args of ASKED[name] ?? [{}]) {
    for (const profile of profiles) {
      for (const isWriteAllowed of [false, true]) {
        const offered = new Set(toolsOf(profile, isWriteAllowed).map((tool) => tool.name));
        const words = lines(args, { today: TODAY, has: (tool) => offered.has(tool) });
        const key = JSON.stringify(words);
        const who = contents.get(key)?.who ?? [];
        who.push(`${JSON.stringify(args)} ${profile}${isWriteAllowed ? " --write" : ""}`);
        contents.set(key, { lines: words, who });
      }
    }
  }
  return Object.fromEntries([...contents.values()].map((one) => [one.who.join(", "), one.lines]));
}

/** Formats JSON with each value on one line if it fits, so that a diff shows single arguments. */
function compactJson(value: unknown, indent: string = "", taken: number = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).filter(([, field]) => field !== undefined).map(
    ([key, field]) => {
      const name = isList ? "" : `${JSON.stringify(key)}: `;
      return name + compactJson(field, inner, name.length + 1);
    },
  );
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  const isFitting = indent.length + taken + line.length <= 100 && !line.includes("\n");
  if (isFitting || parts.length === 0) return parts.length === 0 ? line.replace("  ", "") : line;
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

const promptFiles = await Promise.all(prompts.map(({ load }) => load()));
const resourceFiles = await Promise.all(resources.map(({ load }) => load()));

function snapshotFiles(): readonly Derived[] {
  const byName = promptFiles.toSorted((one, other) =>
    one.summary.name < other.summary.name ? -1 : 1
  );
  const promptSnapshots = byName.map((prompt) => ({
    name: prompt.summary.name,
    title: prompt.summary.title,
    place: promptFiles.indexOf(prompt) + 1,
    description: prompt.summary.description,
    arguments: z.toJSONSchema(prompt.input),
    words: wordsOf(prompt),
  }));
  const resourceSnapshots = resourceFiles.map(({ summary, reads, schema }) => ({
    ...summary,
    reads,
    content: z.toJSONSchema(schema.output, { unrepresentable: "any" }),
  }));
  return [["prompts", promptSnapshots], ["resources", resourceSnapshots]].map((
    [folder, contents],
  ) => ({
    path: `test/${folder}/snapshot.json`,
    text: `${compactJson(contents)}\n`,
  }));
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  const snapshots = tools.map((tool) => ({
    path: `test/tools/snapshots/${tool.name}.json`,
    text: `${compactJson(describeTool(defineTool(tool)))}\n`,
  }));
  const isStale = settle([...snapshots, ...snapshotFiles()], { isCheck, task: "write" });
  if (hasLeftOver(snapshots) || isStale) Deno.exit(1);
}
