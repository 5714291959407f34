import type { ReadId } from "../tools/_tool.ts";
import type { ResourceSummary } from "./_resource.ts";

/** A resource as data; `deno task write` makes it of the resource's file. */
export interface ResourceDefinition extends ResourceSummary {
  /** Name of its file. */
  readonly file: string;
  readonly reads: readonly ReadId[];
}
