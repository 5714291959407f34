type Fields = Readonly<Record<string, unknown>>;

/**
 * Puts values of earlier answers into arguments.
 *
 * @throws {Error} When an answer has no such value.
 */
export function filledIn(args: Fields, answers: Fields): Fields {
  return filled(args, answers) as Fields;
}

function filled(value: unknown, answers: Fields): unknown {
  if (typeof value === "string") return value.startsWith("=") ? valueAt(value, answers) : value;
  if (Array.isArray(value)) return value.map((item) => filled(item, answers));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, filled(inner, answers)]),
  );
}

function valueAt(path: string, answers: Fields): unknown {
  let value: unknown = answers;
  for (const name of path.slice(1).split(".")) value = (value as Fields | undefined)?.[name];
  if (value === undefined) throw new Error(`No answer has ${path}`);
  return value;
}
