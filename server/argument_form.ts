import { z } from "zod";

/** As much of JSON Schema as arguments use. */
interface Form {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Form[];
  readonly items?: Form;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
}

type Path = readonly PropertyKey[];

const EXAMPLES: readonly (readonly [name: RegExp, example: string])[] = [
  [/account/u, 'an id or a name, such as "Checking"'],
  [/categor/u, 'an id or a name, such as "Groceries"'],
  [/group/u, 'an id or a name, such as "Bills"'],
  [/payee_ids?$/u, 'an id or a name, such as "Amazon"'],
  [/_ids?$/u, 'an id of an answer, such as "1a2b3c4d"'],
];

/** Says how an argument is written. */
export function formOf(schema: z.ZodObject, path: Path): string {
  const name = path.filter((part) => typeof part === "string").at(-1) ?? "";
  return formWords(formAt(schema, path), name);
}

/** Gives the arguments that an argument takes of its own, such as those of each row of a list. */
export function namesAt(schema: z.ZodObject, path: Path): readonly string[] {
  const form = formAt(schema, path);
  const { properties = {} } = form.anyOf?.find((one) => one.properties !== undefined) ?? form;
  return Object.keys(properties);
}

function formAt(schema: z.ZodObject, path: Path): Form {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Form;
  return path.reduce<Form>(partOf, whole);
}

function partOf(form: Form, part: PropertyKey): Form {
  const own = form.anyOf?.find(({ properties, items }) => properties ?? items) ?? form;
  return (typeof part === "number" ? own.items : own.properties?.[String(part)]) ?? {};
}

function formWords(form: Form, name: string): string {
  if (form.enum !== undefined) return form.enum.map(String).join(" or ");
  switch (form.type ?? form.anyOf?.[0]?.type) {
    case "integer":
      return "a whole number, such as 3";
    case "number":
      return form.minimum !== undefined && form.minimum > 0
        ? "a number above zero, such as 12.5"
        : "a number, such as -12.5";
    case "boolean":
      return "true or false";
    case "array":
      return `a list${itemWords(form.items ?? {}, name)}`;
    case "object":
      return objectWords(form);
    default:
      return textWords(form, name);
  }
}

function itemWords(item: Form, name: string): string {
  return item.type === "object"
    ? ` of objects, each ${objectWords(item)}`
    : `, each ${formWords(item, name)}`;
}

function objectWords({ required = [] }: Form): string {
  return required.length === 0 ? "an object" : `with ${required.join(", ")}`;
}

function textWords({ format, pattern = "" }: Form, name: string): string {
  if (format === "date") return "a day, such as 2026-11-20";
  if (pattern.includes("current")) return "a month, such as 2026-11 or current";
  if (pattern.startsWith("^\\d{4}-\\d{2}")) return "a month, such as 2026-11";
  return EXAMPLES.find(([names]) => names.test(name))?.[1] ?? "text";
}
