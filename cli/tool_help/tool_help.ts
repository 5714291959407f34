import { formOf } from "../../server/arguments.ts";
import { isChanging, profilesOf, type Tool, type ToolDefinition } from "../../tools/_tool.ts";
import { loadTool } from "../../tools/_load_tool.ts";
import { wrapText } from "../layout/wrap_text.ts";
import { exampleWords } from "./example_words.ts";
import { type JsonSchema, type SchemaRow, schemaRows } from "./schema_rows.ts";

const WIDTH = 80;
const INDENT = "  ";
const PLAN = "id or name of a plan; only needed where there are several";
const MEANING = " ".repeat(6);

/** Writes the help of a tool. */
export async function toolHelp(definition: ToolDefinition): Promise<string> {
  const { name, title, description, inputSchema } = definition;
  const tool = await loadTool(name);
  const rows = schemaRows(inputSchema as JsonSchema);
  const isEverywhere = profilesOf(tool.summary).includes("fuller");
  const flags = [
    ...(isEverywhere ? [] : ["--profile complete"]),
    ...(isChanging(tool) ? ["--write"] : []),
  ];
  const example = exampleWords(inputSchema as JsonSchema);
  return [
    `${title}.`,
    "",
    ...usageLines(name, flags.join(" ")),
    "",
    ...wrapText(description, { width: WIDTH }),
    ...(isEverywhere ? [] : ["", "It is only there with --profile complete."]),
    ...(isChanging(tool) ? ["", "It changes the plan: it is only there with --write."] : []),
    "",
    rows.length === 0 ? "It takes no arguments." : "Arguments:",
    ...rows.flatMap((row) => argumentLines(row, tool)),
    "",
    "Example:",
    ...commandLines(["budget-tool-server call", name, ...example, [...flags, "--demo"].join(" ")]),
  ].join("\n");
}

/** Flags that do not fit stand in a line of their own, all together. */
function usageLines(name: string, flags: string): readonly string[] {
  const usage = `Usage: budget-tool-server call ${name} [ARGUMENTS]`;
  const whole = `${usage} ${flags}`.trimEnd();
  return whole.length <= WIDTH ? [whole] : [usage, INDENT + INDENT + flags];
}

/** A command that goes on in the next line says so, as a shell wants it. */
function commandLines(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < WIDTH - 2) {
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
    { width: WIDTH, indent: indent + MEANING },
  );
  if (meaning === "") return what;
  const margins = { width: WIDTH, indent: indent + INDENT + INDENT };
  return [...what, ...wrapText(`${margins.indent}${meaning}`, margins)];
}

function defaultWords(_: string, value: string | undefined): string {
  return value === undefined ? "" : ` (default ${value.replaceAll('"', "")})`;
}

/** What a text or a list of texts looks like, with the limits of the list. */
function formWords(path: string, holds: string, tool: Tool): string {
  if (path === "plan_id") return PLAN;
  const form = formOf(tool.schema.input, [path]);
  if (!holds.startsWith("list of")) return form === "text" ? holds : form;
  const item = /, such as (.*)$/u.exec(form)?.[1];
  return item === undefined ? holds : `${holds}, such as ${item}`;
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}
