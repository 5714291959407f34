// deno-lint-ignore-file no-console
import { ROOT } from "./_run.ts";

export interface Derived {
  /** Path relative to the repository. */
  readonly path: string;
  readonly text: string;
}

/** Updates outdated files, or only lists them. */
export function settle(
  derived: readonly Derived[],
  { isCheck, task }: { readonly isCheck: boolean; readonly task: string },
): boolean {
  const stale = derived.filter((file) => !isCurrent(file));
  for (const { path, text } of stale) {
    if (isCheck) console.error(`${path} is stale: run deno task ${task}`);
    else {
      Deno.mkdirSync(new URL("./", new URL(path, ROOT)), { recursive: true });
      Deno.writeTextFileSync(new URL(path, ROOT), text);
      console.error(`wrote ${path}`);
    }
  }
  return isCheck && stale.length > 0;
}

/** Whether generated files of removed tools are left over; lists them on stderr. */
export function hasLeftOver(derived: readonly Derived[]): boolean {
  const known = new Set(derived.map(({ path }) => path));
  const folders = new Set(derived.map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1)));
  const others = [...folders].flatMap((folder) =>
    [...Deno.readDirSync(new URL(folder, ROOT))].map(({ name }) => folder + name)
  ).filter((path) => !known.has(path));
  for (const path of others) console.error(`${path} belongs to no tool: remove it`);
  return others.length > 0;
}

/**
 * Replaces the text between two markers.
 *
 * @throws {Error} If a marker is missing.
 */
export function withPart(text: string, name: string, part: string): string {
  const begin = new RegExp(`^<!-- ${name}: (?!end).*-->\\n`, "mu").exec(text);
  const end = text.indexOf(`<!-- ${name}: end -->`);
  if (begin === null || end < begin.index) throw new Error(`The markers of ${name} are missing`);
  const before = text.slice(0, begin.index + begin[0].length);
  const kept = `<!-- deno-fmt-ignore-start -->\n\n${part}\n\n<!-- deno-fmt-ignore-end -->`;
  return `${before}\n${kept}\n\n${text.slice(end)}`;
}

function isCurrent({ path, text }: Derived): boolean {
  try {
    return Deno.readTextFileSync(new URL(path, ROOT)) === text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Header for every generated page. */
export const WRITTEN = "<!-- Written by scripts/docs.ts: deno task docs -->";

export function tableText(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [heading, heading.map(() => "---"), ...rows];
  const escaped = all.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  return escaped.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

const INDENT = "  ";

/** How a value is laid out as JSON. */
export interface JsonLayout {
  /** Maximum width of an object or list on one line. */
  readonly width?: number;
  /** Whether any object may be on one line, not just one whose only field is a string. */
  readonly isCompact?: boolean;
}

/** Formats a value. Lists and small objects stay on one line if they fit. */
export function jsonText(value: unknown, layout: JsonLayout = {}): string {
  return written(value, layout, { indent: "", taken: 0 });
}

function written(
  value: unknown,
  layout: JsonLayout,
  { indent, taken }: { readonly indent: string; readonly taken: number },
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const { width = 80, isCompact = false } = layout;
  const isList = Array.isArray(value);
  const inner = indent + INDENT;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const parts = fields.map(([key, field]) => {
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    return name + written(field, layout, { indent: inner, taken: isCompact ? name.length + 1 : 0 });
  });
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  const isFlat = isCompact || isList || (parts.length === 1 && typeof fields[0]?.[1] === "string");
  const isFitting = indent.length + taken + line.length <= width && !line.includes("\n");
  if (isFlat && isFitting) return line;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
