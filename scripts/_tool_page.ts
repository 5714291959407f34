import { answerSchemaForPeople, defineTool, jsonSchemasOf } from "./generate.ts";
import { describeTool } from "../server/offered_tools.ts";
import { isChanging, profiles, profilesOf, type Tool } from "../tools/_tool.ts";
import { block, type Derived, jsonText, tableText, WRITTEN } from "./_derived.ts";
import { type Example, EXAMPLE_DAY, exampleOf, type Exchange } from "./_examples.ts";
import meanings from "./field_meanings.json" with { type: "json" };
import { schemaRows } from "../cli/_tool_help.ts";
import type { ArgumentSchema } from "../server/arguments.ts";

const MAX_LINES = 30;

export async function toolPage(tool: Tool): Promise<Derived> {
  const { input } = jsonSchemasOf(tool);
  const output = answerSchemaForPeople(tool);
  const meaning = (path: string): string => meaningOf(tool, path);
  const example = await exampleOf(tool);
  const parts = [
    `# ${tool.name}`,
    WRITTEN,
    `**${tool.summary.title}.** ${tool.summary.description}`,
    profileLine(tool),
    "## Arguments",
    fieldsText(input, ["Argument", "Type", "Required, default", "Meaning"], meaning),
    "## Answer",
    "The answer is returned as structured data (`structuredContent`) and as text with the same " +
    "information. Fields that are empty, false or unknown are omitted.",
    fieldsText(
      output,
      ["Field", "Type", "Always present", "Meaning"],
      (path) => meaning(path).replace(/^Id or name of/u, "Id of"),
    ),
    "## Requests",
    requestsText(tool, example),
    "## Example",
    `Example calls with the demo data, as of ${EXAMPLE_DAY}:`,
    ...example.calls.flatMap(exchangeText),
    "## Errors",
    errorsText(tool),
    `${"plan_id" in example.refused.args ? "An unknown plan" : "An unknown argument"} returns:`,
    block("text", example.refused.reply.text),
  ];
  return { path: `docs/tools/${tool.name}.md`, text: `${parts.join("\n\n")}\n` };
}

/** Returns the page that lists all tools. */
export function toolIndex(tools: readonly Tool[]): Derived {
  const rows = tools.map((tool) => [
    `[${tool.name}](${tool.name}.md)`,
    tool.summary.title,
    isChanging(tool) ? "yes" : "",
    profilesOf(tool.summary).map((profile) => `\`${profile}\``).join(", "),
  ]);
  const table = tableText(["Tool", "Title", "Changes the plan", "Profiles"], rows);
  return { path: "docs/tools/README.md", text: `# Tools\n\n${WRITTEN}\n\n${table}\n` };
}

function profileLine(tool: Tool): string {
  const inProfiles = profilesOf(tool.summary);
  const where = inProfiles.length === profiles.length
    ? "Available in every profile"
    : inProfiles.includes("fuller")
    ? "Available in the `fuller` and `complete` profiles"
    : "Available only in the `complete` profile";
  if (!isChanging(tool)) return `${where}. Read-only.`;
  return `${where}. Changes the plan and requires \`--write\`.`;
}

function fieldsText(
  schema: unknown,
  heading: readonly string[],
  meaningOf: (path: string) => string,
): string {
  const rows = schemaRows(schema as ArgumentSchema);
  if (rows.length === 0) return "None.";
  return tableText(
    heading,
    rows.map(([path, holds, must, said]) => [
      `\`${path}\``,
      holds,
      must,
      said === "" ? meaningOf(path) : said,
    ]),
  );
}

function requestsText(tool: Tool, { calls, repeated }: Example): string {
  const definition = defineTool(tool);
  const { reads, writes } = describeTool(definition);
  const missing = profilesOf(tool.summary).flatMap((profile) => {
    const there = describeTool(definition, profile);
    const operations = [...there.reads, ...there.writes];
    const lacking = [...reads, ...writes].filter((line) => !operations.includes(line));
    return lacking.length === 0
      ? []
      : [`- Requests not used in the \`${profile}\` profile: ${codes(lacking)}`];
  });
  const counts = calls.map(({ reply }) => reply.upstreamRequests);
  const lines = [
    `- Possible read requests: ${codes(reads)}`,
    `- Possible write requests: ${codes(writes)}`,
    ...missing,
    `- Requests in the example: ${counts.join(" for the preview, ")}` +
    (counts.length === 1 ? "" : " for the change") +
    (repeated === null || repeated === counts[0] ? "" : ` (${repeated} if repeated immediately)`),
  ];
  return lines.join("\n");
}

/** Descriptions of fields, by name, or by `tool.field` if one tool uses a field differently. */
const shared: Readonly<Record<string, string>> = meanings;

/** Returns a field's meaning in the given tool or, if there is none, its shared meaning. */
export function meaningOf(
  { name: tool, summary: { meanings: own = {} } }: {
    readonly name: string;
    readonly summary: Pick<Tool["summary"], "meanings">;
  },
  path: string,
): string {
  const name = path.split(".").at(-1) ?? "";
  return own[path] ?? shared[`${tool}.${path}`] ??
    own[name] ?? shared[`${tool}.${name}`] ?? shared[name] ?? "";
}

function codes(lines: readonly string[]): string {
  return lines.length === 0 ? "none" : lines.map((line) => `\`${line}\``).join(", ");
}

function exchangeText({ args, reply }: Exchange): readonly string[] {
  const lines = reply.text.split("\n");
  const more = lines.length - MAX_LINES;
  const shown = more > 1 ? [...lines.slice(0, MAX_LINES), `... and ${more} more lines`] : lines;
  return [block("json", jsonText(args)), block("text", shown.join("\n"))];
}

function errorsText(tool: Tool): string {
  const names = [
    ...["invalid_input", "not_found", "unauthorized", "forbidden"],
    ...(isChanging(tool) ? ["conflict", "rejected"] : []),
    ...["rate_limited", "unavailable", "internal"],
  ];
  const links = names.map((code) => `[\`${code}\`](../troubleshooting.md#${code})`).join(", ");
  const statuses = isChanging(tool)
    ? " If a change doesn't complete, its `status` is" +
      " [`partly`](../troubleshooting.md#partly) or [`uncertain`](../troubleshooting.md#uncertain)."
    : "";
  return `${links}.${statuses}`;
}
