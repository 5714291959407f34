import { type ArgumentSchema, formOf } from "../server/arguments.ts";
import {
  isChanging,
  type Profile,
  profiles,
  profilesOf,
  type Tool,
  type ToolDefinition,
} from "../tools/_tool.ts";
import { loadTool } from "../tools/_load_tool.ts";
import { HELP_WIDTH, wrapText } from "./_text.ts";
import { cleanText, listed } from "../domain/base/clean_text.ts";
import { nearestWord } from "../domain/references/nearest_word.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { UsageError } from "./_terminal.ts";

const INDENT = "  ";
const PLAN = "id or name of a plan; only needed if there are several plans";
const MEANING = " ".repeat(6);

/** Writes a tool's help. */
export async function toolHelp(definition: ToolDefinition): Promise<string> {
  const { name, title, description, inputSchema } = definition;
  const tool = await loadTool(name);
  const rows = schemaRows(inputSchema as ArgumentSchema);
  const isEverywhere = profilesOf(tool.summary).includes("fuller");
  const flags = [
    ...(isEverywhere ? [] : ["--profile complete"]),
    ...(isChanging(tool) ? ["--write"] : []),
  ];
  return [
    `${title}.`,
    "",
    ...usageLines(name, flags.join(" ")),
    "",
    ...wrapText(description, { width: HELP_WIDTH }),
    ...(isEverywhere ? [] : ["", "This tool is only available with --profile complete."]),
    ...(isChanging(tool)
      ? ["", "This tool changes the plan and is only available with --write."]
      : []),
    "",
    rows.length === 0 ? "It takes no arguments." : "Arguments:",
    ...rows.flatMap((row) => argumentLines(row, tool)),
    "",
    "Example:",
    ...commandLines([
      "budget-tool-server call",
      name,
      ...exampleWords(tool),
      [...flags, "--demo"].join(" "),
    ]),
  ].join("\n");
}

/** Starts a second line for the flags if the usage doesn't fit on one line. */
function usageLines(name: string, flags: string): readonly string[] {
  const usage = `Usage: budget-tool-server call ${name} [ARGUMENTS]`;
  const whole = `${usage} ${flags}`.trimEnd();
  return whole.length <= HELP_WIDTH ? [whole] : [usage, INDENT + INDENT + flags];
}

/** Ends each continued line with a backslash, as shells require. */
function commandLines(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < HELP_WIDTH - 2) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(lines.length === 0 ? INDENT + word : INDENT + INDENT + word);
  }
  return lines.map((line, at) => at < lines.length - 1 ? `${line} \\` : line);
}

function argumentLines([path, holds, must, meaning]: SchemaRow, tool: Tool): readonly string[] {
  const depth = path.split(".").length - 1;
  const indent = INDENT.repeat(depth + 1);
  const form = depth === 0 && /^(?:text|list of|any value)/u.test(holds)
    ? formWords(path, holds, tool)
    : holds;
  const need = must === "yes" ? " (required)" : must.replace(/^no(?:, (.*))?$/u, defaultWords);
  const what = wrapText(
    `${indent}${path.split(".").at(-1)}: ${plain(form)}${plain(need)}`,
    { width: HELP_WIDTH, indent: indent + MEANING },
  );
  if (meaning === "") return what;
  const margins = { width: HELP_WIDTH, indent: indent + INDENT + INDENT };
  return [...what, ...wrapText(`${margins.indent}${meaning}`, margins)];
}

function defaultWords(_: string, value: string | undefined): string {
  return value === undefined ? "" : ` (default ${value.replaceAll('"', "")})`;
}

/** Describes an argument's format. For a list, adds a sample item. */
function formWords(path: string, holds: string, tool: Tool): string {
  if (path === "plan_id") return PLAN;
  const form = formOf(tool.schema.input, [path])
    .replace(/^a day, .*/u, 'a day, such as 2026-11-20 or "yesterday"')
    .replace(/^a month, .*/u, 'a month, such as 2026-11, "current" or "last month"');
  if (!holds.startsWith("list of")) return form === "text" ? holds : form;
  const item = /, such as (.*)$/u.exec(form)?.[1];
  return item === undefined ? holds : `${holds}, such as ${item}`;
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}

/** One field of a schema: its path, its type, whether it is required, and its meaning. */
export type SchemaRow = readonly [path: string, holds: string, must: string, meaning: string];

/** Lists an object's fields; fields of a nested object follow that object. */
export function schemaRows(schema: ArgumentSchema, above: string = ""): readonly SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isList = field.type === "array";
    const path = `${above}${name}`;
    const inner = isList ? field.items ?? {} : field;
    const row = [path, holdsOf(field), mustOf(name, schema), field.description ?? ""] as const;
    return [row, ...schemaRows(inner, `${path}${isList ? "[]" : ""}.`)];
  });
}

