/**
 * Generates the definitions of all tools, prompts and resources, the imports of their files, and
 * snapshots of what clients receive. Reading the folders at run time would fail over https, in
 * bundles and in binaries.
 *
 * Usage: deno run -RWE scripts/generate.ts [--check]
 */

import { z } from "zod";
import type { PromptArguments, PromptModule } from "../prompts/_prompt.ts";
import type { ResourceModule } from "../resources/_resource.ts";
import { MAX_AMOUNT } from "../domain/base/money.ts";
import {
  type DeclaredWrites,
  isChanging,
  type JsonSchema,
  type ObjectSchema,
  profiles,
  profilesOf,
  type ReadId,
  type Tool,
  type ToolDefinition,
  type ToolHints,
  toolOf,
  type ToolSchema,
} from "../tools/_tool.ts";
import { type Derived, jsonText, settle } from "./_derived.ts";
import { ROOT } from "./_run.ts";

function hintsOf(tool: Tool): ToolHints {
  const isReadOnly = !isChanging(tool);
  const { isDestructive = true, isIdempotent = false } = tool.summary;
  return {
    readOnlyHint: isReadOnly,
    ...(isReadOnly ? {} : { destructiveHint: isDestructive }),
    idempotentHint: isReadOnly || isIdempotent,
    openWorldHint: true,
  };
}

export function defineTool(tool: Tool): ToolDefinition {
  const { title, description, profiles, alwaysLoad } = tool.summary;
  const { input, output } = jsonSchemasOf(tool);
  return {
    name: tool.name,
    title,
    description,
    profiles,
    reads: tool.reads,
    writes: tool.writes,
    annotations: hintsOf(tool),
    ...(alwaysLoad === true ? { alwaysLoad } : {}),
    inputSchema: input,
    outputSchema: output,
  };
}

type Json = Record<string, unknown>;

/** Limits that no value ever reaches. Schemas omit them to save tokens. */
const NEVER_MET: readonly number[] = [Number.MAX_SAFE_INTEGER, MAX_AMOUNT];

interface ToolJsonSchemas {
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
}

/** Returns a tool's schemas as sent to clients. */
export function jsonSchemasOf(tool: Tool): ToolJsonSchemas {
  return {
    input: slim(z.toJSONSchema(tool.schema.input, { io: "input" }), "input") as ObjectSchema,
    output: slim(z.toJSONSchema(tool.schema.output), "output") as ObjectSchema,
  };
}

/** Returns the schema of a tool's answer for the docs, with constraints that clients don't get. */
export function answerSchemaForPeople(tool: Tool): Json {
  return slim(z.toJSONSchema(tool.schema.output), "page") as Json;
}

/** Where a schema is used: `row` means the rows of an answer's list, and `page` means the docs. */
type Side = "input" | "output" | "row" | "page";

function slim(schema: unknown, side: Side): unknown {
  if (Array.isArray(schema)) return schema.map((item) => slim(item, side));
  if (typeof schema !== "object" || schema === null) return schema;
  const fields = Object.entries(schema).filter(([name, value]) =>
    !isRedundantKeyword(name, value, side)
  );
  return Object.fromEntries(
    fields.map(([name, value]) => {
      const isRow = side === "output" && name === "items";
      // Names in `properties` are arguments and fields, not JSON Schema keywords.
      return [
        name,
        name === "properties" ? slimEach(value, side) : slim(value, isRow ? "row" : side),
      ];
    }),
  );
}

function slimEach(properties: unknown, side: Side): Json {
  const entries = Object.entries(properties as Json);
  return Object.fromEntries(entries.map(([name, schema]) => [name, slim(schema, side)]));
}

function isRedundantKeyword(name: string, value: unknown, side: Side): boolean {
  // Omit patterns, because they repeat the `format` or description and cost more tokens. The server
  // rejects empty arguments with its own message.
  if (name === "$schema" || name === "pattern") return true;
  if (name === "minLength" && value === 1) return true;
  // Clients don't need to know that a missing boolean means `false`.
  if (name === "default" && value === false) return true;
  // Clients must accept new fields in answers, but must not send unknown arguments.
  if (name === "additionalProperties" && value === false) return side !== "input";
  // Rows are self-explanatory, so omit their constraints.
  if (name === "required" && side === "row") return true;
  if (name === "enum" || (name === "type" && Array.isArray(value))) return side === "row";
  return (name === "maximum" || name === "minimum") && NEVER_MET.includes(Math.abs(Number(value)));
}

