/**
 * An answer with every field written out, as a server would send it that leaves
 * nothing away.
 *
 * @module
 */

import { z } from "zod";
import { tools } from "../tools/_manifest.ts";
import { unwrapped } from "../server/rendering/present.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes a lean answer out.
 *
 * @param tool The tool that gave it.
 * @param structured The lean answer.
 * @returns The same with `null`, `false` and empty lists where fields were left out.
 */
export function fullAnswer(tool: string, structured: unknown): Fields {
  const schema = tools.find(({ name }) => name === tool)?.schema.output;
  if (schema === undefined) throw new Error(`There is no tool ${tool}`);
  return full(schema, structured) as Fields;
}

function full(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrapped(schema);
  if (value === undefined) return absent(inner);
  if (inner instanceof z.ZodObject) {
    const shape = inner.shape as Readonly<Record<string, z.core.$ZodType>>;
    return Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, full(field, (value as Fields)[name])]),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => full(inner.element, item));
  }
  return value;
}

function absent(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodArray) return [];
  return schema instanceof z.ZodBoolean ? false : null;
}