function mustOf(name: string, { properties, required }: ArgumentSchema): string {
  const fallback = properties?.[name]?.default;
  if (fallback !== undefined) return `no, \`${JSON.stringify(fallback)}\``;
  return required?.includes(name) === true ? "yes" : "no";
}

function holdsOf(field: ArgumentSchema): string {
  if (field.anyOf !== undefined) return eitherWords(field.anyOf.map(holdsOf));
  if (field.enum !== undefined) {
    return field.enum.map((value) => `\`${value}\``).join(", ");
  }
  if (field.type === "array") return listWords(field);
  if (field.type === undefined) return "any value";
  if (Array.isArray(field.type)) return eitherWords(field.type.map(plainWord));
  return plainWord(String(field.type)) + rangeWords(field);
}

function listWords({ items = {}, minItems = 0, maxItems }: ArgumentSchema): string {
  const many = items.type === "object"
    ? "rows"
    : items.type === "string"
    ? "text values"
    : `${holdsOf(items)}s`;
  return maxItems === undefined ? `list of ${many}` : `list of ${minItems} to ${maxItems} ${many}`;
}

function rangeWords({ minimum, maximum, exclusiveMinimum }: ArgumentSchema): string {
  if (exclusiveMinimum !== undefined) return `, over ${exclusiveMinimum}`;
  return minimum === undefined || maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
}

/** Joins type names with "or", and shortens "yes or no" to "yes/no". */
function eitherWords(names: readonly string[]): string {
  const words = names.map((name) => name === "yes or no" ? "yes/no" : name);
  return listed(words, "or");
}

function plainWord(type: string): string {
  const words: Readonly<Record<string, string>> = {
    string: "text",
    integer: "whole number",
    boolean: "yes or no",
    null: "`null`",
    object: "group",
  };
  return words[type] ?? type;
}

/** Sample id that represents an id returned by an earlier call. */
const SOME_ID = "1a2b3c4d";

/** Formats the arguments of the tool's example for a command line. */
function exampleWords({ summary: { example } }: Tool): readonly string[] {
  return Object.entries(example?.args ?? {}).flatMap(([name, value]) => {
    const isRows = Array.isArray(value) && value.some((item) => typeof item === "object");
    return isRows ? value.map((item) => argumentWord(name, item)) : [argumentWord(name, value)];
  });
}

function argumentWord(name: string, value: unknown): string {
  const found = (_: string, item: unknown): unknown =>
    typeof item === "string" && item.startsWith("=") ? SOME_ID : item;
  const known: unknown = JSON.parse(JSON.stringify(value, found));
  const isWords = Array.isArray(known) && known.every((item) => /^\w+$/u.test(String(item)));
  const text = isWords
    ? known.join(",")
    : typeof known === "string"
    ? known
    : JSON.stringify(known);
  if (/^[\w.,:-]*$/u.test(text)) return `${name}=${text}`;
  // Every shell accepts a line break inside single quotes, and JSON allows one between fields.
  const isLong = name.length + text.length > HELP_WIDTH - INDENT.length * 5;
  return `${name}='${isLong ? text.replaceAll(',"', `,\n${MEANING}"`) : text}'`;
}

/** Settings that determine which tools are offered. */
export interface Offer {
  readonly profile: Profile;
  readonly isWriteAllowed: boolean;
}

/**
 * Finds a tool.
 *
 * @throws {UsageError} For an unknown tool, naming the nearest one.
 */
export function namedTool(name: string, { profile, isWriteAllowed }: Offer): ToolDefinition {
  const offered = toolsOf(profile, isWriteAllowed);
  const found = offered.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const includesIt = (tools: readonly ToolDefinition[]): boolean =>
    tools.some((tool) => tool.name === name);
  const elsewhere = profiles.find((one) => includesIt(toolsOf(one, true)));
  if (elsewhere !== undefined) {
    const isInProfile = includesIt(toolsOf(profile, true));
    const needsWrite = !isWriteAllowed && !includesIt(toolsOf(elsewhere, false));
    const flags = [
      ...(isInProfile ? [] : [`--profile ${elsewhere}`]),
      ...(needsWrite ? ["--write"] : []),
    ];
    const what = needsWrite ? `${name} changes the plan: it` : name;
    throw new UsageError(`${what} is only available with ${listed(flags, "and")}`);
  }
  const near = nearestWord(name, offered.map((tool) => tool.name));
  const help = near === null
    ? "to see all tools, run budget-tool-server tools"
    : `did you mean ${near}?`;
  throw new UsageError(`there is no tool ${cleanText(name)}: ${help}`);
}
