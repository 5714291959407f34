/**
 * Writes snapshots of each tool, prompt and resource as clients receive them.
 *
 * Usage: deno run -RWE scripts/snapshots.ts [--check]
 */

import { defineTool } from "./generate.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { tools } from "../tools/_manifest.ts";
import { type Derived, settle } from "./_derived.ts";
import { z } from "zod";
import type { PromptArguments, PromptModule } from "../prompts/_prompt.ts";
import { prompts } from "../prompts/_definitions.ts";
import { resources } from "../resources/_definitions.ts";
import { type JsonSchema, profiles, type Tool } from "../tools/_tool.ts";

const TODAY = "2026-11-20";

/** Arguments that change a prompt's text. Each text is also shown without arguments. */
const ASKED: Readonly<Record<string, readonly PromptArguments[]>> = {
  monthly_review: [{}, { month: "2026-09" }],
  plan_next_month: [{}, { month: "2027-02" }],
  reconcile: [{ account: "Checking" }, { account: "Checking", bank_balance: "-12.5" }],
  bank_statement: [{}, { account: "Checking", file: "newest" }],
  year_in_review: [{ year: "2025" }, { year: "2026" }],
};

/** Returns the arguments and profiles that give a prompt each of its texts, and all their lines. */
function wordsOf({ summary: { name }, lines }: PromptModule): Readonly<Record<string, unknown>> {
  const texts = new Map<string, { readonly lines: readonly string[]; readonly who: string[] }>();
  for (const args of ASKED[name] ?? [{}]) {
    for (const profile of profiles) {
      for (const isWriteAllowed of [false, true]) {
        const offered = new Set(toolsOf(profile, isWriteAllowed).map((tool) => tool.name));
        const words = lines(args, { today: TODAY, has: (tool) => offered.has(tool) });
        const key = JSON.stringify(words);
        const who = texts.get(key)?.who ?? [];
        who.push(`${JSON.stringify(args)} ${profile}${isWriteAllowed ? " --write" : ""}`);
        texts.set(key, { lines: words, who });
      }
    }
  }
  const all: { readonly line: string; readonly texts: number[] }[] = [];
  for (const [nth, { lines: own }] of [...texts.values()].entries()) {
    let next = 0;
    for (const line of own) {
      const found = all.findIndex((one) => one.line === line);
      if (found < 0) all.splice(next, 0, { line, texts: [nth + 1] });
      else all[found]?.texts.push(nth + 1);
      next = found < 0 ? next + 1 : found + 1;
    }
  }
  return {
    texts: [...texts.values()].map(({ who }, nth) => `${nth + 1}: ${who.join(", ")}`),
    lines: all.map((one) => `${one.texts.join(" ")}: ${one.line}`),
  };
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

type Sketch = Readonly<Record<string, unknown>>;

const MODEL = "flag_transactions";
const model = tools.filter(({ name }) => name === MODEL).map(defineTool)[0];

/** Returns what clients get of a tool in `complete`. */
function toolSnapshot(tool: Tool): Sketch {
  const { name, title, description, annotations, inputSchema, outputSchema } = defineTool(tool);
  return {
    ...{ name, title, description, reads: tool.reads.complete, writes: tool.writes.complete },
    hints: Object.entries(annotations).filter(([, isSet]) => isSet).map(([hint]) => hint),
    input: name === MODEL ? sketch(inputSchema) : unlike(inputSchema, model?.inputSchema),
    output: name === MODEL ? sketch(outputSchema) : unlike(outputSchema, model?.outputSchema),
  };
}

/** Sketches a schema, and only names the fields that the model tool has in the same form. */
function unlike(schema: JsonSchema, known: JsonSchema = {}): Sketch {
  const others = sketch(known) as Sketch;
  const { same = [], own = [] } = Object.groupBy(
    Object.entries(sketch(schema) as Sketch),
    ([name, field]) => compactJson(field) === compactJson(others[name]) ? "same" : "own",
  );
  const names = same.map(([name]) => name).join(", ");
  return { ...(names === "" ? {} : { [`as in ${MODEL}`]: names }), ...Object.fromEntries(own) };
}

/**
 * Writes a JSON Schema in fewer lines: an object as its properties (`name?` is optional), an array
 * as its items and limits, and a bare type as its name.
 */
function sketch(schema: JsonSchema): unknown {
  const { $schema: _, type, properties, required = [], items, ...more } = schema;
  if (type === "object" && properties !== undefined) {
    const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
    const isRequired = (name: string): boolean => (required as readonly string[]).includes(name);
    return {
      ...Object.fromEntries(
        fields.map(([name, field]) => [isRequired(name) ? name : `${name}?`, sketch(field)]),
      ),
      ...more,
    };
  }
  if (type === "array" && items !== undefined) {
    const limits = Object.keys(more).length === 0 ? [] : [more];
    return [sketch(items as JsonSchema), ...limits];
  }
  return Object.keys(schema).join() === "type" ? type : schema;
}

function snapshotFiles(): readonly Derived[] {
  const byName = promptFiles.toSorted((one, other) =>
    one.summary.name < other.summary.name ? -1 : 1
  );
  const promptSnapshots = byName.map((prompt) => ({
    name: prompt.summary.name,
    title: prompt.summary.title,
    place: promptFiles.indexOf(prompt) + 1,
    description: prompt.summary.description,
    arguments: sketch(z.toJSONSchema(prompt.input) as JsonSchema),
    ...wordsOf(prompt),
  }));
  const resourceSnapshots = resourceFiles.map(({ summary, reads, schema }) => ({
    ...summary,
    reads,
    content: sketch(z.toJSONSchema(schema.output, { unrepresentable: "any" }) as JsonSchema),
  }));
  return Object.entries({
    prompts: promptSnapshots,
    resources: resourceSnapshots,
    tools: tools.map(toolSnapshot),
  }).map(([folder, contents]) => ({
    path: `test/${folder}/snapshot.json`,
    text: `${compactJson(contents)}\n`,
  }));
}

if (import.meta.main) {
  const isCheck = Deno.args.includes("--check");
  if (settle(snapshotFiles(), { isCheck, task: "write" })) Deno.exit(1);
}
