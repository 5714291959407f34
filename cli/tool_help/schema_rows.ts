/** A JSON Schema, as far as the tools' schemas go. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** One field: where it stands, what it holds, whether it must be there, what it means. */
export type SchemaRow = readonly [path: string, holds: string, must: string, meaning: string];

/** Lists the fields of an object, those of objects within it behind their own. */
export function schemaRows(schema: JsonSchema, above: string = ""): readonly SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isList = field.type === "array";
    const path = `${above}${name}`;
    const inner = isList ? field.items ?? {} : field;
    const row = [path, holdsOf(field), mustOf(name, schema), field.description ?? ""] as const;
    return [row, ...schemaRows(inner, `${path}${isList ? "[]" : ""}.`)];
  });
}

function mustOf(name: string, { properties, required }: JsonSchema): string {
  const fallback = properties?.[name]?.default;
  if (fallback !== undefined) return `no, \`${JSON.stringify(fallback)}\``;
  return required?.includes(name) === true ? "yes" : "no";
}

function holdsOf(field: JsonSchema): string {
  if (field.anyOf !== undefined) return field.anyOf.map(holdsOf).join(" or ");
  if (field.enum !== undefined) {
    return field.enum.map((value) => `\`${value}\``).join(", ");
  }
  if (field.type === "array") return listWords(field);
  if (field.type === undefined) return "any value";
  if (Array.isArray(field.type)) return field.type.map(plainWord).join(" or ");
  return plainWord(String(field.type)) + rangeWords(field);
}

function listWords({ items = {}, minItems = 0, maxItems }: JsonSchema): string {
  const many = items.type === "object" ? "rows" : `${holdsOf(items)}s`;
  return maxItems === undefined ? `list of ${many}` : `list of ${minItems} to ${maxItems} ${many}`;
}

function rangeWords({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) return `, over ${exclusiveMinimum}`;
  return minimum === undefined || maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
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
