const WIDEST = 80;
const INDENT = "  ";

/**
 * Writes a value: objects over several lines, lists and objects of a single text in
 * one line where they fit.
 */
export function jsonText(value: unknown, indent: string = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = indent + INDENT;
  const parts = Object.entries(value).map(([key, part]) => {
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    return name + jsonText(part, inner);
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  const isShort = line.length + indent.length <= WIDEST && !line.includes("\n");
  if (isShort && (isList || isSmall(value))) return line;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** An object that holds a single text, such as an environment with a token. */
function isSmall(value: object): boolean {
  const parts = Object.values(value);
  return parts.length === 1 && typeof parts[0] === "string";
}
