import type { WriteId } from "../changes/change.ts";
import type { PerProfile, Profile, ReadId } from "./_tool.ts";

/** A JSON Schema as clients see it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of arguments or of an answer. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

/** The hints of a tool. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool as data; `deno task write` makes it of the tool's file. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly profiles: readonly Profile[];
  readonly reads: PerProfile<readonly ReadId[]>;
  readonly writes: PerProfile<readonly WriteId[]>;
  readonly annotations: ToolHints;
  /** Whether hosts that load tools on demand should load this one at the start. */
  readonly alwaysLoad?: boolean;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}