/** All prompts, in the order that hosts list them. */
const PROMPTS: readonly string[] = [
  "monthly_review",
  "classify_pending",
  "reconcile",
  "bank_statement",
  "plan_next_month",
  "year_in_review",
  "debt_plan",
  "digest",
];

/** The word `import` is split, so that import scanners don't find an import in this file. */
const LOAD = "import";

const HEADING = "// Written by scripts/generate.ts.\n\n// deno-fmt-ignore-file\n\n";

/** Imports all files in a folder, sorted by name. */
async function modulesIn<Module>(
  folder: string,
): Promise<readonly (readonly [name: string, module: Module])[]> {
  const names = [...Deno.readDirSync(new URL(`${folder}/`, ROOT))]
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".ts") && !name.startsWith("_"))
    .map((name) => name.slice(0, -".ts".length))
    .sort();
  return await Promise.all(
    names.map(async (name) => [name, await import(new URL(`${folder}/${name}.ts`, ROOT).href)]),
  );
}

/** Writes an object, with a separate line for each part, for readable diffs. */
function objectText(...parts: readonly object[]): string {
  return parts.map((part) => JSON.stringify(part).slice(1, -1)).join(",\n    ");
}

/** Each import names its file literally, so that registries and bundlers find the file. */
function importOf(name: string): string {
  return `${LOAD}("./${name}.ts")`;
}

