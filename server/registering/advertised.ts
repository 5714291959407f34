import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { JsonSchema } from "../../tools/_definition.ts";

/**
 * Wraps a schema for the SDK: it advertises the schema and lets every value
 * through, since arguments and answers are checked by the server in its own words.
 */
export function advertised(schema: JsonSchema): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "budget-tool-server",
      validate: (value: unknown): { readonly value: unknown } => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
