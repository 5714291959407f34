import { z } from "zod";
import { MAX_AMOUNT } from "../domain/base/money.ts";
import {
  isChanging,
  type ObjectSchema,
  type Tool,
  type ToolDefinition,
  type ToolHints,
} from "../tools/_tool.ts";

/** Derives a tool's hints. */
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

/** Limits so large that stating them only costs tokens. */
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

/**
 * Returns the schema of a tool's answer for the docs, including row constraints that clients don't
 * receive.
 */
export function answerSchemaForPeople(tool: Tool): Json {
  return slim(z.toJSONSchema(tool.schema.output), "page") as Json;
}

/** Position in a schema: `row` is in a list of an answer, and `page` is in the docs. */
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
      // Names in `properties` are arguments and fields, not keywords.
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
  // A pattern repeats the `format` or description in more tokens. Empty arguments are rejected with
  // a message.
  if (name === "$schema" || name === "pattern") return true;
  if (name === "minLength" && value === 1) return true;
  // Clients don't need to know that a missing switch means `false`.
  if (name === "default" && value === false) return true;
  // Clients must accept new fields in answers, but must not send unknown arguments.
  if (name === "additionalProperties" && value === false) return side !== "input";
  // Rows are self-explanatory, so omit their constraints.
  if (name === "required" && side === "row") return true;
  if (name === "enum" || (name === "type" && Array.isArray(value))) return side === "row";
  return (name === "maximum" || name === "minimum") && NEVER_MET.includes(Math.abs(Number(value)));
}