/** Writes the tool definitions as JSON text, which is parsed faster than code. */
function toolDefinitions(tools: readonly Tool[]): Derived {
  const rows = tools.map((tool) => {
    const { inputSchema, outputSchema, ...summary } = defineTool(tool);
    return `  { ${objectText(summary, { inputSchema }, { outputSchema })} }`;
  });
  const json = rows.join(",\n");
  if (/`|\$\{/u.test(json)) throw new Error("A definition must contain neither ` nor ${");
  const loaders = tools.map(({ name }) =>
    `  ${name}: async () => toolOf("${name}", await ${importOf(name)}),\n`
  );
  const text =
    `${HEADING}import { type Tool, type ToolDefinition, toolOf } from "./_tool.ts";\n\n` +
    "/** Every tool as clients see it, sorted by name. */\n" +
    "export const definitions: readonly ToolDefinition[] = JSON.parse(String.raw`[\n" +
    `${json}\n]\`);\n\n` +
    "/** Loads a tool's file. */\n" +
    "export const loaders: Readonly<Record<string, () => Promise<Tool>>> = {\n" +
    `${loaders.join("")}};\n`;
  return { path: "tools/_definitions.ts", text };
}

/** Returns the prompts in the order that hosts list them. */
async function promptsInOrder(): Promise<readonly PromptModule[]> {
  const modules = new Map(await modulesIn<PromptModule>("prompts"));
  const unlisted = [...modules.keys()].find((name) => !PROMPTS.includes(name));
  if (unlisted !== undefined) throw new Error(`Add ${unlisted} to PROMPTS`);
  return PROMPTS.map((name) => {
    const found = modules.get(name);
    if (found === undefined) throw new Error(`There is no prompt ${name}`);
    return found;
  });
}

function promptDefinitions(prompts: readonly PromptModule[]): Derived {
  const rows = prompts.map(({ summary, input }) => {
    const argumentsSchema = z.toJSONSchema(input, { io: "input" });
    const text = objectText({ summary }, { argumentsSchema });
    return `  { ${text},\n    load: () => ${importOf(summary.name)} },\n`;
  });
  const text = `${HEADING}import type { Prompt } from "./_prompt.ts";\n\n` +
    "/** All prompts, in the order that hosts list them. */\n" +
    `export const prompts: readonly Prompt[] = [\n${rows.join("")}];\n`;
  return { path: "prompts/_definitions.ts", text };
}

type Resources = readonly (readonly [
  name: string,
  module: ResourceModule<{ readonly output: z.ZodObject }, readonly ReadId[]>,
])[];

function resourceDefinitions(resources: Resources): Derived {
  const rows = resources.map(([name, { summary, reads }]) =>
    `  { ${objectText({ summary }, { reads })},\n` +
    `    load: async () => resourceOf(await ${importOf(name)}) },\n`
  );
  const text = `${HEADING}import { type BudgetResource, resourceOf } from "./_resource.ts";\n\n` +
    "/** All resources, sorted by name. */\n" +
    `export const resources: readonly BudgetResource[] = [\n${rows.join("")}];\n`;
  return { path: "resources/_definitions.ts", text };
}

const TODAY = "2026-11-20";

/** Arguments that change a prompt's text. Snapshots also include the text without arguments. */
const ASKED: Readonly<Record<string, readonly PromptArguments[]>> = {
  monthly_review: [{}, { month: "2026-09" }],
  plan_next_month: [{}, { month: "2027-02" }],
  reconcile: [{ account: "Checking" }, { account: "Checking", bank_balance: "-12.5" }],
  bank_statement: [{}, { account: "Checking", file: "newest" }],
  year_in_review: [{ year: "2025" }, { year: "2026" }],
};

/** Returns the distinct versions of a prompt's text, each with the clients that get it. */
function wordsOf(
  { summary: { name }, lines }: PromptModule,
  tools: readonly Tool[],
): Readonly<Record<string, readonly string[]>> {
  const texts = (ASKED[name] ?? [{}]).flatMap((args) =>
    profiles.flatMap((profile) =>
      [false, true].map((isWriteAllowed) => {
        const offered = tools.filter((tool) =>
          profilesOf(tool.summary).includes(profile) && (isWriteAllowed || !isChanging(tool))
        );
        const has = (wanted: string): boolean => offered.some((tool) => tool.name === wanted);
        const who = `${JSON.stringify(args)} ${profile}${isWriteAllowed ? " --write" : ""}`;
        return { who, words: lines(args, { today: TODAY, has }) };
      })
    )
  );
  const distinct = Map.groupBy(texts, ({ words }) => JSON.stringify(words));
  return Object.fromEntries(
    [...distinct].map(([words, of]) => [of.map(({ who }) => who).join(", "), JSON.parse(words)]),
  );
}

function snapshot(path: string, content: unknown): Derived {
  return { path, text: `${jsonText(content, { width: 100, isCompact: true })}\n` };
}

/** For each output schema, the first tool that has it. Most tools that change plans share one. */
const firstWith = new Map<string, string>();

/** Returns a tool as clients receive it in the `complete` profile. */
function toolSnapshot(tool: Tool): Readonly<Record<string, unknown>> {
  const { name, title, description, annotations, inputSchema, outputSchema } = defineTool(tool);
  const output = JSON.stringify(sketch(outputSchema));
  const first = firstWith.get(output);
  if (first === undefined) firstWith.set(output, name);
  return {
    ...{ name, title, description, reads: tool.reads.complete, writes: tool.writes.complete },
    hints: Object.entries(annotations).filter(([, isSet]) => isSet).map(([hint]) => hint),
    input: sketch(inputSchema),
    output: first === undefined ? JSON.parse(output) : `the same as ${first}`,
  };
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

function promptSnapshot(prompts: readonly PromptModule[], tools: readonly Tool[]): Derived {
  const contents = prompts.map((prompt, at) => ({
    name: prompt.summary.name,
    title: prompt.summary.title,
    place: at + 1,
    description: prompt.summary.description,
    arguments: sketch(z.toJSONSchema(prompt.input) as JsonSchema),
    words: wordsOf(prompt, tools),
  }));
  const byName = contents.toSorted((one, other) => one.name < other.name ? -1 : 1);
  return snapshot("test/prompts/snapshot.json", byName);
}

function resourceSnapshot(resources: Resources): Derived {
  const contents = resources.map(([, { summary, reads, schema }]) => ({
    ...summary,
    reads,
    content: sketch(z.toJSONSchema(schema.output, { unrepresentable: "any" }) as JsonSchema),
  }));
  return snapshot("test/resources/snapshot.json", contents);
}

if (import.meta.main) {
  type AnyTool = Parameters<typeof toolOf<ToolSchema, readonly ReadId[], DeclaredWrites>>[1];
  const tools = (await modulesIn<AnyTool>("tools")).map(([name, file]) => toolOf(name, file));
  const prompts = await promptsInOrder();
  const resources: Resources = await modulesIn("resources");
  const derived = [
    ...[toolDefinitions(tools), promptDefinitions(prompts), resourceDefinitions(resources)],
    snapshot("test/tools/snapshot.json", tools.map(toolSnapshot)),
    ...[promptSnapshot(prompts, tools), resourceSnapshot(resources)],
  ];
  if (settle(derived, { isCheck: Deno.args.includes("--check"), task: "write" })) Deno.exit(1);
}
