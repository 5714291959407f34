import type { z } from "zod";
import type { AnyContext, OutputOf, Profile, ReadId, ToolContext } from "../tools/_tool.ts";

/** What a resource says of itself. */
export interface ResourceSummary {
  /** Such as `budget://plans/{plan_id}/accounts`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Where it is offered; what is in `fuller` is in `complete` too. */
  readonly profiles: readonly Profile[];
}

/** What a resource gives; its fields are of the kinds that answers of tools are made of. */
export interface ResourceSchema {
  readonly output: z.ZodObject;
}

/** What the file returns: where a field may be `null`, it may be left out. */
export type ContentOf<Schema extends ResourceSchema> = OutputOf<
  { readonly input: z.ZodObject; readonly output: Schema["output"] }
>;

/** What a resource reads with; `planId` is set where the address names a plan. */
export interface ResourceContext<DeclaredReads extends readonly ReadId[]>
  extends Pick<ToolContext<DeclaredReads, readonly []>, "cached"> {
  readonly planId: string;
}

/** What a resource file exports. */
export interface ResourceModule<
  Schema extends ResourceSchema,
  DeclaredReads extends readonly ReadId[],
> {
  readonly summary: ResourceSummary;
  readonly schema: Schema;
  readonly reads: DeclaredReads;
  readonly read: (context: ResourceContext<DeclaredReads>) => Promise<ContentOf<Schema>>;
}

/** A resource as the server keeps it. */
export interface BudgetResource {
  readonly summary: ResourceSummary;
  readonly schema: ResourceSchema;
  readonly reads: readonly ReadId[];
  readonly read: (
    context: Pick<AnyContext, "cached"> & { readonly planId: string },
  ) => Promise<unknown>;
}

/** Takes a resource file in. A read that asks for more than the file declares does not compile. */
export function resourceOf<
  Schema extends ResourceSchema,
  const DeclaredReads extends readonly ReadId[],
>(resource: ResourceModule<Schema, DeclaredReads>): BudgetResource {
  return resource;
}
